/** The colours of a plate as pixels, made at once: a canvas is asked for one image, however many cells there are. */

import { pixelTable } from './grid-scale.js';

/** @typedef {import('./grid-plate.js').Plate} Plate */
/** @typedef {import('./grid-layout.js').Layout} Layout */
/** @typedef {import('./grid-scale.js').Limits} Limits */

const ROUNDED = 18; // pixels a side from which a cell has round corners
const RADIUS = 3;

/** The colour of each cell; −∞ and cells without a number are clear. @param {Plate} plate @param {Limits} limits */
function coloursOf({ rows, cols, values }, limits) {
  const colours = new Uint32Array(rows * cols);
  const table = pixelTable(limits);
  const [top, factor] = [table.length - 1, (table.length - 1) / (limits.high - limits.low || 1)];
  const start = 0.5 - limits.low * factor; // what is cut off below is rounded so
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (value === -Infinity) continue;
    const at = value * factor + start;
    colours[i] = table[at <= 0 ? 0 : at >= top ? top : at | 0];
  }
  return colours;
}

/** Where one pixel a cell is put before it is drawn smaller; one for all, since making one is slow. */
const small = new OffscreenCanvas(1, 1);

/** One pixel a cell, for cells that are smaller than a pixel: drawn smaller they are averaged, none is left out. */
/** @param {Plate} plate @param {Limits} limits */
export function averagedCells(plate, limits) {
  [small.width, small.height] = [plate.cols, plate.rows];
  const image = new ImageData(plate.cols, plate.rows);
  new Uint32Array(image.data.buffer).set(coloursOf(plate, limits));
  small.getContext('2d', { willReadFrequently: true })?.putImageData(image, 0, 0);
  return small;
}

/**
 * Every cell in its place, with the gaps between them clear.
 * @param {Plate} plate @param {Layout} layout @param {Limits} limits @param {number} sharp device pixels to a pixel
 * @param {number} width in device pixels @param {number} height
 */
export function pixelsOf(plate, layout, limits, sharp, width, height) {
  const image = new ImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  const colours = coloursOf(plate, limits);
  const { rows, cols } = plate;
  const edges = (/** @type {number} */ count, /** @type {number} */ size) => Int32Array.from({ length: count + 1 }, (_, i) => Math.round(i * size * sharp));
  const [xs, ys, gap] = [edges(cols, layout.cellWidth), edges(rows, layout.cellHeight), Math.round(layout.gap * sharp)];
  for (let row = 0; row < rows; row++) {
    const line = ys[row] * width;
    for (let col = 0; col < cols; col++) pixels.fill(colours[row * cols + col], line + xs[col], line + Math.min(width, xs[col + 1] - gap));
    for (let y = ys[row] + 1; y < Math.min(height, ys[row + 1] - gap); y++) pixels.copyWithin(y * width, line, line + width);
  }
  if (Math.min(layout.cellWidth, layout.cellHeight) >= ROUNDED) roundCorners(pixels, xs, ys, gap, Math.round(RADIUS * sharp), width);
  return image;
}

/** @param {Uint32Array} pixels @param {Int32Array} xs @param {Int32Array} ys @param {number} gap @param {number} radius @param {number} width */
function roundCorners(pixels, xs, ys, gap, radius, width) {
  for (let y = 0; y < radius; y++) {
    for (let x = 0; x < radius; x++) {
      const inside = Math.max(0, Math.min(1, radius + 0.5 - Math.hypot(radius - x - 0.5, radius - y - 0.5)));
      if (inside < 1) dim(pixels, xs, ys, gap, x, y, width, Math.round(255 * inside));
    }
  }
}

/** Gives the pixel at (x, y) from each corner of each cell less weight. */
/** @param {Uint32Array} pixels @param {Int32Array} xs @param {Int32Array} ys @param {number} gap @param {number} x @param {number} y @param {number} width @param {number} alpha */
function dim(pixels, xs, ys, gap, x, y, width, alpha) {
  for (let row = 0; row + 1 < ys.length; row++) {
    for (const line of [(ys[row] + y) * width, (ys[row + 1] - gap - 1 - y) * width]) {
      for (let col = 0; col + 1 < xs.length; col++) {
        for (const at of [line + xs[col] + x, line + xs[col + 1] - gap - 1 - x]) if (pixels[at]) pixels[at] = (pixels[at] & 0xffffff) | (alpha << 24);
      }
    }
  }
}
