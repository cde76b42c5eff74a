/**
 * <lw-grid>: a square of cells with the tokens along its edges: rows are queries ("from"), columns are keys ("to").
 * Properties: plate, limits, selected, mark, rowLabels, colLabels, most, bare. Raises lw-pick and lw-mark.
 */

import { css, html, nothing } from '/static/vendor/lit.js';
import { paintTicks } from './grid-paint.js';
import { layoutMatrix } from './grid-layout.js';
import { markedCol, markedRow } from './grid-plate.js';
import { MatrixView } from './grid-matrix.js';

/** @typedef {import('./grid-matrix.js').Label} Label */

const NAMED = 13; // pixels a cell needs for a name beside it
const TIGHT = 18; // pixels under which names are set small
const LONGEST = 11; // characters of a name
const CHARACTER = 7.6; // pixels, of the label font
const AXIS_WIDTH = 22;

export class Grid extends MatrixView {
  static properties = { ...MatrixView.properties, quiet: { type: Boolean, reflect: true } };

  static styles = [
    ...MatrixView.styles,
    css`
      .frame {
        grid-template-columns: auto auto minmax(0, 1fr);
        column-gap: 6px;
      }
      .axis {
        text-align: center;
      }
      .axis.from {
        writing-mode: vertical-rl;
        transform: rotate(180deg);
        inline-size: 0;
        min-inline-size: 100%;
        white-space: nowrap;
      }
      .rows {
        display: grid;
        grid-auto-rows: var(--cell-height);
        align-items: center;
        text-align: end;
        justify-items: end;
      }
      .rows .label {
        max-inline-size: 5.6rem;
        padding-inline: 3px;
        line-height: calc(var(--cell-height) - var(--gap) - 2px);
      }
      .cols {
        display: grid;
        grid-auto-flow: column;
        grid-auto-columns: var(--cell-width);
        inline-size: var(--width);
        padding-block-start: 4px;
      }
      .cols .label {
        text-align: center;
        margin-inline-end: var(--gap);
      }
      .turned .label {
        writing-mode: vertical-rl;
        transform: rotate(180deg);
        text-align: end;
        max-block-size: 5.6rem;
        line-height: calc(var(--cell-width) - var(--gap));
      }
      .rows:has(.ticks) {
        display: block;
      }
      .ticks {
        inline-size: 0.3125rem;
        block-size: var(--height);
      }
      .cols .ticks {
        inline-size: var(--width);
        block-size: 0.3125rem;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {boolean} rows are named by ticks in their colours only, since a neighbour names them */ this.quiet = false;
  }

  /** @override */
  get margin() {
    if (this.bare) return 0;
    if (this.quiet) return this.unit * 12;
    return this.unit * (AXIS_WIDTH + 12 + (this.longest(this.rowLabels) * CHARACTER + 6));
  }

  /** @param {Label[]} labels */
  longest(labels) {
    return Math.min(LONGEST, Math.max(1, ...labels.map(({ text }) => [...text].length - 2)));
  }

  /** @override @param {number} width */
  layOut(width) {
    const { rows = 1, cols = 1 } = this.plate ?? {};
    const least = this.bare || this.most < 60 ? 0.1 : 2; // small pictures are to be seen whole
    const most = this.most * this.unit;
    const whole = layoutMatrix({ width, rows, cols, most, least, unit: this.unit });
    if (this.bare) return { ...whole, font: 0 };
    if (this.quiet || whole.cellHeight >= NAMED) return whole;
    return layoutMatrix({ width: width + this.margin - this.unit * AXIS_WIDTH - 24, rows, cols, most, least, unit: this.unit });
  }

  /** @override */
  paint() {
    super.paint();
    if (!this.layout) return;
    for (const canvas of /** @type {NodeListOf<HTMLCanvasElement>} */ (this.renderRoot.querySelectorAll('.ticks'))) {
      const upright = canvas.dataset.edge === 'rows';
      paintTicks(canvas, (upright ? this.rowLabels : this.colLabels).map(({ colour }) => colour), this.layout.cellWidth, upright);
    }
  }

  render() {
    if (this.bare) return this.plot();
    return html`<div class="frame">
        <span class="axis from">${this.quiet ? nothing : 'from (query)'}</span>
        <div class="rows">${this.edge('rows', this.rowLabels)}</div>
        <div class="scroll">
          ${this.plot()}
          <div class="cols ${this.turned ? 'turned' : ''}">${this.edge('cols', this.colLabels)}</div>
        </div>
        <span></span><span></span>
        <span class="axis">to (key)</span>
      </div>
      ${this.layout?.scrolls ? html`<p class="more">← scroll sideways: ${this.plate?.cols} columns →</p>` : nothing}`;
  }

  get turned() {
    return (this.layout?.cellWidth ?? 0) < this.unit * (this.longest(this.colLabels) * CHARACTER + 4);
  }

  /** Names where they fit, else ticks in the colours of the lanes. @param {'rows' | 'cols'} edge @param {Label[]} labels */
  edge(edge, labels) {
    if (!this.plate || !this.layout) return nothing;
    if (this.layout.cellHeight < NAMED || (this.quiet && edge === 'rows')) return html`<canvas class="ticks" data-edge=${edge}></canvas>`;
    const marked = edge === 'rows' ? markedRow(this.plate, this.mark) : markedCol(this.plate, this.mark);
    const tight = this.layout.cellHeight < TIGHT * this.unit ? 'tight' : '';
    const start = edge === 'rows' ? this.plate.rowStart : this.plate.colStart;
    return labels.map(
      (label, i) => html`<bdi class="label ${i === marked ? 'marked' : ''} ${tight}" title=${label.text} data-colour=${label.colour}
        @pointerenter=${() => this.sendMark({ token: start + i })} @pointerleave=${() => this.sendMark(null)}>${label.text}</bdi>`,
    );
  }

  /** @override @param {import('/static/vendor/lit.js').PropertyValues} changed */
  updated(changed) {
    super.updated(changed);
    for (const label of /** @type {NodeListOf<HTMLElement>} */ (this.renderRoot.querySelectorAll('.label'))) {
      label.style.color = label.dataset.colour ?? '';
    }
  }
}

customElements.define('lw-grid', Grid);
