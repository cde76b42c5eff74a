/** The tokens: what was typed, piece by piece, with the number and the bytes of each. */

import { html } from '/static/vendor/lit.js';
import { formatBytes, tokenLabel, tokenSpoken } from '../tokens.js';
import { exactNumber } from '../views/step-number.js';
import { formatCount } from '../format.js';

/** @typedef {import('../types.js').Token} Token */
/** @typedef {import('./figure.js').Scene} Scene */

/** @type {import('./figure.js').Picture} */
export const picture = {
  tensors: ({ step }) => [{ tensor: step.name }],
  draw(scene, [ids]) {
    const { tokens, sizes } = scene.trace;
    return html`<ol class="chips">${tokens.map((token, i) => chip(scene, token, i, ids.values[i]))}</ol>
      <p class="note">Each number is the token's place in a vocabulary of ${formatCount(sizes.vocab)} pieces. The bytes of all tokens, joined, are
        the text as it was typed; a space or a new line belongs to the token that it stands in.</p>`;
  },
};

/** @param {Scene} scene @param {Token} token @param {number} i @param {number} id */
function chip(scene, token, i, id) {
  const element = { name: scene.step.name, index: [i], value: id };
  const pick = (/** @type {Event} */ event) =>
    event.currentTarget?.dispatchEvent(new CustomEvent('lw-pick', { detail: element, bubbles: true, composed: true }));
  return html`<li class="chip ${joined(token)}">
    <button data-lane=${i} aria-pressed=${i === scene.state.token} @click=${pick}>
      <span class="spoken">Token ${i + 1}: ${tokenSpoken(token)}, id </span>
      <span class="place" aria-hidden="true">${i + 1}</span>
      <bdi class="text" aria-hidden="true">${tokenLabel(token)}</bdi>
      <span class="id">${exactNumber(id)}</span>
      <span class="bytes">${formatBytes(token)}</span>
      ${token.part ? html`<span class="part">part ${token.part[0] + 1} of ${token.part[1]} of a character</span>` : ''}
    </button>
  </li>`;
}

/** How a bracket joins the tokens of one character. @param {Token} token */
function joined({ part }) {
  if (!part) return '';
  return `part-of ${part[0] === 0 ? 'first' : ''} ${part[0] === part[1] - 1 ? 'last' : ''}`;
}
