/**
 * `<lw-sampling-settings>`: how the next token is drawn: temperature, top-k, top-p, min-p and the seed of the dice. Properties:
 * sampling, vocabulary (how many pieces there are), and `short`, which leaves the temperature to somebody else. Raises `lw-set`.
 */
import { LitElement, css, html, live, nothing } from '/static/vendor/lit.js';
import { formatCount } from '../format.js';
import { PLAIN, isPlain } from '../sampling.js';
import { rangeStyles } from './range-styles.js';
import { sharedStyles } from './shared-styles.js';

/** @typedef {import('../sampling.js').Sampling} Sampling */
/** @typedef {{name: 'temperature' | 'top_p' | 'min_p', label: string, max: number, step: number, off: number, says: string}} Slider */

/** @type {Slider[]} */
const SLIDERS = [
  { name: 'temperature', label: 'temperature', max: 2, step: 0.05, off: 1, says: 'Logits are divided by it: under 1 the likely get likelier, at 0 only the best is left.' },
  { name: 'top_p', label: 'top-p', max: 1, step: 0.01, off: 1, says: 'Only the smallest set stays whose probability reaches this.' },
  { name: 'min_p', label: 'min-p', max: 1, step: 0.01, off: 0, says: 'Only who has this share of the best one’s probability stays.' },
];
const LAST_SEED = 4294967295;
/** The smallest top-p that a slider can mean: none at all would leave nothing. */
const LEAST_P = 0.01;

export class SamplingSettings extends LitElement {
  static properties = { sampling: { attribute: false }, vocabulary: { attribute: false }, short: { type: Boolean } };

  static styles = [
    sharedStyles,
    rangeStyles,
    css`
      .rows {
        display: grid;
        gap: var(--space-1);
        font-size: var(--text-s);
        color: var(--ink-2);
      }
      .row {
        display: grid;
        grid-template-columns: 5.6rem minmax(0, 1fr) 3.4rem;
        gap: var(--space-3);
        align-items: center;
        min-block-size: 1.9rem;
      }
      input[type='number'] {
        font: inherit;
        font-family: var(--mono);
        color: var(--ink);
        background: var(--card);
        border: var(--hair) solid var(--line-strong);
        border-radius: var(--radius-s);
        padding: 0.1rem var(--space-2);
        inline-size: 100%;
        max-inline-size: 9rem;
        min-block-size: 1.75rem;
      }
      .off {
        text-align: end;
        color: var(--ink);
        font-weight: 700;
        min-block-size: 1.5rem;
      }
      .off[aria-disabled='true'] {
        opacity: 1;
        color: var(--ink-3);
        font-weight: 400;
      }
      .link {
        text-decoration: underline;
        text-underline-offset: 0.15em;
        justify-self: end;
        min-block-size: 1.5rem;
        white-space: nowrap;
      }
      .reset {
        justify-self: start;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {Sampling} */
    this.sampling = { ...PLAIN, seed: 0 };
    this.vocabulary = 0;
    this.short = false;
  }

  render() {
    const [heat, ...filters] = SLIDERS;
    return html`<div class="rows">
      ${this.short ? nothing : this.renderSlider(heat)}
      ${this.renderTopK()}
      ${filters.map((slider) => this.renderSlider(slider))}
      ${this.renderSeed()}
      ${isPlain(this.sampling) ? nothing : html`<button class="link reset" @click=${() => this.raise(PLAIN)}>the model’s own distribution</button>`}
    </div>`;
  }

  /** @param {Slider} slider */
  renderSlider({ name, label, max, step, off, says }) {
    const value = this.sampling[name];
    const set = (/** @type {Event} */ event) => {
      const given = Number(/** @type {HTMLInputElement} */ (event.target).value);
      this.raise({ [name]: name === 'top_p' ? Math.max(LEAST_P, given) : given });
    };
    const said = value === off && name !== 'temperature' ? 'off' : value.toFixed(2);
    return html`<div class="row" title=${says}>
      <label for=${name}>${label}</label>
      <input id=${name} type="range" min="0" max=${max} step=${step} .value=${live(String(value))} aria-valuetext=${said} @input=${set} />
      <button class="number off" title="Back to ${name === 'temperature' ? '1' : 'off'}" aria-disabled=${value === off}
        aria-label="${label} ${said}; put it back" @click=${() => this.raise({ [name]: off })}>${said}</button>
    </div>`;
  }

  renderTopK() {
    const { top_k } = this.sampling;
    const set = (/** @type {Event} */ event) => {
      const field = /** @type {HTMLInputElement} */ (event.target);
      if (field.value !== '' && !field.validity.valid) return;
      this.raise({ top_k: field.value === '' ? null : Number(field.value) });
    };
    return html`<div class="row" title="Only so many of the likeliest stay.">
      <label for="top_k">top-k</label>
      <input id="top_k" type="number" min="1" max=${this.vocabulary} step="1" inputmode="numeric" placeholder="all ${formatCount(this.vocabulary)}"
        .value=${live(top_k === null ? '' : String(top_k))} @input=${set} />
      <button class="number off" aria-disabled=${top_k === null} aria-label="top-k ${top_k === null ? 'off' : `${formatCount(top_k)}; put it back`}"
        @click=${() => this.raise({ top_k: null })}>${top_k === null ? 'off' : formatCount(top_k)}</button>
    </div>`;
  }

  renderSeed() {
    const { seed } = this.sampling;
    const set = (/** @type {Event} */ event) => {
      const field = /** @type {HTMLInputElement} */ (event.target);
      if (field.value !== '' && field.validity.valid) this.raise({ seed: Number(field.value) });
    };
    const next = seed === LAST_SEED ? 0 : seed + 1;
    return html`<div class="row" title="The same seed throws the same dice at the same place of the text, always.">
      <label for="seed">seed</label>
      <input id="seed" type="number" min="0" max=${LAST_SEED} step="1" inputmode="numeric" .value=${live(String(seed))} @change=${set} />
      <button class="link" title="Seed ${next}: other dice" @click=${() => this.raise({ seed: next })}>others</button>
    </div>`;
  }

  /** @param {Partial<import('../types.js').State>} change */
  raise(change) {
    this.dispatchEvent(new CustomEvent('lw-set', { detail: { ...change, replace: true }, bubbles: true, composed: true }));
  }
}

customElements.define('lw-sampling-settings', SamplingSettings);
