/** How the arithmetic of a number looks: quiet ink on paper, numbers set in tabular mono, operands as things to press. */

import { css } from '/static/vendor/lit.js';

export const arithmeticStyles = css`
  :host {
    display: block;
    container-type: inline-size;
    font-size: var(--text-s);
    color: var(--ink);
    min-inline-size: 0;
    scroll-margin-block: var(--space-4);
  }
  section {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-3);
    border-radius: var(--radius-s);
  }
  p,
  dl,
  dd,
  ol {
    margin: 0;
    padding: 0;
  }
  code,
  .figure,
  .value,
  .result {
    font-family: var(--mono);
    font-variant-numeric: tabular-nums;
  }
  code {
    overflow-wrap: anywhere;
  }
  .note {
    color: var(--ink-3);
    font-size: var(--text-xs);
  }
  .told {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-3);
    min-block-size: 6rem;
    align-content: start;
  }
  .told[aria-busy='true'] {
    visibility: hidden;
  }
  .told[data-depth='words'] {
    font-size: var(--text-m);
    line-height: 1.55;
    text-wrap: pretty;
  }
  lw-formula {
    min-block-size: 2rem;
  }
  :focus-visible {
    outline: 2px solid var(--here);
    outline-offset: 2px;
  }
  button {
    font: inherit;
    color: inherit;
    background: none;
    border: 0;
    padding: 0;
    cursor: pointer;
  }
  .plain {
    background: var(--sunk);
    border-radius: var(--radius-s);
    padding: var(--space-1) var(--space-3);
    min-block-size: 1.75rem;
    font-size: var(--text-xs);
  }
  .plain:hover,
  .opener:hover {
    background: var(--line);
  }
  .end {
    padding: var(--space-3) var(--space-4);
    background: var(--here-wash);
    border-radius: var(--radius-s);
    line-height: 1.5;
  }
  .lane {
    color: var(--lane);
    font-weight: 650;
  }
  .piece {
    font-weight: 650;
  }
  .shapes {
    font-family: var(--mono);
    overflow-wrap: anywhere;
  }
  dt {
    color: var(--ink-3);
    font-size: var(--text-xs);
  }
  .about {
    display: grid;
    gap: var(--space-1);
  }
  .about dt {
    margin-block-start: var(--space-2);
  }
  .axes {
    color: var(--ink-2);
    font-size: var(--text-xs);
    font-variant-numeric: tabular-nums;
  }
  .letters {
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr);
    align-items: baseline;
    gap: var(--space-1) var(--space-4);
  }
  .letters > div {
    display: contents;
  }
  .letters dt {
    color: var(--ink);
    font-size: var(--text-m);
  }
  .letters code {
    color: var(--ink-3);
    font-size: var(--text-xs);
  }
  a {
    color: inherit;
    text-underline-offset: 3px;
  }
  .failed {
    padding: var(--space-3) var(--space-4);
    background: var(--bad-wash);
    border-radius: var(--radius-s);
    display: grid;
    gap: var(--space-2);
    justify-items: start;
  }
`;
