/** The styles of the weighted sum: weights with their bars, the values, and the sum under them. */

import { css } from '/static/vendor/lit.js';

export const mixStyles = css`
  /* weights × values */
  .mix {
    display: grid;
    grid-template-columns: minmax(5.5rem, 7rem) max-content minmax(0, 1fr);
    gap: 3px var(--space-3);
    align-items: center;
  }
  .mix .head {
    font-size: var(--text-xs);
    color: var(--ink-3);
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
  .mix lw-legend {
    grid-column: 3;
  }
  .weight.none {
    color: var(--ink-3);
  }
`;
