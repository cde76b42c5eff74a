/**
 * <lw-line-chart>: curves over whole numbers from left to right, drawn to the pixel at any width. Properties: xs, series (a list
 * of {name, ys, colour, dashed?}), at (the x that is marked), xTitle, yTitle, dots (points {x, y, colour} on it), label.
 * Raises lw-at with the x that is clicked.
 */

import { LitElement, css, html, nothing, svg } from '/static/vendor/lit.js';
import { formatShort } from '../format.js';
import { typeUnit } from './grid-theme.js';
import { Resized } from './resized.js';

/** @typedef {{name: string, ys: number[], colour: string, dashed?: boolean}} Series */
/** @typedef {{x: number, y: number, colour: string}} Dot */

/** Lengths in pixels, which grow with the type. */
const lengths = () => {
  const unit = typeUnit();
  return { unit, height: 200 * unit, left: 56 * unit, right: 12 * unit, top: 14 * unit, bottom: 30 * unit };
};

export class LineChart extends LitElement {
  static properties = {
    xs: { attribute: false },
    series: { attribute: false },
    dots: { attribute: false },
    at: { type: Number },
    xTitle: { type: String },
    yTitle: { type: String },
    label: { type: String },
    width: { state: true },
  };

  static styles = css`
    :host {
      display: block;
      min-inline-size: 0;
      font-size: var(--text-xs);
      font-variant-numeric: tabular-nums;
    }
    svg {
      display: block;
      inline-size: 100%;
      cursor: pointer;
    }
    text {
      fill: var(--ink-2);
      font-family: var(--font);
      font-size: var(--text-xs);
    }
    .axis {
      stroke: var(--line-strong);
      fill: none;
    }
    .curve {
      fill: none;
      stroke-width: 0.11rem;
      stroke-linejoin: round;
    }
    .curve.dashed {
      stroke-dasharray: 0.31rem 0.25rem;
    }
    .at {
      stroke: var(--ink-3);
      stroke-width: 1;
    }
    .dot {
      stroke: var(--card);
      stroke-width: 1.5;
    }
    ul {
      display: flex;
      flex-wrap: wrap;
      gap: 0 var(--space-4);
      list-style: none;
      margin: 0 0 var(--space-1);
      padding: 0;
      color: var(--ink-2);
    }
    li {
      display: inline-flex;
      align-items: center;
      gap: 6px;
    }
    li svg {
      inline-size: 1.625rem;
      block-size: 0.5rem;
    }
  `;

  constructor() {
    super();
    /** @type {number[]} */ this.xs = [];
    /** @type {Series[]} */ this.series = [];
    /** @type {Dot[]} */ this.dots = [];
    /** @type {number | null} */ this.at = null;
    this.xTitle = '';
    this.yTitle = '';
    this.label = '';
    this.width = 0;
    this.resized = new Resized(this, (entry) => (this.width = Math.floor(entry.contentRect.width)));
  }

  /** The least and the greatest number that is drawn, 0 among them. */
  get span() {
    const all = this.series.flatMap(({ ys }) => ys);
    const [low, high] = all.reduce(([min, max], y) => [Math.min(min, y), Math.max(max, y)], [0, 0]);
    return low === high ? [low - 1, high + 1] : [low, high];
  }

  /** From numbers to places on the picture. */
  get scales() {
    const [low, high] = this.span;
    const [first, last] = [this.xs[0], this.xs[this.xs.length - 1]];
    const { height, left, right, top, bottom } = lengths();
    return {
      x: (/** @type {number} */ x) => left + ((x - first) / (last - first || 1)) * (this.width - left - right),
      y: (/** @type {number} */ y) => height - bottom - ((y - low) / (high - low)) * (height - top - bottom),
    };
  }

  render() {
    if (this.xs.length === 0) return nothing;
    return html`<ul>${this.series.map(({ name, colour, dashed }) => html`<li><svg viewBox="0 0 26 8" aria-hidden="true"><path class="curve ${dashed ? 'dashed' : ''}" stroke=${colour} d="M0 4H26"></path></svg>${name}</li>`)}</ul>
      ${this.width ? this.plot() : nothing}`;
  }

  plot() {
    const { x, y } = this.scales;
    const [low, high] = this.span;
    const { unit, height, left, right, top, bottom } = lengths();
    return html`<svg viewBox="0 0 ${this.width} ${height}" height=${height} role="img" aria-label=${this.label} @click=${this.onClick}>
      <path class="axis" d="M${left} ${y(0)}H${this.width - right}M${left} ${top}V${height - bottom}"></path>
      ${[...new Set([low, 0, high])].filter((value) => value === 0 || Math.abs(y(value) - y(0)) > 14 * unit).map((value) => svg`<text x=${left - 6 * unit} y=${y(value) + 4 * unit} text-anchor="end">${formatShort(value)}</text>`)}
      ${this.ticks().map((value) => svg`<text x=${x(value)} y=${height - bottom + 14 * unit} text-anchor="middle">${String(value).replace('-', '−')}</text>`)}
      <text x=${this.width - right} y=${height - 3 * unit} text-anchor="end">${this.xTitle} →</text>
      <text x=${left + 6 * unit} y=${top - 3 * unit}>${this.yTitle} ↑</text>
      ${this.at === null ? nothing : svg`<path class="at" d="M${x(this.at)} ${top}V${height - bottom}"></path>`}
      ${this.series.map(({ ys, colour, dashed }) => svg`<path class="curve ${dashed ? 'dashed' : ''}" stroke=${colour} d=${this.path(ys)}></path>`)}
      ${this.dots.map((dot) => svg`<circle class="dot" r=${5 * unit} cx=${x(dot.x)} cy=${y(dot.y)} fill=${dot.colour}></circle>`)}
    </svg>`;
  }

  /** @param {number[]} ys */
  path(ys) {
    const { x, y } = this.scales;
    return ys.map((value, i) => `${i ? 'L' : 'M'}${x(this.xs[i]).toFixed(1)} ${y(value).toFixed(1)}`).join('');
  }

  /** Whole numbers along the lower edge, few enough to be read. */
  ticks() {
    const count = this.xs.length;
    const { unit, left, right } = lengths();
    const each = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((step) => ((this.width - left - right) / count) * step >= 34 * unit) ?? 1000;
    return this.xs.filter((x) => x % each === 0);
  }

  /** @param {MouseEvent} event */
  onClick(event) {
    const box = /** @type {SVGElement} */ (event.currentTarget).getBoundingClientRect();
    const { left, right } = lengths();
    const share = ((event.clientX - box.left) * (this.width / box.width) - left) / (this.width - left - right);
    const place = Math.max(0, Math.min(this.xs.length - 1, Math.round(share * (this.xs.length - 1))));
    this.dispatchEvent(new CustomEvent('lw-at', { detail: this.xs[place] }));
  }
}

customElements.define('lw-line-chart', LineChart);
