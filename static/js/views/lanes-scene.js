/** From what the stage is given to the scene that is drawn: which lanes, how far apart, where everything stands. */
import { layOut, visibleLanes } from '../layout/lanes.js';
import { groupSteps } from '../walk.js';
import { drawingHeight } from './lanes-drawing.js';

/** @typedef {import('../types.js').Trace} Trace */

const MOST_LANES = 64;
/** How far lanes are apart, in rem, and the share of the window that all get: less while a step below them is looked at. */
const PITCH = { least: 1.5, leastBeside: 1.2, most: 6.4, alone: 31.5 / 56, beside: 16 / 56, presented: 9 / 56 };

/** @param {import('./lanes.js').Lanes} host @returns {import('./lanes-drawing.js').Scene} */
export function sceneOf({ trace, anatomy, state, step, unit, width, chosen = 0, isChosen = false, isNarrow, fresh }) {
  const { tokens } = /** @type {Trace} */ (trace);
  const layer = step?.layer ?? null;
  const lanes = visibleLanes(tokens.length, chosen, MOST_LANES);
  const share = !step ? PITCH.alone : state?.present ? PITCH.presented : PITCH.beside;
  const count = lanes[1] - lanes[0];
  const even = (share * innerHeight * (isNarrow && !step ? 0.8 : 1) - (count > 12 ? unit : 0)) / count;
  const pitch = Math.max((step ? PITCH.leastBeside : PITCH.least) * unit, Math.min(PITCH.most * unit, even));
  const steps = /** @type {import('../types.js').Anatomy} */ (anatomy).steps;
  const layout = layOut(groupSteps(steps), { width, unit, layer, zoomed: state?.zoom === 1 });
  return { layout, pitch, unit, lanes, chosen, isChosen, layer, trace: /** @type {Trace} */ (trace), fresh };
}

/** The lengths that lanes-styles.js takes from the scene. @param {import('./lanes-drawing.js').Scene} scene
 * @param {{isNarrow: boolean, step?: unknown}} host @returns {Record<string, string>} */
export function lengthsOf(scene, { isNarrow, step }) {
  return {
    '--pitch': `${scene.pitch}px`,
    '--height': `${drawingHeight(scene)}px`,
    '--rooms': scene.layout.columns.some(({ isRoomy }) => isRoomy) ? '2.9rem' : '1.9rem',
    '--names': isNarrow ? '5.5rem' : '8.75rem',
    '--guesses': isNarrow ? '8.5rem' : '10rem',
    '--drawing-least': isNarrow ? '38rem' : '26rem',
    '--stage-most': step ? '46vh' : '62vh',
  };
}

/** The drawing in a sentence, for those who do not see it. @param {import('./lanes-drawing.js').Scene} scene */
export function describeScene({ trace, layer }) {
  const here = layer === null ? '' : ` Layer ${layer + 1} is looked at.`;
  return `${trace.tokens.length} tokens as lanes through ${Math.max(0, trace.lens.length - 1)} layers.${here} The guesses are in the table below.`;
}

/** As many lanes as a typed letter can change: while somebody types nothing moves. */
const TYPED_LANES = 2;

/** The first token that is not as it was: from there on the lanes are drawn in. @param {Trace | null | undefined} before @param {Trace} now */
export function firstNew(before, now) {
  if (!before || before.model !== now.model) return 0;
  const at = now.tokens.findIndex(({ bytes }, i) => bytes !== before.tokens[i]?.bytes);
  return at < 0 || now.tokens.length - at <= TYPED_LANES ? now.tokens.length : at;
}
