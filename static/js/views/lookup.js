/**
 * <lw-lookup>: tokens on one side, rows of a table on the other, and a line from each token to the row that it selects.
 * Properties: tokens (each with its place `at`), targets (the row of each), rows, limits, chosen, what, size (rows of the whole
 * table). Raises lw-token with the place of a token.
 */

import { LitElement, html, nothing, svg } from '/static/vendor/lit.js';
import { formatCount } from '../format.js';
import { tokenSpoken } from '../tokens.js';
import { lookupStyles } from './lookup-styles.js';
import { Resized } from './resized.js';
import { sharedStyles } from './shared-styles.js';
import { applyMeasures } from './step-measures.js';
import './strip.js';
import { tokenText, tokenTextStyles } from './token-text.js';

/** @typedef {{id: number, name: string, plate: import('./grid-plate.js').Plate}} Row */
/** @typedef {import('../tokens.js').Token & {at: number}} Pointer */
/** @typedef {{from: number, to: number, lane: number, at: number}} Line in pixels from the top */

export class Lookup extends LitElement {
  static properties = {
    tokens: { attribute: false },
    targets: { attribute: false },
    rows: { attribute: false },
    limits: { attribute: false },
    chosen: { type: Number },
    what: { type: String },
    size: { type: Number },
    lines: { state: true },
    height: { state: true },
  };

  static styles = [sharedStyles, tokenTextStyles, lookupStyles];

  constructor() {
    super();
    /** @type {Pointer[]} */ this.tokens = [];
    /** @type {number[]} */ this.targets = [];
    /** @type {Row[]} */ this.rows = [];
    /** @type {import('./grid-scale.js').Limits | undefined} */ this.limits = undefined;
    this.chosen = 0;
    this.what = 'id';
    this.size = 0;
    /** @type {Line[]} */ this.lines = [];
    this.height = 0;
    this.resized = new Resized(this, () => this.measure());
  }

  render() {
    const selected = new Set(this.targets);
    return html`<div class="look">
        <ol class="tokens" aria-label="the tokens">${this.tokens.map((token, i) => this.token(token, this.targets[i]))}</ol>
        <svg aria-hidden="true" viewBox="0 0 100 ${Math.max(1, this.height)}" preserveAspectRatio="none">${this.lines.map((line) => this.line(line))}</svg>
        <ol class="rows" aria-label="rows of the table">${this.rows.map((row, i) => this.row(row, this.rows[i - 1], selected.has(row.id)))}</ol>
      </div>
      ${this.size > this.rows.length ? html`<p class="note">${formatCount(this.rows.length)} of the ${formatCount(this.size)} rows of the table: those that are selected, and faintly their neighbours.</p>` : nothing}`;
  }

  /** @param {Pointer} token @param {number} target */
  token(token, target) {
    const words = this.what === 'id' ? `id ${target}` : `place ${target + 1}`;
    return html`<li><button class="pointer" data-lane=${token.at} data-at=${token.at} aria-pressed=${token.at === this.chosen} @click=${() => this.go(token.at)}>
      <span class="spoken">token ${token.at + 1}, ${tokenSpoken(token)},</span><b aria-hidden="true">${tokenText(token)}</b><span class="number">${words}</span></button></li>`;
  }

  /** @param {Row} row @param {Row | undefined} before @param {boolean} selected */
  row({ id, name, plate }, before, selected) {
    const users = this.tokens.filter((_, i) => this.targets[i] === id);
    const looks = [selected ? '' : 'near', before && before.id + 1 < id ? 'far' : '', users.some(({ at }) => at === this.chosen) ? 'chosen' : ''].join(' ');
    const spoken = users.length > 0 ? `selected by ${users.map(({ at }) => `token ${at + 1}`).join(' and ')}` : 'a neighbour in the table, selected by no token here';
    return html`<li class="row ${looks}" data-row=${id}><bdi class="name">${name}</bdi><span class="spoken">${spoken}</span>
      <lw-strip bare .plate=${plate} .limits=${this.limits} .thick=${selected ? 22 : 10} .most=${64}></lw-strip></li>`;
  }

  /** @param {Line} line */
  line({ from, to, lane, at }) {
    return svg`<path data-lane=${lane} class=${at === this.chosen ? 'chosen' : ''} vector-effect="non-scaling-stroke" d="M0 ${from}C50 ${from} 50 ${to} 100 ${to}"></path>`;
  }

  updated() {
    applyMeasures(this.renderRoot);
    this.measure();
  }

  /** Where each token and its row stand, so that lines can lead from one to the other. */
  measure() {
    const look = this.renderRoot.querySelector('.look')?.getBoundingClientRect();
    if (!look) return;
    const middle = (/** @type {string} */ selector) => {
      const box = this.renderRoot.querySelector(selector)?.getBoundingClientRect();
      return box ? Math.round(box.top + box.height / 2 - look.top) : 0;
    };
    const lines = this.tokens.map(({ at }, i) => ({ from: middle(`[data-at="${at}"]`), to: middle(`[data-row="${this.targets[i]}"]`), lane: at, at }));
    if (JSON.stringify(lines) !== JSON.stringify(this.lines)) this.lines = lines;
    this.height = Math.round(look.height);
  }

  /** @param {number} at */
  go(at) {
    this.dispatchEvent(new CustomEvent('lw-token', { detail: at }));
  }
}

customElements.define('lw-lookup', Lookup);
