/**
 * <lw-cuts>: one text as several vocabularies cut it, one below the other, with the id of each token. Property: cuts (of
 * /api/vocabularies).
 */

import { LitElement, css, html, nothing } from '/static/vendor/lit.js';
import { formatCount, formatFixed, plural } from '../format.js';
import { formatBytes } from '../tokens.js';
import { sharedStyles } from './shared-styles.js';
import { applyMeasures } from './step-measures.js';
import { tokenText, tokenTextStyles } from './token-text.js';

/** @typedef {import('../tokens.js').Token} Token */
/** @typedef {{name: string, models: string | null, size: number, count: number | null, characters_per_token: number | null, refusal: string | null, tokens: Token[]}} Cut */

const MOST = 240; // tokens that are drawn of a vocabulary

export class Cuts extends LitElement {
  static properties = { cuts: { attribute: false } };

  static styles = [
    sharedStyles,
    tokenTextStyles,
    css`
      :host {
        display: grid;
        gap: var(--space-5);
        grid-template-columns: minmax(0, 1fr);
      }
      section {
        display: grid;
        grid-template-columns: minmax(0, 11rem) minmax(0, 1fr);
        gap: var(--space-2) var(--space-5);
        align-items: start;
        padding-block-start: var(--space-3);
        border-block-start: var(--hair) solid var(--line);
      }
      h4 {
        margin: 0;
        font-size: var(--text-m);
        font-weight: 650;
      }
      .about {
        font-size: var(--text-s);
        color: var(--ink-2);
      }
      .about b {
        font-family: var(--mono);
        font-variant-numeric: tabular-nums;
        color: var(--ink);
      }
      ol {
        list-style: none;
        margin: 0;
        padding: 0;
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-1) 3px;
      }
      li {
        display: grid;
        justify-items: center;
        min-inline-size: 2rem;
        padding: 2px 0.4rem 3px;
        border-radius: var(--radius-s);
        background: color-mix(in srgb, var(--lane) 9%, var(--card));
        border-block-end: 3px solid var(--lane);
      }
      .text {
        font-weight: 700;
        color: var(--lane);
        font-size: var(--text-l);
        line-height: 1.35;
        overflow-wrap: anywhere;
      }
      .id {
        font-family: var(--mono);
        font-size: var(--text-xs);
        font-variant-numeric: tabular-nums;
        color: var(--ink-2);
      }
      @container (max-width: 40rem) {
        section {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  constructor() {
    super();
    /** @type {Cut[]} */ this.cuts = [];
  }

  render() {
    return this.cuts.map((cut) => html`<section aria-label=${cut.name} data-vocabulary=${cut.name}>
      <div class="about"><h4>${cut.name}</h4>
        <p>${cut.models ?? 'this model’s own'}, ${formatCount(cut.size)} ids</p>
        ${cut.count === null ? nothing : html`<p><b class="count">${plural(cut.count, 'token')}</b></p>`}
        ${cut.characters_per_token === null ? nothing : html`<p><b>${formatFixed(cut.characters_per_token, 2)}</b> characters per token</p>`}</div>
      <div>${cut.refusal ? html`<p class="note">It cannot cut this text. ${cut.refusal}</p>` : tokenList(cut.tokens)}</div>
    </section>`);
  }

  updated() {
    applyMeasures(this.renderRoot);
  }
}

/** @param {Token[]} tokens */
function tokenList(tokens) {
  return html`<ol>${tokens.slice(0, MOST).map((token, i) => html`<li data-lane=${i} title=${formatBytes(token)}><span class="text">${tokenText(token)}</span><span class="id">${token.id}</span></li>`)}</ol>
    ${tokens.length > MOST ? html`<p class="note">${MOST} of ${plural(tokens.length, 'token')}.</p>` : nothing}`;
}

customElements.define('lw-cuts', Cuts);
