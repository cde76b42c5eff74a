/**
 * The units of an MLP that write most for the chosen token: how each came to its number (a gated one by two inputs that are
 * multiplied), how much it writes, and which pieces of the vocabulary that makes likelier.
 */

import { html } from '/static/vendor/lit.js';
import { formatCount, formatNumber } from '../format.js';
import '../views/unit-card.js';
import { chosenLabel } from './figure.js';
import { inSymbols } from './symbols.js';

/** @typedef {import('./figure.js').Scene} Scene */

const [TOP, PIECES] = [8, 5];
const ACTIVATIONS = /** @type {Record<string, string>} */ ({ silu: 'SiLU', gelu: 'GELU', gelu_tanh: 'GELU', relu: 'ReLU' });

/** The MLP's tensors, by their last names. @param {Scene} scene @param {string} name */
const tensorOf = ({ step }, name) => `blocks.${step.layer}.mlp.${name}`;

/** What a unit's number is made of. @param {Scene} scene */
const inputsOf = ({ config }) => (config.gated ? ['gate', 'act', 'up', 'hidden'] : ['pre', 'hidden']);

/** A frozen norm: what it does to a vector that is added to what it norms. @param {Record<string, any>} config */
function frozenNorm(config) {
  const gain = config.norm_gain ? String.raw`${config.norm_gain_offset ? '(1 + g)' : 'g'} \odot ` : '';
  return config.norm === 'layer' ? String.raw`${gain}\frac{v - \bar v}{\sigma}` : String.raw`${gain}\frac{v}{r}`;
}

/** What a unit's number is, how long what it writes is, and what that adds to the logits. @param {Scene} scene @param {unknown[]} norms those ahead */
function formula({ config }, norms) {
  const nest = norms.reduce((inner, _, i) => String.raw`N_{${i + 1}}\!\left(${inner}\right)`, 'h_j w_j');
  const lines = [
    String.raw`${config.gated ? String.raw`h_j = f(g_j) \cdot u_j` : 'h_j = f(p_j)'}, \quad m = \sum_j h_j w_j${config.mlp_bias ? ' + b' : ''}`,
    String.raw`\text{length} = |h_j| \cdot \lVert w_j \rVert`,
    String.raw`\Delta\,\text{logits} = W_U\, ${norms.length > 3 ? String.raw`N_{${norms.length}}(\cdots N_1(h_j w_j))` : nest}`,
    ...(norms.length ? [String.raw`N(v) = ${frozenNorm(config)}, \quad ${config.norm === 'layer' ? String.raw`\sigma` : 'r'} \text{ as it is here}`] : []),
  ];
  return String.raw`\begin{gathered} ${lines.join(String.raw` \\[0.4em] `)} \end{gathered}`;
}

/** @type {import('./figure.js').Picture} */
export const picture = {
  sentence: ({ config }) =>
    `${config.gated ? 'Each unit multiplies what its gate lets through by what waits behind it' : 'Each unit looks for one pattern'}, and adds its own learned list of numbers to the stream, times the number that comes out. ` +
    'These units write most here; that makes some next pieces more likely.',
  tensors: (scene) => [
    { read: '/api/units', query: { tensor: tensorOf(scene, 'out'), token: scene.state.token, top: TOP, pieces: PIECES } },
    ...[...inputsOf(scene), 'out'].map((name) => ({ tensor: tensorOf(scene, name), token: scene.state.token })),
  ],
  draw(scene, [answer]) {
    const { state, config } = scene;
    const most = answer.units[0]?.written || 1;
    const others = answer.rest_count > 0;
    return html`<h3>${others ? `The ${answer.units.length} of ${formatCount(answer.count)} units that write most` : `All ${answer.count} units`} for <bdi>${chosenLabel(scene)?.text}</bdi></h3>
      <p class="note">${summary(answer)}</p>
      <ol class="units">${answer.units.map((/** @type {any} */ unit) => html`<li><lw-unit-card .unit=${unit} .share=${unit.written / most} .layer=${`blocks.${scene.step.layer}.mlp`} .token=${state.token}
        .activation=${ACTIVATIONS[config.activation] ?? 'f'} .picked=${scene.picked} .isGated=${config.gated}></lw-unit-card></li>`)}</ol>
      <p class="note">${pathWords(answer)}</p>
      ${inSymbols(formula(scene, answer.norms))}`;
  },
};

/** How much of the whole this is: lengths of sums, which do not add up, and say so. @param {any} answer */
function summary({ units, listed, rest_count: count, rest, bias, total }) {
  return html`Together ${units.length === 1 ? 'it writes' : 'they write'} a vector of length <b>${formatNumber(listed)}</b>${count ? html`, the other ${formatCount(count)} one of length <b>${formatNumber(rest)}</b>` : ''}${bias === null ? '' : html`, the learned bias one of length <b>${formatNumber(bias)}</b>`};
    the sum of these vectors, which is what the MLP adds, has the length <b>${formatNumber(total)}</b>. Lengths of vectors that point in different directions do not add up.`;
}

/** What a change of a logit means here. @param {any} answer */
function pathWords({ norms }) {
  const scales = norms.map((/** @type {{tensor: string, scale: number}} */ { tensor, scale }) => `${tensor.replace(/\.out$/, '')} (÷ ${formatNumber(scale, 4)})`);
  const through = scales.length ? `through ${scales.join(', ')}, with the scale that this token has there, and` : 'straight';
  return html`“Makes likelier” is what the unit adds to a piece’s logit: what it writes goes ${through} to the unembedding. That is its own share of the logit, exactly; what
    later layers make of what they read is not in it.`;
}
