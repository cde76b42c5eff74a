/**
 * <lw-lens-table>: the table behind the logit lens, for screen readers, reading and copying: every guess with its probability and
 * the entropy, and how the true next token was judged in every layer. Made when it is opened. Properties: lens, cells, names, labels.
 */

import { LitElement, html, nothing } from '/static/vendor/lit.js';
import { formatFixed, formatProbability } from '../format.js';
import { tokenLabel } from '../tokens.js';
import { MatrixTable } from './matrix-table.js';

export class LensTable extends LitElement {
  static styles = MatrixTable.styles;
  static properties = {
    lens: { attribute: false },
    cells: { attribute: false },
    names: { attribute: false },
    labels: { attribute: false },
    open: { state: true },
  };

  constructor() {
    super();
    /** @type {import('../pictures/lens-grid.js').Lens | null} */ this.lens = null;
    /** @type {import('./lens-grid.js').Cell[][]} */ this.cells = [];
    /** @type {string[]} */ this.names = [];
    /** @type {import('./grid-matrix.js').Label[]} */ this.labels = [];
    this.open = false;
  }

  render() {
    if (!this.lens) return nothing;
    return html`<details @toggle=${(/** @type {Event} */ e) => (this.open = /** @type {HTMLDetailsElement} */ (e.target).open)}>
      <summary>as a table</summary>
      ${this.open ? this.table(this.lens) : nothing}
    </details>`;
  }

  /** @param {import('../pictures/lens-grid.js').Lens} lens */
  table({ start, count, rows }) {
    const cols = [...Array(count).keys()];
    const judged = (/** @type {number | null} */ rank, /** @type {number | null} */ nll) => (rank === null || nll === null ? '' : `, next: rank ${rank}, −ln p ${formatFixed(nll, 3)}`);
    return html`<div class="box" tabindex="0" role="region" aria-label="the guess after each layer">
      <table>
        <caption>the guess after each layer (rows) at each position (columns), its probability, the entropy in nats, and the rank of the true next token with its −ln p</caption>
        <thead><tr><td></td>${cols.map((col) => html`<th scope="col">${this.labels[start + col]?.text}</th>`)}</tr></thead>
        <tbody>${this.cells.map((line, row) => html`<tr><th scope="row">${this.names[row]}</th>${line.map(({ piece, p, entropy }, col) => html`<td>
          <bdi>${tokenLabel(piece)}</bdi> ${formatProbability(p)}, ${formatFixed(entropy, 3)}${judged(rows[row].rank[col], rows[row].nll[col])}</td>`)}</tr>`)}</tbody>
      </table></div>`;
  }
}

customElements.define('lw-lens-table', LensTable);
