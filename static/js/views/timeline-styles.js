/** How the timeline looks. --size of a step or a group is the width that layout/timeline.js gives it. */
import { css } from '/static/vendor/lit.js';

export const timelineStyles = css`
  .track {
    display: flex;
    gap: 0.6rem;
    align-items: end;
    touch-action: pan-y;
    cursor: pointer;
    padding-block: var(--space-1);
    border-radius: var(--radius-s);
  }
  .crowded {
    gap: 0.125rem;
  }
  .crowded .group.bar {
    flex-basis: 0;
  }
  .crowded .label {
    overflow: visible;
    inline-size: 0; /* it may stand above its neighbours, which have none */
  }
  .crowded .names .label,
  .crowded .end ~ .end .label {
    inline-size: auto; /* the last one would stand beyond the edge of the page */
  }
  .group {
    min-inline-size: 0;
    flex: 1 1 auto;
    display: grid;
    gap: 0.2rem;
  }
  .group.names {
    flex: 0 1 calc(var(--size) * 1.12);
  }
  .group.marks {
    flex: 1 1 var(--size);
  }
  .group.bar {
    flex: 1 1 1.5rem;
  }
  .label {
    font-size: var(--text-xs);
    line-height: 1.2;
    color: var(--ink-3);
    white-space: nowrap;
    overflow: hidden;
    text-align: start;
  }
  .here > .label {
    color: var(--here-ink);
    font-weight: 700;
  }
  .group.end:not(.names) {
    flex-grow: 0;
    flex-basis: max-content;
    flex-shrink: 0;
  }
  .group.end {
    margin-inline: 0 0.3rem;
  }
  .group.end ~ .group.end {
    margin-inline: 0.3rem 0;
  }
  .steps {
    display: flex;
    gap: 0.125rem;
    min-block-size: 1.6rem;
    align-items: stretch;
  }
  .step {
    flex: 1 1 var(--size, 0.4rem);
    min-inline-size: 0.125rem;
    border-radius: 0.2rem;
    background: var(--sunk);
    color: var(--ink-2);
    font-size: var(--text-xs);
    line-height: 1.6rem;
    white-space: nowrap;
    overflow: hidden;
    text-align: center;
    transition: background var(--quick) var(--ease);
  }
  .marks .step,
  .bar .step {
    block-size: 0.75rem;
    align-self: center;
  }
  .step:hover {
    background: var(--line);
  }
  .past {
    background: color-mix(in srgb, var(--line-strong) 62%, var(--card));
    color: var(--ink);
  }
  .step.here {
    background: var(--here);
    color: var(--on-cell-dark);
    font-weight: 700;
  }
  .bar .steps {
    gap: 0;
  }
  .bar .step {
    border-radius: 0;
    min-inline-size: 0;
  }
`;
