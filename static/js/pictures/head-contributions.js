/** Joining the heads, seen from the heads: W_O is linear, so that what attention adds is a sum with one vector a head. */

import { html } from '/static/vendor/lit.js';
import { limitsOf } from '../views/grid-scale.js';
import { ADDED } from '../views/head-contributions.js';
import { attentionNotes } from './attention-notes.js';
import { chosenLabel, plateOf } from './figure.js';
import { partPlates, pickWhole } from './whole.js';

/** @typedef {import('../views/head-contributions.js').HeadContributionsAnswer} HeadContributionsAnswer */

/** @type {import('./figure.js').Picture} */
export const picture = {
  sentence: ({ sizes }) =>
    sizes.head === 1
      ? 'There is one head here, so all that attention adds comes from it.'
      : 'Each head writes its own list of numbers; added up, they are what attention adds to the stream. A long one changes the stream much, and two may also cancel.',
  formula: ({ config }) =>
    String.raw`\begin{gathered} a_t = \sum_h W_O^h z_t^h${config.out_bias ? ' + b_O' : ''} \\[0.4em] \text{share}_h = \frac{(W_O^h z_t^h) \cdot a_t}{a_t \cdot a_t},\quad \sum_h \text{share}_h${config.out_bias ? String.raw` + \text{share}_b` : ''} = 1 \end{gathered}`,
  tensors: ({ step, state }) => [
    { tensor: step.name },
    { read: '/api/head-contributions', query: { layer: step.layer, token: state.token } },
  ],
  draw(scene, [out, found]) {
    const { step, state } = scene;
    const parts = partPlates(found, ADDED, vectorsOf(found), 'd_model');
    const limits = limitsOf('signed', found.range);
    const whole = (/** @type {number} */ col) => ({ name: step.name, index: [state.token, col] });
    return html`<h3>What each head adds to <bdi>${chosenLabel(scene)?.text}</bdi></h3>
      <lw-head-contributions .found=${found} .parts=${parts} .out=${plateOf(scene, out, step.name, { token: state.token })} .limits=${limits} .scene=${scene}
        @lw-pick=${pickWhole(ADDED, whole)}></lw-head-contributions>
      <lw-legend .limits=${limits} .range=${found.range} .note=${'one scale for all'}></lw-legend>
      <lw-matrix-table .plate=${parts.all} .rowLabels=${namesOf(found)}></lw-matrix-table>
      <p class="note">A share is how far a vector goes along the sum, so that shares add up to 100 %; one below 0 pulls the other way.</p>
      ${attentionNotes('mix')}`;
  },
};

/** @param {HeadContributionsAnswer} found */
const vectorsOf = ({ heads, bias }) => [...heads, ...(bias ? [bias] : [])].map(({ vector }) => vector);

/** @param {HeadContributionsAnswer} found */
function namesOf({ heads, bias }) {
  const label = (/** @type {string} */ text) => ({ text, spoken: text, colour: '' });
  return [...heads.map((_, head) => label(`head ${head + 1}`)), ...(bias ? [label('bias')] : [])];
}
