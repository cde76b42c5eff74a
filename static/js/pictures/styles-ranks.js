/** The styles of lists of pieces with their bars. */

import { css } from '/static/vendor/lit.js';

export const rankStyles = css`
  /* ranked pieces */
  .ranks {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr));
    gap: var(--space-5);
  }
  .rank {
    list-style: none;
    margin: var(--space-1) 0 0;
    padding: 0;
    display: grid;
    gap: 2px;
    max-inline-size: 40rem;
  }
  .rank button,
  .rank .row {
    display: grid;
    grid-template-columns: minmax(4.5rem, 8rem) minmax(0, 1fr) 5.5em;
    gap: var(--space-3);
    align-items: center;
    inline-size: 100%;
    box-sizing: border-box;
    padding: 2px var(--space-1);
    border: 0;
    background: none;
    text-align: start;
    border-radius: var(--radius-s);
    min-block-size: 1.8rem;
  }
  .rank button {
    cursor: pointer;
  }
  .rank button:hover {
    background: var(--sunk);
  }
  .piece {
    font-weight: 600;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .piece .id {
    font-weight: 400;
    color: var(--ink-2);
  }
  .rest .piece {
    font-weight: 400;
    color: var(--ink-2);
  }
  .figure {
    font-family: var(--mono);
    font-variant-numeric: tabular-nums;
    font-size: var(--text-s);
    text-align: end;
    white-space: nowrap;
  }
  .track {
    display: block;
    background: var(--sunk);
    border-radius: 3px;
  }
  .track .bar {
    block-size: 0.85rem;
  }
  .bar.signed {
    background: light-dark(#b3531f, #cc7d73);
  }
  .bar.signed[data-below] {
    background: light-dark(#307da6, #4194c1);
  }
  .bar.faint {
    background: var(--line-strong);
  }
`;
