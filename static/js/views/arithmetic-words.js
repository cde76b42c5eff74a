/** What one number says, in plain words, for a sixteen-year-old: what it is about, what was done, what counted most. */

import { html, nothing } from '/static/vendor/lit.js';
import { formatCount, formatNumber, formatProbability } from '../format.js';
import { tokenLabel } from '../tokens.js';
import { operandsOf, sumsOf } from './arithmetic-expression.js';
import { endOf, tokenWord } from './arithmetic-ends.js';

/** @typedef {import('../types.js').Explanation} Explanation */
/** @typedef {import('./step-scene.js').Scene} Scene */
/** @typedef {{told: Explanation, scene: Scene, at: (...axes: string[]) => number, token: (axis?: string) => unknown, value: string, operands: string[], width: string, piece: () => unknown}} Words */

/** @type {Record<string, (words: Words) => unknown>} by the kind of step */
const SENTENCES = {
  embed: ({ at, token, width }) => html`Every piece of the vocabulary has a row of ${width} numbers in one learned table. This is number ${at('d_model') + 1} in the row of ${token()}. It is the same wherever that piece stands.`,
  positions: ({ at, width }) => html`Every position has a row of ${width} numbers, whatever token stands there. This is number ${at('d_model') + 1} in the row of position ${at('token') + 1}.`,
  angles: ({ at, value }) => html`Positions are shown as turns. At position ${at('token') + 1}, pair ${at('pair') + 1} is turned by ${value} radians; the later the token, the further the turn.`,
  add: ({ operands, token }) => html`Nothing of ${token()} is overwritten: to ${operands[0]}, which was there, ${operands[1]} is added.`,
  enter: ({ token }) => html`The layer gets the stream of ${token()} as the part before left it; nothing is computed.`,
  linear: ({ told, token, at }) => html`Each number that stands for ${token()} is multiplied by a learned weight of its own, and all the products are added. The weights belong to number ${(told.index.at(-1) ?? 0) + 1} of the result${at('head', 'kv_head') >= 0 ? html` in head ${at('head', 'kv_head') + 1}` : nothing}; another number has others.`,
  rope: ({ token, at }) => html`Two numbers of ${token()} are turned together, like the hand of a clock, by an angle that belongs to position ${at('token') + 1}. This is what one of the two has become.`,
  scores: ({ token, at, told }) => html`How well what ${token('query')} looks for fits what ${token('key')} offers, in head ${at('head') + 1}: multiply the two lists number by number, add up. ${(told.value ?? 0) > 0 ? 'Above zero they point the same way.' : 'Below zero they point in different ways.'}`,
  scale: ({ operands }) => html`The score ${operands[0]} is made smaller by a factor that is the same for all scores, so that the softmax that follows is not all or nothing.`,
  softcap: ({ operands, value }) => html`${operands[0]} is bent towards a limit it can never pass; it becomes ${value}.`,
  softmax: ({ token, at, told }) => html`${token('query')} shares out one whole among the tokens it may look at, in head ${at('head') + 1}. ${token('key')} gets ${formatProbability(told.value ?? 0)}: e to the power of its score, divided by the sum of these for all.`,
  mix: ({ token, at }) => html`${token('query')} takes from every token it looks at, as much as its weight says. This is number ${at('d_head') + 1} of the mixture in head ${at('head') + 1}.`,
  join: ({ token }) => html`What the heads found for ${token()} is laid side by side, and every number of it is multiplied by a learned weight. All are added: what attention adds to the stream, at this place.`,
  activation: ({ operands, value, at }) => html`Unit ${at('d_ff') + 1} found ${operands[0]}. A bend lets large positive numbers pass and holds negative ones back: it becomes ${value}.`,
  product: ({ operands, at }) => html`Unit ${at('d_ff') + 1} has two numbers: ${operands[0]} says how far its gate is open, ${operands[1]} what would go through. They are multiplied.`,
  unembed: ({ token, piece }) => html`How well ${piece()} fits as the next token after ${token()}: what the stream holds is compared with the row of that piece, number by number, and added up. A high sum is a good fit.`,
  probs: ({ token, piece, told, scene }) => html`The model gives ${piece()} a chance of ${formatProbability(told.value ?? 0)} to come after ${token()}: e to the power of its logit, divided by the sum of these for all ${formatCount(scene.sizes.vocab)} pieces, so that all chances add up to one whole.`,
};

/** @type {Record<string, (words: Words) => unknown>} of what a norm writes */
const NORM_SENTENCES = {
  mean: ({ token, width }) => html`The mean of the ${width} numbers of ${token()}: all added, divided by how many there are. It is taken away from each of them next.`,
  scale: ({ token, width, value }) => html`How large the ${width} numbers of ${token()} are on the whole: ${value}. Each of them is divided by it next.`,
  out: ({ token, value, told }) => html`Number ${(told.index.at(-1) ?? 0) + 1} of ${token()} is brought to a common size: what counts is how it compares with the others of the same token. Then a learned factor makes it more or less important. It becomes ${value}.`,
};

/** @param {Explanation} told @param {Scene} scene */
export function wordsOf(told, scene) {
  const end = endOf(told, scene);
  if (end) return html`<p>${end}</p>`;
  const words = wordsFor(told, scene);
  const isNorm = told.kind === 'norm' || told.kind === 'qk_norm';
  const sentence = isNorm ? NORM_SENTENCES[told.tensor.split('.').at(-1) ?? ''] : told.kind === 'mask' ? maskSentence : SENTENCES[told.kind];
  return html`<p>${sentence ? sentence(words) : scene.step.sentence}</p>${strongest(told, scene)}`;
}

/** @param {Words} words */
function maskSentence({ told, token }) {
  if (told.expression.node === 'hidden') return html`${token('query')} may not look at ${token('key')}: ${told.expression.reason} So the score becomes −∞, and the softmax makes exactly 0 of it.`;
  return html`${token('query')} may look at ${token('key')}: the score stays as it is.`;
}

/** @param {Explanation} told @param {Scene} scene @returns {Words} */
function wordsFor(told, scene) {
  const at = (/** @type {string[]} */ ...axes) => told.index[told.axes.findIndex((axis) => axes.includes(axis))] ?? -1;
  return {
    told,
    scene,
    at,
    token: (axis = 'token') => tokenWord(scene, at(...(axis === 'token' ? ['token', 'query'] : [axis]))),
    value: formatNumber(told.value),
    operands: operandsOf(told.expression).map((operand) => formatNumber(operand.value)),
    width: formatCount(scene.sizes[told.axes.at(-1) ?? ''] ?? scene.sizes.d_model),
    piece: () => pieceWord(told),
  };
}

/** The piece of the vocabulary that a number is about. @param {Explanation} told */
function pieceWord({ index, expression }) {
  const id = index.at(-1);
  const piece = operandsOf(expression).find((operand) => operand.piece?.id === id)?.piece;
  return piece ? html`<bdi class="piece">${tokenLabel(piece)}</bdi>` : `piece ${id}`;
}

/** What counted most, where many things were added. @param {Explanation} told @param {Scene} scene */
function strongest({ expression }, scene) {
  const [sum] = sumsOf(expression);
  if (!sum || sum.terms.length < 2) return nothing;
  const { terms: [first], rest, value, count } = sum;
  const most = formatNumber(first.value);
  const who = nameTerm(first, sum.axis, scene);
  const others = rest ? ` The ${rest.count === 1 ? 'smallest' : `${formatCount(rest.count)} smallest together`} ${rest.count === 1 ? 'brings' : 'bring'} ${formatNumber(rest.value)}.` : '';
  return html`<p>${who ? html`The most comes from ${who}: ${most}` : `The largest of the ${formatCount(count)} products is ${most}`}, of ${formatNumber(value)} in all.${others}</p>`;
}

/** Who brings a term, where that is somebody. @param {import('../types.js').Term} term @param {string} axis @param {Scene} scene */
function nameTerm({ at, label, node }, axis, scene) {
  if (['key', 'token', 'query'].includes(axis)) return tokenWord(scene, at);
  const piece = axis === 'vocab' ? operandsOf(node)[0]?.piece : null;
  if (piece) return html`<bdi class="piece">${tokenLabel(piece)}</bdi>`;
  return axis === 'head' || axis === 'd_ff' ? label : null;
}
