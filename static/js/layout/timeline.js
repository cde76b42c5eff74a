/** How the timeline shares its width: the group that is looked at shows every step by name, the others as marks or one bar. */

/** @typedef {import('../walk.js').Group} Group */
/** @typedef {'names' | 'marks' | 'bar'} Detail */

const MARK = 0.4;
const BAR = 1.5;

/** The width in rem of a step with its name. @param {{short: string}} step */
export const nameWidth = ({ short }) => 0.75 + 0.48 * [...short].length;

/**
 * How much detail each group gets in `width` rem.
 * @param {Group[]} groups @param {number} current index of the group that is looked at, or −1 @param {number} width
 * @returns {Detail[]}
 */
export function detailGroups(groups, current, width) {
  const marks = groups.map(({ steps }) => Math.max(2.2, steps.length * MARK));
  const named = groups.map(({ steps }) => steps.reduce((sum, step) => sum + nameWidth(step), 0));
  const gaps = groups.length * 0.75;
  const others = marks.reduce((sum, mark, i) => sum + (i === current ? 0 : mark), gaps);
  const own = current < 0 ? 0 : named[current];
  if (others + own <= width) return groups.map((_, i) => (i === current ? 'names' : 'marks'));
  const bars = BAR * (groups.length - 1) + gaps;
  if (bars + own <= width || current < 0) return groups.map((_, i) => (i === current ? 'names' : 'bar'));
  return groups.map((_, i) => (i === current ? 'marks' : 'bar'));
}
