/** A norm: each token before, the number it is divided by (and the mean that is taken away first, where there is one), after. */

import { html } from '/static/vendor/lit.js';
import { formatNumber } from '../format.js';
import { exactNumber } from '../views/step-number.js';
import { allTokens, chosenLabel, plateOf, rowsInSight, sizesFor, stripFigure } from './figure.js';

/** @typedef {import('./figure.js').Scene} Scene */
/** @typedef {import('./figure.js').Slice} Slice */

const TARGET = 24; // pixels that a finger needs

/** @type {import('./figure.js').Picture} */
export const picture = {
  tensors: ({ step }) => [step.reads[0], ...step.writes].map((tensor) => ({ tensor })),
  draw(scene, answers) {
    const { step, state } = scene;
    const [before, after] = [answers[0], answers[answers.length - 1]];
    const inner = step.writes.slice(0, -1).map((name, i) => ({ name, answer: /** @type {Slice} */ (answers[i + 1]) }));
    const one = { token: state.token };
    const { thick } = rowsOf(scene, plateOf(scene, after, step.name));
    return html`<h3>For <bdi>${chosenLabel(scene)?.text}</bdi></h3>
      ${stripFigure(scene, plateOf(scene, before, step.reads[0], one), { title: 'before', thick: 26, table: false })}
      <p class="between">${inner.map(({ name, answer }) => html`<span class="factor"><span>${name.endsWith('mean') ? '− mean' : `÷ ${spread(scene)}`}</span>
        <b>${exactNumber(answer.values[state.token])}</b><code>${name}[${state.token}]</code></span>`)}${learned(step.weights)}</p>
      ${stripFigure(scene, plateOf(scene, after, step.name, one), { title: 'after', thick: 26, table: false })}
      <h3>For every token</h3>
      <div class="norms">
        ${allTokens(scene, plateOf(scene, before, step.reads[0]), { title: 'before', thick })}
        <div class="factors">${inner.map(({ name, answer }) => column(scene, name, answer, rowsInSight(scene, plateOf(scene, after, step.name))))}</div>
        ${allTokens(scene, plateOf(scene, after, step.name), { title: 'after', thick })}
      </div>`;
  },
};

/** What a token is divided by: LayerNorm by the standard deviation, RMSNorm by the root mean square. @param {Scene} scene */
const spread = ({ config }) => (config.norm === 'layer' ? '√(variance + ε)' : 'root mean square');

/** Rows high enough to be hit, since each has a number that is a button. @param {Scene} scene @param {import('./figure.js').Plate} strips */
const rowsOf = (scene, strips) => ({ thick: Math.max(TARGET, sizesFor(scene.labels.length, strips).thick) });

/** @param {string[]} weights */
function learned(weights) {
  const words = weights.map((name) => (name.endsWith('bias') ? '+ the learned bias' : '× the learned gain'));
  return words.map((word) => html`<span class="factor">${word}</span>`);
}

/** One number a token, for the tokens whose strips are in sight. */
/** @param {Scene} scene @param {string} name @param {Slice} answer @param {import('./figure.js').Plate} strips */
function column(scene, name, answer, strips) {
  const { rowStart, rows } = strips;
  const { thick } = rowsOf(scene, strips);
  const word = name.endsWith('mean') ? '− mean' : '÷';
  const pick = (/** @type {Event} */ event, /** @type {number} */ i) =>
    event.currentTarget?.dispatchEvent(new CustomEvent('lw-pick', { detail: { name, index: [i], value: answer.values[i] }, bubbles: true, composed: true }));
  return html`<div class="column" data-thick=${thick}><span class="title">${word}</span>
    ${[...Array(rows).keys()].map((row) => rowStart + row).map((i) => html`<button @click=${(/** @type {Event} */ e) => pick(e, i)}><span class="spoken">${name}, ${scene.labels[i]?.spoken}: </span><bdi class="who" data-lane=${i} aria-hidden="true">${scene.labels[i]?.text}</bdi>${formatNumber(answer.values[i], 4)}</button>`)}
  </div>`;
}
