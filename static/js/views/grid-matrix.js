/**
 * What <lw-grid> and <lw-strip> share: a plate on a canvas, names along its edges, one cell that is selected, one that the
 * keyboard is on, and marks along the row and column that are pointed at. One element of the page a grid, whatever its size.
 */

import { LitElement, html, nothing } from '/static/vendor/lit.js';
import { cellAt, layoutMatrix, moveCell } from './grid-layout.js';
import { paintPlate } from './grid-paint.js';
import { cellOf, indexOf, markedCol, markedRow, nameElement, valueAt } from './grid-plate.js';
import { lightCells, litStyles, placeMark } from './grid-marks.js';
import { limitsOf } from './grid-scale.js';
import { Themed, typeUnit } from './grid-theme.js';
import { matrixStyles } from './grid-styles.js';
import { Resized } from './resized.js';
import { spokenStyles } from './shared-styles.js';
import { exactNumber } from './step-number.js';
import { setMeasure } from '../measure.js';

/** @typedef {import('./grid-plate.js').Plate} Plate */
/** @typedef {import('./grid-plate.js').Mark} Mark */
/** @typedef {import('./grid-layout.js').Layout} Layout */
/** @typedef {{text: string, spoken: string, colour: string}} Label of a row or a column */

/** Whether two small objects say different things. @param {unknown} a @param {unknown} b */
const differ = (a, b) => a !== b && JSON.stringify(a) !== JSON.stringify(b);

export class MatrixView extends LitElement {
  static styles = [spokenStyles, matrixStyles, litStyles];
  static properties = {
    plate: { attribute: false },
    limits: { attribute: false, hasChanged: differ },
    selected: { attribute: false, hasChanged: differ },
    lit: { attribute: false },
    mark: { attribute: false },
    rowLabels: { attribute: false },
    colLabels: { attribute: false },
    bare: { type: Boolean, reflect: true },
    most: { type: Number },
    cursor: { state: true },
    width: { state: true },
  };

  constructor() {
    super();
    /** @type {Plate | undefined} */ this.plate = undefined;
    /** @type {import('./grid-scale.js').Limits | undefined} the range of the plate by default */ this.limits = undefined;
    /** @type {{name: string, index: number[]} | null} */ this.selected = null;
    /** @type {{name: string, index: number[]}[]} numbers that are lit where they are drawn */ this.lit = [];
    /** @type {Mark | null} */ this.mark = null;
    /** @type {Label[]} */ this.rowLabels = [];
    /** @type {Label[]} */ this.colLabels = [];
    /** @type {boolean} only the picture: no names, no keys, no pointer */ this.bare = false;
    /** @type {number} the largest cell, in pixels */ this.most = 44;
    /** @type {[number, number] | null} */ this.cursor = null;
    this.width = 0;
    /** @type {Layout | undefined} */ this.layout = undefined;
    /** @type {Record<string, number>} that the style has */ this.sizes = {};
    this.resized = new Resized(this, (entry) => (this.width = Math.floor(entry.contentRect.width)));
    this.themed = new Themed(this, () => this.paint());
  }

  get unit() {
    return typeUnit();
  }

  /** What a picture of this kind leaves beside and around its cells. */
  get margin() {
    return 0;
  }

  /** @param {number} width @returns {Layout} */
  layOut(width) {
    const { rows = 1, cols = 1 } = this.plate ?? {};
    return layoutMatrix({ width, rows, cols, most: this.most * this.unit, unit: this.unit });
  }

  /** @param {import('/static/vendor/lit.js').PropertyValues} changed */
  willUpdate(changed) {
    if (changed.has('plate')) this.cursor = null;
    if (this.plate && this.width) this.layout = this.layOut(Math.max(8, this.width - this.margin));
  }

  /** @param {import('/static/vendor/lit.js').PropertyValues} changed */
  updated(changed) {
    if (!this.layout || !this.plate) return;
    const { cellWidth, cellHeight, gap, width, height } = this.layout;
    const sizes = { '--cell-width': cellWidth, '--cell-height': cellHeight, '--gap': gap, '--width': width, '--height': height };
    if (differ(sizes, this.sizes)) for (const [name, size] of Object.entries(sizes)) setMeasure(this, name, `${size}px`);
    this.sizes = sizes;
    this.toggleAttribute('scrolls', this.layout.scrolls);
    placeMark(this.renderRoot, '.here', cellOf(this.plate, this.selected));
    placeMark(this.renderRoot, '.cursor', this.cursor ?? cellOf(this.plate, this.selected) ?? [0, 0]);
    placeMark(this.renderRoot, '.band-row', [markedRow(this.plate, this.mark), 0], this.plate.rows);
    placeMark(this.renderRoot, '.band-col', [0, markedCol(this.plate, this.mark)], this.plate.cols);
    if (changed.has('plate') || changed.has('lit')) lightCells(this.renderRoot, this.plate, this.lit);
    if (['plate', 'limits', 'width', 'most'].some((name) => changed.has(name))) this.paint();
  }

  paint() {
    const canvas = /** @type {HTMLCanvasElement | null} */ (this.renderRoot.querySelector('.plot canvas'));
    if (!canvas || !this.plate || !this.layout) return;
    paintPlate(canvas, this.plate, this.layout, this.limits ?? limitsOf(this.plate.scale, this.plate.range));
  }

  /** The cells, with everything that lies on them. */
  plot() {
    if (this.bare) return html`<div class="plot"><canvas></canvas></div>`;
    return html`<div class="plot" @pointermove=${this.onPointer} @pointerleave=${() => this.tellMark(null)} @click=${this.onClick}>
      <canvas></canvas>
      <div class="lit"></div><i class="band-row" hidden></i><i class="band-col" hidden></i><i class="here" hidden></i>
      ${this.plate
        ? html`<button class="cursor" aria-label=${this.say()} @keydown=${this.onKey} @focus=${this.onFocus} @blur=${() => this.tellMark(null)}></button>
            <span class="spoken" aria-live="polite">${this.cursor ? this.say() : nothing}</span>`
        : nothing}
    </div>`;
  }

  /** The cell that the keyboard is on, in words. */
  say() {
    const plate = /** @type {Plate} */ (this.plate);
    const [row, col] = this.cursor ?? cellOf(plate, this.selected) ?? [0, 0];
    const names = [this.rowLabels[row]?.spoken, this.colLabels[col]?.spoken].filter(Boolean).join(', ');
    const value = valueAt(plate, row, col);
    return `${names || `${plate.colAxis} ${plate.colStart + col + 1}`}: ${value === undefined ? 'no number' : exactNumber(value)}, ${nameElement(plate.name, indexOf(plate, row, col))}`;
  }

  /** @param {PointerEvent | MouseEvent} event @returns {[number, number]} */
  cellUnder(event) {
    const box = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
    return cellAt(/** @type {Layout} */ (this.layout), event.clientX - box.left, event.clientY - box.top);
  }

  /** @param {PointerEvent} event */
  onPointer(event) {
    if (this.layout) this.tellMark(this.cellUnder(event));
  }

  /** @param {MouseEvent} event */
  onClick(event) {
    if (!this.layout) return;
    this.pick(event.detail === 0 ? this.at : this.cellUnder(event)); // the space bar makes a click without a place
  }

  /** The keyboard comes to the cells. @override */
  focus() {
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('.cursor'))?.focus({ preventScroll: true });
  }

  onFocus() {
    this.tellMark(this.at);
  }

  /** The cell that the keyboard is on. @returns {[number, number]} */
  get at() {
    return this.cursor ?? cellOf(/** @type {Plate} */ (this.plate), this.selected) ?? [0, 0];
  }

  /** Arrows walk, Enter asks and takes the keyboard along, the space bar only chooses. @param {KeyboardEvent} event */
  onKey(event) {
    const { rows, cols } = /** @type {Plate} */ (this.plate);
    const to = event.key === 'Enter' ? this.at : moveCell(event.key, this.at, rows, cols);
    if (!to) return;
    event.preventDefault(); // the page's own arrows step and change the token
    event.stopPropagation();
    if (event.key === 'Enter') return void this.pick(to, true);
    this.cursor = to;
    this.tellMark(to);
  }

  /** @param {[number, number]} cell @param {boolean} [keyboard] whether the keyboard is to follow */
  pick([row, col], keyboard = false) {
    const plate = /** @type {Plate} */ (this.plate);
    if (row * plate.cols + col >= plate.length) return;
    this.cursor = [row, col];
    const detail = { name: plate.name, index: indexOf(plate, row, col), value: valueAt(plate, row, col), keyboard };
    this.dispatchEvent(new CustomEvent('lw-pick', { detail, bubbles: true, composed: true }));
  }

  /** @param {[number, number] | null} cell */
  tellMark(cell) {
    const { rowAxis, colAxis, rowStart, colStart, wrapped } = /** @type {Plate} */ (this.plate);
    /** @type {Mark | null} */
    const mark = cell && !wrapped ? { ...(rowAxis ? { [rowAxis]: rowStart + cell[0] } : {}), [colAxis]: colStart + cell[1] } : null;
    this.sendMark(mark);
  }

  /** @param {Mark | null} mark */
  sendMark(mark) {
    this.dispatchEvent(new CustomEvent('lw-mark', { detail: mark, bubbles: true, composed: true }));
  }
}
