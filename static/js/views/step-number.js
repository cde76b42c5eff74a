/**
 * <lw-number>: the number that is selected, in full: its value, where it stands in words, and its name in the tensor.
 * Properties: element ({name, index}), value, words, told (what the server says of it, which answers “is this real?”).
 */

import { LitElement, css, html, nothing } from '/static/vendor/lit.js';
import { exactNumber } from '../format.js';
import { COPY_BY_HAND, copyText, selectText } from './copy.js';
import { nameElement } from './grid-plate.js';
import { realSentence } from './real.js';

const MINUS = '−';
/** As many characters stand in one line in large type. */
const SHORT = 9;

export { exactNumber };

export class SelectedNumber extends LitElement {
  static properties = { element: { attribute: false }, value: { attribute: false }, words: { type: String }, told: { attribute: false }, isAsked: { state: true }, copied: { state: true } };

  static styles = css`
    :host {
      display: flex;
      flex-wrap: wrap;
      justify-content: space-between;
      align-items: start;
      gap: var(--space-1) var(--space-3);
      font-size: var(--text-s);
    }
    output {
      display: block;
      min-inline-size: 0;
    }
    .buttons {
      display: flex;
      flex-wrap: wrap;
      gap: var(--space-1);
    }
    .value {
      display: block;
      font-family: var(--mono);
      font-variant-numeric: tabular-nums;
      font-size: var(--text-2xl);
      letter-spacing: -0.02em;
      line-height: 1.2;
      color: var(--ink);
      white-space: nowrap;
    }
    .value.long {
      font-size: var(--text-l);
    }
    .words {
      display: block;
      color: var(--ink-2);
    }
    .name {
      display: block;
      font-family: var(--mono);
      font-size: var(--text-xs);
      color: var(--ink-2);
      overflow-wrap: anywhere;
      margin-block-start: var(--space-1);
    }
    button {
      font: inherit;
      font-size: var(--text-xs);
      color: var(--ink);
      background: var(--sunk);
      border: 0;
      border-radius: var(--radius-s);
      padding: var(--space-1) var(--space-3);
      min-block-size: 1.75rem;
      cursor: pointer;
    }
    button:hover {
      background: var(--line);
    }
    .real {
      flex: 1 1 100%;
      margin: 0;
      padding: var(--space-2) var(--space-3);
      background: var(--here-wash);
      border-radius: var(--radius-s);
      line-height: 1.5;
    }
    .real code,
    .real b {
      font-family: var(--mono);
      font-weight: 500;
      overflow-wrap: anywhere;
    }
    @container (max-width: 61.99rem) {
      .words,
      .name {
        display: inline;
      }
    }
    @container (min-width: 62rem) {
      output {
        flex: 1;
      }
      .buttons {
        flex-direction: column;
      }
    }
    :focus-visible {
      outline: 2px solid var(--here);
      outline-offset: 2px;
    }
  `;

  constructor() {
    super();
    /** @type {{name: string, index: number[]} | null} */ this.element = null;
    /** @type {number | undefined} */ this.value = undefined;
    this.words = '';
    /** @type {import('../types.js').Explanation | null} what the server says of it */ this.told = null;
    /** @type {boolean} whether somebody wants to know if it is real */ this.isAsked = false;
    /** @type {{what: 'value' | 'name', word: string} | null} what was copied, and how that went */ this.copied = null;
  }

  /** @param {import('/static/vendor/lit.js').PropertyValues} changed */
  willUpdate(changed) {
    if (changed.has('element') || changed.has('value')) this.copied = null;
  }

  render() {
    if (!this.element || this.value === undefined) return nothing;
    const exact = exactNumber(this.value);
    const name = nameElement(this.element.name, this.element.index);
    const plain = this.value === -Infinity ? '-inf' : exact.replaceAll(MINUS, '-');
    return html`<output aria-live="polite">
        <span class="value ${exact.length > SHORT ? 'long' : ''}">${exact}</span>
        <span class="words">${this.words}</span>
        <span class="name">${name}</span>
      </output>
      <div class="buttons"><button @click=${() => this.copy('value', plain)}>${this.wordFor('value')}</button>
      <button @click=${() => this.copy('name', name)}>${this.wordFor('name')}</button>
        <button class="ask" aria-expanded=${this.isAsked} @click=${() => (this.isAsked = !this.isAsked)}>is this real?</button></div>
      ${this.isAsked ? html`<p class="real" role="status">${this.told ? realSentence(this.told) : 'The server is computing it again …'}</p>` : nothing}`;
  }

  /** @param {'value' | 'name'} what @param {string} text */
  async copy(what, text) {
    const isCopied = await copyText(text);
    if (!isCopied) selectText(this.renderRoot.querySelector(`.${what}`));
    this.copied = { what, word: isCopied ? 'copied' : COPY_BY_HAND };
  }

  /** What a button says. @param {'value' | 'name'} what */
  wordFor(what) {
    return this.copied?.what === what ? this.copied.word : `copy ${what}`;
  }
}

customElements.define('lw-number', SelectedNumber);
