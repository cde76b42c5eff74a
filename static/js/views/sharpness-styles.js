/** The styles of <lw-sharpness>. */

import { css } from '/static/vendor/lit.js';

export const sharpnessStyles = css`
  :host {
    display: block;
    container-type: inline-size;
    font-size: var(--text-s);
  }
  table {
    inline-size: 100%;
    max-inline-size: 56rem;
    border-collapse: collapse;
  }
  th,
  td {
    padding: 2px 0;
    font-weight: 400;
    text-align: end;
    white-space: nowrap;
  }
  th:first-child,
  td:first-child {
    text-align: start;
    padding-inline-end: var(--space-3);
  }
  thead td {
    color: var(--ink-3);
    font-size: var(--text-xs);
    font-family: var(--font);
  }
  thead th {
    font-weight: 650;
    border-block-end: var(--hair) solid var(--line-strong);
  }
  thead th:first-child {
    color: var(--ink-3);
    font-weight: 400;
    font-size: var(--text-xs);
    border: 0;
  }
  tr > :not(:first-child) {
    padding-inline-start: var(--space-3);
  }
  tbody th bdi {
    display: block;
    max-inline-size: 7rem;
    overflow: hidden;
    text-overflow: ellipsis;
    color: var(--lane);
    font-weight: 600;
  }
  .pair {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-items: center;
  }
  .score {
    display: none;
  }
  .pair .weight {
    order: -1;
  }
  button,
  .number,
  td {
    font-family: var(--mono);
    font-size: inherit;
    font-variant-numeric: tabular-nums;
    text-align: end;
    color: inherit;
  }
  button {
    padding: 0 2px;
    min-block-size: 1.75rem;
    border: 0;
    background: none;
    border-radius: var(--radius-s);
    cursor: pointer;
  }
  button:hover {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  .picked {
    color: var(--here-ink);
    font-weight: 700;
  }
  :focus-visible {
    outline: 2px solid var(--here);
    outline-offset: 1px;
  }
  .hidden {
    color: var(--ink-3);
  }
  tfoot tr:first-child > * {
    border-block-start: var(--thick) solid var(--line-strong);
    padding-block-start: var(--space-2);
  }
  tfoot th {
    color: var(--ink-2);
    white-space: normal;
  }
  tfoot td {
    vertical-align: top;
    font-weight: 600;
  }
  small {
    color: var(--ink-3);
    font-size: var(--text-xs);
  }
  .note {
    margin: var(--space-2) 0 0;
    color: var(--ink-3);
  }
  @container (min-width: 40rem) {
    th:first-child {
      inline-size: 13rem;
    }
    tr > :last-child {
      padding-inline-start: var(--space-6);
    }
    .pair {
      grid-template-columns: 3.2rem minmax(0, 1fr) 4.5rem;
      gap: var(--space-3);
    }
    .score {
      display: block;
    }
    thead th:not(:first-child) {
      text-align: center;
    }
    .pair .weight {
      order: 0;
    }
  }
`;
