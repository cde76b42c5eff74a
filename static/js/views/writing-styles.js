/** How the controls that write stand, the tokens that come, and the branches. --q is what a token was drawn with. */
import { css } from '/static/vendor/lit.js';

export const writingStyles = css`
  :host {
    display: block;
    margin-block-start: var(--space-2);
  }
  .controls {
    display: flex;
    gap: var(--space-2);
    align-items: center;
  }
  .controls .button {
    font-size: var(--text-s);
    min-block-size: 2.1rem;
    white-space: nowrap;
    display: inline-flex;
    align-items: center;
    gap: var(--space-2);
  }
  .run {
    min-inline-size: 5.9rem;
    justify-content: center;
  }
  .run[aria-pressed='true'] {
    background: var(--here-wash);
    border-color: var(--here);
    color: var(--here-ink);
    font-weight: 650;
  }
  .icon {
    inline-size: 2.1rem;
    block-size: 2.1rem;
    display: grid;
    place-items: center;
    border-radius: var(--radius-s);
    color: var(--ink-2);
  }
  .icon:first-of-type,
  .run + .icon {
    margin-inline-start: auto;
  }
  .icon:hover:not([aria-disabled='true']) {
    background: var(--sunk);
  }
  svg {
    inline-size: 1rem;
    block-size: 1rem;
    fill: currentcolor;
  }
  .line {
    fill: none;
    stroke: currentcolor;
    stroke-width: 1.5;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .run-of {
    max-block-size: 6.5rem;
    overflow: hidden;
    margin-block-start: var(--space-2);
    padding: var(--space-1) var(--space-2);
    background: var(--sunk);
    border-radius: var(--radius-s);
  }
  .stream {
    overflow-wrap: anywhere;
    line-height: 1.6;
  }
  .stream span[data-place] {
    box-shadow: inset 0 calc(-0.16rem) color-mix(in srgb, var(--lane) calc(100% * var(--q)), var(--line));
  }
  .stream .no-text {
    text-decoration: line-through;
    color: var(--ink-3);
  }
  .note {
    margin-block-start: var(--space-1);
    font-size: var(--text-xs);
    overflow-wrap: anywhere;
  }
  .note:empty {
    display: none;
  }
  .link {
    text-decoration: underline;
    text-underline-offset: 0.15em;
  }
  .failure {
    color: var(--bad);
    font-size: var(--text-s);
    margin-block-start: var(--space-1);
  }
  .branches {
    margin-block-start: var(--space-2);
  }
  .branches h3 {
    font-size: var(--text-xs);
    font-weight: 400;
    color: var(--ink-3);
  }
  ul {
    list-style: none;
    margin: 0;
    padding: 0;
    border-inline-start: var(--thick) solid var(--line-strong);
  }
  li button {
    display: block;
    inline-size: 100%;
    padding: 0.15rem var(--space-2);
    font-size: var(--text-s);
    text-align: start;
    white-space: pre;
    overflow: hidden;
    text-overflow: ellipsis;
    color: var(--ink-3);
    min-block-size: 1.75rem;
  }
  li button b {
    color: var(--ink);
    font-weight: 600;
  }
  li button:hover:not([aria-disabled='true']) {
    background: var(--sunk);
  }
`;
