/**
 * <lw-stop-slider>: a slider over a list of numbers, so that each place of it is one of them exactly. Properties: label, stops,
 * value (the one that is set), rest (the one that it goes back to), words (what a number is called). Raises lw-stop.
 */

import { LitElement, css, html } from '/static/vendor/lit.js';
import { rangeStyles } from './range-styles.js';

export class StopSlider extends LitElement {
  static properties = {
    label: { type: String },
    stops: { attribute: false },
    value: { type: Number },
    rest: { type: Number },
    words: { attribute: false },
  };

  static styles = [
    rangeStyles,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        gap: 0 var(--space-3);
        align-items: center;
        font-size: var(--text-s);
        color: var(--ink-2);
        max-inline-size: 34rem;
      }
      label {
        grid-column: 1 / -1;
      }
      input:disabled {
        cursor: default;
        opacity: 0.5;
      }
      button {
        font: inherit;
        font-family: var(--mono);
        font-variant-numeric: tabular-nums;
        font-weight: 650;
        color: var(--ink);
        min-inline-size: 4.2rem;
        min-block-size: 1.75rem;
        text-align: end;
        background: none;
        border: 0;
        border-radius: var(--radius-s);
        padding: 0 var(--space-1);
        cursor: pointer;
      }
      button[aria-disabled='true'] {
        cursor: default;
      }
      button:hover:not([aria-disabled='true']) {
        background: var(--sunk);
      }
      :focus-visible {
        outline: 2px solid var(--here);
        outline-offset: 2px;
        border-radius: var(--radius-s);
      }
    `,
  ];

  constructor() {
    super();
    this.label = '';
    /** @type {number[]} */ this.stops = [0];
    this.value = 0;
    this.rest = 0;
    /** @type {(value: number) => string} */ this.words = String;
  }

  /** The place of the stop that is nearest to the value. */
  get place() {
    const far = (/** @type {number} */ i) => Math.abs(this.stops[i] - this.value);
    return [...this.stops.keys()].reduce((best, i) => (far(i) < far(best) ? i : best), 0);
  }

  render() {
    const said = this.words(this.value);
    return html`<label for="slider">${this.label}</label>
      <input id="slider" type="range" min="0" max=${this.stops.length - 1} step="1" .value=${String(this.place)} aria-valuetext=${said}
        ?disabled=${this.stops.length < 2} @input=${(/** @type {Event} */ event) => this.send(this.stops[Number(/** @type {HTMLInputElement} */ (event.target).value)])} />
      <button aria-disabled=${this.value === this.rest} aria-label="${said}, back to ${this.words(this.rest)}" title="Back to ${this.words(this.rest)}" @click=${() => this.send(this.rest)}>${said}</button>`;
  }

  /** @param {number} value */
  send(value) {
    this.dispatchEvent(new CustomEvent('lw-stop', { detail: value }));
  }
}

customElements.define('lw-stop-slider', StopSlider);
