/**
 * The stages of attention (scores, ÷√d, soft cap, mask, softmax): the chosen head's grids side by side, the present one
 * large, and all heads of the layer small. Rows are queries, columns are keys.
 */

import { html, nothing } from '/static/vendor/lit.js';
import { limitsOf, rangeWithoutFirst } from '../views/grid-scale.js';
import '../views/head-overview.js';
import { attentionNotes } from './attention-notes.js';
import { gridFigure, plateOf } from './figure.js';

/** @typedef {import('./figure.js').Scene} Scene */
/** @typedef {import('./figure.js').Plate} Plate */
/** @typedef {import('../views/step-scene.js').Wish} Wish */
/** @typedef {import('../types.js').Op} Op */

const STAGES = ['scores', 'scale', 'softcap', 'mask', 'softmax'];

/** The stages of the layer that a step stands in, in order. @param {Scene} scene @returns {Op[]} */
const stagesOf = ({ step, steps }) => steps.filter(({ kind, layer }) => layer === step.layer && STAGES.includes(kind));

/** @type {import('./figure.js').Picture} */
export const picture = {
  /** One scale a head: every grid comes by itself, with its own range. One scale for all: whole tensors. */
  tensors(scene) {
    const { step, state, sizes, options } = scene;
    const stages = stagesOf(scene).map(({ name }) => name);
    if (!options.perHead) return stages.map((tensor) => ({ tensor }));
    const heads = [...Array(sizes.head).keys()].map((head) => ({ tensor: step.name, head }));
    return [...stages.map((tensor) => ({ tensor, head: state.head })), ...heads];
  },

  draw(scene, answers) {
    const { step, state, sizes, options } = scene;
    const stages = stagesOf(scene);
    const grids = stages.map(({ name }, i) => plateOf(scene, answers[i], name, { head: state.head }));
    const here = stages.findIndex(({ name }) => name === step.name);
    const heads = [...Array(sizes.head).keys()].map((head) =>
      plateOf(scene, options.perHead ? answers[stages.length + head] : answers[here], step.name, { head }));
    const limits = (/** @type {Plate} */ plate, /** @type {Plate[]} */ others) => coloursOf(plate, others, options);
    const all = options.perHead ? heads.map((plate) => limits(plate, [plate])) : limits(heads[0], heads);
    const large = options.perHead ? limits(grids[here], [grids[here]]) : limits(grids[here], heads);
    return html`<div class="stages" role="group" aria-label="the stages of head ${state.head + 1}">
        ${grids.map((plate, i) => stage(scene, stages[i], plate, limits(plate, [plate]), i))}
      </div>
      <div class="attention">
        <section class="large">
          <h3>${step.title}, head ${state.head + 1}</h3>
          ${gridFigure(scene, grids[here], { limits: large, most: 72, note: noteOf(scene, grids[here], large) })}
        </section>
        <section class="heads">
          <h3>${sizes.head === 1 ? 'The one head' : `All ${sizes.head} heads`} of this layer</h3>
          <lw-head-overview .plates=${heads} .limits=${all} .chosen=${state.head}></lw-head-overview>
          ${switches(scene)}
          ${attentionNotes(step.kind)}
        </section>
      </div>`;
  },
};

/** @param {Scene} scene @param {Op} op @param {Plate} plate @param {import('../views/grid-scale.js').Limits} limits @param {number} i */
function stage(scene, op, plate, limits, i) {
  const here = op.name === scene.step.name;
  return html`${i > 0 ? html`<span class="arrow" aria-hidden="true">→</span>` : nothing}
    <div class="stage ${here ? 'now' : ''}">
      <button class="stage-name" aria-current=${here ? 'step' : 'false'} @click=${() => scene.set({ step: op.name })}>${op.title}</button>
      ${gridFigure(scene, plate, { limits, most: 44, table: false, quiet: i > 0, selected: sameCell(scene, plate), note: plate.scale === 'weight' ? '' : rangeOf(scene) })}
    </div>`;
}

/** The selected cell as it stands in another stage. @param {Scene} scene @param {Plate} plate */
function sameCell({ picked, specs }, plate) {
  const isGrid = picked && specs.get(picked.name)?.axes.includes('key');
  return isGrid ? { name: plate.name, index: picked.index } : null;
}

/** Over what the true range was taken. @param {Scene} scene */
const rangeOf = ({ options, sizes }) => (options.perHead || sizes.head === 1 ? 'in this head' : `in all ${sizes.head} heads`);

/** @param {Plate} plate @param {Plate[]} others whose numbers share the colours @param {import('../views/step-scene.js').Options} options */
function coloursOf(plate, others, { ignoreFirst }) {
  if (!ignoreFirst || plate.cols < 2) return limitsOf(plate.scale, plate.range);
  const range = rangeWithoutFirst(others);
  return plate.scale === 'weight' ? { kind: /** @type {const} */ ('weight'), low: 0, high: range.high || 1 } : limitsOf(plate.scale, range);
}

/** @param {Scene} scene @param {Plate} plate @param {import('../views/grid-scale.js').Limits} limits */
function noteOf(scene, plate, limits) {
  if (scene.options.ignoreFirst && plate.cols > 1) return 'the first token is left out of the colours';
  if (limits.kind === 'weight') return 'each row adds up to 1';
  return rangeOf(scene);
}

/** @param {Scene} scene */
function switches({ options, choose, step }) {
  return html`<fieldset class="switches">
    <legend>colours</legend>
    ${step.kind === 'softmax'
      ? html`<p class="note">All heads share the scale 0…1, which every weight lies on.</p>`
      : html`<label><input type="radio" name="scale" .checked=${!options.perHead} @change=${() => choose({ perHead: false })} /> one scale for all heads</label>
          <label><input type="radio" name="scale" .checked=${options.perHead} @change=${() => choose({ perHead: true })} /> one scale for each head</label>`}
    <label><input type="checkbox" .checked=${options.ignoreFirst} @change=${(/** @type {Event} */ e) =>
      choose({ ignoreFirst: /** @type {HTMLInputElement} */ (e.target).checked })} /> ignore the first token</label>
  </fieldset>`;
}
