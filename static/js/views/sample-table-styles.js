/** How the list of all pieces looks: rows of one height, what was removed hatched. --p and --q are shares of the best one's. */
import { css } from '/static/vendor/lit.js';

export const sampleTableStyles = css`
  :host {
    container-type: inline-size;
    display: block;
  }
  .jumps {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-1) var(--space-4);
    font-size: var(--text-s);
    margin-block-end: var(--space-2);
  }
  .jumps button {
    text-decoration: underline;
    text-underline-offset: 0.15em;
    min-block-size: 1.75rem;
    color: var(--ink-2);
  }
  .scroller {
    block-size: min(27rem, calc(var(--total) * 1.875rem + 2.25rem));
    overflow: auto;
    border: var(--hair) solid var(--line);
    border-radius: var(--radius-m);
    font-size: var(--text-s);
    overscroll-behavior: contain;
  }
  .head,
  .row {
    display: grid;
    grid-template-columns: 3.6rem minmax(5rem, 1.2fr) repeat(2, 4.6rem) minmax(6rem, 1fr) 5.2rem 6.2rem minmax(6rem, 1fr) 3rem;
    gap: var(--space-3);
    align-items: center;
    padding-inline: var(--space-3);
  }
  .head {
    position: sticky;
    inset-block-start: 0;
    z-index: 1;
    block-size: 2rem;
    background: var(--card);
    border-block-end: var(--hair) solid var(--line-strong);
    color: var(--ink-3);
    font-size: var(--text-xs);
  }
  .body {
    position: relative;
    block-size: calc(var(--total) * 1.875rem);
  }
  .row {
    position: absolute;
    inset-inline: 0;
    inset-block-start: calc(var(--rank) * 1.875rem);
    block-size: 1.875rem;
    white-space: nowrap;
  }
  .row span {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .row .spoken {
    overflow: hidden;
  }
  .rank,
  .wide,
  .p,
  .q {
    text-align: end;
    font-family: var(--mono);
    font-variant-numeric: tabular-nums;
  }
  .head .rank,
  .head .wide,
  .head .p,
  .head .q {
    font-family: inherit;
  }
  .rank,
  .wide {
    color: var(--ink-2);
  }
  .piece {
    font-weight: 600;
  }
  .head .piece,
  .waiting .piece {
    font-weight: 400;
  }
  .row .p,
  .row .q {
    position: relative;
    block-size: 100%;
    line-height: 1.875rem;
    padding-inline-end: var(--space-1);
    isolation: isolate;
  }
  i {
    position: absolute;
    inset-block: 4px;
    inset-inline-start: 0;
    z-index: -1;
    border-radius: 3px;
    inline-size: calc(100% * var(--p, 0));
    background: color-mix(in srgb, var(--lane) 20%, var(--card));
  }
  .q i {
    inline-size: calc(100% * var(--q, 0));
    background: color-mix(in srgb, var(--lane) 35%, var(--card));
  }
  .fate {
    padding-inline-start: var(--space-3);
    color: var(--ink-2);
  }
  .removed {
    background: repeating-linear-gradient(135deg, var(--sunk) 0 3px, transparent 3px 9px);
  }
  .removed .piece,
  .removed .fate {
    color: var(--ink-2);
    font-weight: 400;
  }
  .removed .piece {
    text-decoration: line-through;
    text-decoration-color: var(--ink-3);
  }
  .removed i {
    background: var(--line-strong);
  }
  .cut {
    border-block-end: var(--thick) solid var(--ink-3);
  }
  .drawn {
    background: var(--here-wash);
    box-shadow: inset var(--thick) 0 var(--here);
  }
  .drawn .fate {
    color: var(--here-ink);
    font-weight: 700;
  }
  @container (max-width: 46rem) {
    .head,
    .row {
      grid-template-columns: 2.4rem minmax(3rem, 1fr) 4rem 4rem 4rem;
      gap: var(--space-1) 0.4rem;
      font-size: var(--text-xs);
      padding-inline: var(--space-2);
    }
    .wide,
    .row i {
      display: none;
    }
    .row .p,
    .row .q {
      display: block;
    }
  }
`;
