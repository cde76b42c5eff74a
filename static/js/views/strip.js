/**
 * <lw-strip>: vectors as strips of colour, one row a token (or a head), one cell a number.
 * Properties: plate, limits, selected, mark, rowLabels, bare, thick (pixels of a row). Raises lw-pick and lw-mark.
 */

import { css, html, nothing } from '/static/vendor/lit.js';
import { layoutMatrix } from './grid-layout.js';
import { markedRow } from './grid-plate.js';
import { MatrixView } from './grid-matrix.js';
import { setMeasure } from '../measure.js';

const LONGEST_NAME = 13; // characters
const WIDEST_CELL = 64;
const NARROWEST_CELL = 1; // thinner cells cannot be told apart: the strip scrolls instead

export class Strip extends MatrixView {
  static properties = { ...MatrixView.properties, thick: { type: Number } };

  static styles = [
    ...MatrixView.styles,
    css`
      .frame {
        grid-template-columns: auto minmax(0, 1fr);
        column-gap: var(--space-2);
        max-inline-size: none;
        inline-size: auto;
      }
      .frame.unnamed {
        grid-template-columns: minmax(0, 1fr);
      }
      .rows {
        display: grid;
        grid-auto-rows: var(--cell-height);
        align-items: center;
        inline-size: var(--name-width);
      }
      .label {
        text-align: end;
        padding-inline: 3px;
        line-height: calc(var(--cell-height) - 2px);
      }
    `,
  ];

  constructor() {
    super();
    this.thick = 22;
    this.most = WIDEST_CELL;
  }

  get named() {
    return !this.bare && this.rowLabels.length > 0;
  }

  /** How wide the names are, in pixels. */
  get nameWidth() {
    const longest = Math.max(1, ...this.rowLabels.map(({ text }) => [...text].length - 2));
    return this.unit * (Math.min(LONGEST_NAME, longest) * 7.7 + 8);
  }

  /** @override */
  get margin() {
    return this.named ? this.nameWidth + 8 : 0;
  }

  /** @override @param {number} width */
  layOut(width) {
    const { rows = 1, cols = 1 } = this.plate ?? {};
    const least = this.bare ? 0.25 : NARROWEST_CELL;
    return layoutMatrix({ width, rows, cols, most: this.most * this.unit, least, cellHeight: Math.round(this.thick * this.unit), unit: this.unit });
  }

  render() {
    if (this.bare) return this.plot();
    return html`<div class="frame ${this.named ? '' : 'unnamed'}">
        ${this.named ? html`<div class="rows">${this.names()}</div>` : nothing}
        <div class="scroll">${this.plot()}</div>
      </div>
      ${this.layout?.scrolls ? html`<p class="more">← scroll sideways: ${this.plate?.cols} numbers a row →</p>` : nothing}`;
  }

  names() {
    const start = this.plate?.rowStart ?? 0;
    const marked = this.plate ? markedRow(this.plate, this.mark) : -1;
    const axis = this.plate?.rowAxis ?? 'token';
    return this.rowLabels.map(
      (label, i) => html`<bdi class="label ${i === marked ? 'marked' : ''} ${this.thick < 18 ? 'tight' : ''}" data-colour=${label.colour}
        title=${label.text} @pointerenter=${() => this.sendMark({ [axis]: start + i })} @pointerleave=${() => this.sendMark(null)}>${label.text}</bdi>`,
    );
  }

  /** @override @param {import('/static/vendor/lit.js').PropertyValues} changed */
  updated(changed) {
    super.updated(changed);
    if (this.named) setMeasure(this, '--name-width', `${this.nameWidth}px`);
    for (const label of /** @type {NodeListOf<HTMLElement>} */ (this.renderRoot.querySelectorAll('.label'))) {
      label.style.color = label.dataset.colour ?? '';
    }
  }
}

customElements.define('lw-strip', Strip);
