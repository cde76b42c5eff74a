/**
 * `<lw-page>`: the page itself. It takes what the session has, hands it to the views, and puts what they raise into the state.
 * It renders into the document, so css/page.css lays it out; the views keep their own styles.
 */
import { LitElement, html, nothing } from '/static/vendor/lit.js';
import { effect } from '/static/vendor/signals.js';
import { placeOf } from '../walk.js';
import { actionsOf, followFullScreen } from './actions.js';
import { Announcer } from './announcer.js';
import { keysDialog, onKey } from './keys.js';
import { tokensIn } from './lanes-light.js';
import { pageHeader } from './page-header.js';
import { emptyState, loadingState, offlineBanner, overviewState, problemState, tooLongState, unknownModelState } from './states.js';

/** @typedef {import('../types.js').State} State */

const LINGER_MS = 150;

export class Page extends LitElement {
  static properties = { session: { attribute: false }, isPlaying: { state: true }, speed: { state: true }, note: { state: true } };

  constructor() {
    super();
    /** @type {import('../session.js').Session} */
    this.session = /** @type {any} */ (null);
    this.isPlaying = false;
    this.speed = 1;
    this.note = '';
    this.isTyping = false;
    this.viewKey = '';
    /** @type {Record<string, unknown>} */
    this.viewState = {};
    this.announcer = new Announcer();
    this.actions = actionsOf(this);
    this.onFullScreen = () => followFullScreen(this);
    this.onKeyDown = (/** @type {KeyboardEvent} */ event) => onKey(event, this.actions);
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.replaceChildren();
    addEventListener('keydown', this.onKeyDown);
    document.addEventListener('fullscreenchange', this.onFullScreen);
    this.stop = effect(() => this.follow());
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener('keydown', this.onKeyDown);
    document.removeEventListener('fullscreenchange', this.onFullScreen);
    this.stop?.();
  }

  /** Reads every signal that is shown, so that a change of any of them paints the page once. */
  follow() {
    const { state, models, anatomy, traceWithLens, tokenized, problem, waiting, queue, isOnline, text, model } = this.session;
    const all = [models, anatomy, traceWithLens, tokenized, problem, waiting, queue, isOnline, text, model].map((each) => each.value);
    document.documentElement.dataset.theme = state.all.value.theme ?? '';
    document.documentElement.toggleAttribute('data-present', state.all.value.present);
    document.title = text.value.trim() ? `${text.value.trim().slice(0, 50)} · Lanewise` : 'Lanewise';
    if (waiting.value !== null) this.tick();
    void all;
    this.requestUpdate();
  }

  /** While an answer is awaited, paints again now and then, so that the seconds count. */
  tick() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.requestUpdate();
      if (this.session.waiting.peek() !== null) this.tick();
    }, LINGER_MS);
  }

  /** @returns {State} */
  get state() {
    return this.session.state.now;
  }

  get steps() {
    return this.session.anatomy.value?.steps ?? [];
  }

  /** What a view asks for. @param {CustomEvent<Partial<State> & {replace?: boolean, push?: boolean, seek?: boolean}>} event */
  onSet({ detail: { replace, push, seek, ...patch } }) {
    if (patch.step !== undefined && !replace) this.isPlaying = false;
    this.session.state.set(patch, { push: !replace && (push || 'step' in patch || 'text' in patch || 'model' in patch) });
    if (seek) this.updateComplete.then(() => this.stepView?.seek?.());
  }

  get lanes() {
    return /** @type {import('./lanes.js').Lanes | null} */ (this.querySelector('lw-lanes'));
  }

  get stepView() {
    return /** @type {import('./step.js').Step | null} */ (this.querySelector('lw-step'));
  }

  /** What is pointed at in one view is marked in the others. @param {CustomEvent<Record<string, number> | null>} event */
  onMark({ detail, target }) {
    this.lanes?.light.show('marked', tokensIn(detail));
    const { stepView } = this;
    if (stepView && target !== stepView) stepView.mark = detail;
  }

  /** The first letter is a place to come Back from, those after it are not. @param {CustomEvent<{text: string}>} event */
  onText({ detail: { text } }) {
    this.session.state.set({ text }, { push: !this.isTyping });
    this.isTyping = true;
  }

  render() {
    const { isOnline, trace, traceWithLens, anatomy, api, model } = this.session;
    const state = this.state;
    const blocked = this.blockedBy();
    const step = this.steps[placeOf(this.steps, state.step)] ?? null;
    const isReady = !blocked && trace.value && anatomy.value && model.value;
    return html`<div class="page" @lw-set=${this.onSet} @lw-text=${this.onText} @lw-done=${() => (this.isTyping = false)} @focusout=${() => (this.isTyping = false)}
        @lw-mark=${this.onMark} @lw-lit=${(/** @type {CustomEvent} */ e) => this.lanes?.light.show('lit', e.detail)}
        @lw-step=${(/** @type {CustomEvent} */ e) => this.actions.step(e.detail)} @lw-play=${() => this.actions.play()}
        @lw-speed=${(/** @type {CustomEvent} */ e) => (this.speed = e.detail)}>
      ${isOnline.value ? nothing : offlineBanner()}
      ${pageHeader(this)}
      <main id="walk" tabindex="-1">
        ${blocked ?? html`
          <section class="card stage" aria-label="Stage">${this.progress()}
            <lw-lanes .anatomy=${anatomy.value} .trace=${traceWithLens.value} .state=${state} .api=${api}></lw-lanes></section>
          <aside class="card next" aria-label="Next token"><lw-next .trace=${trace.value} .state=${state} .api=${api} .writer=${this.session.writer}></lw-next></aside>
          <section class="card step" aria-label="Step">${step
            ? html`<lw-step .step=${step} .anatomy=${anatomy.value} .trace=${trace.value} .state=${this.views(state)} .api=${api} .model=${model.value}></lw-step>`
            : overviewState(/** @type {any} */ (model.value), this.steps.length, () => this.actions.step(1), state.step)}</section>`}
      </main>
      <footer class="card timeline" aria-label="Timeline" ?hidden=${!isReady}>
        <lw-transport .isPlaying=${this.isPlaying} .speed=${this.speed} .place=${placeOf(this.steps, state.step)} .count=${this.steps.length}></lw-transport>
        <lw-timeline .steps=${this.steps} .step=${state.step}></lw-timeline>
      </footer>
      <p class="spoken" aria-live="polite">${this.note || this.announcer.say(state, step, trace.value)}</p>
      ${keysDialog()}
    </div>`;
  }

  /** The state as the step panel is promised it: with the names that are used, not those that were left out. @param {State} state */
  views(state) {
    const key = JSON.stringify([state, this.session.model.value?.name, this.session.text.value]);
    if (this.viewKey !== key) {
      this.viewKey = key;
      this.viewState = { ...state, model: this.session.model.value?.name, text: this.session.text.value };
    }
    return this.viewState;
  }

  /** What is shown where the lanes would be, if they cannot be. */
  blockedBy() {
    const { session } = this;
    const { models, model, problem, tokenized, trace, anatomy, waiting } = session;
    const say = (/** @type {string} */ word) => this.say(word);
    if (session.unknownModel !== null) {
      const choose = (/** @type {string} */ name) => session.state.set({ model: name }, { push: true });
      return unknownModelState(session.unknownModel, /** @type {any} */ (models.value).models, choose);
    }
    if (problem.value) return problemState(problem.value, { retry: session.retry, say });
    if (tokenized.value) return tooLongState(tokenized.value.count, tokenized.value.limit, model.value?.title ?? '');
    if (model.value && trace.value && trace.value.tokens.length === 0) {
      return emptyState(model.value, (text) => session.state.set({ text }, { push: true }));
    }
    if (!trace.value || !anatomy.value) return loadingState(this.waited(), session.queue.value, session.cancel);
    void waiting.value;
    return null;
  }

  /** Over lanes that are still those of the text before: that the next ones are on their way. */
  progress() {
    const waited = this.session.waiting.value === null ? 0 : this.waited();
    if (waited * 1000 < LINGER_MS) return nothing;
    return html`<div class="progress" role="progressbar" aria-label="The model is working"></div>
      ${waited >= 1 ? html`<p class="waiting">${this.session.queue.value || 'Still working'}, for ${Math.floor(waited)} s.
        <button class="link" @click=${this.session.cancel}>Cancel</button></p>` : nothing}`;
  }

  /** @returns {number} seconds */
  waited() {
    const since = this.session.waiting.value;
    return since === null ? 0 : (performance.now() - since) / 1000;
  }

  /** Writes a word at the end of the text, with a space before it. @param {string} word */
  say(word) {
    const allowed = /** @type {string[]} */ (this.session.problem.value?.problem.allowed ?? []);
    const known = this.session.text.value.split(/\s+/).filter((each) => allowed.includes(each));
    this.session.state.set({ text: [...known, word].join(' ') }, { push: true });
  }
}

customElements.define('lw-page', Page);
