/**
 * `<lw-token-tray>`: every token of the text as a chip with its id, and its bytes. Tokens that are parts of one character are
 * joined by a bracket with the character on it. Raises `lw-set` with the token.
 */
import { LitElement, css, html, nothing } from '/static/vendor/lit.js';
import { laneColour } from '../colour.js';
import { formatCount } from '../format.js';
import { formatBytes, tokenSpoken } from '../tokens.js';
import { sharedStyles } from './shared-styles.js';
import { tokenText, tokenTextStyles, wholeCharacter } from './token-text.js';
import { setMeasure } from '../measure.js';

/** @typedef {import('../tokens.js').Token} Token */

export class TokenTray extends LitElement {
  static properties = {
    text: { attribute: false },
    tokens: { attribute: false },
    chosen: { attribute: false },
    limit: { attribute: false },
  };

  static styles = [
    sharedStyles,
    tokenTextStyles,
    css`
      .tray {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-2);
        max-block-size: 11rem;
        overflow: auto;
        padding-block: var(--space-1);
      }
      .chip {
        display: grid;
        justify-items: start;
        padding: var(--space-1) var(--space-2);
        border-radius: var(--radius-s);
        position: relative;
        border-block-end: var(--thick) solid var(--lane);
        background: color-mix(in srgb, var(--lane) 10%, var(--card));
        line-height: 1.3;
        max-inline-size: 16rem;
        overflow: clip;
      }
      .chip[aria-pressed='true'] {
        box-shadow: inset 0 0 0 var(--thick) var(--lane);
      }
      .label {
        color: var(--lane);
        font-weight: 700;
      }
      .number {
        font-size: var(--text-xs);
        color: var(--ink-2);
        overflow-wrap: anywhere;
        text-align: start;
      }
      .character {
        display: grid;
        grid-template-columns: auto;
        gap: 0.15rem;
      }
      .parts {
        display: flex;
        gap: 0.15rem;
      }
      .bracket {
        border: var(--thick) solid var(--line-strong);
        border-block-end: 0;
        border-start-start-radius: var(--radius-s);
        border-start-end-radius: var(--radius-s);
        text-align: center;
        line-height: 1.5;
        max-block-size: 1.8rem;
        overflow: clip;
      }
      .over {
        opacity: 0.5;
        text-decoration: line-through;
      }
    `,
  ];

  constructor() {
    super();
    this.text = '';
    /** @type {Token[]} */
    this.tokens = [];
    this.chosen = -1;
    this.limit = Infinity;
  }

  render() {
    if (this.tokens.length === 0) return nothing;
    const groups = joinParts(this.tokens);
    return html`<div class="tray" role="group" aria-label="Tokens with their ids and bytes">
      ${groups.map((group) => (group.length === 1 && !this.tokens[group[0]].part ? this.renderChip(group[0]) : this.renderCharacter(group)))}
    </div>`;
  }

  /** @param {number[]} group the tokens of one character */
  renderCharacter(group) {
    const whole = wholeCharacter(this.text, this.tokens[group[0]]);
    return html`<div class="character">
      <span class="bracket" title=${`${group.length} tokens together are one character`}>${whole}</span>
      <div class="parts">${group.map((i) => this.renderChip(i))}</div>
    </div>`;
  }

  /** @param {number} i */
  renderChip(i) {
    const token = this.tokens[i];
    const choose = () =>
      this.dispatchEvent(new CustomEvent('lw-set', { detail: { token: i, cell: null }, bubbles: true, composed: true }));
    return html`<button class="chip ${i >= this.limit ? 'over' : ''}" data-lane=${i} aria-pressed=${String(i === this.chosen)}
      @click=${choose}>
      <span class="spoken">Token ${i + 1}: ${tokenSpoken(token)}</span>
      <span class="label" aria-hidden="true">${tokenText(token)}</span>
      <span class="number">id ${formatCount(token.id)}</span>
      ${token.text === null ? nothing : html`<span class="number">${formatBytes(token)}</span>`}
    </button>`;
  }

  updated() {
    this.renderRoot.querySelectorAll('.chip').forEach((each) => {
      const chip = /** @type {HTMLElement} */ (each);
      setMeasure(chip, '--lane', laneColour(Number(chip.dataset.lane)));
    });
  }
}

/** The tokens in groups of one character. @param {Token[]} tokens @returns {number[][]} */
function joinParts(tokens) {
  /** @type {number[][]} */
  const groups = [];
  tokens.forEach(({ part }, i) => {
    if (part && part[0] > 0 && groups.length > 0) groups[groups.length - 1].push(i);
    else groups.push([i]);
  });
  return groups;
}

customElements.define('lw-token-tray', TokenTray);
