/**
 * <lw-head-contributions>: what each head of a layer adds to one token, as vectors under one another that sum to what attention
 * adds. Properties: found (the answer of /api/head-contributions), parts (its vectors as plates), out (the plate of the sum),
 * chosen (a head), scene. Raises lw-set with a head; its strips raise lw-pick.
 */

import { LitElement, css, html, nothing } from '/static/vendor/lit.js';
import { formatFixed } from '../format.js';
import { partCell } from '../pictures/whole.js';
import { applyMeasures } from './step-measures.js';
import './strip.js';

/** @typedef {{vector: number[], norm: number, share: number | null}} Contribution */
/** @typedef {{heads: Contribution[], bias: Contribution | null, out: Contribution, range: import('../types.js').Range}} HeadContributionsAnswer */

const STRIP = 22;
export const ADDED = 'W_O z by head';

export class HeadContributions extends LitElement {
  static properties = {
    found: { attribute: false },
    parts: { attribute: false },
    out: { attribute: false },
    limits: { attribute: false },
    scene: { attribute: false },
  };

  static styles = css`
    :host {
      display: block;
      container-type: inline-size;
      font-size: var(--text-s);
    }
    .lines {
      display: grid;
      grid-template-columns: max-content 4rem minmax(0, 1fr);
      gap: 3px var(--space-3);
      align-items: center;
    }
    .head,
    .head.number {
      font-family: inherit;
      font-size: var(--text-xs);
      color: var(--ink-3);
    }
    .line {
      display: grid;
      grid-column: 1 / -1;
      grid-template-columns: subgrid;
      align-items: center;
    }
    lw-strip,
    .head.vector {
      grid-column: 1 / -1;
      grid-row: 2;
    }
    button,
    .name {
      font: inherit;
      text-align: start;
      padding: 0 var(--space-2) 0 0;
      min-block-size: 1.75rem;
      border: 0;
      background: none;
      color: var(--ink-2);
      white-space: nowrap;
    }
    button {
      cursor: pointer;
      border-radius: var(--radius-s);
    }
    button:hover {
      text-decoration: underline;
      text-underline-offset: 3px;
    }
    button[aria-pressed='true'] {
      color: var(--here-ink);
      font-weight: 700;
    }
    :focus-visible {
      outline: 2px solid var(--here);
      outline-offset: 2px;
    }
    .number {
      font-family: var(--mono);
      font-variant-numeric: tabular-nums;
      text-align: end;
      white-space: nowrap;
      color: var(--ink-2);
    }
    .share {
      display: grid;
      grid-template-columns: minmax(0, 1fr) 5em;
      gap: var(--space-2);
      align-items: center;
    }
    .track {
      display: grid;
      grid-template-columns: 1fr 1fr;
      block-size: 0.8em;
      background: linear-gradient(var(--line-strong), var(--line-strong)) center / var(--hair) 100% no-repeat;
    }
    .bar {
      grid-column: 2;
      inline-size: calc(100% * var(--share, 0));
      background: var(--ink-3);
      border-radius: 0 2px 2px 0;
    }
    .bar[data-below] {
      grid-column: 1;
      justify-self: end;
      border-radius: 2px 0 0 2px;
    }
    .total {
      border-block-start: var(--thick) solid var(--line-strong);
      margin-block-start: var(--space-1);
      grid-column: 1 / -1;
    }
    .total ~ .line .name {
      color: var(--ink);
      font-weight: 650;
    }
    @container (min-width: 42rem) {
      .lines {
        grid-template-columns: max-content minmax(0, 1fr) 4.2rem minmax(9rem, 13rem);
      }
      lw-strip,
      .head.vector {
        grid-column: auto;
        grid-row: auto;
      }
    }
  `;

  constructor() {
    super();
    /** @type {HeadContributionsAnswer | null} */ this.found = null;
    /** @type {import('../pictures/whole.js').Parts | null} */ this.parts = null;
    /** @type {import('./grid-plate.js').Plate | null} */ this.out = null;
    /** @type {import('./grid-scale.js').Limits | null} */ this.limits = null;
    /** @type {import('./step-scene.js').Scene | null} */ this.scene = null;
  }

  updated() {
    applyMeasures(this.renderRoot);
  }

  render() {
    const { found, parts, out, scene } = this;
    if (!found || !parts || !out || !scene) return nothing;
    const picked = scene.picked?.name === scene.step.name ? scene.picked.index[1] : -1;
    const rows = found.heads.map((part, row) => this.line(this.headName(row), part, parts.rows[row], partCell(ADDED, row, picked)));
    const { bias } = found;
    return html`<div class="lines" role="group" aria-label="what each head adds">
      <div class="line"><span class="head">head</span><span class="head vector">what it adds, W<sub>O</sub><sup>h</sup> z<sup>h</sup></span><span class="head number">length</span><span class="head">share of the sum</span></div>
      ${rows}
      ${bias ? this.line(html`<span class="name">bias b<sub>O</sub></span>`, bias, parts.rows[found.heads.length], partCell(ADDED, found.heads.length, picked)) : nothing}
      <i class="total"></i>
      ${this.line(html`<span class="name">all, added</span>`, found.out, out, scene.picked)}
    </div>`;
  }

  /** @param {number} head */
  headName(head) {
    const chosen = head === this.scene?.state.head;
    return html`<button aria-pressed=${chosen} @click=${() => this.choose(head)}>head ${head + 1}</button>`;
  }

  /** @param {unknown} name @param {Contribution} part @param {import('./grid-plate.js').Plate} plate @param {import('./step-scene.js').Element | null} selected */
  line(name, { norm, share }, plate, selected) {
    return html`<div class="line">${name}
      <lw-strip .plate=${plate} .limits=${this.limits} .selected=${selected} .mark=${this.scene?.mark ?? null} .thick=${STRIP}></lw-strip>
      <span class="number">${formatFixed(norm, 3)}</span>
      <span class="share"><span class="track"><i class="bar" data-share=${share ?? 0}></i></span><span class="number">${share === null ? '–' : `${formatFixed(100 * share, 1)} %`}</span></span></div>`;
  }

  /** @param {number} head */
  choose(head) {
    this.dispatchEvent(new CustomEvent('lw-set', { detail: { head }, bubbles: true, composed: true }));
  }
}

customElements.define('lw-head-contributions', HeadContributions);
