/** From the logits to a draw: the stages as bars, a hundred draws beside the theory, and every piece in every column. */

import { html } from '/static/vendor/lit.js';
import { formatCount } from '../format.js';
import { chosenLabel } from './figure.js';
import '../views/sample-table.js';
import '../views/sampling-settings.js';
import '../views/sampling-stages.js';
import '../views/tally.js';
import { WINDOW } from '../views/sample-table.js';

/** @typedef {import('./figure.js').Scene} Scene */

const [PATH, DRAWS] = ['/api/sample', 100];

/** @param {Scene} scene */
const queryOf = ({ state }) => ({ token: state.token, ...state.sampling, draws: DRAWS, offset: 0, limit: WINDOW });

/** @type {import('./figure.js').Picture} */
export const picture = {
  sentence:
    'The model gives every piece of its vocabulary a share. Settings may sharpen the shares or take the unlikely pieces away; what is left is ' +
    'stretched to 100 % again, and one random number picks the piece.',
  formula: String.raw`\begin{aligned} p_i &= \operatorname{softmax}(z / T)_i \\ K &= \text{top-}k \cap \text{top-}p \cap \text{min-}p \\
    q_i &= \frac{p_i\,[i \in K]}{\sum_{j \in K} p_j} \\ i^\ast &= \min\Big\{ i : \sum_{j \le i} q_j > u \Big\} \end{aligned}`,
  tensors: (scene) => [{ read: PATH, query: queryOf(scene) }],
  draw(scene, [sample]) {
    const { state } = scene;
    return html`<div class="sampling" data-lane=${state.token}>
      <h3>After <bdi>${chosenLabel(scene)?.text}</bdi>, from ${formatCount(sample.total)} pieces to one</h3>
      <lw-sampling-stages .sample=${sample} .sampling=${state.sampling}></lw-sampling-stages>
      <div class="pair">
        <section><h3>How it is drawn</h3>
          <lw-sampling-settings .sampling=${state.sampling} .vocabulary=${sample.total}></lw-sampling-settings>
          <p class="note">top-p is taken from the whole distribution after the temperature. <code>transformers</code> takes it from what top-k has
            left, so with both on it may keep fewer.</p></section>
        <section><h3>${DRAWS} draws, beside the theory</h3>
          <lw-tally .tally=${sample.tally}></lw-tally>
          <p class="note">Bars: how often a piece came. Ticks: how often it should, and how far chance usually strays (one standard deviation).</p></section>
      </div>
      <h3>Every piece, in every column</h3>
      <lw-sample-table .first=${sample} .ask=${askFor(scene)}></lw-sample-table>
    </div>`;
  },
};

/** @param {Scene} scene */
const askFor = (scene) => (/** @type {number} */ offset, /** @type {AbortSignal} */ signal) =>
  scene.api.read(PATH, { model: scene.state.model, text: scene.state.text, bos: scene.state.bos, ...queryOf(scene), offset }, signal);
