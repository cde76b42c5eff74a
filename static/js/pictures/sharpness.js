/** Why √d_k: the row of the chosen query through the softmax with the division and without it. Both come from the server. */

import { html } from '/static/vendor/lit.js';
import '../views/sharpness.js';
import { chosenLabel } from './figure.js';
import { headName } from './linear.js';

/** @typedef {import('./figure.js').Scene} Scene */

/** @type {import('./figure.js').Picture} */
export const picture = {
  sentence: (scene) =>
    isRoot(scene)
      ? `The same row twice. Not divided, the scores lie √${scene.sizes.d_head} times further apart, and the softmax of numbers that lie far apart gives nearly everything to one token. Divided, the others count too.`
      : `The same row twice: with every score multiplied by ${scene.config.attn_scale}, as this model does it, and as the scores come. The further scores lie apart, the more the softmax gives to one token.`,
  formula: ({ config, sizes }) => {
    const factor = config.attn_scale === null ? String.raw`s_{ij} / \sqrt{${sizes.d_head}}` : `${config.attn_scale}\\, s_{ij}`;
    const cap = (/** @type {string} */ x) => (config.attn_softcap ? String.raw`${config.attn_softcap} \tanh\!\left(${x} / ${config.attn_softcap}\right)` : x);
    return String.raw`\begin{gathered} A_{ij} = \operatorname{softmax}_j\!\left(${cap(factor)}\right) \\[0.4em] A'_{ij} = \operatorname{softmax}_j\!\left(${cap('s_{ij}')}\right) \\[0.4em] H_i = -\sum_j A_{ij} \ln A_{ij} \\[0.4em] q, k \text{ independent, of variance } 1 \\ \Rightarrow\; \operatorname{Var}(q \cdot k) = d_k \end{gathered}`;
  },
  tensors: ({ step, state }) => [{ read: '/api/sharpness', query: { layer: step.layer, head: state.head, token: state.token } }],
  draw(scene, [found]) {
    const at = `blocks.${scene.step.layer}.attn`;
    const names = { scores: `${at}.scores`, scaled: `${at}.${scene.config.attn_softcap ? 'capped' : 'scaled'}`, pattern: `${at}.pattern` };
    return html`<h3>What <bdi>${chosenLabel(scene)?.text}</bdi> takes, ${headName(scene, 'head')}</h3>
      <lw-sharpness .found=${found} .scene=${scene} .names=${names} .factor=${factorWords(scene)}></lw-sharpness>
      <p class="note">The model does what stands on the left. Both sides have the model’s mask${scene.config.attn_softcap ? ' and soft cap' : ''}. Entropy is 0 where one token gets everything, and largest where all get the same.</p>`;
  },
};

/** Whether the factor is the usual one. @param {Scene} scene */
const isRoot = ({ config }) => config.attn_scale === null || config.attn_scale === undefined;

/** @param {Scene} scene */
const factorWords = (scene) => (isRoot(scene) ? `divided by √${scene.sizes.d_head}` : `times ${scene.config.attn_scale}`);
