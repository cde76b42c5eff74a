/** How numbers look that are read off a picture: a small table, and a sentence about it. */

import { css } from '/static/vendor/lit.js';

export const readingStyles = css`
  :host {
    display: grid;
    gap: var(--space-3);
    font-size: var(--text-s);
    color: var(--ink-2);
  }
  .scroll {
    overflow-x: auto;
  }
  table {
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }
  th,
  td {
    padding: 2px var(--space-4) 2px 0;
    text-align: end;
    font-weight: 400;
    white-space: nowrap;
  }
  th[scope='row'] {
    text-align: start;
    white-space: normal;
  }
  thead th {
    color: var(--ink-3);
    font-size: var(--text-xs);
  }
  td {
    font-family: var(--mono);
    color: var(--ink);
  }
  p {
    margin: 0;
    max-inline-size: 46rem;
    text-wrap: pretty;
  }
  b {
    color: var(--ink);
    font-family: var(--mono);
    font-weight: 650;
  }
`;
