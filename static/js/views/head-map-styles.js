/** The styles of <lw-head-map>. */

import { css } from '/static/vendor/lit.js';

export const headMapStyles = css`
  :host {
    display: block;
    overflow: auto;
    max-block-size: 44rem;
    padding: 3px;
    font-size: var(--text-xs);
    color: var(--ink-3);
    font-variant-numeric: tabular-nums;
  }
  .map {
    display: grid;
    gap: 6px;
    inline-size: max-content;
  }
  .line,
  .group {
    display: flex;
    gap: 6px;
    align-items: center;
  }
  .names {
    position: sticky;
    inset-block-start: -3px;
    z-index: 2;
    background: var(--card);
  }
  .name {
    flex: 0 0 3.4rem;
    position: sticky;
    inset-inline-start: -3px;
    background: var(--card);
    z-index: 1;
  }
  .head {
    inline-size: var(--side);
    text-align: center;
  }
  .shared {
    margin-inline-end: 6px;
  }
  .names .shared {
    position: relative;
    padding-block-end: 5px;
  }
  .names .shared::after {
    content: '';
    position: absolute;
    inset-inline: 2px;
    inset-block-end: 0;
    block-size: 4px;
    border: var(--hair) solid var(--ink-3);
    border-block-end: 0;
  }
  button {
    inline-size: var(--side);
    block-size: var(--side);
    padding: 0;
    border: 0;
    border-radius: 3px;
    background: var(--sunk);
    cursor: pointer;
    overflow: hidden;
  }
  canvas {
    display: block;
    inline-size: 100%;
    block-size: 100%;
  }
  button:hover {
    box-shadow: 0 0 0 2px var(--line-strong);
  }
  button[aria-pressed='true'] {
    box-shadow: 0 0 0 2px var(--card), 0 0 0 4px var(--here);
  }
  :focus-visible {
    outline: 2px solid var(--ink);
    outline-offset: 2px;
  }
`;
