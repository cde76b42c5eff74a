/** The styles of <lw-running-sum>. */

import { css } from '/static/vendor/lit.js';

export const runningSumStyles = css`
  :host {
    display: block;
    font-size: var(--text-s);
    min-inline-size: 0;
    container-type: inline-size;
  }
  p {
    margin: 0 0 var(--space-2);
  }
  .more {
    color: var(--ink-3);
    font-size: var(--text-xs);
    margin-block: var(--space-1) 0;
  }
  @container (min-width: 33rem) {
    .more {
      display: none;
    }
  }
  .box {
    max-block-size: 38rem;
    overflow: auto;
  }
  table {
    inline-size: 100%;
    min-inline-size: 33rem;
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }
  th,
  td {
    padding: 0 0 0 var(--space-3);
    text-align: end;
    font-weight: 400;
    white-space: nowrap;
  }
  td {
    font-family: var(--mono);
    color: var(--ink-2);
  }
  th:first-child {
    position: sticky;
    inset-inline-start: 0;
    padding-inline-start: 0;
    text-align: start;
    background: var(--card);
    z-index: 1;
  }
  thead th {
    position: sticky;
    inset-block-start: 0;
    z-index: 2;
    padding-block: var(--space-1);
    background: var(--card);
    color: var(--ink-3);
    font-size: var(--text-xs);
  }
  thead th:first-child {
    z-index: 3;
  }
  th.sum {
    text-align: start;
  }
  .sum {
    inline-size: 100%;
    min-inline-size: 9rem;
  }
  .key {
    color: var(--ink-2);
    font-size: var(--text-xs);
    display: flex;
    align-items: center;
    gap: 6px;
  }
  .key i {
    inline-size: 0.9rem;
    block-size: 0.65rem;
    box-sizing: border-box;
    border-radius: 2px;
  }
  .key i:not(:first-child) {
    margin-inline-start: var(--space-2);
  }
  .track {
    position: relative;
    display: block;
    block-size: 1.7rem;
  }
  .bar {
    position: absolute;
    box-sizing: border-box;
    inset-block: 5px;
    inset-inline-start: calc(100% * var(--from, 0));
    inline-size: max(2px, calc(100% * (var(--to, 0) - var(--from, 0))));
    border-radius: 2px;
  }
  .track::before {
    content: '';
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0;
    border-inline-start: var(--hair) solid var(--line-strong);
  }
  .embed {
    background: var(--ink-3);
  }
  .attention {
    background: var(--lane);
  }
  .mlp {
    background: color-mix(in oklab, var(--lane) 45%, var(--card));
  }
  .back {
    background: none;
    border: 1.5px solid var(--lane);
  }
  .back.embed {
    border-color: var(--ink-3);
  }
  .mlp.back {
    border-style: dashed;
  }
  button {
    font: inherit;
    min-block-size: 1.7rem;
    padding: 0 var(--space-1);
    border: 0;
    background: none;
    color: var(--ink);
    text-align: start;
    border-radius: var(--radius-s);
    cursor: pointer;
  }
  button:hover {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  .here th,
  .here td {
    background: var(--here-wash);
  }
  .here button {
    color: var(--here-ink);
    font-weight: 700;
  }
  tfoot .words {
    font-family: var(--font);
    text-align: end;
  }
  tfoot th,
  tfoot td {
    border-block-start: var(--thick) solid var(--line-strong);
    padding-block: var(--space-1);
    white-space: normal;
    color: var(--ink);
    font-weight: 600;
  }
  :focus-visible {
    outline: 2px solid var(--here);
    outline-offset: -2px;
  }
`;
