/**
 * <lw-norm-steps>: the arithmetic of a norm for one vector, a strip a step, and beside each the number of the chosen dimension.
 * Choosing a cell follows that dimension through all steps. Properties: answer (of /api/norm), plates (by the name of the
 * step), chosen (a dimension). Raises lw-dimension.
 */

import { LitElement, css, html, nothing } from '/static/vendor/lit.js';
import { exactNumber } from '../format.js';
import { limitsOf } from './grid-scale.js';
import './matrix-table.js';
import './strip.js';

/** @typedef {{name: string, values: number[]}} Stage */
/** @typedef {{sign: string, words: string, one?: boolean, operand?: boolean}} Words */

/** What each step is called; `one` is a number for all dimensions, an `operand` something learned. @param {boolean} isLayer @param {number} epsilon @param {boolean} isOffset @returns {Record<string, Words>} */
const wordsOf = (isLayer, epsilon, isOffset) => ({
  given: { sign: 'x', words: 'what goes in' },
  mean: { sign: 'μ', words: 'their mean', one: true },
  centred: { sign: 'x − μ', words: 'the mean taken away' },
  squared: { sign: isLayer ? '(x − μ)²' : 'x²', words: 'each squared' },
  mean_square: { sign: isLayer ? 'σ²' : 'm', words: isLayer ? 'the mean of the squares: the variance' : 'the mean of the squares', one: true },
  with_epsilon: { sign: '+ ε', words: `plus ε = ${exactNumber(epsilon)}, so that nothing is divided by 0`, one: true },
  root: { sign: '√', words: isLayer ? 'the root: the standard deviation' : 'the root: the root mean square', one: true },
  divided: { sign: '÷ √', words: isLayer ? 'x − μ divided by the root' : 'x divided by the root' },
  gain: { sign: isOffset ? '1 + g' : 'g', words: isOffset ? 'one plus the learned gain' : 'the learned gain', operand: true },
  gained: { sign: '×', words: 'times the gain' },
  bias: { sign: 'b', words: 'the learned bias', operand: true },
  biased: { sign: '+', words: 'plus the bias' },
});

export class NormSteps extends LitElement {
  static properties = { answer: { attribute: false }, plates: { attribute: false }, chosen: { type: Number }, isOffset: { type: Boolean } };

  static styles = css`
    :host {
      display: block;
      container-type: inline-size;
    }
    ol {
      list-style: none;
      margin: 0;
      padding: 0;
      display: grid;
      gap: var(--space-3);
    }
    li {
      display: grid;
      grid-template-columns: 4.6rem minmax(0, 1fr) 7.5rem;
      grid-template-areas: 'sign words value' 'sign strip value';
      gap: 2px var(--space-3);
      align-items: center;
    }
    .sign {
      grid-area: sign;
      font-size: var(--text-m);
      font-weight: 650;
      text-align: end;
      white-space: nowrap;
    }
    .words {
      grid-area: words;
      font-size: var(--text-s);
      color: var(--ink-2);
    }
    lw-strip {
      grid-area: strip;
    }
    .value {
      grid-area: value;
      align-self: end;
      font-family: var(--mono);
      font-variant-numeric: tabular-nums;
      text-align: end;
      overflow-wrap: anywhere;
    }
    .one .value {
      align-self: center;
      font-weight: 700;
    }
    .operand .sign,
    .operand .value {
      color: var(--ink-3);
      font-weight: 400;
    }
    li:last-child .value {
      font-weight: 700;
    }
    .heads {
      display: flex;
      justify-content: flex-end;
      font-size: var(--text-xs);
      color: var(--ink-3);
      margin-block-end: var(--space-1);
    }
    lw-matrix-table {
      margin-block-start: var(--space-3);
    }
    @container (max-width: 34rem) {
      li {
        grid-template-columns: 3.4rem minmax(0, 1fr);
        grid-template-areas: 'sign words' 'sign strip' 'sign value';
      }
      .value {
        text-align: start;
      }
    }
  `;

  constructor() {
    super();
    /** @type {any} */ this.answer = undefined;
    /** @type {Map<string, import('./grid-plate.js').Plate>} */ this.plates = new Map();
    this.chosen = 0;
    this.isOffset = false;
    this.addEventListener('lw-pick', (event) => this.onPick(/** @type {CustomEvent<{index: number[]}>} */ (event)));
    this.addEventListener('lw-mark', (event) => event.stopPropagation()); // no token is pointed at here
  }

  render() {
    if (!this.answer) return nothing;
    const words = wordsOf(this.answer.norm === 'layer', this.answer.epsilon, this.isOffset);
    return html`<p class="heads">beside each strip: its number ${this.chosen + 1}</p>
      <ol>${this.answer.stages.map((/** @type {Stage} */ stage) => this.line(stage, words[stage.name]))}</ol>`;
  }

  /** @param {Stage} stage @param {Words} words */
  line({ name, values }, { sign, words, one, operand }) {
    const plate = this.plates.get(name);
    const kind = one ? 'one' : operand ? 'operand' : '';
    return html`<li class=${kind}>
      <span class="sign" aria-hidden="true">${sign}</span><span class="words">${words}</span>
      ${one || !plate ? nothing : html`<lw-strip .plate=${plate} .limits=${limitsOf(plate.scale, plate.range)} .selected=${{ name: plate.name, index: [this.chosen] }} .thick=${20} .most=${88}></lw-strip>`}
      <span class="value" data-stage=${name}>${exactNumber(values[one ? 0 : this.chosen])}</span>
    </li>`;
  }

  /** These numbers are on the way to a tensor and in none: they are followed here, not asked for. @param {CustomEvent<{index: number[]}>} event */
  onPick(event) {
    event.stopPropagation();
    this.dispatchEvent(new CustomEvent('lw-dimension', { detail: event.detail.index[0] }));
  }
}

customElements.define('lw-norm-steps', NormSteps);
