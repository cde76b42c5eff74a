/**
 * <lw-head-overview>: every head of a layer as a small picture; the chosen one is framed, and a click chooses another.
 * Properties: plates (one a head), limits (one scale for all, or one a head), chosen, group (query heads to a key head).
 */

import { LitElement, css, html } from '/static/vendor/lit.js';
import './grid.js';
import './strip.js';

export class HeadOverview extends LitElement {
  static properties = { plates: { attribute: false }, limits: { attribute: false }, chosen: { type: Number }, group: { type: Number } };

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
  }

  render() {
    return this.plates.map(
      (plate, i) => html`<button aria-pressed=${i === this.chosen} aria-label=${this.name(i)} @click=${() => this.choose(i)}>
        <span>${this.name(i)}</span>${this.picture(plate, Array.isArray(this.limits) ? this.limits[i] : this.limits)}
      </button>`,
    );
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
