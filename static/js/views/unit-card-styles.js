/** How a unit of an MLP stands: its inputs and their product, the bar, the pieces. */

import { css } from '/static/vendor/lit.js';

export const unitStyles = css`
  :host {
    display: block;
    container-type: inline-size;
    border-block-start: var(--hair) solid var(--line);
    padding-block: var(--space-3);
    font-size: var(--text-s);
  }
  .card {
    display: grid;
    grid-template-columns: 4.5rem 25rem minmax(8rem, 1fr);
    gap: var(--space-2) var(--space-5);
    align-items: center;
  }
  h4 {
    margin: 0;
    font-size: var(--text-s);
    font-weight: 650;
  }
  .flow {
    display: grid;
    grid-template-columns: auto auto auto auto minmax(5.5rem, auto);
    justify-content: start;
    align-items: center;
    gap: var(--space-1) var(--space-2);
  }
  .plain {
    grid-template-columns: auto auto minmax(5.5rem, auto);
  }
  .arrow {
    color: var(--ink-3);
    text-align: center;
    white-space: nowrap;
  }
  .both {
    grid-row: 1 / 3;
    grid-column: 4;
    display: grid;
    align-items: center;
    align-self: stretch;
    border-inline-start: 2px solid var(--line-strong);
    border-radius: 0 var(--radius-m) var(--radius-m) 0;
    padding-inline: var(--space-2);
    font-size: var(--text-l);
    color: var(--ink-2);
  }
  .result {
    grid-row: 1 / 3;
    grid-column: 5;
  }
  .plain .result {
    grid-row: 1;
    grid-column: 3;
  }
  .up {
    grid-column: 1 / 4;
    justify-self: end;
    grid-row: 2;
  }
  button {
    position: relative;
    font: inherit;
    color: var(--ink);
    min-block-size: 1.75rem;
    padding: 0 var(--space-2);
    background: var(--sunk);
    border: 0;
    border-radius: var(--radius-s);
    white-space: nowrap;
    cursor: pointer;
  }
  button:hover {
    background: var(--line);
  }
  button[aria-pressed='true'] {
    box-shadow: 0 0 0 2px var(--here);
  }
  button b,
  .length b {
    font-family: var(--mono);
    font-variant-numeric: tabular-nums;
    font-weight: 600;
  }
  .flow b {
    display: inline-block;
    min-inline-size: 6ch;
    text-align: end;
  }
  button span {
    color: var(--ink-2);
    font-size: var(--text-xs);
    margin-inline-end: 0.35em;
  }
  :focus-visible {
    outline: 2px solid var(--here);
    outline-offset: 2px;
  }
  .written {
    display: grid;
    gap: 3px;
  }
  .bar {
    block-size: 0.5rem;
    border-radius: 2px;
    background: linear-gradient(var(--ink-2), var(--ink-2)) left / calc(var(--share, 0) * 100%) 100% no-repeat var(--sunk);
  }
  :host(:dir(rtl)) .bar {
    background-position: right;
  }
  .length {
    color: var(--ink-2);
    font-size: var(--text-xs);
    font-variant-numeric: tabular-nums;
  }
  .raises {
    grid-column: 2 / -1;
    color: var(--ink-2);
  }
  ul {
    display: inline;
    padding: 0;
    margin: 0;
    list-style: none;
  }
  .raises li {
    display: inline-block;
    margin-inline-end: var(--space-4);
    white-space: nowrap;
  }
  .raises .text {
    color: var(--ink);
    font-weight: 600;
  }
  .raises .change {
    font-family: var(--mono);
    font-size: var(--text-xs);
  }
  @container (max-width: 44rem) {
    .card {
      grid-template-columns: minmax(0, 1fr);
    }
    .raises {
      grid-column: 1;
    }
  }
`;
