/**
 * <lw-activation-curve>: points (before, after) of a function that is applied number by number. Nothing is calculated: the
 * curve appears because the points are many. Properties: from, to (plates token × unit), token, unit, colour, name.
 */

import { LitElement, css, html, nothing } from '/static/vendor/lit.js';
import { formatCount, formatNumber } from '../format.js';
import { valueAt } from './grid-plate.js';
import { themeColour, watchTheme } from './grid-theme.js';

/** @typedef {import('./grid-plate.js').Plate} Plate */

const [WIDTH, HEIGHT, EDGE] = [560, 300, 28];
const REACH = 14; // pixels from a point that a click still finds it

export class ActivationCurve extends LitElement {
  static properties = {
    from: { attribute: false },
    to: { attribute: false },
    token: { type: Number },
    unit: { type: Number },
    colour: { type: String },
    name: { type: String },
  };

  static styles = css`
    :host {
      display: block;
      font-size: var(--text-xs);
      color: var(--ink-2);
    }
    .box {
      position: relative;
      inline-size: min(100%, 36rem);
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
      margin: 0;
      font-variant-numeric: tabular-nums;
    }
  `;

  constructor() {
    super();
    /** @type {Plate | undefined} */ this.from = undefined;
    /** @type {Plate | undefined} */ this.to = undefined;
    this.token = 0;
    this.unit = 0;
    this.colour = '';
    this.name = '';
  }

  connectedCallback() {
    super.connectedCallback();
    this.stopWatching = watchTheme(() => this.paint());
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.stopWatching?.();
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
        The ring is unit ${this.unit + 1}: ${formatNumber(valueAt(before, this.token, this.unit) ?? 0, 4)} → ${formatNumber(valueAt(after, this.token, this.unit) ?? 0, 4)}.</p>`;
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
    return { x: along(x.min, x.max, EDGE, WIDTH - EDGE), y: along(y.min, y.max, HEIGHT - EDGE, EDGE) };
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
    for (let row = 0; row < rows; row++) if (row !== this.token) this.paintPoints(pen, row, cols, '--line-strong', 2);
    this.paintPoints(pen, this.token, cols, this.colour, 2.6);
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
    pen.font = `12px ${getComputedStyle(this).fontFamily}`;
    pen.beginPath();
    pen.moveTo(EDGE / 2, y);
    pen.lineTo(WIDTH - EDGE / 2, y);
    pen.moveTo(x, EDGE / 2);
    pen.lineTo(x, HEIGHT - EDGE / 2);
    pen.stroke();
    pen.fillText('0', x + 5, y + 15);
    pen.fillText('after ↑', x + 7, EDGE / 2 + 8);
    pen.textAlign = 'end';
    pen.fillText('before →', WIDTH - EDGE / 2, y + 17);
  }

  /** @param {CanvasRenderingContext2D} pen @param {number} row @param {number} cols @param {string} colour @param {number} size */
  paintPoints(pen, row, cols, colour, size) {
    const { x, y } = this.scales();
    pen.fillStyle = themeColour(colour);
    pen.beginPath();
    for (let col = 0; col < cols; col++) {
      const [px, py] = [x(valueAt(/** @type {Plate} */ (this.from), row, col) ?? 0), y(valueAt(/** @type {Plate} */ (this.to), row, col) ?? 0)];
      if (row !== this.token) {
        pen.rect(px - size / 2, py - size / 2, size, size); // there may be very many, and circles are slow
        continue;
      }
      pen.moveTo(px + size, py);
      pen.arc(px, py, size, 0, 7);
    }
    pen.globalAlpha = row === this.token ? 0.75 : 0.5;
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
