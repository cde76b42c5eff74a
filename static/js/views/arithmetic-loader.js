/**
 * Fetches the explanation of the number that is asked for, once the picture of the step is painted. A newer question drops the
 * older one, so that a late answer is never shown.
 */

import { Latest } from '../api.js';

/** @typedef {import('../types.js').Explanation} Explanation */

const PAINTED_MS = 40; // after which the picture of the step is on the screen
const LONG_MS = 300; // after which waiting is said

export class ArithmeticLoader {
  /** @param {() => void} changed called whenever there is something new @param {(told: Explanation | null) => void} answered */
  constructor(changed, answered) {
    this.changed = changed;
    this.answered = answered;
    /** @type {Explanation | null} the last answer */ this.told = null;
    /** @type {Error | null} */ this.error = null;
    this.isLate = false;
    this.key = '';
    this.hasAsked = false;
    this.latest = new Latest();
  }

  /** Whether another number is asked for than before. @param {Record<string, unknown>} query */
  turnTo(query) {
    const key = JSON.stringify(query);
    if (key === this.key) return false;
    this.key = key;
    this.hasAsked = this.isLate = false;
    this.latest.drop();
    return true;
  }

  /** @param {{read: Function}} api @param {Record<string, unknown>} query */
  async ask(api, query) {
    if (this.hasAsked) return;
    this.hasAsked = true;
    const wanted = this.latest.next();
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, PAINTED_MS)));
    if (wanted.aborted) return;
    const late = setTimeout(() => this.say({ isLate: true }), LONG_MS);
    wanted.addEventListener('abort', () => clearTimeout(late));
    const answer = await api.read('/api/explain', query, wanted).then(
      (/** @type {Explanation} */ told) => ({ told, error: null }),
      (/** @type {Error} */ error) => ({ told: null, error }),
    );
    clearTimeout(late);
    if (wanted.aborted) return;
    this.say({ ...answer, isLate: false });
    this.answered(this.told);
  }

  /** @param {Partial<ArithmeticLoader>} what */
  say(what) {
    Object.assign(this, what);
    this.changed();
  }

  /** The same question once more. */
  again = () => {
    this.hasAsked = false;
    this.say({ error: null });
  };

  /** Nobody waits for the answer any more. */
  drop() {
    this.latest.drop();
    this.key = '';
  }
}
