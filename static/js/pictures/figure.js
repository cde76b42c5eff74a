/** The parts that pictures are made of: a strip or a grid with its title, its legend and the table behind it. */

import { html, nothing } from '/static/vendor/lit.js';
import { makePlate } from '../views/grid-plate.js';
import { limitsOf } from '../views/grid-scale.js';
import { windowLabels, windowOf, windowWords } from '../views/grid-window.js';
import '../views/grid.js';
import '../views/legend.js';
import '../views/matrix-table.js';
import '../views/strip.js';

/** @typedef {import('../views/step-scene.js').Scene} Scene */
/** @typedef {import('../views/step-scene.js').Wish} Wish */
/** @typedef {import('../views/grid-plate.js').Plate} Plate */
/** @typedef {import('../views/grid-scale.js').Limits} Limits */
/** @typedef {import('../views/grid-matrix.js').Label} Label */
/** @typedef {import('../types.js').Slice} Slice */
/**
 * @typedef {object} Picture
 * @property {(scene: Scene) => Wish[]} tensors what it is drawn from
 * @property {(scene: Scene, answers: any[]) => unknown} draw with the answers in the order of the wishes
 * @property {string | ((scene: Scene) => string)} [sentence] instead of the step's own
 * @property {string | ((scene: Scene) => string)} [formula] LaTeX, instead of the step's own
 */
/**
 * @typedef {object} Manner how a figure is to look; everything can be left out
 * @property {unknown} [title]
 * @property {Limits} [limits]
 * @property {Label[]} [labels]
 * @property {number} [thick]
 * @property {number} [most]
 * @property {boolean} [legend]
 * @property {boolean} [table]
 * @property {string} [note] of the legend
 * @property {boolean} [quiet] rows without names, since a neighbour names them
 * @property {import('../views/step-scene.js').Element | null} [selected] the scene's by default
 */

/** @type {WeakMap<Slice, Map<string, Plate>>} */
const plates = new WeakMap();

/**
 * A plate of an answer, the same one each time it is asked for: a view that gets the plate it has does not paint again.
 * @param {Scene} scene @param {Slice} answer @param {string} name @param {import('../views/grid-plate.js').Fixed} [fixed] @param {number} [wrap]
 */
export function plateOf(scene, answer, name, fixed = {}, wrap = 0) {
  const spec = scene.specs.get(name);
  if (!spec) throw new Error(`The catalogue has no tensor ${name}.`);
  const known = plates.get(answer) ?? new Map();
  plates.set(answer, known);
  const key = JSON.stringify([name, fixed, wrap]);
  const plate = known.get(key) ?? makePlate(answer, spec, fixed, wrap);
  known.set(key, plate);
  return plate;
}

/** Vectors as strips. @param {Scene} scene @param {Plate} plate @param {Manner} [manner] */
export function stripFigure(scene, plate, manner = {}) {
  const { limits = limitsOf(plate.scale, plate.range), labels = [], legend = true, table = true } = manner;
  const { thick = 22, most = plate.cols <= FEW / 2 ? 88 : 64 } = manner;
  return html`<figure class="strips">
    ${caption(plate, manner.title)}
    <lw-strip .plate=${plate} .limits=${limits} .selected=${scene.picked} .lit=${scene.lit} .mark=${scene.mark} .rowLabels=${labels} .thick=${thick} .most=${most}></lw-strip>
    ${foot(plate, limits, labels, legend, table, manner.note)}
  </figure>`;
}

/** A matrix of tokens by tokens. @param {Scene} scene @param {Plate} plate @param {Manner} [manner] */
export function gridFigure(scene, plate, manner = {}) {
  const { limits = limitsOf(plate.scale, plate.range), legend = true, table = true } = manner;
  const names = windowLabels(plate, scene.labels);
  return html`<figure class="grid">
    ${caption(plate, manner.title)}
    <lw-grid .plate=${plate} .limits=${limits} .selected=${manner.selected ?? scene.picked} .lit=${scene.lit} .mark=${scene.mark} .rowLabels=${names.rows} .colLabels=${names.cols} .most=${manner.most ?? 44} ?quiet=${manner.quiet}></lw-grid>
    ${foot(plate, limits, names.rows, legend, table, manner.note, names.cols)}
  </figure>`;
}

/** @param {Plate} plate @param {unknown} title */
const caption = (plate, title) =>
  title === undefined ? nothing : html`<figcaption><span class="title">${title}</span> <code>${plate.name}</code></figcaption>`;

/** @param {Plate} plate @param {Limits} limits @param {Label[]} rows @param {boolean} legend @param {boolean} table @param {string} [note] @param {Label[]} [cols] */
function foot(plate, limits, rows, legend, table, note = '', cols = []) {
  const hatched = plate.values.includes(-Infinity);
  return html`${legend ? html`<lw-legend .limits=${limits} .range=${plate.range} ?hatched=${hatched} .note=${note}></lw-legend>` : nothing}
  ${table ? html`<lw-matrix-table .plate=${plate} .rowLabels=${rows} .colLabels=${cols}></lw-matrix-table>` : nothing}`;
}

const MOST_ROWS = 40; // that can be read with their names

const FEW = 16; // numbers in a row, which may then be read from afar

/** How strips look where every token has one: thinner the more there are, larger where there are few numbers in a row. */
/** @param {number} count @param {Plate} plate @returns {{thick: number, most: number}} */
export function sizesFor(count, { cols }) {
  if (count > 12) return { thick: 14, most: 64 };
  return cols <= FEW ? { thick: 28, most: cols <= FEW / 2 ? 88 : 64 } : { thick: 22, most: 64 };
}

/** The rows around the chosen token, where all would be too many to read. @param {Scene} scene @param {Plate} plate */
export const rowsInSight = (scene, plate) => windowOf(plate, { row: scene.state.token, most: MOST_ROWS });

/** The label of one token. @param {Scene} scene */
export const chosenLabel = (scene) => scene.labels[scene.state.token];

/** All tokens of a tensor as strips under one another. @param {Scene} scene @param {Plate} plate @param {Manner} [manner] */
export function allTokens(scene, plate, manner = {}) {
  const part = rowsInSight(scene, plate);
  const words = windowWords(part);
  const title = words ? html`${manner.title} · ${words}` : manner.title;
  const labels = windowLabels(part, manner.labels ?? scene.labels).rows;
  return stripFigure(scene, part, { ...sizesFor(scene.labels.length, plate), ...manner, labels, title });
}

/** A tensor's last name: `blocks.2.attn.q` is `q`. @param {string} name */
function shortName(name) {
  const parts = name.split('.');
  return /^(out|scale|mean)$/.test(parts[parts.length - 1]) && parts.length > 1 ? parts.slice(-2).join('.') : parts[parts.length - 1];
}

/** What a tensor is, in the catalogue's words, with a capital. @param {Scene} scene @param {string} name */
export function meaningOf(scene, name) {
  const meaning = scene.specs.get(name)?.meaning || shortName(name);
  return meaning[0].toUpperCase() + meaning.slice(1);
}
