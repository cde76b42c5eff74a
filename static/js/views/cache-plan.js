/**
 * `<lw-cache-plan>`: the cache as a plan, a column for each token and a row for each layer: what is reused, what is new, and what
 * is not there yet. Properties: layers, labels (of the tokens), token (which is being read), choose (another token).
 */
import { LitElement, css, html, nothing } from '/static/vendor/lit.js';
import { plural } from '../format.js';
import { setMeasure } from '../measure.js';
import { rangeStyles } from './range-styles.js';
import { sharedStyles } from './shared-styles.js';

/** Up to so many tokens have their names under their columns. */
const NAMED = 16;

export class CachePlan extends LitElement {
  static properties = { layers: { attribute: false }, labels: { attribute: false }, token: { attribute: false }, choose: { attribute: false } };

  static styles = [
    sharedStyles,
    rangeStyles,
    css`
      .plan {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: var(--space-1) var(--space-3);
      }
      .layers {
        display: grid;
        color: var(--ink-3);
        font-size: var(--text-xs);
        align-content: space-between;
        justify-items: end;
        line-height: 1;
        padding-block: 0.1rem;
      }
      .columns {
        display: grid;
        grid-auto-flow: column;
        grid-auto-columns: minmax(0, 4.5rem);
        gap: min(3px, 0.35cqi);
        block-size: clamp(5rem, calc(var(--layers) * 1.3rem), 15rem);
      }
      .columns i {
        background: var(--lane);
        opacity: 0.55;
        border-radius: 2px;
        mask: repeating-linear-gradient(#000 0 calc(100% / var(--layers) - 2px), transparent calc(100% / var(--layers) - 2px) calc(100% / var(--layers)));
      }
      .columns .new {
        opacity: 1;
        background: var(--here);
      }
      .columns .later {
        background: var(--line);
        opacity: 1;
      }
      .names {
        grid-column: 2;
        display: grid;
        grid-auto-flow: column;
        grid-auto-columns: minmax(0, 4.5rem);
        gap: min(3px, 0.35cqi);
        font-size: var(--text-xs);
      }
      .names span {
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
        color: var(--lane);
        text-align: center;
      }
      .plan input {
        grid-column: 2;
        max-inline-size: calc(var(--tokens) * 4.5rem);
      }
      .key {
        grid-column: 2;
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-1) var(--space-4);
        font-size: var(--text-s);
        color: var(--ink-2);
      }
      .key span::before {
        content: '';
        display: inline-block;
        inline-size: 0.8rem;
        block-size: 0.8rem;
        margin-inline-end: 0.4rem;
        border-radius: 2px;
        background: var(--ink-3);
        opacity: 0.55;
        vertical-align: -0.08rem;
      }
      .key .is-new::before {
        background: var(--here);
        opacity: 1;
      }
      .key .is-later::before {
        background: var(--line);
        opacity: 1;
      }
    `,
  ];

  constructor() {
    super();
    this.layers = 1;
    /** @type {import('./grid-matrix.js').Label[]} */
    this.labels = [];
    this.token = 0;
    /** @type {(token: number) => void} */
    this.choose = () => {};
  }

  render() {
    const { layers, labels, token } = this;
    const said = `${plural(layers, 'layer')}: keys and values of ${plural(token, 'token')} are reused, of 1 are new, ${labels.length - token - 1} come later`;
    const kind = (/** @type {number} */ i) => (i < token ? 'kept' : i === token ? 'new' : 'later');
    return html`<div class="plan">
      <div class="layers" aria-hidden="true"><span>layer 1</span>${layers > 1 ? html`<span>layer ${layers}</span>` : nothing}</div>
      <div class="columns" role="img" aria-label=${said}>${labels.map((label, i) => html`<i class=${kind(i)} data-colour=${label.colour ?? ''} title=${label.spoken ?? label.text}></i>`)}</div>
      ${labels.length <= NAMED ? html`<div class="names" aria-hidden="true">${labels.map((label) => html`<span data-colour=${label.colour ?? ''}>${label.text}</span>`)}</div>` : nothing}
      ${labels.length > 1 ? html`<input type="range" min="0" max=${labels.length - 1} .value=${String(token)} aria-label="Which token is being read" aria-valuetext=${labels[token]?.spoken ?? ''}
        @input=${(/** @type {Event} */ event) => this.choose(Number(/** @type {HTMLInputElement} */ (event.target).value))} />` : nothing}
      <div class="key"><span>reused: ${plural(token, 'token')}</span><span class="is-new">new: 1</span>${labels.length - token > 1 ? html`<span class="is-later">not read yet: ${labels.length - token - 1}</span>` : nothing}</div>
    </div>`;
  }

  updated() {
    setMeasure(this, '--layers', String(this.layers));
    setMeasure(this, '--tokens', String(this.labels.length));
    for (const each of this.renderRoot.querySelectorAll('[data-colour]')) setMeasure(/** @type {HTMLElement} */ (each), '--lane', /** @type {HTMLElement} */ (each).dataset.colour ?? '');
  }
}

customElements.define('lw-cache-plan', CachePlan);
