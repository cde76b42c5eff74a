/**
 * <lw-slide-pairs>: each pair of dimensions of a sliding query and key as a dial with both hands, and what it brings to the score.
 * Properties: answer (of /api/slide), colours (of the query's token and the key's).
 */

import { LitElement, css, html, nothing } from '/static/vendor/lit.js';
import { formatNumber } from '../format.js';
import { setMeasure } from '../measure.js';
import './hands.js';

export class SlidePairs extends LitElement {
  static properties = { answer: { attribute: false }, colours: { attribute: false } };

  static styles = css`
    :host {
      display: grid;
      gap: var(--space-2);
      font-size: var(--text-s);
      color: var(--ink-2);
    }
    p {
      margin: 0;
      max-inline-size: 46rem;
    }
    b {
      color: var(--ink);
      font-family: var(--mono);
      font-weight: 650;
    }
    ul {
      list-style: none;
      margin: 0;
      padding: 0;
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(4.6rem, 1fr));
      gap: var(--space-2);
    }
    li {
      display: grid;
      justify-items: center;
      font-size: var(--text-xs);
      line-height: 1.25;
      color: var(--ink-3);
    }
    .query {
      color: var(--query);
    }
    .key {
      color: var(--key);
    }
    p span {
      font-weight: 650;
    }
    .term {
      font-family: var(--mono);
      color: var(--ink-2);
    }
  `;

  constructor() {
    super();
    /** @type {any} */ this.answer = undefined;
    /** @type {string[]} */ this.colours = [];
  }

  render() {
    const { answer } = this;
    if (!answer) return nothing;
    return html`<p>Pair by pair: the hand of the <span class="query">query</span> and the hand of the <span class="key">key</span>, and what the pair brings to the score${answer.kept === null ? '' : html`; the numbers that do not turn bring <b>${formatNumber(answer.kept)}</b>`}. Slide, and watch the angle between them: it stays.</p>
      <ul>${answer.pairs.map((/** @type {any} */ pair) => this.pair(pair))}</ul>`;
  }

  updated() {
    ['--query', '--key'].forEach((name, i) => setMeasure(this, name, this.colours[i] ?? 'inherit'));
  }

  /** @param {{pair: number, query: [number, number], key: [number, number], term: number}} pair */
  pair({ pair, query, key, term }) {
    const [asking, asked] = this.colours;
    const hands = [{ at: key, colour: asked }, { at: query, colour: asking }];
    return html`<li><lw-hands .hands=${hands}></lw-hands><span>pair ${pair + 1}</span><span class="term">${formatNumber(term)}</span></li>`;
  }
}

customElements.define('lw-slide-pairs', SlidePairs);
