/** What every view of the page has in common: focus, buttons, what only a screen reader sees. */
import { css } from '/static/vendor/lit.js';

/** Words for those who listen. */
export const spokenStyles = css`
  .spoken {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;

export const sharedStyles = css`
  :host {
    display: block;
    color: var(--ink);
    font-family: var(--font);
    font-size: var(--text-m);
    line-height: var(--leading);
  }
  :host([hidden]) {
    display: none;
  }
  * {
    box-sizing: border-box;
  }
  h2,
  h3,
  p {
    margin: 0;
  }
  h2 {
    font-size: var(--text-l);
    font-weight: 700;
    letter-spacing: -0.005em;
  }
  button {
    font: inherit;
    color: inherit;
    background: none;
    border: 0;
    padding: 0;
    cursor: pointer;
  }
  /* not "disabled": a button that has nothing to do now keeps the keyboard */
  button[aria-disabled='true'] {
    cursor: default;
    opacity: 0.45;
  }
  .button {
    padding: var(--space-1) var(--space-3);
    border: var(--hair) solid var(--line-strong);
    border-radius: var(--radius-s);
    background: var(--card);
    transition: background var(--quick) var(--ease);
  }
  .button:hover:not([aria-disabled='true']) {
    background: var(--sunk);
  }
  :focus-visible {
    outline: var(--thick) solid var(--here);
    outline-offset: var(--thick);
    border-radius: var(--radius-s);
  }
  .number {
    font-family: var(--mono);
    font-weight: 420;
    font-variant-numeric: tabular-nums;
  }
  .asks:hover,
  .asks:focus-visible {
    text-decoration: underline;
    text-decoration-color: var(--here);
    text-underline-offset: 3px;
  }
  .note {
    color: var(--ink-3);
    font-size: var(--text-s);
  }
  ${spokenStyles}
`;
