/** The styles of the pictures of attention and of the vocabulary, and of norms and dials. */

import { css } from '/static/vendor/lit.js';

export const attentionStyles = css`
  .stages {
    display: flex;
    align-items: start;
    gap: var(--space-1);
    overflow: auto hidden;
    padding-block-end: var(--space-2);
  }
  .stage {
    flex: 1 1 0;
    min-inline-size: 8.6rem;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-1);
    padding: 0 var(--space-2) var(--space-2);
    border-radius: var(--radius-m);
    border: var(--hair) solid transparent;
  }
  .stage.now {
    background: var(--here-wash);
    border-color: var(--here);
  }
  .stage-name {
    justify-self: start;
    padding: 0 var(--space-1);
    min-block-size: 1.9rem;
    background: none;
    border: 0;
    color: var(--ink-2);
    text-align: start;
    cursor: pointer;
    border-radius: var(--radius-s);
  }
  .stage-name:hover {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  .now .stage-name {
    color: var(--here-ink);
    font-weight: 700;
  }
  .stage:first-child {
    flex-grow: 1.35;
    min-inline-size: 11.5rem;
  }
  .arrow {
    color: var(--ink-3);
    align-self: center;
  }
  .attention {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-6);
    margin-block-start: var(--space-4);
  }
  .attention section {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-3);
    align-content: start;
    min-inline-size: 0;
  }
  .attention h3:not(:first-child),
  .attention h3 {
    margin-block-start: 0;
  }
  @container (min-width: 46rem) {
    .attention {
      grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr);
    }
  }
  .switches {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-1) var(--space-4);
    margin: 0;
    padding: 0;
    border: 0;
    font-size: var(--text-s);
    color: var(--ink-2);
  }
  .choice {
    display: contents;
  }
  .switches legend {
    float: inline-start;
    line-height: 1.9rem;
    margin-inline-end: var(--space-4);
    padding: 0;
    color: var(--ink-3);
    font-size: var(--text-xs);
  }
  .switches label {
    display: inline-flex;
    gap: var(--space-1);
    align-items: center;
    min-block-size: 1.9rem;
    cursor: pointer;
  }
  .switches input {
    font: inherit;
    accent-color: var(--here);
    inline-size: 1.05em;
    block-size: 1.05em;
  }
  .switches label:has(:checked) {
    color: var(--ink);
  }
  .question {
    font-size: var(--text-s);
    color: var(--ink-2);
    border-inline-start: 2px solid var(--line-strong);
    padding-inline-start: var(--space-3);
    max-inline-size: 46rem;
  }
  .question summary {
    cursor: pointer;
    color: var(--ink);
    padding-block: var(--space-1);
  }

  /* joined heads */
  .joined {
    display: grid;
    grid-template-columns: repeat(var(--count, 1), minmax(0, 1fr));
    gap: 4px;
    overflow: auto hidden;
  }
  .joined .part {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 2px;
    min-inline-size: 2.6rem;
    border-radius: var(--radius-s);
  }
  .joined button {
    padding: 0 2px;
    border: 0;
    background: none;
    text-align: start;
    font-size: var(--text-xs);
    color: var(--ink-3);
    white-space: nowrap;
    overflow: hidden;
    min-block-size: 1.7rem;
    cursor: pointer;
  }
  .joined .chosen button {
    color: var(--here-ink);
    font-weight: 700;
  }
`;
