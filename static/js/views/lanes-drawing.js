/** The drawing of the stage as SVG: rooms, lanes, branches, additions, strands, guesses. Places come from layout/. */
import { svg } from '/static/vendor/lit.js';
import { laneColour } from '../colour.js';
import { boxPath, branchPath, plusPath, strandPath } from '../layout/paths.js';
import { shortLabel } from '../tokens.js';

/** @typedef {import('../layout/lanes.js').Layout} Layout */
/** @typedef {import('../layout/lanes.js').Column} Column */
/**
 * @typedef {object} Scene
 * @property {Layout} layout
 * @property {number} pitch from lane to lane, in pixels
 * @property {number} unit one rem in pixels
 * @property {[number, number]} lanes the window of tokens that is drawn
 * @property {number} chosen the chosen token
 * @property {boolean} isChosen whether a token was chosen on purpose
 * @property {number | null} layer the layer that is looked at
 * @property {import('../types.js').Trace} trace
 */
/** @typedef {{weights: Float32Array, count: number}} Pattern of one head: (query, key) */

export const LEAST_WEIGHT = 0.02;
const LENS_PITCH = 2.1;

/** @param {Scene} scene @param {number} i of the token */
export const laneY = ({ pitch, lanes }, i) => (i - lanes[0] + 0.56) * pitch;

/** @param {Scene} scene */
const sizesOf = ({ pitch, unit }) => ({
  rise: Math.min(pitch * 0.34, 1.5 * unit),
  lane: Math.max(2, Math.min(pitch * 0.1, 0.36 * unit)),
  box: Math.min(pitch * 0.26, 1.05 * unit),
  plus: Math.max(2.2, Math.min(pitch * 0.1, 0.38 * unit)),
});

/** @param {Scene} scene */
const tokensOf = ({ lanes: [from, to] }) => Array.from({ length: to - from }, (_, i) => from + i);

/** @param {Scene} scene */
export function drawRooms(scene) {
  const height = (scene.lanes[1] - scene.lanes[0]) * scene.pitch;
  return scene.layout.columns.map(
    (column) => svg`<rect class="room ${isHere(column, scene) ? 'here' : ''}" x=${column.x} y="0.75"
      width=${column.width} height=${Math.max(0, height - 1.5)} rx=${Math.min(0.5 * scene.unit, column.width / 3)}></rect>`,
  );
}

/** The streams and what each layer adds to them. @param {Scene} scene */
export function drawLanes(scene) {
  return tokensOf(scene).map((i) => {
    const quiet = scene.isChosen && i !== scene.chosen ? 'quiet' : '';
    return svg`<g class=${quiet} stroke=${laneColour(i)}>${drawLane(scene, i)}</g>`;
  });
}

/** @param {Scene} scene @param {number} i */
function drawLane(scene, i) {
  const { layout, unit } = scene;
  const [y, size] = [laneY(scene, i), sizesOf(scene)];
  const rooms = layout.columns.filter(({ branches, width }) => branches.length > 0 && width > 2.5 * unit);
  const dots = layout.columns.filter(({ branches, width }) => branches.length > 0 && width <= 2.5 * unit);
  const all = rooms.flatMap(({ branches }) => branches);
  const boxes = all.filter(() => size.box > 3);
  const line = Math.max(1, size.lane * 0.5);
  return svg`
    <path class="branch" stroke-width=${line} d=${all.map((branch) => branchPath(branch, y, size.rise)).join('')}></path>
    <path class="lane" stroke-width=${size.lane} d="M${layout.streamFrom} ${y}H${layout.streamTo}"></path>
    <path class="part" stroke-width=${Math.max(1, line * 0.7)} d=${boxes.map((b) => boxPath(b, y, size.rise, size.box)).join('')}></path>
    <path class="part" stroke-width=${Math.max(1, line * 0.7)} d=${[
      ...all.map(({ joins }) => plusPath(joins, y, size.plus)),
      ...dots.flatMap((column) => column.branches.map(({ joins }) => plusPath(joins, y, Math.max(1.8, Math.min(size.plus, column.width / 7))))),
    ].join('')}></path>`;
}

/** What each token takes from which, in the layer that is looked at. @param {Scene} scene @param {Pattern | null} pattern */
export function drawStrands(scene, pattern) {
  const column = scene.layout.columns.find((each) => isHere(each, scene));
  const branch = column?.branches.find(({ part }) => part === 'attention');
  if (!pattern || !branch || pattern.count !== scene.trace.tokens.length) return null;
  const [size, [from, to]] = [sizesOf(scene), scene.lanes];
  return tokensOf(scene).map((query) => {
    const strands = [];
    for (let key = 0; key < pattern.count; key += 1) {
      const weight = pattern.weights[query * pattern.count + key];
      if (key === query || !(weight >= LEAST_WEIGHT)) continue;
      const keyY = laneY(scene, Math.max(from - 0.5, Math.min(to - 0.5, key)));
      const d = strandPath(branch.leaves, keyY, branch.box, laneY(scene, query) - size.rise);
      strands.push(svg`<path class="strand" d=${d} stroke=${laneColour(key)} stroke-width=${0.75 + weight * size.lane * 1.4}
        stroke-opacity=${0.12 + 0.8 * weight}></path>`);
    }
    return svg`<g class=${scene.isChosen && query !== scene.chosen ? 'quiet' : ''}>${strands}</g>`;
  });
}

/** Under each lane, after each layer: the best guess if the model stopped there, and a bar for its probability. @param {Scene} scene */
export function drawLens(scene) {
  const ends = lensEnds(scene);
  const shown = tokensOf(scene).filter((i) => scene.pitch >= LENS_PITCH * scene.unit || i === scene.chosen);
  const most = (/** @type {number} */ width) => Math.floor(width / (0.52 * scene.unit));
  return shown.map((i) => {
    const quiet = scene.isChosen && i !== scene.chosen ? 'quiet' : '';
    const y = laneY(scene, i) + Math.min(scene.pitch * 0.33, 1.15 * scene.unit);
    return svg`<g class=${quiet}>${ends.map(({ x, width, best }) => {
      const bar = Math.min(width, 2.5 * scene.unit);
      return svg`${most(width) >= 3 ? svg`<text class="lens" x=${x} y=${y}>${shortLabel(best[i], Math.min(12, most(width)))}</text>` : null}
        <rect x=${x - bar / 2} y=${y + 0.3 * scene.unit} width=${bar * best[i].p} height=${0.17 * scene.unit} fill=${laneColour(i)}></rect>`;
    })}</g>`;
  });
}

/** Where the lens stands: at the end of the entrance and of each layer but the last, whose guess is the answer.
 * @param {Scene} scene */
function lensEnds({ layout, trace }) {
  const after = layout.columns.filter(({ part }) => part !== 'head').slice(0, -1);
  return after.flatMap((column, i) => {
    const lens = trace.lens[i];
    return lens ? [{ x: column.x + column.width - Math.min(column.width / 2, 0), width: column.width, best: lens.best }] : [];
  });
}

/** @param {Column} column @param {Scene} scene */
export const isHere = (column, { layer }) => column.layer !== null && column.layer === layer;
