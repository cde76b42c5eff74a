/** What one sentence costs in several languages: whoever pays by the token pays more where the pieces are smaller. */

import { html } from '/static/vendor/lit.js';
import { formatFixed, formatProbability } from '../format.js';
import '../views/prices.js';

/** @typedef {import('../views/prices.js').Dearest} Dearest */

/** @type {import('./figure.js').Picture} */
export const picture = {
  sentence:
    'Models are paid by the token, read so many tokens at most, and take their time over each. A vocabulary that was counted on English text makes other languages dear: it has few pieces for them, or only single bytes.',
  formula: String.raw`\text{times} = \frac{T_{\text{language}}}{T_{\text{English}}}`,
  tensors: ({ step }) => [{ tensor: step.name }, { read: '/api/price', query: { text: null, bos: null } }],
  draw: (_, [, answer]) => html`<h3>The same sentence in ten languages</h3>
    <lw-prices .prices=${answer}></lw-prices>
    <h3>What that costs</h3>
    <p class="note">Whoever pays by the token pays that many times as much for saying the same, waits that many times as long, and a context of so many tokens
      holds that much less of it.</p>
    <ul class="plain">${answer.dearest.map(cost)}</ul>
    <p class="note">The translations are our own and say the same; the words of your text are not used here.</p>`,
};

/** @param {Dearest} dearest */
const cost = ({ vocabulary, language, times, share }) => html`<li class="note"><b>${vocabulary}</b>: the dearest is ${language}, ${formatFixed(times, 1)} times the tokens of English. A
  context holds ${formatProbability(share)} of what it holds in English.</li>`;
