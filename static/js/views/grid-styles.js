/** The styles that every matrix view shares. Sizes come from the layout, as custom properties on the host. */

import { css } from '/static/vendor/lit.js';

export const matrixStyles = css`
  :host {
    display: block;
    min-inline-size: 0;
    font-size: var(--text-xs);
    color: var(--ink-2);
  }
  [hidden] {
    display: none !important;
  }
  .frame {
    display: grid;
    inline-size: max-content;
    max-inline-size: 100%;
  }
  .scroll {
    min-inline-size: 0;
    overflow: auto hidden;
    overscroll-behavior-inline: contain;
    padding: 4px;
    margin: -4px;
  }
  :host([scrolls]) .scroll {
    border-inline-end: var(--hair) dashed var(--line-strong);
    padding-block-end: var(--space-1);
  }
  .more {
    margin: var(--space-1) 0 0;
    color: var(--ink-3);
  }
  .plot {
    position: relative;
    inline-size: var(--width);
    block-size: var(--height);
    touch-action: pan-x pan-y;
  }
  :host(:not([bare])) .plot {
    cursor: pointer;
  }
  canvas {
    display: block;
    inline-size: 100%;
    block-size: 100%;
  }
  .here,
  .cursor,
  .band-row,
  .band-col {
    --x: calc(var(--col) * var(--cell-width));
    --y: calc(var(--row) * var(--cell-height));
    position: absolute;
    box-sizing: border-box;
    pointer-events: none;
  }
  .here,
  .cursor {
    --grow: 0.125rem;
    inset-block-start: calc(var(--y) - var(--grow));
    inset-inline-start: calc(var(--x) - var(--grow));
    inline-size: max(6px, calc(var(--cell-width) - var(--gap) + 2 * var(--grow)));
    block-size: max(6px, calc(var(--cell-height) - var(--gap) + 2 * var(--grow)));
    border-radius: 0.3rem;
  }
  .here {
    border: 0.155rem solid var(--here);
    box-shadow: 0 0 0 0.0625rem var(--card);
  }
  .cursor {
    padding: 0;
    border: 0;
    background: none;
  }
  .cursor:focus-visible {
    outline: 2px solid var(--ink);
    outline-offset: 2px;
  }
  .band-row,
  .band-col {
    border: 0.1rem solid var(--ink-2);
    border-radius: 5px;
  }
  .band-row {
    inset-inline: -2px calc(var(--gap) - 2px);
    inset-block-start: calc(var(--y) - 2px);
    block-size: max(4px, calc(var(--cell-height) - var(--gap) + 4px));
  }
  .band-col {
    inset-block: -2px calc(var(--gap) - 2px);
    inset-inline-start: calc(var(--x) - 2px);
    inline-size: max(4px, calc(var(--cell-width) - var(--gap) + 4px));
  }
  .label {
    display: block;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-weight: 600;
    border-radius: var(--radius-s);
  }
  .label.tight {
    font-size: 0.68rem;
  }
  .label.marked {
    background: var(--sunk);
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  .axis {
    color: var(--ink-3);
  }
`;
