/** The styles of <lw-merges>. */

import { css } from '/static/vendor/lit.js';

export const mergesStyles = css`
  :host {
    display: grid;
    gap: var(--space-4);
    grid-template-columns: minmax(0, 1fr);
  }
  .controls {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: var(--space-2) var(--space-4);
    align-items: end;
  }
  .buttons {
    display: flex;
    gap: var(--space-1);
  }
  .buttons button {
    min-inline-size: 2.4rem;
    padding-inline: var(--space-2);
    min-block-size: 2.1rem;
    border: var(--hair) solid var(--line-strong);
    border-radius: var(--radius-s);
    background: var(--card);
  }
  .buttons button:hover:not([aria-disabled='true']) {
    background: var(--sunk);
  }
  .buttons svg {
    inline-size: 0.95em;
    block-size: 0.95em;
    fill: currentcolor;
    vertical-align: -0.1em;
  }
  .buttons button[aria-disabled='true'] {
    cursor: default;
    opacity: 0.45;
  }
  .buttons .on {
    padding-inline: var(--space-3);
    font-weight: 650;
  }
  .now {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-1) var(--space-4);
    align-items: center;
    min-block-size: 3.4rem;
    padding-block: var(--space-2);
    border-block: var(--hair) solid var(--line);
  }
  .rule {
    display: inline-flex;
    flex-wrap: wrap;
    gap: var(--space-1) var(--space-2);
    align-items: center;
    font-size: var(--text-l);
  }
  .rule .chip {
    font-weight: 700;
    padding: 0 var(--space-2);
    border-radius: var(--radius-s);
    background: var(--sunk);
    line-height: 1.7;
  }
  .rule .made {
    background: var(--here-wash);
    box-shadow: inset 0 0 0 var(--thick) var(--here);
  }
  .rule .sign {
    color: var(--ink-3);
  }
  .fact {
    color: var(--ink-2);
    font-size: var(--text-s);
  }
  .fact b {
    font-family: var(--mono);
    color: var(--ink);
    font-variant-numeric: tabular-nums;
  }
  .parts {
    list-style: none;
    margin: 0;
    padding: 0;
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-3) var(--space-2);
  }
  .part {
    display: flex;
    flex-wrap: wrap;
    gap: 3px;
    padding: 5px;
    border-radius: var(--radius-m);
    background: var(--sunk);
    min-inline-size: 0;
  }
  .piece {
    display: grid;
    justify-items: center;
    min-inline-size: 1.9rem;
    padding: 2px 0.35rem 3px;
    border-radius: var(--radius-s);
    background: var(--card);
    border-block-end: 3px solid var(--lane);
    overflow-wrap: anywhere;
  }
  .piece .text {
    color: var(--lane);
    font-weight: 700;
    font-size: var(--text-l);
    line-height: 1.3;
  }
  .piece .number {
    font-size: var(--text-xs);
    color: var(--ink-2);
    line-height: 1.2;
  }
  .piece.new {
    box-shadow: 0 0 0 2px var(--here);
    background: var(--here-wash);
  }
  .piece.next {
    box-shadow: 0 0 0 1px var(--line-strong);
  }
  .pattern code {
    font-family: var(--mono);
    font-size: var(--text-xs);
    overflow-wrap: anywhere;
    color: var(--ink);
  }
  details {
    font-size: var(--text-s);
    min-inline-size: 0;
  }
  summary {
    inline-size: max-content;
    cursor: pointer;
    color: var(--ink-2);
    border-radius: var(--radius-s);
  }
  .box {
    margin-block-start: var(--space-2);
    max-block-size: 20rem;
    overflow: auto;
    border: var(--hair) solid var(--line);
    border-radius: var(--radius-s);
  }
  table {
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
    inline-size: 100%;
    max-inline-size: 40rem;
  }
  th {
    position: sticky;
    inset-block-start: 0;
    background: var(--card);
    color: var(--ink-3);
    font-weight: 500;
    text-align: start;
  }
  th,
  td {
    padding: 2px var(--space-3);
    white-space: nowrap;
  }
  td.number,
  th.number {
    text-align: end;
  }
  td button {
    text-decoration: underline;
    text-decoration-color: var(--line-strong);
    text-underline-offset: 0.2em;
  }
  tr[aria-current] td {
    background: var(--here-wash);
  }
  @container (max-width: 40rem) {
    .controls {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
