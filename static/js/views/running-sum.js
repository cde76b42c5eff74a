/**
 * <lw-running-sum>: the residual stream of one token as a running sum: what each part adds, as a bar that begins where the last
 * one ended, with lengths and the angle to the embedding. Properties: found (the answer of /api/stream), step (the present one),
 * token (whose colour the bars have). Raises lw-set with the step that is chosen.
 */

import { LitElement, html, nothing } from '/static/vendor/lit.js';
import { formatFixed, formatNumber } from '../format.js';
import { setMeasure } from '../measure.js';
import { runningSumStyles } from './running-sum-styles.js';
import { spokenStyles } from './shared-styles.js';
import { applyMeasures } from './step-measures.js';

/**
 * @typedef {object} StreamRow
 * @property {string} step
 * @property {number | null} layer
 * @property {'embed' | 'attention' | 'mlp' | 'head'} part
 * @property {string} added
 * @property {number} norm
 * @property {number | null} along
 * @property {number | null} start
 * @property {number | null} end
 * @property {string} stream
 * @property {number} stream_norm
 * @property {number | null} cosine
 * @typedef {{rows: StreamRow[], adds_up: boolean, final: string, total: number}} StreamSum
 */

export class RunningSum extends LitElement {
  static styles = [spokenStyles, runningSumStyles];
  static properties = { found: { attribute: false }, step: { type: String }, token: { type: Number } };

  constructor() {
    super();
    /** @type {StreamSum | null} */ this.found = null;
    this.step = '';
    this.token = 0;
  }

  updated() {
    applyMeasures(this.renderRoot);
    const ends = this.found?.rows.map(({ end }) => end ?? 0) ?? [];
    const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)];
    const share = (/** @type {number} */ value) => String((value - low) / (high - low || 1));
    for (const bar of /** @type {NodeListOf<HTMLElement>} */ (this.renderRoot.querySelectorAll('.bar'))) {
      const [a, b] = [Number(bar.dataset.start), Number(bar.dataset.end)];
      setMeasure(bar, '--from', share(Math.min(a, b)));
      setMeasure(bar, '--to', share(Math.max(a, b)));
      setMeasure(bar, '--zero', share(0));
    }
  }

  render() {
    const { found } = this;
    if (!found) return nothing;
    const sums = found.adds_up;
    return html`${sums ? html`<p class="key" data-lane=${this.token}><i class="attention"></i>attention <i class="mlp"></i>MLP <i class="back"></i>goes back</p>` : nothing}
      <div class="box" tabindex="0" role="region" aria-label="what each part adds to the stream">
      <table data-lane=${this.token}>
        <caption class="spoken">What each part adds to the stream, and the stream afterwards</caption>
        <thead><tr><th scope="col">what is added</th>
          ${sums ? html`<th scope="col" class="sum">moves it along</th><th scope="col">along the end</th>` : nothing}
          <th scope="col">its length</th><th scope="col">stream after</th><th scope="col">cosine</th></tr></thead>
        <tbody>${found.rows.map((row) => this.row(row, sums))}</tbody>
        ${sums ? html`<tfoot><tr><th scope="row">added up</th><td class="sum words">the length of the final stream</td><td>${formatNumber(found.total, 4)}</td><td></td><td></td><td></td></tr></tfoot>` : nothing}
      </table></div>
      <p class="more">← scroll sideways: lengths and cosine →</p>`;
  }

  /** @param {StreamRow} row @param {boolean} sums */
  row({ step, layer, part, added, norm, along, start, end, stream_norm, cosine }, sums) {
    const here = step === this.step;
    const back = (along ?? 0) < 0;
    return html`<tr class=${here ? 'here' : ''}>
      <th scope="row"><button aria-current=${here ? 'step' : 'false'} title=${added} @click=${() => this.choose(step)}>${partName(layer, part, added)}</button></th>
      ${sums ? html`<td class="sum"><span class="track"><i class="bar ${part} ${back ? 'back' : ''}" data-start=${start ?? 0} data-end=${end ?? 0}></i></span></td><td>${formatNumber(along, 3)}</td>` : nothing}
      <td>${formatNumber(norm, 3)}</td><td>${formatNumber(stream_norm, 3)}</td><td>${cosine === null ? '–' : formatFixed(cosine, 3)}</td>
    </tr>`;
  }

  /** @param {string} step */
  choose(step) {
    this.dispatchEvent(new CustomEvent('lw-set', { detail: { step }, bubbles: true, composed: true }));
  }
}

/** @param {number | null} layer @param {string} part @param {string} added */
function partName(layer, part, added) {
  if (layer === null) return added === 'pos_embed' ? 'position' : 'embedding';
  return `layer ${layer + 1} ${part === 'mlp' ? 'MLP' : part}`;
}

customElements.define('lw-running-sum', RunningSum);
