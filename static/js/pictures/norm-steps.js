/** The arithmetic of a norm, worked out step by step for one vector by the server: strips under one another. */

import { html } from '/static/vendor/lit.js';
import '../views/matrix-table.js';
import '../views/norm-steps.js';
import { vectorOf, whose } from './norm-scale.js';
import { seriesPlate } from './series.js';
import { inSymbols } from './symbols.js';

/** @typedef {import('./figure.js').Scene} Scene */
/** @typedef {{name: string, values: number[]}} Stage */

/** Numbers that are no less than 0, drawn in one hue. */
const POSITIVE = new Set(['squared']);

/** @type {import('./figure.js').Picture} */
export const picture = {
  sentence: (scene) =>
    scene.config.norm === 'layer'
      ? 'LayerNorm by hand: take the mean away, square, take the mean again, add ε, take the root, divide; then the learned gain and bias.'
      : 'RMSNorm by hand: square every number, take the mean, add ε, take the root, divide; then the learned gain.',
  tensors: ({ step, ...scene }) => [
    { read: '/api/norm', query: { tensor: step.name, ...vectorOf({ step, ...scene }), factor: 1, shift: 0 } },
    { tensor: step.name, ...vectorOf({ step, ...scene }) },
  ],
  draw(scene, [answer]) {
    const vectors = answer.stages.filter((/** @type {Stage} */ { values }) => values.length > 1 || answer.out.length === 1);
    const plates = new Map(vectors.map((/** @type {Stage} */ { name, values }) => [name, seriesPlate(answer, name, [values], 'dimension', POSITIVE.has(name) ? 'positive' : 'signed')]));
    const table = seriesPlate(answer, 'all steps', vectors.map((/** @type {Stage} */ { values }) => values));
    const names = vectors.map((/** @type {Stage} */ { name }) => ({ text: name.replace('_', ' '), spoken: name, colour: '' }));
    const chosen = scene.picked?.name === scene.step.name ? (scene.picked.index.at(-1) ?? 0) : 0;
    return html`<h3>For ${whose(scene)}</h3>
      <lw-norm-steps .answer=${answer} .plates=${plates} .chosen=${chosen} .isOffset=${scene.config.norm_gain_offset === 1}
        @lw-dimension=${(/** @type {CustomEvent<number>} */ { detail }) => scene.set({ cell: cellAt(scene, detail) })}></lw-norm-steps>
      <lw-matrix-table .plate=${table} .rowLabels=${names}></lw-matrix-table>
      <p class="note">Each strip has a colour scale of its own, with 0 in its middle; squares begin at 0.</p>
      ${inSymbols(scene.step.formula)}`;
  },
};

/** The cell of the norm's own tensor at a dimension, as the address has it. @param {Scene} scene @param {number} dimension */
function cellAt(scene, dimension) {
  const { token, head } = /** @type {{token: number, head?: number}} */ (vectorOf(scene));
  return [...(head === undefined ? [] : [head]), token, dimension].join(',');
}
