/**
 * <lw-lens-overview>: the lens over a long text as a whole, one pixel or more a position, with the part that is shown large
 * framed. A click brings another part. Properties: plate, limits, start, count. Raises lw-set with a token. For the eye only:
 * the buttons beside it do the same by keyboard.
 */

import { LitElement, css, html, nothing } from '/static/vendor/lit.js';
import { setMeasure } from '../measure.js';
import './strip.js';

export class LensOverview extends LitElement {
  static properties = { plate: { attribute: false }, limits: { attribute: false }, start: { type: Number }, count: { type: Number } };

  static styles = css`
    :host {
      display: block;
      position: relative;
      cursor: pointer;
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
    this.addEventListener('click', this.onClick);
  }

  updated() {
    const frame = /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('i'));
    if (!frame || !this.plate) return;
    setMeasure(frame, '--from', String(this.start / this.plate.cols));
    setMeasure(frame, '--share', String(this.count / this.plate.cols));
  }

  render() {
    if (!this.plate) return nothing;
    const thick = Math.max(2, Math.min(8, 96 / this.plate.rows));
    return html`<lw-strip bare aria-hidden="true" .plate=${this.plate} .limits=${this.limits} .thick=${thick} .most=${200}></lw-strip><i></i>`;
  }

  /** @param {MouseEvent} event */
  onClick(event) {
    if (!this.plate) return;
    const box = this.getBoundingClientRect();
    const token = Math.max(0, Math.min(this.plate.cols - 1, Math.floor(((event.clientX - box.left) / box.width) * this.plate.cols)));
    this.dispatchEvent(new CustomEvent('lw-set', { detail: { token }, bubbles: true, composed: true }));
  }
}

customElements.define('lw-lens-overview', LensOverview);
