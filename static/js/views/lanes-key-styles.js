/** How the key under the stage looks, and the choices above it. */
import { css } from '/static/vendor/lit.js';

export const keyStyles = css`
  .bar {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--space-2);
    align-items: center;
    padding: var(--space-2) var(--space-2) 0;
  }
  .bar .heading {
    display: none;
  }
  .bar .choice:last-child {
    margin-inline-start: auto;
  }
  .zoom {
    white-space: nowrap;
  }
  .choice {
    padding: var(--space-1) var(--space-2);
    color: var(--ink-3);
    font-size: var(--text-s);
  }
  .choice[aria-pressed='true'] {
    color: var(--ink);
    font-weight: 700;
  }
  .key {
    list-style: none;
    margin: 0;
    padding: var(--space-2) var(--space-4) var(--space-3);
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-1) var(--space-3);
    color: var(--ink-3);
    font-size: var(--text-xs);
    line-height: 1.35;
  }
  .key li {
    display: flex;
    gap: var(--space-2);
    align-items: center;
  }
  .key svg {
    position: static;
    flex: none;
    inline-size: 1.5rem;
    block-size: 1rem;
    fill: var(--ink-3);
  }
  .key .strand-sign {
    fill: none;
    stroke: var(--ink-3);
    stroke-width: 2.5;
    stroke-linecap: round;
  }
  .of {
    fill: var(--line);
  }
  .key .low {
    fill: var(--lane-0);
  }
  .key .none {
    fill: var(--line);
  }
  .key .high {
    fill: var(--lane-1);
  }
  :host([narrow][step]) .key :is(.guess-key, .swatch-key) {
    display: none;
  }
`;
