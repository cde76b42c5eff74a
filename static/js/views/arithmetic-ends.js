/** Where the way back ends: a learned weight, the text itself, a position. And how a token is named in a sentence. */

import { html, nothing } from '/static/vendor/lit.js';
import { tokenLabel } from '../tokens.js';

/** @typedef {import('../types.js').Explanation} Explanation */
/** @typedef {import('./step-scene.js').Scene} Scene */

/** A token in its lane's colour. @param {Scene} scene @param {number} at */
export function tokenWord({ labels }, at) {
  return labels[at] ? html`<bdi class="lane" data-lane=${at}>${labels[at].text}</bdi>` : `token ${at + 1}`;
}

/** What is said at an end, or nothing where the way goes on. @param {Explanation} told @param {Scene} scene */
export function endOf(told, scene) {
  const { expression } = told;
  if (expression.node !== 'operand' || expression.name !== told.tensor) return null;
  if (expression.source === 'weight') return weightEnd(told, expression);
  if (expression.source === 'id') return idEnd(told, scene);
  if (expression.source === 'position') return html`<b>A position.</b> It is the token’s place in the text, counted from 0. Here the way back ends.`;
  return null;
}

/** @param {Explanation} told @param {import('../types.js').OperandNode} operand */
function weightEnd(told, { piece, note }) {
  return html`<b>A learned weight.</b> Nobody computed it: training found it, and it is the same for every text.
    ${piece ? html`It stands in the row of <bdi class="piece">${tokenLabel(piece)}</bdi>.` : nothing} ${note ?? nothing} Here the way back ends.`;
}

/** @param {Explanation} told @param {Scene} scene */
function idEnd(told, scene) {
  const at = told.index[0];
  return html`<b>A token id: the text itself.</b> Token ${at + 1} is ${tokenWord(scene, at)}, and ${told.value} is the place of that piece in the model’s
    vocabulary of ${scene.sizes.vocab}. ${scene.trace.tokens[at]?.control ? 'It stands before the text, and says that one begins.' : 'Somebody typed it.'} Here the way back ends.`;
}
