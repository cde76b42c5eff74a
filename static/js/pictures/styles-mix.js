/** The styles of the weighted sum: weights with their bars, the values, and the sum under them. */

import { css } from '/static/vendor/lit.js';

export const mixStyles = css`
  /* weights × values */
  .mix {
    display: grid;
    grid-template-columns: minmax(5.5rem, 6.5rem) max-content minmax(0, 1fr) 3.6rem;
    gap: 3px var(--space-3);
    align-items: center;
  }
  .mix .value {
    grid-column: 3 / -1;
  }
  .mix .weighted {
    grid-column: 3;
    padding-block-end: var(--space-2);
  }
  .mix lw-legend.value,
  .mix lw-legend.weighted {
    grid-column: 1 / -1;
  }
  .mix .head.weighted,
  .mix .head.norm {
    display: none;
  }
  .mix .norm {
    font-family: var(--mono);
    font-variant-numeric: tabular-nums;
    font-size: var(--text-s);
    text-align: end;
    color: var(--ink-2);
  }
  @container (min-width: 46rem) {
    .mix {
      grid-template-columns: minmax(7rem, 10rem) max-content minmax(0, 1fr) minmax(0, 1fr) 3.6rem;
    }
    .mix .value,
    .mix lw-legend.value {
      grid-column: 3;
    }
    .mix .weighted,
    .mix lw-legend.weighted {
      grid-column: 4;
      padding-block-end: 0;
    }
    .mix .head.weighted,
    .mix .head.norm {
      display: block;
    }
  }
  .mix .name {
    max-inline-size: 7rem;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    color: var(--lane);
    font-weight: 600;
    font-size: var(--text-s);
  }
  .weight {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 4.9em;
    gap: var(--space-2);
    align-items: center;
    padding: 0;
    border: 0;
    background: none;
    cursor: pointer;
    font-family: var(--mono);
    font-variant-numeric: tabular-nums;
    font-size: var(--text-s);
    text-align: end;
  }
  .bar {
    display: block;
    block-size: 0.8em;
    inline-size: calc(100% * var(--share, 0));
    background: var(--lane, var(--ink-3));
    border-radius: 2px;
  }
  .weight .bar {
    justify-self: end;
  }
  .mix .total {
    align-self: end;
    padding-block-start: var(--space-2);
  }
  .mix div.total {
    border-block-start: var(--thick) solid var(--line-strong);
  }
  .mix .sign {
    text-align: end;
    color: var(--ink-2);
    font-size: var(--text-s);
  }
  .mix .head {
    font-family: var(--font);
    font-size: var(--text-xs);
    color: var(--ink-3);
  }
  .mix .rest {
    color: var(--ink-3);
    cursor: default;
  }
  .weight.none {
    color: var(--ink-3);
  }
`;
