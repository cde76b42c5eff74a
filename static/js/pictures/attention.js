/**
 * The stages of attention (scores, ÷√d, soft cap, mask, softmax): the chosen head's grids side by side, the present one
 * large, and all heads of the layer small. Rows are queries, columns are keys.
 */

import { html, nothing } from '/static/vendor/lit.js';
import { limitsOf, rangeWithoutFirst } from '../views/grid-scale.js';
import { windowOf, windowWords } from '../views/grid-window.js';
import '../views/head-overview.js';
import { headGroup, isLong } from '../views/step-scene.js';
import { attentionNotes } from './attention-notes.js';
import { choice } from './choice.js';
import { gridFigure, plateOf } from './figure.js';

/** @typedef {import('./figure.js').Scene} Scene */
/** @typedef {import('./figure.js').Plate} Plate */
/** @typedef {import('../views/step-scene.js').Wish} Wish */
/** @typedef {import('../types.js').Op} Op */

const CLOSE_UP = 32; // tokens a side, of a long text
const STAGES = ['scores', 'scale', 'softcap', 'mask', 'softmax'];

/** The stages of the layer that a step stands in, in order. @param {Scene} scene @returns {Op[]} */
const stagesOf = ({ step, steps }) => steps.filter(({ kind, layer }) => layer === step.layer && STAGES.includes(kind));

/** @type {import('./figure.js').Picture} */
export const picture = {
  /**
   * One scale a head: every grid comes by itself, with its own range. One scale for all: whole tensors. Of a long text no
   * more than the chosen head, and with numbers to be read the present stage alone; the other heads come once it is painted.
   */
  tensors(scene) {
    const { step, state, sizes, options } = scene;
    const stages = stagesOf(scene).map(({ name }) => name);
    /** @type {{format?: 'f16'}} */
    const half = isLong(scene.trace) ? { format: 'f16' } : {};
    if (!options.perHead && !half.format) return stages.map((tensor) => ({ tensor }));
    const own = stages.map((tensor) => ({ tensor, head: state.head, ...(tensor === step.name ? {} : half) }));
    if (!options.perHead) return [...own, { tensor: step.name, ...half }];
    const later = half.format === 'f16';
    return [...own, ...[...Array(sizes.head).keys()].map((head) => ({ tensor: step.name, head, ...half, later }))];
  },

  draw(scene, answers) {
    const { step, state, sizes, options } = scene;
    const stages = stagesOf(scene);
    const grids = stages.map(({ name }, i) => plateOf(scene, answers[i], name, { head: state.head }));
    const here = stages.findIndex(({ name }) => name === step.name);
    const heads = headPlates(scene, answers, stages);
    const limits = (/** @type {Plate} */ plate, /** @type {Plate[]} */ others) => coloursOf(plate, others, options);
    const all = options.perHead ? heads.map((plate) => plate && limits(plate, [plate])) : limits(heads[0], heads);
    const large = options.perHead ? limits(grids[here], [grids[here]]) : limits(heads[0], heads);
    const shown = closeUp(scene, grids[here]);
    return html`<div class="stages" role="group" aria-label="the stages of head ${state.head + 1}">
        ${grids.map((plate, i) => stage(scene, stages[i], plate, limits(plate, [plate]), i))}
      </div>
      <div class="attention">
        <section class="large">
          <h3>${step.title}, head ${state.head + 1}</h3>
          ${shown === grids[here] ? nothing : html`<p class="label">${windowWords(shown, 'queries')}, keys ${shown.colStart + 1}–${shown.colStart + shown.cols}: those around the chosen cell</p>`}
          ${gridFigure(scene, shown, { limits: large, most: 72, note: noteOf(scene, grids[here], large) })}
        </section>
        <section class="heads">
          <h3>${sizes.head === 1 ? 'The one head' : sizes.head === 2 ? 'Both heads' : `All ${sizes.head} heads`} of this layer</h3>
          <lw-head-overview .plates=${heads} .limits=${all} .chosen=${state.head} .shared=${headGroup(sizes)}></lw-head-overview>
          ${switches(scene)}
          ${attentionNotes(step.kind)}
        </section>
      </div>`;
  },
};

/** Every head of the present stage; those that come later are not there at first. @param {Scene} scene @param {any[]} answers @param {Op[]} stages @returns {Plate[]} */
function headPlates(scene, answers, stages) {
  const { step, sizes, options, trace } = scene;
  const heads = [...Array(sizes.head).keys()];
  if (options.perHead) return heads.map((head) => answers[stages.length + head] && plateOf(scene, answers[stages.length + head], step.name, { head }));
  const whole = answers[isLong(trace) ? stages.length : stages.findIndex(({ name }) => name === step.name)];
  return heads.map((head) => plateOf(scene, whole, step.name, { head }));
}

/** Of a long text the cells around the chosen one: the stages above show the whole. @param {Scene} scene @param {Plate} plate */
function closeUp({ trace, state, picked }, plate) {
  if (!isLong(trace)) return plate;
  const key = picked && picked.name === plate.name ? picked.index[2] : state.token;
  return windowOf(plate, { row: state.token, col: key, most: CLOSE_UP });
}

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
const rangeOf = ({ options, sizes, trace }) => (options.perHead || isLong(trace) || sizes.head === 1 ? 'in this head' : `in all ${sizes.head} heads`);

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
      : choice('scale', [
          ['one scale for all heads', !options.perHead, () => choose({ perHead: false })],
          ['one scale for each head', options.perHead, () => choose({ perHead: true })],
        ])}
    <label><input type="checkbox" .checked=${options.ignoreFirst} @change=${(/** @type {Event} */ e) =>
      choose({ ignoreFirst: /** @type {HTMLInputElement} */ (e.target).checked })} /> ignore the first token</label>
  </fieldset>`;
}
