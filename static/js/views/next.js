/**
 * `<lw-next>`: the probabilities of the next token at the chosen position, over the whole vocabulary: the ten most likely as
 * bars, all the rest as one. At temperature 1 they are part of the trace; at any other the server is asked. Raises `lw-set`.
 */
import { LitElement, html, nothing } from '/static/vendor/lit.js';
import { Latest } from '../api.js';
import { LANES } from '../colour.js';
import { formatCount, formatNumber, formatProbability } from '../format.js';
import { tokenSpoken } from '../tokens.js';
import { askProbability } from './lanes-parts.js';
import { nextStyles } from './next-styles.js';
import { sharedStyles } from './shared-styles.js';
import { tokenText, tokenTextStyles } from './token-text.js';
import { setMeasure } from '../measure.js';

/** @typedef {import('../types.js').Guess} Guess */
/** @typedef {{candidates: Guess[], rest: {count: number, p: number}}} Shown */

const TOP = 10;

export class LwNext extends LitElement {
  static properties = {
    trace: { attribute: false },
    state: { attribute: false },
    api: { attribute: false },
    answer: { state: true },
    failure: { state: true },
  };

  static styles = [sharedStyles, tokenTextStyles, nextStyles];

  constructor() {
    super();
    /** @type {import('../types.js').Trace | null} */
    this.trace = null;
    /** @type {import('../types.js').State | null} */
    this.state = null;
    /** @type {import('../api.js').Api | null} */
    this.api = null;
    /** @type {Shown | null} */
    this.answer = null;
    this.failure = '';
    /** @type {{trace: unknown, token: number, temperature: number} | undefined} */
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
    if (changed.has('trace') || changed.has('state')) this.ask(this.trace, this.token, this.state.temperature);
  }

  /** While the slider moves only the last wish counts. @param {import('../types.js').Trace} trace @param {number} token @param {number} temperature */
  async ask(trace, token, temperature) {
    if (this.asked?.trace === trace && this.asked.token === token && this.asked.temperature === temperature) return;
    this.asked = { trace, token, temperature };
    const wanted = this.latest.next();
    this.failure = '';
    if (temperature === 1) {
      const { top, rest } = trace.guesses[token];
      this.answer = { candidates: top, rest };
      return;
    }
    try {
      const request = { model: trace.model, text: trace.text, token, temperature, top: TOP };
      const answer = await this.api?.getNext(request, wanted);
      if (answer && !wanted.aborted) this.answer = answer;
    } catch (error) {
      if (wanted.aborted) return;
      this.asked = undefined;
      this.failure = /** @type {Error} */ (error).message;
    }
  }

  render() {
    if (!this.trace?.tokens.length || !this.answer || this.token === undefined) return nothing;
    const token = this.trace.tokens[this.token];
    const vocabulary = this.trace.sizes.vocab;
    return html`
      <h2>After <span class="after lane-${this.token % LANES}">${tokenText(token)}</span>, the next token</h2>
      <p class="note">position ${this.token + 1} of ${this.trace.tokens.length}${this.trueNext()}</p>
      ${this.failure ? html`<p class="failure" role="alert">${this.failure}</p>` : nothing}
      <ol aria-label="Most likely next tokens">${this.answer.candidates.slice(0, TOP).map((guess) => this.renderGuess(guess))}</ol>
      ${this.renderRest(this.answer, vocabulary)}
      ${this.renderTemperature()}
    `;
  }

  /** @param {Guess} guess */
  renderGuess(guess) {
    const said = `${tokenSpoken(guess)}, ${formatProbability(guess.p)}`;
    const title = guess.logit === undefined ? said : `${said}, logit ${formatNumber(guess.logit, 4)}, id ${guess.id}`;
    return html`<li title=${title} data-p=${guess.p}>
      <span class="label">${tokenText(guess)}</span>
      <span class="bar" aria-hidden="true"><i></i></span>
      ${this.state?.temperature === 1 ? askProbability(guess, this.token ?? 0, (detail) => this.raise(detail)) : html`<span class="number">${formatProbability(guess.p)}</span>`}
    </li>`;
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
      <button class="number" title="Back to 1" ?disabled=${value === 1} @click=${() => set(1)}>${value.toFixed(2)}</button>
    </div>
    <p class="note">${value === 0 ? 'At 0 the most likely token is certain.' : value === 1 ? nothing : 'Logits are divided by it before the softmax over the whole vocabulary.'}</p>`;
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

customElements.define('lw-next', LwNext);
