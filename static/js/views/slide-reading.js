/** <lw-slide-reading>: the scores of a sliding query and key as numbers, and by how much they differ. Property: answer (of /api/slide). */

import { LitElement, css, html, nothing } from '/static/vendor/lit.js';
import { exactNumber, formatNumber, formatShort } from '../format.js';
import { readingStyles } from './reading-styles.js';

export class SlideReading extends LitElement {
  static properties = { answer: { attribute: false } };

  static styles = [
    readingStyles,
    css`
      :host {
        container-type: inline-size;
      }
      .both td:last-child {
        font-weight: 700;
      }
      @container (max-width: 26rem) {
        th,
        td {
          font-size: var(--text-xs);
          padding-inline-end: var(--space-2);
        }
        thead th {
          white-space: normal;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** @type {any} */ this.answer = undefined;
  }

  render() {
    const { answer } = this;
    if (!answer) return nothing;
    const at = answer.shifts.indexOf(answer.shift);
    const row = (/** @type {string} */ name, /** @type {string} */ words, /** @type {number} */ query, /** @type {number} */ key, /** @type {number} */ score) =>
      html`<tr class=${name}><th scope="row">${words}</th><td>${query}</td><td>${key}</td><td>${query - key}</td><td>${exactNumber(score)}</td></tr>`;
    const [query, key] = [answer.query + answer.shift, answer.key + answer.shift];
    return html`<div class="scroll" tabindex="0" role="group" aria-label="scores"><table>
        <thead><tr><td></td><th scope="col">query at</th><th scope="col">key at</th><th scope="col">apart</th><th scope="col">score</th></tr></thead>
        <tbody>
          ${row('text', 'as in the text', answer.query, answer.key, answer.score)}
          ${row('both', 'both slid', query, key, answer.together[at])}
          ${row('alone', 'the query slid alone', query, answer.key, answer.alone[at])}
        </tbody>
      </table></div>
      <p>${verdict(answer)}</p>`;
  }
}

/** @param {any} answer */
function verdict({ shift, difference, largest, magnitude }) {
  if (shift === 0) return html`Slide them: over all places drawn below, the score moves by at most <b class="largest">${formatShort(largest)}</b>, which is rounding: the terms it is made of have the size ${formatNumber(magnitude)}.`;
  if (difference === 0) return html`Both slid: the score has not moved at all, by <b class="difference">0</b>.`;
  return html`Both slid: the score has moved by <b class="difference">${formatShort(difference)}</b>, which is rounding in the last digits: the terms it is made of have the size ${formatNumber(magnitude)}.`;
}

customElements.define('lw-slide-reading', SlideReading);
