/** How the next-token panel looks. --p of a row is its probability, --lane the colour of the position. */
import { css } from '/static/vendor/lit.js';

export const nextStyles = css`
  :host {
    padding: var(--space-4) var(--space-4) var(--space-2);
    container-type: inline-size;
    display: flex;
    flex-direction: column;
    block-size: 100%;
  }
  h2 {
    overflow-wrap: anywhere;
  }
  .after {
    color: var(--token);
    padding: 0 0.2em 0.05em;
    border-radius: var(--radius-s) var(--radius-s) 0 0;
    background: color-mix(in srgb, currentcolor 12%, transparent);
    box-shadow: inset 0 calc(-1 * var(--thick)) currentcolor;
  }
  ol {
    list-style: none;
    margin: var(--space-2) 0 0;
    padding: 0;
    flex: 1 1 auto;
    max-block-size: 27rem;
    display: grid;
    grid-auto-rows: 1fr;
  }
  li,
  .rest {
    display: grid;
    grid-template-columns: minmax(4.5rem, 30%) 1fr 4.9rem;
    gap: var(--space-3);
    align-items: center;
    min-block-size: 1.5rem; /* as large as a finger needs */
    line-height: 1.25;
  }
  li .asks {
    min-block-size: 1.5rem;
  }
  .label {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-weight: 600;
  }
  .rest {
    margin-block-end: auto;
    min-block-size: 1.6rem;
  }
  .rest .label {
    font-weight: 400;
    color: var(--ink-3);
    font-size: var(--text-s);
  }
  .bar {
    block-size: max(0.7rem, 50%);
    max-block-size: 1.1rem;
    border-radius: 0.25rem;
    background: var(--sunk);
    overflow: hidden;
  }
  .bar i {
    display: block;
    block-size: 100%;
    inline-size: calc(var(--p) * 100%);
    min-inline-size: 1px;
    background: var(--lane);
    border-radius: 0.25rem;
    transition: inline-size var(--calm) var(--ease);
  }
  .rest .bar i {
    background: var(--line-strong);
  }
  li .number,
  .rest .number {
    text-align: end;
    font-size: var(--text-s);
    color: var(--ink-2);
    white-space: nowrap;
  }
  .temperature {
    display: grid;
    grid-template-columns: auto 1fr 3.2rem;
    gap: var(--space-3);
    align-items: center;
    margin-block-start: var(--space-2);
    padding-block-start: var(--space-2);
    border-block-start: var(--hair) solid var(--line);
    font-size: var(--text-s);
    color: var(--ink-2);
  }
  .temperature .number {
    font-weight: 700;
    color: var(--ink);
    text-align: end;
    opacity: 1;
  }
  li .row {
    display: grid;
    grid-template-columns: subgrid;
    grid-column: span 2;
    align-items: center;
    block-size: 100%;
    text-align: start;
    border-radius: 0.25rem;
  }
  li .row:hover .bar,
  li .row:focus-visible .bar {
    box-shadow: 0 0 0 var(--hair) var(--lane);
  }
  li .row:hover .label {
    text-decoration: underline;
    text-underline-offset: 0.15em;
  }
  .removed .label {
    font-weight: 400;
    color: var(--ink-2);
    text-decoration: line-through;
  }
  .removed .number {
    color: var(--ink-3);
  }
  .more {
    display: none;
    justify-self: start;
    align-self: start;
    padding: 0;
    min-block-size: 1.5rem;
    color: var(--ink-3);
    font-size: var(--text-s);
    text-decoration: underline;
    text-underline-offset: 0.15em;
  }
  @media (min-width: 62.01rem) and (min-aspect-ratio: 14/10) {
    .more {
      display: block;
    }
    .short li:nth-child(n + 6) {
      display: none;
    }
  }
  .settings {
    font-size: var(--text-s);
    color: var(--ink-2);
    margin-block-end: var(--space-2);
  }
  .settings summary {
    cursor: pointer;
    min-block-size: 1.75rem;
    font-size: var(--text-xs);
    color: var(--ink-3);
    font-variant-numeric: tabular-nums;
  }
  .settings .link {
    text-decoration: underline;
    text-underline-offset: 0.15em;
    margin-block-start: var(--space-2);
    color: var(--ink-2);
  }
  .failure {
    color: var(--bad);
    font-size: var(--text-s);
  }
`;
