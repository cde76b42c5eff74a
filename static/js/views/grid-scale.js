/** From the range of a tensor to the colours of its values. The server gives the limits; here they become a scale. */

import { divergingScale, readMap, weightScale } from '../colour.js';

/** @typedef {import('./grid-plate.js').Range} Range */
/** @typedef {import('./grid-plate.js').Plate} Plate */
/** @typedef {{kind: 'signed' | 'positive' | 'weight', low: number, high: number}} Limits what the ends of the colours mean */

/** The limits of the colours for a tensor of this kind: weights are always 0…1. @param {string} scale @param {Range} range @returns {Limits} */
export function limitsOf(scale, range) {
  if (scale === 'weight') return { kind: 'weight', low: 0, high: 1 };
  if (scale === 'positive' || scale === 'id') return { kind: 'positive', low: 0, high: range.high || 1 };
  const reach = Math.max(Math.abs(range.low), Math.abs(range.high)) || 1;
  return { kind: 'signed', low: -reach, high: reach };
}

/** One range over several tensors, so that equal colours are equal numbers. @param {Range[]} ranges @returns {Range} */
export function joinRanges(ranges) {
  return {
    min: Math.min(...ranges.map((r) => r.min)),
    max: Math.max(...ranges.map((r) => r.max)),
    low: Math.min(...ranges.map((r) => r.low)),
    high: Math.max(...ranges.map((r) => r.high)),
    outliers: ranges.reduce((sum, r) => sum + r.outliers, 0),
  };
}

/** The range of attention plates when their first key is left out of the colours. @param {Plate[]} plates @returns {Range} */
export function rangeWithoutFirst(plates) {
  let [min, max] = [Infinity, -Infinity];
  for (const { values, cols } of plates) {
    for (let i = 0; i < values.length; i++) {
      const value = values[i];
      if (i % cols === 0 || value === -Infinity) continue;
      if (value < min) min = value;
      if (value > max) max = value;
    }
  }
  return min > max ? { min: 0, max: 0, low: 0, high: 0, outliers: 0 } : { min, max, low: min, high: max, outliers: 0 };
}

/** @param {Limits} limits */
export const scaleOf = ({ kind, low, high }) => (kind === 'signed' ? divergingScale(low, high) : weightScale(high));

const STEPS = 512;

/** @type {WeakMap<object, Uint32Array>} by the stops of the map, which are others in another theme */
const tables = new WeakMap();

/** The scale as packed pixels, from the low end to the high one, whatever numbers they mean. @param {Limits} limits */
export function pixelTable(limits) {
  const stops = stopsOf(limits);
  const known = tables.get(stops);
  if (known) return known;
  const scale = scaleOf(limits);
  const pixels = new Uint32Array(STEPS + 1);
  for (let i = 0; i <= STEPS; i++) {
    const [r, g, b] = scale(limits.low + ((limits.high - limits.low) * i) / STEPS);
    pixels[i] = (255 << 24) | (b << 16) | (g << 8) | r;
  }
  tables.set(stops, pixels);
  return pixels;
}

/** The stops of the map behind these limits. @param {Limits} limits */
export const stopsOf = ({ kind }) => readMap(kind === 'signed' ? 'diverging' : 'weight');
