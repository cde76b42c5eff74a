/** Paints a plate on a canvas: colours as pixels, −∞ as a hatch, numbers where they fit. It decides nothing. */

import { readableOn } from '../colour.js';
import { formatFixed } from '../format.js';
import { decimalsFor } from './grid-layout.js';
import { averagedCells, pixelsOf } from './grid-pixels.js';
import { scaleOf } from './grid-scale.js';
import { themeColour, themeFont, typeUnit } from './grid-theme.js';

/** @typedef {import('./grid-plate.js').Plate} Plate */
/** @typedef {import('./grid-layout.js').Layout} Layout */
/** @typedef {import('./grid-scale.js').Limits} Limits */

const HATCH = 6; // pixels from one line of the hatch to the next
const LARGEST = 8192; // pixels a side that every browser can paint

/** @param {HTMLCanvasElement} canvas @param {Plate} plate @param {Layout} layout @param {Limits} limits */
export function paintPlate(canvas, plate, layout, limits) {
  const sharp = Math.min(devicePixelRatio || 1, LARGEST / Math.max(layout.width, layout.height, 1));
  const [width, height] = [Math.max(1, Math.round(layout.width * sharp)), Math.max(1, Math.round(layout.height * sharp))];
  [canvas.width, canvas.height] = [width, height];
  const pen = canvas.getContext('2d');
  if (!pen) return;
  if (Math.min(layout.cellWidth, layout.cellHeight) * sharp < 1) pen.drawImage(averagedCells(plate, limits), 0, 0, width, height);
  else pen.putImageData(pixelsOf(plate, layout, limits, sharp, width, height), 0, 0);
  if (plate.values.includes(-Infinity)) paintHatch(pen, plate, layout, sharp);
  pen.scale(sharp, sharp);
  if (layout.font) writeNumbers(pen, plate, layout, limits);
}

/** Under the colours, in the cells that have none. @param {CanvasRenderingContext2D} pen @param {Plate} plate @param {Layout} layout @param {number} sharp */
function paintHatch(pen, { values, cols }, { cellWidth, cellHeight, gap }, sharp) {
  const { width, height } = pen.canvas;
  const step = HATCH * sharp * typeUnit();
  pen.save();
  if (gap) {
    const cells = new Path2D();
    for (let i = 0; i < values.length; i++) {
      if (values[i] !== -Infinity) continue;
      const [x, y] = [(i % cols) * cellWidth, Math.floor(i / cols) * cellHeight];
      cells.rect(x * sharp, y * sharp, (cellWidth - gap) * sharp, (cellHeight - gap) * sharp);
    }
    pen.clip(cells);
  }
  pen.globalCompositeOperation = 'destination-over';
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

/** A number as it stands in a cell: exact 0 and 1 stand without decimals, weights without the leading 0; only 0 reads as 0. */
/** @param {number} value @param {string} scale @param {number} decimals */
export function cellText(value, scale, decimals) {
  if (value === -Infinity) return '−∞';
  if (value === 0) return '0';
  if (scale !== 'weight') return formatFixed(value, decimals);
  if (value < 0.5 * 10 ** -decimals) return `<${withoutZero((10 ** -decimals).toFixed(decimals))}`;
  return value === 1 ? '1' : withoutZero(value.toFixed(decimals));
}

/** @param {string} text */
const withoutZero = (text) => text.replace(/^0\./, '.');

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
