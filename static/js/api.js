/**
 * The one place that asks the server. Everything is a GET whose query holds the whole request, so answers are remembered
 * here by their address; a request that nobody waits for any more is dropped.
 */
import { readEvents } from './events.js';
import { readHalves } from './float16.js';
import { ApiError, problemOf } from './problem.js';
import { loneSurrogate } from './tokens.js';

/** @typedef {import('./types.js').Trace} Trace */
/** @typedef {import('./types.js').Anatomy} Anatomy */
/** @typedef {import('./types.js').Slice} Slice */
/** @typedef {import('./types.js').Subject} Subject */
/** @typedef {Subject & {tensor: string, head?: number | null, token?: number | null, format?: 'f32' | 'f16', average?: 'head', side?: number}} TensorRequest */
/** @typedef {{answer: Promise<any>, controller: AbortController, waiting: number}} Flight */
/** @typedef {{value: any, bytes: number}} Remembered */

const REMEMBERED_BYTES = 8 * 2 ** 20;
const LONGEST_ADDRESS = 60_000;

export class Api {
  /** @param {string} [base] the server's address; that of the page by default */
  constructor(base = '') {
    this.base = base;
    /** @type {Map<string, Flight>} */
    this.flights = new Map();
    /** @type {Map<string, Remembered>} least recently used first */
    this.remembered = new Map();
    this.bytes = 0;
    /** Called when a request found no server. */
    this.onLost = () => {};
  }

  /** @param {AbortSignal} [signal] @returns {Promise<import('./types.js').Models>} */
  getModels = (signal) => this.get('/api/models', {}, readJson, signal);

  /** @param {string} model @param {AbortSignal} [signal] @returns {Promise<Anatomy>} */
  getAnatomy = (model, signal) => this.get('/api/anatomy', { model }, readJson, signal);

  /** @param {Subject} subject @param {AbortSignal} [signal] @returns {Promise<import('./types.js').Tokenized>} */
  getTokens = (subject, signal) => this.get('/api/tokenize', subject, readJson, signal);

  /** @param {Subject} subject @param {AbortSignal} [signal] @returns {Promise<Trace>} */
  getTrace = (subject, signal) => this.get('/api/trace', subject, readJson, signal);

  /** @param {Subject & {token: number, temperature: number, top?: number, least?: number}} request @param {AbortSignal} [signal]
   * @returns {Promise<import('./types.js').Next>} */
  getNext = (request, signal) => this.get('/api/next', request, readJson, signal);

  /** One tensor, or the slice of it at a head or a token; float16 is for colours only. @param {TensorRequest} request @param {AbortSignal} [signal]
   * @returns {Promise<Slice>} */
  getTensor = (request, signal) => this.get('/api/tensor', { format: 'f32', ...request }, readSlice, signal);

  /** What any other address answers. @param {string} path @param {Record<string, unknown>} query @param {AbortSignal} [signal] @returns {Promise<any>} */
  read = (path, query, signal) => this.get(path, query, readJson, signal);

  /** An answer that comes in pieces; it is not remembered. @param {string} path @param {Record<string, unknown>} query @param {AbortSignal} signal */
  stream = (path, query, signal) => readEvents(this.ask(addressOf(this.base + path, query), signal), (error) => this.lose(error));

  /** What is so now, and may be otherwise in a moment. @param {string} path @param {Record<string, unknown>} query @returns {Promise<any>} */
  peek = (path, query) => fetch(addressOf(this.base + path, query), { cache: 'no-store' }).then((answer) => answer.json());

  /** Whether the server answers at all. */
  async isUp() {
    return fetch(`${this.base}/healthz`, { cache: 'no-store' }).then((answer) => answer.ok, () => false);
  }

  /**
   * @template T
   * @param {string} path @param {Record<string, unknown>} query
   * @param {(answer: Response) => Promise<{value: T, bytes: number}>} read
   * @param {AbortSignal} [signal]
   * @returns {Promise<T>}
   */
  async get(path, query, read, signal) {
    const address = addressOf(this.base + path, query);
    signal?.throwIfAborted();
    const known = this.remembered.get(address);
    if (known) return this.remember(address, known);
    const flight = this.flights.get(address) ?? this.send(address, read);
    flight.waiting += 1;
    const leave = () => {
      flight.waiting -= 1;
      if (flight.waiting === 0) flight.controller.abort();
    };
    return abortable(flight.answer, leave, signal);
  }

  /** @param {string} address @param {(answer: Response) => Promise<Remembered>} read @returns {Flight} */
  send(address, read) {
    const controller = new AbortController();
    const answer = this.ask(address, controller.signal)
      .then((found) => read(found).catch((error) => this.lose(error)))
      .then((remembered) => this.remember(address, remembered))
      .finally(() => this.flights.get(address) === flight && this.flights.delete(address));
    /** @type {Flight} */
    const flight = { answer, controller, waiting: 0 };
    controller.signal.addEventListener('abort', () => this.flights.delete(address));
    answer.catch(() => {});
    this.flights.set(address, flight);
    return flight;
  }

  /** @param {string} address @param {AbortSignal} signal */
  async ask(address, signal) {
    const answer = await fetch(address, { signal }).catch((error) => this.lose(error));
    if (!answer.ok) throw await problemOf(answer);
    return answer;
  }

  /** No server, or one that went away in the middle of its answer. @param {unknown} error @returns {never} */
  lose(error) {
    if (!(error instanceof TypeError)) throw error; // which is what fetch says of the network alone
    this.onLost();
    throw ApiError.offline();
  }

  /** Keeps an answer, and forgets the oldest ones over the limit. @param {string} address @param {Remembered} remembered */
  remember(address, remembered) {
    if (this.remembered.delete(address)) this.bytes -= remembered.bytes;
    this.remembered.set(address, remembered);
    this.bytes += remembered.bytes;
    for (const [oldest, { bytes }] of this.remembered) {
      if (this.bytes <= REMEMBERED_BYTES || oldest === address) break;
      this.remembered.delete(oldest);
      this.bytes -= bytes;
    }
    return remembered.value;
  }
}

/** Gives out one signal at a time: taking the next one aborts the last, so that a late answer is dropped. */
export class Latest {
  /** @type {AbortController | undefined} */
  controller;

  next() {
    this.controller?.abort();
    this.controller = new AbortController();
    return this.controller.signal;
  }

  drop = () => this.controller?.abort();
}

/** @param {string} path @param {Record<string, unknown>} query */
function addressOf(path, query) {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
  for (const [, value] of given) if (typeof value === 'string') refuseSurrogates(value);
  const asked = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  const address = asked ? `${path}?${asked}` : path;
  if (address.length > LONGEST_ADDRESS) throw ApiError.tooLongToSend(String(query.text ?? '').length);
  return address;
}

/** A query is UTF-8, which has no lone surrogates: a browser would put another character in its place. @param {string} text */
function refuseSurrogates(text) {
  const at = loneSurrogate(text);
  if (at >= 0) throw ApiError.loneSurrogate(text, at);
}

/** @param {Response} answer */
async function readJson(answer) {
  const text = await answer.text();
  return { value: JSON.parse(text), bytes: 2 * text.length };
}

/** @param {Response} answer @returns {Promise<{value: Slice, bytes: number}>} */
async function readSlice(answer) {
  const header = (/** @type {string} */ name) => answer.headers.get(`X-Tensor-${name}`) ?? '';
  const list = (/** @type {string} */ text) => text.split(/[[\]",\s]+/).filter(Boolean);
  const buffer = await answer.arrayBuffer();
  const value = {
    name: header('Name'),
    axes: list(header('Axes')),
    shape: list(header('Shape')).map(Number),
    range: JSON.parse(header('Range') || '{}'),
    values: header('Dtype') === 'float16' ? readHalves(buffer) : new Float32Array(buffer),
  };
  return { value, bytes: value.values.byteLength + 500 };
}

/**
 * `promise` for one of those who wait for it; aborting `signal` lets this one go and calls `leave`.
 * @template T @param {Promise<T>} promise @param {() => void} leave @param {AbortSignal} [signal] @returns {Promise<T>}
 */
function abortable(promise, leave, signal) {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => {
      leave();
      reject(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
