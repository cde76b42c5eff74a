/**
 * `<lw-timeline>`: every step of the anatomy, grouped by layer. The group that is looked at shows its steps by name, the
 * others are marks, or one bar where there are many. Click, drag, or arrow keys. Raises `lw-set` with a step.
 */
import { LitElement, html, nothing } from '/static/vendor/lit.js';
import { detailGroups, nameWidth } from '../layout/timeline.js';
import { describeStep, groupSteps, placeOf } from '../walk.js';
import { Resized } from './resized.js';
import { sharedStyles } from './shared-styles.js';
import { timelineStyles } from './timeline-styles.js';
import { setMeasure } from '../measure.js';

/** The width in rem that the number of a layer needs. */
const CROWDED = 1.7;

export class Timeline extends LitElement {
  static properties = {
    steps: { attribute: false },
    step: { attribute: false },
    width: { state: true },
  };

  static styles = [sharedStyles, timelineStyles];

  constructor() {
    super();
    /** @type {import('../types.js').Op[]} */
    this.steps = [];
    /** @type {string | null} */
    this.step = null;
    this.width = 0;
    this.isScrubbing = false;
    this.unit = 16;
    this.resized = new Resized(this, (entry) => {
      this.unit = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      this.width = entry.contentRect.width;
    });
  }

  render() {
    if (this.steps.length === 0) return nothing;
    const place = placeOf(this.steps, this.step);
    const groups = groupSteps(this.steps);
    const current = groups.findIndex(({ first, steps }) => place >= first && place < first + steps.length);
    const details = detailGroups(groups, current, this.width / this.unit);
    const said = place < 0 ? 'before the first step' : describeStep(this.steps[place]);
    const everyTenth = this.width < CROWDED * this.unit * groups.length;
    return html`<div class="track ${everyTenth ? 'crowded' : ''}" role="slider" tabindex="0" aria-label="Steps of the walk" aria-valuemin="0"
      aria-valuemax=${this.steps.length} aria-valuenow=${place + 1} aria-valuetext=${`${place + 1} of ${this.steps.length}: ${said}`}
      @pointerdown=${this.onDown} @pointermove=${this.onMove} @pointerup=${this.onUp} @pointercancel=${this.onUp} @keydown=${this.onKey}>
      ${groups.map((group, i) => this.renderGroup(group, details[i], i === current, place, this.width > 48 * this.unit, everyTenth))}
    </div>`;
  }

  /** @param {import('../walk.js').Group} group @param {import('../layout/timeline.js').Detail} detail @param {boolean} isHere
   * @param {number} place @param {boolean} isWide @param {boolean} everyTenth of the layers alone has room for its number */
  renderGroup({ label, title, layer, first, steps }, detail, isHere, place, isWide, everyTenth) {
    const number = layer === null || (everyTenth && !isHere && (layer + 1) % 10 !== 0) ? '' : String(layer + 1);
    const shown = detail === 'names' || (!everyTenth && detail === 'marks') || (layer === null && isWide) ? label : number;
    const size = detail === 'names' ? steps.reduce((sum, step) => sum + nameWidth(step), 0) : Math.max(2, steps.length / 2);
    return html`<div class="group ${detail} ${layer === null ? 'end' : ''} ${isHere ? 'here' : ''}" title=${title} data-size=${size}>
      <span class="label">${shown}</span>
      <div class="steps">
        ${steps.map((step, k) => {
          const at = first + k;
          const time = at === place ? 'here' : at < place ? 'past' : 'ahead';
          return html`<span class="step ${time}" data-step=${step.name} data-size=${detail === 'names' ? nameWidth(step) : 0}
            title=${describeStep(step)}>${detail === 'names' ? step.short : nothing}</span>`;
        })}
      </div>
    </div>`;
  }

  updated() {
    this.renderRoot.querySelectorAll('.step, .group').forEach((each) => {
      const step = /** @type {HTMLElement} */ (each);
      const size = Number(step.dataset.size) ? `${step.dataset.size}rem` : '';
      setMeasure(step, '--size', size);
    });
  }

  /** @param {PointerEvent} event */
  onDown(event) {
    if (event.button !== 0) return;
    this.isScrubbing = true;
    /** @type {HTMLElement} */ (event.currentTarget).setPointerCapture(event.pointerId);
    this.choose(this.stepUnder(event), true);
  }

  /** @param {PointerEvent} event */
  onMove(event) {
    if (this.isScrubbing) this.choose(this.stepUnder(event), false);
  }

  onUp() {
    this.isScrubbing = false;
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const ends = /** @type {Record<string, number>} */ ({ Home: 0, End: this.steps.length - 1 });
    if (!(event.key in ends)) return; // the arrows are the page's own
    event.preventDefault();
    this.choose(this.steps[ends[event.key]].name, true);
  }

  /** The step whose mark is nearest to the pointer. @param {PointerEvent} event */
  stepUnder({ clientX }) {
    const marks = [...this.renderRoot.querySelectorAll('.step')].map((mark) => /** @type {HTMLElement} */ (mark));
    const far = (/** @type {HTMLElement} */ mark) => {
      const { left, right } = mark.getBoundingClientRect();
      return Math.max(left - clientX, clientX - right, 0);
    };
    return marks.reduce((best, mark) => (far(mark) < far(best) ? mark : best)).dataset.step ?? null;
  }

  /** @param {string | null} step @param {boolean} push whether this is a place to come Back from */
  choose(step, push) {
    if (step === null || step === this.step) return;
    const detail = { step, cell: null, replace: !push };
    this.dispatchEvent(new CustomEvent('lw-set', { detail, bubbles: true, composed: true }));
  }
}

customElements.define('lw-timeline', Timeline);
