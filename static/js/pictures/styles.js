/** The styles of what pictures are made of; they live in the step panel's own root. */

import { css } from '/static/vendor/lit.js';

export const pictureStyles = css`
  figure {
    margin: 0;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-1);
    min-inline-size: 0;
    align-content: start;
  }
  figcaption,
  .label {
    font-size: var(--text-s);
    color: var(--ink-2);
  }
  .picture h3:not(:first-child) {
    margin-block-start: var(--space-4);
  }
  .picture h4 {
    font-size: var(--text-s);
    font-weight: 500;
    color: var(--ink-2);
  }
  .note {
    color: var(--ink-2);
    font-size: var(--text-s);
    max-inline-size: 46rem;
  }
  .between {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-1) var(--space-4);
    align-items: baseline;
    color: var(--ink-2);
    font-size: var(--text-s);
    padding-block: var(--space-1);
  }
  .factor {
    display: inline-flex;
    flex-wrap: wrap;
    gap: 0 var(--space-2);
    align-items: baseline;
  }
  .factor b {
    font-family: var(--mono);
    font-size: var(--text-m);
    color: var(--ink);
  }
  .picture button {
    font: inherit;
    color: inherit;
  }

  /* numbers under one another */
  .aligned {
    display: grid;
    grid-template-columns: 1.2rem minmax(0, 1fr);
    gap: var(--space-2);
    align-items: center;
  }
  .aligned .sign {
    font-size: var(--text-xl);
    color: var(--ink-3);
    text-align: center;
  }
  .line {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 2px;
    min-inline-size: 0;
  }
  .aligned > lw-legend {
    grid-column: 2;
  }
  .sum {
    grid-column: 2;
    font-family: var(--mono);
    font-variant-numeric: tabular-nums;
    font-size: var(--text-m);
    overflow-wrap: anywhere;
  }
  .sum .sign {
    margin-inline: 0.4em 0;
  }
  .sum .what {
    font-family: var(--font);
    font-size: var(--text-s);
    color: var(--ink-2);
    margin-inline-end: var(--space-3);
  }
  .sum .operand:last-child {
    font-weight: 700;
  }
  .side {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr));
    gap: var(--space-5);
  }

  /* tokens */
  .chips {
    list-style: none;
    margin: 0;
    padding: 0;
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-3);
  }
  .chip button {
    display: grid;
    gap: var(--space-1);
    justify-items: center;
    min-inline-size: 5.5rem;
    max-inline-size: 14rem;
    padding: var(--space-2) var(--space-3) var(--space-3);
    background: var(--sunk);
    border: 0;
    border-block-end: 3px solid var(--lane);
    border-radius: var(--radius-m) var(--radius-m) var(--radius-s) var(--radius-s);
    cursor: pointer;
  }
  .chip button[aria-pressed='true'] {
    box-shadow: 0 0 0 2px var(--here);
  }
  .chip .place {
    font-size: var(--text-xs);
    color: var(--ink-3);
  }
  .chip .text {
    font-size: var(--text-xl);
    font-weight: 700;
    color: var(--lane);
    overflow-wrap: anywhere;
  }
  .chip .id {
    font-family: var(--mono);
    font-size: var(--text-l);
  }
  .chip .bytes,
  .chip .part {
    font-family: var(--mono);
    font-size: var(--text-xs);
    color: var(--ink-2);
  }
  .chip .part {
    font-family: var(--font);
  }
  .part-of {
    border-block-start: 2px solid var(--ink-3);
    padding-block-start: var(--space-1);
    margin-inline-end: calc(-1 * var(--space-3));
    padding-inline-end: var(--space-3);
  }
  .part-of.first {
    border-inline-start: 2px solid var(--ink-3);
    border-start-start-radius: var(--radius-s);
    padding-inline-start: 3px;
  }
  .part-of.last {
    border-inline-end: 2px solid var(--ink-3);
    border-start-end-radius: var(--radius-s);
    padding-inline-end: 3px;
    margin-inline-end: 0;
  }
`;
