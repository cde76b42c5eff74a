/** Where the cells of a matrix stand, and what fits into them. Pure: sizes in, sizes out, in CSS pixels. */

/**
 * @typedef {object} Layout
 * @property {number} cellWidth
 * @property {number} cellHeight
 * @property {number} gap between cells, inside the cell's own size
 * @property {number} width
 * @property {number} height
 * @property {number} font size of the numbers in the cells, 0 where none fit
 * @property {number} chars how many characters fit into a cell
 * @property {boolean} scrolls wider than the room it has
 */
/** @typedef {{width: number, rows: number, cols: number, most?: number, least?: number, cellHeight?: number, unit?: number}} Room */

/** Least width, in pixels, of a cell that carries its number. */
const NUMBER_CELL = 28;
const GAPPED = 7; // pixels from which cells are kept apart, and so need whole sizes
const MONO_WIDTH = 0.6; // of the font size, for tabular figures

/**
 * Cells as large as the room allows, never larger than `most` or smaller than `least`; square unless a height is given.
 * @param {Room} room @returns {Layout}
 */
export function layoutMatrix({ width, rows, cols, most = 44, least = 1, cellHeight = 0, unit = 1 }) {
  const fit = Math.max(least, Math.min(most, width / Math.max(1, cols)));
  const cellWidth = fit >= GAPPED ? Math.floor(fit) : fit;
  const tall = cellHeight || cellWidth;
  const font = cellWidth >= NUMBER_CELL && tall >= 18 ? Math.min(17 * unit, Math.max(10, Math.round(Math.min(cellWidth * 0.28, tall * 0.56)))) : 0;
  return {
    cellWidth,
    cellHeight: tall,
    gap: gapOf(Math.min(cellWidth, tall)),
    width: cellWidth * cols,
    height: tall * rows,
    font,
    chars: font ? Math.floor((cellWidth - 3) / (font * MONO_WIDTH)) : 0,
    scrolls: cellWidth * cols > width + 1,
  };
}

/** @param {number} size the shorter side of a cell */
function gapOf(size) {
  if (size >= 18) return 2;
  return size >= GAPPED ? 1 : 0;
}

/** The cell under a point, held inside. @param {Layout} layout @param {number} x @param {number} y @returns {[number, number]} */
export function cellAt(layout, x, y) {
  const [rows, cols] = [Math.round(layout.height / layout.cellHeight), Math.round(layout.width / layout.cellWidth)];
  return [clamp(Math.floor(y / layout.cellHeight), rows - 1), clamp(Math.floor(x / layout.cellWidth), cols - 1)];
}

/** @param {number} value @param {number} most */
const clamp = (value, most) => Math.max(0, Math.min(most, value));

/**
 * Where an arrow key leads, or null for another key.
 * @param {string} key @param {[number, number]} cell @param {number} rows @param {number} cols @returns {[number, number] | null}
 */
export function moveCell(key, [row, col], rows, cols) {
  /** @type {Record<string, [number, number]>} */
  const moves = { ArrowUp: [row - 1, col], ArrowDown: [row + 1, col], ArrowLeft: [row, col - 1], ArrowRight: [row, col + 1], Home: [row, 0], End: [row, cols - 1] };
  const to = moves[key];
  return to ? [clamp(to[0], rows - 1), clamp(to[1], cols - 1)] : null;
}

/**
 * How many decimals every number of a plate can have in cells of so many characters; −1 where too little of them is left:
 * small numbers are not shown without a decimal, where 0.4 would read as 0.
 * @param {{min: number, max: number}} range @param {number} chars
 */
export function decimalsFor({ min, max }, chars) {
  const whole = (/** @type {number} */ v) => String(Math.trunc(Math.abs(v))).length + (v < 0 ? 1 : 0);
  const left = chars - Math.max(whole(min), whole(max)) - 1;
  const small = Math.max(Math.abs(min), Math.abs(max)) < 20;
  return left < (small ? 1 : 0) ? -1 : Math.min(2, left);
}
