/**
 * Rotary positions: every pair of numbers of the chosen token's query as a dial, before and after the turn, one pair large
 * with its numbers, and the turned queries and keys of all heads.
 */

import { html, nothing } from '/static/vendor/lit.js';
import { exactNumber } from '../views/step-number.js';
import '../views/step-dial.js';
import { joinRanges, limitsOf } from '../views/grid-scale.js';
import { chosenLabel, plateOf, stripFigure } from './figure.js';
import { everyHead } from './linear.js';

/** @typedef {import('./figure.js').Scene} Scene */
/** @typedef {import('./figure.js').Plate} Plate */

/** @type {import('./figure.js').Picture} */
export const picture = {
  tensors: ({ step, state }) => [
    { tensor: step.reads[0], head: state.head },
    { tensor: step.reads[2] },
    ...step.writes.map((tensor) => ({ tensor })),
  ],
  draw(scene, [before, angles, rotK, rotQ]) {
    const { step, state, sizes } = scene;
    const one = { head: state.head, token: state.token };
    const plates = {
      before: plateOf(scene, before, step.reads[0], one),
      after: plateOf(scene, rotQ, step.name, one),
      angle: plateOf(scene, angles, step.reads[2], { token: state.token }),
    };
    const pairs = [...Array(sizes.pair).keys()].map((pair) => ({ pair, dims: dimensionsOf(pair, scene) }));
    const chosen = pairs.find(({ dims }) => dims.includes(scene.picked?.index.at(-1) ?? -1)) ?? pairs[0];
    const limits = limitsOf('signed', joinRanges([before.range, rotQ.range]));
    return html`<h3>The query of <bdi>${chosenLabel(scene)?.text}</bdi> at position ${state.token} (counted from 0), head ${state.head + 1}: pair by pair</h3>
      <div class="rope">
        <div class="dials">${pairs.map((pair) => dial(scene, plates, pair, pair === chosen))}</div>
        ${closeUp(scene, plates, chosen)}
      </div>
      ${kept(sizes, plates.after)}
      ${stripFigure(scene, plates.before, { title: 'before', thick: 26, limits, legend: false, table: false })}
      ${stripFigure(scene, plates.after, { title: 'after', thick: 26, limits, table: false, note: 'one scale before and after' })}
      ${everyHead(scene, step.name, rotQ, 'Every query, turned')}
      ${everyHead(scene, step.writes[0], rotK, 'Every key, turned')}`;
  },
};

/** The two dimensions that turn together: neighbours, or one from each half. @param {number} pair @param {Scene} scene */
function dimensionsOf(pair, { config, sizes }) {
  return config.rope_pairing === 'interleaved' ? [2 * pair, 2 * pair + 1] : [pair, pair + sizes.pair];
}

/** @param {Scene} scene @param {Record<'before' | 'after' | 'angle', Plate>} plates @param {{pair: number, dims: number[]}} which @param {boolean} chosen */
function dial(scene, { before, after, angle }, { pair, dims }, chosen) {
  const at = (/** @type {Plate} */ plate) => dims.map((dim) => plate.values[dim]);
  const pick = (/** @type {Event} */ event) => {
    const detail = { name: after.name, index: [scene.state.head, scene.state.token, dims[0]], value: after.values[dims[0]] };
    event.currentTarget?.dispatchEvent(new CustomEvent('lw-pick', { detail, bubbles: true, composed: true }));
  };
  return html`<button class="dial" aria-pressed=${chosen} aria-label="pair ${pair + 1}: turned by ${exactNumber(angle.values[pair])} radians" @click=${pick}>
    <lw-dial .from=${at(before)} .to=${at(after)} .angle=${angle.values[pair]} .colour=${chosenLabel(scene)?.colour}></lw-dial>
    <span>${pair + 1}</span></button>`;
}

/** The chosen pair, large, with its numbers. @param {Scene} scene @param {Record<'before' | 'after' | 'angle', Plate>} plates @param {{pair: number, dims: number[]}} which */
function closeUp(scene, { before, after, angle }, { pair, dims }) {
  const both = (/** @type {Plate} */ plate) => dims.map((dim) => plate.values[dim]);
  const row = (/** @type {string} */ word, /** @type {Plate} */ plate) => html`<tr><th scope="row">${word}</th>${both(plate).map((value) => html`<td>${exactNumber(value)}</td>`)}</tr>`;
  return html`<div class="close-up">
    <lw-dial large .from=${both(before)} .to=${both(after)} .angle=${angle.values[pair]} .colour=${chosenLabel(scene)?.colour}></lw-dial>
    <table><caption>pair ${pair + 1} of ${scene.sizes.pair}, turned by <b>${exactNumber(angle.values[pair])}</b> radians <code>${angle.name}[${scene.state.token}, ${pair}]</code></caption>
      <thead><tr><td></td>${dims.map((dim) => html`<th scope="col">number ${dim + 1}</th>`)}</tr></thead>
      <tbody>${row('before', before)}${row('after', after)}</tbody></table></div>`;
}

/** @param {Record<string, number>} sizes @param {Plate} plate */
function kept({ pair }, plate) {
  const rest = plate.cols - 2 * pair;
  return rest > 0 ? html`<p class="note">${2 * pair} of ${plate.cols} numbers turn; the other ${rest} stay as they are.</p>` : nothing;
}
