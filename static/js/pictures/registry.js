/** Which picture belongs to which kind of step. A new kind is added here and in its own file. */

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

/** @type {Record<string, import('./figure.js').Picture>} */
const PICTURES = {
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

/** The picture of a step: by its kind, or, for the cap of the logits, by what it writes. @param {import('../types.js').Op} step */
export function pictureOf({ kind, layer }) {
  if (kind === 'softcap' && layer === null) return vocabulary;
  return PICTURES[kind] ?? plain;
}
