/** Paints a plate on a canvas: colours by putImageData, −∞ as a hatch, numbers where they fit. It decides nothing. */

import { readableOn } from '../colour.js';
import { formatFixed } from '../format.js';
import { decimalsFor } from './grid-layout.js';
import { pixelTable, scaleOf } from './grid-scale.js';
import { themeColour, themeFont, typeUnit } from './grid-theme.js';

/** @typedef {import('./grid-plate.js').Plate} Plate */
/** @typedef {import('./grid-layout.js').Layout} Layout */
/** @typedef {import('./grid-scale.js').Limits} Limits */

const HATCH = 6; // pixels from one line of the hatch to the next
const LARGEST = 8192; // pixels a side that every browser can paint
const ROUNDED = 4096; // the most cells that are worth round corners

/** @param {HTMLCanvasElement} canvas @param {Plate} plate @param {Layout} layout @param {Limits} limits */
export function paintPlate(canvas, plate, layout, limits) {
  const sharp = Math.min(devicePixelRatio || 1, LARGEST / Math.max(layout.width, layout.height, 1));
  canvas.width = Math.max(1, Math.round(layout.width * sharp));
  canvas.height = Math.max(1, Math.round(layout.height * sharp));
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const { rows, cols } = plate;
  if (plate.values.includes(-Infinity)) paintHatch(pen, sharp);
  pen.imageSmoothingEnabled = false;
  pen.drawImage(cellsOf(plate, limits), 0, 0, cols * layout.cellWidth * sharp, rows * layout.cellHeight * sharp);
  pen.scale(sharp, sharp);
  if (layout.gap) cutGaps(pen, plate, layout);
  if (layout.font) writeNumbers(pen, plate, layout, limits);
}

/** Where one pixel a cell is put before it is drawn large; one for all, since making one is slow. */
const small = new OffscreenCanvas(1, 1);

/** One pixel a cell; −∞ and cells without a number stay clear. @param {Plate} plate @param {Limits} limits */
function cellsOf({ rows, cols, values }, limits) {
  [small.width, small.height] = [cols, rows];
  const image = new ImageData(cols, rows);
  const pixels = new Uint32Array(image.data.buffer);
  const table = pixelTable(limits);
  const [top, factor] = [table.length - 1, (table.length - 1) / (limits.high - limits.low || 1)];
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (value === -Infinity) continue;
    pixels[i] = table[Math.max(0, Math.min(top, Math.round((value - limits.low) * factor)))];
  }
  small.getContext('2d', { willReadFrequently: true })?.putImageData(image, 0, 0);
  return small;
}

/** @param {CanvasRenderingContext2D} pen @param {number} sharp */
function paintHatch(pen, sharp) {
  const { width, height } = pen.canvas;
  const step = HATCH * sharp * typeUnit();
  pen.save();
  pen.strokeStyle = themeColour('--hatch');
  pen.lineWidth = sharp * typeUnit();
  pen.beginPath();
  for (let x = -height; x < width; x += step) {
    pen.moveTo(x, height);
    pen.lineTo(x + height, 0);
  }
  pen.stroke();
  pen.restore();
}

/** Lets the ground through between cells, and rounds the corners of few and large ones. */
/** @param {CanvasRenderingContext2D} pen @param {Plate} plate @param {Layout} layout */
function cutGaps(pen, { rows, cols }, { cellWidth, cellHeight, gap, width, height }) {
  for (let col = 0; col < cols; col++) pen.clearRect((col + 1) * cellWidth - gap, 0, gap, height);
  for (let row = 0; row < rows; row++) pen.clearRect(0, (row + 1) * cellHeight - gap, width, gap);
  if (Math.min(cellWidth, cellHeight) < 18 || rows * cols > ROUNDED) return;
  const shape = new Path2D();
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) shape.roundRect(col * cellWidth, row * cellHeight, cellWidth - gap, cellHeight - gap, 3);
  }
  pen.save();
  pen.globalCompositeOperation = 'destination-in';
  pen.fill(shape);
  pen.restore();
}

/** @param {CanvasRenderingContext2D} pen @param {Plate} plate @param {Layout} layout @param {Limits} limits */
function writeNumbers(pen, plate, { cellWidth, cellHeight, gap, font, chars }, limits) {
  const scale = scaleOf(limits);
  const [dark, light, faint] = ['--on-cell-dark', '--on-cell-light', '--ink-3'].map(themeColour);
  const decimals = plate.scale === 'weight' ? 2 : decimalsFor(plate.range, chars);
  if (decimals < 0) return;
  pen.font = `${font}px ${themeFont('--mono')}`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  for (let i = 0; i < plate.length; i++) {
    const value = plate.values[i];
    const text = cellText(value, plate.scale, decimals);
    if (text.length > chars) continue;
    pen.fillStyle = value === -Infinity ? faint : readableOn(scale(value)).includes('light') ? light : dark;
    const [row, col] = [Math.floor(i / plate.cols), i % plate.cols];
    pen.fillText(text, col * cellWidth + (cellWidth - gap) / 2, row * cellHeight + (cellHeight - gap) / 2 + 0.5);
  }
}

/** A number as it stands in a cell: exact 0 and 1 stand without decimals, weights without the leading 0. */
/** @param {number} value @param {string} scale @param {number} decimals */
export function cellText(value, scale, decimals) {
  if (value === -Infinity) return '−∞';
  if (value === 0) return '0';
  if (scale !== 'weight') return formatFixed(value, decimals);
  return value === 1 ? '1' : value.toFixed(decimals).replace(/^0\./, '.');
}

/**
 * The colours of lanes as ticks along an edge, where names do not fit.
 * @param {HTMLCanvasElement} canvas @param {string[]} colours @param {number} cell @param {boolean} upright
 */
export function paintTicks(canvas, colours, cell, upright) {
  const [sharp, thick, length] = [devicePixelRatio || 1, 5 * typeUnit(), cell * colours.length];
  canvas.width = (upright ? thick : length) * sharp;
  canvas.height = (upright ? length : thick) * sharp;
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.scale(sharp, sharp);
  colours.forEach((colour, i) => {
    pen.fillStyle = themeColour(colour);
    if (upright) pen.fillRect(0, i * cell, 0.6 * thick, cell);
    else pen.fillRect(i * cell, 0.4 * thick, cell, 0.6 * thick);
  });
}
