/** What the KV cache keeps: which keys and values are reused when a token is read, which are new, and that nothing changes by it. */

import { html, nothing } from '/static/vendor/lit.js';
import { formatCount, formatNumber, plural } from '../format.js';
import { chosenLabel } from './figure.js';
import '../views/cache-plan.js';

/** @typedef {import('./figure.js').Scene} Scene */
/** @typedef {{layers: number, heads: number, d_head: number, tokens: number, value_bytes: number, nbytes: number}} Size */
/** @typedef {{difference: number, at: number, cached: number, recomputed: number, p_difference: number, same_best: boolean, largest: number}} Agreement */
/** @typedef {{token: number, whole: Size, reused: Size, new: Size, unshared: Size, full: Size, measured: number, agreement: Agreement | null}} CacheStudy */

/** @type {import('./figure.js').Picture} */
export const picture = {
  sentence:
    'To read one more token, a layer needs the keys and values of all tokens before it. They do not change any more, so they are kept, and only ' +
    'those of the new token are worked out.',
  formula: String.raw`\begin{gathered} \text{bytes} = 2 \cdot n_{\text{layers}} \cdot n_{\text{kv heads}} \cdot d_{\text{head}} \\ \cdot\; n_{\text{tokens}} \cdot \text{bytes per number} \end{gathered}`,
  tensors: ({ state }) => [{ read: '/api/kv', query: { token: state.token } }],
  /** @param {Scene} scene @param {CacheStudy[]} answers */
  draw(scene, [study]) {
    const { state, sizes, labels, trace } = scene;
    const shared = sizes.head > sizes.kv_head;
    return html`<div class="sampling cache">
      <h3>Reading <bdi>${chosenLabel(scene)?.text}</bdi>, token ${state.token + 1} of ${trace.tokens.length}</h3>
      <lw-cache-plan .layers=${study.whole.layers} .labels=${labels} .token=${state.token} .choose=${(/** @type {number} */ token) => scene.set({ token, cell: null })}></lw-cache-plan>
      <table class="sizes">
        <caption class="spoken">What the keys and values of this step take</caption>
        <thead><tr><th scope="col">what</th><th scope="col">2 · layers · ${shared ? 'key heads' : 'heads'} · d_head · tokens · bytes</th><th scope="col" class="figure">bytes</th></tr></thead>
        <tbody>
          ${sizeRow('reused', study.reused)}
          ${sizeRow('new', study.new, 'fresh')}
          ${sizeRow('kept after it', study.whole, 'all')}
          ${shared ? sizeRow(`if no heads shared (${sizes.head} instead of ${sizes.kv_head})`, study.unshared, 'other') : nothing}
          ${sizeRow(`full context, ${formatCount(study.full.tokens)} tokens`, study.full, 'other')}
        </tbody>
      </table>
      ${study.agreement ? proof(study, study.agreement, state.token) : noProof()}
    </div>`;
  },
};

/** @param {string} name @param {Size} size @param {string} [looks] */
const sizeRow = (name, { layers, heads, d_head, tokens, value_bytes, nbytes }, looks = '') => html`<tr class=${looks}><th scope="row">${name}</th>
  <td class="number">2 · ${layers} · ${heads} · ${d_head} · ${formatCount(tokens)} · ${value_bytes}</td><td class="figure">${formatCount(nbytes)}</td></tr>`;

/** @param {CacheStudy} study @param {Agreement} agreement @param {number} token */
function proof({ measured }, { difference, at, cached, recomputed, p_difference, same_best, largest }, token) {
  return html`<h3>The answer stays the same: computed both ways, just now</h3>
    <dl class="proof">
      <dt>with the cache</dt><dd>${plural(token, 'token')} kept, 1 read · <span class="number">${formatCount(measured)}</span> bytes measured · logit of piece ${formatCount(at)}: <b class="number">${formatNumber(cached, 8)}</b></dd>
      <dt>without</dt><dd>all ${plural(token + 1, 'token')} read again · the same logit: <b class="number">${formatNumber(recomputed, 8)}</b></dd>
      <dt>largest difference</dt><dd><b class="number">${formatNumber(difference, 2)}</b> of any logit (the largest is ${formatNumber(largest, 3)}), <span class="number">${formatNumber(p_difference, 2)}</span> of any
        probability: ${difference === 0 ? 'none at all' : 'the sums are taken in another order and round differently'}. The best guess is ${same_best ? 'the same' : 'another one'}.</dd>
    </dl>`;
}

const noProof = () => html`<p class="note">This model has no causal mask: each token sees the later ones as well, so a new token changes all before it, and nothing can be kept.</p>`;
