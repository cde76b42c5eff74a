/**
 * A sum as a table: its largest terms by size, each with a bar for size and sign, what all the others add up to, and the
 * sum. A term that is a sum itself opens.
 */

import { html, nothing } from '/static/vendor/lit.js';
import { decimalsFor, exactNumber, formatCount, formatFixed, plural } from '../format.js';
import { tokenText } from './token-text.js';
import { expressionLine, partsOf, sumsOf } from './arithmetic-expression.js';

/** @typedef {import('../types.js').SumNode} SumNode */
/** @typedef {import('../types.js').Term} Term */
/** @typedef {import('../types.js').ExpressionNode} Node */
/**
 * @typedef {object} Desk what an expression is drawn with
 * @property {import('./step-scene.js').Scene} scene
 * @property {Map<string, string>} letters of tensors and weights, by name
 * @property {Set<string>} open which terms are open
 * @property {(key: string) => void} toggle opens or closes a term
 */

/** @type {Record<string, string>} what the terms are counted by, where it is not a number of a list */
const AXIS_WORDS = { key: 'token', query: 'token', token: 'token', head: 'head', d_ff: 'unit', vocab: 'piece' };
const TOKEN_AXES = ['token', 'query', 'key'];

/** An expression in whole: the line, and a table for each sum in it. @param {Node} node @param {Desk} desk @param {string} [path] where it stands, as a key @returns {unknown} */
export function wholeExpression(node, desk, path = '') {
  const sums = sumsOf(node);
  return html`${node.node === 'sum' ? nothing : expressionLine(node, sums)}
    ${sums.map((sum, i) => sumTable(sum, desk, `${path}/${i}`, sums.length > 1 ? i + 1 : 0))}`;
}

/** @param {SumNode} sum @param {Desk} desk @param {string} path @param {number} number of several sums, or 0 @returns {unknown} */
function sumTable(sum, desk, path, number) {
  const { terms, rest, count, axis, value } = sum;
  const decimals = decimalsFor([...terms.map((term) => term.value), value]);
  const written = (/** @type {number | null} */ given) => (given === null ? '−∞' : formatFixed(given, decimals));
  const reach = Math.max(...terms.map((term) => Math.abs(term.value ?? 0))) || 1;
  return html`<table class="sum">
    <caption><span class="sigma">Σ${number ? html`<sub>${number}</sub>` : nothing}</span> ${countWords(sum)}</caption>
    <thead><tr><th scope="col">${AXIS_WORDS[axis] ?? 'number'}</th><th scope="col">${headOf(terms[0]?.node, desk)}</th><th scope="col" class="figure">=</th><td></td></tr></thead>
    <tbody>
      ${terms.map((term) => termRows(term, sum, desk, `${path}.${term.at}`, written, reach))}
      ${rest ? html`<tr class="others"><th scope="row" colspan="2">and ${plural(rest.count, terms.length ? 'smaller term' : 'term')}</th><td class="figure">${written(rest.value)}</td><td></td></tr>` : nothing}
      <tr class="whole"><th scope="row" colspan="2">${count > 1 ? `all ${formatCount(count)} added` : 'the one term'}</th><td class="figure">${written(value)}</td><td></td></tr>
    </tbody>
  </table>`;
}

/** @param {SumNode} sum */
function countWords({ count, axis, terms }) {
  const noun = axis === 'head' ? 'head' : TOKEN_AXES.includes(axis) ? 'token' : axis === 'vocab' ? 'piece of the vocabulary' : 'term';
  const words = count === 1 ? `one ${noun}` : noun.startsWith('piece') ? `${formatCount(count)} pieces of the vocabulary` : plural(count, noun);
  return terms.length < count ? `${words}, the largest first` : words;
}

/** What stands in the rows, in letters: `W_Q × y`. @param {Node | undefined} node @param {Desk} desk @returns {unknown} */
function headOf(node, desk) {
  if (!node) return nothing;
  if (node.node === 'operand') return html`<lw-symbol tex=${desk.letters.get(node.name) ?? node.symbol}></lw-symbol>`;
  if (node.node === 'multiply' && node.parts.every((part) => part.node === 'operand')) {
    return node.parts.map((part, i) => html`${i > 0 ? ' × ' : nothing}${headOf(part, desk)}`);
  }
  return node.node === 'sum' ? 'what it brings' : 'each term';
}

/** @param {Term} term @param {SumNode} sum @param {Desk} desk @param {string} path @param {(value: number | null) => string} written @param {number} reach @returns {unknown} */
function termRows(term, sum, desk, path, written, reach) {
  const isOpen = desk.open.has(path);
  const inner = sumsOf(term.node);
  const what = inner.length
    ? html`<button class="opener" aria-expanded=${isOpen} @click=${() => desk.toggle(path)}>${plural(inner[0].count, partsOf(term.node).length ? 'part' : 'product')}</button>`
    : expressionLine(term.node, [], { compact: true });
  return html`<tr data-axis=${sum.axis} data-at=${term.at}>
      <th scope="row">${termLabel(term, sum.axis, desk)}</th><td>${what}</td><td class="figure" title=${exactNumber(term.value ?? -Infinity)}>${written(term.value)}</td>
      <td class="track" aria-hidden="true"><i data-share=${(term.value ?? 0) / reach}></i></td>
    </tr>
    ${inner.length && isOpen ? html`<tr class="inner"><td colspan="4">${wholeExpression(term.node, desk, path)}</td></tr>` : nothing}`;
}

/** Which term it is, counted from 1 as formulas do; tokens and pieces by their text. @param {Term} term @param {string} axis @param {Desk} desk */
function termLabel({ at, label, node }, axis, { scene }) {
  const place = `${axis} ${at} of the tensor, counted from 0`;
  if (TOKEN_AXES.includes(axis) && scene.labels[at]) return html`<bdi class="lane" data-lane=${at} title=${place}>${scene.labels[at].text}</bdi>`;
  const piece = axis === 'vocab' ? pieceOf(node) : null;
  if (piece) return html`<bdi class="piece" title="id ${piece.id}">${tokenText(piece)}</bdi>`;
  if (label) return html`<span title=${place}>${label}</span>`;
  return html`<span title=${place}>id ${at}</span>`;
}

/** The piece that a term is about. @param {Node} node @returns {NonNullable<import('../types.js').OperandNode['piece']> | null} */
function pieceOf(node) {
  if (node.node === 'operand') return node.piece ?? null;
  return partsOf(node).map(pieceOf).find(Boolean) ?? null;
}
