/**
 * A scene: everything that a picture needs to know, resolved: no head that is missing, no token that is "the last one".
 * Pure.
 */

import { tokenLabel, tokenSpoken } from '../tokens.js';
import { laneColour } from '../colour.js';
import { samplingOf } from '../sampling.js';

/** @typedef {import('../types.js').Op} Op */
/** @typedef {import('../types.js').Slice} Slice */
/** @typedef {import('../types.js').TensorSpec} TensorSpec */
/** @typedef {import('./grid-matrix.js').Label} Label */
/** @typedef {{name: string, index: number[]}} Element one number of a tensor */
/** @typedef {{tensor: string, head?: number, token?: number, average?: 'head', side?: number, format?: 'f16', later?: boolean} | {next: number, top: number, least: number} | {read: string, query?: Record<string, string | number | boolean | null>}} Wish what a picture asks the server for: half precision is for colours only, what comes later is drawn later, and `read` is the path of any other address, such as /api/explain, which gets model and text too */
/** @typedef {{model: string, text: string, bos: boolean | null, token: number, head: number, kvHead: number, cell: string | null, factor: number, shift: number, slide: number, partner: number, stage: number, sampling: import('../sampling.js').Sampling}} SceneState */
/** @typedef {{perHead: boolean, ignoreFirst: boolean, average?: boolean, entropy?: boolean}} Options average: the mean of all heads; entropy: colours say how unsure */
/**
 * @typedef {object} Scene
 * @property {Op} step
 * @property {Op[]} steps
 * @property {import('../pictures/looks.js').Look[]} looks
 * @property {import('../pictures/looks.js').Look} look the chosen one
 * @property {import('../pictures/figure.js').Picture} picture that of the look
 * @property {SceneState} state
 * @property {Record<string, number>} sizes
 * @property {import('../types.js').Trace} trace
 * @property {Record<string, any>} config
 * @property {Label[]} labels of the tokens
 * @property {Map<string, TensorSpec>} specs
 * @property {Options} options
 * @property {Element | null} picked
 * @property {Element[]} lit the operands of the number that was asked for, which are lit where they are drawn
 * @property {import('./grid-plate.js').Mark | null} mark
 * @property {(options: Partial<Options>) => void} choose
 * @property {(change: Record<string, unknown>) => void} set raise lw-set
 * @property {any} api for what a picture asks for when it is scrolled to
 */

/**
 * A function that is worked out once for each object.
 * @template {object} T @template R @param {(given: T) => R} make @returns {(given: T) => R}
 */
function once(make) {
  /** @type {WeakMap<T, {made: R}>} */
  const known = new WeakMap();
  return (given) => {
    const entry = known.get(given) ?? { made: make(given) };
    known.set(given, entry);
    return entry.made;
  };
}

/** The names of tokens along an edge. */
export const tokenLabels = once((/** @type {import('../types.js').Token[]} */ tokens) =>
  tokens.map((token, i) => ({ text: tokenLabel(token), spoken: `token ${i + 1} ${tokenSpoken(token)}`, colour: laneColour(i) })),
);

/** The catalogue of an anatomy, by name. */
export const specsOf = once((/** @type {import('../types.js').Anatomy} */ { tensors }) => new Map(tensors.map((spec) => [spec.name, spec])));

/**
 * @param {Partial<import('../types.js').State>} state @param {import('../types.js').Trace} trace @returns {SceneState}
 */
export function resolveState(state, trace) {
  const { sizes, tokens } = trace;
  const last = tokens.length - 1;
  const token = state.token === null || state.token === undefined || state.token < 0 ? last : Math.min(last, state.token);
  const head = Math.max(0, Math.min((sizes.head ?? 1) - 1, state.head ?? 0));
  const kvHead = Math.floor(head / headGroup(sizes));
  const partner = Math.max(0, Math.min(last, state.partner ?? token - 1));
  const { cell = null, factor = 1, shift = 0, slide = 0, stage = 0 } = state;
  return { model: trace.model, text: trace.text, bos: trace.bos, token, head, kvHead, cell, factor, shift, slide, partner, stage, sampling: samplingOf(state) };
}

const LONG = 64; // tokens

/** Whether a text has more tokens than a grid of them can show at once. @param {import('../types.js').Trace} trace */
export const isLong = ({ tokens }) => tokens.length > LONG;

/** How many query heads share one key head. @param {Record<string, number>} sizes */
export const headGroup = (sizes) => Math.max(1, (sizes.head ?? 1) / (sizes.kv_head ?? 1));

/**
 * The element that is selected: head and token are the page's, the other axes those of the cell, or the first number; for a
 * grid the token itself as key, for the vocabulary the best guess.
 * @param {TensorSpec} spec @param {SceneState} state @param {import('../types.js').Trace} trace @returns {Element}
 */
export function selectedElement(spec, state, trace) {
  const cell = state.cell?.split(',').map(Number) ?? [];
  const fits = cell.length === spec.axes.length && cell.every((n, i) => n < (trace.sizes[spec.axes[i]] ?? 0));
  const best = trace.guesses[state.token]?.top[0]?.id ?? 0;
  /** @type {Record<string, number>} */
  const own = { head: state.head, kv_head: state.kvHead, token: state.token, query: state.token };
  /** @type {Record<string, number>} */
  const first = { key: state.token, vocab: best };
  return { name: spec.name, index: spec.axes.map((axis, i) => own[axis] ?? (fits ? cell[i] : (first[axis] ?? 0))) };
}

/**
 * The value of an element, where one of the answers holds it.
 * @param {Element} element @param {Wish[]} wishes @param {any[]} answers @param {Map<string, TensorSpec>} specs
 * @returns {number | undefined}
 */
export function findValue({ name, index }, wishes, answers, specs) {
  const axes = specs.get(name)?.axes ?? [];
  for (const [i, wish] of wishes.entries()) {
    if (!('tensor' in wish) || wish.tensor !== name || wish.format || wish.average || wish.side || !answers[i]) continue;
    const { axes: left, shape, values } = /** @type {Slice} */ (answers[i]);
    const held = axes.every((axis, n) => (left.includes(axis) ? index[n] < shape[left.indexOf(axis)] : index[n] === pickedOn(axis, wish)));
    if (held && index.length === axes.length) return values[left.reduce((at, axis, n) => at * shape[n] + index[axes.indexOf(axis)], 0)];
  }
  return undefined;
}

/** What a wish picked on an axis. @param {string} axis @param {{head?: number, token?: number}} wish */
const pickedOn = (axis, wish) => (axis === 'head' || axis === 'kv_head' ? wish.head : wish.token);

/** Where an element stands, in words that count from 1. @param {Element} element @param {Scene} scene */
export function describeElement({ name, index }, scene) {
  const axes = scene.specs.get(name)?.axes ?? [];
  const layer = /^blocks\.(\d+)\./.exec(name)?.[1];
  const words = axes.map((axis, i) => describePlace(axis, index[i], scene));
  if (layer) words.unshift(`layer ${Number(layer) + 1}`);
  return words.join(' · ');
}

/** @param {string} axis @param {number} at @param {Scene} scene */
function describePlace(axis, at, { labels, sizes, trace }) {
  const token = labels[at] ? `${labels[at].text} (token ${at + 1})` : `token ${at + 1}`;
  const group = headGroup(sizes);
  if (axis === 'query') return `from ${token}`;
  if (axis === 'key') return `to ${token}`;
  if (axis === 'token') return token;
  if (axis === 'head') return `head ${at + 1}`;
  if (axis === 'kv_head') return group > 1 ? `key head ${at + 1}, shared by heads ${at * group + 1}–${(at + 1) * group}` : `head ${at + 1}`;
  if (axis === 'pair') return `pair ${at + 1}`;
  if (axis === 'vocab') return `piece ${pieceName(at, trace)}`;
  return axis === 'd_ff' ? `unit ${at + 1}` : `number ${at + 1} of ${sizes[axis]}`;
}

/** A piece of the vocabulary by its id, with its text where the trace knows it. @param {number} id @param {import('../types.js').Trace} trace */
function pieceName(id, trace) {
  const known = trace.guesses.flatMap(({ top }) => top).find((guess) => guess.id === id) ?? trace.tokens.find((token) => token.id === id);
  return known ? `${tokenLabel(known)} (id ${id})` : `with id ${id}`;
}
