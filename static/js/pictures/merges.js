/** The tokens, merge by merge: from the bytes of the text to the pieces that the model reads. */

import { html } from '/static/vendor/lit.js';
import { formatCount } from '../format.js';
import '../views/merges.js';
import { tokenLabel } from '../tokens.js';
import { twinNote } from './nearest.js';
import { inSymbols } from './symbols.js';

/** @typedef {import('./figure.js').Scene} Scene */

const FORMULA = String.raw`\begin{gathered} (a, b) = \operatorname*{arg\,min}_{a,\, b \text{ neighbours},\; ab \in V} \operatorname{rank}(ab) \\[0.4em] a,\, b \;\mapsto\; ab \qquad \text{until all } ab \notin V \end{gathered}`;

/** @type {import('./figure.js').Picture} */
export const picture = {
  sentence:
    'Byte pair encoding starts from the bytes of the text. Again and again it joins two neighbours: the pair that training joined first. When no two neighbours make a piece of the vocabulary, the pieces are the tokens.',
  tensors: ({ step, state, trace }) => [
    { tensor: step.name },
    { read: '/api/merges' },
    { read: '/api/nearest', query: { id: trace.tokens[state.token].id, text: null, bos: null } },
  ],
  draw(scene, [, answer, nearest]) {
    const { trace, state, set } = scene;
    if (!answer.merging) return withoutMerges(scene, answer);
    return html`<h3>From bytes to tokens</h3>
      <lw-merges .merging=${answer.merging} .tokens=${trace.tokens} .stage=${state.stage} .chosen=${state.token}
        @lw-stage=${(/** @type {CustomEvent<number>} */ { detail }) => set({ stage: detail, replace: true })}></lw-merges>
      <h3>With a space in front, and without</h3>
      ${twinNote(nearest)}
      ${inSymbols(FORMULA)}`;
  },
};

/** What stands here where nothing is merged. @param {Scene} scene @param {{kind: string, vocab_size: number}} answer */
function withoutMerges({ trace }, { kind, vocab_size: size }) {
  const words = kind === 'words';
  return html`<h3>Nothing is merged here</h3>
    <p class="note">${words
      ? `This model knows ${formatCount(size)} whole words and nothing else. The text is cut at its spaces, and each word has its number.`
      : `The tokenizer of this model finds its ${formatCount(size)} pieces by another method than merging bytes.`}
      ${words ? 'A model with a larger vocabulary, such as story, builds its pieces from bytes.' : ''}</p>
    <p class="between">${trace.tokens.map((token) => html`<span class="factor"><bdi>${tokenLabel(token)}</bdi> → <b>${token.id}</b></span>`)}</p>`;
}
