/** How sums look: their terms under one another with their bars, and what they give beside what the model has. */

import { css } from '/static/vendor/lit.js';

export const sumStyles = css`
  .sum {
    border-collapse: collapse;
    inline-size: 100%;
    table-layout: auto;
  }
  .sum caption {
    text-align: start;
    color: var(--ink-2);
    padding-block-end: var(--space-1);
  }
  .sigma {
    font-weight: 650;
    color: var(--ink);
  }
  .sum th,
  .sum td {
    padding: 0.1rem 0.35rem;
    text-align: start;
    font-weight: 400;
    vertical-align: middle;
    line-height: 1.3;
  }
  .sum th:first-child {
    padding-inline-start: 0;
    white-space: nowrap;
    color: var(--ink-2);
  }
  .sum thead th {
    color: var(--ink-3);
    font-size: var(--text-xs);
    border-block-end: var(--hair) solid var(--line);
  }
  .sum .figure {
    text-align: end;
    white-space: nowrap;
  }
  .sum .line {
    flex-wrap: nowrap;
    align-items: center;
  }
  .sum .chip .value,
  .sum .sign,
  .sum .word,
  .sum .bracket {
    font-size: var(--text-s);
  }
  .track {
    inline-size: 22%;
    min-inline-size: 2.5rem;
  }
  .track i {
    display: block;
    block-size: 0.6rem;
    border-radius: 0.15rem;
    margin-inline-start: 50%;
    inline-size: calc(50% * var(--share));
    background: var(--plus);
  }
  .track i[data-below] {
    margin-inline-start: calc(50% - 50% * var(--share));
    background: var(--minus);
  }
  :host {
    --plus: light-dark(#b3531f, #cc7d73);
    --minus: light-dark(#307da6, #4194c1);
  }
  .others th,
  .others .figure {
    color: var(--ink-2);
  }
  .whole th,
  .whole td {
    border-block-start: var(--hair) solid var(--line-strong);
    font-weight: 650;
    color: var(--ink);
  }
  .opener {
    background: var(--sunk);
    border-radius: var(--radius-s);
    padding: 0.1rem 0.6rem;
    min-block-size: 1.6rem;
  }
  .opener::before {
    content: '▸ ';
    color: var(--ink-3);
  }
  .opener[aria-expanded='true']::before {
    content: '▾ ';
  }
  .inner > td {
    padding-inline-start: var(--space-4);
    padding-block: var(--space-2);
    border-inline-start: 2px solid var(--line);
  }
  @container (max-width: 25rem) {
    .inner > td {
      padding-inline-start: var(--space-2);
    }
    .inner .track {
      display: none;
    }
    .sum th,
    .sum td {
      padding-inline: 0.2rem;
    }
    .sum .line {
      flex-wrap: wrap;
    }
  }
  .agreement {
    display: grid;
    gap: 0.1rem;
    border-block-start: var(--hair) solid var(--line);
    padding-block-start: var(--space-2);
  }
  .agreement div {
    display: flex;
    justify-content: space-between;
    align-items: baseline;
    gap: var(--space-3);
  }
  .agreement .figure {
    font-size: var(--text-m);
  }
`;
