/** The styles of norms (a column of numbers between strips) and of RoPE's dials. */

import { css } from '/static/vendor/lit.js';

export const normStyles = css`
  .norms {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr);
    gap: var(--space-4);
  }
  .factors {
    display: flex;
    gap: var(--space-2);
    font-size: var(--text-xs);
    max-inline-size: 12rem;
  }
  .column {
    display: grid;
    grid-auto-rows: var(--thick);
    grid-template-rows: calc(var(--text-s) * var(--leading) + var(--space-1));
    justify-items: end;
    align-content: start;
  }
  .column .title {
    color: var(--ink-2);
  }
  .column button {
    padding: 0 var(--space-1);
    border: 0;
    background: none;
    font-family: var(--mono);
    font-variant-numeric: tabular-nums;
    line-height: 1;
    cursor: pointer;
    border-radius: 3px;
  }
  .column button:hover {
    background: var(--sunk);
  }
  .who {
    display: none;
    color: var(--lane);
    font-family: var(--font);
    font-weight: 600;
    margin-inline-end: 0.6em;
  }
  @container (max-width: 46rem) {
    .norms {
      grid-template-columns: minmax(0, 1fr);
    }
    .factors {
      max-inline-size: none;
      gap: var(--space-5);
    }
    .who {
      display: inline;
    }
  }

  .rope {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-5);
    align-items: start;
  }
  @container (min-width: 46rem) {
    .rope {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    }
  }
  .dials {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(3.5rem, 1fr));
    gap: var(--space-1);
  }
  .dial {
    display: grid;
    justify-items: center;
    padding: var(--space-1);
    border: var(--hair) solid transparent;
    border-radius: var(--radius-m);
    background: none;
    font-size: var(--text-xs);
    color: var(--ink-3);
    cursor: pointer;
  }
  .dial:hover {
    border-color: var(--line-strong);
  }
  .dial[aria-pressed='true'] {
    border-color: var(--here);
    color: var(--here-ink);
    font-weight: 700;
  }
  .close-up {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-4);
    align-items: center;
    font-size: var(--text-s);
  }
  .close-up table {
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }
  .close-up caption {
    text-align: start;
    color: var(--ink-2);
    padding-block-end: var(--space-2);
  }
  .close-up th,
  .close-up td {
    text-align: end;
    padding: 2px var(--space-3) 2px 0;
    font-weight: 400;
  }
  .close-up th {
    color: var(--ink-3);
  }
  .close-up td {
    font-family: var(--mono);
  }
`;
