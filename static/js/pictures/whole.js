/**
 * Rows of numbers that the server worked out and that are no tensor of the model (weight times value, what a head adds), each
 * as a plate. A number that is picked there leads to the element of the tensor that it is a part of.
 */

import { windowOf } from '../views/grid-window.js';
import { seriesPlate } from './series.js';

/** @typedef {import('../views/grid-plate.js').Plate} Plate */
/** @typedef {{all: Plate, rows: Plate[]}} Parts all rows as one plate, for the table and the range, and each by itself */

/** The same plates each time for the same answer. @param {object} answer that the rows are of @param {string} name @param {number[][]} rows @param {string} colAxis @returns {Parts} */
export function partPlates(answer, name, rows, colAxis) {
  const all = seriesPlate(answer, name, rows, colAxis);
  return { all, rows: rows.map((_, row) => windowOf(all, { row, most: 1 })) };
}

/** A cell of such a row, for what is to be marked on it. @param {string} name @param {number} row @param {number} col */
export const partCell = (name, row, col) => ({ name, index: [row, col] });

/**
 * A listener for what stands around such plates: a pick on one of them becomes a pick of the whole that it belongs to.
 * @param {string} name of the plates @param {(col: number) => import('../views/step-scene.js').Element} whole
 */
export const pickWhole = (name, whole) => (/** @type {CustomEvent} */ event) => {
  if (event.detail.name !== name) return;
  event.stopPropagation();
  const detail = { ...whole(event.detail.index.at(-1)), keyboard: event.detail.keyboard };
  event.currentTarget?.dispatchEvent(new CustomEvent('lw-pick', { detail, bubbles: true, composed: true }));
};
