/** The styles of <lw-lens-grid>. */

import { css } from '/static/vendor/lit.js';

export const lensGridStyles = css`
  .frame {
    grid-template-columns: 5.5rem minmax(0, 1fr);
    inline-size: auto;
    max-inline-size: none;
    column-gap: var(--space-3);
  }
  .rows,
  .cols {
    display: grid;
    font-variant-numeric: tabular-nums;
  }
  .rows {
    grid-template-rows: 1.75rem;
    grid-auto-rows: var(--cell-height);
    align-items: center;
    text-align: end;
    color: var(--ink-3);
  }
  .rows .name:nth-last-child(4) {
    color: var(--ink);
    font-weight: 650;
  }
  .cols {
    grid-auto-flow: column;
    grid-auto-columns: var(--cell-width);
    block-size: var(--cell-height);
    inline-size: var(--width);
    align-items: center;
    text-align: center;
  }
  .cols:first-child {
    block-size: 1.75rem;
  }
  .scroll {
    padding-block: 0;
    margin-block: 0;
  }
  .label {
    padding-inline: 2px;
  }
  .label.chosen {
    text-decoration: underline var(--here) 2px;
    text-underline-offset: 4px;
  }
  .number {
    font-family: var(--mono);
    color: var(--ink-2);
  }
  .cols.first {
    border-block-start: var(--thick) solid var(--line-strong);
    margin-block-start: -2px;
  }
`;
