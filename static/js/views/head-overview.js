/**
 * <lw-head-overview>: every head of a layer as a small picture; the chosen one is framed, and a click chooses another.
 * Properties: plates (one a head), limits (one scale for all, or one a head), chosen, group (query heads to a key head, where a
 * picture is of a key head), shared (query heads to a key head, where a picture is of a query head: a bracket joins them).
 */

import { LitElement, css, html } from '/static/vendor/lit.js';
import './grid.js';
import { applyMeasures } from './step-measures.js';
import './strip.js';

const MOST_SIDE_BY_SIDE = 3; // heads under one bracket, on the narrowest page

export class HeadOverview extends LitElement {
  static properties = { plates: { attribute: false }, limits: { attribute: false }, chosen: { type: Number }, group: { type: Number }, shared: { type: Number } };

  static styles = css`
    :host {
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(6.5rem, 1fr));
      gap: var(--space-3);
      max-inline-size: 64rem;
    }
    button {
      font: inherit;
      font-size: var(--text-xs);
      color: var(--ink-2);
      text-align: start;
      padding: var(--space-2);
      background: none;
      border: var(--hair) solid var(--line);
      border-radius: var(--radius-m);
      cursor: pointer;
      display: grid;
      gap: var(--space-1);
      align-content: start;
      min-inline-size: 0;
    }
    .sharing {
      display: grid;
      grid-column: span var(--count, 1);
      grid-template-columns: subgrid;
      gap: var(--space-1) var(--space-3);
      align-content: start;
    }
    .sharing p {
      grid-column: 1 / -1;
      margin: 0;
      padding-inline: var(--space-1);
      font-size: var(--text-xs);
      color: var(--ink-2);
      text-align: center;
      border: var(--hair) solid var(--ink-3);
      border-block-end: 0;
      border-radius: var(--radius-s) var(--radius-s) 0 0;
    }
    .coming {
      aspect-ratio: 1;
      background: var(--sunk);
    }
    button:hover {
      border-color: var(--line-strong);
    }
    button[aria-pressed='true'] {
      border-color: var(--here);
      box-shadow: 0 0 0 var(--hair) var(--here);
      color: var(--here-ink);
      font-weight: 650;
    }
    :focus-visible {
      outline: 2px solid var(--ink);
      outline-offset: 2px;
    }
  `;

  constructor() {
    super();
    /** @type {(import('./grid-plate.js').Plate | undefined)[]} those that have not come yet are left out */ this.plates = [];
    /** @type {import('./grid-scale.js').Limits | import('./grid-scale.js').Limits[] | undefined} */ this.limits = undefined;
    this.chosen = 0;
    this.group = 1;
    this.shared = 1;
  }

  updated() {
    applyMeasures(this.renderRoot);
  }

  render() {
    const heads = this.plates.map((_, i) => i);
    if (this.shared < 2) return heads.map((i) => this.button(i));
    const groups = heads.filter((i) => i % this.shared === 0);
    return groups.map((first, kv) => html`<div class="sharing" role="group" data-count=${Math.min(this.shared, MOST_SIDE_BY_SIDE)} aria-label="heads ${first + 1}–${first + this.shared} share key head ${kv + 1}">
      <p aria-hidden="true">key head ${kv + 1}</p>${heads.slice(first, first + this.shared).map((i) => this.button(i))}</div>`);
  }

  /** @param {number} i */
  button(i) {
    return html`<button aria-pressed=${i === this.chosen} aria-label=${this.name(i)} @click=${() => this.choose(i)}>
      <span>${this.name(i)}</span>${this.picture(this.plates[i], Array.isArray(this.limits) ? this.limits[i] : this.limits)}
    </button>`;
  }

  /** @param {number} i */
  name(i) {
    return this.group > 1 ? `for ${i * this.group + 1}–${(i + 1) * this.group}` : `head ${i + 1}`;
  }

  /** @param {import('./grid-plate.js').Plate | undefined} plate @param {import('./grid-scale.js').Limits | undefined} limits */
  picture(plate, limits) {
    if (!plate) return html`<i class="coming"></i>`;
    if (plate.colAxis === 'key') return html`<lw-grid bare .plate=${plate} .limits=${limits} .most=${28}></lw-grid>`;
    const thick = Math.max(1, Math.min(9, 90 / plate.rows));
    return html`<lw-strip bare .plate=${plate} .limits=${limits} .thick=${thick} .most=${40}></lw-strip>`;
  }

  /** @param {number} i */
  choose(i) {
    const detail = { head: i * this.group };
    this.dispatchEvent(new CustomEvent('lw-set', { detail, bubbles: true, composed: true }));
  }
}

customElements.define('lw-head-overview', HeadOverview);
