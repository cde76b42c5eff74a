/**
 * `<lw-lanes>`: the stage in two dimensions. Every token is a lane from left to right; a branch rises to a part of the layer
 * and comes back at the addition; strands come from the lanes that are attended to. Raises `lw-set` with a step, a token, a zoom.
 */
import { LitElement, guard, html, nothing, svg } from '/static/vendor/lit.js';
import { laneColour } from '../colour.js';
import { findPlace, stepAt } from '../layout/lanes.js';
import { firstOfLayer, placeOf } from '../walk.js';
import { drawingStyles } from './lanes-drawing-styles.js';
import { drawBand, drawLanes, drawLens, drawRooms, drawingHeight } from './lanes-drawing.js';
import { guessList, lensTable, nameList, roomNames, stageChoices } from './lanes-parts.js';
import { keyStyles } from './lanes-key-styles.js';
import { stageKey } from './lanes-key.js';
import { LanesLight, lightStyles } from './lanes-light.js';
import { StageTensors } from './lanes-pattern.js';
import { describeScene, firstNew, lengthsOf, sceneOf } from './lanes-scene.js';
import { drawStrands, drawSwatches } from './lanes-strands.js';
import { lanesStyles } from './lanes-styles.js';
import { Resized } from './resized.js';
import { sharedStyles } from './shared-styles.js';
import { tokenTextStyles } from './token-text.js';
import { setMeasure } from '../measure.js';

/** More lanes than this do not glide when the rooms change: a frame would take too long. */
const GLIDING_LANES = 24;
const NARROW_REM = 44;
const GLIDE_MS = 300;

export class Lanes extends LitElement {
  static properties = {
    anatomy: { attribute: false },
    trace: { attribute: false },
    state: { attribute: false },
    api: { attribute: false },
    width: { state: true },
    unit: { state: true },
    hasTable: { state: true },
  };

  static styles = [sharedStyles, tokenTextStyles, lanesStyles, keyStyles, drawingStyles, lightStyles];

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
    this.isNarrow = false;
    /** @type {Element | null} */
    this.watched = null;
    this.tensors = new StageTensors(this);
    this.light = new LanesLight(this);
    this.fresh = 0;
    this.seen = '';
    this.resized = new Resized(this, () => this.measure());
  }

  /** The width that is left for the drawing, and the size of the type. */
  measure() {
    const drawing = this.renderRoot.querySelector('.drawing');
    this.width = drawing?.clientWidth ?? 0;
    this.unit = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    this.isNarrow = this.clientWidth < NARROW_REM * this.unit;
  }

  /** @param {Map<string, any>} changed */
  willUpdate(changed) {
    if (!this.trace || !this.anatomy || !this.state) return;
    const last = this.trace.tokens.length - 1;
    this.isChosen = this.state.token !== null;
    this.chosen = Math.min(this.state.token ?? last, last);
    this.step = this.anatomy.steps.find(({ name }) => name === this.state?.step) ?? null;
    this.heads = this.trace.sizes.head ?? 1;
    this.head = Math.min(this.state.head, this.heads - 1);
    this.tensors.ask(this.api, this.trace, this.step?.layer ?? null, this.head);
    if (changed.has('trace')) this.fresh = firstNew(changed.get('trace'), this.trace);
    else if (changed.has('state')) this.glide(changed.get('state'));
  }

  /** Lets the rooms glide to their new places, once. @param {import('../types.js').State | null} before */
  glide(before) {
    const layer = this.step?.layer ?? null;
    const isMoved = before?.zoom !== this.state?.zoom || this.drawn?.layer !== layer;
    if (!isMoved || !this.drawn || (this.trace?.tokens.length ?? 0) > GLIDING_LANES) return;
    this.toggleAttribute('gliding', true);
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.toggleAttribute('gliding', false), GLIDE_MS);
  }

  render() {
    if (!this.trace?.tokens.length || !this.anatomy) return nothing;
    const scene = sceneOf(this);
    this.drawn = scene;
    const state = /** @type {import('../types.js').State} */ (this.state);
    return html`
      ${this.isNarrow ? html`<div class="bar">${stageChoices(this)}</div>` : nothing}
      <div class="scroll" role="group" aria-label="The lanes of the tokens, through the layers">
        <div class="sheet">
          <div class="corner">${this.isNarrow ? nothing : stageChoices(this)[0]}</div>
          <div class="rooms"><svg aria-hidden="false">${this.width > 0 ? roomNames(scene, state.step, (layer) => this.goToLayer(layer)) : nothing}</svg></div>
          <div class="corner right">${this.isNarrow ? nothing : stageChoices(this)[1]}</div>
          ${nameList(scene, (token) => this.raise({ token: state.token === token ? null : token, cell: null }))}
          <div class="drawing" @click=${this.onClick}>
            <div class="lights" aria-hidden="true">${scene.trace.tokens.slice(...scene.lanes).map(() => html`<i></i>`)}</div>
            <svg role="img" aria-label=${describeScene(scene)}>${this.width > 0 ? this.draw(scene) : nothing}</svg>
          </div>
          ${guessList(scene, (detail) => this.raise(detail))}
        </div>
      </div>
      ${stageKey(this, scene)}
      ${this.hasTable ? lensTable(scene) : nothing}
    `;
  }

  /** @param {import('./lanes-drawing.js').Scene} scene */
  draw(scene) {
    const { anatomy, state } = /** @type {{anatomy: any, state: any}} */ (/** @type {unknown} */ (this));
    const height = drawingHeight(scene);
    const still = [this.trace, anatomy, this.width, scene.pitch, scene.layer, state.zoom, state.token, this.fresh];
    const here = findPlace(scene.layout, state.step);
    const mark = here ? Math.max(1.5 * this.unit, Math.min(here.width, 2 * this.unit)) : 0;
    const from = here ? here.x + Math.max(mark, here.width) / 2 : this.width + this.unit;
    const walked = placeOf(anatomy.steps, state.step) === anatomy.steps.length - 1;
    return svg`
      ${guard(still, () => svg`${drawRooms(scene)}${drawBand(scene)}`)}
      ${drawStrands(scene, this.tensors, still)}
      ${guard(still, () => drawLanes(scene))}
      ${drawSwatches(scene, this.tensors, still)}
      ${guard(still, () => drawLens(scene))}
      <rect class="veil" x="0" y="0" width=${this.width + 2 * this.unit} height=${height}
        transform="translate(${walked ? this.width + this.unit : from} 0)"></rect>
      ${here ? svg`<rect class="here-mark" x=${-mark / 2} y="3" width=${mark} height=${Math.max(0, height - 6)}
        rx=${this.unit * 0.4} transform="translate(${here.x} 0)"></rect>` : nothing}`;
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

  /** Sets lengths by CSSOM: a style attribute would be refused by the Content-Security-Policy. */
  updated() {
    if (!this.drawn) return;
    this.toggleAttribute('narrow', this.isNarrow);
    this.toggleAttribute('step', Boolean(this.step));
    for (const [name, length] of Object.entries(lengthsOf(this.drawn, this))) setMeasure(this, name, length);
    for (const list of ['.name', '.guesses > .guess']) {
      this.renderRoot.querySelectorAll(list).forEach((each, i) => {
        setMeasure(/** @type {HTMLElement} */ (each), '--lane', laneColour((this.drawn?.lanes[0] ?? 0) + i));
      });
    }
    const drawing = this.renderRoot.querySelector('.drawing');
    if (drawing && drawing !== this.watched) this.resized.watch((this.watched = drawing));
    requestAnimationFrame(() => this.keepInSight()); // to look now would lay the page out twice
  }

  /** Where the drawing is larger than its place, what is looked at stays in sight. */
  keepInSight() {
    const [scene, scroll] = [this.drawn, this.renderRoot.querySelector('.scroll')];
    const seen = `${this.state?.step} ${this.chosen} ${scene?.layout.width} ${this.trace?.text}`;
    if (!scene?.layout.width || !scroll || this.seen === seen) return;
    this.seen = seen;
    const here = findPlace(scene.layout, this.state?.step ?? null);
    const top = (scene.chosen - scene.lanes[0] + 0.5) * scene.pitch;
    const isLow = top < scroll.scrollTop + scene.pitch || top > scroll.scrollTop + scroll.clientHeight - 3 * scene.pitch;
    if (scroll.scrollHeight > scroll.clientHeight && isLow) scroll.scrollTop = top - scroll.clientHeight / 2;
    if (here && scroll.scrollWidth > scroll.clientWidth) scroll.scrollLeft = here.x - 0.4 * (scroll.clientWidth - 8 * this.unit);
  }
}

customElements.define('lw-lanes', Lanes);
