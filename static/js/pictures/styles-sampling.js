/** How the pictures of sampling and of the KV cache stand; they live in the step panel's own root. */

import { css } from '/static/vendor/lit.js';

export const samplingStyles = css`
  .sampling h3,
  .sampling h3:not(:first-child) {
    margin-block-end: var(--space-3);
  }
  .sampling h3:not(:first-child) {
    margin-block-start: var(--space-5);
  }
  .sampling .pair {
    display: grid;
    grid-template-columns: minmax(16rem, 2fr) minmax(0, 3fr);
    gap: var(--space-3) var(--space-6);
    margin-block-start: var(--space-5);
  }
  .sampling .pair h3 {
    margin-block: 0 var(--space-2);
  }
  .sampling .pair .note {
    margin-block-start: var(--space-2);
    font-size: var(--text-xs);
  }
  .cache .sizes {
    border-collapse: collapse;
    margin-block-start: var(--space-5);
    font-size: var(--text-s);
    inline-size: 100%;
    max-inline-size: 48rem;
  }
  .cache .sizes th {
    text-align: start;
    font-weight: 400;
    color: var(--ink-2);
  }
  .cache .sizes :is(td, th) {
    padding: 0.22rem var(--space-3) 0.22rem 0;
  }
  .cache .sizes thead th {
    font-family: inherit;
    font-size: var(--text-xs);
    color: var(--ink-3);
  }
  .cache .sizes .number {
    font-family: var(--mono);
    white-space: nowrap;
  }
  .cache .sizes .figure {
    padding-inline-end: 0;
    text-align: end;
  }
  .cache .sizes .fresh th {
    color: var(--here-ink);
    font-weight: 650;
  }
  .cache .sizes .all :is(td, th) {
    border-block-start: var(--hair) solid var(--line-strong);
    color: var(--ink);
    font-weight: 650;
  }
  .cache .sizes .other :is(td, th) {
    color: var(--ink-3);
  }
  .cache .proof {
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr);
    gap: var(--space-1) var(--space-4);
    margin: 0;
    max-inline-size: 60rem;
  }
  .cache .proof dt {
    color: var(--ink-2);
  }
  .cache .proof dd {
    margin: 0;
  }
  .cache .proof .number {
    font-family: var(--mono);
    font-variant-numeric: tabular-nums;
  }
  @container (max-width: 50rem) {
    .cache .sizes {
      font-size: var(--text-xs);
    }
    .cache .proof {
      grid-template-columns: minmax(0, 1fr);
    }
    .cache .proof dd {
      margin-block-end: var(--space-2);
    }
    .sampling .pair {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
