/** An expression with its numbers, in one line that wraps: every operand is a button that asks where it came from. */

import { html, nothing } from '/static/vendor/lit.js';
import { exactNumber, formatNumber } from '../format.js';
import { writeElement } from '../trail.js';
import { tokenText } from './token-text.js';
import './symbol.js';

/** @typedef {import('../types.js').ExpressionNode} Node */
/** @typedef {import('../types.js').OperandNode} OperandNode */
/** @typedef {import('../types.js').SumNode} SumNode */

const SIGNS = /** @type {const} */ ({ add: '+', subtract: '−', multiply: '×', divide: '÷' });
/** How tightly each binds: what binds less than its place needs stands in brackets. */
const BINDS = /** @type {Record<string, number>} */ ({ add: 1, subtract: 1, multiply: 2, divide: 2 });
/** @type {Record<string, [string, string]>} what stands before and behind the number that a function is applied to */
const AROUND = { exp: ['exp(', ')'], sqrt: ['√(', ')'], square: ['(', ')²'] };
const SHORT_DIGITS = 4;
/** A longer row of numbers has to wrap and cannot have its result under it. */
const MOST_UNDERLINED = 3;

/** @typedef {'signed' | 'plain'} Place whether a sign stands before: then a negative number is put in brackets */

/**
 * @param {Node} node
 * @param {SumNode[]} sums the sums that stand in tables of their own, in order
 * @param {{compact?: boolean}} [options] compact: values without their symbols, for the rows of a table
 */
export function expressionLine(node, sums, { compact = false } = {}) {
  const { draw } = new Line(sums, compact);
  return html`<span class="line">${draw(node)}</span>`;
}

class Line {
  /** @param {SumNode[]} sums @param {boolean} compact */
  constructor(sums, compact) {
    this.sums = sums;
    this.compact = compact;
  }

  /** @type {(node: Node, place?: Place, binds?: number) => unknown} */
  draw = (node, place = 'plain', binds = 0) => {
    switch (node.node) {
      case 'operand': return html`${bracketed(operandChip(node, this.compact), place === 'signed' && isNegative(node.value))}${node.by ? html` <span class="by">the row of ${operandChip(node.by, this.compact)}</span>` : nothing}`;
      case 'number': return bracketed(constantChip(node, this.compact), place === 'signed' && isNegative(node.value));
      case 'sum': return this.sum(node, place);
      case 'largest': return bracketed(this.largest(node), place === 'signed' && isNegative(node.value));
      case 'hidden': return html`<span class="chip constant"><span class="value">−∞</span></span>`;
      case 'apply': return this.apply(node);
      default: return bracketed(this.mix(node), BINDS[node.node] < binds);
    }
  };

  /** @param {import('../types.js').MixNode} node */
  mix({ node, parts }) {
    const inner = (/** @type {number} */ i) => BINDS[node] + (i > 0 && (node === 'subtract' || node === 'divide') ? 1 : 0);
    return parts.map((part, i) => html`${i > 0 ? html` <span class="sign">${SIGNS[node]}</span> ` : nothing}${this.draw(part, i > 0 ? 'signed' : 'plain', inner(i))}`);
  }

  /** @param {import('../types.js').ApplyNode} node */
  apply({ function: name, parts, value }) {
    const [before, behind] = AROUND[name] ?? [`${name}(`, ')'];
    const isLong = parts.flatMap(leavesOf).length > MOST_UNDERLINED;
    return html`<span class="group ${this.compact || isLong ? 'flat' : ''}"><span class="inside"><span class="word">${before}</span>${parts.map((part) => this.draw(part))}<span class="word">${behind}</span></span>
      ${this.compact || isLong ? nothing : html`<span class="result">${formatNumber(value, SHORT_DIGITS)}</span>`}</span>`;
  }

  /** @param {SumNode} node @param {Place} place */
  sum(node, place) {
    const which = this.sums.length > 1 ? this.sums.indexOf(node) + 1 : nothing;
    const chip = html`<span class="chip total"><span class="value" title=${exact(node.value)}>${formatNumber(node.value, SHORT_DIGITS)}</span><span class="symbol">Σ${
      which === nothing ? nothing : html`<sub>${which}</sub>`}</span></span>`;
    return bracketed(chip, place === 'signed' && isNegative(node.value));
  }

  /** @param {import('../types.js').LargestNode} node */
  largest({ part }) {
    const inner = part.node === 'operand' ? operandChip(part, this.compact, 'the largest of the row, ') : this.draw(part);
    return this.compact ? inner : html`<span class="group max"><span class="inside"><span class="word">max</span> ${inner}</span></span>`;
  }
}

/** @param {unknown} inner @param {boolean} needed */
const bracketed = (inner, needed) => (needed ? html`<span class="bracket">(</span>${inner}<span class="bracket">)</span>` : inner);

/** @param {number | null} value */
const isNegative = (value) => value === null || value < 0;

/** @param {number | null} value */
const exact = (value) => exactNumber(value ?? -Infinity);

/** Where an operand comes from, for those who listen. */
const SOURCES = { tensor: '', weight: 'learned weight ', position: 'position', id: 'token id ' };

/** A number that is whole, or short as it is, is written so: 32 and 0.5, not 32.00 and 0.5000. @param {number | null} value */
const written = (value) => (value !== null && String(value).length <= SHORT_DIGITS + 2 ? exactNumber(value) : formatNumber(value, SHORT_DIGITS));

/** One operand: its value over its symbol. A position is no tensor and leads nowhere. @param {OperandNode} node @param {boolean} compact @param {string} [before] */
function operandChip({ name, index, value, source, symbol, token, piece }, compact, before = '') {
  const said = before + SOURCES[source] + (source === 'position' ? '' : `${name}[${index.join(', ')}]`);
  const isPlace = source === 'position' || source === 'id';
  const inside = html`<span class="value">${isPlace ? written(value) : formatNumber(value, SHORT_DIGITS)}</span>${compact ? nothing : html`<span class="symbol" aria-hidden="true"><lw-symbol tex=${symbol}></lw-symbol>${
    piece ? html` <span class="piece">${tokenText(piece)}</span>` : nothing}</span>`}<span class="spoken">, ${said}</span>`;
  const [title, lane] = [`${said}: ${exact(value)}`, token ?? nothing];
  if (source === 'position') return html`<span class="chip position" title=${title} data-lane=${lane}>${inside}</span>`;
  return html`<button class="chip operand ${source}" title="${title}. Where does it come from?" data-lane=${lane} data-element=${writeElement({ name, index })}>${inside}</button>`;
}

/** @param {import('../types.js').NumberNode} node @param {boolean} compact */
function constantChip({ symbol, value, note }, compact) {
  const [text, isSaid] = [written(value), compact || symbol === String(value)];
  return html`<span class="chip constant" title=${note ?? ''}><span class="value">${text}</span>${isSaid ? nothing : html`<span class="symbol"><lw-symbol tex=${symbol}></lw-symbol></span>`}</span>`;
}

/** The sums of an expression that need a table, the outermost ones only, in order. @param {Node} node @returns {SumNode[]} */
export function sumsOf(node) {
  if (node.node === 'sum') return [node];
  return partsOf(node).flatMap(sumsOf);
}

/** What a node is made of; not the terms of a sum. @param {Node} node @returns {Node[]} */
export function partsOf(node) {
  if ('parts' in node) return node.parts;
  return node.node === 'largest' ? [node.part] : [];
}

/** The numbers that stand in a line. @param {Node} node @returns {Node[]} */
const leavesOf = (node) => (partsOf(node).length ? partsOf(node).flatMap(leavesOf) : [node]);

/** Every operand that is shown, those in the rows of tables too. @param {Node} node @returns {OperandNode[]} */
export function operandsOf(node) {
  if (node.node === 'operand') return node.by ? [node, node.by] : [node];
  if (node.node === 'sum') return node.terms.flatMap((term) => operandsOf(term.node));
  return partsOf(node).flatMap(operandsOf);
}

/** The elements of tensors and weights that are shown. @param {Node} node @returns {{name: string, index: number[]}[]} */
export const elementsIn = (node) => operandsOf(node).filter(({ source }) => source !== 'position').map(({ name, index }) => ({ name, index }));
