/**
 * RoPE: a query and a key slide along the text. Together, their score stays; the query alone, it moves. The server turns both
 * vectors at every place, as the model does.
 */

import { html } from '/static/vendor/lit.js';
import { formatShort } from '../format.js';
import '../views/line-chart.js';
import '../views/matrix-table.js';
import '../views/slide-pairs.js';
import '../views/slide-reading.js';
import '../views/stop-slider.js';
import { headGroup } from '../views/step-scene.js';
import { chosenLabel } from './figure.js';
import { headName } from './linear.js';
import { inSymbols } from './symbols.js';
import { seriesPlate } from './series.js';

/** @typedef {import('./figure.js').Scene} Scene */

const FORMULA = String.raw`\begin{gathered} (R_{i+s}\, q)^\top (R_{j+s}\, k) = q^\top R_{i+s}^\top R_{j+s}\, k \\[0.4em] = q^\top R_{j-i}\, k \quad \text{for every } s \end{gathered}`;
const REACH = 40; // how far the server slides them

/** From where to where both can slide: no position below 0, none that the model cannot read. @param {Scene} scene */
function reach({ state, config }) {
  const low = Math.max(-state.token, -state.partner, -REACH);
  const high = Math.min((config.n_ctx ?? Infinity) - 1 - Math.max(state.token, state.partner), REACH);
  return { low, high };
}

/** @param {Scene} scene */
function slideOf(scene) {
  const { low, high } = reach(scene);
  return Math.max(low, Math.min(high, scene.state.slide));
}

/** @type {import('./figure.js').Picture} */
export const picture = {
  sentence:
    'Move both words along the text by the same number of places: their hands turn by the same angle, the angle between them stays, and so does the score. It depends on how far apart they are, not on where they stand.',
  tensors: (scene) => {
    const { state, step } = scene;
    return [
      { read: '/api/slide', query: { tensor: step.name, head: state.head, query: state.token, key: state.partner, shift: slideOf(scene) } },
      { tensor: step.name, head: state.head },
    ];
  },
  draw(scene, [answer]) {
    const { state, labels } = scene;
    const { low, high } = reach(scene);
    const slide = (/** @type {CustomEvent<number>} */ { detail }) => scene.set({ slide: detail, replace: true });
    const places = [...Array(high - low + 1).keys()].map((i) => low + i);
    const [query, key] = [chosenLabel(scene), labels[state.partner]];
    const table = seriesPlate(answer, 'scores', [answer.together, answer.alone], 'place');
    return html`<h3>The query of <bdi>${query?.text}</bdi> and the key of <bdi>${key?.text}</bdi>, ${headName(scene, 'head')}${headGroup(scene.sizes) > 1 ? `: ${headName(scene, 'kv_head')}` : ''}</h3>
      <div class="side">
        <lw-stop-slider .label=${'slide both along the text by'} .stops=${places} .value=${slideOf(scene)} .rest=${0} .words=${signed} @lw-stop=${slide}></lw-stop-slider>
        <label class="choice">the key of <select @change=${(/** @type {Event} */ event) => scene.set({ partner: Number(/** @type {HTMLSelectElement} */ (event.target).value), replace: true })}>
          ${labels.map(({ text }, i) => html`<option value=${i} ?selected=${i === state.partner}>${i + 1} ${text}</option>`)}</select></label>
      </div>
      <lw-slide-reading .answer=${answer}></lw-slide-reading>
      <figure>
        <lw-line-chart .xs=${answer.shifts} .at=${answer.shift} .xTitle=${'slid by so many places'} .yTitle=${'score'} .label=${words(answer)} .series=${curves(answer)} @lw-at=${slide}></lw-line-chart>
        <lw-matrix-table .plate=${table} .rowLabels=${curves(answer).map(({ name }) => ({ text: name, spoken: name, colour: '' }))} .colLabels=${answer.shifts.map((/** @type {number} */ n) => ({ text: signed(n), spoken: signed(n), colour: '' }))}></lw-matrix-table>
      </figure>
      <lw-slide-pairs .answer=${answer} .colours=${[query?.colour, key?.colour]}></lw-slide-pairs>
      ${inSymbols(FORMULA)}`;
  },
};

/** @param {any} answer */
const curves = ({ together, alone }) => [
  { name: 'the query slides alone', ys: alone, colour: 'var(--ink-3)', dashed: true },
  { name: 'both slide', ys: together, colour: 'var(--here)' },
];

/** @param {any} answer */
const words = ({ shifts, largest }) => `The score over ${shifts.length} places: where both slide it is a level line, which moves by at most ${formatShort(largest)}; where the query slides alone it goes up and down.`;

/** @param {number} shift */
const signed = (shift) => (shift < 0 ? `−${-shift}` : `+${shift}`);
