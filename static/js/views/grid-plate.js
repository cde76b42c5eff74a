/**
 * A plate: the part of one tensor that is drawn as rows and columns, with the way back from each cell to its index in the
 * tensor. Pure: it slices and names, and makes no number.
 */

/** @typedef {import('../types.js').Range} Range */
/** @typedef {import('../types.js').Slice} Slice */
/** @typedef {import('../types.js').TensorSpec} TensorSpec */
/** @typedef {Record<string, number>} Fixed axis → the place that was picked on it */
/**
 * @typedef {object} Plate
 * @property {string} name of the tensor
 * @property {string[]} axes all axes of the tensor
 * @property {Fixed} fixed the axes that are not drawn
 * @property {string | null} rowAxis
 * @property {string} colAxis
 * @property {number} rows
 * @property {number} cols
 * @property {number} rowStart the first row that is drawn, of rowCount
 * @property {number} colStart the first column that is drawn, of colCount
 * @property {number} rowCount
 * @property {number} colCount
 * @property {number} length how many of rows × cols hold a number
 * @property {boolean} wrapped one long row, folded into several
 * @property {Float32Array} values row by row
 * @property {Range} range of the slice that the server gave
 * @property {string} scale how values are drawn
 */

/**
 * @param {Slice} answer
 * @param {TensorSpec} spec
 * @param {Fixed} [fixed] what was picked by the server or is picked here, by axis
 * @param {number} [wrap] fold a single row after so many columns
 * @returns {Plate}
 */
export function makePlate(answer, spec, fixed = {}, wrap = 0) {
  let part = { axes: answer.axes, shape: answer.shape, values: answer.values };
  for (const axis of answer.axes) if (axis in fixed) part = pick(part, axis, fixed[axis]);
  const [cols, rows] = [part.shape.at(-1) ?? 1, part.shape.at(-2) ?? 1];
  const folded = wrap > 0 && rows === 1 && cols > wrap;
  return {
    name: spec.name,
    axes: spec.axes,
    fixed,
    rowAxis: part.axes.length > 1 ? part.axes[part.axes.length - 2] : null,
    colAxis: part.axes.at(-1) ?? '',
    rows: folded ? Math.ceil(cols / wrap) : rows,
    cols: folded ? wrap : cols,
    rowStart: 0,
    colStart: 0,
    rowCount: rows,
    colCount: cols,
    length: rows * cols,
    wrapped: folded,
    values: part.values,
    range: answer.range,
    scale: spec.scale,
  };
}

/** The index in the whole tensor of a cell. @param {Plate} plate @param {number} row @param {number} col */
export function indexOf(plate, row, col) {
  return plate.axes.map((axis) => {
    if (axis === plate.colAxis) return plate.wrapped ? row * plate.cols + col : plate.colStart + col;
    return axis === plate.rowAxis ? plate.rowStart + row : plate.fixed[axis] ?? 0;
  });
}

/**
 * Where an element of a tensor stands on the plate, or null where it is not on it.
 * @param {Plate} plate @param {{name: string, index: number[]} | null} element @returns {[number, number] | null}
 */
export function cellOf(plate, element) {
  if (!element || element.name !== plate.name || element.index.length !== plate.axes.length) return null;
  const at = (/** @type {string} */ axis) => element.index[plate.axes.indexOf(axis)];
  if (plate.axes.some((axis) => isFixed(plate, axis) && at(axis) !== plate.fixed[axis])) return null;
  const col = at(plate.colAxis);
  const row = plate.rowAxis ? at(plate.rowAxis) - plate.rowStart : 0;
  const cell = plate.wrapped ? [Math.floor(col / plate.cols), col % plate.cols] : [row, col - plate.colStart];
  return Math.min(...cell) >= 0 && cell[0] < plate.rows && cell[1] < plate.cols ? [cell[0], cell[1]] : null;
}

/** @param {Plate} plate @param {number} row @param {number} col @returns {number | undefined} */
export const valueAt = (plate, row, col) => plate.values[row * plate.cols + col];

/** A tensor's name with an index: `blocks.2.attn.pattern[4, 4, 3]`. @param {string} name @param {number[]} index */
export const nameElement = (name, index) => `${name}[${index.join(', ')}]`;

/** @typedef {Record<string, number>} Mark axis → what is pointed at on it; `token` alone is both query and key */

/** The row that a mark is about, or −1. @param {Plate} plate @param {Mark | null} mark */
export const markedRow = (plate, mark) => (plate.wrapped || !plate.rowAxis ? -1 : markedOn(plate.rowAxis, mark) - plate.rowStart);

/** The column that a mark is about, or −1. @param {Plate} plate @param {Mark | null} mark */
export const markedCol = (plate, mark) => (plate.wrapped ? -1 : markedOn(plate.colAxis, mark) - plate.colStart);

/** @param {string} axis @param {Mark | null} mark */
function markedOn(axis, mark) {
  if (!mark) return -1;
  if (axis === 'token') return mark.token ?? mark.query ?? -1;
  if (axis === 'query' || axis === 'key') return mark[axis] ?? mark.token ?? -1;
  return mark[axis] ?? -1;
}

/** @param {Plate} plate @param {string} axis */
const isFixed = (plate, axis) => axis !== plate.rowAxis && axis !== plate.colAxis && axis in plate.fixed;

/** @param {{axes: string[], shape: number[], values: Float32Array}} part @param {string} axis @param {number} at */
function pick({ axes, shape, values }, axis, at) {
  const place = axes.indexOf(axis);
  const [size, inner] = [shape[place], shape.slice(place + 1).reduce((a, b) => a * b, 1)];
  const outer = values.length / (size * inner);
  const kept = {
    axes: axes.filter((_, i) => i !== place),
    shape: shape.filter((_, i) => i !== place),
    values: values.subarray(at * inner, (at + 1) * inner),
  };
  if (outer === 1) return kept;
  kept.values = new Float32Array(outer * inner);
  for (let o = 0; o < outer; o++) {
    const from = (o * size + at) * inner;
    kept.values.set(values.subarray(from, from + inner), o * inner);
  }
  return kept;
}
