/**
 * Tokens as people see them: leading spaces, newlines and tabs are visible, characters without a shape have a name, and a
 * token that is only part of a character shows its bytes, never a replacement character. Imports nothing.
 */

/**
 * @typedef {object} Token as the API gives it
 * @property {number} id
 * @property {string} bytes hexadecimal
 * @property {string | null} text null where the bytes alone are not text
 * @property {number} [start] code points
 * @property {number} [end]
 * @property {string | null} [control] the name of a token that stands for no text
 * @property {boolean} [dummy] whether a space is in its piece that the tokenizer put there
 * @property {[number, number] | null} [part] which of the tokens of one character it is: [0, 3] is the first of three
 */
/** @typedef {Pick<Token, 'bytes' | 'text' | 'control' | 'dummy'>} Shown what is needed to show one */
/** @typedef {'text' | 'space' | 'newline' | 'tab' | 'control' | 'byte'} PieceKind */
/** @typedef {{kind: PieceKind, text: string}} Piece */

/** First-strong isolate … pop: keeps a right-to-left token, or an override, from reordering what stands around it. */
const [ISOLATE, POP] = ['\u2068', '\u2069'];
const NAMES = /** @type {Record<string, string>} */ ({
  '\u00a0': 'NBSP', '\u00ad': 'SHY', '\u200b': 'ZWSP', '\u200c': 'ZWNJ', '\u200d': 'ZWJ', '\u200e': 'LRM', '\u200f': 'RLM',
  '\u2028': 'LS', '\u2029': 'PS', '\u202a': 'LRE', '\u202b': 'RLE', '\u202c': 'PDF', '\u202d': 'LRO', '\u202e': 'RLO',
  '\u2060': 'WJ', '\u2066': 'LRI', '\u2067': 'RLI', '\u2068': 'FSI', '\u2069': 'PDI', '\ufe0e': 'VS15', '\ufe0f': 'VS16',
  '\ufeff': 'BOM', '\u007f': 'DEL', '\r': 'CR', '\v': 'VT', '\f': 'FF', '\0': 'NUL', '\u001b': 'ESC', '\b': 'BS',
});
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u00a0\ufe00-\ufe0f]/u;
/** @type {Record<string, Piece>} */
const SHAPES = {
  ' ': { kind: 'space', text: '␣' },
  '\n': { kind: 'newline', text: '⏎' },
  '\t': { kind: 'tab', text: '⇥' },
};

/** The name of a character that has no shape: "ZWJ", "U+0007". @param {string} char */
function nameCharacter(char) {
  const code = /** @type {number} */ (char.codePointAt(0));
  return NAMES[char] ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The bytes of a token, in pairs: "E2 80 8D". @param {Pick<Token, 'bytes'>} token */
export const formatBytes = (token) => (token.bytes.toUpperCase().match(/../g) ?? []).join(' ');

/** What a token shows, cut into runs of one kind. @param {Shown} token @returns {Piece[]} */
export function tokenPieces(token) {
  if (token.control) return [{ kind: 'control', text: token.control }];
  if (token.text === null) return [{ kind: 'byte', text: formatBytes(token) }];
  /** @type {Piece[]} */
  const pieces = token.dummy ? [{ kind: 'control', text: '▁' }] : [];
  for (const char of token.text) {
    const joins = char === '\u200d' || char === '\ufe0f';
    const last = pieces.at(-1);
    const piece = SHAPES[char] ?? (INVISIBLE.test(char) && !(joins && last?.kind === 'text') ? control(char) : null);
    if (piece) pieces.push({ ...piece });
    else if (last?.kind === 'text') last.text += char;
    else pieces.push({ kind: 'text', text: char });
  }
  return pieces;
}

/** One line of plain text for a token, isolated: for canvas, titles and SVG. @param {Shown} token */
export function tokenLabel(token) {
  return ISOLATE + tokenPieces(token).map(({ text }) => text).join('') + POP;
}

/** The same, cut to `most` characters with an ellipsis. @param {Shown} token @param {number} most */
export function shortLabel(token, most) {
  const chars = [...tokenPieces(token).map(({ text }) => text).join('')];
  return ISOLATE + (chars.length > most ? `${chars.slice(0, Math.max(1, most - 1)).join('')}…` : chars.join('')) + POP;
}

/** How a token is read aloud. @param {Shown} token */
export function tokenSpoken(token) {
  if (token.text === null) return `bytes ${formatBytes(token)}`;
  const words = { space: 'space', newline: 'newline', tab: 'tab' };
  const say = (/** @type {Piece} */ { kind, text }) => words[/** @type {'space'} */ (kind)] ?? text;
  return tokenPieces(token).map(say).join(' ') || 'nothing';
}

/** Why a guess has a name in the place of letters, or nothing. @param {Pick<Token, 'text'>} token */
export const controlNote = ({ text }) => (text && tokenPieces({ bytes: '', text }).every(({ kind }) => kind === 'control') ? 'a control character' : '');

/** The place of the first lone surrogate (half of a character, which has no bytes), or −1. @param {string} text */
export const loneSurrogate = (text) => text.search(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);

/** @param {string} char @returns {Piece} */
const control = (char) => ({ kind: 'control', text: nameCharacter(char) });
