/**
 * `<lw-writing>`: what writes on after the text: one token, on and on, stop, take back, go another way; the tokens as they come,
 * each with the dice that chose it; and the branches that were left. Properties: writer, trace, state.
 */
import { LitElement, html, nothing } from '/static/vendor/lit.js';
import { effect } from '/static/vendor/signals.js';
import { forkOf, readBranches } from '../branches.js';
import { laneColour } from '../colour.js';
import { formatCount, formatProbability, plural } from '../format.js';
import { setMeasure } from '../measure.js';
import { tokenSpoken } from '../tokens.js';
import { sharedStyles } from './shared-styles.js';
import { tokenText, tokenTextStyles } from './token-text.js';
import { writingStyles } from './writing-styles.js';

/** @typedef {import('../types.js').Written} Written */
/** @typedef {import('../writer.js').Run} Run */

/** How much of a text is shown before and after the place where a branch leaves it. */
const FORK = 18;
/** Ends at which the last token is no part of the text. */
const NO_TEXT = ['control', 'unused', 'not-text'];

export class Writing extends LitElement {
  static properties = { writer: { attribute: false }, trace: { attribute: false }, state: { attribute: false } };

  static styles = [sharedStyles, tokenTextStyles, writingStyles];

  constructor() {
    super();
    /** @type {import('../writer.js').Writer | null} */
    this.writer = null;
    /** @type {import('../types.js').Trace | null} */
    this.trace = null;
    /** @type {import('../types.js').State | null} */
    this.state = null;
  }

  connectedCallback() {
    super.connectedCallback();
    this.follow();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.leave?.();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('writer')) this.follow();
  }

  /** Every token that comes is painted here, and nowhere else. */
  follow() {
    this.leave?.();
    const { writer } = this;
    if (!writer) return;
    this.leave = effect(() => {
      void [writer.isWriting.value, writer.run.value, writer.failure.value, writer.acts.value];
      this.requestUpdate();
    });
  }

  render() {
    const { writer } = this;
    if (!writer) return nothing;
    const isWriting = writer.isWriting.value;
    const run = writer.told;
    return html`<div class="controls" role="group" aria-label="Write on">
        <button class="button" aria-disabled=${isWriting} title="Draw one token and write it (w)" @click=${writer.writeOne}>write one</button>
        <button class="button run" aria-pressed=${String(isWriting)} title=${isWriting ? 'Stop (g or space)' : 'Write token after token (g)'} @click=${writer.toggle}>
          <svg viewBox="0 0 16 16" aria-hidden="true"><path d=${isWriting ? 'M3.5 3.500h9v9h-9z' : 'M2 3l5.500 5L2 13zM8.500 3L14 8l-5.500 5z'} /></svg>${isWriting ? 'stop' : 'run on'}</button>
        <button class="icon" aria-label="Take back" title="Take back what was written last (u)" aria-disabled=${isWriting || !writer.last} @click=${writer.undo}>
          <svg viewBox="0 0 16 16" aria-hidden="true"><path class="line" d="M6 3L2.500 6.500 6 10M2.500 6.500H10a3.200 3.200 0 0 1 0 6.400H7" /></svg></button>
        <button class="icon" aria-label="Write again what was taken back" title="Write it again (U)" aria-disabled=${isWriting || !writer.next} @click=${writer.redo}>
          <svg viewBox="0 0 16 16" aria-hidden="true"><path class="line" d="M10 3l3.500 3.500L10 10M13.500 6.500H6a3.200 3.200 0 0 0 0 6.400h3" /></svg></button>
      </div>
      ${writer.complaint ? html`<p class="failure" role="alert">${writer.complaint}</p>` : nothing}
      ${run && run.tokens.length > 0 ? this.renderRun(run) : nothing}
      <p class="spoken" role="status">${run?.end ? sayRun(run) : ''}</p>
      ${this.renderBranches(readBranches(this.state?.branches ?? null))}`;
  }

  /** @param {Run} run */
  renderRun(run) {
    const last = run.tokens[run.tokens.length - 1];
    return html`<div class="run-of" aria-hidden="true">
      <p class="stream">${run.tokens.map((token, i) => html`<span class=${i === run.tokens.length - 1 && isNoText(run) ? 'no-text' : ''} data-place=${token.place} data-q=${token.q}
        title="${tokenSpoken(token)}: ${sayDraw(token)}">${tokenText(token)}</span>`)}</p>
      </div>
      <p class="note">${tokenText(last)}: ${sayDraw(last)}${run.tokens.length > 1 ? html` · ${plural(run.tokens.length, 'token')}` : nothing}${this.sayCache(last)}</p>
      ${run.end ? html`<p class="note">${ENDINGS[run.end]?.(run) ?? nothing} ${this.sayRecut(run)}</p>` : nothing}`;
  }

  /** What is kept for the next token, with the way to its picture. @param {Written} token */
  sayCache({ cache_bytes }) {
    if (cache_bytes === 0) return nothing;
    const show = () => this.dispatchEvent(new CustomEvent('lw-set', { detail: { step: 'probs', look: 'cache' }, bubbles: true, composed: true }));
    return html` · <button class="link" @click=${show}>KV cache ${formatCount(cache_bytes)} bytes</button>`;
  }

  /** The text is what goes on: where it is cut into other tokens than were written, that is said. @param {Run} run */
  sayRecut(run) {
    const { trace, writer } = this;
    if (!trace || trace.text !== writer?.now.text) return nothing;
    const written = (isNoText(run) ? run.tokens.slice(0, -1) : run.tokens).map(({ id }) => id);
    const read = trace.tokens.slice(run.tokens[0].place).map(({ id }) => id);
    if (JSON.stringify(written) === JSON.stringify(read)) return nothing;
    return html`Read as a text, this is cut into other tokens than were written (${plural(read.length, 'token')} instead of ${formatCount(written.length)}); what follows is
      foretold from the text.`;
  }

  /** @param {string[]} branches */
  renderBranches(branches) {
    const { writer } = this;
    if (!writer || branches.length === 0) return nothing;
    const now = writer.now.text;
    return html`<div class="branches"><h3>Other ways that were written</h3>
      <ul>${branches.map((branch) => {
        const { stem, tail } = forkOf(branch, now, FORK);
        return html`<li><button title="Go back to this text" aria-disabled=${writer.isWriting.value} @click=${() => writer.goTo(branch)}><bdi>${stem}</bdi><b><bdi>${tail || '(ends here)'}</bdi></b></button></li>`;
      })}</ul></div>`;
  }

  updated() {
    for (const each of this.renderRoot.querySelectorAll('[data-place]')) {
      const token = /** @type {HTMLElement} */ (each);
      setMeasure(token, '--lane', laneColour(Number(token.dataset.place)));
      setMeasure(token, '--q', token.dataset.q ?? '0');
    }
    const stream = this.renderRoot.querySelector('.run-of');
    if (stream) stream.scrollTop = stream.scrollHeight;
  }
}

/** @param {Run} run */
const isNoText = ({ end }) => NO_TEXT.includes(end ?? '');

/** @param {Written} token */
function sayDraw({ dice, q, kept }) {
  if (dice === null) return 'the best, no dice';
  return `dice ${dice.toFixed(4)}, ${formatProbability(q)}${kept === 1 ? ', the only one left' : ''}`;
}

/** @type {Record<string, (run: Run) => string>} */
const ENDINGS = {
  stopped: () => 'Stopped.',
  failed: () => 'It broke off.',
  limit: ({ tokens }) => (tokens.length > LONGEST_CHARACTER ? 'That was a run; run on for more.' : ''),
  context: () => 'The context is full: the model can read no more.',
  control: () => 'The model ended the text: a control token was drawn, which is no text.',
  unused: () => 'An id was drawn that no piece has.',
  'not-text': () => 'Bytes were drawn that cannot become a character after those before; they were not written.',
};
/** One token more or less: a single one is written until its character is whole. */
const LONGEST_CHARACTER = 4;

/** Said once, when it is over. @param {Run} run */
function sayRun(run) {
  const words = run.tokens.map(({ added }) => added).join('').trim();
  return `Wrote ${plural(run.tokens.length, 'token')}: ${words}. ${ENDINGS[run.end ?? '']?.(run) ?? ''}`;
}

customElements.define('lw-writing', Writing);
