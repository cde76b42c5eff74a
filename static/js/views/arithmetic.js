/**
 * <lw-arithmetic>: where a number came from, at the depth that the reader chose: words, shapes, the numbers themselves, code.
 * Every operand can be asked in turn. Properties: scene, asked, trail (the elements that led to it), depth, ready (whether
 * the picture is painted: the arithmetic waits for it), api. Raises lw-follow, lw-mark, lw-told and lw-set.
 */

import { LitElement, guard, html, nothing } from '/static/vendor/lit.js';
import { exactNumber } from '../format.js';
import { isSame, readTrail, writeElement } from '../trail.js';
import { ArithmeticLoader } from './arithmetic-loader.js';
import { arithmeticStyles } from './arithmetic-styles.js';
import { controlStyles } from './arithmetic-controls-styles.js';
import { lineStyles } from './arithmetic-line-styles.js';
import { sumStyles } from './arithmetic-sum-styles.js';
import { depthDial, depthPart } from './arithmetic-depths.js';
import { sumsOf } from './arithmetic-expression.js';
import { trailPart } from './arithmetic-trail.js';
import { spokenStyles } from './shared-styles.js';
import { applyMeasures } from './step-measures.js';
import { tokenTextStyles } from './token-text.js';
import './formula.js';

/** @typedef {import('../types.js').Explanation} Explanation */
/** @typedef {import('./step-scene.js').Scene} Scene */
/** @typedef {import('./step-scene.js').Element} Element */

const TERMS = 9;
const CALM = matchMedia('(prefers-reduced-motion: reduce)');

export class Arithmetic extends LitElement {
  static styles = [spokenStyles, tokenTextStyles, arithmeticStyles, controlStyles, lineStyles, sumStyles];
  static properties = {
    scene: { attribute: false },
    asked: { attribute: false },
    trail: { attribute: false },
    depth: { attribute: false },
    ready: { type: Boolean },
    api: { attribute: false },
    open: { state: true },
  };

  constructor() {
    super();
    /** @type {Scene | null} */ this.scene = null;
    /** @type {Element | null} */ this.asked = null;
    /** @type {Element[]} */ this.trail = [];
    /** @type {import('./arithmetic-depths.js').Depth} */ this.depth = 'numbers';
    this.ready = false;
    /** @type {any} */ this.api = null;
    /** @type {Set<string>} terms that are open */ this.open = new Set();
    /** Whether the keyboard is to come here with the answer, and whether the answer is to be seen without scrolling. */
    this.wantsFocus = this.wantsSight = false;
    this.loader = new ArithmeticLoader(() => this.requestUpdate(), (told) => this.raise('lw-told', told));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.loader.drop();
  }

  get query() {
    const { model, text, bos } = /** @type {Scene} */ (this.scene).state;
    const { name, index } = /** @type {Element} */ (this.asked);
    return { model, text, bos, tensor: name, index: index.join(','), terms: TERMS };
  }

  /** @param {import('/static/vendor/lit.js').PropertyValues} changed */
  willUpdate(changed) {
    if (!this.scene || !this.asked || !this.api) return;
    if (this.loader.turnTo(this.query)) this.open = new Set();
    const before = /** @type {Scene | null | undefined} */ (changed.get('scene'));
    if (this.loader.error && before?.trace !== this.scene.trace && changed.has('scene')) this.loader.again(); // the server may be back
    if (this.ready) void this.loader.ask(this.api, this.query);
  }

  /** The answer, where it is about what is asked. */
  get current() {
    const { told } = this.loader;
    return told && isSame({ name: told.tensor, index: told.index }, this.asked) ? told : null;
  }

  render() {
    const { scene, asked, current } = this;
    if (!scene || !asked) return nothing;
    const { told, error, isLate } = this.loader;
    const desk = { scene, letters: lettersOf(told), open: this.open, toggle: this.toggle };
    return html`<section tabindex="-1" aria-label="Where this number came from" @click=${this.onClick} @keydown=${this.onKey}
        @pointerover=${this.onPoint} @pointerleave=${() => this.raise('lw-mark', null)} @focusin=${this.onPoint} @focusout=${() => this.raise('lw-mark', null)}>
      ${trailPart(this.trail)}
      ${depthDial(this.depth, (depth) => this.raise('lw-set', { depth: depth === 'numbers' ? null : depth }))}
      ${error ? this.failed(error) : nothing}
      <div class="told" data-of=${current ? writeElement(asked) : ''} data-depth=${this.depth} aria-busy=${!current && !error}>
        ${guard([told, this.depth, this.open], () => (told ? depthPart(this.depth, told, desk, this.address()) : nothing))}
      </div>
      ${isLate ? html`<p class="note" role="status">asking the server …</p>` : nothing}
      <p class="spoken" aria-live="polite">${current ? sayHow(current) : nothing}</p>
    </section>`;
  }

  /** @param {Error} error */
  failed(error) {
    return html`<div class="failed" role="alert"><p>${error.message}</p><button class="plain" @click=${this.loader.again}>Ask again</button></div>`;
  }

  address() {
    return `/api/explain?${new URLSearchParams(Object.entries(this.query).map(([name, value]) => [name, String(value)]))}`;
  }

  updated() {
    applyMeasures(this.renderRoot);
    if (!this.ready || !this.current) return;
    if (this.wantsFocus) this.focus();
    if (this.wantsSight) this.comeIntoSight();
  }

  /** Scrolls the page no more than it must. */
  comeIntoSight() {
    this.wantsSight = false;
    requestAnimationFrame(() => this.scrollIntoView({ block: 'nearest', behavior: CALM.matches ? 'instant' : 'smooth' }));
  }

  /** The keyboard comes here; Tab leads on to the operands. @override */
  focus() {
    this.wantsFocus = false;
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('section'))?.focus({ preventScroll: true });
  }

  toggle = (/** @type {string} */ key) => {
    const open = new Set(this.open);
    if (!open.delete(key)) open.add(key);
    this.open = open;
  };

  /** The element of the chip or crumb that an event is about. @param {Event} event */
  elementOf(event) {
    const chip = /** @type {HTMLElement | null} */ (/** @type {Element_} */ (event.target).closest('[data-element]'));
    return chip ? readTrail(chip.dataset.element)[0] : null;
  }

  /** @param {MouseEvent} event */
  onClick(event) {
    const element = this.elementOf(event);
    if (!element) return;
    const crumb = /** @type {HTMLElement | null} */ (/** @type {Element_} */ (event.target).closest('[data-crumb]'))?.dataset.crumb;
    this.wantsFocus = this.wantsSight = true;
    this.raise('lw-follow', { element, before: crumb === undefined ? this.trail : this.trail.slice(0, Number(crumb)) });
  }

  /** Escape and Backspace go one back on the trail, or out of here. @param {KeyboardEvent} event */
  onKey(event) {
    if (event.key !== 'Escape' && event.key !== 'Backspace') return;
    event.preventDefault();
    event.stopPropagation();
    if (this.trail.length < 2) return this.raise('lw-leave', null);
    this.wantsFocus = this.wantsSight = true;
    this.raise('lw-follow', { element: this.trail.at(-2), before: this.trail.slice(0, -2) });
  }

  /** Marks in the picture what is pointed at here. @param {Event} event */
  onPoint(event) {
    const element = this.elementOf(event);
    const axes = element && this.scene?.specs.get(element.name)?.axes;
    if (axes) return this.raise('lw-mark', Object.fromEntries(axes.map((axis, i) => [axis, element.index[i]])));
    const { axis, at } = /** @type {HTMLElement | null} */ (/** @type {Element_} */ (event.target).closest('[data-axis]'))?.dataset ?? {};
    this.raise('lw-mark', axis ? { [axis]: Number(at) } : null);
  }

  /** @param {string} name @param {unknown} detail */
  raise(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

/** @typedef {globalThis.Element} Element_ of the document */

/** What tensors and weights are called in the formula. @param {Explanation | null} told @returns {Map<string, string>} */
const lettersOf = (told) => new Map((told?.symbols ?? []).flatMap(({ name, symbol }) => (name ? [[name, symbol]] : [])));

/** How it was made, in a few words for those who listen. @param {Explanation} told */
function sayHow({ title, expression, value }) {
  const [sum] = sumsOf(expression);
  const how = sum ? `, from a sum of ${sum.count} terms` : expression.node === 'hidden' ? `: ${expression.reason}` : '';
  return `${title}: ${exactNumber(value ?? -Infinity)}${how}.`;
}

customElements.define('lw-arithmetic', Arithmetic);
