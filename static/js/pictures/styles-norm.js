/** The styles of norms (a column of numbers between strips), of RoPE's dials and of units. */

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
    grid-template-columns: repeat(auto-fill, minmax(4rem, 1fr));
    gap: var(--space-1);
  }
  .dial {
    position: relative; /* what is only spoken stays inside */
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
  .dial .period {
    font-variant-numeric: tabular-nums;
    font-weight: 400;
    line-height: 1.1;
    color: var(--ink-2);
  }
  .symbols {
    border-block-start: var(--hair) solid var(--line);
    padding-block-start: var(--space-3);
    margin-block-start: var(--space-3);
    min-inline-size: 0;
  }
  .symbols h3 {
    font-size: var(--text-s);
    font-weight: 500;
    color: var(--ink-2);
  }
  .units {
    list-style: none;
    margin: 0;
    padding: 0;
  }
  .choice {
    display: inline-flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--space-2);
    font-size: var(--text-s);
    color: var(--ink-2);
  }
  .choice select {
    font: inherit;
    color: var(--ink);
    background: var(--card);
    min-block-size: 2.1rem;
    max-inline-size: 14rem;
    border: var(--hair) solid var(--line-strong);
    border-radius: var(--radius-s);
    padding-inline: var(--space-2);
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
