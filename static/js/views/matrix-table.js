/**
 * <lw-matrix-table>: the table behind a picture, for screen readers, for reading and for copying. It is made when it is
 * opened. Property: plate, rowLabels, colLabels. Large plates show a part and say so; copying takes everything.
 */

import { LitElement, css, html, nothing } from '/static/vendor/lit.js';
import { formatCount } from '../format.js';
import { COPY_BY_HAND, copyText, selectText } from './copy.js';
import { valueAt } from './grid-plate.js';
import { exactNumber } from './step-number.js';

/** @typedef {import('./grid-plate.js').Plate} Plate */
/** @typedef {import('./grid-matrix.js').Label} Label */

const [MOST_ROWS, MOST_COLS] = [64, 64];

export class MatrixTable extends LitElement {
  static properties = {
    plate: { attribute: false },
    rowLabels: { attribute: false },
    colLabels: { attribute: false },
    open: { state: true },
    copied: { state: true },
  };

  static styles = css`
    :host {
      display: block;
      font-size: var(--text-xs);
      min-inline-size: 0;
    }
    summary {
      inline-size: max-content;
      cursor: pointer;
      color: var(--ink-3);
      border-radius: var(--radius-s);
      padding-block: 2px;
    }
    summary:hover {
      color: var(--ink);
    }
    :focus-visible {
      outline: 2px solid var(--here);
      outline-offset: 2px;
    }
    .box {
      max-block-size: 20rem;
      overflow: auto;
      margin-block: var(--space-2);
      border: var(--hair) solid var(--line);
      border-radius: var(--radius-s);
    }
    table {
      border-collapse: collapse;
      font-family: var(--mono);
      font-variant-numeric: tabular-nums;
    }
    caption {
      text-align: start;
      padding: var(--space-2);
      color: var(--ink-2);
      font-family: var(--font);
    }
    th,
    td {
      padding: 2px var(--space-2);
      text-align: end;
      white-space: nowrap;
      font-weight: 400;
    }
    th {
      color: var(--ink-2);
      background: var(--sunk);
      position: sticky;
      inset-block-start: 0;
    }
    tbody th {
      inset-inline-start: 0;
    }
    button {
      font: inherit;
      color: var(--ink);
      background: var(--sunk);
      border: 0;
      border-radius: var(--radius-s);
      padding: var(--space-1) var(--space-3);
      min-block-size: 1.9rem;
      cursor: pointer;
    }
  `;

  constructor() {
    super();
    /** @type {Plate | undefined} */ this.plate = undefined;
    /** @type {Label[]} */ this.rowLabels = [];
    /** @type {Label[]} */ this.colLabels = [];
    this.open = false;
    /** How copying went, in the words of the button. */
    this.copied = '';
  }

  /** @param {import('/static/vendor/lit.js').PropertyValues} changed */
  willUpdate(changed) {
    if (changed.has('plate')) this.copied = '';
  }

  render() {
    if (!this.plate) return nothing;
    return html`<details @toggle=${(/** @type {Event} */ e) => (this.open = /** @type {HTMLDetailsElement} */ (e.target).open)}>
      <summary>as a table</summary>
      ${this.open ? this.table(this.plate) : nothing}
    </details>`;
  }

  /** @param {Plate} plate */
  table(plate) {
    const [rows, cols] = [Math.min(plate.rows, MOST_ROWS), Math.min(plate.cols, MOST_COLS)];
    const numbers = [...Array(cols).keys()];
    return html`<div class="box" tabindex="0" role="region" aria-label="numbers of ${plate.name}">
        <table>
          <caption>${plate.name}: ${this.axes(plate)}${this.spans(plate, rows, cols)}</caption>
          <thead><tr><td></td>${numbers.map((col) => html`<th scope="col">${this.colName(col)}</th>`)}</tr></thead>
          <tbody>${[...Array(rows).keys()].map((row) => html`<tr><th scope="row">${this.rowName(row)}</th>${numbers.map((col) => html`<td>${this.cell(plate, row, col)}</td>`)}</tr>`)}</tbody>
        </table>
      </div>
      <button @click=${this.copy}>${this.copied || `copy all ${formatCount(plate.length)} values`}</button>`;
  }

  /** @param {Plate} plate */
  axes({ rowAxis, colAxis, wrapped }) {
    return rowAxis && !wrapped ? `rows are ${rowAxis}, columns are ${colAxis}` : `${colAxis}, from left to right`;
  }

  /** Which rows and columns of how many are in the table, where not all are. @param {Plate} plate @param {number} rows @param {number} cols */
  spans({ wrapped, rowStart, colStart, ...plate }, rows, cols) {
    const [allRows, allCols] = wrapped ? [plate.rows, plate.cols] : [plate.rowCount, plate.colCount];
    if (rows === allRows && cols === allCols) return '';
    const span = (/** @type {number} */ start, /** @type {number} */ count, /** @type {number} */ all) =>
      `${formatCount(start + 1)}–${formatCount(start + count)} of ${formatCount(all)}`;
    return `; rows ${span(rowStart, rows, allRows)}, columns ${span(colStart, cols, allCols)}`;
  }

  /** @param {number} row */
  rowName(row) {
    return this.rowLabels[row]?.text ?? (this.plate?.rowStart ?? 0) + row + 1;
  }

  /** @param {number} col */
  colName(col) {
    return this.colLabels[col]?.text ?? (this.plate?.colStart ?? 0) + col + 1;
  }

  /** @param {Plate} plate @param {number} row @param {number} col */
  cell(plate, row, col) {
    const value = valueAt(plate, row, col);
    return value === undefined ? '' : exactNumber(value);
  }

  async copy() {
    const plate = /** @type {Plate} */ (this.plate);
    const lines = [...Array(plate.rows).keys()].map((row) =>
      Array.from(plate.values.subarray(row * plate.cols, (row + 1) * plate.cols), (value) => plainNumber(value)).join('\t'),
    );
    const isCopied = await copyText(lines.join('\n'));
    if (!isCopied) selectText(this.renderRoot.querySelector('tbody'));
    this.copied = isCopied ? 'copied' : COPY_BY_HAND;
  }
}

/** A number for other programs: plain minus, `-inf`. @param {number} value */
const plainNumber = (value) => (value === -Infinity ? '-inf' : exactNumber(value).replace('−', '-'));

customElements.define('lw-matrix-table', MatrixTable);
