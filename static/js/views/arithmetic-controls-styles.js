/** How the dial of the depths and the trail look. */

import { css } from '/static/vendor/lit.js';

export const controlStyles = css`
  .dial {
    display: grid;
    grid-auto-flow: column;
    grid-auto-columns: 1fr;
    border: 0;
    margin: 0;
    padding: 0.15rem;
    background: var(--sunk);
    border-radius: var(--radius-s);
  }
  .dial label {
    position: relative;
    display: grid;
    cursor: pointer;
  }
  .dial input {
    position: absolute;
    inset: 0;
    opacity: 0;
    margin: 0;
    cursor: pointer;
  }
  .dial span {
    display: grid;
    place-items: center;
    min-block-size: 1.85rem;
    border-radius: calc(var(--radius-s) - 0.1rem);
    color: var(--ink-2);
  }
  .dial input:checked + span {
    background: var(--card);
    color: var(--ink);
    font-weight: 650;
    box-shadow: 0 1px 2px var(--shadow);
  }
  .dial input:focus-visible + span {
    outline: 2px solid var(--here);
    outline-offset: 1px;
  }
  .trail {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: var(--space-2) var(--space-3);
    align-items: start;
  }
  .trail ol {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 var(--space-1);
    list-style: none;
    font-size: var(--text-xs);
    padding-block-start: 0.25rem;
  }
  .trail li {
    color: var(--ink-2);
    min-inline-size: 0;
  }
  .trail li + li::before {
    content: '→';
    color: var(--ink-3);
    margin-inline-end: var(--space-1);
  }
  .trail li[aria-current] {
    color: var(--ink);
    font-weight: 650;
  }
  .crumb {
    min-block-size: 1.5rem;
    text-align: start;
    text-decoration: underline;
    text-decoration-color: var(--line-strong);
    text-underline-offset: 3px;
  }
  .crumb:hover {
    text-decoration-color: var(--here);
  }
`;
