/**
 * <lw-sharpness>: one query's row through the softmax twice, with the factor and without it: scores, weights as bars, and how
 * sharp each row is. Properties: found (the answer of /api/sharpness), scene, names ({scores, scaled, pattern}: the tensors),
 * factor (the words for it). Raises lw-pick.
 */

import { LitElement, html, nothing } from '/static/vendor/lit.js';
import { formatFixed, formatNumber, plural } from '../format.js';
import { spokenStyles } from './shared-styles.js';
import { sharpnessStyles } from './sharpness-styles.js';
import { shareStyles } from './share-styles.js';
import { applyMeasures } from './step-measures.js';

/** @typedef {{scores: (number | null)[], weights: number[], entropy: number, evenly: number, spread: number, largest: number, key: number}} Row */
/** @typedef {{factor: number, cap: number | null, seen: number, most: number, divided: Row, plain: Row}} SharpnessAnswer */

const MOST_ROWS = 24;

export class Sharpness extends LitElement {
  static styles = [spokenStyles, shareStyles, sharpnessStyles];
  static properties = { found: { attribute: false }, scene: { attribute: false }, names: { attribute: false }, factor: { type: String } };

  constructor() {
    super();
    /** @type {SharpnessAnswer | null} */ this.found = null;
    /** @type {import('./step-scene.js').Scene | null} */ this.scene = null;
    /** @type {{scores: string, scaled: string, pattern: string}} */ this.names = { scores: '', scaled: '', pattern: '' };
    this.factor = '';
  }

  updated() {
    applyMeasures(this.renderRoot);
  }

  render() {
    const { found, scene } = this;
    if (!found || !scene) return nothing;
    const keys = shownKeys(found);
    return html`<table>
        <caption class="spoken">The row of ${scene.labels[scene.state.token].spoken}, ${this.factor} and as it comes</caption>
        <thead>
          <tr><th scope="col">to</th><th scope="col">${this.factor}</th><th scope="col">as it comes</th></tr>
          <tr aria-hidden="true"><td></td>${[0, 1].map(() => html`<td><span class="pair"><span class="score">score</span><span></span><span>weight</span></span></td>`)}</tr>
        </thead>
        <tbody>${keys.map((key) => this.line(found, key))}</tbody>
        <tfoot>
          ${sum('largest weight', found, ({ largest }) => formatFixed(largest, 4))}
          ${sum('entropy in nats', found, ({ entropy }) => formatFixed(entropy, 3), `at most ${formatFixed(found.most, 3)}`)}
          ${sum('as spread out as', found, ({ evenly }) => `${formatFixed(evenly, 2)} tokens`, 'of equal weight')}
          ${sum('standard deviation of the scores', found, ({ spread }) => formatNumber(spread))}
        </tfoot>
      </table>
      ${keys.length < found.divided.weights.length ? html`<p class="note">${plural(keys.length, 'token')} of ${found.divided.weights.length}: those with the largest weights.</p>` : nothing}`;
  }

  /** @param {SharpnessAnswer} found @param {number} key */
  line({ divided, plain }, key) {
    const { labels, picked } = /** @type {import('./step-scene.js').Scene} */ (this.scene);
    const hidden = divided.scores[key] === null;
    const number = (/** @type {string} */ what, /** @type {string} */ name, /** @type {number | null} */ value, /** @type {string} */ text) =>
      html`<button class="${what} ${picked?.name === name && picked.index[2] === key ? 'picked' : ''}" aria-label="${what} ${text}" @click=${(/** @type {Event} */ event) => this.pick(event, name, key, value)}>${text}</button>`;
    const score = (/** @type {string} */ name, /** @type {number | null} */ value) =>
      value === null ? html`<span class="score number">−∞</span>` : number('score', name, value, formatFixed(value, 2));
    const bar = (/** @type {number} */ weight) => html`<span class="track"><i class="bar" data-lane=${key} data-share=${weight}></i></span>`;
    const [a, b] = [divided.weights[key], plain.weights[key]];
    return html`<tr class=${hidden ? 'hidden' : ''}>
      <th scope="row"><bdi data-lane=${key}>${labels[key].text}</bdi></th>
      <td><span class="pair">${score(this.names.scaled, divided.scores[key])}${bar(a)}${number('weight', this.names.pattern, a, weightText(a))}</span></td>
      <td><span class="pair">${score(this.names.scores, plain.scores[key])}${bar(b)}<span class="weight number">${weightText(b)}</span></span></td>
    </tr>`;
  }

  /** @param {Event} event @param {string} name @param {number} key @param {number | null} value */
  pick(event, name, key, value) {
    const { head, token } = /** @type {import('./step-scene.js').Scene} */ (this.scene).state;
    const detail = { name, index: [head, token, key], value, keyboard: /** @type {MouseEvent} */ (event).detail === 0 };
    this.dispatchEvent(new CustomEvent('lw-pick', { detail, bubbles: true, composed: true }));
  }
}

/** All keys, or those with the largest weights either way, in the order of the text. @param {SharpnessAnswer} found */
function shownKeys({ divided, plain }) {
  const keys = [...divided.weights.keys()];
  if (keys.length <= MOST_ROWS) return keys;
  const best = keys.sort((a, b) => divided.weights[b] - divided.weights[a]).slice(0, MOST_ROWS - 1);
  return [...new Set([...best, plain.key])].sort((a, b) => a - b);
}

/** @param {number} weight */
function weightText(weight) {
  if (weight === 0) return '0';
  return weight < 0.00005 ? '< 0.0001' : formatFixed(weight, 4);
}

/** @param {string} name @param {SharpnessAnswer} found @param {(row: Row) => string} say @param {string} [note] */
const sum = (name, { divided, plain }, say, note = '') => html`<tr>
    <th scope="row">${name}${note ? html` <small>${note}</small>` : nothing}</th>
    <td>${say(divided)}</td><td>${say(plain)}</td>
  </tr>`;

customElements.define('lw-sharpness', Sharpness);
