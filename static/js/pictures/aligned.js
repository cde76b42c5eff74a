/** Vectors of one token under one another, number above number, with the sign of what is done to them: a + b = c, a × b = c. */

import { html } from '/static/vendor/lit.js';
import { exactNumber } from '../views/step-number.js';
import { valueAt } from '../views/grid-plate.js';
import '../views/legend.js';
import { limitsOf } from '../views/grid-scale.js';

/** @typedef {import('./figure.js').Scene} Scene */
/** @typedef {import('./figure.js').Plate} Plate */
/** @typedef {{sign: string, title: string, plate: Plate, limits?: import('../views/grid-scale.js').Limits}} Line */

/** @param {Scene} scene @param {Line[]} lines plates of one row each @param {string} unit what one number is called */
export function alignedStrips(scene, lines, unit) {
  const index = scene.picked?.index.at(-1) ?? 0;
  const col = index < lines[lines.length - 1].plate.cols ? index : 0;
  const shared = lines.every(({ limits }) => limits && limits === lines[0].limits);
  return html`<div class="aligned">
    ${lines.map((line) => alignedLine(scene, line, col, shared))}
    <p class="sum"><span class="what">${unit} ${col + 1}</span>
      ${lines.map(({ sign, plate }) => html`<span class="sign">${sign}</span> <span class="operand">${exactNumber(valueAt(plate, 0, col) ?? NaN)}</span>`)}</p>
    ${shared ? html`<lw-legend .limits=${lines[0].limits} .note=${'one scale for all three'}></lw-legend>` : ''}
  </div>`;
}

/** @param {Scene} scene @param {Line} line @param {number} col @param {boolean} shared */
function alignedLine(scene, { sign, title, plate, limits = limitsOf(plate.scale, plate.range) }, col, shared) {
  const element = { name: plate.name, index: plate.axes.map((axis) => (axis === plate.colAxis ? col : plate.fixed[axis] ?? 0)) };
  return html`<span class="sign" aria-hidden="true">${sign}</span>
    <div class="line">
      <p class="label">${title} <code>${plate.name}</code></p>
      <lw-strip .plate=${plate} .limits=${limits} .selected=${element} .mark=${scene.mark} .thick=${26}></lw-strip>
      ${shared ? '' : html`<lw-legend .limits=${limits} .range=${plate.range}></lw-legend>`}
    </div>`;
}
