/**
 * <lw-head-map>: every head of every layer as a small picture of its pattern: layers under one another, heads side by side, in
 * one scale. The chosen one is framed; a click, or Enter after the arrow keys, goes to another. Properties: plates (a list a
 * layer, undefined where they have not come yet), steps (the step of each layer), limits, layer, head, group (heads to a key
 * head). Raises lw-set.
 */

import { LitElement, html, nothing } from '/static/vendor/lit.js';
import { headMapStyles } from './head-map-styles.js';
import { layoutMatrix, moveCell } from './grid-layout.js';
import { paintPlate } from './grid-paint.js';
import { Themed, typeUnit } from './grid-theme.js';
import { Resized } from './resized.js';
import { setMeasure } from '../measure.js';

/** @typedef {import('./grid-plate.js').Plate} Plate */

const [LEAST, MOST, GAP] = [34, 96, 6]; // pixels of a picture

export class HeadMap extends LitElement {
  static styles = headMapStyles;
  static properties = {
    plates: { attribute: false },
    steps: { attribute: false },
    limits: { attribute: false, hasChanged: (/** @type {unknown} */ a, /** @type {unknown} */ b) => JSON.stringify(a) !== JSON.stringify(b) },
    layer: { type: Number },
    head: { type: Number },
    group: { type: Number },
    width: { state: true },
    cursor: { state: true },
  };

  constructor() {
    super();
    /** @type {(Plate[] | undefined)[]} */ this.plates = [];
    /** @type {string[]} */ this.steps = [];
    /** @type {import('./grid-scale.js').Limits | undefined} */ this.limits = undefined;
    this.layer = 0;
    this.head = 0;
    this.group = 1;
    this.width = 0;
    /** @type {[number, number] | null} where the arrow keys are */ this.cursor = null;
    /** @type {WeakMap<Element, {plate: Plate, side: number}>} what is on each canvas */ this.painted = new WeakMap();
    this.resized = new Resized(this, (entry) => (this.width = Math.floor(entry.contentRect.width)));
    this.themed = new Themed(this, () => {
      this.painted = new WeakMap();
      this.paint();
    });
  }

  get heads() {
    return this.plates.find((plates) => plates)?.length ?? 0;
  }

  /** Pixels of one picture. */
  get side() {
    const groups = Math.ceil(this.heads / this.group) - 1;
    const room = (this.width - 64 * typeUnit() - (this.group > 1 ? groups * GAP : 0)) / Math.max(1, this.heads) - GAP;
    return Math.round(Math.max(LEAST, Math.min(MOST * typeUnit(), room)));
  }

  /** @param {import('/static/vendor/lit.js').PropertyValues} changed */
  updated(changed) {
    setMeasure(this, '--side', `${this.side}px`);
    if (changed.has('limits')) this.painted = new WeakMap();
    this.paint();
    if (changed.has('layer') || changed.has('width')) this.showLayer();
  }

  /** Brings the present layer into sight where the map scrolls, without moving the page. */
  showLayer() {
    const line = /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('[aria-pressed="true"]'));
    if (line) this.scrollTop = line.offsetTop - this.offsetTop - (this.clientHeight - line.offsetHeight) / 2;
  }

  /** Paints what is not painted yet. */
  paint() {
    for (const canvas of /** @type {NodeListOf<HTMLCanvasElement>} */ (this.renderRoot.querySelectorAll('canvas'))) {
      const plate = this.plates[Number(canvas.dataset.layer)]?.[Number(canvas.dataset.head)];
      const known = this.painted.get(canvas);
      if (!plate || !this.limits || (known?.plate === plate && known.side === this.side)) continue;
      const layout = layoutMatrix({ width: this.side, rows: plate.rows, cols: plate.cols, most: this.side, least: 0.05 });
      const cell = this.side / plate.cols;
      paintPlate(canvas, plate, { ...layout, cellWidth: cell, cellHeight: cell, gap: cell > 7 ? 1 : 0, width: this.side, height: this.side, font: 0 }, this.limits);
      this.painted.set(canvas, { plate, side: this.side });
    }
  }

  render() {
    if (!this.width || !this.heads) return nothing;
    return html`<div class="map" role="group" aria-label="all heads: layers from top to bottom, heads from left to right" @keydown=${this.onKey}>
      <div class="line names" aria-hidden="true"><span class="name">head</span>${this.row((head) => html`<span class="head">${head + 1}</span>`)}</div>
      ${this.steps.map((_, layer) => html`<div class="line"><span class="name">layer ${layer + 1}</span>${this.row((head) => this.picture(layer, head))}</div>`)}
    </div>`;
  }

  /** The heads of a layer, those that share a key head together. @param {(head: number) => unknown} draw */
  row(draw) {
    const groups = [...Array(Math.ceil(this.heads / this.group)).keys()];
    return groups.map((group) => html`<span class="group ${this.group > 1 ? 'shared' : ''}">${[...Array(this.group).keys()].map((i) => draw(group * this.group + i))}</span>`);
  }

  /** @param {number} layer @param {number} head */
  picture(layer, head) {
    const here = layer === this.layer && head === this.head;
    const [row, col] = this.cursor ?? [this.layer, this.head];
    const shared = this.group > 1 ? `, key head ${Math.floor(head / this.group) + 1}` : '';
    return html`<button aria-pressed=${here} tabindex=${row === layer && col === head ? 0 : -1} data-cell="${layer},${head}"
      aria-label="layer ${layer + 1}, head ${head + 1}${shared}" title="layer ${layer + 1}, head ${head + 1}" @click=${() => this.choose(layer, head)}>
      <canvas data-layer=${layer} data-head=${head}></canvas></button>`;
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const to = moveCell(event.key, this.cursor ?? [this.layer, this.head], this.steps.length, this.heads);
    if (!to) return;
    event.preventDefault(); // the page's own arrows step and change the token
    event.stopPropagation();
    this.cursor = to;
    void this.updateComplete.then(() => /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(`[data-cell="${to[0]},${to[1]}"]`))?.focus());
  }

  /** @param {number} layer @param {number} head */
  choose(layer, head) {
    this.cursor = null;
    this.dispatchEvent(new CustomEvent('lw-set', { detail: { step: this.steps[layer], head }, bubbles: true, composed: true }));
  }
}

customElements.define('lw-head-map', HeadMap);
