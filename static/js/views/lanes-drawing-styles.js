/** How the drawing on the stage looks: rooms, lanes, branches, strands, guesses, the outline of the step that is looked at. */
import { css } from '/static/vendor/lit.js';

export const drawingStyles = css`
  .room {
    fill: var(--room);
    stroke: var(--line);
    transition: fill var(--calm) var(--ease);
  }
  .room.here {
    fill: var(--here-wash);
    stroke: var(--here);
    stroke-width: 1.25;
  }
  .room-name {
    fill: var(--ink-3);
    font: 400 var(--text-s) var(--font);
    text-anchor: middle;
  }
  .room-name.here {
    fill: var(--here-ink);
    font-weight: 700;
  }
  .room-door {
    fill: transparent;
    cursor: pointer;
  }
  .lane {
    stroke-linecap: round;
    fill: none;
  }
  .branch,
  .strand {
    fill: none;
    stroke-linecap: round;
  }
  .branch {
    opacity: 0.62;
  }
  .strands {
    animation: appear var(--calm) var(--ease);
  }
  .swatches {
    animation: appear var(--calm) var(--ease);
  }
  .frame {
    fill: var(--card);
    stroke: var(--card);
    stroke-width: 3;
  }
  .band {
    opacity: 0.07;
    pointer-events: none;
  }
  .fresh {
    animation: draw-in var(--arrive) var(--ease);
  }
  :host([gliding]) :is(.room, .lane, .branch, .part, .strand, .lens, .room-name) {
    transition:
      d var(--calm) var(--ease),
      x var(--calm) var(--ease),
      width var(--calm) var(--ease),
      transform var(--calm) var(--ease);
  }
  @keyframes appear {
    from {
      opacity: 0;
    }
  }
  @keyframes draw-in {
    from {
      clip-path: inset(-1rem 100% -1rem -1rem);
    }
    to {
      clip-path: inset(-1rem -1rem -1rem -1rem);
    }
  }
  .part {
    fill: var(--card);
  }
  .quiet {
    opacity: 0.45;
  }
  .lens text {
    font-family: var(--font);
    font-style: italic;
    fill: var(--ink-2);
    stroke: var(--room);
    stroke-width: 0.2rem;
    stroke-linejoin: round;
    paint-order: stroke;
    text-anchor: middle;
    unicode-bidi: isolate;
  }
  .lens .of {
    fill: var(--line);
  }
  .veil {
    fill: var(--card);
    opacity: 0.62;
    pointer-events: none;
  }
  .here-mark {
    fill: color-mix(in srgb, var(--here) 9%, transparent);
    stroke: var(--here);
    stroke-width: 2;
    pointer-events: none;
    transition:
      transform var(--calm) var(--ease),
      width var(--calm) var(--ease),
      x var(--calm) var(--ease);
  }
  .step-name {
    font: 500 0.75rem var(--font);
    fill: var(--ink-2);
    text-anchor: middle;
    pointer-events: none;
  }
  .step-name.here {
    fill: var(--here-ink);
    font-weight: 700;
  }
`;
