/** How the step panel stands: words above, the picture to the left, formula and the selected number to the right. */

import { css } from '/static/vendor/lit.js';

export const stepStyles = css`
  :host {
    display: block;
    container-type: inline-size;
    color: var(--ink);
    font-family: var(--font);
    line-height: var(--leading);
    min-inline-size: 0;
  }
  h2,
  h3,
  h4,
  p {
    margin: 0;
  }
  h2 {
    font-size: var(--text-xl);
    font-weight: 700;
    line-height: 1.25;
    text-wrap: balance;
  }
  .where {
    white-space: nowrap;
  }
  h3 {
    font-size: var(--text-m);
    font-weight: 650;
  }
  code {
    font-family: var(--mono);
    font-size: 0.92em;
    color: var(--ink-3);
    overflow-wrap: anywhere;
  }
  /* One line: what it is, what to see of it, which head; the sentence under it over the whole width. */
  header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--space-1) var(--space-6);
    margin-block-end: var(--space-4);
  }
  .sentence {
    flex: 1 1 100%;
    max-inline-size: 84rem;
    color: var(--ink-2);
    font-size: var(--text-m);
    text-wrap: pretty;
  }
  .picker {
    display: flex;
    flex: 1 1 24rem;
    justify-content: flex-end;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--space-1);
    font-size: var(--text-s);
    color: var(--ink-3);
    max-inline-size: 100%;
  }
  .picker > span {
    margin-inline-end: var(--space-1);
  }
  .picker .shared {
    margin-inline-start: var(--space-2);
    font-size: var(--text-xs);
  }
  .picker button {
    font: inherit;
    font-weight: 650;
    font-variant-numeric: tabular-nums;
    min-inline-size: 2.1rem;
    min-block-size: 2.1rem;
    padding: 0;
    color: var(--ink-2);
    background: var(--sunk);
    border: 0;
    border-radius: var(--radius-s);
    cursor: pointer;
  }
  .picker button:hover {
    background: var(--line);
  }
  .picker button[aria-pressed='true'] {
    color: var(--card);
    background: var(--ink);
  }
  :focus-visible {
    outline: 2px solid var(--here);
    outline-offset: 2px;
  }
  .body {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-6);
  }
  .picture {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-3);
    align-content: start;
    min-inline-size: 0;
    min-block-size: 16rem;
  }
  aside {
    display: contents;
    font-size: var(--text-s);
  }
  section.number {
    order: -1;
    position: sticky;
    inset-block-start: 0;
    z-index: 2;
    background: var(--card);
    padding-block: var(--space-2);
    border-block-end: var(--hair) solid var(--line);
  }
  lw-arithmetic {
    border-block-start: var(--hair) solid var(--line);
    padding-block-start: var(--space-4);
  }
  aside h3 {
    font-size: var(--text-s);
    color: var(--ink-3);
    font-weight: 500;
    margin-block-end: var(--space-1);
  }
  @container (max-width: 61.99rem) {
    section.number h3 {
      display: none;
    }
    .picker {
      justify-content: flex-start;
    }
    .sentence {
      margin-block-start: var(--space-1);
    }
    .body {
      gap: var(--space-4);
    }
  }
  @container (min-width: 62rem) {
    .body:not(.alone) {
      grid-template-columns: minmax(0, 1fr) clamp(21rem, 33%, 36rem);
    }
    section.number,
    lw-arithmetic {
      position: static;
      padding: 0;
      border: 0;
    }
    aside {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      gap: var(--space-4);
      align-content: start;
      min-inline-size: 0;
      border-inline-start: var(--hair) solid var(--line);
      padding-inline-start: var(--space-5);
    }
    /* Presented, the picture has the whole width. */
    .alone aside {
      grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
      gap: var(--space-6);
      border-inline-start: 0;
      border-block-start: var(--hair) solid var(--line);
      padding: var(--space-4) 0 0;
    }
  }
`;
