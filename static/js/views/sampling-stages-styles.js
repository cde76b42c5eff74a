/** How the bars of the stages look. --from and --size are shares of the whole bar. */
import { css } from '/static/vendor/lit.js';

export const samplingStagesStyles = css`
  :host {
    container-type: inline-size;
    display: block;
  }
  ol {
    list-style: none;
    margin: 0;
    padding: 0;
    display: grid;
    gap: var(--space-2);
  }
  li {
    display: grid;
    grid-template-columns: 7.5rem minmax(0, 1fr) 19rem;
    gap: var(--space-1) var(--space-4);
    align-items: center;
  }
  .name {
    font-weight: 650;
    white-space: nowrap;
  }
  .name .number {
    color: var(--here-ink);
  }
  .says {
    font-size: var(--text-s);
    color: var(--ink-2);
    font-variant-numeric: tabular-nums;
  }
  .idle .name,
  .idle .says {
    color: var(--ink-3);
    font-weight: 400;
  }
  .bar {
    position: relative;
    display: block;
    block-size: 1.6rem;
    border-radius: var(--radius-s);
    background: var(--sunk);
    overflow: clip;
  }
  .idle .bar {
    block-size: 0.6rem;
  }
  .bar i {
    position: absolute;
    inset-block: 0;
    inset-inline-start: calc(100% * var(--from, 0));
    inline-size: calc(100% * var(--size, 0));
    font-style: normal;
    font-size: var(--text-s);
    line-height: 1.6rem;
    white-space: nowrap;
    overflow: hidden;
    text-overflow: ellipsis;
    text-align: center;
  }
  .piece {
    background: color-mix(in srgb, var(--lane) 30%, var(--card));
    box-shadow: inset -1px 0 var(--card);
    color: var(--ink);
  }
  .idle .piece {
    font-size: 0;
  }
  .others {
    background: color-mix(in srgb, var(--lane) 14%, var(--card));
  }
  .gone {
    background: repeating-linear-gradient(135deg, var(--line-strong) 0 2px, transparent 2px 6px);
  }
  .draw {
    block-size: 2.1rem;
    overflow: visible;
  }
  .draw .piece,
  .draw .others {
    line-height: 2.1rem;
  }
  .draw .drawn {
    background: var(--lane);
    color: var(--card);
    font-weight: 700;
  }
  .bar .dice {
    inline-size: 0;
    inset-block: -0.35rem;
    border-inline-start: 3px solid var(--here);
    margin-inline-start: -1.5px;
    overflow: visible;
  }
  .dice::before {
    content: '';
    position: absolute;
    inset-block-start: -0.2rem;
    inset-inline-start: calc(-0.4rem - 1.5px);
    border: 0.4rem solid transparent;
    border-block-start-color: var(--here);
    border-block-end: 0;
  }
  .said {
    margin-block-start: var(--space-4);
    font-size: var(--text-l);
  }
  .said + .note {
    max-inline-size: 62ch;
    text-wrap: pretty;
  }
  .link {
    text-decoration: underline;
    text-underline-offset: 0.15em;
    font-size: var(--text-m);
  }
  @container (max-width: 46rem) {
    li {
      grid-template-columns: auto minmax(0, 1fr);
    }
    .bar {
      grid-column: 1 / -1;
      grid-row: 2;
    }
    .says {
      text-align: end;
    }
  }
`;
