/**
 * <lw-lens-overview>: which part of a long text the lens shows, and the ways to the others: buttons, and the whole as one small
 * picture with that part framed, where a click brings another. Properties: plate (null where the whole was not worked out),
 * limits, start, count, total. Raises lw-set with a token.
 */

import { LitElement, css, html, nothing } from '/static/vendor/lit.js';
import { formatCount } from '../format.js';
import { setMeasure } from '../measure.js';
import './strip.js';

export class LensOverview extends LitElement {
  static properties = { plate: { attribute: false }, limits: { attribute: false }, start: { type: Number }, count: { type: Number }, total: { type: Number } };

  static styles = css`
    :host {
      display: grid;
      gap: var(--space-2);
      font-size: var(--text-s);
      color: var(--ink-2);
    }
    p {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: var(--space-2);
      margin: 0;
      font-variant-numeric: tabular-nums;
    }
    button {
      font: inherit;
      color: var(--ink);
      background: var(--sunk);
      border: 0;
      border-radius: var(--radius-s);
      padding: 0 var(--space-3);
      min-block-size: 1.9rem;
      cursor: pointer;
    }
    button:hover:not([aria-disabled='true']) {
      background: var(--line);
    }
    button[aria-disabled='true'] {
      color: var(--ink-3);
      cursor: default;
    }
    :focus-visible {
      outline: 2px solid var(--here);
      outline-offset: 2px;
    }
    .whole {
      position: relative;
      cursor: pointer;
      margin-block: 3px;
    }
    i {
      position: absolute;
      inset-block: -3px;
      inset-inline-start: calc(100% * var(--from, 0));
      inline-size: calc(100% * var(--share, 0));
      box-sizing: border-box;
      border: 2px solid var(--here);
      border-radius: 3px;
      pointer-events: none;
    }
  `;

  constructor() {
    super();
    /** @type {import('./grid-plate.js').Plate | null} */ this.plate = null;
    /** @type {import('./grid-scale.js').Limits | null} */ this.limits = null;
    this.start = 0;
    this.count = 0;
    this.total = 0;
  }

  updated() {
    const frame = /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('i'));
    if (!frame || !this.plate) return;
    setMeasure(frame, '--from', String(this.start / this.plate.cols));
    setMeasure(frame, '--share', String(this.count / this.plate.cols));
  }

  render() {
    const { start, count, total } = this;
    return html`<p><span>positions ${start + 1}–${start + count} of ${formatCount(total)}</span>
        <button aria-disabled=${start === 0} @click=${start === 0 ? nothing : () => this.go(start - 1)}>← earlier</button>
        <button aria-disabled=${start + count >= total} @click=${start + count >= total ? nothing : () => this.go(start + count)}>later →</button></p>
      ${this.plate ? this.whole(this.plate) : nothing}`;
  }

  /** For the eye only: the buttons do the same by keyboard. @param {import('./grid-plate.js').Plate} plate */
  whole(plate) {
    const thick = Math.max(2, Math.min(8, 96 / plate.rows));
    return html`<div class="whole" aria-hidden="true" @click=${this.onClick}><lw-strip bare .plate=${plate} .limits=${this.limits} .thick=${thick} .most=${200}></lw-strip><i></i></div>`;
  }

  /** @param {MouseEvent} event */
  onClick(event) {
    const box = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
    this.go(Math.max(0, Math.min(this.total - 1, Math.floor(((event.clientX - box.left) / box.width) * this.total))));
  }

  /** @param {number} token */
  go(token) {
    this.dispatchEvent(new CustomEvent('lw-set', { detail: { token }, bubbles: true, composed: true }));
  }
}

customElements.define('lw-lens-overview', LensOverview);
