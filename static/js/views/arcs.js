/**
 * <lw-arcs>: attention as arcs between tokens that stand under one another, from each query to the keys that it takes from, and
 * beside them what one query takes. Pointing at a token, or coming to it by Tab, shows its arcs; choosing it makes it the page's.
 * Properties: plate (queries × keys of the same tokens), labels (of all tokens), chosen (a token), element (whether a weight is
 * an element that can be picked: the mean of all heads is not). Raises lw-set, lw-mark and lw-pick.
 */

import { LitElement, html, nothing, svg } from '/static/vendor/lit.js';
import { laneColour } from '../colour.js';
import { formatFixed } from '../format.js';
import { layOutArcs, thicknessOf } from '../layout/arcs.js';
import { arcsStyles } from './arcs-styles.js';
import { typeUnit } from './grid-theme.js';
import { Resized } from './resized.js';
import { shareStyles } from './share-styles.js';
import { applyMeasures } from './step-measures.js';
import { setMeasure } from '../measure.js';

/** @typedef {import('./grid-plate.js').Plate} Plate */
/** @typedef {import('../layout/arcs.js').Arc} Arc */

const [ROW, WIDTH] = [28, 260]; // pixels
const LEAST = 0.01; // of the weights that are drawn where all queries are
const STRONGEST = 3; // that are read aloud

export class Arcs extends LitElement {
  static styles = [shareStyles, arcsStyles];
  static properties = {
    plate: { attribute: false },
    labels: { attribute: false },
    chosen: { type: Number },
    element: { type: Boolean },
    over: { state: true },
    width: { state: true },
  };

  constructor() {
    super();
    /** @type {Plate | undefined} */ this.plate = undefined;
    /** @type {import('./grid-matrix.js').Label[]} */ this.labels = [];
    this.chosen = 0;
    this.element = true;
    /** @type {number | null} the token that is pointed at */ this.over = null;
    this.width = 0;
    this.resized = new Resized(this, (entry) => (this.width = Math.round(entry.contentRect.width)));
  }

  updated() {
    applyMeasures(this.renderRoot);
    setMeasure(this, '--row', `${this.row}px`);
  }

  get row() {
    return ROW * typeUnit();
  }

  render() {
    const { plate } = this;
    if (!plate || !this.width) return nothing;
    const query = this.over ?? this.chosen;
    const room = { row: this.row, width: Math.round(Math.min(WIDTH * typeUnit(), 0.34 * this.width)), least: 0 };
    const arcs = layOutArcs(plate, room);
    const keys = [...Array(plate.rows).keys()].map((i) => plate.rowStart + i);
    return html`<div class="arcs" @pointerleave=${() => this.point(null)}>
      <svg width=${room.width} height=${this.row * plate.rows} aria-hidden="true">
        <g class="others">${arcs.filter((arc) => arc.query !== query && arc.weight >= LEAST).map((arc) => curve(arc))}</g>
        <g class="own">${arcs.filter((arc) => arc.query === query && arc.weight > 0).map((arc) => curve(arc))}</g>
      </svg>
      <ul aria-label="tokens, and what ${this.labels[query].spoken} takes from each">${keys.map((key) => this.token(plate, key, query))}</ul>
    </div>`;
  }

  /** @param {Plate} plate @param {number} token @param {number} query whose weights are shown */
  token(plate, token, query) {
    const weight = weightOf(plate, query, token);
    const isQuery = token === query;
    return html`<li class=${isQuery ? 'query' : ''} @pointerenter=${() => this.point(token)}>
      <button class="token" aria-pressed=${token === this.chosen} aria-label=${this.say(plate, token)} title="choose this token"
        @focus=${() => this.point(token)} @blur=${() => this.point(null)} @click=${() => this.choose(token)}><bdi data-lane=${token}>${this.labels[token].text}</bdi></button>
      <span class="track"><i class="bar" data-lane=${token} data-share=${weight}></i></span>
      ${this.element
        ? html`<button class="number" aria-label="the weight from ${this.labels[query].spoken} to ${this.labels[token].spoken}: ${weightText(weight)}" @click=${(/** @type {MouseEvent} */ event) => this.pick(plate, query, token, event)}>${weightText(weight)}</button>`
        : html`<span class="number">${weightText(weight)}</span>`}
    </li>`;
  }

  /** What a token takes, in words. @param {Plate} plate @param {number} query */
  say(plate, query) {
    const keys = [...Array(plate.rows).keys()].map((i) => plate.rowStart + i);
    const best = keys.sort((a, b) => weightOf(plate, query, b) - weightOf(plate, query, a)).slice(0, STRONGEST);
    const parts = best.filter((key) => weightOf(plate, query, key) > 0).map((key) => `${weightText(weightOf(plate, query, key))} from ${key === query ? 'itself' : this.labels[key].spoken}`);
    return `${this.labels[query].spoken} takes ${parts.join(', ')}`;
  }

  /** @param {number | null} token */
  point(token) {
    this.over = token;
    this.dispatchEvent(new CustomEvent('lw-mark', { detail: token === null ? null : { token }, bubbles: true, composed: true }));
  }

  /** @param {number} token */
  choose(token) {
    this.dispatchEvent(new CustomEvent('lw-set', { detail: { token }, bubbles: true, composed: true }));
  }

  /** @param {Plate} plate @param {number} query @param {number} key @param {MouseEvent} event */
  pick(plate, query, key, event) {
    const index = plate.axes.map((axis) => (axis === 'query' ? query : axis === 'key' ? key : plate.fixed[axis]));
    const detail = { name: plate.name, index, value: weightOf(plate, query, key), keyboard: event.detail === 0 };
    this.dispatchEvent(new CustomEvent('lw-pick', { detail, bubbles: true, composed: true }));
  }
}

/** @param {Plate} plate @param {number} query @param {number} key */
const weightOf = (plate, query, key) => plate.values[(query - plate.rowStart) * plate.cols + key - plate.colStart];

/** @param {Arc} arc */
const curve = ({ key, weight, path }) => svg`<path d=${path} stroke=${laneColour(key)} stroke-width=${thicknessOf(weight) * typeUnit()} />`;

/** @param {number} weight */
function weightText(weight) {
  if (weight === 0) return '0';
  return weight < 0.00005 ? '< 0.0001' : formatFixed(weight, 4);
}

customElements.define('lw-arcs', Arcs);
