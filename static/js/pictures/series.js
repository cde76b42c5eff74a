/**
 * Rows of numbers that the server worked out beyond the tensors, as a plate: what strips, charts and tables are drawn from. Its
 * name is none of the catalogue, so that no cell of it can be taken for an element of a tensor.
 */

/** @typedef {import('../views/grid-plate.js').Plate} Plate */
/** @typedef {import('../types.js').Range} Range */

/** @type {WeakMap<object, Map<string, Plate>>} */
const known = new WeakMap();

/**
 * The same plate each time for the same answer and name: a view that gets the plate it has does not paint again.
 * @param {object} answer that the rows are of @param {string} name @param {number[][]} rows @param {string} [colAxis] @param {string} [scale]
 */
export function seriesPlate(answer, name, rows, colAxis = 'dimension', scale = 'signed') {
  const plates = known.get(answer) ?? new Map();
  known.set(answer, plates);
  const plate = plates.get(name) ?? makeSeries(name, rows, colAxis, scale);
  plates.set(name, plate);
  return /** @type {Plate} */ (plate);
}

/** @param {string} name @param {number[][]} rows @param {string} colAxis @param {string} scale @returns {Plate} */
function makeSeries(name, rows, colAxis, scale) {
  const cols = rows[0]?.length ?? 0;
  const shape = { rows: rows.length, cols, rowCount: rows.length, colCount: cols, length: rows.length * cols };
  const many = rows.length > 1;
  return {
    ...{ name, axes: many ? ['row', colAxis] : [colAxis], fixed: {}, rowAxis: many ? 'row' : null, colAxis, rowStart: 0, colStart: 0, wrapped: false },
    ...shape,
    values: Float32Array.from(rows.flat()),
    range: rangeOf(rows.flat()),
    scale,
  };
}

/** The extremes of some numbers, which are their colours' limits. @param {number[]} values @returns {Range} */
export function rangeOf(values) {
  const [min, max] = values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity]);
  return { min, max, low: min, high: max, outliers: 0 };
}
