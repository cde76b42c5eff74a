/** The drawing of the stage as SVG: rooms, lanes, branches, additions, guesses. Places come from layout/. */
import { svg } from '/static/vendor/lit.js';
import { laneColour } from '../colour.js';
import { boxPath, branchPath, plusPath } from '../layout/paths.js';
import { controlNote, shortLabel, tokenLabel } from '../tokens.js';

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
 * @property {number} fresh the first token that was not there before
 */

const LENS_PITCH = 2.05;
/** Where fewer letters of a guess fit, only its bar is drawn. */
const LENS_LETTERS = 5;

/** Narrower rooms, in rem, show nothing but the lane that passes: their additions would run into one another. */
const DOTS = 1.6;

/** @param {Scene} scene @param {number} i of the token */
export const laneY = ({ pitch, lanes }, i) => (i - lanes[0] + 0.53) * pitch;

/** @param {Scene} scene */
export const sizesOf = ({ pitch, unit }) => ({
  rise: Math.min(pitch * 0.34, 1.6 * unit),
  lane: Math.max(2, Math.min(pitch * 0.1, 0.36 * unit)),
  box: Math.min(pitch * 0.25, 0.95 * unit),
  plus: Math.max(2.2, Math.min(pitch * 0.1, 0.36 * unit)),
  lens: Math.max(0.75 * unit, Math.min(0.875 * unit, pitch * 0.29)),
});

/** @param {Scene} scene */
export const tokensOf = ({ lanes: [from, to] }) => Array.from({ length: to - from }, (_, i) => from + i);

/** @param {Scene} scene */
export function drawRooms(scene) {
  const height = drawingHeight(scene);
  return scene.layout.columns.map(
    (column) => svg`<rect class="room ${isHere(column, scene) ? 'here' : ''}" x=${column.x} y="0.75"
      width=${column.width} height=${Math.max(0, height - 1.5)} rx=${Math.min(0.5 * scene.unit, column.width / 3)}></rect>`,
  );
}

/** A band behind the lane that was chosen, as wide as the drawing. @param {Scene} scene */
export function drawBand(scene) {
  if (!scene.isChosen) return null;
  return svg`<rect class="band" x="0" y=${(scene.chosen - scene.lanes[0]) * scene.pitch} width=${scene.layout.width}
    height=${scene.pitch} fill=${laneColour(scene.chosen)}></rect>`;
}

/** The streams and what each layer adds to them. @param {Scene} scene */
export function drawLanes(scene) {
  return tokensOf(scene).map((i) => {
    const fresh = i >= scene.fresh ? 'fresh' : '';
    return svg`<g class="${quiet(scene, i)} ${fresh}" stroke=${laneColour(i)}>${drawLane(scene, i)}</g>`;
  });
}

/** @param {Scene} scene @param {number} i */
function drawLane(scene, i) {
  const { layout, unit } = scene;
  const [y, size] = [laneY(scene, i), sizesOf(scene)];
  const rooms = layout.columns.filter((column) => hasBranches(column, unit));
  const dots = layout.columns.filter((column) => column.width > DOTS * unit && column.branches.length > 0 && !hasBranches(column, unit));
  const all = rooms.flatMap(({ branches }) => branches);
  const boxes = rooms.flatMap(({ branches }) => {
    const box = Math.min(size.box, ...branches.map(({ leaves, joins }) => (joins - leaves) * 0.42));
    return branches.map((branch) => boxPath(branch, y, size.rise, box));
  });
  const line = Math.max(1, size.lane * 0.5);
  return svg`
    <path class="branch" stroke-width=${line} d=${all.map((branch) => branchPath(branch, y, size.rise)).join('')}></path>
    <path class="lane" stroke-width=${size.lane} d="M${layout.streamFrom} ${y}H${layout.streamTo}"></path>
    <path class="part" stroke-width=${Math.max(1, line * 0.7)} d=${boxes.join('')}></path>
    <path class="part" stroke-width=${Math.max(1, line * 0.7)} d=${[
      ...all.map(({ joins }) => plusPath(joins, y, size.plus)),
      ...dots.flatMap((column) => column.branches.map(({ joins }) => plusPath(joins, y, Math.max(1.8, Math.min(size.plus, column.width / 7))))),
    ].join('')}></path>`;
}

/** Whether a room is wide enough for its branches; else only its additions are drawn. @param {Column} column @param {number} unit */
export const hasBranches = ({ branches, width }, unit) => branches.length > 0 && width > 2.5 * unit;

/** Where the stream can be looked at: before the first room of a layer and after each. @param {Scene} scene */
export function boundaries({ layout: { columns, gap }, trace }) {
  return columns.slice(0, -1).map(({ x, width }, i) => ({ x: x + width + gap / 2, width, lens: trace.lens[i] })).filter(({ lens }) => lens);
}

/** Under each lane, after each layer: the best guess if the model stopped there, and a bar for its probability. @param {Scene} scene */
export function drawLens(scene) {
  const ends = boundaries(scene).slice(0, -1); // the guess after the last layer is the answer
  const [size, gap] = [sizesOf(scene), scene.layout.gap];
  const shown = tokensOf(scene).filter((i) => hasRoomForLens(scene) || i === scene.chosen);
  const most = (/** @type {number} */ width) => Math.floor((width + gap) / (0.56 * size.lens));
  return shown.map((i) => {
    const y = laneY(scene, i) + size.lane / 2 + size.lens * 0.96;
    return svg`<g class=${quiet(scene, i)}>${ends.map(({ x, width, lens: { best } }, k) => {
      if (!best[i]) return null; // it is on its way
      const [bar, thick] = [Math.min(width, 2.25 * scene.unit), 0.16 * scene.unit];
      return svg`<g class="lens" transform="translate(${x} ${y})" font-size=${size.lens}>
        ${controlNote(best[i]) ? svg`<title>${guessTitle(best[i], k)}</title>` : null}
        ${most(width) >= LENS_LETTERS ? svg`<text>${shortLabel(best[i], Math.min(12, most(width)))}</text>` : null}
        <rect class="of" x=${-bar / 2} y=${size.lens * 0.32} width=${bar} height=${thick} rx=${thick / 2}></rect>
        <rect x=${-bar / 2} y=${size.lens * 0.32} width=${bar * best[i].p} height=${thick} rx=${thick / 2} fill=${laneColour(i)}></rect></g>`;
    })}</g>`;
  });
}

/** A guess by its name, and why it may be none that one could read. @param {import('../types.js').Guess} guess @param {number} layers passed */
export function guessTitle(guess, layers) {
  const note = controlNote(guess);
  const early = layers === 0 ? ': the embedding alone says little yet' : '';
  return tokenLabel(guess) + (note ? `, ${note}${early}` : '');
}

/** Whether each lane has room for its guesses; where it has not, only the chosen one says them. @param {Scene} scene */
const hasRoomForLens = ({ pitch, unit }) => pitch >= LENS_PITCH * unit;

/** How high the drawing is: the lanes, and room for the guesses of the last one where they do not fit between lanes. @param {Scene} scene */
export const drawingHeight = (scene) => (scene.lanes[1] - scene.lanes[0]) * scene.pitch + (hasRoomForLens(scene) ? 0.35 : 1.1) * scene.unit;

/** @param {Scene} scene @param {number} i */
export const quiet = ({ isChosen, chosen }, i) => (isChosen && i !== chosen ? 'quiet' : '');

/** @param {Column} column @param {Scene} scene */
export const isHere = (column, { layer }) => column.layer !== null && column.layer === layer;
