/**
 * Writes on after the text: one token, or on and on until it is stopped; takes back; goes another way. What is written goes
 * into the state at a calm pace, so that the lanes grow without a trace for every token; the tokens themselves are shown as
 * they come. Each act keeps the whole state before and after it: taking back restores all of it.
 */
import { batch, signal } from '/static/vendor/signals.js';
import { Latest } from './api.js';
import { readBranches, writeBranches } from './branches.js';
import { OBSTACLES } from './obstacles.js';
import { samplingOf } from './sampling.js';

/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').Written} Written */
/** @typedef {{state: State, text: string, model: string}} Moment the state, and the text and model that it means */
/** @typedef {{before: Moment, after: Moment}} Act */
/** @typedef {{tokens: Written[], end: string | null, text: string}} Run what is being written, or was last; `end` says why no more came, `text` is the whole text with it */

/** How many tokens one run writes at most, and how often the lanes follow it. */
const [RUN, CALM_MS] = [200, 600];
/** How one looks at the page is not taken back with what is written on it. */
const OF_THE_EYE = /** @type {const} */ (['theme', 'present']);

export class Writer {
  /** @param {import('./session.js').Session} session */
  constructor(session) {
    this.session = session;
    this.isWriting = signal(false);
    this.run = signal(/** @type {Run | null} */ (null));
    /** Why the last wish could not be fulfilled, and of which text it was one. */
    this.failure = signal(/** @type {{reason: string, text: string} | null} */ (null));
    this.acts = signal(/** @type {Act[]} */ ([]));
    this.latest = new Latest();
    this.followed = 0;
    this.hasPushed = false;
  }

  /** @returns {Moment} */
  get now() {
    const { state, text, model } = this.session;
    return { state: state.now, text: text.peek(), model: model.peek()?.name ?? '' };
  }

  /** The act that led to what is shown, wherever one came from: also after Back. */
  get last() {
    return this.acts.value.findLast(({ after }) => isSame(after, this.now));
  }

  /** The act that was taken back. */
  get next() {
    return this.acts.value.findLast(({ before }) => isSame(before, this.now));
  }

  /** What is being written, or was, where that is the text that is shown; another text has nothing to do with it. */
  get told() {
    const run = this.run.value;
    return run && (this.isWriting.value || run.text === this.now.text) ? run : null;
  }

  /** Why the last wish for this text could not be fulfilled. */
  get complaint() {
    return this.failure.value?.text === this.now.text ? this.failure.value.reason : '';
  }

  writeOne = () => this.write(1);

  /** Goes on, or stops. */
  toggle = () => (this.isWriting.peek() ? this.stop() : this.write(RUN));

  stop = () => this.latest.drop();

  /** @param {number} limit tokens */
  async write(limit) {
    const before = this.now;
    const { tokens } = this.session.trace.peek() ?? { tokens: [] };
    if (this.isWriting.peek() || tokens.length === 0) return;
    if (tokens.length >= (this.session.model.peek()?.limit ?? Infinity)) return this.fail(OBSTACLES.full);
    const wanted = this.begin({ tokens: [], end: null, text: before.text });
    let reason = '';
    const query = { model: before.model, text: before.text, bos: before.state.bos, ...samplingOf(before.state), limit };
    try {
      for await (const { name, content } of this.session.api.stream('/api/generate', query, wanted)) {
        if (wanted.aborted || this.isElsewhere()) break;
        if (name === 'end') this.tell({ end: content.reason });
        else this.hear(content, before);
      }
    } catch (error) {
      if (!wanted.aborted) reason = /** @type {Error} */ (error).message;
    }
    const isBroken = !wanted.aborted && !this.isElsewhere();
    this.stop();
    this.finish(before, isBroken);
    if (isBroken && reason) this.fail(reason);
  }

  /** Puts a piece behind a token by hand; what came after it stays as a branch. @param {number} token @param {number} id */
  async pick(token, id) {
    const before = this.now;
    if (this.isWriting.peek()) return;
    const wanted = this.begin(null);
    try {
      const query = { model: before.model, text: before.text, bos: before.state.bos, token, id };
      /** @type {import('./types.js').Continued} */
      const { text, obstacle } = await this.session.api.read('/api/continue', query, wanted);
      if (wanted.aborted || this.isElsewhere()) return;
      if (text === null) this.fail(OBSTACLES[obstacle ?? ''] ?? '');
      else this.goFrom(before, text);
    } catch (error) {
      if (!wanted.aborted) this.fail(/** @type {Error} */ (error).message);
    } finally {
      this.isWriting.value = false;
    }
  }

  /** Goes to another branch. @param {string} text */
  goTo(text) {
    if (this.isWriting.peek()) return;
    this.run.value = null;
    this.goFrom(this.now, text);
  }

  undo = () => this.restore(this.last?.before);

  redo = () => this.restore(this.next?.after);

  /** @param {Moment | undefined} moment */
  restore(moment) {
    if (!moment || this.isWriting.peek()) return;
    const kept = Object.fromEntries(OF_THE_EYE.map((name) => [name, this.session.state.now[name]]));
    batch(() => {
      this.run.value = null;
      this.failure.value = null;
      this.session.state.set({ ...moment.state, ...kept }, { push: true });
    });
  }

  /** @param {Run | null} run */
  begin(run) {
    batch(() => {
      this.isWriting.value = true;
      this.run.value = run;
      this.failure.value = null;
    });
    this.text = this.shown = this.now.text;
    this.followed = performance.now();
    this.hasPushed = false;
    return this.latest.next();
  }

  /** @param {Partial<Run>} change */
  tell(change) {
    this.run.value = { tokens: [], end: null, text: this.text ?? '', ...this.run.peek(), ...change };
  }

  fail = (/** @type {string} */ reason) => void (this.failure.value = { reason, text: this.now.text });

  /** A token came: it is shown at once; the lanes follow when the trace before is there, and not faster than the eye can.
   * @param {Written} token @param {Moment} before */
  hear(token, before) {
    this.text += token.added;
    this.tell({ tokens: [...(this.run.peek()?.tokens ?? []), token], text: this.text });
    if (this.session.waiting.peek() !== null || performance.now() - this.followed < CALM_MS) return;
    this.followed = performance.now();
    this.show(before, this.text ?? '');
  }

  /** @param {Moment} before @param {boolean} isBroken whether nobody stopped it, so that without an end it broke off */
  finish(before, isBroken) {
    batch(() => {
      if (this.run.peek()?.end === null) this.tell({ end: isBroken ? 'failed' : 'stopped' });
      if (!this.isElsewhere() && this.text !== before.text) this.goFrom(before, this.text ?? '');
      this.isWriting.value = false;
    });
  }

  /** Whether somebody else went to another text meanwhile. */
  isElsewhere() {
    return this.session.text.peek() !== this.shown;
  }

  /** One act: from a moment to a text. @param {Moment} before @param {string} text */
  goFrom(before, text) {
    this.show(before, text);
    this.hasPushed = false;
    this.acts.value = [...this.acts.peek(), { before, after: this.now }];
  }

  /** The first sight of an act is a place of its own in the browser's history. @param {Moment} before @param {string} text */
  show(before, text) {
    const others = this.acts.peek().map(({ after }) => after).filter(({ model, text: other }) => model === before.model && other.startsWith(before.text));
    const texts = [...readBranches(before.state.branches), ...others.map((each) => each.text), before.text];
    const branches = writeBranches(texts, text);
    this.session.state.set({ text, token: null, cell: null, branches }, { push: !this.hasPushed });
    this.hasPushed = true;
    this.shown = text;
  }
}

/** @param {Moment} one @param {Moment} other */
const isSame = (one, other) => one.text === other.text && one.model === other.model;
