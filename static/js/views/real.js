/** Is this real? What the server got when it computed a number again from its operands, in one honest sentence. */

import { html } from '/static/vendor/lit.js';
import { exactNumber, formatNumber, formatPrecise } from '../format.js';
import { operandsOf } from './arithmetic-expression.js';

/** @typedef {import('../types.js').Explanation} Explanation */

/** How far the two numbers are apart, in a sentence. @param {Explanation} told */
export function agreement(told) {
  const { difference, agrees } = told;
  if (!agrees) return `They differ by ${formatNumber(Math.abs(difference), 2)}, which is more than rounding: please report it.`;
  return difference ? `They differ by ${formatNumber(Math.abs(difference), 1)}, which is rounding.` : 'They are the same.';
}

/** The sentence. @param {Explanation} told */
export function realSentence(told) {
  const { expression, value, result, tensor } = told;
  if (expression.node === 'hidden') return html`Yes. The mask puts −∞ here: ${expression.reason}`;
  if (expression.node === 'operand' && expression.name === tensor) return html`Yes. It is read as it stands in ${expression.source === 'weight' ? 'the file of weights' : 'the text'}; there is nothing to compute.`;
  const names = [...new Set(operandsOf(expression).filter(({ source }) => source !== 'position').map(({ name }) => name))];
  return html`${told.agrees ? 'Yes.' : 'Not quite.'} From ${names.map((name, i) => html`${i === 0 ? '' : i === names.length - 1 ? ' and ' : ', '}<code>${name}</code>`)}
    the server computed it again in float64 and got <b class="recomputed">${formatPrecise(result)}</b>. The model, in ${told.dtype}, has
    <b class="captured">${exactNumber(value ?? -Infinity)}</b>. ${agreement(told)}`;
}
