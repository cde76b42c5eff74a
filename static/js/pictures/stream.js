/** The residual stream as a running sum: all that was added to the chosen token, part by part, and the stream after each. */

import { html } from '/static/vendor/lit.js';
import { laneColour } from '../colour.js';
import '../views/line-chart.js';
import '../views/running-sum.js';
import { chosenLabel } from './figure.js';

/** @typedef {import('./figure.js').Scene} Scene */
/** @typedef {import('../views/running-sum.js').StreamSum} StreamSum */
/** @typedef {import('../views/running-sum.js').StreamRow} StreamRow */

/** Whether the sum itself is normed after each addition. @param {Scene} scene */
const isNormed = ({ config }) => config.norm_place === 'post';

/** @type {import('./figure.js').Picture} */
export const picture = {
  sentence: (scene) =>
    isNormed(scene)
      ? 'In this model the stream itself is normed after each addition, so what was added before is made smaller or larger each time, and contributions do not simply add up. What can be said is how long the stream is and how much it still points as the embedding did.'
      : 'The stream is a sum: the embedding, then what each attention and each MLP adds. A bar shows how far a part moves the token towards where it ends; together they reach exactly its end.',
  formula: (scene) =>
    isNormed(scene)
      ? String.raw`x \leftarrow \operatorname{norm}(x + c),\qquad \cos = \frac{x \cdot x_0}{\lVert x \rVert\, \lVert x_0 \rVert}`
      : String.raw`\begin{gathered} x = \sum_c c,\qquad \text{along}_c = \frac{c \cdot x}{\lVert x \rVert} \\[0.4em] \sum_c \text{along}_c = \lVert x \rVert \\[0.4em] \cos = \frac{x_\ell \cdot x_0}{\lVert x_\ell \rVert\, \lVert x_0 \rVert} \end{gathered}`,
  tensors: ({ state }) => [{ read: '/api/stream', query: { token: state.token } }],
  draw(scene, [found]) {
    const { step, state } = scene;
    return html`<h3>The stream of <bdi>${chosenLabel(scene)?.text}</bdi>, from its embedding to the end</h3>
      <lw-running-sum .found=${found} .step=${step.name} .token=${state.token}></lw-running-sum>
      ${byLayer(scene, found)}
      <p class="note">Length is the root of the sum of squares. A cosine of 1 means that the stream points as the embedding did, 0 that nothing of that direction is left.</p>`;
  },
};

/** Length and cosine after each layer, as curves. @param {Scene} scene @param {StreamSum} found */
function byLayer(scene, { rows }) {
  const ends = rows.filter((row, i) => rows[i + 1]?.layer !== row.layer);
  const xs = ends.map((_, i) => i);
  const colour = laneColour(scene.state.token);
  const at = ends.findIndex(({ layer }) => layer === scene.step.layer);
  const chart = (/** @type {string} */ name, /** @type {number[]} */ ys) => html`<lw-line-chart .xs=${xs} .series=${[{ name, ys, colour }]} .at=${at} .dots=${[{ x: at, y: ys[at], colour }]}
    .xTitle=${'after layer'} .label=${`${name}: ${ys.map((y) => y.toPrecision(3)).join(', ')}`} @lw-at=${(/** @type {CustomEvent<number>} */ event) => scene.set({ step: ends[event.detail].step })}></lw-line-chart>`;
  return html`<h3>Layer by layer</h3>
    <div class="side">${chart('length of the stream', ends.map((row) => row.stream_norm))}${chart('cosine with the embedding', ends.map((row) => row.cosine ?? 0))}</div>`;
}
