/**
 * Which pictures ("looks") belong to which kind of step. The first one comes with the page; the others are fetched when they
 * are first looked at. A new look is a row here and a file of its own that exports `picture`.
 */

import { picture as activation } from './activation.js';
import { picture as add } from './add.js';
import { picture as attention } from './attention.js';
import { picture as embed } from './embed.js';
import { picture as join } from './join.js';
import { picture as linear } from './linear.js';
import { picture as mix } from './mix.js';
import { picture as norm } from './norm.js';
import { picture as plain } from './plain.js';
import { picture as probs } from './probs.js';
import { picture as product } from './product.js';
import { picture as qkNorm } from './qk-norm.js';
import { picture as rope } from './rope.js';
import { picture as tokens } from './tokens.js';
import { picture as vocabulary } from './vocabulary.js';

/** @typedef {import('./looks.js').Look} Look */

/** What a step shows when nothing else was chosen. */
/** @type {Record<string, import('./figure.js').Picture>} */
const FIRST = {
  tokens,
  embed,
  positions: embed,
  add,
  norm,
  linear,
  qk_norm: qkNorm,
  rope,
  scores: attention,
  scale: attention,
  softcap: attention,
  mask: attention,
  softmax: attention,
  mix,
  join,
  activation,
  product,
  unembed: vocabulary,
  probs,
};

/** @type {Look[]} */
const NORM = [
  { id: 'scale', label: 'Multiply the input', load: () => import('./norm-scale.js') },
  { id: 'steps', label: 'Step by step', load: () => import('./norm-steps.js') },
];
/** @type {Look} */
const UNITS = { id: 'units', label: 'What the largest units write', load: () => import('./units.js') };
/** @type {Look} */
const LENS = { id: 'lens', label: 'Logit lens', load: () => import('./lens-grid.js') };
/** @type {Look} */
const SHARPNESS = { id: 'sharpness', label: 'Why divide?', load: () => import('./sharpness.js') };

/**
 * What else there is to see, by the kind of step, as in `embed: [{ id: 'nearest', label: 'Nearest tokens', load: () => import('./nearest.js') }]`.
 * @type {Record<string, Look[]>}
 */
const MORE = {
  tokens: [
    { id: 'merges', label: 'Merge by merge', load: () => import('./merges.js') },
    { id: 'vocabularies', label: 'Other vocabularies', load: () => import('./vocabularies.js') },
    { id: 'price', label: 'Other languages', load: () => import('./price.js') },
  ],
  embed: [
    { id: 'table', label: 'The table', load: () => import('./table.js') },
    { id: 'nearest', label: 'Nearest tokens', load: () => import('./nearest.js') },
  ],
  positions: [{ id: 'table', label: 'The table', load: () => import('./table.js') }],
  norm: NORM,
  qk_norm: NORM,
  rope: [
    { id: 'positions', label: 'One pair, every position', load: () => import('./rope-positions.js') },
    { id: 'slide', label: 'Slide both', load: () => import('./rope-slide.js') },
  ],
  linear: [{ ...UNITS, fits: ({ part, short }) => part === 'mlp' && short === 'down' }],
  activation: [UNITS],
  product: [UNITS],
  scale: [SHARPNESS],
  softmax: [{ id: 'arcs', label: 'Arcs', load: () => import('./arcs.js') }, { id: 'map', label: 'All layers', load: () => import('./head-map.js') }, SHARPNESS],
  unembed: [LENS],
  probs: [
    LENS,
    { id: 'sampling', label: 'Sampling', load: () => import('./sampling.js') },
    { id: 'cache', label: 'KV cache', load: () => import('./kv.js') },
  ],
  add: [{ id: 'stream', label: 'Running sum', load: () => import('./stream.js') }],
  join: [{ id: 'heads', label: 'By head', load: () => import('./head-contributions.js') }],
};

/** The looks of a step, the first one first. @param {import('../types.js').Op} step @returns {Look[]} */
export function looksOf(step) {
  const { kind, layer } = step;
  const capOfLogits = kind === 'softcap' && layer === null;
  const first = { id: 'numbers', label: 'Numbers', picture: capOfLogits ? vocabulary : (FIRST[kind] ?? plain) };
  const more = MORE[capOfLogits ? 'unembed' : kind] ?? [];
  return [first, ...more.filter(({ fits }) => fits?.(step) ?? true)];
}
