/**
 * <lw-activation-curve>: the curve of a function that is applied number by number, as points that the server gives, and on it the
 * units: before and after. Properties: from, to (plates token × unit), line (the curve), token, unit, colour, name.
 */

import { LitElement, css, html, nothing } from '/static/vendor/lit.js';
import { formatCount, formatNumber } from '../format.js';
import { valueAt } from './grid-plate.js';
import { Themed, themeColour } from './grid-theme.js';

/** @typedef {import('./grid-plate.js').Plate} Plate */

const [WIDTH, HEIGHT, EDGE] = [560, 300, 28];
const POINT = 2.6; // radius
const REACH = 14; // pixels from a point that a click still finds it

export class ActivationCurve extends LitElement {
  static properties = {
    from: { attribute: false },
    to: { attribute: false },
    line: { attribute: false },
    token: { type: Number },
    unit: { type: Number },
    colour: { type: String },
    name: { type: String },
  };

  static styles = css`
    :host {
      display: flex;
      flex-wrap: wrap;
      gap: var(--space-2) var(--space-5);
      align-items: center;
      font-size: var(--text-xs);
      color: var(--ink-2);
    }
    .box {
      position: relative;
      inline-size: min(100%, 28rem);
      aspect-ratio: 560 / 300;
    }
    canvas {
      position: absolute;
      inset: 0;
      inline-size: 100%;
      block-size: 100%;
      cursor: pointer;
    }
    p {
      flex: 1 1 16rem;
      max-inline-size: 30rem;
      margin: 0;
      font-size: var(--text-s);
      font-variant-numeric: tabular-nums;
    }
  `;

  constructor() {
    super();
    /** @type {Plate | undefined} */ this.from = undefined;
    /** @type {Plate | undefined} */ this.to = undefined;
    /** @type {{before: number[], after: number[]}} */ this.line = { before: [], after: [] };
    this.token = 0;
    this.unit = 0;
    this.colour = '';
    this.name = '';
    this.themed = new Themed(this, () => this.paint());
  }

  updated() {
    this.paint();
  }

  render() {
    const { from: before, to: after } = this;
    if (!before || !after) return nothing;
    const many = before.length - before.cols;
    return html`<div class="box"><canvas role="img" aria-label="${this.name}: after against before, ${before.cols} points of this token" @click=${this.onClick}></canvas></div>
      <p>${formatCount(before.cols)} points of this token${many ? `, and faintly ${formatCount(many)} of the others` : ''}. Before: ${this.span(before)}; after: ${this.span(after)}.
        The ring is unit\u00a0${this.unit + 1}: ${formatNumber(valueAt(before, this.token, this.unit) ?? 0, 4)} → ${formatNumber(valueAt(after, this.token, this.unit) ?? 0, 4)}.</p>`;
  }

  /** @param {Plate} plate */
  span = ({ range }) => `${formatNumber(range.min)} to ${formatNumber(range.max)}`;

  /** From numbers to places on the picture. */
  scales() {
    const { range: x } = /** @type {Plate} */ (this.from);
    const { range: y } = /** @type {Plate} */ (this.to);
    const along = (/** @type {number} */ min, /** @type {number} */ max, /** @type {number} */ from, /** @type {number} */ to) => {
      const [low, high] = [Math.min(0, min), Math.max(0, max)];
      return (/** @type {number} */ value) => from + ((value - low) / (high - low || 1)) * (to - from);
    };
    const [low, high] = [Math.min(y.min, ...this.line.after), Math.max(y.max, ...this.line.after)];
    return { x: along(x.min, x.max, EDGE, WIDTH - EDGE), y: along(low, high, HEIGHT - EDGE, EDGE) };
  }

  paint() {
    const canvas = this.renderRoot.querySelector('canvas');
    const pen = canvas?.getContext('2d');
    if (!canvas || !pen || !this.from || !this.to) return;
    const sharp = (devicePixelRatio || 1) * Math.max(1, (canvas.clientWidth || WIDTH) / WIDTH);
    [canvas.width, canvas.height] = [WIDTH * sharp, HEIGHT * sharp];
    pen.scale(sharp, sharp);
    const { x, y } = this.scales();
    this.paintAxes(pen, x(0), y(0));
    const { cols, rows } = this.from;
    this.paintLine(pen);
    this.paintOthers(pen, rows, cols);
    this.paintPoints(pen, cols);
    pen.strokeStyle = themeColour('--here');
    pen.lineWidth = 2.5;
    pen.beginPath();
    pen.arc(x(valueAt(this.from, this.token, this.unit) ?? 0), y(valueAt(this.to, this.token, this.unit) ?? 0), 7, 0, 7);
    pen.stroke();
  }

  /** @param {CanvasRenderingContext2D} pen @param {number} x @param {number} y where 0 is */
  paintAxes(pen, x, y) {
    pen.strokeStyle = themeColour('--line-strong');
    pen.fillStyle = themeColour('--ink-2');
    pen.font = `15px ${getComputedStyle(this).fontFamily}`;
    pen.beginPath();
    pen.moveTo(EDGE / 2, y);
    pen.lineTo(WIDTH - EDGE / 2, y);
    pen.moveTo(x, EDGE / 2);
    pen.lineTo(x, HEIGHT - EDGE / 2);
    pen.stroke();
    pen.fillText('0', x + 5, y + 17);
    pen.fillText('after ↑', x + 7, EDGE / 2 + 8);
    pen.textAlign = 'end';
    pen.fillText('before →', WIDTH - EDGE / 2, y + 19);
  }

  /** @param {CanvasRenderingContext2D} pen */
  paintLine(pen) {
    const { x, y } = this.scales();
    pen.strokeStyle = themeColour('--ink-3');
    pen.lineWidth = 1.25;
    pen.beginPath();
    this.line.before.forEach((value, i) => pen.lineTo(x(value), y(this.line.after[i])));
    pen.stroke();
  }

  /** The points of the other tokens, faint: very many perhaps, so that each place is painted once. @param {CanvasRenderingContext2D} pen @param {number} rows @param {number} cols */
  paintOthers(pen, rows, cols) {
    const { x, y } = this.scales();
    const [before, after] = [/** @type {Plate} */ (this.from).values, /** @type {Plate} */ (this.to).values];
    const taken = new Uint8Array(WIDTH * HEIGHT);
    pen.fillStyle = themeColour('--line-strong');
    pen.globalAlpha = 0.5;
    for (let i = 0; i < rows * cols; i++) {
      const [px, py] = [Math.round(x(before[i])), Math.round(y(after[i]))];
      if (taken[py * WIDTH + px]) continue;
      taken[py * WIDTH + px] = 1;
      pen.fillRect(px - 1, py - 1, 2, 2);
    }
    pen.globalAlpha = 1;
  }

  /** The points of this token. @param {CanvasRenderingContext2D} pen @param {number} cols */
  paintPoints(pen, cols) {
    const { x, y } = this.scales();
    pen.fillStyle = themeColour(this.colour);
    pen.globalAlpha = 0.75;
    pen.beginPath();
    for (let unit = 0; unit < cols; unit++) {
      const [px, py] = [x(valueAt(/** @type {Plate} */ (this.from), this.token, unit) ?? 0), y(valueAt(/** @type {Plate} */ (this.to), this.token, unit) ?? 0)];
      pen.moveTo(px + POINT, py);
      pen.arc(px, py, POINT, 0, 7);
    }
    pen.fill();
    pen.globalAlpha = 1;
  }

  /** Chooses the nearest point of this token. @param {MouseEvent} event */
  onClick(event) {
    const { from: before, to: after } = this;
    if (!before || !after) return;
    const box = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
    const [cx, cy] = [((event.clientX - box.left) * WIDTH) / box.width, ((event.clientY - box.top) * HEIGHT) / box.height];
    const { x, y } = this.scales();
    const far = (/** @type {number} */ unit) => Math.hypot(x(valueAt(before, this.token, unit) ?? 0) - cx, y(valueAt(after, this.token, unit) ?? 0) - cy);
    const nearest = [...Array(before.cols).keys()].reduce((best, unit) => (far(unit) < far(best) ? unit : best), 0);
    if (far(nearest) > REACH) return;
    const detail = { name: after.name, index: [this.token, nearest], value: valueAt(after, this.token, nearest) };
    this.dispatchEvent(new CustomEvent('lw-pick', { detail, bubbles: true, composed: true }));
  }
}

customElements.define('lw-activation-curve', ActivationCurve);
