/** How the next-token panel looks. --p of a row is its probability, --lane the colour of the position. */
import { css } from '/static/vendor/lit.js';

export const nextStyles = css`
  :host {
    padding: var(--space-4) var(--space-4) var(--space-3);
    container-type: inline-size;
  }
  h2 {
    overflow-wrap: anywhere;
  }
  ol {
    list-style: none;
    margin: var(--space-2) 0 0;
    padding: 0;
  }
  li,
  .rest {
    display: grid;
    grid-template-columns: minmax(4.5rem, 30%) 1fr 4.9rem;
    gap: var(--space-3);
    align-items: center;
    min-block-size: 1.46rem;
  }
  .label {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-weight: 600;
  }
  .rest .label {
    font-weight: 400;
    color: var(--ink-3);
    font-size: var(--text-s);
  }
  .bar {
    block-size: 0.8rem;
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
  input[type='range'] {
    inline-size: 100%;
    margin: 0;
    block-size: 1.5rem;
    appearance: none;
    background: linear-gradient(var(--line-strong), var(--line-strong)) center / 100% 0.1875rem no-repeat;
    cursor: pointer;
  }
  input[type='range']::-webkit-slider-thumb {
    appearance: none;
    inline-size: 1.1rem;
    block-size: 1.1rem;
    border-radius: 50%;
    background: var(--ink);
    border: var(--thick) solid var(--card);
  }
  input[type='range']::-moz-range-thumb {
    inline-size: 1rem;
    block-size: 1rem;
    border-radius: 50%;
    background: var(--ink);
    border: var(--thick) solid var(--card);
  }
  .temperature .number {
    font-weight: 700;
    color: var(--ink);
    text-align: end;
    opacity: 1;
  }
  .failure {
    color: var(--bad);
    font-size: var(--text-s);
  }
`;
