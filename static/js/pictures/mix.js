/** The weighted sum: the values of all tokens, each with its weight for the chosen query, and what comes of them. */

import { html } from '/static/vendor/lit.js';
import { formatFixed } from '../format.js';
import { exactNumber } from '../views/step-number.js';
import { joinRanges, limitsOf } from '../views/grid-scale.js';
import { attentionNotes } from './attention-notes.js';
import '../views/legend.js';
import '../views/strip.js';
import { chosenLabel, plateOf } from './figure.js';
import { everyHead, headName } from './linear.js';

/** @typedef {import('./figure.js').Scene} Scene */
/** @typedef {import('./figure.js').Plate} Plate */

const MOST_ROWS = 24;
const STRIP = 22; // pixels of a row

/** @type {import('./figure.js').Picture} */
export const picture = {
  tensors: ({ step, state }) => [
    { tensor: step.reads[0], head: state.head, token: state.token },
    { tensor: step.reads[1], head: state.kvHead },
    { tensor: step.name },
  ],
  draw(scene, [pattern, values, z]) {
    const { step, state } = scene;
    const weights = plateOf(scene, pattern, step.reads[0], { head: state.head, query: state.token });
    const rows = plateOf(scene, values, step.reads[1], { kv_head: state.kvHead });
    const result = plateOf(scene, z, step.name, { head: state.head, query: state.token });
    const seen = mostSeen(weights);
    const limits = limitsOf('signed', joinRanges([values.range, z.range]));
    return html`<h3>What <bdi>${chosenLabel(scene)?.text}</bdi> takes in, ${headName(scene, 'head')}</h3>
      <div class="mix">
        <span class="head">weight ×</span><span class="head">from</span><span class="head">value <code>${rows.name}</code></span>
        ${seen.map((key) => valueRow(scene, weights, plateOf(scene, values, step.reads[1], { kv_head: state.kvHead, token: key }), limits, key))}
        <span class="total sign">added up =</span><span class="total name" data-lane=${state.token}><bdi>${chosenLabel(scene)?.text}</bdi></span>
        <div class="total"><p class="head">z, the sum <code>${result.name}</code></p>
          <lw-strip .plate=${result} .limits=${limits} .selected=${scene.picked} .mark=${scene.mark} .thick=${STRIP}></lw-strip></div>
        <lw-legend .limits=${limits} .range=${result.range} .note=${'one scale for the values and their sum'}></lw-legend>
      </div>
      ${seen.length < weights.cols ? html`<p class="note">The ${seen.length} largest of ${weights.cols} weights.</p>` : ''}
      ${everyHead(scene, step.name, z)}
      ${attentionNotes('mix')}`;
  },
};

/** The keys that are shown: all, or those with the largest weights, in the order of the text. @param {Plate} weights */
function mostSeen({ values, cols }) {
  const keys = [...Array(cols).keys()];
  if (cols <= MOST_ROWS) return keys;
  return keys.sort((a, b) => values[b] - values[a]).slice(0, MOST_ROWS).sort((a, b) => a - b);
}

/** Four places under one another; what would be rounded to nothing says so. @param {number} weight */
function weightText(weight) {
  if (weight === 0) return '0';
  return weight < 0.00005 ? '< 0.0001' : formatFixed(weight, 4);
}

/** @param {Scene} scene @param {Plate} weights @param {Plate} value @param {import('../views/grid-scale.js').Limits} limits @param {number} key */
function valueRow(scene, weights, value, limits, key) {
  const weight = weights.values[key];
  const pick = (/** @type {Event} */ event) => {
    const detail = { name: weights.name, index: [scene.state.head, scene.state.token, key], value: weight };
    event.currentTarget?.dispatchEvent(new CustomEvent('lw-pick', { detail, bubbles: true, composed: true }));
  };
  return html`<button class="weight ${weight === 0 ? 'none' : ''}" data-share=${weight} title=${exactNumber(weight)} @click=${pick}>
      <i class="bar" data-lane=${key}></i><span>${weightText(weight)}</span></button>
    <bdi class="name" data-lane=${key}>${scene.labels[key].text}</bdi>
    <lw-strip .plate=${value} .limits=${limits} .selected=${scene.picked} .mark=${scene.mark} .thick=${STRIP}></lw-strip>`;
}
