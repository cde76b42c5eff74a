/** A window on a plate: where a text has more tokens than can be read, those around the chosen one, and which these are. Pure. */

import { formatCount } from '../format.js';

/** @typedef {import('./grid-plate.js').Plate} Plate */
/** @typedef {{row: number, col?: number, most: number}} View around which row, and which column where columns are many too */

/** @type {WeakMap<Plate, Map<string, Plate>>} */
const windows = new WeakMap();

/** The part of a plate around a cell, the same one each time; the plate itself where it is small. @param {Plate} plate @param {View} view */
export function windowOf(plate, { row, col, most }) {
  const rows = span(plate.rows, row, most);
  const cols = col === undefined ? { start: 0, count: plate.cols } : span(plate.cols, col, most);
  if (plate.wrapped || (rows.count === plate.rows && cols.count === plate.cols)) return plate;
  const known = windows.get(plate) ?? new Map();
  windows.set(plate, known);
  const key = `${rows.start},${cols.start},${most}`;
  const part = known.get(key) ?? cutOut(plate, rows, cols);
  known.set(key, part);
  return part;
}

/** @typedef {{start: number, count: number}} Span */

/** At most `most` of `count` places, with `centre` in the middle as far as that goes. @param {number} count @param {number} centre @param {number} most @returns {Span} */
function span(count, centre, most) {
  const start = Math.max(0, Math.min(count - most, centre - Math.floor(most / 2)));
  return { start, count: Math.min(count, most) };
}

/** @param {Plate} plate @param {Span} rows @param {Span} cols @returns {Plate} */
function cutOut(plate, rows, cols) {
  const values = new Float32Array(rows.count * cols.count);
  for (let row = 0; row < rows.count; row++) {
    const from = (rows.start + row) * plate.cols + cols.start;
    values.set(plate.values.subarray(from, from + cols.count), row * cols.count);
  }
  return { ...plate, values, rows: rows.count, cols: cols.count, rowStart: rows.start, colStart: cols.start, length: values.length };
}

/** Which rows of how many are drawn, or nothing where all are: "tokens 473–512 of 512". @param {Plate} plate @param {string} [noun] */
export function windowWords({ rows, rowStart, rowCount, wrapped }, noun = 'tokens') {
  return wrapped || rows === rowCount ? '' : `${noun} ${rowStart + 1}–${rowStart + rows} of ${formatCount(rowCount)}`;
}

/** @type {WeakMap<Plate, {labels: object[], rows: any[], cols: any[]}>} */
const named = new WeakMap();

/**
 * The labels of the rows and of the columns of a plate, the same lists each time.
 * @template {object} L @param {Plate} plate @param {L[]} labels of all tokens @returns {{rows: L[], cols: L[]}}
 */
export function windowLabels(plate, labels) {
  if (plate.rows === plate.rowCount && plate.cols === plate.colCount) return { rows: labels, cols: labels };
  const known = named.get(plate);
  if (known?.labels === labels) return known;
  const cut = (/** @type {number} */ start, /** @type {number} */ count) => labels.slice(start, start + count);
  const made = { labels, rows: cut(plate.rowStart, plate.rows), cols: cut(plate.colStart, plate.cols) };
  named.set(plate, made);
  return made;
}
