/** The logit lens: what the model would say if it stopped after each layer, at every position. A long text comes in parts. */

import { html, nothing } from '/static/vendor/lit.js';
import { formatFixed } from '../format.js';
import '../views/legend.js';
import '../views/lens-grid.js';
import '../views/lens-overview.js';
import '../views/lens-table.js';
import { limitsOf } from '../views/grid-scale.js';
import { choice } from './choice.js';
import { seriesPlate } from './series.js';

/** @typedef {import('./figure.js').Scene} Scene */
/** @typedef {import('../views/lens-grid.js').Piece} Piece */
/** @typedef {{tensor: string, step: string, layer: number | null, id: number[], p: number[], entropy: number[], rank: (number | null)[], nll: (number | null)[]}} Row */
/** @typedef {{start: number, count: number, most: number, rows: Row[], pieces: Piece[]}} Lens */

const PART = 64; // positions that come at a time

/** The first position of the part that a token is in. @param {number} token */
const partOf = (token) => token - (token % PART);

/** @type {import('./figure.js').Picture} */
export const picture = {
  sentence: 'What the model would guess next if it stopped after each layer, for every position: read a column downwards and watch the answer form. The last row is the model’s own answer.',
  formula: ({ config }) => {
    const x = config.norm_final === false ? String.raw`x^{(\ell)}_t` : String.raw`\operatorname{norm}_{\text{final}}\!\left(x^{(\ell)}_t\right)`;
    const logits = `${config.tied === false ? 'W_U' : 'E'}\\, ${x}${config.unembed_bias ? ' + b_U' : ''}`;
    const cap = config.logit_softcap;
    return String.raw`\begin{gathered} p^{(\ell)}_t = \operatorname{softmax}\!\left(${cap ? String.raw`${cap} \tanh\!\left( (${logits}) / ${cap} \right)` : logits}\right) \\[0.4em] H = -\sum_w p^{(\ell)}_t(w) \ln p^{(\ell)}_t(w) \\[0.4em] -\ln p_t(w_{t+1}) \end{gathered}`;
  },
  tensors: ({ state }) => [{ read: '/api/lens', query: { start: partOf(state.token), count: PART } }],
  draw(scene, [lens]) {
    const { state, trace, options, choose, labels } = scene;
    const { start, count, rows } = /** @type {Lens} */ (lens);
    const whole = options.entropy
      ? seriesPlate(lens, 'entropy', rows.map(({ entropy }) => entropy), 'token', 'positive')
      : seriesPlate(lens, 'probability', rows.map(({ p }) => p), 'token', 'weight');
    const plate = partPlate(whole, start);
    const limits = limitsOf(plate.scale, plate.range);
    const last = rows[rows.length - 1];
    const followed = last.rank.map((rank, i) => ({ label: labels[start + i + 1] ?? null, rank, nll: last.nll[i] }));
    const names = rows.map(rowName);
    return html`${trace.tokens.length > count ? parts(scene, lens) : nothing}
      <lw-lens-grid .plate=${plate} .limits=${limits} .cells=${cellsOf(lens)} .names=${names} .steps=${rows.map(({ step }) => step)} .labels=${labels.slice(start, start + count)}
        .followed=${followed} .selected=${{ name: plate.name, index: [rowOf(scene, rows), state.token] }} .mark=${scene.mark}></lw-lens-grid>
      <fieldset class="switches"><legend>colours</legend>${choice('lens', [
        ['how sure: probability of the guess', !options.entropy, () => choose({ entropy: false })],
        ['how unsure: entropy', options.entropy === true, () => choose({ entropy: true })],
      ])}</fieldset>
      <lw-legend .limits=${limits} .range=${plate.range} .note=${options.entropy ? `nats; ${formatFixed(lens.most, 2)} would be knowing nothing` : 'probability of the best guess'}></lw-legend>
      <lw-lens-table .lens=${lens} .cells=${cellsOf(lens)} .names=${names} .labels=${labels}></lw-lens-table>
      <p class="note">A click, or Enter, goes to the step after which the stream is that of the cell. Rank 1 means that the token that does come next was the best guess; −ln p is how surprised the model was.</p>
      <p class="note">Each layer is normed with its own statistics and read with the last layer’s table, which earlier layers were not trained for: a strange guess early on is no proof that the model knows nothing yet.</p>`;
  },
};

/** @type {WeakMap<object, import('./figure.js').Plate>} */
const placed = new WeakMap();

/** The same plate with its columns counted from the start of the text. @param {import('./figure.js').Plate} plate @param {number} start */
function partPlate(plate, start) {
  const known = placed.get(plate) ?? { ...plate, axes: ['layer', 'token'], rowAxis: 'layer', colStart: start };
  placed.set(plate, known);
  return known;
}

/** @type {WeakMap<Lens, import('../views/lens-grid.js').Cell[][]>} */
const cells = new WeakMap();

/** What stands in every cell. @param {Lens} lens */
function cellsOf(lens) {
  const pieces = new Map(lens.pieces.map((piece) => [piece.id, piece]));
  const made = cells.get(lens) ?? lens.rows.map(({ id, p, entropy }) => id.map((best, i) => ({ piece: /** @type {Piece} */ (pieces.get(best)), p: p[i], entropy: entropy[i] })));
  cells.set(lens, made);
  return made;
}

/** @param {Row} row @param {number} i @param {Row[]} all */
const rowName = ({ layer }, i, all) => (layer === null ? 'embedding' : i === all.length - 1 ? `layer ${layer + 1}: end` : `layer ${layer + 1}`);

/** The row of the present step, or the last one. @param {Scene} scene @param {Row[]} rows */
function rowOf({ step }, rows) {
  const row = rows.findIndex((each) => each.step === step.name);
  return row < 0 ? rows.length - 1 : row;
}

/** Which part of a long text is shown, and the ways to the others. @param {Scene} scene @param {Lens} lens */
function parts({ trace }, { start, count }) {
  const isThere = trace.lens[0].best.length > 0; // of a large model only the part is worked out
  const all = isThere ? seriesPlate(trace.lens, 'lens', trace.lens.map(({ best }) => best.map(({ p }) => p)), 'token', 'weight') : null;
  return html`<lw-lens-overview .plate=${all} .limits=${all && limitsOf('weight', all.range)} .start=${start} .count=${count} .total=${trace.tokens.length}></lw-lens-overview>`;
}
