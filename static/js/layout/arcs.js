/** Where the arcs of attention run: tokens stand under one another, and an arc swings from the one that looks to the one it looks at. Pure. */

/** @typedef {{query: number, key: number, weight: number, path: string}} Arc */
/** @typedef {{row: number, width: number, least: number}} Room height of a row and width of the picture, in pixels; lighter arcs than `least` are left out */

/**
 * The arcs of a grid of weights, the lightest first, so that strong ones lie on top.
 * @param {{rows: number, cols: number, rowStart: number, colStart: number, values: Float32Array}} plate rows are queries, columns are keys, of the same tokens @param {Room} room @returns {Arc[]}
 */
export function layOutArcs({ rows, cols, rowStart, colStart, values }, { row, width, least }) {
  /** @type {Arc[]} */
  const arcs = [];
  for (let i = 0; i < values.length; i++) {
    const [query, key] = [rowStart + Math.floor(i / cols), colStart + (i % cols)];
    if (values[i] >= least && query !== key) arcs.push({ query, key, weight: values[i], path: pathOf(query - rowStart, key - rowStart, { row, width, least }, rows) });
  }
  return arcs.sort((a, b) => a.weight - b.weight);
}

/** Half an ellipse that swings the wider the further apart the two are. @param {number} from @param {number} to @param {Room} room @param {number} count of tokens */
function pathOf(from, to, { row, width }, count) {
  const [a, b] = [(from + 0.5) * row, (to + 0.5) * row];
  const reach = 14 + (width - 18) * Math.sqrt((Math.abs(from - to) - 0.5) / Math.max(1, count - 1));
  return `M ${width} ${a} C ${width - reach} ${a}, ${width - reach} ${b}, ${width} ${b}`;
}

/** How thick an arc is, in pixels. @param {number} weight 0…1 */
export const thicknessOf = (weight) => 0.75 + 7 * weight;
