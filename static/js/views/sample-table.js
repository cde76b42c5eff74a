/**
 * `<lw-sample-table>`: every piece of the vocabulary in every column of the sampling. The list is virtual: only what is in sight
 * is drawn, and asked for when it comes into sight; nothing is cut. Properties: first (the answer with the first rows), ask
 * (fetches the rows from a rank on), drawn (the rank that the dice fell on).
 */
import { LitElement, html } from '/static/vendor/lit.js';
import { formatCount, formatFixed, formatProbability } from '../format.js';
import { setMeasure } from '../measure.js';
import { reasonFor } from '../sampling.js';
import { typeUnit } from './grid-theme.js';
import { sampleTableStyles } from './sample-table-styles.js';
import { sharedStyles } from './shared-styles.js';
import { tokenText, tokenTextStyles } from './token-text.js';

/** @typedef {import('../types.js').Sample} Sample */
/** @typedef {import('../types.js').SampleRow} SampleRow */

/** How high a row is. */
/** How high a row is, in pixels: 1.875rem, as in the styles. */
const rowHeight = () => 30 * typeUnit();
/** How many rows are asked for at once. */
export const WINDOW = 100;
const OWN_KEYS = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', ' ']);

const COLUMNS = [
  { name: 'rank', label: 'rank', title: 'The likeliest piece is number 1' },
  { name: 'piece', label: 'piece', title: 'With its id' },
  { name: 'wide', label: 'logit', title: 'As the model gives it; nothing changes it' },
  { name: 'wide', label: '÷ T', title: 'The logit divided by the temperature' },
  { name: 'p', label: 'softmax', title: 'Over the whole vocabulary' },
  { name: 'wide', label: 'sum', title: 'This piece and all likelier ones together' },
  { name: 'fate', label: 'stage', title: 'Kept, or the first stage that took it away' },
  { name: 'q', label: 'drawn with', title: 'The softmax ÷ the sum of all that are kept' },
  { name: 'wide', label: 'seen', title: 'How often it came in the draws beside' },
];

export class SampleTable extends LitElement {
  static properties = { first: { attribute: false }, ask: { attribute: false }, top: { state: true }, failure: { state: true } };

  static styles = [sharedStyles, tokenTextStyles, sampleTableStyles];

  constructor() {
    super();
    /** @type {Sample | null} */
    this.first = null;
    /** @type {(offset: number, signal: AbortSignal) => Promise<Sample>} */
    this.ask = () => Promise.reject(new Error('nobody to ask'));
    this.top = 0;
    this.failure = '';
    /** @type {Map<number, SampleRow[] | null>} by the rank they begin at; null while they are on their way */
    this.windows = new Map();
    this.controller = new AbortController();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.controller.abort();
  }

  /** Other settings, other rows: what was known of them is forgotten. @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has('first') || !this.first) return;
    this.controller.abort();
    this.controller = new AbortController();
    this.windows = new Map([[0, this.first.rows]]);
    this.failure = '';
  }

  get inSight() {
    const height = this.renderRoot.querySelector('.scroller')?.clientHeight ?? 14 * rowHeight();
    const first = Math.max(0, Math.floor(this.top / rowHeight()) - 4);
    return { first, last: Math.min(this.first?.total ?? 0, first + Math.ceil(height / rowHeight()) + 9) };
  }

  render() {
    if (!this.first) return html``;
    const { total, kept } = this.first;
    const { first, last } = this.inSight;
    const ranks = [...Array(Math.max(0, last - first)).keys()].map((i) => first + i);
    return html`<div class="jumps" role="group" aria-label="Go to">
        <button @click=${() => this.jump(0)}>the most likely</button>
        ${kept < total ? html`<button @click=${() => this.jump(kept)}>the cut, after ${formatCount(kept)}</button>` : ''}
        <button @click=${() => this.jump(total)}>the least likely, rank ${formatCount(total)}</button>
        ${this.failure ? html`<span role="alert">${this.failure}</span>` : ''}
      </div>
      <div class="scroller" data-total=${total} tabindex="0" role="region" aria-label="All ${formatCount(total)} pieces of the vocabulary, scrolls"
        data-own-keys @scroll=${this.onScroll} @keydown=${this.onKey}>
        <div class="table" role="table" aria-label="Every piece in every column of the sampling" aria-rowcount=${total + 1}>
          <div class="head" role="row" aria-rowindex="1">${COLUMNS.map(({ name, label, title }) => html`<span role="columnheader" class=${name} title=${title}>${label}</span>`)}</div>
          <div class="body" role="rowgroup">${ranks.map((rank) => this.renderRow(rank))}</div>
        </div>
      </div>`;
  }

  /** @param {number} rank */
  renderRow(rank) {
    const row = this.windows.get(rank - (rank % WINDOW))?.[rank % WINDOW];
    if (!row) return html`<div class="row waiting" role="row" aria-rowindex=${rank + 2} data-rank=${rank}><span role="cell" class="rank">${formatCount(rank + 1)}</span><span role="cell" class="piece">…</span></div>`;
    const isDrawn = rank === this.first?.throw.rank;
    const isLast = rank + 1 === this.first?.kept && rank + 1 < this.first.total;
    return html`<div class="row ${row.fate === 'kept' ? '' : 'removed'} ${isDrawn ? 'drawn' : ''} ${isLast ? 'cut' : ''}" role="row" aria-rowindex=${rank + 2}
        data-rank=${rank} data-p=${row.p} data-q=${row.q}>
      <span role="cell" class="rank">${formatCount(rank + 1)}</span>
      <span role="cell" class="piece" title="id ${row.id}">${nameOf(row)}</span>
      <span role="cell" class="wide">${formatFixed(row.logit, 3)}</span>
      <span role="cell" class="wide">${row.scaled === null ? '–' : formatFixed(row.scaled, 3)}</span>
      <span role="cell" class="p"><i></i>${formatProbability(row.p)}</span>
      <span role="cell" class="wide">${formatProbability(row.mass)}</span>
      <span role="cell" class="fate" title=${reasonFor(row.fate)}>${row.fate === 'kept' ? (isDrawn ? 'drawn' : 'kept') : html`<span class="spoken">removed by </span>${row.fate}`}</span>
      <span role="cell" class="q"><i></i>${row.fate === 'kept' ? formatProbability(row.q) : '–'}</span>
      <span role="cell" class="wide">${row.seen || ''}</span>
    </div>`;
  }

  updated() {
    const best = this.first?.rows[0];
    for (const each of this.renderRoot.querySelectorAll('.row, .scroller')) {
      const row = /** @type {HTMLElement} */ (each);
      if (row.dataset.total) setMeasure(row, '--total', row.dataset.total);
      if (row.dataset.rank) setMeasure(row, '--rank', row.dataset.rank);
      if (row.dataset.p && best) setMeasure(row, '--p', String(Number(row.dataset.p) / (best.p || 1)));
      if (row.dataset.q && best) setMeasure(row, '--q', String(Number(row.dataset.q) / (best.q || 1)));
    }
    this.fetchInSight();
  }

  fetchInSight() {
    const { first, last } = this.inSight;
    for (let offset = first - (first % WINDOW); offset < last; offset += WINDOW) {
      if (!this.windows.has(offset)) void this.fetchWindow(offset, this.windows);
    }
  }

  /** @param {number} offset @param {Map<number, SampleRow[] | null>} windows those of the present settings */
  async fetchWindow(offset, windows) {
    windows.set(offset, null);
    try {
      windows.set(offset, (await this.ask(offset, this.controller.signal)).rows);
    } catch (error) {
      if (windows !== this.windows || this.controller.signal.aborted) return;
      windows.delete(offset);
      this.failure = /** @type {Error} */ (error).message;
      return;
    }
    if (windows === this.windows) this.requestUpdate();
  }

  /** @param {number} rank */
  jump(rank) {
    const scroller = this.renderRoot.querySelector('.scroller');
    if (scroller) scroller.scrollTop = Math.max(0, rank - 4) * rowHeight();
  }

  onScroll = (/** @type {Event} */ event) => {
    this.top = /** @type {HTMLElement} */ (event.target).scrollTop;
  };

  /** The keys that scroll are the list's own. @param {KeyboardEvent} event */
  onKey(event) {
    if (OWN_KEYS.has(event.key)) event.stopPropagation();
  }
}

/** @param {SampleRow} row */
const nameOf = (row) => (row.bytes ? tokenText(row) : `id ${row.id}`);

customElements.define('lw-sample-table', SampleTable);
