/** What is drawn on the lanes once it has come: strands of attention in every room, swatches of the stream between them. */
import { guard, svg } from '/static/vendor/lit.js';
import { diverging, isDark, laneColour } from '../colour.js';
import { formatNumber } from '../format.js';
import { strandPath } from '../layout/paths.js';
import { boundaries, hasBranches, laneY, quiet, sizesOf, tokensOf } from './lanes-drawing.js';

/** @typedef {import('./lanes-drawing.js').Scene} Scene */
/** @typedef {import('../types.js').Slice} Slice */
/** @typedef {import('./lanes-pattern.js').StageTensors} StageTensors */

/** Thinner strands than this are not drawn, and the legend says so. */
export const LEAST_WEIGHT = 0.05;
/** How many numbers of the stream a swatch shows, from the first on, and in how many shades of a side. */
export const SAMPLE = 12;
const SHADES = 12;
/** Lanes that are nearer to one another, in rem, have no room for swatches. */
const SWATCH_PITCH = 1.75;

/** What each token takes from which, in every layer whose pattern is there. @param {Scene} scene @param {StageTensors} tensors
 * @param {unknown[]} still what the places depend on */
export function drawStrands(scene, tensors, still) {
  return scene.layout.columns.map((column) => {
    const { layer } = column;
    const branch = hasBranches(column, scene.unit) && column.branches.find(({ part }) => part === 'attention');
    const weights = layer === null ? null : tensors.pattern(layer);
    return guard([...still, weights], () => svg`<g class="strands ${layer === scene.layer ? 'here' : ''}">${
      branch && weights ? strandsOf(scene, branch, weights) : null}</g>`);
  });
}

/** @param {Scene} scene @param {import('../layout/lanes.js').Branch} branch @param {Float32Array} weights (query, key) */
function strandsOf(scene, branch, weights) {
  const [size, [from, to], count] = [sizesOf(scene), scene.lanes, scene.trace.tokens.length];
  if (weights.length !== count * count) return null;
  return tokensOf(scene).map((query) => {
    const strands = [];
    for (let key = 0; key < count; key += 1) {
      const weight = weights[query * count + key];
      if (key === query || !(weight >= LEAST_WEIGHT)) continue;
      const keyY = laneY(scene, Math.max(from - 0.5, Math.min(to - 0.5, key)));
      const d = strandPath(branch.leaves, keyY, branch.box, laneY(scene, query) - size.rise);
      strands.push(svg`<path class="strand" d=${d} stroke=${laneColour(key)} stroke-width=${0.75 + weight * size.lane * 1.4}
        stroke-opacity=${0.16 + 0.74 * weight}></path>`);
    }
    return svg`<g class=${quiet(scene, query)}>${strands}</g>`;
  });
}

/** @param {Scene} scene */
export const hasSwatches = ({ pitch, unit }) => pitch >= SWATCH_PITCH * unit;

/** The first numbers of the stream at every boundary, one under the other, in the colours of their own range.
 * @param {Scene} scene @param {StageTensors} tensors @param {unknown[]} still */
export function drawSwatches(scene, tensors, still) {
  if (!hasSwatches(scene)) return null;
  return boundaries(scene).map(({ x, lens }) => {
    const stream = tensors.stream(lens.tensor);
    return guard([...still, stream, isDark()], () => svg`<g class="swatches">${stream ? swatchesAt(scene, x, stream) : null}</g>`);
  });
}

/** @param {Scene} scene @param {number} x @param {Slice} stream (token, d_model) */
function swatchesAt(scene, x, { name, shape: [count, size], values, range }) {
  if (count !== scene.trace.tokens.length) return null;
  const shown = Math.min(SAMPLE, size);
  const [width, height] = [Math.min(0.42 * scene.unit, scene.layout.gap * 0.6), Math.min(0.44 * scene.pitch, 2 * scene.unit)];
  const topOf = (/** @type {number} */ token) => laneY(scene, token) + sizesOf(scene).lane * 0.9 - height; // it stands on its lane
  const cell = height / shown;
  const title = `${name}: numbers 1 to ${shown} of ${size}, colours from ${formatNumber(range.low)} to ${formatNumber(range.high)}`;
  const cells = (/** @type {number} */ token) => {
    /** @type {Map<string, string>} one path for each shade */
    const paths = new Map();
    for (let i = 0; i < shown; i += 1) {
      const colour = shade(values[token * size + i], range);
      const top = topOf(token) + i * cell;
      paths.set(colour, `${paths.get(colour) ?? ''}M${(x - width / 2).toFixed(1)} ${top.toFixed(2)}h${width.toFixed(1)}v${cell.toFixed(2)}h${(-width).toFixed(1)}z`);
    }
    return [...paths].map(([colour, d]) => svg`<path d=${d} fill=${colour}></path>`);
  };
  return tokensOf(scene).map((token) => svg`<g class=${quiet(scene, token)}><title>${title}</title>
    <rect class="frame" x=${x - width / 2} y=${topOf(token)} width=${width} height=${height}></rect>${cells(token)}</g>`);
}

/** @param {number} value @param {import('../types.js').Range} range */
function shade(value, { low, high }) {
  const reach = Math.max(Math.abs(low), Math.abs(high)) || 1;
  const level = Math.round(Math.max(-1, Math.min(1, value / reach)) * SHADES) / SHADES;
  return diverging(level, -1, 1);
}
