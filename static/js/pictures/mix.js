/** The weighted sum: the values of all tokens, each with its weight for the chosen query, and what comes of them. */

import { html } from '/static/vendor/lit.js';
import { formatNumber } from '../format.js';
import { exactNumber } from '../views/step-number.js';
import { limitsOf } from '../views/grid-scale.js';
import { attentionNotes } from './attention-notes.js';
import { chosenLabel, plateOf, stripFigure } from './figure.js';
import { everyHead, headName } from './linear.js';

/** @typedef {import('./figure.js').Scene} Scene */
/** @typedef {import('./figure.js').Plate} Plate */

const MOST_ROWS = 24;

/** @type {import('./figure.js').Picture} */
export const picture = {
  tensors: ({ step, state }) => [
    { tensor: step.reads[0], head: state.head },
    { tensor: step.reads[1], head: state.kvHead },
    { tensor: step.name },
  ],
  draw(scene, [pattern, values, z]) {
    const { step, state } = scene;
    const weights = plateOf(scene, pattern, step.reads[0], { head: state.head, query: state.token });
    const rows = plateOf(scene, values, step.reads[1], { kv_head: state.kvHead });
    const result = plateOf(scene, z, step.name, { head: state.head, query: state.token });
    const seen = mostSeen(weights);
    return html`<h3>What <bdi>${chosenLabel(scene)?.text}</bdi> takes in, ${headName(scene, 'head')}</h3>
      <div class="mix">
        <span class="head">weight</span><span class="head">from</span><span class="head">value <code>${rows.name}</code></span>
        ${seen.map((key) => valueRow(scene, weights, plateOf(scene, values, step.reads[1], { kv_head: state.kvHead, token: key }), key))}
      </div>
      ${seen.length < weights.cols ? html`<p class="note">The ${seen.length} largest of ${weights.cols} weights.</p>` : ''}
      <p class="between"><span class="factor">↓ each value times its weight, added up</span></p>
      ${stripFigure(scene, result, { title: 'z, the sum', thick: 28, table: false })}
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

/** @param {Scene} scene @param {Plate} weights @param {Plate} value @param {number} key */
function valueRow(scene, weights, value, key) {
  const weight = weights.values[key];
  const pick = (/** @type {Event} */ event) => {
    const detail = { name: weights.name, index: [scene.state.head, scene.state.token, key], value: weight };
    event.currentTarget?.dispatchEvent(new CustomEvent('lw-pick', { detail, bubbles: true, composed: true }));
  };
  return html`<button class="weight ${weight === 0 ? 'none' : ''}" data-share=${weight} title=${exactNumber(weight)} @click=${pick}>
      <i class="bar" data-lane=${key}></i><span>${formatNumber(weight, 4)}</span></button>
    <bdi class="name" data-lane=${key}>${scene.labels[key].text}</bdi>
    <lw-strip .plate=${value} .limits=${limitsOf('signed', value.range)} .selected=${scene.picked} .thick=${18}></lw-strip>`;
}
