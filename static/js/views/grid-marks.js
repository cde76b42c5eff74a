/** What lies on the cells of a matrix: one that is chosen, rows and columns that are pointed at, operands that are lit. */

import { css } from '/static/vendor/lit.js';
import { setMeasure } from '../measure.js';
import { cellOf } from './grid-plate.js';

/** @typedef {import('./grid-plate.js').Plate} Plate */

/** More lights than these say nothing. */
const MOST_LIT = 64;

/** Puts a mark on a cell, or hides it. @param {ParentNode} root @param {string} name @param {[number, number] | null} cell @param {number} [count] */
export function placeMark(root, name, cell, count = Infinity) {
  const mark = /** @type {HTMLElement | null} */ (root.querySelector(name));
  if (!mark) return;
  const there = cell !== null && Math.min(...cell) >= 0 && Math.max(...cell) < count;
  mark.hidden = !there;
  if (there) placeAt(mark, cell);
}

/** Lights the cells of those elements that are on the plate. @param {ParentNode} root @param {Plate} plate @param {{name: string, index: number[]}[]} elements */
export function lightCells(root, plate, elements) {
  const box = root.querySelector('.lit');
  if (!box) return;
  const cells = elements.map((element) => cellOf(plate, element)).filter((cell) => cell !== null).slice(0, MOST_LIT);
  while (box.children.length > cells.length) box.lastChild?.remove();
  while (box.children.length < cells.length) box.append(document.createElement('i'));
  cells.forEach((cell, i) => placeAt(/** @type {HTMLElement} */ (box.children[i]), cell));
}

/** @param {HTMLElement} mark @param {[number, number]} cell */
function placeAt(mark, [row, col]) {
  setMeasure(mark, '--row', String(row));
  setMeasure(mark, '--col', String(col));
}

export const litStyles = css`
  .lit i {
    position: absolute;
    box-sizing: border-box;
    pointer-events: none;
    inset-block-start: calc(var(--row) * var(--cell-height) - 1px);
    inset-inline-start: calc(var(--col) * var(--cell-width) - 1px);
    inline-size: max(4px, calc(var(--cell-width) - var(--gap) + 2px));
    block-size: max(4px, calc(var(--cell-height) - var(--gap) + 2px));
    border: 0.1rem solid var(--here);
    border-radius: 0.2rem;
  }
`;
