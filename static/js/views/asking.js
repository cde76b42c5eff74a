/** Asking a number where it came from: what the page's state becomes, and which step wrote the number. Pure. */

import { isSame, readTrail, writeElement, writeTrail } from '../trail.js';
import { headGroup } from './step-scene.js';

/** @typedef {import('./step-scene.js').Scene} Scene */
/** @typedef {import('./step-scene.js').Element} Element */
/** @typedef {import('../types.js').State} State */

/** What was asked for last, or nothing where nobody asked. @param {string | null | undefined} trail @returns {Element | null} */
export const askedLast = (trail) => readTrail(trail).at(-1) ?? null;

/**
 * A number of the picture was chosen: it is asked for by itself. One of the step's own tensor needs no trail, since the cell
 * says it all.
 * @param {Element} element @param {Scene} scene @param {boolean} hasTrail whether one is left, to which Back should lead
 * @returns {Partial<State> & {push?: boolean}}
 */
export function chooseElement(element, scene, hasTrail) {
  const isOwn = element.name === scene.step.name;
  return { ...placeOn(element, scene), ...(isOwn ? { cell: element.index.join(',') } : {}), trail: isOwn ? null : writeElement(element), push: hasTrail };
}

/**
 * An operand was asked for: the page goes to the step that wrote it, so that the picture shows where it stands. A weight was
 * written by no step; the one that uses it stays.
 * @param {Element} element @param {Element[]} before the trail that leads to it @param {Scene} scene @returns {Partial<State> & {push: boolean}}
 */
export function followElement(element, before, scene) {
  const writer = scene.steps.find(({ writes }) => writes.includes(element.name));
  const trail = writeTrail([...before, element]);
  if (!writer) return { trail, push: true };
  const cell = writer.name === element.name ? element.index.join(',') : null;
  return { ...placeOn(element, scene), step: writer.name, look: null, cell, trail, push: true };
}

/** The trail up to the element that is asked for now. @param {string | null | undefined} trail @param {Element} now @returns {Element[]} */
export function trailTo(trail, now) {
  const known = readTrail(trail);
  return isSame(known.at(-1) ?? null, now) ? known : [now];
}

/** The token and the head that an element belongs to. @param {Element} element @param {Scene} scene @returns {Partial<State>} */
function placeOn({ name, index }, { specs, sizes, state }) {
  const axes = specs.get(name)?.axes ?? [];
  const at = (/** @type {string[]} */ ...names) => index[axes.findIndex((axis) => names.includes(axis))];
  const [token, own, shared] = [at('token', 'query'), at('head'), at('kv_head')];
  const head = own ?? (shared === undefined || shared === state.kvHead ? undefined : shared * headGroup(sizes));
  return { ...(token === undefined ? {} : { token }), ...(head === undefined ? {} : { head }) };
}
