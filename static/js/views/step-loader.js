/**
 * Fetches what a picture wishes for: first what it cannot be drawn without, then, once that is painted, the rest. A newer
 * list of wishes drops the older one, so that a late answer is never drawn.
 */

/** @typedef {import('./step-scene.js').Wish} Wish */
/** @typedef {{getTensor: Function, getNext: Function, read: Function}} Api the part of the page's api that is used here */
const PAINTED_MS = 50; // after which what was drawn first is on the screen

/** @typedef {{state: 'empty' | 'loading' | 'ready' | 'failed', answers: any[], wishes: Wish[], error: Error | null}} Load */

export class StepLoader {
  /** @param {() => void} changed called whenever `load` changed */
  constructor(changed) {
    this.changed = changed;
    /** @type {Load} */
    this.load = { state: 'empty', answers: [], wishes: [], error: null };
    this.key = '';
    /** @type {AbortController | null} */
    this.controller = null;
  }

  /** @param {Api} api @param {import('../types.js').Subject} subject @param {Wish[]} wishes */
  async fetch(api, subject, wishes) {
    const key = JSON.stringify([subject, wishes]);
    if (key === this.key) return;
    this.drop();
    this.key = key;
    const controller = (this.controller = new AbortController());
    this.load = { ...this.load, state: 'loading', error: null };
    try {
      const answers = await Promise.all(wishes.map((wish) => (isLater(wish) ? undefined : ask(api, subject, wish, controller.signal))));
      if (controller.signal.aborted) return;
      this.load = { state: 'ready', answers, wishes, error: null };
      if (wishes.some(isLater)) void this.fetchLater(api, subject, wishes, controller.signal);
    } catch (error) {
      if (controller.signal.aborted) return;
      controller.abort(); // the other answers are of no use now; the same wishes wait for `drop`
      this.load = { state: 'failed', answers: [], wishes, error: /** @type {Error} */ (error) };
    }
    this.changed();
  }

  /** What can wait; where it does not come, its places stay empty. */
  /** @param {Api} api @param {import('../types.js').Subject} subject @param {Wish[]} wishes @param {AbortSignal} signal */
  async fetchLater(api, subject, wishes, signal) {
    await new Promise((resolve) => setTimeout(resolve, PAINTED_MS));
    if (signal.aborted) return;
    const late = await Promise.all(wishes.map((wish) => (isLater(wish) ? ask(api, subject, wish, signal).catch(() => undefined) : undefined)));
    if (signal.aborted) return;
    this.load = { ...this.load, answers: this.load.answers.map((answer, i) => answer ?? late[i]) };
    this.changed();
  }

  /** Nobody waits for the answers any more. */
  drop() {
    this.controller?.abort();
    this.key = '';
  }
}

/** @param {Wish} wish */
const isLater = (wish) => 'tensor' in wish && wish.later === true;

/** @param {Api} api @param {import('../types.js').Subject} subject @param {Wish} wish @param {AbortSignal} signal */
function ask(api, subject, wish, signal) {
  if ('next' in wish) return api.getNext({ ...subject, token: wish.next, temperature: 1, top: wish.top, least: wish.least }, signal);
  if ('read' in wish) return api.read(wish.read, { ...subject, ...wish.query }, signal);
  const { tensor, head, token, average, side, format } = wish;
  return api.getTensor({ ...subject, tensor, head, token, average, side, ...(format ? { format } : {}) }, signal);
}
