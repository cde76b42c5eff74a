/** The styles of <lw-arcs>. */

import { css } from '/static/vendor/lit.js';

export const arcsStyles = css`
  :host {
    display: block;
    font-size: var(--text-s);
    min-inline-size: 0;
  }
  .arcs {
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr);
    max-inline-size: 52rem;
  }
  svg {
    display: block;
    overflow: visible;
  }
  path {
    fill: none;
    stroke-linecap: round;
    transition: opacity var(--quick) var(--ease);
  }
  .others path {
    opacity: 0.14;
  }
  .own path {
    opacity: 0.85;
  }
  ul {
    list-style: none;
    margin: 0;
    padding: 0;
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr) 5.2rem;
    align-content: start;
    min-inline-size: 0;
  }
  li {
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: subgrid;
    column-gap: var(--space-3);
    block-size: var(--row);
    align-items: center;
    border-radius: var(--radius-s);
    padding-inline-start: var(--space-2);
  }
  li.query {
    background: var(--here-wash);
  }
  button {
    font: inherit;
    color: inherit;
    padding: 0 var(--space-1);
    border: 0;
    background: none;
    border-radius: var(--radius-s);
    cursor: pointer;
    block-size: 100%;
  }
  .token {
    text-align: start;
    max-inline-size: 9rem;
    overflow: hidden;
  }
  .token bdi {
    display: block;
    color: var(--lane);
    font-weight: 600;
    white-space: nowrap;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .token[aria-pressed='true'] bdi {
    text-decoration: underline var(--here) 2px;
    text-underline-offset: 4px;
  }
  .number {
    font-family: var(--mono);
    font-variant-numeric: tabular-nums;
    text-align: end;
    white-space: nowrap;
    color: var(--ink-2);
  }
  button.number:hover {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  :focus-visible {
    outline: 2px solid var(--here);
    outline-offset: -2px;
  }
`;
