/** How an expression looks: a value stands over its symbol, operands are things to press. */

import { css } from '/static/vendor/lit.js';

export const lineStyles = css`
  .line {
    display: flex;
    flex-wrap: wrap;
    align-items: start;
    gap: 0.3rem 0.22rem;
    line-height: 1.3;
  }
  .chip {
    position: relative;
    display: inline-grid;
    justify-items: center;
    padding: 0.1rem 0.3rem;
    border-radius: 0.2rem;
    white-space: nowrap;
    min-inline-size: 1.5rem;
    min-block-size: 1.5rem;
    align-content: start;
  }
  .chip .value {
    font-size: var(--text-m);
    line-height: 1.35;
  }
  .chip .symbol {
    font-size: var(--text-xs);
    color: var(--ink-3);
    line-height: 1.25;
  }
  math {
    font-family: var(--math);
  }
  .chip .piece {
    color: var(--ink-2);
  }
  .operand {
    background: var(--sunk);
    box-shadow: inset 0 -0.1rem 0 var(--lane, var(--line-strong));
  }
  .operand.weight {
    background: none;
    box-shadow: inset 0 0 0 var(--hair) var(--line-strong);
  }
  .operand:hover,
  .operand:focus-visible {
    background: var(--here-wash);
    box-shadow: inset 0 -0.1rem 0 var(--here);
  }
  .position {
    box-shadow: inset 0 -0.1rem 0 var(--lane, var(--line));
  }
  .total {
    background: none;
    font-weight: 650;
  }
  .sign,
  .bracket,
  .word {
    line-height: 1.35;
    font-size: var(--text-m);
    padding-block: 0.1rem;
    color: var(--ink-2);
  }
  .group {
    display: inline-grid;
    justify-items: center;
    border-block-end: var(--hair) solid var(--line-strong);
  }
  .group.max {
    border: 0;
  }
  .group.flat,
  .group.flat > .inside {
    display: contents;
  }
  .inside {
    display: flex;
    flex-wrap: wrap;
    align-items: start;
    gap: 0.15rem;
  }
  .result {
    font-size: var(--text-xs);
    color: var(--ink-2);
  }
  .by {
    display: inline-flex;
    gap: 0.4rem;
    align-items: start;
    color: var(--ink-2);
    padding-block: 0.1rem;
  }
`;
