/**
 * A norm with its input multiplied, and shifted, by sliders: the loaded norm is run again on the server, and what it gives out
 * stays. What ε and rounding change all the same is said.
 */

import { html } from '/static/vendor/lit.js';
import { formatNumber } from '../format.js';
import '../views/matrix-table.js';
import '../views/norm-reading.js';
import '../views/overlay.js';
import '../views/stop-slider.js';
import { chosenLabel } from './figure.js';
import { headAxis, headName, headOn } from './linear.js';
import { seriesPlate } from './series.js';
import { inSymbols } from './symbols.js';

/** @typedef {import('./figure.js').Scene} Scene */

/** The preferred numbers of ISO 3, ten a decade: even steps on a logarithmic scale, each a number that can be said. */
const FACTORS = [0.1, 0.125, 0.16, 0.2, 0.25, 0.315, 0.4, 0.5, 0.63, 0.8, 1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8, 10];
const SHIFTS = [-3, -2.5, -2, -1.5, -1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1, 1.5, 2, 2.5, 3];

/** The vector of a norm that is chosen: its token, and its head where there are heads. @param {Scene} scene */
export function vectorOf(scene) {
  const axis = headAxis(scene, scene.step.name);
  return { token: scene.state.token, ...(axis ? { head: headOn(scene, axis) } : {}) };
}

/** Whose vector that is. @param {Scene} scene */
export function whose(scene) {
  const axis = headAxis(scene, scene.step.name);
  return html`<bdi>${chosenLabel(scene)?.text}</bdi>${axis ? `, ${headName(scene, axis)}` : ''}`;
}

/** @param {Scene} scene */
const isLayerNorm = ({ config }) => config.norm === 'layer';

/** What scaling does, and what ε does to that. @param {Scene} scene */
const formula = (scene) =>
  isLayerNorm(scene)
    ? String.raw`\begin{gathered} \operatorname{LayerNorm}(c\,x + s) = \operatorname{LayerNorm}(x) \\[0.4em] \text{for } c > 0,\ \varepsilon \to 0 \\[0.4em] \text{exactly, before gain and bias:} \\[0.4em] \frac{c\,(x - \mu)}{\sqrt{c^2\sigma^2 + \varepsilon}} = \frac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}} \cdot \sqrt{\frac{\sigma^2 + \varepsilon}{\sigma^2 + \varepsilon/c^2}} \end{gathered}`
    : String.raw`\begin{gathered} \operatorname{RMSNorm}(c\,x) = \operatorname{RMSNorm}(x) \\[0.4em] \text{for } c > 0,\ \varepsilon \to 0 \\[0.4em] \text{exactly, before the gain:} \\[0.4em] \frac{c\,x}{\sqrt{c^2 m + \varepsilon}} = \frac{x}{\sqrt{m + \varepsilon}} \cdot \sqrt{\frac{m + \varepsilon}{m + \varepsilon/c^2}} \\[0.4em] m = \tfrac{1}{d}\sum_i x_i^2 \end{gathered}`;

/** @type {import('./figure.js').Picture} */
export const picture = {
  sentence: (scene) =>
    isLayerNorm(scene)
      ? 'Make all numbers ten times as large, or add the same to each: what comes out stays, because LayerNorm takes the mean away and divides by the typical size.'
      : 'Make all numbers ten times as large: what comes out stays, because RMSNorm divides by the typical size. Adding the same to each does change it: no mean is taken away.',
  tensors: (scene) => {
    const { step, state } = scene;
    const changes = { factor: state.factor, shift: state.shift };
    const same = { factor: 1, shift: 0 };
    const query = { tensor: step.name, ...vectorOf(scene) };
    return [
      { read: '/api/norm', query: { ...query, ...changes } },
      { read: '/api/norm', query: { ...query, ...same } },
      { tensor: step.name, ...vectorOf(scene) },
    ];
  },
  draw(scene, [now, same]) {
    const colour = chosenLabel(scene)?.colour;
    const given = seriesPlate(now, 'what goes in', [same.stages[0].values, now.stages[0].values]);
    const out = seriesPlate(now, 'what comes out', [now.usual, now.out]);
    return html`<h3>For ${whose(scene)}</h3>
      <div class="side">
        <lw-stop-slider .label=${'multiply every number by'} .stops=${FACTORS} .value=${scene.state.factor} .rest=${1} .words=${(/** @type {number} */ value) => `× ${value}`}
          @lw-stop=${(/** @type {CustomEvent<number>} */ { detail }) => scene.set({ factor: detail, replace: true })}></lw-stop-slider>
        <lw-stop-slider .label=${'then add to every number (in root mean squares)'} .stops=${SHIFTS} .value=${scene.state.shift} .rest=${0} .words=${shiftWords}
          @lw-stop=${(/** @type {CustomEvent<number>} */ { detail }) => scene.set({ shift: detail, replace: true })}></lw-stop-slider>
      </div>
      ${overlay('What goes in', given, colour)}
      <lw-norm-reading .answer=${now}></lw-norm-reading>
      ${overlay('What comes out', out, colour)}
      <p class="note">Grey: as the text gives it. In colour: now. The norm of the model is run again for each place of the sliders.</p>
      ${inSymbols(formula(scene))}`;
  },
};

/** @param {number} value */
const shiftWords = (value) => (value < 0 ? `− ${-value}` : `+ ${value}`);

const ROWS = [
  { text: 'as it is', spoken: 'as it is', colour: '' },
  { text: 'now', spoken: 'now', colour: '' },
];

/** @param {string} title @param {import('./figure.js').Plate} plate @param {string} [colour] */
function overlay(title, plate, colour) {
  const { min, max } = plate.range;
  const label = `${title}: ${plate.cols} numbers as they are and now, on one scale, all from ${formatNumber(min)} to ${formatNumber(max)}`;
  return html`<figure>
    <figcaption><span class="title">${title}</span></figcaption>
    <lw-overlay .plate=${plate} .colour=${colour} .label=${label}></lw-overlay>
    <lw-matrix-table .plate=${plate} .rowLabels=${ROWS}></lw-matrix-table>
  </figure>`;
}
