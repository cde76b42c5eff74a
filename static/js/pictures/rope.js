/**
 * Rotary positions: every pair of numbers of the chosen token's query as a dial, before and after the turn, with how fast it
 * turns; one pair large with its numbers, and the turned queries and keys of all heads.
 */

import { html, nothing } from '/static/vendor/lit.js';
import { exactNumber, formatCount, formatNumber } from '../format.js';
import '../views/dial.js';
import { joinRanges, limitsOf } from '../views/grid-scale.js';
import { chosenLabel, plateOf, stripFigure } from './figure.js';
import { everyHead } from './linear.js';

/** @typedef {import('./figure.js').Scene} Scene */
/** @typedef {import('./figure.js').Plate} Plate */
/** @typedef {{pair: number, dimensions: [number, number], frequency: number, period: number, angle: number, before: [number, number], after: [number, number]}} Turn */

/** @type {import('./figure.js').Picture} */
export const picture = {
  tensors: ({ step, state }) => [
    { read: '/api/rope', query: { tensor: step.name, head: state.head, token: state.token } },
    { tensor: step.reads[0], head: state.head },
    ...step.writes.map((tensor) => ({ tensor })),
  ],
  draw(scene, [{ pairs }, before, rotK, rotQ]) {
    const { step, state, sizes } = scene;
    const one = { head: state.head, token: state.token };
    const plates = { before: plateOf(scene, before, step.reads[0], one), after: plateOf(scene, rotQ, step.name, one) };
    const limits = limitsOf('signed', joinRanges([before.range, rotQ.range]));
    const chosen = pairs[chosenPair(scene)];
    return html`<h3>The query of <bdi>${chosenLabel(scene)?.text}</bdi> at position ${state.token} (counted from 0), head ${state.head + 1}: pair by pair</h3>
      <div class="rope">
        <div><div class="dials">${pairs.map((/** @type {Turn} */ pair) => dial(scene, pair, pair === chosen))}</div>
          <p class="note">Dashed: before the turn. In colour: after it. Below each dial: after how many positions it has come round once.</p></div>
        ${closeUp(scene, chosen)}
      </div>
      ${kept(sizes, plates.after)}
      ${stripFigure(scene, plates.before, { title: 'before', thick: 26, limits, legend: false, table: false })}
      ${stripFigure(scene, plates.after, { title: 'after', thick: 26, limits, table: false, note: 'one scale before and after' })}
      ${everyHead(scene, step.name, rotQ, 'Every query, turned')}
      ${everyHead(scene, step.writes[0], rotK, 'Every key, turned')}`;
  },
};

/** The pair that the chosen number belongs to; the first one where it is one that does not turn. @param {Scene} scene */
export function chosenPair({ picked, config, sizes }) {
  const dimension = picked?.index.at(-1) ?? 0;
  if (dimension >= 2 * sizes.pair) return 0;
  return config.rope_pairing === 'interleaved' ? Math.floor(dimension / 2) : dimension % sizes.pair;
}

/** @param {Scene} scene @param {Turn} turn @param {boolean} chosen */
function dial(scene, { pair, dimensions, period, angle, before, after }, chosen) {
  const { state, step } = scene;
  const pick = (/** @type {Event} */ event) => {
    const detail = { name: step.name, index: [state.head, state.token, dimensions[0]], value: after[0] };
    event.currentTarget?.dispatchEvent(new CustomEvent('lw-pick', { detail, bubbles: true, composed: true }));
  };
  return html`<button class="dial" aria-pressed=${chosen} @click=${pick}>
    <lw-dial .from=${before} .to=${after} .angle=${angle} .colour=${chosenLabel(scene)?.colour}></lw-dial>
    <span><span class="spoken">pair </span>${pair + 1}</span><span class="spoken"> turned by ${exactNumber(angle)} radians, once round in </span><span class="period">${placesOf(period)}</span><span class="spoken"> positions</span></button>`;
}

/** @param {number} period */
const placesOf = (period) => (period < 1000 ? formatNumber(period) : formatCount(Math.round(period)));

/** The chosen pair, large, with its numbers. @param {Scene} scene @param {Turn} turn */
function closeUp(scene, { pair, dimensions, frequency, angle, before, after }) {
  const { state, sizes, step } = scene;
  const row = (/** @type {string} */ word, /** @type {number[]} */ values) => html`<tr><th scope="row">${word}</th>${values.map((value) => html`<td>${exactNumber(value)}</td>`)}</tr>`;
  return html`<div class="close-up">
    <lw-dial large .from=${before} .to=${after} .angle=${angle} .colour=${chosenLabel(scene)?.colour}></lw-dial>
    <table><caption>pair ${pair + 1} of ${sizes.pair}, turned by <b>${exactNumber(angle)}</b> radians ${state.token ? html`=\u00a0${state.token}\u00a0×\u00a0${exactNumber(frequency)}` : nothing} <code>${step.reads[2]}[${state.token}, ${pair}]</code></caption>
      <thead><tr><td></td>${dimensions.map((dim) => html`<th scope="col">number ${dim + 1}</th>`)}</tr></thead>
      <tbody>${row('before', before)}${row('after', after)}</tbody></table></div>`;
}

/** @param {Record<string, number>} sizes @param {Plate} plate */
function kept({ pair }, plate) {
  const rest = plate.cols - 2 * pair;
  return rest > 0 ? html`<p class="note">${2 * pair} of ${plate.cols} numbers turn; the other ${rest} stay as they are.</p>` : nothing;
}
