/**
 * <lw-step>: one step of the walk: its title, one sentence, the formula, what it reads and writes, and a picture of its real
 * numbers. Properties: step, anatomy, trace, state, api, model (optional: the model's entry, for its config). Raises lw-set.
 * Beside it, or below, stands where the number that was asked for came from.
 */

import { LitElement, html, nothing } from '/static/vendor/lit.js';
import { chosenLook, lookPicker, lookStyles, pictureOf, textFor } from '../pictures/looks.js';
import { looksOf } from '../pictures/registry.js';
import { attentionStyles } from '../pictures/styles-attention.js';
import { mixStyles } from '../pictures/styles-mix.js';
import { normStyles } from '../pictures/styles-norm.js';
import { rankStyles } from '../pictures/styles-ranks.js';
import { samplingStyles } from '../pictures/styles-sampling.js';
import { inSymbols } from '../pictures/symbols.js';
import { pictureStyles } from '../pictures/styles.js';
import { applyMeasures, showPresentStage } from './step-measures.js';
import { StepLoader } from './step-loader.js';
import { isLong, resolveState, selectedElement, specsOf, tokenLabels } from './step-scene.js';
import { spokenStyles } from './shared-styles.js';
import { stateStyles } from './step-states-styles.js';
import { stepStyles } from './step-styles.js';
import { askedLast } from './asking.js';
import { askedPart, litBy } from './step-asked.js';
import { Asking } from './step-asking.js';
import { emptyPart, failedPart, headPicker, loadingPart, stepTitle } from './step-parts.js';

/** @typedef {import('./step-scene.js').Scene} Scene */
/** @typedef {import('./step-scene.js').Element} Element */

export class Step extends LitElement {
  static styles = [spokenStyles, stepStyles, stateStyles, lookStyles, pictureStyles, attentionStyles, mixStyles, normStyles, rankStyles, samplingStyles];
  static properties = {
    step: { attribute: false },
    anatomy: { attribute: false },
    trace: { attribute: false },
    state: { attribute: false },
    api: { attribute: false },
    model: { attribute: false },
    models: { state: true },
    options: { state: true },
    mark: { state: true },
  };

  constructor() {
    super();
    /** @type {import('../types.js').Op | null} */ this.step = null;
    /** @type {import('../types.js').Anatomy | null} */ this.anatomy = null;
    /** @type {import('../types.js').Trace | null} */ this.trace = null;
    /** @type {Partial<import('../types.js').State>} */ this.state = {};
    /** @type {any} */ this.api = null;
    /** @type {import('../types.js').Model | null} */ this.model = null;
    /** @type {import('../types.js').Model[]} what the api says of the models, where `model` was not given */ this.models = [];
    /** @type {{perHead: boolean | null, ignoreFirst: boolean}} a scale for each head: null as is best */ this.options = { perHead: null, ignoreFirst: false };
    /** @type {import('./grid-plate.js').Mark | null} */ this.mark = null;
    /** @type {Scene | null} */ this.scene = null;
    /** @type {Scene | null} the one that the answers are for */ this.shown = null;
    this.seen = '';
    this.loader = new StepLoader(() => this.requestUpdate());
    this.asking = new Asking(this);
    this.addEventListener('lw-mark', this.onMark);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.loader.drop();
  }

  /** @param {import('/static/vendor/lit.js').PropertyValues} changed */
  willUpdate(changed) {
    if (changed.has('api') && this.api && !this.model) this.findModels();
    this.scene = this.makeScene();
    if (changed.has('trace') && this.loader.load.state === 'failed') this.loader.drop(); // the server may be back
    if (!this.scene || !this.api) return;
    const { model, text, bos } = this.scene.state;
    void this.loader.fetch(this.api, { model, text, bos }, this.scene.picture.tensors(this.scene));
    if (this.loader.load.state === 'ready') this.shown = this.scene;
  }

  async findModels() {
    this.models = await this.api.getModels().then((/** @type {any} */ all) => all.models, () => []);
  }

  /** @returns {Scene | null} */
  makeScene() {
    const { step, anatomy, trace } = this;
    if (!step || !anatomy || !trace || trace.tokens.length === 0) return null;
    const state = resolveState(this.state, trace);
    const specs = specsOf(anatomy);
    const spec = specs.get(step.name);
    const looks = looksOf(step);
    const look = chosenLook(looks, this.state.look);
    const asked = askedLast(this.state.trail);
    const picked = asked && specs.has(asked.name) ? asked : spec ? selectedElement(spec, state, trace) : null;
    return {
      step,
      looks,
      look,
      picture: pictureOf(look, () => this.requestUpdate()),
      steps: anatomy.steps,
      state,
      sizes: trace.sizes,
      trace,
      config: (this.model ?? this.models.find(({ name }) => name === trace.model))?.config ?? {},
      labels: tokenLabels(trace.tokens),
      specs,
      options: { ...this.options, perHead: this.options.perHead ?? isLong(trace) },
      picked,
      lit: litBy(this.asking.told, asked ?? picked),
      mark: this.mark,
      choose: (options) => (this.options = { ...this.options, ...options }),
      set: (detail) => this.send(detail),
      api: this.api,
    };
  }

  updated() {
    applyMeasures(this.renderRoot);
    const here = this.loader.load.state === 'ready' ? (this.step?.name ?? '') : this.seen;
    if (here !== this.seen) requestAnimationFrame(() => showPresentStage(this.renderRoot));
    this.seen = here;
  }

  render() {
    if (!this.step || !this.anatomy) return loadingPart('the model’s steps');
    if (this.trace?.tokens.length === 0) return html`${stepTitle(this.step)}${emptyPart()}`;
    if (!this.scene) return html`${stepTitle(this.step)}${loadingPart('the tokens')}`;
    const { scene } = this;
    return html`<header>
        ${stepTitle(scene.step)}${lookPicker(scene)}${headPicker(scene)}
        <p class="sentence">${textFor(scene.picture.sentence, scene) ?? scene.step.sentence}</p>
      </header>
      <div class="body ${this.state.present ? 'alone' : ''}">
        <div class="picture" aria-busy=${this.loader.load.state === 'loading'}>${this.picture(scene)}</div>
        <aside>${askedPart(this, scene)}</aside>
      </div>`;
  }

  /** The picture, or why there is none yet; an old picture of the same step stays until the new numbers are there. */
  /** @param {Scene} scene */
  picture(scene) {
    const { state, answers, error } = this.loader.load;
    if (state === 'failed') return failedPart(error, () => this.again());
    const ready = state === 'ready';
    const stale = this.shown?.look.id === scene.look.id && this.shown.step === scene.step && this.shown.trace === scene.trace;
    if (!ready && !stale) return loadingPart(scene.step.name);
    const drawn = ready ? scene : /** @type {Scene} */ (this.shown);
    const formula = textFor(drawn.picture.formula, drawn);
    return [drawn.picture.draw(drawn, answers), formula ? inSymbols(formula) : nothing];
  }

  /** Brings the arithmetic into sight, once it is there. */
  seek() {
    this.updateComplete.then(() => this.asking.seek());
  }

  again() {
    this.loader.drop();
    this.requestUpdate();
  }

  /** What is pointed at; the event goes on, for whoever else shows the tokens. @param {Event} event */
  onMark = (event) => {
    const mark = /** @type {CustomEvent<import('./grid-plate.js').Mark | null>} */ (event).detail;
    if (JSON.stringify(mark) !== JSON.stringify(this.mark)) this.mark = mark;
  };

  /** @param {Record<string, unknown>} detail */
  send(detail) {
    this.dispatchEvent(new CustomEvent('lw-set', { detail, bubbles: true, composed: true }));
  }
}

customElements.define('lw-step', Step);
