/** The depths of what is said of a number: words, shapes, numbers, the line of PyTorch; and the control that chooses. */

import { html, nothing } from '/static/vendor/lit.js';
import { exactNumber, formatPrecise } from '../format.js';
import { endOf } from './arithmetic-ends.js';
import { wholeExpression } from './arithmetic-sum.js';
import { wordsOf } from './arithmetic-words.js';
import { agreement } from './real.js';
import { shapeOf } from './step-parts.js';

/** @typedef {import('../types.js').Explanation} Explanation */
/** @typedef {import('./arithmetic-sum.js').Desk} Desk */
/** @typedef {'words' | 'shapes' | 'numbers' | 'code'} Depth */

/** @type {[Depth, string, string][]} */
const DEPTHS = [
  ['words', 'words', 'in plain words'],
  ['shapes', 'shapes', 'the formula and the shapes that meet'],
  ['numbers', 'numbers', 'the numbers it was made from'],
  ['code', 'code', 'the line of PyTorch'],
];

/** @param {Depth} depth @param {(depth: Depth) => void} choose */
export function depthDial(depth, choose) {
  return html`<fieldset class="dial"><legend class="spoken">How deep to look at this number</legend>
    ${DEPTHS.map(([id, word, title]) => html`<label title=${title}><input type="radio" name="depth" value=${id} .checked=${id === depth} @change=${() => choose(id)} /><span>${word}</span></label>`)}
  </fieldset>`;
}

/** @param {Depth} depth @param {Explanation} told @param {Desk} desk @param {string} address of the answer */
export function depthPart(depth, told, desk, address) {
  if (depth === 'words') return wordsOf(told, desk.scene);
  if (depth === 'shapes') return shapesPart(told, desk);
  return depth === 'code' ? codePart(told, address) : numbersPart(told, desk);
}

/** The formula of this one number, and the numbers in it. @param {Explanation} told @param {Desk} desk */
function numbersPart(told, desk) {
  const end = endOf(told, desk.scene);
  if (end) return html`<p class="end">${end}</p>`;
  const { expression } = told;
  return html`<lw-formula .tex=${told.formula}></lw-formula>
    ${expression.node === 'hidden' ? html`<p class="end"><b>−∞.</b> ${expression.reason}</p>` : nothing}
    ${expression.node === 'operand' ? html`<p class="note">${expression.by ? `${expression.by.source === 'id' ? 'The token’s id' : 'The position'} chooses a row of the learned table; this number stands in that row:` : 'The same number, handed on:'}</p>` : nothing}
    ${expression.node === 'hidden' ? nothing : wholeExpression(expression, desk)}
    ${agreementTable(told)}`;
}

/** What the arithmetic gives, beside what the model has. @param {Explanation} told */
function agreementTable(told) {
  if (told.result === null || told.value === null) return nothing;
  return html`<dl class="agreement">
      <div><dt>from these operands, in float64</dt><dd class="figure recomputed">${formatPrecise(told.result)}</dd></div>
      <div><dt>in the model, ${told.dtype}</dt><dd class="figure captured">${exactNumber(told.value)}</dd></div>
    </dl>
    <p class="note">${agreement(told)} Numbers are rounded for reading; nothing is rounded before it is added.</p>`;
}

/** @param {Explanation} told @param {Desk} desk */
function shapesPart(told, { scene }) {
  const step = scene.steps.find(({ name }) => name === told.op) ?? scene.step;
  const list = (/** @type {string} */ word, /** @type {string[]} */ names) => (names.length ? html`<dt>${word}</dt>${names.map((name) => html`<dd>${shapeOf(scene, name)}</dd>`)}` : nothing);
  return html`<lw-formula .tex=${step.formula}></lw-formula>
    ${told.shapes ? html`<p class="shapes">${told.shapes}</p>` : nothing}
    <dl class="letters">${told.symbols.map(({ symbol, name, meaning }) => html`<div><dt><lw-symbol tex=${symbol}></lw-symbol></dt><dd>${meaning}${name ? html`<br /><code>${name}</code>` : nothing}</dd></div>`)}</dl>
    <dl class="about">${list('reads', step.reads)}${list('writes', step.writes)}
      <dt>weights</dt>${step.weights.length ? step.weights.map((name) => html`<dd><code>${name}</code></dd>`) : html`<dd>none: nothing is learned here</dd>`}</dl>`;
}

/** @param {Explanation} told @param {string} address */
function codePart({ code, value }, address) {
  const [pick, ...lines] = code.split('\n').reverse();
  return html`<dl class="about">
    ${lines.length ? html`<dt>in PyTorch</dt>${lines.reverse().flatMap((line) => line.split('; ')).map((line) => html`<dd><code class="line">${line}</code></dd>`)}` : nothing}
    <dt>this number</dt><dd><code class="line">${pick}<br />${value === null ? '-inf' : exactNumber(value).replaceAll('−', '-')}</code></dd>
    <dt>as the server says it</dt><dd><a href=${address} target="_blank" rel="noopener">the whole answer as JSON</a></dd>
  </dl>`;
}
