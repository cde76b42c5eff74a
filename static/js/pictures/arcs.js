/** The pattern as arcs between the tokens, for the chosen head or the mean of all heads of the layer. */

import { html, nothing } from '/static/vendor/lit.js';
import '../views/arcs.js';
import '../views/matrix-table.js';
import { windowLabels, windowOf, windowWords } from '../views/grid-window.js';
import { attentionNotes } from './attention-notes.js';
import { choice } from './choice.js';
import { chosenLabel, plateOf } from './figure.js';
import { headName } from './linear.js';

/** @typedef {import('./figure.js').Scene} Scene */

const MOST = 32; // tokens that can be read under one another

/** @type {import('./figure.js').Picture} */
export const picture = {
  sentence: 'Each token looks at tokens it may see and takes something from each: the thicker the arc, the more. Point at a token to see where it looks.',
  formula: ({ options, sizes }) =>
    options.average
      ? String.raw`\bar{A}_{ij} = \frac{1}{${sizes.head}} \sum_{h} A^h_{ij},\quad \sum_j \bar{A}_{ij} = 1`
      : String.raw`A^h_{ij} = \operatorname{softmax}_j\!\left(m^h_{ij}\right),\quad \sum_j A^h_{ij} = 1`,
  tensors: ({ step, state, options }) => [options.average ? { tensor: step.name, average: 'head' } : { tensor: step.name, head: state.head }],
  draw(scene, [pattern]) {
    const { step, state, sizes, options, trace, choose } = scene;
    const average = !pattern.axes.includes('head') && options.average;
    const whole = plateOf(scene, pattern, step.name, average ? {} : { head: state.head });
    const plate = windowOf(whole, { row: state.token, col: state.token, most: MOST });
    const names = windowLabels(plate, scene.labels);
    const words = windowWords(plate);
    return html`<h3>Where <bdi>${chosenLabel(scene)?.text}</bdi> looks, ${average ? `the mean of all ${sizes.head} heads` : headName(scene, 'head')}</h3>
      ${sizes.head > 1
        ? html`<fieldset class="switches"><legend>heads</legend>${choice('arcs', [
            [`head ${state.head + 1}`, !options.average, () => choose({ average: false })],
            [`the mean of all ${sizes.head}`, options.average === true, () => choose({ average: true })],
          ])}</fieldset>`
        : nothing}
      ${words ? html`<p class="label">${words}: those around the chosen one; of ${trace.tokens.length} keys only these are drawn</p>` : nothing}
      <lw-arcs .plate=${plate} .labels=${scene.labels} .chosen=${state.token} .element=${!average}></lw-arcs>
      <lw-matrix-table .plate=${plate} .rowLabels=${names.rows} .colLabels=${names.cols}></lw-matrix-table>
      <p class="note">An arc has the colour of the token that is taken from; what a token takes from itself is only in its bar. Faint arcs are those of the other tokens, from 1 % on.</p>
      ${attentionNotes(step.kind)}`;
  },
};
