/** What one sentence costs in several languages: whoever pays by the token pays more where the pieces are smaller. */

import { html } from '/static/vendor/lit.js';
import { formatFixed, formatProbability } from '../format.js';
import '../views/prices.js';

/** @typedef {import('../views/prices.js').Dearest} Dearest */

/** @type {import('./figure.js').Picture} */
export const picture = {
  sentence:
    'A model is paid per token, can read only so many tokens, and needs time for each. A vocabulary that was made from English text makes other languages expensive: it has few pieces for them, or only single bytes.',
  formula: String.raw`\text{times} = \frac{T_{\text{language}}}{T_{\text{English}}}`,
  tensors: ({ step }) => [{ tensor: step.name }, { read: '/api/price', query: { text: null, bos: null } }],
  draw: (_, [, answer]) => html`<h3>The same sentence in ten languages</h3>
    <lw-prices .prices=${answer}></lw-prices>
    <h3>What that costs</h3>
    <p class="note">To say the same costs that many times as much, takes that many times as long, and fills that many times as much of the context.</p>
    <ul class="plain">${answer.dearest.map(cost)}</ul>
    <p class="note">The translations are our own; your text is not used here.</p>`,
};

/** @param {Dearest} dearest */
const cost = ({ vocabulary, language, times, share }) => html`<li class="note"><b>${vocabulary}</b>: the most expensive is ${language}, with ${formatFixed(times, 1)} times the tokens of English: a
  context holds ${formatProbability(share)} of what it holds in English.</li>`;
