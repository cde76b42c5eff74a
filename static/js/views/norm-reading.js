/**
 * <lw-norm-reading>: what is read off a norm whose input was changed: the mean and what it divides by, as it is and now, and how
 * far the output moved and why. Property: answer (of /api/norm).
 */

import { LitElement, html, nothing } from '/static/vendor/lit.js';
import { formatNumber, formatShort } from '../format.js';
import { readingStyles } from './reading-styles.js';

const DIGITS = 5;

export class NormReading extends LitElement {
  static properties = { answer: { attribute: false } };

  static styles = readingStyles;

  constructor() {
    super();
    /** @type {any} */ this.answer = undefined;
  }

  render() {
    const { answer } = this;
    if (!answer) return nothing;
    const isLayer = answer.norm === 'layer';
    const row = (/** @type {string} */ words, /** @type {number} */ before, /** @type {number} */ now) =>
      html`<tr><th scope="row">${words}</th><td>${formatNumber(before, DIGITS)}</td><td>${formatNumber(now, DIGITS)}</td></tr>`;
    return html`<div class="scroll"><table>
        <thead><tr><td></td><th scope="col">as it is</th><th scope="col">now</th></tr></thead>
        <tbody>
          ${isLayer ? row('− mean', answer.usual_mean, answer.mean) : nothing}
          ${row(isLayer ? '÷ √(variance + ε), the standard deviation' : '÷ √(mean square + ε), the root mean square', answer.usual_scale, answer.scale)}
        </tbody>
      </table></div>
      <p class="verdict">${verdict(answer)}</p>`;
  }
}

/** How far the output moved, and what moved it. @param {any} answer */
function verdict(answer) {
  const { factor, shift, difference, growth, rounding, epsilon } = answer;
  const number = (/** @type {number} */ value) => html`<b>${formatShort(value)}</b>`;
  if (factor === 1 && shift === 0) return 'Move a slider: what goes in changes, and what comes out is computed again.';
  if (growth === null) {
    return html`What comes out has moved by up to <b class="difference">${formatShort(difference)}</b>: RMSNorm takes no mean away, so that a number added to all of them
      changes their proportions. LayerNorm would take no notice.`;
  }
  if (difference === 0) return html`What comes out has not moved at all: the largest difference is <b class="difference">0</b>.`;
  return html`What comes out has moved by at most <b class="difference">${formatShort(difference)}</b>.
    ${growth === 1 ? 'That is rounding alone' : html`ε = ${number(epsilon)} is not multiplied with the rest, which makes it ${times(growth)}; rounding leaves ${number(rounding)}`}.`;
}

/** Enough digits to see what is next to nothing. @param {number} growth */
const times = (growth) => html`<b>${Number(growth.toPrecision(10))}</b> times as large`;

customElements.define('lw-norm-reading', NormReading);
