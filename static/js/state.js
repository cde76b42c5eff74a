/**
 * The whole state of the page as signals that live in the address, so that a link opens exactly what its sender saw, and
 * Back works. Stepping and a new text are places to go back to; what happens while typing, scrubbing or playing is not.
 */
import { batch, computed, signal } from '/static/vendor/signals.js';
import { readBranches } from './branches.js';
import { loneSurrogate } from './tokens.js';
import { isTrail } from './trail.js';

/** @typedef {import('./types.js').State} State */
/** @typedef {{[K in keyof State]: import('/static/vendor/signals.js').Signal<State[K]>}} Signals */
/** @typedef {{read: (text: string) => any, write: (value: any) => string}} Field */

/** @type {Readonly<State>} */
const DEFAULTS = Object.freeze({
  model: null,
  text: null,
  bos: null,
  step: null,
  look: null,
  token: null,
  head: 0,
  cell: null,
  trail: null,
  depth: null,
  temperature: 1,
  top_k: null,
  top_p: 1,
  min_p: 0,
  seed: 0,
  branches: null,
  factor: 1,
  shift: 0,
  slide: 0,
  partner: null,
  stage: 0,
  theme: null,
  zoom: 0,
  bytes: false,
  present: false,
});

const MOST_K = 1_000_000;
/** How deep the panel of a number goes; null stands for the numbers themselves. */
const DEPTHS = ['words', 'shapes', 'code'];

const WORD = { read: (/** @type {string} */ text) => text, write: String };
const WHOLE = { read: readWhole, write: String };
const FLAG = { read: (/** @type {string} */ text) => text === '1', write: () => '1' };
/** @type {Record<keyof State, Field>} */
const FIELDS = {
  model: WORD,
  text: WORD,
  bos: { read: (text) => (/^[01]$/.test(text) ? text === '1' : null), write: (value) => (value ? '1' : '0') },
  step: WORD,
  look: WORD,
  token: WHOLE,
  head: WHOLE,
  cell: { read: (text) => (/^\d+(,\d+)*$/.test(text) ? text : null), write: String },
  trail: { read: (text) => (isTrail(text) ? text : null), write: String },
  depth: { read: (text) => (DEPTHS.includes(text) ? text : null), write: String },
  temperature: { read: (text) => readNumber(text, 0, 5), write: String },
  top_k: { read: (text) => readNumber(String(readWhole(text)), 1, MOST_K), write: String },
  top_p: { read: (text) => readNumber(text, 0.000001, 1), write: String },
  min_p: { read: (text) => readNumber(text, 0, 1), write: String },
  seed: WHOLE,
  branches: { read: (text) => (readBranches(text).length > 0 ? text : null), write: String },
  factor: { read: (text) => readNumber(text, 0.1, 10), write: String },
  shift: { read: (text) => readNumber(text, -3, 3), write: String },
  slide: { read: (text) => (/^-?\d{1,7}$/.test(text) ? Number(text) : null), write: String },
  partner: WHOLE,
  stage: WHOLE,
  theme: { read: (text) => (text === 'light' || text === 'dark' ? text : null), write: String },
  zoom: { read: (text) => (text === '1' ? 1 : 0), write: String },
  bytes: FLAG,
  present: FLAG,
};
const NAMES = /** @type {(keyof State)[]} */ (Object.keys(DEFAULTS));
/** What another text or model makes meaningless: a selection is cleared when the tokens change under it. */
const OF_THE_TOKENS = /** @type {const} */ (['token', 'cell', 'branches', 'trail', 'slide', 'partner', 'stage']);
/** What leaves the number that was asked for, and with it the trail. */
const LEAVING = /** @type {const} */ (['step', 'token', 'head', 'cell']);

export class PageState {
  /** @param {Window} [place] */
  constructor(place = window) {
    this.place = place;
    /** @type {Signals} */
    this.signals = /** @type {any} */ (Object.fromEntries(NAMES.map((name) => [name, signal(DEFAULTS[name])])));
    /** All of it as one plain object, new whenever something changed. */
    this.all = computed(() => /** @type {State} */ (Object.fromEntries(NAMES.map((n) => [n, this.signals[n].value]))));
    /** Whether the text in the address is none: bytes that are no UTF-8, which a browser reads as U+FFFD without a word. */
    this.isGarbled = signal(false);
    this.read();
    place.addEventListener('popstate', () => this.read());
  }

  /** @returns {State} the present state, without subscribing to it */
  get now() {
    return /** @type {State} */ (Object.fromEntries(NAMES.map((name) => [name, this.signals[name].peek()])));
  }

  /**
   * Changes some of the state, and the address with it.
   * @param {Partial<State>} patch
   * @param {{push?: boolean}} [options] push: this is a place to come Back from
   */
  set(patch, { push = false } = {}) {
    const whole = { ...this.cleared(patch), ...patch };
    const changed = NAMES.filter((name) => name in whole && whole[name] !== this.signals[name].peek());
    if (changed.length === 0) return;
    batch(() => {
      changed.forEach((name) => this.assign(name, whole[name]));
      if (changed.includes('text')) this.isGarbled.value = false;
    });
    this.write(push);
  }

  /** @param {keyof State} name @param {unknown} value */
  assign(name, value) {
    /** @type {import('/static/vendor/signals.js').Signal<unknown>} */ (this.signals[name]).value = value;
  }

  /** Takes the state from the address. */
  read() {
    const query = new URLSearchParams(this.place.location.search);
    batch(() => {
      NAMES.forEach((name) => this.assign(name, readField(query, name)));
      this.isGarbled.value = isGarbled(this.place.location.search, query.get('text'));
    });
  }

  /** @param {boolean} push */
  write(push) {
    // An address is UTF-8 and would put another character in the place of half of one.
    if (loneSurrogate(this.now.text ?? '') >= 0) return;
    const address = this.address();
    const { history, location } = this.place;
    if (address === location.pathname + location.search) return;
    try {
      history[push ? 'pushState' : 'replaceState'](null, '', address);
    } catch {
      // A browser lets only so many through in a few seconds, as when a key is held down; the next one says it all.
    }
  }

  /** The address of the present state, without the host. */
  address() {
    const query = new URLSearchParams();
    const now = this.now;
    for (const name of NAMES) if (now[name] !== DEFAULTS[name]) query.set(name, FIELDS[name].write(now[name]));
    const text = query.toString();
    return this.place.location.pathname + (text ? `?${text}` : '');
  }

  /** @param {Partial<State>} patch @returns {Partial<State>} */
  cleared(patch) {
    const now = this.now;
    const moved = ['text', 'model', 'bos'].some((name) => name in patch && patch[/** @type {'text'} */ (name)] !== now[/** @type {'text'} */ (name)]);
    if (moved) return Object.fromEntries(OF_THE_TOKENS.map((name) => [name, DEFAULTS[name]]));
    return LEAVING.some((name) => name in patch && patch[name] !== now[name]) ? { trail: null } : {};
  }
}

/** @param {URLSearchParams} query @param {keyof State} name */
function readField(query, name) {
  const text = query.get(name);
  return text === null ? DEFAULTS[name] : (FIELDS[name].read(text) ?? DEFAULTS[name]);
}

/** @param {string} search the query as it was sent @param {string | null} text as the browser reads it */
function isGarbled(search, text) {
  if (!text?.includes('\ufffd')) return false;
  try {
    decodeURIComponent(search.replace(/%(?![\da-f]{2})/gi, '%25')); // a lone % is a sign like others
    return false;
  } catch {
    return true;
  }
}

/** @param {string} text */
function readWhole(text) {
  return /^\d{1,7}$/.test(text) ? Number(text) : null;
}

/** @param {string} text @param {number} low @param {number} high */
function readNumber(text, low, high) {
  const value = Number(text);
  return text !== '' && value >= low && value <= high ? value : null;
}
