/**
 * <lw-prices>: one sentence in several languages and how many tokens each vocabulary makes of it, as bars with their numbers.
 * Property: prices (of /api/price).
 */

import { LitElement, css, html } from '/static/vendor/lit.js';
import { formatCount, formatFixed } from '../format.js';
import { sharedStyles } from './shared-styles.js';
import { applyMeasures } from './step-measures.js';

/** @typedef {{language: string, code: string, text: string, right_to_left: boolean, counts: (number | null)[], times: (number | null)[]}} Language */
/** @typedef {{vocabulary: string, language: string, times: number, share: number}} Dearest */
/** @typedef {{vocabularies: {name: string, models: string | null, size: number}[], languages: Language[], most: number, dearest: Dearest[]}} PriceAnswer */

export class Prices extends LitElement {
  static properties = { prices: { attribute: false } };

  static styles = [
    sharedStyles,
    css`
      .table {
        display: grid;
        gap: var(--space-2);
        font-size: var(--text-s);
      }
      [role='row'] {
        display: grid;
        grid-template-columns: minmax(0, 19rem) repeat(var(--count), minmax(0, 1fr));
        gap: 2px var(--space-4);
        align-items: center;
        padding-block-end: var(--space-2);
        border-block-end: var(--hair) solid var(--line);
      }
      .heads {
        align-items: end;
        color: var(--ink-2);
      }
      .heads b {
        display: block;
        color: var(--ink);
        overflow-wrap: anywhere;
      }
      .language {
        color: var(--ink-2);
      }
      .sentence {
        display: block;
        color: var(--ink);
        font-size: var(--text-m);
        overflow-wrap: anywhere;
      }
      .numbers {
        display: flex;
        flex-wrap: wrap;
        gap: 0 var(--space-2);
        align-items: baseline;
        font-family: var(--mono);
        font-variant-numeric: tabular-nums;
      }
      .numbers b {
        font-size: var(--text-m);
      }
      .times {
        color: var(--ink-2);
        font-size: var(--text-xs);
      }
      .bar {
        display: block;
        block-size: 0.55rem;
        inline-size: calc(var(--share) * 100%);
        min-inline-size: 2px;
        background: var(--ink-3);
        border-radius: 2px;
      }
      .own .bar {
        background: var(--here);
      }
      @container (max-width: 44rem) {
        [role='row'] {
          grid-template-columns: repeat(var(--count), minmax(0, 1fr));
          gap: 2px var(--space-3);
        }
        .language {
          grid-column: 1 / -1;
        }
        .heads {
          font-size: var(--text-xs);
        }
      }
    `,
  ];

  constructor() {
    super();
    /** @type {PriceAnswer | null} */ this.prices = null;
  }

  render() {
    if (!this.prices) return html``;
    const { vocabularies, languages } = this.prices;
    const count = vocabularies.length;
    return html`<div class="table" role="table" aria-label="tokens of one sentence, by language and vocabulary">
      <div class="heads" role="row" data-count=${count}><span class="language" role="columnheader">tokens of the sentence by</span>
        ${vocabularies.map(({ name, models }) => html`<span role="columnheader"><b>${name.split('_').map((part, i) => (i ? html`_<wbr>${part}` : part))}</b>${models ?? 'this model’s own'}</span>`)}</div>
      ${languages.map((language) => html`<div role="row" data-count=${count} data-language=${language.code}>
        <span class="language" role="rowheader">${language.language}
          <bdi class="sentence" lang=${language.code} dir=${language.right_to_left ? 'rtl' : 'ltr'}>${language.text}</bdi></span>
        ${language.counts.map((tokens, i) => this.cell(tokens, language.times[i], i === 0))}</div>`)}
    </div>`;
  }

  /** @param {number | null} tokens @param {number | null} times @param {boolean} own */
  cell(tokens, times, own) {
    if (tokens === null) return html`<span role="cell" class="times">cannot</span>`;
    return html`<span role="cell" class=${own ? 'own' : ''}><span class="numbers"><b>${formatCount(tokens)}</b>
        ${times === null ? '' : html`<span class="times">× ${formatFixed(times, 1)}</span>`}</span>
      <i class="bar" aria-hidden="true" data-share=${tokens / (this.prices?.most ?? 1)}></i></span>`;
  }

  updated() {
    applyMeasures(this.renderRoot);
  }
}

customElements.define('lw-prices', Prices);
