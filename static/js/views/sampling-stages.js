/**
 * `<lw-sampling-stages>`: what each stage leaves of the probability, as bars under one another. A bar is the whole of it, 0 to 1,
 * the likeliest piece first; a stage cuts off its end, and the last one stretches what is left to 1 again, where the dice
 * falls. Properties: sample (the answer), sampling. Raises `lw-set` for other dice.
 */
import { LitElement, html, nothing } from '/static/vendor/lit.js';
import { formatCount, formatProbability } from '../format.js';
import { setMeasure } from '../measure.js';
import { tokenSpoken } from '../tokens.js';
import { samplingStagesStyles } from './sampling-stages-styles.js';
import { sharedStyles } from './shared-styles.js';
import { tokenText, tokenTextStyles } from './token-text.js';

/** @typedef {import('../types.js').Sample} Sample */
/** @typedef {import('../types.js').SampleRow} SampleRow */
/** @typedef {import('../types.js').Stage} Stage */

/** How much of a bar a piece needs to be shown by itself, and to have its name in it. */
const [SHOWN, NAMED] = [0.004, 0.12];

export class SamplingStages extends LitElement {
  static properties = { sample: { attribute: false }, sampling: { attribute: false } };

  static styles = [sharedStyles, tokenTextStyles, samplingStagesStyles];

  constructor() {
    super();
    /** @type {Sample | null} */
    this.sample = null;
    /** @type {import('../sampling.js').Sampling | null} */
    this.sampling = null;
  }

  render() {
    const { sample, sampling } = this;
    if (!sample || !sampling) return nothing;
    const [heat, ...filters] = sample.stages;
    return html`<ol>
      <li><span class="name">softmax ÷ T</span>${this.renderBar(heat)}<span class="says">${this.sayHeat(heat)}</span></li>
      ${filters.map((stage) => html`<li class=${stage.is_on ? '' : 'idle'}><span class="name">${stage.name}${limitOf(stage)}</span>${this.renderBar(stage)}
        <span class="says">${stage.is_on ? sayRemoved(stage) : 'off'}</span></li>`)}
      <li class="last"><span class="name">renormalise</span>${this.renderDraw(sample)}<span class="says">${sayKept(sample)}</span></li>
    </ol>
    ${this.renderDice(sample)}`;
  }

  /** @param {Stage} heat */
  sayHeat(heat) {
    if (this.sampling?.temperature === 0) return html`T = 0: the best alone, all ${formatCount(heat.removed)} others get nothing`;
    return html`T = ${this.sampling?.temperature} · all ${formatCount(heat.kept)} pieces, together 100 %`;
  }

  /** The whole mass: pieces as far as they are kept, then what this stage removed, then nothing. @param {Stage} stage */
  renderBar(stage) {
    const rows = this.sample?.rows ?? [];
    const shown = rows.filter(({ rank, p }) => rank < stage.kept && p >= SHOWN);
    const before = shown.at(-1)?.mass ?? 0;
    return html`<span class="bar" role="img" aria-label="kept ${formatProbability(stage.kept_p)}, removed here ${formatProbability(stage.removed_p)}">
      ${shown.map((row, i) => segment(row, i === 0 ? 0 : shown[i - 1].mass, row.mass, row.p))}
      ${shown.length < stage.kept ? html`<i class="others" data-from=${before} data-to=${stage.kept_p}></i>` : nothing}
      ${stage.removed_p > 0 ? html`<i class="gone" data-from=${stage.kept_p} data-size=${stage.removed_p}></i>` : nothing}
    </span>`;
  }

  /** What is left, stretched to 1, with the cut where the dice fell. @param {Sample} sample */
  renderDraw({ rows, throw: thrown, kept }) {
    const shown = rows.filter(({ rank, q }) => rank < kept && q >= SHOWN);
    const wide = shown.some(({ rank, q }) => rank === thrown.rank && q >= NAMED);
    return html`<span class="bar draw" role="img" aria-label=${sayDice(thrown)}>
      ${shown.map((row) => segment(row, row.low, row.high, row.q))}
      ${shown.length < kept ? html`<i class="others" data-from=${shown.at(-1)?.high ?? 0} data-to="1"></i>` : nothing}
      <i class="piece drawn" data-from=${thrown.low} data-to=${thrown.high}>${wide ? tokenText(thrown) : nothing}</i>
      ${thrown.dice === null ? nothing : html`<i class="dice" data-from=${thrown.dice}></i>`}
    </span>`;
  }

  /** @param {Sample} sample */
  renderDice({ throw: thrown }) {
    if (thrown.dice === null) return html`<p class="said">At temperature 0 no dice are thrown: the best piece, <b>${tokenText(thrown)}</b>, is taken each time.</p>`;
    const seed = this.sampling?.seed ?? 0;
    const other = () => this.dispatchEvent(new CustomEvent('lw-set', { detail: { seed: seed + 1, replace: true }, bubbles: true, composed: true }));
    return html`<p class="said" aria-live="polite">The dice show <b class="number">${thrown.dice.toFixed(4)}</b>, which falls on <b>${tokenText(thrown)}</b>
      <span class="note">(from ${thrown.low.toFixed(4)} to ${thrown.high.toFixed(4)})</span>. <button class="link" @click=${other}>Throw again</button></p>
      <p class="note">Seed ${seed}, place ${thrown.place + 1} of the text: the same two always give the same throw (Philox4x64-10). Undo and write again, or open a link to this
        page, and the same piece comes.</p>`;
  }

  updated() {
    for (const each of this.renderRoot.querySelectorAll('[data-from]')) {
      const part = /** @type {HTMLElement} */ (each);
      const { from = '0', to, size } = part.dataset;
      setMeasure(part, '--from', from);
      setMeasure(part, '--size', size ?? String(Math.max(0, Number(to ?? from) - Number(from))));
    }
  }
}

/** @param {SampleRow} row @param {number} from @param {number} to @param {number} share */
const segment = (row, from, to, share) => html`<i class="piece" data-from=${from} data-to=${to}
  title="${tokenSpoken(row)}, ${formatProbability(share)}">${share >= NAMED ? tokenText(row) : nothing}</i>`;

/** @param {Stage} stage */
function limitOf({ name, is_on, limit }) {
  if (!is_on || limit === null || name === 'min-p') return nothing;
  return html` <span class="number">${name === 'top-k' ? formatCount(limit) : limit}</span>`;
}

/** @param {Stage} stage */
function sayRemoved({ name, kept, removed, removed_p, limit }) {
  const under = name === 'min-p' ? ` under ${formatProbability(limit ?? 0)}` : '';
  if (removed === 0) return `${formatCount(kept)} stay: nothing${under} is left to remove`;
  return html`<b>−${formatCount(removed)}</b>${under}, with ${formatProbability(removed_p)} · ${formatCount(kept)} stay`;
}

/** @param {Sample} sample */
function sayKept({ kept, stages }) {
  const left = stages[stages.length - 1].kept_p;
  return `${formatCount(kept)} ${kept === 1 ? 'piece' : 'pieces'}, ÷ ${left.toFixed(4)} = 100 %`;
}

/** @param {import('../types.js').Throw} thrown */
const sayDice = (thrown) => (thrown.dice === null ? `${tokenSpoken(thrown)} is taken` : `the dice ${thrown.dice.toFixed(4)} falls on ${tokenSpoken(thrown)}`);

customElements.define('lw-sampling-stages', SamplingStages);
