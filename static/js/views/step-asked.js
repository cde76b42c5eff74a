/** What stands beside the picture of a step: the number that was asked for, in full, and where it came from. */

import { html, nothing } from '/static/vendor/lit.js';
import { isSame } from '../trail.js';
import { askedLast, trailTo } from './asking.js';
import { elementsIn } from './arithmetic-expression.js';
import { describeElement, findValue } from './step-scene.js';
import './arithmetic.js';
import './step-number.js';

/** @typedef {import('./step-scene.js').Scene} Scene */
/** @typedef {import('../types.js').Explanation} Explanation */

/** The number that was asked for, or the selected one. @param {import('./step.js').Step} host @param {Scene} scene */
export function askedPart({ state, asking: { told }, loader, api }, scene) {
  const asked = askedLast(state.trail) ?? scene.picked;
  if (!asked) return nothing;
  const { load } = loader;
  const answer = isAbout(told, asked) ? told : null;
  const drawn = load.state === 'ready' ? findValue(asked, load.wishes, load.answers, scene.specs) : undefined;
  const value = drawn ?? (answer ? (answer.value ?? -Infinity) : undefined);
  return html`<section class="number"><h3>The selected number</h3>
      <lw-number .element=${asked} .value=${value} .words=${describeElement(asked, scene)} .told=${answer}></lw-number></section>
    <lw-arithmetic .scene=${scene} .asked=${asked} .trail=${trailTo(state.trail, asked)} .depth=${state.depth ?? 'numbers'}
      .ready=${load.state !== 'loading'} .api=${api}></lw-arithmetic>`;
}

/** The tokens whose numbers are in an explanation. @param {Explanation | null} told @param {Scene | null} scene @returns {number[]} */
export function lanesIn(told, scene) {
  if (!told || !scene) return [];
  const elements = [{ name: told.tensor, index: told.index }, ...elementsIn(told.expression)];
  const lanes = elements.flatMap(({ name, index }) => {
    const axes = scene.specs.get(name)?.axes ?? [];
    return index.filter((_, i) => ['token', 'query', 'key'].includes(axes[i]));
  });
  return [...new Set(lanes)];
}

/** @param {Explanation | null} told @param {import('./step-scene.js').Element | null} asked */
const isAbout = (told, asked) => told !== null && isSame({ name: told.tensor, index: told.index }, asked);

/** @type {WeakMap<Explanation, import('./step-scene.js').Element[]>} the same list each time: a view that has it does nothing */
const known = new WeakMap();
const NONE = /** @type {import('./step-scene.js').Element[]} */ ([]);

/** The operands that are lit in the picture. @param {Explanation | null} told @param {import('./step-scene.js').Element | null} asked */
export function litBy(told, asked) {
  if (!told || !isAbout(told, asked)) return NONE;
  const elements = known.get(told) ?? elementsIn(told.expression);
  known.set(told, elements);
  return elements;
}
