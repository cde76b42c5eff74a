/** Two questions that attention raises, answered where it is seen. Words only. */

import { html, nothing } from '/static/vendor/lit.js';

/** @param {string} kind of the step */
export function attentionNotes(kind) {
  if (kind !== 'softmax' && kind !== 'mix') return nothing;
  return html`<details class="question">
      <summary>Why does everything look at the first token?</summary>
      <p>A row must add up to 1, so a head that has nothing to find still has to look somewhere. The first token can be seen by
        every other one, and models learn to rest there: its value vector tends to be small, so that looking at it brings almost
        nothing. This is called an attention sink. “Ignore the first token” leaves it out of the colours; the numbers stay.</p>
    </details>
    <details class="question">
      <summary>Attention is not an explanation</summary>
      <p>A large weight says that a token’s value was taken in, not that it decided the answer. The value may be small, W<sub>O</sub> may
        turn it away, later layers may undo it, and other weights can give the same prediction. To learn what a head does, change
        it and see what changes.</p>
    </details>`;
}
