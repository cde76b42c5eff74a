/** Why a piece cannot be written after a text, in words. */
export const OBSTACLES = /** @type {Readonly<Record<string, string>>} */ ({
  full: 'The context is full: the model can read no more.',
  control: 'This is a control token: it is no text, so it cannot be written. Where the model draws it, the text ends.',
  unused: 'No piece of the vocabulary has this id.',
  'not-text': 'These bytes alone are no text: they are a part of a character, which only several tokens make.',
  inside: 'The chosen token ends in the middle of a character. Choose the last token of that character.',
});
