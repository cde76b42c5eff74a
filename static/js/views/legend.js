/**
 * <lw-legend>: what the colours of a picture mean: the limits at their ends, the tensor's true range, and what lies beyond.
 * Properties: limits, range, hatched, note.
 */

import { LitElement, css, html, nothing } from '/static/vendor/lit.js';
import { css as cssColour } from '../colour.js';
import { formatCount, formatFixed, formatNumber } from '../format.js';
import { stopsOf } from './grid-scale.js';
import { Themed } from './grid-theme.js';

export class Legend extends LitElement {
  static properties = { limits: { attribute: false }, range: { attribute: false }, hatched: { type: Boolean }, note: { type: String } };

  static styles = css`
    :host {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: var(--space-1) var(--space-3);
      font-size: var(--text-xs);
      color: var(--ink-2);
      font-variant-numeric: tabular-nums;
    }
    .ends {
      display: inline-flex;
      align-items: center;
      gap: 0.375rem;
      white-space: nowrap;
      min-inline-size: 0;
      max-inline-size: 100%;
    }
    .bar {
      inline-size: 5.5rem;
      min-inline-size: 1.5rem; /* under a small grid */
      block-size: 0.65rem;
      border-radius: 0.2rem;
    }
    .key {
      display: inline-flex;
      align-items: center;
      gap: 5px;
      white-space: nowrap;
    }
    .hatch {
      inline-size: 1rem;
      block-size: 0.65rem;
      border-radius: 0.2rem;
      background: repeating-linear-gradient(-45deg, var(--hatch) 0 0.0625rem, transparent 0.0625rem 0.25rem);
      outline: var(--hair) solid var(--hatch);
    }
    .quiet {
      color: var(--ink-3);
    }
  `;

  constructor() {
    super();
    /** @type {import('./grid-scale.js').Limits | undefined} */ this.limits = undefined;
    /** @type {import('../types.js').Range | undefined} */ this.range = undefined;
    this.hatched = false;
    this.note = '';
    this.themed = new Themed(this, () => this.requestUpdate());
  }

  updated() {
    const bar = /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('.bar'));
    if (bar && this.limits) bar.style.background = `linear-gradient(to right, ${stopsOf(this.limits).map(cssColour).join(', ')})`;
  }

  render() {
    if (!this.limits) return nothing;
    const { low, high } = this.limits;
    return html`<span class="ends"><span class="low">${atEnd(low)}</span><i class="bar"></i><span class="high">${atEnd(high)}</span></span>
      ${this.limits.kind === 'weight' || !this.range ? this.words(this.note) : this.trueRange(this.range)}
      ${this.hatched ? html`<span class="key"><i class="hatch"></i>−∞, hidden by the mask</span>` : nothing}`;
  }

  /** @param {string} note */
  words = (note) => (note ? html`<span class="quiet">${note}</span>` : nothing);

  /** @param {import('../types.js').Range} range */
  trueRange({ min, max, outliers }) {
    const beyond = outliers ? `, ${formatCount(outliers)} beyond the colours` : '';
    return html`<span class="quiet range">smallest ${formatNumber(min)}, largest ${formatNumber(max)}${beyond}${this.note ? `, ${this.note}` : ''}</span>`;
  }
}

/** @param {number} value */
const atEnd = (value) => (Number.isInteger(value) ? formatFixed(value, 0) : formatNumber(value));

customElements.define('lw-legend', Legend);
