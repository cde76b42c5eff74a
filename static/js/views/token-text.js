/** A token as a piece of the page: visible spaces, names of characters without a shape, bytes, right-to-left isolated. */
import { css, html } from '/static/vendor/lit.js';
import { tokenPieces } from '../tokens.js';

export const tokenTextStyles = css`
  .token {
    unicode-bidi: isolate;
    white-space: pre;
  }
  .token .mark {
    opacity: 0.5;
    font-weight: 400;
  }
  .token .control,
  .token .byte {
    font-family: var(--mono);
    font-size: 0.78em;
    font-weight: 500;
    padding-inline: 0.25em;
    border-radius: var(--radius-s);
    display: inline-block;
    max-inline-size: 100%;
    overflow: hidden;
    text-overflow: ellipsis;
    vertical-align: bottom;
    box-shadow: inset 0 0 0 var(--hair) color-mix(in srgb, currentcolor 35%, transparent); /* a tinted ground takes contrast away */
  }
`;

/** @param {import('../tokens.js').Shown} token */
export function tokenText(token) {
  const pieces = tokenPieces(token);
  // An isolate cannot hold an override that is opened inside it and never closed: each run gets its own.
  return html`<bdi class="token">${pieces.map(pieceText)}</bdi>`;
}

/** @param {import('../tokens.js').Piece} piece */
function pieceText({ kind, text }) {
  if (kind === 'text') return html`<bdi>${text}</bdi>`;
  const looks = kind === 'control' || kind === 'byte' ? kind : 'mark';
  return html`<span class=${looks}>${text}</span>`;
}

/** The character that a partial token belongs to, from the text, or its name where it has no shape.
 * @param {string} text @param {import('../tokens.js').Token} token */
export function wholeCharacter(text, token) {
  return tokenText({ bytes: '', text: [...text].slice(token.start, token.end).join('') });
}
