/**
 * RoPE: one pair of numbers of the chosen query, followed through all positions: the hand on its dial, and its two numbers as
 * waves. Low pairs turn fast, high ones hardly at all.
 */

import { html } from '/static/vendor/lit.js';
import { exactNumber, formatCount, formatNumber } from '../format.js';
import '../views/hands.js';
import '../views/line-chart.js';
import '../views/matrix-table.js';
import '../views/stop-slider.js';
import { chosenLabel } from './figure.js';
import { chosenPair } from './rope.js';
import { seriesPlate } from './series.js';
import { inSymbols } from './symbols.js';

/** @typedef {import('./figure.js').Scene} Scene */

/** @param {Scene} scene */
const formula = ({ config, sizes, step }) => {
  const isOther = step.reads[2] === 'rope_window.angle'; // the layers with a window may have angles of their own
  const theta = isOther ? config.rope_theta_window : config.rope_theta;
  const slower = config.rope_stretch && !isOther ? '/s_p' : '';
  return String.raw`\begin{gathered} \begin{pmatrix} a_t \\ b_t \end{pmatrix} = \begin{pmatrix} \cos t\theta_p & -\sin t\theta_p \\ \sin t\theta_p & \cos t\theta_p \end{pmatrix} \begin{pmatrix} a \\ b \end{pmatrix} \\[0.6em] \theta_p = ${theta}^{-2p/${2 * sizes.pair}}${slower}, \quad \text{one turn: } 2\pi/\theta_p \end{gathered}`;
};

/** @type {import('./figure.js').Picture} */
export const picture = {
  sentence: 'One pair of numbers, turned as it would be at every position of the text: each place further, the hand turns on by the same angle.',
  tensors: (scene) => [
    { read: '/api/rope', query: { tensor: scene.step.name, head: scene.state.head, token: scene.state.token, pair: chosenPair(scene) } },
    { tensor: scene.step.name, head: scene.state.head },
  ],
  draw(scene, [answer]) {
    const { state, labels, sizes } = scene;
    const { trail } = answer;
    const turn = answer.pairs[trail.pair];
    const positions = trail.angles.map((/** @type {number} */ _, /** @type {number} */ i) => i);
    const colour = chosenLabel(scene)?.colour ?? 'currentColor';
    const inText = (/** @type {number} */ i) => labels[i]?.colour ?? 'var(--line-strong)';
    const points = trail.points.map((/** @type {[number, number]} */ at, /** @type {number} */ i) => ({ at, colour: inText(i), faint: i >= labels.length }));
    const names = [0, 1].map((i) => `number ${turn.dimensions[i] + 1}`);
    const rows = [trail.angles, ...[0, 1].map((i) => trail.points.map((/** @type {[number, number]} */ at) => at[i]))];
    return html`<h3>Pair ${trail.pair + 1} of the query of <bdi>${chosenLabel(scene)?.text}</bdi>, head ${state.head + 1}</h3>
      <lw-stop-slider .label=${`which of the ${sizes.pair} pairs`} .stops=${[...Array(sizes.pair).keys()]} .value=${trail.pair} .rest=${0} .words=${(/** @type {number} */ pair) => `pair ${pair + 1}`}
        @lw-stop=${(/** @type {CustomEvent<number>} */ { detail }) => scene.set({ cell: [state.head, state.token, answer.pairs[detail].dimensions[0]].join(','), replace: true })}></lw-stop-slider>
      <p>It turns by <b class="frequency">${exactNumber(turn.frequency)}</b> ${turn.frequency === 1 ? 'radian' : 'radians'} per position: once round in <b>${formatNumber(turn.period, 4)}</b> positions.
        Here, at position ${state.token}, it is turned by <b>${exactNumber(turn.angle)}</b> radians.</p>
      <div class="rope">
        <figure><lw-hands large .hands=${[{ at: turn.before, colour: 'var(--ink-3)', faint: true }, { at: turn.after, colour }]} .trail=${points}></lw-hands>
          <figcaption>Dashed: before the turn. Dots: where the hand would point at each of the ${formatCount(labels.length)} positions of the text${positions.length > labels.length ? html`, and, small and grey, at those up to ${positions.length - 1}` : ''}.</figcaption></figure>
        <figure><lw-line-chart .xs=${positions} .at=${state.token} .xTitle=${'position'} .yTitle=${'the two numbers'} .label=${`The two numbers of pair ${trail.pair + 1} over ${positions.length} positions: waves that come round every ${formatNumber(turn.period, 4)} positions`}
          .series=${names.map((name, i) => ({ name, ys: rows[i + 1], colour, dashed: i === 1 }))}
          .dots=${[1, 2].map((i) => ({ x: state.token, y: rows[i][state.token], colour }))}></lw-line-chart></figure>
      </div>
      <lw-matrix-table .plate=${seriesPlate(answer, `pair ${trail.pair + 1}`, rows, 'position')} .rowLabels=${['angle', ...names].map((text) => ({ text, spoken: text, colour: '' }))}
        .colLabels=${positions.map((/** @type {number} */ i) => ({ text: String(i), spoken: `position ${i}`, colour: '' }))}></lw-matrix-table>
      ${inSymbols(formula(scene))}`;
  },
};
