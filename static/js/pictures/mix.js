/**
 * The weighted sum: the value of each token times its weight for the chosen query, and what comes of them added up. The
 * weighted rows and what is left of a long text come from the server.
 */

import { html, nothing } from '/static/vendor/lit.js';
import { formatCount, formatFixed } from '../format.js';
import { exactNumber } from '../views/step-number.js';
import { limitsOf } from '../views/grid-scale.js';
import { attentionNotes } from './attention-notes.js';
import '../views/legend.js';
import '../views/matrix-table.js';
import '../views/strip.js';
import { chosenLabel, plateOf } from './figure.js';
import { everyHead, headName } from './linear.js';
import { partCell, partPlates, pickWhole } from './whole.js';

/** @typedef {import('./figure.js').Scene} Scene */
/** @typedef {import('./figure.js').Plate} Plate */
/** @typedef {import('../views/grid-scale.js').Limits} Limits */
/** @typedef {{key: number, weight: number, value_norm: number, norm: number, vector: number[]}} ValueRow */
/** @typedef {{rows: ValueRow[], rest: {count: number, weight: number, norm: number, vector: number[]} | null, z: number[], range: import('../types.js').Range}} ValueRows */

const MOST_ROWS = 24;
const STRIP = 22; // pixels of a row
const WEIGHTED = 'weight × value';

/** @type {import('./figure.js').Picture} */
export const picture = {
  tensors: ({ step, state }) => [
    { tensor: step.reads[0], head: state.head, token: state.token },
    { tensor: step.reads[1], head: state.kvHead },
    { tensor: step.name },
    { read: '/api/value-rows', query: { layer: step.layer, head: state.head, token: state.token, top: MOST_ROWS } },
  ],
  draw(scene, [pattern, values, z, brought]) {
    const { step, state, picked, mark, lit } = scene;
    const weights = plateOf(scene, pattern, step.reads[0], { head: state.head, query: state.token });
    const result = plateOf(scene, z, step.name, { head: state.head, query: state.token });
    const parts = partPlates(brought, WEIGHTED, vectorsOf(brought), 'd_head');
    const limits = limitsOf('signed', values.range);
    const sums = limitsOf('signed', brought.range);
    const whole = (/** @type {number} */ col) => ({ name: step.name, index: [state.head, state.token, col] });
    return html`<h3>What <bdi>${chosenLabel(scene)?.text}</bdi> takes in, ${headName(scene, 'head')}</h3>
      <div class="mix" @lw-pick=${pickWhole(WEIGHTED, whole)}>
        <span class="head">weight</span><span class="head">from</span><span class="head value">value <code>${step.reads[1]}</code></span><span class="head weighted">weight × value</span><span class="head norm">length</span>
        ${valueRows(scene, weights, values, brought, { limits, sums, parts })}
        <span class="total sign">added up =</span><span class="total name" data-lane=${state.token}><bdi>${chosenLabel(scene)?.text}</bdi></span>
        <div class="total weighted"><p class="head">z, the sum <code>${result.name}</code></p>
          <lw-strip .plate=${result} .limits=${sums} .selected=${picked} .lit=${lit} .mark=${mark} .thick=${STRIP}></lw-strip></div>
        <lw-legend class="value" .limits=${limits} .range=${values.range} .note=${'in all heads'}></lw-legend>
        <lw-legend class="weighted" .limits=${sums} .range=${brought.range} .note=${'weighted values and their sum'}></lw-legend>
      </div>
      ${weightedTable(scene, brought, parts.all)}
      ${brought.rest ? html`<p class="note">The ${brought.rows.length} largest of ${weights.cols} weights; the others are one row.</p>` : nothing}
      ${everyHead(scene, step.name, z)}
      ${attentionNotes('mix')}`;
  },
};

/** Every row that comes from the server, in order; the rest of the tokens is the last. @param {ValueRows} brought */
const vectorsOf = ({ rows, rest }) => [...rows.map(({ vector }) => vector), ...(rest ? [rest.vector] : [])];

/**
 * @param {Scene} scene @param {Plate} weights @param {import('../types.js').Slice} values @param {ValueRows} brought
 * @param {{limits: Limits, sums: Limits, parts: import('./whole.js').Parts}} drawn how values and weighted values are coloured
 */
function valueRows(scene, weights, values, brought, { limits, sums, parts }) {
  const { step, state, picked, mark, lit } = scene;
  const col = picked?.name === step.name ? picked.index[2] : -1;
  const weighted = (/** @type {number} */ row) => html`<lw-strip class="weighted" .plate=${parts.rows[row]} .limits=${sums}
      .selected=${partCell(WEIGHTED, row, col)} .mark=${mark} .thick=${STRIP}></lw-strip>`;
  const { rest } = brought;
  return html`${brought.rows.map(({ key, norm }, row) => html`${weightOf(scene, weights, key)}
      <bdi class="name" data-lane=${key}>${scene.labels[key].text}</bdi>
      <lw-strip class="value" .plate=${plateOf(scene, values, step.reads[1], { kv_head: state.kvHead, token: key })} .limits=${limits} .selected=${picked} .lit=${lit} .mark=${mark} .thick=${STRIP}></lw-strip>
      ${weighted(row)}<span class="norm">${formatFixed(norm, 3)}</span>`)}
    ${rest ? html`<span class="weight rest"><span></span><span>${weightText(rest.weight)}</span></span><span class="rest name">the other ${formatCount(rest.count)}</span>
      <span class="value"></span>${weighted(brought.rows.length)}<span class="norm">${formatFixed(rest.norm, 3)}</span>` : nothing}`;
}

/** Four places under one another; what would be rounded to nothing says so. @param {number} weight */
function weightText(weight) {
  if (weight === 0) return '0';
  return weight < 0.00005 ? '< 0.0001' : formatFixed(weight, 4);
}

/** @param {Scene} scene @param {Plate} weights @param {number} key */
function weightOf(scene, weights, key) {
  const weight = weights.values[key];
  const pick = (/** @type {Event} */ event) => {
    const detail = { name: weights.name, index: [scene.state.head, scene.state.token, key], value: weight };
    event.currentTarget?.dispatchEvent(new CustomEvent('lw-pick', { detail, bubbles: true, composed: true }));
  };
  return html`<button class="weight ${weight === 0 ? 'none' : ''}" data-share=${weight} title=${exactNumber(weight)} @click=${pick}>
    <i class="bar" data-lane=${key}></i><span>${weightText(weight)}</span></button>`;
}

/** @param {Scene} scene @param {ValueRows} brought @param {Plate} plate */
function weightedTable({ labels }, brought, plate) {
  const names = [...brought.rows.map(({ key }) => labels[key]), ...(brought.rest ? [{ text: 'the others', spoken: 'the others', colour: '' }] : [])];
  return html`<lw-matrix-table .plate=${plate} .rowLabels=${names}></lw-matrix-table>`;
}
