/** The same text as other vocabularies cut it: other pieces, other numbers, more or fewer of them. */

import { html } from '/static/vendor/lit.js';
import { plural } from '../format.js';
import '../views/cuts.js';

/** @type {import('./figure.js').Picture} */
export const picture = {
  sentence:
    'Each vocabulary was made from other texts, so the same sentence is cut into other pieces with other numbers. A number means something only together with its vocabulary.',
  formula: String.raw`\text{characters per token} = \frac{\text{characters}}{T}`,
  tensors: ({ step }) => [{ tensor: step.name }, { read: '/api/vocabularies' }],
  draw: (_, [, answer]) => html`<h3>One text, four vocabularies</h3>
    <p class="note">${plural(answer.characters, 'character')}, ${plural(answer.bytes, 'byte')}. A space that belongs to a token is drawn as ␣; a token that is only part of a
      character shows its bytes.</p>
    <lw-cuts .cuts=${answer.cuts}></lw-cuts>`,
};
