/** What dials of two numbers share: the face with its axes, and the scale to which pairs are drawn on it. */

import { css, html } from '/static/vendor/lit.js';

const RADIUS = 42;

export const faceStyles = css`
  svg {
    display: block;
    inline-size: 100%;
    overflow: visible;
  }
  .face {
    fill: var(--sunk);
    stroke: var(--line);
  }
  .axis {
    stroke: var(--line-strong);
    stroke-width: 0.7;
  }
`;

/** A dial with what is drawn on it. @param {unknown} drawn */
export const face = (drawn) => html`<svg viewBox="-50 -50 100 100" aria-hidden="true">
  <circle class="face" r="48"></circle>
  <path class="axis" d="M-46 0H46M0 -46V46"></path>
  ${drawn}
</svg>`;

/** Where pairs stand on a dial that the longest of them fills. @param {number[][]} pairs @returns {(pair: number[]) => number[]} */
export function fitToFace(pairs) {
  const longest = Math.max(...pairs.map((pair) => Math.hypot(...pair))) || 1;
  return ([a, b]) => [(a / longest) * RADIUS, (-b / longest) * RADIUS];
}
