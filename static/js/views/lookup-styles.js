/** The styles of <lw-lookup>. */

import { css } from '/static/vendor/lit.js';

export const lookupStyles = css`
  .look {
    display: grid;
    grid-template-columns: minmax(4.5rem, 9rem) clamp(2.5rem, 10%, 7rem) minmax(0, 1fr);
    position: relative;
    align-items: center;
  }
  ol {
    list-style: none;
    margin: 0;
    padding: 0;
    display: grid;
    gap: var(--space-2);
  }
  .pointer {
    display: grid;
    inline-size: 100%;
    justify-items: start;
    padding: 2px var(--space-2);
    background: color-mix(in srgb, var(--lane) 9%, var(--card));
    border-inline-end: 3px solid var(--lane);
    border-radius: var(--radius-s) 0 0 var(--radius-s);
    text-align: start;
    min-block-size: 2.6rem;
  }
  .pointer[aria-pressed='true'] {
    box-shadow: 0 0 0 2px var(--here);
  }
  .pointer b {
    color: var(--lane);
    overflow-wrap: anywhere;
    line-height: 1.25;
  }
  .pointer .number {
    font-size: var(--text-xs);
    color: var(--ink-2);
  }
  svg {
    inline-size: 100%;
    align-self: stretch;
    overflow: visible;
  }
  path {
    fill: none;
    stroke: var(--lane);
    stroke-width: 2;
    opacity: 0.75;
  }
  path.chosen {
    stroke-width: 3.5;
    opacity: 1;
  }
  .rows {
    gap: 2px;
  }
  .row {
    display: grid;
    grid-template-columns: minmax(3.2rem, 7.5rem) minmax(0, 1fr);
    gap: var(--space-2);
    align-items: center;
    border-radius: var(--radius-s);
  }
  .near lw-strip {
    opacity: 0.42;
  }
  .row.far {
    margin-block-start: var(--space-4);
    position: relative;
  }
  .row.far::before {
    content: '⋮';
    position: absolute;
    inset-block-start: -1.35rem;
    inset-inline-start: 0.3rem;
    color: var(--ink-3);
  }
  .row.chosen {
    box-shadow: 0 0 0 2px var(--here);
  }
  .name {
    font-family: var(--mono);
    font-size: var(--text-s);
    font-variant-numeric: tabular-nums;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    padding-inline-start: var(--space-1);
  }
  .near .name {
    font-size: var(--text-xs);
    color: var(--ink-3);
  }
  @container (max-width: 40rem) {
    .look {
      grid-template-columns: minmax(0, 5.5rem) 2.5rem minmax(0, 1fr);
    }
    .row {
      grid-template-columns: minmax(0, 1fr);
      gap: 0;
    }
    .near .name {
      display: none;
    }
  }
`;
