/**
 * `<lw-next>`: the probabilities of the next token at the chosen position, over the whole vocabulary: the ten most likely as
 * bars, all the rest as one. The model's own are part of the trace; for any others the server is asked. With a `writer`, a piece
 * can be written by choosing it, and the text goes on by itself. Raises `lw-set`.
 */
import { LitElement, html, nothing } from '/static/vendor/lit.js';
import { Latest } from '../api.js';
import { LANES } from '../colour.js';
import { formatCount, formatNumber, formatProbability } from '../format.js';
import { describeSampling, hasFilters, isPlain, reasonFor, samplingOf } from '../sampling.js';
import { tokenSpoken } from '../tokens.js';
import { askProbability } from './lanes-parts.js';
import { nextStyles } from './next-styles.js';
import { rangeStyles } from './range-styles.js';
import { sharedStyles } from './shared-styles.js';
import { tokenText, tokenTextStyles } from './token-text.js';
import { setMeasure } from '../measure.js';
import './sampling-settings.js';
import './writing.js';

/** @typedef {import('../types.js').Guess & {fate?: import('../types.js').Fate}} Guess p is what it is drawn with */
/** @typedef {{candidates: Guess[], rest: {count: number, p: number}}} Shown */

const TOP = 10;
const FIRST = 5; // that are left in a low window while a step below is looked at

export class Next extends LitElement {
  static properties = {
    trace: { attribute: false },
    state: { attribute: false },
    api: { attribute: false },
    writer: { attribute: false },
    isOpen: { state: true },
    isWhole: { state: true },
    answer: { state: true },
    failure: { state: true },
  };

  static styles = [sharedStyles, tokenTextStyles, rangeStyles, nextStyles];

  constructor() {
    super();
    /** @type {import('../types.js').Trace | null} */
    this.trace = null;
    /** @type {import('../types.js').State | null} */
    this.state = null;
    /** @type {import('../api.js').Api | null} */
    this.api = null;
    /** @type {import('../writer.js').Writer | null} */
    this.writer = null;
    this.isOpen = false;
    this.isWhole = false;
    /** @type {Shown | null} */ this.answer = null;
    this.failure = '';
    /** @type {{trace: unknown, key: string} | undefined} */
    this.asked = undefined;
    this.latest = new Latest();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.latest.drop();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!this.trace?.tokens.length || !this.state) return;
    const last = this.trace.tokens.length - 1;
    this.token = Math.min(this.state.token ?? last, last);
    if (changed.has('trace') || changed.has('state')) this.ask(this.trace, this.token, samplingOf(this.state));
  }

  /** While the slider moves only the last wish counts.
   * @param {import('../types.js').Trace} trace @param {number} token @param {import('../sampling.js').Sampling} sampling */
  async ask(trace, token, { seed: _seed, ...sampling }) {
    const key = JSON.stringify([token, sampling]);
    if (this.asked?.trace === trace && this.asked.key === key) return;
    this.asked = { trace, key };
    const wanted = this.latest.next();
    this.failure = '';
    if (isPlain(sampling)) return void (this.answer = { candidates: trace.guesses[token].top, rest: trace.guesses[token].rest });
    try {
      const answer = await this.fetchShown(trace, { token, ...sampling }, wanted);
      if (!wanted.aborted) this.answer = answer;
    } catch (error) {
      if (wanted.aborted) return;
      this.asked = undefined;
      this.failure = /** @type {Error} */ (error).message;
    }
  }

  /** What is drawn from: where pieces are taken away before the draw, those that are left share all of it.
   * @param {import('../types.js').Trace} trace @param {Omit<import('../sampling.js').Sampling, 'seed'> & {token: number}} wish @param {AbortSignal} wanted
   * @returns {Promise<Shown>} */
  fetchShown({ model, text, bos }, wish, wanted) {
    const { token, temperature } = wish;
    const api = /** @type {import('../api.js').Api} */ (this.api);
    if (!hasFilters(wish)) return api.getNext({ model, text, bos, token, temperature, top: TOP }, wanted);
    const pick = (/** @type {import('../types.js').Sample} */ { rows, rest }) => ({ candidates: rows.map((row) => ({ ...row, p: row.q })), rest });
    return api.read('/api/sample', { model, text, bos, ...wish, limit: TOP }, wanted).then(pick);
  }

  render() {
    if (!this.trace?.tokens.length || !this.answer || this.token === undefined) return nothing;
    const token = this.trace.tokens[this.token];
    const vocabulary = this.trace.sizes.vocab;
    return html`
      <h2>After <span class="after lane-${this.token % LANES}">${tokenText(token)}</span>, the next token</h2>
      <p class="note">position ${this.token + 1} of ${this.trace.tokens.length}${this.trueNext()}</p>
      ${this.failure ? html`<p class="failure" role="alert">${this.failure}</p>` : nothing}
      <ol aria-label="Most likely next tokens" class=${this.state?.step && !this.isWhole ? 'short' : ''}>${this.answer.candidates.slice(0, TOP).map((guess) => this.renderGuess(guess))}</ol>
      ${this.renderMore(Math.min(TOP, this.answer.candidates.length) - FIRST)}
      ${this.renderRest(this.answer, vocabulary)}
      ${this.writer ? html`<lw-writing .writer=${this.writer} .trace=${this.trace} .state=${this.state}></lw-writing>` : nothing}
      ${this.renderTemperature()}
      ${this.writer ? this.renderSettings(vocabulary) : nothing}
    `;
  }

  /** @param {Guess} guess */
  renderGuess(guess) {
    const { fate = 'kept' } = guess;
    const said = fate === 'kept' ? `${tokenSpoken(guess)}, ${formatProbability(guess.p)}` : `${tokenSpoken(guess)}, removed by ${fate}: ${reasonFor(fate)}`;
    const title = guess.logit === undefined ? said : `${said}, logit ${formatNumber(guess.logit, 4)}, id ${guess.id}`;
    const bar = html`<span class="label">${tokenText(guess)}</span><span class="bar" aria-hidden="true"><i></i></span>`;
    return html`<li title=${title} data-p=${guess.p} class=${fate === 'kept' ? '' : 'removed'}>
      ${this.writer ? html`<button class="row" aria-label="Write ${said}" @click=${() => this.writer?.pick(this.token ?? 0, guess.id)}>${bar}</button>` : bar}
      ${isPlain(samplingOf(this.state ?? {})) ? askProbability(guess, this.token ?? 0, (detail) => this.raise(detail)) : html`<span class="number">${fate === 'kept' ? formatProbability(guess.p) : fate}</span>`}
    </li>`;
  }

  /** The bars that a low window hides while a step is looked at. @param {number} count */
  renderMore(count) {
    if (count <= 0 || !this.state?.step) return nothing;
    return html`<button class="more" aria-expanded=${this.isWhole} @click=${() => (this.isWhole = !this.isWhole)}>${this.isWhole ? 'fewer' : `${count} more`}</button>`;
  }

  /** Everything that is not shown, as one bar. @param {Shown} shown @param {number} vocabulary */
  renderRest({ candidates, rest }, vocabulary) {
    const more = candidates.length > TOP ? candidates.length - TOP : 0;
    const count = rest.count + more;
    if (count === 0) return html`<p class="note">These are all ${vocabulary} words of this model.</p>`;
    return html`<div class="rest" data-p=${rest.p} title=${`All other ${formatCount(count)} tokens of the vocabulary together`}>
      <span class="label">other ${formatCount(count)}</span>
      <span class="bar" aria-hidden="true"><i></i></span>
      <span class="number">${formatProbability(rest.p)}</span>
    </div>`;
  }

  /** What really comes next in the text, where something does. */
  trueNext() {
    const next = this.trace?.guesses[this.token ?? 0]?.next;
    const token = this.trace?.tokens[(this.token ?? 0) + 1];
    if (!next || !token) return nothing;
    return html`; what follows in the text is <strong class="lane-${((this.token ?? 0) + 1) % LANES} after">${tokenText(token)}</strong>:
      rank ${formatCount(next.rank)}, ${formatProbability(next.p)}, −log p ${formatNumber(next.nll)}`;
  }

  /** @param {Record<string, unknown>} detail */
  raise(detail) {
    this.dispatchEvent(new CustomEvent('lw-set', { detail, bubbles: true, composed: true }));
  }

  renderTemperature() {
    const value = this.state?.temperature ?? 1;
    const set = (/** @type {number} */ temperature) => this.raise({ temperature, replace: true });
    return html`<div class="temperature">
      <label for="temperature">temperature</label>
      <input id="temperature" type="range" min="0" max="2" step="0.05" .value=${String(value)}
        aria-valuetext=${value === 0 ? '0: always the most likely' : String(value)}
        @input=${(/** @type {Event} */ event) => set(Number(/** @type {HTMLInputElement} */ (event.target).value))} />
      <button class="number" title="Back to 1" aria-disabled=${value === 1} @click=${() => set(1)}>${value.toFixed(2)}</button>
    </div>
    ${value === 0 ? html`<p class="note">At 0 the most likely token is certain.</p>` : nothing}`;
  }

  /** Folded away until somebody wants them: the bars come first. @param {number} vocabulary */
  renderSettings(vocabulary) {
    const sampling = samplingOf(this.state ?? {});
    const toggle = (/** @type {Event} */ event) => (this.isOpen = /** @type {HTMLDetailsElement} */ (event.target).open);
    return html`<details class="settings" ?open=${this.isOpen} @toggle=${toggle}>
      <summary>${describeSampling(sampling, vocabulary)} · seed ${sampling.seed}</summary>
      ${this.isOpen ? html`<lw-sampling-settings short .sampling=${sampling} .vocabulary=${vocabulary}></lw-sampling-settings>
        <button class="link" @click=${() => this.raise({ step: 'probs', look: 'sampling' })}>every stage, every piece</button>` : nothing}
    </details>`;
  }

  updated() {
    for (const row of this.renderRoot.querySelectorAll('[data-p]')) {
      setMeasure(/** @type {HTMLElement} */ (row), '--p', /** @type {HTMLElement} */ (row).dataset.p ?? '0');
    }
    setMeasure(this, '--lane', `var(--lane-${(this.token ?? 0) % LANES})`);
    this.renderRoot.querySelectorAll('.after').forEach((each) => {
      const lane = /lane-(\d+)/.exec(each.className)?.[1];
      setMeasure(/** @type {HTMLElement} */ (each), '--token', `var(--lane-${lane})`);
    });
  }
}

customElements.define('lw-next', Next);
