/** A number for every piece of the vocabulary: the logits, capped or not, as lists of the highest and lowest and as a whole. */

import { html, nothing } from '/static/vendor/lit.js';
import { formatCount, formatFixed } from '../format.js';
import { limitsOf } from '../views/grid-scale.js';
import { formatBytes, tokenLabel } from '../tokens.js';
import { chosenLabel, plateOf, stripFigure } from './figure.js';

/** @typedef {import('./figure.js').Scene} Scene */
/** @typedef {import('./figure.js').Plate} Plate */
/** @typedef {import('../types.js').Guess} Guess */

export const WRAP = 128;
const LISTED = 10;

/** @type {import('./figure.js').Picture} */
export const picture = {
  tensors: ({ step, state, sizes }) => [
    ...(step.kind === 'unembed' ? [{ tensor: step.reads[0] }] : [{ tensor: step.reads[0], token: state.token }]),
    { tensor: step.name, token: state.token },
    { next: state.token, top: Math.min(LISTED, sizes.vocab), least: Math.min(LISTED, sizes.vocab) },
  ],
  draw(scene, [input, output, next]) {
    const { step, state } = scene;
    const plate = plateOf(scene, output, step.name, { token: state.token }, WRAP);
    return html`<h3>After <bdi>${chosenLabel(scene)?.text}</bdi></h3>
      ${step.kind === 'unembed'
        ? html`${stripFigure(scene, plateOf(scene, input, step.reads[0], { token: state.token }), { title: 'in', thick: 26, table: false })}
            <p class="between"><span class="factor">↓ compared with each row of <code>${step.weights[0] ?? ''}</code></span></p>`
        : html`${stripFigure(scene, plateOf(scene, input, step.reads[0], { token: state.token }, WRAP), { title: 'before', thick: 9, table: false })}`}
      ${lists(scene, plate, next)}
      ${wholeVocabulary(scene, plate)}`;
  },
};

/** @param {Scene} scene @param {Plate} plate @param {import('../types.js').Next} next */
function lists(scene, plate, { candidates, least }) {
  const whole = candidates.length === plate.length;
  return html`<div class="ranks">
    ${rankList(scene, plate, candidates, whole ? `All ${plate.length} pieces` : `The ${candidates.length} highest of ${formatCount(plate.length)}`)}
    ${whole ? nothing : rankList(scene, plate, least, `The ${least.length} lowest of ${formatCount(plate.length)}`)}
  </div>`;
}

/** @param {Scene} scene @param {Plate} plate @param {Guess[]} pieces @param {string} title */
function rankList(scene, plate, pieces, title) {
  const reach = Math.max(Math.abs(plate.range.min), Math.abs(plate.range.max)) || 1;
  return html`<section><h4>${title}</h4><ol class="rank">${pieces.map((piece) => html`<li>
    <button @click=${(/** @type {Event} */ event) => pickPiece(event, scene, plate, piece.id)}>
      <bdi class="piece">${nameOf(piece)}</bdi><span class="track"><i class="bar signed" data-share=${plate.values[piece.id] / reach}></i></span>
      <span class="figure">${formatFixed(plate.values[piece.id], 3)}</span></button></li>`)}</ol></section>`;
}

/** A piece as text; one that is no text by itself by its bytes, one that is not used by its id. @param {Guess} piece */
function nameOf(piece) {
  if (!piece.bytes) return html`<span class="id">id ${piece.id}</span>`;
  return piece.text === null ? html`<span class="id">byte ${formatBytes(piece)}</span>` : tokenLabel(piece);
}

/** @param {Event} event @param {Scene} scene @param {Plate} plate @param {number} id */
export function pickPiece(event, scene, plate, id) {
  const detail = { name: plate.name, index: [scene.state.token, id], value: plate.values[id] };
  event.currentTarget?.dispatchEvent(new CustomEvent('lw-pick', { detail, bubbles: true, composed: true }));
}

/** Every piece as a cell, in the order of the ids. @param {Scene} scene @param {Plate} plate */
export function wholeVocabulary(scene, plate) {
  const { scale, range } = plate;
  const limits = scale === 'weight' ? { kind: /** @type {const} */ ('weight'), low: 0, high: range.max || 1 } : limitsOf(scale, range);
  const words = plate.wrapped
    ? `all ${formatCount(plate.length)} pieces of the vocabulary, ${plate.cols} a row, in the order of their ids`
    : `all ${formatCount(plate.length)} pieces of the vocabulary`;
  return html`<h3>The whole vocabulary</h3>
    ${stripFigure(scene, plate, { title: words, limits, thick: plate.wrapped ? 9 : 26 })}`;
}
