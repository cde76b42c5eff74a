/**
 * `<lw-lanes>`: the stage in two dimensions. Every token is a lane from left to right; a branch rises to a part of the layer
 * and comes back at the addition; strands come from the lanes that are attended to. Raises `lw-set` with a step, a token, a zoom.
 */
import { LitElement, guard, html, nothing, svg } from '/static/vendor/lit.js';
import { laneColour } from '../colour.js';
import { findPlace, layOut, stepAt, visibleLanes } from '../layout/lanes.js';
import { firstOfLayer, groupSteps, placeOf } from '../walk.js';
import { drawingStyles } from './lanes-drawing-styles.js';
import { drawLanes, drawLens, drawRooms, drawStrands } from './lanes-drawing.js';
import { lanesLegend, lensTable, nameList, guessList, roomNames } from './lanes-parts.js';
import { LayerPattern } from './lanes-pattern.js';
import { lanesStyles } from './lanes-styles.js';
import { sharedStyles } from './shared-styles.js';
import { tokenTextStyles } from './token-text.js';

const MOST_LANES = 64;
/** How far lanes are apart, in rem, and their share of the window: less while a step below them is looked at. */
const PITCH = { least: 1.5, most: 5.5, alone: 25 / 56, beside: 19 / 56, presented: 9 / 56 };

export class LwLanes extends LitElement {
  static properties = {
    anatomy: { attribute: false },
    trace: { attribute: false },
    state: { attribute: false },
    api: { attribute: false },
    width: { state: true },
    unit: { state: true },
    hasTable: { state: true },
  };

  static styles = [sharedStyles, tokenTextStyles, lanesStyles, drawingStyles];

  constructor() {
    super();
    /** @type {import('../types.js').Anatomy | null} */
    this.anatomy = null;
    /** @type {import('../types.js').Trace | null} */
    this.trace = null;
    /** @type {import('../types.js').State | null} */
    this.state = null;
    /** @type {import('../api.js').Api | null} */
    this.api = null;
    this.width = 0;
    this.hasTable = false;
    this.unit = 16;
    this.attention = new LayerPattern(this);
    this.seen = '';
    this.observer = new ResizeObserver(() => this.measure());
  }

  connectedCallback() {
    super.connectedCallback();
    this.observer.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.observer.disconnect();
  }

  /** The width that is left for the drawing, and the size of the type. */
  measure() {
    const drawing = this.renderRoot.querySelector('.drawing');
    this.width = drawing?.clientWidth ?? 0;
    this.unit = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  }

  willUpdate() {
    if (!this.trace || !this.anatomy || !this.state) return;
    const last = this.trace.tokens.length - 1;
    this.isChosen = this.state.token !== null;
    this.chosen = Math.min(this.state.token ?? last, last);
    this.step = this.anatomy.steps.find(({ name }) => name === this.state?.step) ?? null;
    this.heads = this.trace.sizes.head ?? 1;
    this.head = Math.min(this.state.head, this.heads - 1);
    this.attention.ask(this.api, this.trace, this.step?.layer ?? null, this.head);
  }

  get isNarrow() {
    return this.clientWidth < 44 * this.unit;
  }

  /** @returns {import('./lanes-drawing.js').Scene} */
  scene() {
    const { trace, anatomy } = /** @type {{trace: any, anatomy: any}} */ (/** @type {unknown} */ (this));
    const layer = this.step?.layer ?? null;
    const lanes = visibleLanes(trace.tokens.length, this.chosen ?? 0, MOST_LANES);
    const share = !this.step ? PITCH.alone : this.state?.present ? PITCH.presented : PITCH.beside;
    const even = (share * innerHeight * (this.step && this.isNarrow ? 0.66 : 1)) / (lanes[1] - lanes[0]);
    const pitch = Math.max(PITCH.least * this.unit, Math.min(PITCH.most * this.unit, even));
    const measures = { width: this.width, unit: this.unit, layer, zoomed: this.state?.zoom === 1 };
    const layout = layOut(groupSteps(anatomy.steps), measures);
    return { layout, pitch, unit: this.unit, lanes, chosen: this.chosen ?? 0, isChosen: Boolean(this.isChosen), layer, trace };
  }

  render() {
    if (!this.trace?.tokens.length || !this.anatomy) return nothing;
    const scene = this.scene();
    this.drawn = scene;
    const state = /** @type {import('../types.js').State} */ (this.state);
    return html`
      ${lanesLegend(this, scene)}
      <div class="scroll" role="group" aria-label="The lanes of the tokens, through the layers">
        <div class="sheet">
          <div class="corner"></div>
          <div class="rooms"><svg aria-hidden="false">${this.width > 0 ? roomNames(scene, state.step, (layer) => this.goToLayer(layer)) : nothing}</svg></div>
          <div class="corner"></div>
          ${nameList(scene, (token) => this.raise({ token: state.token === token ? null : token, cell: null }))}
          <div class="drawing" @click=${this.onClick}>
            <svg role="img" aria-label=${this.describe(scene)}>${this.width > 0 ? this.draw(scene) : nothing}</svg>
          </div>
          ${guessList(scene)}
        </div>
      </div>
      ${this.hasTable ? lensTable(scene) : nothing}
    `;
  }

  /** @param {import('./lanes-drawing.js').Scene} scene */
  draw(scene) {
    const { anatomy, state } = /** @type {{anatomy: any, state: any}} */ (/** @type {unknown} */ (this));
    const height = (scene.lanes[1] - scene.lanes[0]) * scene.pitch;
    const still = [this.trace, anatomy, this.width, scene.pitch, scene.layer, state.zoom, state.token];
    const here = findPlace(scene.layout, state.step);
    const mark = here ? Math.max(1.5 * this.unit, Math.min(here.width, 2 * this.unit)) : 0;
    const from = here ? here.x + Math.max(mark, here.width) / 2 : this.width + this.unit;
    const walked = placeOf(anatomy.steps, state.step) === anatomy.steps.length - 1;
    return svg`
      ${guard(still, () => drawRooms(scene))}
      ${guard([...still, this.attention.pattern], () => svg`<g>${drawStrands(scene, this.attention.pattern)}</g>`)}
      ${guard(still, () => svg`${drawLanes(scene)}${drawLens(scene)}`)}
      <rect class="veil" x="0" y="0" width=${this.width + 2 * this.unit} height=${height}
        transform="translate(${walked ? this.width + this.unit : from} 0)"></rect>
      ${here ? svg`<rect class="here-mark" x=${-mark / 2} y="3" width=${mark} height=${Math.max(0, height - 6)}
        rx=${this.unit * 0.35} transform="translate(${here.x} 0)"></rect>` : nothing}`;
  }

  /** A click chooses what stands nearest: the step by its place, the lane by its height. @param {MouseEvent} event */
  onClick(event) {
    const scene = this.drawn;
    const box = this.renderRoot.querySelector('.drawing')?.getBoundingClientRect();
    if (!scene || !box) return;
    const token = scene.lanes[0] + Math.floor((event.clientY - box.top) / scene.pitch);
    const step = stepAt(scene.layout, event.clientX - box.left)?.name;
    this.raise({ step, token: Math.max(0, Math.min(scene.trace.tokens.length - 1, token)), cell: null });
  }

  /** @param {number | null} layer */
  goToLayer(layer) {
    const step = layer === null ? null : firstOfLayer(this.anatomy?.steps ?? [], layer);
    if (step) this.raise({ step, cell: null });
  }

  /** @param {Record<string, unknown>} detail */
  raise(detail) {
    this.dispatchEvent(new CustomEvent('lw-set', { detail, bubbles: true, composed: true }));
  }

  /** @param {import('./lanes-drawing.js').Scene} scene */
  describe({ trace, layer }) {
    const layers = Math.max(0, trace.lens.length - 1);
    const here = layer === null ? '' : ` Layer ${layer + 1} is looked at.`;
    return `${trace.tokens.length} tokens as lanes through ${layers} layers.${here} The guesses are in the table below.`;
  }

  /** Sets lengths by CSSOM: a style attribute would be refused by the Content-Security-Policy. */
  updated() {
    if (!this.drawn) return;
    const style = this.style;
    style.setProperty('--pitch', `${this.drawn.pitch}px`);
    style.setProperty('--rooms', this.drawn.layout.columns.some(({ isRoomy }) => isRoomy) ? '2.9rem' : '1.9rem');
    const narrow = this.isNarrow;
    style.setProperty('--names', narrow ? '5.5rem' : '9.5rem');
    this.toggleAttribute('narrow', narrow);
    style.setProperty('--guesses', narrow ? '8.5rem' : '10.5rem');
    style.setProperty('--drawing-least', narrow ? '30rem' : '26rem');
    this.renderRoot.querySelectorAll('.name').forEach((name, i) => {
      /** @type {HTMLElement} */ (name).style.setProperty('--lane', laneColour((this.drawn?.lanes[0] ?? 0) + i));
    });
    this.measure();
    this.keepInSight();
  }

  /** Where the drawing is larger than its place, what is looked at stays in sight. */
  keepInSight() {
    const [scene, scroll] = [this.drawn, this.renderRoot.querySelector('.scroll')];
    const seen = `${this.state?.step} ${this.chosen} ${this.trace?.text}`;
    if (!scene || !scroll || !this.width || this.seen === seen) return;
    this.seen = seen;
    const here = findPlace(scene.layout, this.state?.step ?? null);
    const top = (scene.chosen - scene.lanes[0] + 0.5) * scene.pitch;
    const isLow = top < scroll.scrollTop + scene.pitch || top > scroll.scrollTop + scroll.clientHeight - 3 * scene.pitch;
    if (scroll.scrollHeight > scroll.clientHeight && isLow) scroll.scrollTop = top - scroll.clientHeight / 2;
    if (here && scroll.scrollWidth > scroll.clientWidth) scroll.scrollLeft = here.x - 0.4 * (scroll.clientWidth - 8 * this.unit);
  }
}

customElements.define('lw-lanes', LwLanes);
