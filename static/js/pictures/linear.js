/** A learned matrix: the vector that goes in, the vector that comes out; for q, k and v also every head as a small picture. */

import { html, nothing } from '/static/vendor/lit.js';
import { headGroup } from '../views/step-scene.js';
import { limitsOf } from '../views/grid-scale.js';
import '../views/head-overview.js';
import { allTokens, chosenLabel, meaningOf, plateOf, rowsInSight, stripFigure } from './figure.js';

/** @typedef {import('./figure.js').Scene} Scene */
/** @typedef {import('./figure.js').Slice} Slice */

/** @type {import('./figure.js').Picture} */
export const picture = {
  tensors: ({ step }) => [{ tensor: step.reads[0] }, { tensor: step.name }],
  draw(scene, [input, output]) {
    const { step, state } = scene;
    const axis = headAxis(scene, step.name);
    const picked = axis ? { [axis]: headOn(scene, axis), token: state.token } : { token: state.token };
    return html`<h3>For <bdi>${chosenLabel(scene)?.text}</bdi>${axis ? `, ${headName(scene, axis)}` : ''}</h3>
      ${stripFigure(scene, plateOf(scene, input, step.reads[0], { token: state.token }), { title: 'in', thick: 26, table: false })}
      <p class="between"><span class="factor">↓ times the learned matrix <code>${step.weights[0] ?? ''}</code>${step.weights[1] ? html`, plus <code>${step.weights[1]}</code>` : nothing}</span></p>
      ${stripFigure(scene, plateOf(scene, output, step.name, picked), { title: 'out', thick: 26, table: false })}
      ${axis ? everyHead(scene, step.name, output) : html`<h3>For every token</h3>${allTokens(scene, plateOf(scene, output, step.name), { title: meaningOf(scene, step.name) })}`}`;
  },
};

/** The axis of heads that a tensor has, or null. @param {Scene} scene @param {string} name */
export const headAxis = (scene, name) => scene.specs.get(name)?.axes.find((axis) => axis === 'head' || axis === 'kv_head') ?? null;

/** The chosen head, counted on this axis. @param {Scene} scene @param {string} axis */
export const headOn = (scene, axis) => (axis === 'kv_head' ? scene.state.kvHead : scene.state.head);

/** @param {Scene} scene @param {string} axis */
export function headName(scene, axis) {
  if (axis === 'head' || headGroup(scene.sizes) === 1) return `head ${scene.state.head + 1}`;
  return `key head ${scene.state.kvHead + 1}, which head ${scene.state.head + 1} reads`;
}

/**
 * Every head of a tensor with a vector a token, as small pictures.
 * @param {Scene} scene @param {string} name @param {Slice} answer @param {string} [words] what stands in a row
 */
export function everyHead(scene, name, answer, words = 'Every token') {
  const axis = /** @type {string} */ (headAxis(scene, name));
  const group = axis === 'kv_head' ? headGroup(scene.sizes) : 1;
  const heads = [...Array(scene.sizes[axis]).keys()];
  const plates = heads.map((head) => plateOf(scene, answer, name, { [axis]: head }));
  const chosen = plates[headOn(scene, axis)];
  return html`<h3>${words}, ${headName(scene, axis)}</h3>
    ${allTokens(scene, chosen, { title: meaningOf(scene, name) })}
    <h3>${group > 1 ? `The ${heads.length} key heads, each for ${group} query heads` : heads.length === 2 ? 'Both heads' : `All ${heads.length} heads`}</h3>
    <lw-head-overview .plates=${plates.map((plate) => rowsInSight(scene, plate))} .limits=${limitsOf('signed', answer.range)} .chosen=${headOn(scene, axis)} .group=${group}></lw-head-overview>
    ${group > 1 ? html`<p class="note">${scene.sizes.head} query heads share ${heads.length} heads of keys and values: this is grouped-query attention.</p>` : nothing}
    <p class="note">One row a token, one column a number; one colour scale for all heads.</p>`;
}
