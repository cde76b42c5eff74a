/**
 * From the state to what the views show: the models, the anatomy of the chosen one, the trace of the text. Data flows one
 * way; a newer wish aborts the older one, so a late answer is never painted over a new one.
 */
import { batch, computed, effect, signal } from '/static/vendor/signals.js';
import { Latest } from './api.js';
import { followLens } from './lens.js';
import { ApiError } from './problem.js';
import { tellProgress } from './progress.js';

/** @typedef {import('./types.js').Model} Model */
/** @typedef {import('./types.js').Trace} Trace */
/** @typedef {import('./types.js').Subject} Subject */

/** How often the server is looked for while it is gone, and while it seems to be there. */
const [POLL_MS, BEAT_MS] = [1500, 15_000];
const IN_FRONT = 2; // tokens that may stand before a text: its beginning, and a space of the tokenizer's own

export class Session {
  /** @param {import('./state.js').PageState} state @param {import('./api.js').Api} api */
  constructor(state, api) {
    Object.assign(this, { state, api });
    this.state = state;
    this.api = api;
    this.models = signal(/** @type {import('./types.js').Models | null} */ (null));
    this.anatomy = signal(/** @type {import('./types.js').Anatomy | null} */ (null));
    this.trace = signal(/** @type {Trace | null} */ (null));
    this.traceWithLens = followLens(this.trace, api);
    /** Tokens of a text that is too long to be traced. */
    this.tokenized = signal(/** @type {import('./types.js').Tokenized | null} */ (null));
    this.problem = signal(/** @type {ApiError | null} */ (null));
    /** Since when (performance.now()) an answer is waited for. */
    this.waiting = signal(/** @type {number | null} */ (null));
    this.queue = signal('');
    this.isOnline = signal(true);
    this.model = computed(() => this.findModel());
    this.text = computed(() => this.state.signals.text.value ?? this.model.value?.examples[0] ?? '');
    this.latest = new Latest();
    this.latestAnatomy = new Latest();
    this.attempt = signal(0);
    /** @type {import('./writer.js').Writer | null} what writes on after the text, where the page lets it */
    this.writer = null;
  }

  start() {
    this.api.onLost = () => this.waitForServer();
    setInterval(() => this.listen(), BEAT_MS);
    effect(() => void (this.attempt.value, this.models.value === null && this.loadModels()));
    effect(() => void (this.attempt.value, this.model.value && this.loadAnatomy(this.model.value.name)));
    effect(() => {
      const model = this.model.value;
      void this.attempt.value;
      const text = this.text.value;
      if (model && this.state.isGarbled.value) this.refuseLink();
      else if (model) this.loadTrace({ model: model.name, text, bos: this.state.signals.bos.value }, model.limit);
    });
  }

  /** Asks again for what could not be had. */
  retry = () => {
    this.attempt.value += 1;
  };

  /** Stops waiting for the answer, and says so. */
  cancel = () => {
    this.latest.drop();
    const detail = 'The answer was not waited for. The text is still there; ask again, or change it.';
    batch(() => {
      this.waiting.value = null;
      this.problem.value = new ApiError('failed', { title: 'Cancelled', detail });
    });
  };

  /** @returns {Model | null} the model that the state asks for, if there is one */
  findModel() {
    const known = this.models.value;
    if (!known) return null;
    const wanted = this.state.signals.model.value ?? known.default;
    return known.models.find(({ name }) => name === wanted) ?? null;
  }

  /** The name that the state asks for where no model has it. */
  get unknownModel() {
    return this.models.value && !this.model.value ? this.state.signals.model.value : null;
  }

  async loadModels() {
    try {
      this.models.value = await this.api.getModels();
    } catch (error) {
      this.fail(error);
    }
  }

  /** @param {string} name */
  async loadAnatomy(name) {
    const wanted = this.latestAnatomy.next();
    if (this.anatomy.peek()?.model === name) return;
    this.anatomy.value = null;
    try {
      const anatomy = await this.api.getAnatomy(name, wanted);
      if (!wanted.aborted) this.anatomy.value = { ...anatomy, steps: anatomy.steps.filter((step) => step.shown !== false) };
    } catch (error) {
      if (!wanted.aborted) this.fail(error);
    }
  }

  /** @param {Subject} subject @param {number} limit the model's context */
  async loadTrace(subject, limit) {
    const wanted = this.latest.next();
    this.waiting.value = performance.now();
    const stop = tellProgress(this.api, subject, wanted, (said) => (this.queue.value = said));
    // The text before stays while the next is on its way; the numbers of one model under the name of another do not.
    if (this.trace.peek()?.model !== subject.model) this.trace.value = null;
    try {
      const tokenized = await this.countFirst(subject, limit, wanted);
      const trace = tokenized ? null : await this.traceWhenFree(subject, wanted);
      if (!wanted.aborted) this.show(trace, tokenized);
    } catch (error) {
      if (!wanted.aborted) this.fail(error);
    } finally {
      stop();
    }
  }

  /**
   * Limits count tokens and are told before sending: a text that could be too long is only counted first.
   * @param {Subject} subject @param {number} limit @param {AbortSignal} wanted
   */
  async countFirst(subject, limit, wanted) {
    if (new TextEncoder().encode(subject.text).length + IN_FRONT <= limit) return null;
    const tokenized = await this.api.getTokens(subject, wanted);
    return tokenized.count > tokenized.limit ? tokenized : null;
  }

  /** Asks for the trace, again where the server says that it is busy. @param {Subject} subject @param {AbortSignal} wanted
   * @returns {Promise<Trace>} */
  async traceWhenFree(subject, wanted) {
    try {
      return await this.api.getTrace(subject, wanted);
    } catch (error) {
      if (!(error instanceof ApiError && error.kind === 'busy') || wanted.aborted) throw error;
      this.queue.value = error.message;
      await new Promise((resolve) => setTimeout(resolve, 1000 * error.retryAfter));
      wanted.throwIfAborted();
      return this.traceWhenFree(subject, wanted);
    }
  }

  /** @param {Trace | null} trace @param {import('./types.js').Tokenized | null} tokenized */
  show(trace, tokenized) {
    batch(() => {
      this.trace.value = trace;
      this.tokenized.value = tokenized;
      this.problem.value = null;
      this.waiting.value = null;
      this.queue.value = '';
      this.isOnline.value = true;
    });
  }

  refuseLink() {
    this.latest.drop();
    this.fail(ApiError.garbledLink());
  }

  /** A server that is gone takes nothing off the page; anything else is said where the lanes were. @param {unknown} error */
  fail(error) {
    const problem = error instanceof ApiError ? error : new ApiError('failed', { title: 'The page stumbled', detail: String(error) });
    batch(() => {
      this.waiting.value = null;
      this.queue.value = '';
      if (problem.kind === 'offline') this.waitForServer();
      else {
        this.trace.value = null;
        this.tokenized.value = null;
        this.problem.value = problem;
      }
    });
  }

  /** Says that the server is gone, looks for it, and asks again once it is back. */
  async waitForServer() {
    if (!this.isOnline.peek()) return;
    this.isOnline.value = false;
    do await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    while (!(await this.api.isUp()));
    batch(() => {
      this.isOnline.value = true;
      this.trace.value = this.trace.value && { ...this.trace.value }; // what the views missed, they ask for again
      this.retry();
    });
  }

  /** Notices that the server is gone also while nobody asks for anything. */
  async listen() {
    if (document.visibilityState !== 'visible' || !this.isOnline.peek()) return;
    if (!(await this.api.isUp())) this.waitForServer();
  }
}
