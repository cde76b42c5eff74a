/**
 * <lw-unit-card>: one unit of an MLP for one token: its inputs and what came of them, the length of what it writes as a bar, and the
 * pieces that gain by it. Properties: unit (of /api/units), share (of the longest bar), layer (as in blocks.2.mlp), token,
 * activation (its name), isGated, picked. Each number is an element that can be asked for: raises lw-pick.
 */

import { LitElement, html, nothing } from '/static/vendor/lit.js';
import { formatNumber } from '../format.js';
import { setMeasure } from '../measure.js';
import { spokenStyles } from './shared-styles.js';
import { tokenText, tokenTextStyles } from './token-text.js';
import { unitStyles } from './unit-card-styles.js';

/** @typedef {{unit: number, gate: number | null, act: number | null, up: number | null, pre: number | null, hidden: number, column: number, written: number, raises: (import('../tokens.js').Token & {change: number})[]}} Unit */

export class UnitCard extends LitElement {
  static properties = {
    unit: { attribute: false },
    share: { type: Number },
    layer: { type: String },
    token: { type: Number },
    activation: { type: String },
    isGated: { type: Boolean },
    picked: { attribute: false },
  };

  static styles = [spokenStyles, tokenTextStyles, unitStyles];

  constructor() {
    super();
    /** @type {Unit | undefined} */ this.unit = undefined;
    this.share = 0;
    this.layer = '';
    this.token = 0;
    this.activation = '';
    this.isGated = false;
    /** @type {{name: string, index: number[]} | null} */ this.picked = null;
  }

  updated() {
    setMeasure(this, '--share', String(this.share));
  }

  render() {
    const { unit } = this;
    if (!unit) return nothing;
    return html`<div class="card">
      <h4>unit ${unit.unit + 1}</h4>
      ${this.isGated ? this.gated(unit) : this.plain(unit)}
      <div class="written">
        <span class="bar" aria-hidden="true"></span>
        <span class="length">writes a vector of length <b>${formatNumber(unit.written)}</b> = |${formatNumber(unit.hidden)}| × ${formatNumber(unit.column)}</span>
      </div>
      ${this.raises(unit)}
    </div>`;
  }

  /** Two inputs, multiplied. @param {Unit} unit */
  gated(unit) {
    return html`<div class="flow">
      ${this.number('gate', 'gate', unit.gate)}<span class="arrow">${this.activation} →</span>${this.number('act', '', unit.act)}
      <span class="up">${this.number('up', 'up', unit.up)}</span>
      <span class="both">×</span><span class="result">${this.number('hidden', '=', unit.hidden)}</span>
    </div>`;
  }

  /** One input, through the curve. @param {Unit} unit */
  plain(unit) {
    return html`<div class="flow plain">
      ${this.number('pre', 'up', unit.pre)}<span class="arrow">${this.activation} →</span><span class="result">${this.number('hidden', '', unit.hidden)}</span>
    </div>`;
  }

  /** @param {string} tensor @param {string} words @param {number | null} value */
  number(tensor, words, value) {
    const element = { name: `${this.layer}.${tensor}`, index: [this.token, this.unit?.unit ?? 0] };
    const isHere = this.picked?.name === element.name && String(this.picked.index) === String(element.index);
    const pick = () => this.dispatchEvent(new CustomEvent('lw-pick', { detail: { ...element, value }, bubbles: true, composed: true }));
    return html`<button data-tensor=${tensor} aria-pressed=${isHere} @click=${pick}>
      ${words ? html`<span>${words}</span>` : nothing}<b>${formatNumber(value, 4)}</b><i class="spoken"> ${tensor} of unit ${element.index[1] + 1}</i></button>`;
  }

  /** @param {Unit} unit */
  raises({ raises }) {
    if (raises.length === 0) return html`<p class="raises">makes no piece likelier</p>`;
    return html`<div class="raises">makes likelier: <ul>${raises.map((piece) => html`<li><bdi class="text">${tokenText(piece)}</bdi> <span class="change">+${formatNumber(piece.change)}</span></li>`)}</ul></div>`;
  }
}

customElements.define('lw-unit-card', UnitCard);
