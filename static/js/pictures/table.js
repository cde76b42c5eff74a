/** The table of the embedding, or of the positions, as rows, and what points into it: equal ids, one row. */

import { html } from '/static/vendor/lit.js';
import { plateOf } from './figure.js';
import { limitsOf } from '../views/grid-scale.js';
import '../views/legend.js';
import '../views/lookup.js';
import '../views/matrix-table.js';
import { makePlate } from '../views/grid-plate.js';
import { tokenLabel } from '../tokens.js';
import { twinNote } from './nearest.js';

/** @typedef {import('./figure.js').Scene} Scene */
/** @typedef {import('../views/lookup.js').Row} Row */

const MOST = 14; // tokens that point at once

/** The tokens that are drawn: all, or some around the chosen one. @param {Scene} scene */
function shown({ trace, state }) {
  const first = Math.max(0, Math.min(state.token - MOST / 2, trace.tokens.length - MOST));
  return trace.tokens.slice(first, first + MOST).map((token, i) => ({ ...token, at: first + i }));
}

/** Which row of the table each of the drawn tokens selects. @param {Scene} scene */
const targets = (scene) => shown(scene).map(({ id, at }) => (scene.step.kind === 'embed' ? id : at));

/** The rows that are drawn: those that are selected, each with its neighbours in the table. @param {Scene} scene */
function rowsOf(scene) {
  const [weight] = scene.step.weights;
  const last = (scene.step.kind === 'embed' ? scene.sizes.vocab : (scene.config.n_ctx ?? scene.trace.limit)) - 1;
  const wanted = targets(scene).flatMap((row) => (weight ? [row - 1, row, row + 1] : [row]));
  return [...new Set(wanted.filter((row) => row >= 0 && row <= last))].sort((a, b) => a - b);
}

/** @type {import('./figure.js').Picture} */
export const picture = {
  sentence: ({ step, sizes }) =>
    step.kind === 'embed'
      ? `The table has a learned row of ${sizes.d_model} numbers for every piece. The id says which row: no arithmetic, only looking up. Tokens with the same id point at the same row; a word with a space in front has another id, and so another row.`
      : step.weights.length
        ? `The table has a learned row of ${sizes.d_model} numbers for every place of a text. What stands there plays no part: the first token of any text gets the first row.`
        : `Every place of a text has a row of ${sizes.d_model} numbers, made of waves: from left to right they get longer, so that each place has a pattern of its own. Nothing of it is learned.`,
  formula: ({ step }) => step.formula,
  tensors: (scene) => {
    const { step, state, trace } = scene;
    const [weight] = step.weights;
    const own = { tensor: step.name };
    if (!weight) return [own];
    const row = rowsOf(scene).map((at) => `${at}:${at + 1}`).join(',');
    const table = { read: '/api/weight', query: { weight, row, text: null, bos: null } };
    return step.kind === 'embed' ? [own, table, { read: '/api/nearest', query: { id: trace.tokens[state.token].id, text: null, bos: null } }] : [own, table];
  },
  draw(scene, [own, table, nearest]) {
    const { step, state, trace, set } = scene;
    const byId = step.kind === 'embed';
    const rows = rowsOf(scene);
    const plate = table ? weightPlate(table) : plateOf(scene, own, step.name);
    const limits = limitsOf('signed', plate.range);
    const drawn = shown(scene);
    const more = drawn.length < trace.tokens.length;
    return html`<h3>${byId ? 'Each id points at its row' : 'Each place points at its row'}</h3>
      <lw-lookup .tokens=${drawn} .rows=${table ? rows.map((id, i) => rowOf(scene, plate, id, i)) : drawn.map(({ at }) => rowOf(scene, plate, at, at))} .targets=${targets(scene)}
        .limits=${limits} .chosen=${state.token} .what=${byId ? 'id' : 'place'} .size=${table?.whole[0] ?? 0} @lw-token=${(/** @type {CustomEvent<number>} */ { detail }) => set({ token: detail })}></lw-lookup>
      ${more ? html`<p class="note">${drawn.length} of ${trace.tokens.length} tokens, around the chosen one.</p>` : ''}
      <lw-legend .limits=${limits} .range=${plate.range}></lw-legend>
      <lw-matrix-table .plate=${plate} .rowLabels=${(table ? rows : trace.tokens.map((_, i) => i)).map((id) => ({ text: nameOf(scene, id), spoken: nameOf(scene, id), colour: '' }))}></lw-matrix-table>
      ${nearest ? html`<h3>With a space in front, and without</h3>${twinNote(nearest)}` : ''}`;
  },
};

/** @type {WeakMap<object, import('./figure.js').Plate>} */
const plates = new WeakMap();

/** The rows of the weight as something that can be drawn; the same for the same answer. @param {any} table */
function weightPlate(table) {
  const known = plates.get(table) ?? makePlate({ ...table, values: Float32Array.from(table.values.flat()) }, { name: table.name, axes: table.axes, scale: 'signed', meaning: '' });
  plates.set(table, known);
  return known;
}

/** One row of the table. @param {Scene} scene @param {import('./figure.js').Plate} plate @param {number} id @param {number} i @returns {Row} */
function rowOf(scene, plate, id, i) {
  const values = plate.values.subarray(i * plate.cols, (i + 1) * plate.cols);
  return { id, name: nameOf(scene, id), plate: { ...plate, rowAxis: null, rows: 1, rowCount: 1, length: plate.cols, values } };
}

/** @param {Scene} scene @param {number} id */
function nameOf({ step, trace }, id) {
  if (step.kind !== 'embed') return `place ${id + 1}`;
  const known = trace.tokens.find((token) => token.id === id);
  return known ? `${id} ${tokenLabel(known)}` : String(id);
}
