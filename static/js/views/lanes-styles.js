/** How the stage looks. Lengths of one lane come from --pitch and --names, which lanes.js sets from the layout. */
import { css } from '/static/vendor/lit.js';

export const lanesStyles = css`
  :host {
    position: relative;
  }
  .scroll {
    overflow: auto;
    overscroll-behavior-x: contain;
    max-block-size: var(--stage-most, 62vh);
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
    display: flex;
    align-items: center;
    padding-block-start: 0.05rem;
    padding-inline-start: var(--space-2);
  }
  .corner .choice {
    font-size: var(--text-xs);
    padding-inline: var(--space-1);
  }
  .corner .zoom {
    padding-inline-start: var(--space-1);
  }
  .corner.right {
    inset-inline-start: auto;
    justify-content: space-between;
    padding-inline: var(--space-3);
  }
  .heading {
    color: var(--ink-3);
    font-size: var(--text-s);
  }
  .drawing {
    position: relative;
    min-block-size: var(--height);
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
  .guesses > .guess {
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
    font-size: min(var(--text-l), calc(var(--pitch) * 0.7));
  }
  :host([narrow]) .name .number {
    display: none;
  }
  :host([narrow]) .name {
    padding-inline: var(--space-2);
  }
  .guess.chosen {
    background: color-mix(in srgb, var(--lane) 7%, transparent);
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
    font-size: min(var(--text-xs), calc(var(--pitch) * 0.63));
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
  :host([gliding]) :is(.name, .guess) {
    transition: block-size var(--calm) var(--ease);
  }
  .guesses > .guess {
    inline-size: var(--guesses);
    padding-inline: var(--space-3);
    gap: var(--space-1);
    font-weight: 600;
    font-size: min(var(--text-m), calc(var(--pitch) * 0.66));
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
    font-size: min(var(--text-s), calc(var(--pitch) * 0.64));
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
