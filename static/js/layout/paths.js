/** The lines of the stage as SVG path data: branches, additions, strands. Places in, text out. Imports nothing. */

/** @typedef {import('./lanes.js').Branch} Branch */

const n = (/** @type {number} */ value) => Number(value.toFixed(1));

/**
 * A branch leaves the stream, rises to its part, and comes back down at the addition.
 * @param {Branch} branch @param {number} y of the lane @param {number} rise how far the branch is from the lane
 */
export function branchPath({ leaves, joins, side }, y, rise) {
  const top = side === 'above' ? y - rise : y + rise;
  const bend = Math.min((joins - leaves) / 3, rise * 0.9);
  const [a, b] = [leaves + bend, joins - bend];
  return (
    `M${n(leaves)} ${n(y)}C${n(leaves + bend / 2)} ${n(y)} ${n(leaves + bend / 2)} ${n(top)} ${n(a)} ${n(top)}` +
    `L${n(b)} ${n(top)}C${n(joins - bend / 2)} ${n(top)} ${n(joins)} ${n((y + top) / 2)} ${n(joins)} ${n(y)}`
  );
}

/** The part on its branch: attention is a room with a door to each side, the MLP narrows what it widened.
 * @param {Branch} branch @param {number} y @param {number} rise @param {number} size */
export function boxPath({ part, box, side }, y, rise, size) {
  const [cx, cy, w, h] = [box, side === 'above' ? y - rise : y + rise, size, size * 0.82];
  const [l, r, t, b] = [cx - w / 2, cx + w / 2, cy - h / 2, cy + h / 2];
  const slant = part === 'mlp' ? w * 0.24 : 0;
  return `M${n(l)} ${n(t)}L${n(r)} ${n(t)}L${n(r - slant)} ${n(b)}L${n(l + slant)} ${n(b)}Z`;
}

/** A circle with a cross: the addition. @param {number} x @param {number} y @param {number} radius */
export function plusPath(x, y, radius) {
  const arm = radius * 0.55;
  return (
    `M${n(x - radius)} ${n(y)}a${n(radius)} ${n(radius)} 0 1 0 ${n(2 * radius)} 0a${n(radius)} ${n(radius)} 0 1 0 ${n(-2 * radius)} 0` +
    `M${n(x - arm)} ${n(y)}h${n(2 * arm)}M${n(x)} ${n(y - arm)}v${n(2 * arm)}`
  );
}

/** A strand leaves the lane that is looked at and arrives at the part of the lane that looks.
 * @param {number} from x @param {number} fromY @param {number} to x @param {number} toY */
export function strandPath(from, fromY, to, toY) {
  const middle = from + (to - from) * 0.55;
  return `M${n(from)} ${n(fromY)}C${n(middle)} ${n(fromY)} ${n(middle)} ${n(toY)} ${n(to)} ${n(toY)}`;
}
