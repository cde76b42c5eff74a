/**
 * <lw-merges>: a text from its bytes to its tokens, merge by merge. Properties: merging (of /api/merges), tokens, stage,
 * chosen (a token: of a long text the parts around it are drawn). Raises lw-stage with the stage that is wanted.
 */

import { LitElement, html, nothing } from '/static/vendor/lit.js';
import { formatCount, plural } from '../format.js';
import { partsAt } from '../layout/merging.js';
import { formatBytes, tokenSpoken } from '../tokens.js';
import { mergesStyles } from './merges-styles.js';
import { sharedStyles } from './shared-styles.js';
import { applyMeasures } from './step-measures.js';
import './stop-slider.js';
import { tokenText, tokenTextStyles } from './token-text.js';

/** @typedef {import('../layout/merging.js').Merging} Merging */
/** @typedef {import('../layout/merging.js').MergePiece} MergePiece */
/** @typedef {import('../layout/merging.js').Stage} Stage */

/** A sum in a row, read aloud. @param {Stage} stage */
const spoken = ({ joined, made }) => `${joined.map(tokenSpoken).join(' plus ')} becomes ${tokenSpoken(made)}`;

export class Merges extends LitElement {
  static properties = {
    merging: { attribute: false },
    tokens: { attribute: false },
    stage: { type: Number },
    chosen: { type: Number },
    listed: { state: true },
  };

  static styles = [sharedStyles, tokenTextStyles, mergesStyles];

  constructor() {
    super();
    /** @type {Merging | null} */ this.merging = null;
    /** @type {import('../tokens.js').Token[]} */ this.tokens = [];
    this.stage = 0;
    this.chosen = 0;
    /** Whether all merges are listed below. */
    this.listed = false;
  }

  /** The last stage. */
  get last() {
    return this.merging?.stages.length ?? 0;
  }

  /** The stage that is shown, which a link may have put beyond the end. */
  get at() {
    return Math.min(this.stage, this.last);
  }

  render() {
    if (!this.merging) return nothing;
    return html`${this.controls()}
      <div class="now" aria-live="polite">${this.rule(this.merging)}</div>
      ${this.parts(this.merging)}
      ${this.list(this.merging)}`;
  }

  controls() {
    const [at, last] = [this.at, this.last];
    const words = (/** @type {number} */ stage) => (stage === 0 ? 'bytes' : `${stage} of ${last}`);
    return html`<div class="controls">
      <div class="buttons" role="group" aria-label="stages">
        <button aria-disabled=${at === 0} @click=${at === 0 ? nothing : () => this.go(0)} aria-label="back to the bytes" title="the bytes">bytes</button>
        <button aria-disabled=${at === 0} @click=${at === 0 ? nothing : () => this.go(at - 1)} aria-label="one merge back" title="one merge back"><svg viewBox="0 0 16 16" aria-hidden="true"><path d="M11 2.5v11L3.5 8z" /></svg></button>
        <button class="on" aria-disabled=${at === last} @click=${at === last ? nothing : () => this.go(at + 1)}>next merge <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M5 2.5v11L12.5 8z" /></svg></button>
        <button aria-disabled=${at === last} @click=${at === last ? nothing : () => this.go(last)} aria-label="on to the tokens" title="the tokens">tokens</button>
      </div>
      <lw-stop-slider .label=${'merge'} .stops=${[...Array(last + 1).keys()]} .value=${at} .rest=${0} .words=${words}
        @lw-stop=${(/** @type {CustomEvent<number>} */ { detail }) => this.go(detail)}></lw-stop-slider>
    </div>`;
  }

  /** What happened at this stage. @param {Merging} merging */
  rule({ stages, ids, cuts }) {
    if (this.at === 0) {
      const cut = cuts.length === 0 ? 'nothing to cut' : `cut into ${plural(cuts.length + 1, 'part')}`;
      return html`<span class="fact"><b>${formatCount(ids.length)}</b> ${ids.length === 1 ? 'byte' : 'bytes'}, ${cut} first: no piece ever crosses a gap.
        ${this.last === 0 ? 'No two neighbours make a piece: there is nothing to merge.' : ''}</span>`;
    }
    const stage = stages[this.at - 1];
    const { rank, made, joined, places, count } = stage;
    return html`<span class="rule"><span class="spoken">${spoken(stage)}</span>
        ${joined.map((each, i) => html`${i ? html`<span class="sign" aria-hidden="true">+</span>` : nothing}<span class="chip" aria-hidden="true">${tokenText(each)}</span>`)}
        <span class="sign" aria-hidden="true">→</span><span class="chip made" aria-hidden="true">${tokenText(made)}</span></span>
      <span class="fact">${rank === null ? 'added by hand' : html`rank <b>${formatCount(rank)}</b>`}${joined.length > 2 ? ', looked up as a whole' : ''}</span>
      ${rank === made.id ? nothing : html`<span class="fact">id <b>${made.id}</b></span>`}
      <span class="fact">in <b>${formatCount(places.length)}</b> ${places.length === 1 ? 'place' : 'places'}</span>
      <span class="fact"><b>${formatCount(count)}</b> ${count === 1 ? 'piece' : 'pieces'} now${this.at === this.last ? ': these are the tokens' : ''}</span>`;
  }

  /** @param {Merging} merging */
  parts(merging) {
    const { parts, from, to } = partsAt(merging, this.tokens, this.at, this.chosen);
    const whole = merging.ids.length;
    return html`<ol class="parts" aria-label="the pieces, part by part">${parts.map((pieces) => html`<li class="part">${pieces.map((piece) => this.piece(piece))}</li>`)}</ol>
      ${to - from < whole ? html`<p class="note">Bytes ${formatCount(from + 1)} to ${formatCount(to)} of ${formatCount(whole)}, around the chosen token.</p>` : nothing}
      <div class="note pattern">${merging.by_pattern ? html`<details><summary>The gaps come first, from a pattern that knows words, numbers, signs and spaces.</summary><code>${merging.pattern}</code></details>` : 'The gaps are where the tokens end; the pattern behind them could not be followed.'}</div>`;
  }

  /** @param {MergePiece} piece */
  piece(piece) {
    const looks = piece.made && piece.made === this.at ? 'new' : piece.next ? 'next' : '';
    return html`<span class="piece ${looks}" data-lane=${piece.lane} title="${formatBytes(piece)}${piece.made ? `, made by merge ${piece.made}` : ', a byte'}">
      <span class="text">${tokenText(piece)}</span><span class="number" aria-hidden="true">${piece.id}</span></span>`;
  }

  /** All merges, as a table that is made when it is opened. @param {Merging} merging */
  list({ stages }) {
    if (stages.length === 0) return nothing;
    const open = (/** @type {Event} */ event) => (this.listed = /** @type {HTMLDetailsElement} */ (event.target).open);
    return html`<details @toggle=${open}><summary>all ${plural(stages.length, 'merge')} in their order</summary>
      ${this.listed ? html`<div class="box" tabindex="0" role="region" aria-label="all merges"><table>
        <thead><tr><th class="number">merge</th><th>joined</th><th>made</th><th class="number">rank</th><th class="number">id</th><th class="number">places</th></tr></thead>
        <tbody>${stages.map((stage, i) => this.row(stage, i + 1))}</tbody></table></div>` : nothing}</details>`;
  }

  /** @param {Stage} stage @param {number} number */
  row({ rank, made, joined, places }, number) {
    return html`<tr aria-current=${number === this.at ? 'step' : nothing}>
      <td class="number"><button @click=${() => this.go(number)} aria-label="go to merge ${number}">${number}</button></td>
      <td>${joined.map((each, i) => html`${i ? ' + ' : ''}${tokenText(each)}`)}</td><td>${tokenText(made)}</td>
      <td class="number">${rank === null ? 'none' : formatCount(rank)}</td><td class="number">${made.id}</td><td class="number">${formatCount(places.length)}</td></tr>`;
  }

  updated() {
    applyMeasures(this.renderRoot);
  }

  /** @param {number} stage */
  go(stage) {
    this.dispatchEvent(new CustomEvent('lw-stage', { detail: stage }));
  }
}

customElements.define('lw-merges', Merges);
