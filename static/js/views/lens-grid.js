/**
 * <lw-lens-grid>: the logit lens: what the model would say next if it stopped, a row for each layer boundary and a column for
 * each position, the model's own answer last, and beneath it how the token that does come next was judged. Properties: plate
 * (what the colours mean: a number for each cell), limits, cells (the words of each cell), names (of the rows), steps (of the
 * rows), labels (of the columns), followed (for each column the token that comes next), selected, mark. Raises lw-set, lw-mark.
 */

import { html, nothing } from '/static/vendor/lit.js';
import { readableOn } from '../colour.js';
import { formatCount, formatFixed, formatProbability } from '../format.js';
import { shortLabel, tokenSpoken } from '../tokens.js';
import { cellOf } from './grid-plate.js';
import { layoutMatrix } from './grid-layout.js';
import { MatrixView } from './grid-matrix.js';
import { paintPlate } from './grid-paint.js';
import { limitsOf, scaleOf } from './grid-scale.js';
import { themeColour, themeFont } from './grid-theme.js';
import { lensGridStyles } from './lens-grid-styles.js';

/** @typedef {{id: number, bytes: string, text: string | null}} Piece */
/** @typedef {{piece: Piece, p: number, entropy: number}} Cell */
/** @typedef {{label: import('./grid-matrix.js').Label | null, rank: number | null, nll: number | null}} Followed */

const [WIDTH, WIDEST, HEIGHT] = [62, 112, 26]; // pixels of a cell
const NAMES = 88; // pixels of the names of the rows
const [FONT, CHARACTER] = [13, 7.4]; // pixels

export class LensGrid extends MatrixView {
  static styles = [...MatrixView.styles, lensGridStyles];
  static properties = {
    ...MatrixView.properties,
    cells: { attribute: false },
    names: { attribute: false },
    steps: { attribute: false },
    labels: { attribute: false },
    followed: { attribute: false },
  };

  constructor() {
    super();
    /** @type {Cell[][]} */ this.cells = [];
    /** @type {string[]} */ this.names = [];
    /** @type {string[]} */ this.steps = [];
    /** @type {import('./grid-matrix.js').Label[]} */ this.labels = [];
    /** @type {Followed[]} */ this.followed = [];
    /** The token that was last brought into sight. */
    this.inSight = -1;
  }

  /** @override */
  get margin() {
    return NAMES * this.unit + 8;
  }

  /** @override @param {number} width */
  layOut(width) {
    const { rows = 1, cols = 1 } = this.plate ?? {};
    const least = WIDTH * this.unit;
    const layout = layoutMatrix({ width, rows, cols, most: WIDEST * this.unit, least, cellHeight: Math.round(HEIGHT * this.unit), unit: this.unit });
    return { ...layout, font: 0 };
  }

  /** @override @param {import('/static/vendor/lit.js').PropertyValues} changed */
  updated(changed) {
    super.updated(changed);
    for (const label of /** @type {NodeListOf<HTMLElement>} */ (this.renderRoot.querySelectorAll('[data-colour]'))) label.style.color = label.dataset.colour ?? '';
    const token = this.selected?.index[1] ?? -1;
    if (!this.layout || !this.plate || token === this.inSight) return;
    this.inSight = token;
    const scroll = /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('.scroll'));
    const col = cellOf(this.plate, this.selected)?.[1] ?? 0;
    if (scroll) scroll.scrollLeft = (col + 0.5) * this.layout.cellWidth - scroll.clientWidth / 2;
  }

  /** @override */
  paint() {
    const canvas = /** @type {HTMLCanvasElement | null} */ (this.renderRoot.querySelector('.plot canvas'));
    const { plate, layout } = this;
    if (!canvas || !plate || !layout) return;
    const limits = this.limits ?? limitsOf(plate.scale, plate.range);
    paintPlate(canvas, plate, layout, limits);
    const pen = canvas.getContext('2d');
    if (!pen) return;
    const scale = scaleOf(limits);
    const [dark, light] = ['--on-cell-dark', '--on-cell-light'].map(themeColour);
    const most = Math.floor((layout.cellWidth - 8) / (CHARACTER * this.unit));
    pen.font = `${FONT * this.unit}px ${themeFont('--font')}`;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    this.cells.forEach((line, row) => line.forEach(({ piece }, col) => {
      pen.fillStyle = readableOn(scale(plate.values[row * plate.cols + col])).includes('light') ? light : dark;
      pen.fillText(shortLabel(piece, most), (col + 0.5) * layout.cellWidth - layout.gap / 2, (row + 0.5) * layout.cellHeight);
    }));
  }

  render() {
    return html`<div class="frame">
        <div class="rows"><span class="corner">after</span>${this.names.map((name) => html`<span class="name">${name}</span>`)}
          <span class="name next first">next token</span><span class="name next">its rank</span><span class="name next">−ln p</span></div>
        <div class="scroll">
          <div class="cols">${this.labels.map((label, i) => this.column(label, i))}</div>
          ${this.plot()}
          <div class="cols next first">${this.followed.map(({ label }) => (label ? html`<bdi class="label" data-colour=${label.colour}>${label.text}</bdi>` : html`<span>–</span>`))}</div>
          <div class="cols next">${this.followed.map(({ rank }) => html`<span class="number">${rank === null ? '–' : formatCount(rank)}</span>`)}</div>
          <div class="cols next">${this.followed.map(({ nll }) => html`<span class="number">${nll === null ? '–' : formatFixed(nll, 2)}</span>`)}</div>
        </div>
      </div>
      ${this.layout?.scrolls ? html`<p class="more">← scroll sideways: ${this.plate?.cols} positions →</p>` : nothing}`;
  }

  /** @param {import('./grid-matrix.js').Label} label @param {number} col */
  column(label, col) {
    const token = (this.plate?.colStart ?? 0) + col;
    const chosen = token === this.selected?.index[1];
    return html`<bdi class="label ${chosen ? 'chosen' : ''}" title=${label.text} data-colour=${label.colour}
      @pointerenter=${() => this.sendMark({ token })} @pointerleave=${() => this.sendMark(null)}>${label.text}</bdi>`;
  }

  /** @override */
  say() {
    const plate = /** @type {import('./grid-plate.js').Plate} */ (this.plate);
    const [row, col] = this.cursor ?? cellOf(plate, this.selected) ?? [0, 0];
    const cell = this.cells[row]?.[col];
    if (!cell) return '';
    const { piece, p, entropy } = cell;
    return `after ${this.names[row]}, ${this.labels[col].spoken}: the guess is ${tokenSpoken(piece)}, ${formatProbability(p)}, entropy ${formatFixed(entropy, 2)} nats`;
  }

  /** @override @param {[number, number]} cell */
  pick(cell) {
    const [row, col] = (this.cursor = cell);
    const detail = { step: this.steps[row], token: (this.plate?.colStart ?? 0) + col };
    this.dispatchEvent(new CustomEvent('lw-set', { detail, bubbles: true, composed: true }));
  }
}

customElements.define('lw-lens-grid', LensGrid);
