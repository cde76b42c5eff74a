/**
 * <lw-overlay>: two vectors in one picture, number by number: as it was (grey, wide) and as it is now (in colour, narrow), as
 * columns up and down from 0 on one scale. Properties: plate (two rows: before, now), colour, label (what a screen reader says).
 */

import { LitElement, css, html, nothing } from '/static/vendor/lit.js';
import { formatNumber } from '../format.js';
import { Themed, themeColour, typeUnit } from './grid-theme.js';
import { Resized } from './resized.js';

/** @typedef {import('./grid-plate.js').Plate} Plate */

const HEIGHT = 88; // pixels, which grow with the type
const WIDEST = 30; // of a column

export class Overlay extends LitElement {
  static properties = { plate: { attribute: false }, colour: { type: String }, label: { type: String }, width: { state: true } };

  static styles = css`
    :host {
      display: grid;
      grid-template-columns: auto minmax(0, 1fr);
      column-gap: var(--space-2);
      font-size: var(--text-xs);
      color: var(--ink-3);
      font-variant-numeric: tabular-nums;
    }
    .ends {
      display: flex;
      flex-direction: column;
      justify-content: space-between;
      align-items: end;
      min-inline-size: 3.6rem;
      line-height: 1;
      font-family: var(--mono);
    }
    canvas {
      display: block;
      inline-size: 100%;
      block-size: 5.5rem;
    }
  `;

  constructor() {
    super();
    /** @type {Plate | undefined} */ this.plate = undefined;
    this.colour = '--ink';
    this.label = '';
    this.width = 0;
    this.resized = new Resized(this, (entry) => (this.width = Math.floor(entry.contentRect.width)));
    this.themed = new Themed(this, () => this.paint());
  }

  /** How far the scale reaches up and down. */
  get reach() {
    const { min = 0, max = 0 } = this.plate?.range ?? {};
    return Math.max(Math.abs(min), Math.abs(max)) || 1;
  }

  updated() {
    this.paint();
  }

  render() {
    if (!this.plate) return nothing;
    return html`<div class="ends" aria-hidden="true"><span>${formatNumber(this.reach)}</span><span>0</span><span>${formatNumber(-this.reach)}</span></div>
      <canvas role="img" aria-label=${this.label}></canvas>`;
  }

  paint() {
    const canvas = this.renderRoot.querySelector('canvas');
    const pen = canvas?.getContext('2d');
    if (!canvas || !pen || !this.plate) return;
    const [sharp, width, height] = [devicePixelRatio || 1, canvas.clientWidth, HEIGHT * typeUnit()];
    [canvas.width, canvas.height] = [width * sharp, height * sharp];
    pen.scale(sharp, sharp);
    const { values, cols } = this.plate;
    const pitch = Math.min(WIDEST * 1.5 * typeUnit(), width / cols);
    const draw = (/** @type {number} */ row, /** @type {number} */ share) => {
      const thick = Math.max(Math.min(1, pitch), pitch * share);
      for (let i = 0; i < cols; i++) {
        const tall = (values[row * cols + i] / this.reach) * (height / 2 - 2);
        pen.fillRect((i + 0.5) * pitch - thick / 2, height / 2, thick, -tall);
      }
    };
    pen.fillStyle = themeColour('--line-strong');
    draw(0, 0.86);
    pen.fillRect(0, height / 2 - 0.5, pitch * cols, 1);
    pen.fillStyle = themeColour(this.colour);
    draw(1, 0.4);
  }
}

customElements.define('lw-overlay', Overlay);
