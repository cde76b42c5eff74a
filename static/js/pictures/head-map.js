/** Every head of every layer at once: the pattern of each as a small picture. A long text comes averaged in blocks of tokens. */

import { html, nothing } from '/static/vendor/lit.js';
import { formatCount } from '../format.js';
import { joinRanges, limitsOf, rangeWithoutFirst } from '../views/grid-scale.js';
import '../views/head-map.js';
import { headGroup } from '../views/step-scene.js';
import { attentionNotes } from './attention-notes.js';
import { plateOf } from './figure.js';

/** @typedef {import('./figure.js').Scene} Scene */
/** @typedef {import('./figure.js').Plate} Plate */

const SIDE = 64; // blocks a side of a picture, at most

/** The softmax of every layer. @param {Scene} scene */
const patternsOf = ({ steps }) => steps.filter(({ kind }) => kind === 'softmax');

/** @type {import('./figure.js').Picture} */
export const picture = {
  sentence: ({ trace }) =>
    `Each square is one head: rows look, columns are looked at. ${trace.tokens.length > 1 ? 'A diagonal: tokens look at themselves, or just before. A column: all look at one token.' : 'With one token there is nothing else to look at.'}`,
  formula: ({ step }) => step.formula,
  tensors: (scene) =>
    patternsOf(scene).map(({ name }) => ({ tensor: name, format: 'f16', side: SIDE, later: name !== scene.step.name })),
  draw(scene, answers) {
    const { state, sizes, trace, options, choose, step } = scene;
    const steps = patternsOf(scene);
    const heads = [...Array(sizes.head).keys()];
    const plates = steps.map(({ name }, i) => answers[i] && heads.map((head) => plateOf(scene, answers[i], name, { head })));
    const here = steps.findIndex(({ name }) => name === step.name);
    const tokens = trace.tokens.length;
    const block = plates[here][0].rows < tokens;
    const limits = limitsFor(answers.filter(Boolean), plates.flat().filter(Boolean), { block, ignoreFirst: options.ignoreFirst });
    return html`<h3>All ${formatCount(steps.length * sizes.head)} heads of this model</h3>
      <lw-head-map .plates=${plates} .steps=${steps.map(({ name }) => name)} .limits=${limits}
        .layer=${here} .head=${state.head} .group=${headGroup(sizes)}></lw-head-map>
      <fieldset class="switches"><legend>colours</legend>
        <label><input type="checkbox" .checked=${options.ignoreFirst} @change=${(/** @type {Event} */ e) => choose({ ignoreFirst: /** @type {HTMLInputElement} */ (e.target).checked })} /> ignore the first ${block ? 'column' : 'token'}</label></fieldset>
      <lw-legend .limits=${limits} .note=${block ? 'one scale for all heads; the mean weight of a block' : 'one scale for all heads; each row adds up to 1'}></lw-legend>
      ${block ? html`<p class="note">${formatCount(tokens)} tokens are drawn as ${plates[here][0].rows} blocks a side; a block is the mean of its weights.</p>` : nothing}
      ${headGroup(sizes) > 1 ? html`<p class="note">Heads under one bracket share a key head and its values.</p>` : nothing}
      <p class="note">The numbers of a head are one click away, on its own step.</p>
      ${attentionNotes(step.kind)}`;
  },
};

/**
 * Weights lie on 0…1; means of blocks are far smaller, so theirs is the scale of what there is, and so is that without the first
 * column.
 * @param {import('../types.js').Slice[]} answers @param {Plate[]} plates @param {{block: boolean, ignoreFirst: boolean}} how @returns {import('../views/grid-scale.js').Limits}
 */
function limitsFor(answers, plates, { block, ignoreFirst }) {
  if (!block && !ignoreFirst) return limitsOf('weight', answers[0].range);
  const { high } = ignoreFirst ? rangeWithoutFirst(plates) : joinRanges(answers.map(({ range }) => range));
  return { kind: 'weight', low: 0, high: high || 1 };
}
