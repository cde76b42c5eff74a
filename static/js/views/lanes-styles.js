/** How the stage looks. Lengths of one lane come from --pitch and --names, which lanes.js sets from the layout. */
import { css } from '/static/vendor/lit.js';

export const lanesStyles = css`
  :host {
    position: relative;
  }
  .bar {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-1) var(--space-4);
    align-items: baseline;
    padding: var(--space-3) var(--space-4) 0;
  }
  .bar .note {
    flex: 1;
    min-inline-size: 12rem;
  }
  .choice {
    padding: 0 var(--space-2);
    color: var(--ink-3);
    font-size: var(--text-s);
  }
  .choice[aria-pressed='true'] {
    color: var(--ink);
    font-weight: 700;
  }
  .scroll {
    overflow: auto;
    overscroll-behavior-x: contain;
    max-block-size: var(--stage-most, 62vh);
    padding-block-end: var(--space-3);
    scrollbar-width: thin;
  }
  .sheet {
    display: grid;
    grid-template-columns: var(--names) minmax(var(--drawing-least), 1fr) auto;
    grid-template-rows: var(--rooms, 1.9rem) auto;
    min-inline-size: min-content;
  }
  .rooms,
  .corner {
    position: sticky;
    inset-block-start: 0;
    z-index: 2;
    background: linear-gradient(var(--card) 82%, transparent);
  }
  .corner {
    inset-inline-start: 0;
    z-index: 4;
  }
  .drawing {
    position: relative;
    min-inline-size: 0;
  }
  svg {
    display: block;
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    overflow: visible;
  }
  .drawing svg {
    cursor: pointer;
  }
  .names,
  .guesses {
    display: flex;
    flex-direction: column;
    z-index: 3;
  }
  .names {
    position: sticky;
    inset-inline-start: 0;
    background: linear-gradient(to right, var(--card) 92%, transparent);
  }
  .name,
  .guess {
    block-size: var(--pitch);
    display: flex;
    align-items: center;
    gap: var(--space-2);
    overflow: clip;
  }
  .name {
    position: relative;
    padding-inline: var(--space-4) var(--space-2);
    text-align: start;
    color: var(--lane);
    border-inline-start: 0.25rem solid transparent;
    font-weight: 700;
    font-size: min(var(--text-l), calc(var(--pitch) * 0.62));
  }
  :host([narrow]) .name .number {
    display: none;
  }
  :host([narrow]) .name {
    padding-inline: var(--space-2);
  }
  .name .label {
    flex: 1;
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .name .number {
    color: var(--ink-3);
    font-weight: 400;
    font-size: min(var(--text-xs), calc(var(--pitch) * 0.5));
  }
  .name.chosen {
    background: color-mix(in srgb, var(--lane) 7%, var(--card));
    border-inline-start-color: var(--lane);
  }
  .name .bracket {
    align-self: stretch;
    inline-size: 0.35rem;
    border: var(--thick) solid var(--line-strong);
    border-inline-end: 0;
    border-block-width: 0;
  }
  .name .bracket.first {
    border-block-start-width: var(--thick);
    border-start-start-radius: var(--radius-s);
    margin-block-start: calc(var(--pitch) * 0.2);
  }
  .name .bracket.last {
    border-block-end-width: var(--thick);
    border-end-start-radius: var(--radius-s);
    margin-block-end: calc(var(--pitch) * 0.2);
  }
  .name .whole {
    font-weight: 400;
    white-space: pre;
  }
  .guess {
    inline-size: var(--guesses);
    padding-inline: var(--space-3) var(--space-4);
    font-weight: 600;
    font-size: min(var(--text-m), calc(var(--pitch) * 0.58));
  }
  .guess .label {
    flex: 1;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .guess .number {
    color: var(--ink-2);
    font-weight: 400;
    font-size: min(var(--text-s), calc(var(--pitch) * 0.5));
  }
  .table {
    padding: 0 var(--space-4) var(--space-3);
  }
  .table-scroll {
    overflow: auto;
    max-block-size: 20rem;
  }
  table {
    border-collapse: collapse;
    font-size: var(--text-s);
  }
  th,
  td {
    padding: var(--space-1) var(--space-3) var(--space-1) 0;
    text-align: start;
    white-space: nowrap;
    border-block-end: var(--hair) solid var(--line);
  }
`;
