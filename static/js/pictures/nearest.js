/** The pieces whose rows in the embedding table point most in the same direction as that of the chosen token. */

import { html, nothing } from '/static/vendor/lit.js';
import { formatCount, formatFixed } from '../format.js';
import { formatBytes, tokenLabel } from '../tokens.js';
import { chosenLabel } from './figure.js';

/** @typedef {import('./figure.js').Scene} Scene */
/** @typedef {import('../tokens.js').Token} Piece */
/** @typedef {Piece & {cosine: number, place: number}} Near */
/** @typedef {{piece: Piece, compared: number, nearest: Near[], middle: number, twin: Near | null}} Nearest as /api/nearest answers */

/** @type {import('./figure.js').Picture} */
export const picture = {
  sentence:
    'Rows that point the same way belong to pieces that are alike to the model. The cosine says how much: 1 is the same direction, 0 a right angle, below 0 they turn away from each other.',
  formula: String.raw`\cos(a, b) = \frac{E[a] \cdot E[b]}{\lVert E[a] \rVert \, \lVert E[b] \rVert}`,
  tensors: ({ step, state, trace }) => [
    { tensor: step.name, token: state.token },
    { read: '/api/nearest', query: { id: trace.tokens[state.token].id, text: null, bos: null } },
  ],
  draw(scene, [, answer]) {
    const { nearest, compared, middle } = /** @type {Nearest} */ (answer);
    return html`<h3>Nearest to <bdi>${chosenLabel(scene)?.text}</bdi>, of ${formatCount(compared)} other pieces</h3>
      <ol class="rank" aria-label="the nearest pieces, with their cosine">${nearest.map(row)}
        <li class="row rest"><span class="piece">half are below</span>${bar(middle)}<span class="figure">${formatFixed(middle, 3)}</span></li></ol>
      <h3>With a space in front, and without</h3>
      ${twinNote(answer)}`;
  },
};

/** @param {Near} piece */
const row = (piece) => html`<li class="row"><span class="piece"><bdi>${nameOf(piece)}</bdi> <span class="id">${piece.id}</span></span>
  ${bar(piece.cosine)}<span class="figure">${formatFixed(piece.cosine, 3)}</span></li>`;

/** @param {number} cosine */
const bar = (cosine) => html`<span class="track" aria-hidden="true"><i class="bar signed" data-share=${cosine}></i></span>`;

/** @param {Piece} piece */
function nameOf(piece) {
  if (!piece.bytes) return 'not used';
  return piece.text === null ? `byte ${formatBytes(piece)}` : tokenLabel(piece);
}

/** Why a word and the same word after a space are two things to the model. @param {Nearest} answer */
export function twinNote({ piece, twin, compared }) {
  const own = html`<b><bdi>${nameOf(piece)}</bdi></b> (id ${piece.id})`;
  if (!twin) return html`<p class="note">${own} has no twin in this vocabulary that differs from it only by a space in front.</p>`;
  return html`<p class="note">${own} and <b><bdi>${nameOf(twin)}</bdi></b> (id ${twin.id}) differ by one byte, the space in front, so they were counted and merged as different
    pieces: two numbers, two rows. Whatever the rows have in common was learned from use. Their cosine is <b class="figure">${formatFixed(twin.cosine, 3)}</b>:
    of the ${formatCount(compared)} other pieces, ${twin.place === 1 ? 'none is nearer' : html`with the nearest first, it is number ${formatCount(twin.place)}`}.${nothing}</p>`;
}
