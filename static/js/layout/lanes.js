/**
 * Where things stand on the stage: from the steps of a model to columns (the entrance, a room for each layer, the exit),
 * branches, additions and the place of every step. Pure arithmetic of places; no drawing, and no numbers of the model.
 * The layout follows what the steps read and write, so a parallel or a post-norm block is drawn as it is.
 */

/** @typedef {import('../types.js').Op} Op */
/** @typedef {{step: Op, x: number, width: number, on: 'branch' | 'stream'}} Place */
/** @typedef {{part: 'attention' | 'mlp', leaves: number, box: number, joins: number, side: 'above' | 'below'}} Branch */
/**
 * @typedef {object} Column
 * @property {'embed' | 'layer' | 'head'} part
 * @property {number | null} layer
 * @property {string} label
 * @property {string} title
 * @property {number} x
 * @property {number} width
 * @property {boolean} isRoomy whether single steps can be told apart
 * @property {Place[]} places
 * @property {Branch[]} branches
 */
/** @typedef {{columns: Column[], width: number, gap: number, streamFrom: number, streamTo: number}} Layout */
/**
 * @typedef {object} Measures in pixels
 * @property {number} width
 * @property {number} unit one rem
 * @property {number | null} layer the layer that is looked at
 * @property {boolean} zoomed whether its room is enlarged
 */

/** Between rooms, in rem: room for a swatch of the stream, less where there are many layers. */
const gapOf = (/** @type {number} */ groups) => (groups > 16 ? 0.35 : 0.8);
const ROOMY = 24;
/** How far along its branch a part stands in a layer that is not looked at. */
const WAY = { attention: 0.6, mlp: 0.5 };
const BOX = { attention: ['softmax', 'scores'], mlp: ['activation', 'linear'] };

/** @param {import('../walk.js').Group[]} groups @param {Measures} measures @returns {Layout} */
export function layOut(groups, measures) {
  const gap = gapOf(groups.length) * measures.unit;
  const widths = columnWidths(groups, measures);
  let x = 0;
  const columns = groups.map((group, i) => {
    const column = layOutColumn(group, x, widths[i], measures);
    x += widths[i] + gap;
    return column;
  });
  return { columns, width: measures.width, gap, streamFrom: 0, streamTo: measures.width };
}

/** The place of step `name`. @param {Layout} layout @param {string | null} name @returns {Place | undefined} */
export function findPlace(layout, name) {
  return layout.columns.flatMap(({ places }) => places).find(({ step }) => step.name === name);
}

/** The step that stands nearest to `x`. @param {Layout} layout @param {number} x @returns {Op | undefined} */
export function stepAt(layout, x) {
  const places = layout.columns.flatMap((column) => column.places);
  const nearer = (/** @type {Place} */ a, /** @type {Place} */ b) => (Math.abs(b.x - x) < Math.abs(a.x - x) ? b : a);
  return places.length ? places.reduce(nearer).step : undefined;
}

/** Which lanes are shown where there are too many: a window that holds the chosen one.
 * @param {number} count @param {number} chosen @param {number} most @returns {[number, number]} from, to */
export function visibleLanes(count, chosen, most) {
  const start = Math.max(0, Math.min(count - most, chosen - Math.floor(most / 2)));
  return [start, Math.min(count, start + most)];
}

/**
 * Layers share the room evenly; where that is too little to see a branch, or on purpose, the one that is looked at is larger.
 * @param {import('../walk.js').Group[]} groups @param {Measures} measures
 */
function columnWidths(groups, { width, unit, layer, zoomed }) {
  const free = width - gapOf(groups.length) * unit * (groups.length - 1);
  const ends = groups.filter(({ part }) => part !== 'layer');
  const rooms = groups.length - ends.length;
  const isLarge = zoomed && layer !== null && rooms > 1;
  const endWidth = Math.min((isLarge ? 2.5 : 4.5) * unit, free / (rooms + 2) / 1.4);
  const forRooms = free - endWidth * ends.length;
  const even = forRooms / Math.max(1, rooms);
  const others = (rooms - 1) * Math.min(1.5 * unit, even / 3);
  const wanted = isLarge ? forRooms - others : Math.max(even, Math.min(13 * unit, 0.4 * forRooms));
  const large = layer === null || rooms < 2 ? even : wanted;
  const small = layer === null || rooms < 2 ? even : (forRooms - large) / (rooms - 1);
  return groups.map((group) => (group.part !== 'layer' ? endWidth : group.layer === layer ? large : small));
}

/** @param {import('../walk.js').Group} group @param {number} x @param {number} width @param {Measures} measures @returns {Column} */
function layOutColumn(group, x, width, { unit, layer: current }) {
  const { part, layer, label, title, steps } = group;
  const inset = Math.min(unit * 0.75, width * 0.12);
  const isRoomy = width > ROOMY * unit;
  const places = placeSteps(steps, x + inset, width - 2 * inset, isRoomy);
  const branches = part === 'layer' ? layOutBranches(places, x + inset * 0.5, unit, layer === current) : [];
  return { part, layer, label, title, x, width, isRoomy, places, branches };
}

/**
 * Steps stand beside one another. In a roomy column each is as wide as its label; in a small one the MLP gets nearly as much
 * as attention, which has more steps, and strands to be seen.
 * @param {Op[]} steps @param {number} from @param {number} width @param {boolean} isRoomy
 */
function placeSteps(steps, from, width, isRoomy) {
  const share = (/** @type {Op} */ { part }) => (part === 'attention' ? 1.45 : 1) / steps.filter((step) => step.part === part).length;
  const sizes = steps.map((step) => (isRoomy ? 2.2 + [...step.short].length : share(step)));
  const total = sizes.reduce((a, b) => a + b, 0);
  let x = from;
  return steps.map((step, i) => {
    const size = (sizes[i] / total) * width;
    x += size;
    return /** @type {Place} */ ({ step, x: x - size / 2, width: size, on: isOnStream(steps, i) ? 'stream' : 'branch' });
  });
}

/** A part's steps before its addition are on the branch; the addition and what comes after it are on the stream.
 * @param {Op[]} steps @param {number} i */
function isOnStream(steps, i) {
  const added = steps.findIndex(({ kind, part }) => kind === 'add' && part === steps[i].part);
  return steps[i].layer === null || (added >= 0 && i >= added);
}

/**
 * A part stands where its main step is in the layer that is looked at; elsewhere in its branch, where strands can arrive.
 * @param {Place[]} places @param {number} start where the first branch leaves @param {number} unit @param {boolean} isHere
 * @returns {Branch[]}
 */
function layOutBranches(places, start, unit, isHere) {
  const parallel = isParallel(places.map(({ step }) => step));
  let leaves = start;
  return /** @type {const} */ (['attention', 'mlp']).flatMap((part) => {
    const own = places.filter((place) => place.step.part === part);
    const join = own.find(({ step }) => step.kind === 'add');
    if (!join) return [];
    const main = BOX[part].map((kind) => own.find(({ step }) => step.kind === kind)).find(Boolean) ?? own[0];
    const branch = { part, leaves, box: isHere ? main.x : leaves + (join.x - leaves) * WAY[part], joins: join.x, side: parallel && part === 'mlp' ? 'below' : 'above' };
    const last = own[own.length - 1];
    if (!parallel) leaves = last.x + Math.min(last.width / 2, unit / 2);
    return [/** @type {Branch} */ (branch)];
  });
}

/** Whether the MLP reads the stream as attention found it, not as attention left it. @param {Op[]} steps of one layer */
function isParallel(steps) {
  const mlp = steps.find(({ part }) => part === 'mlp');
  const added = steps.findIndex(({ kind, part }) => kind === 'add' && part === 'attention');
  if (!mlp || added < 0) return false;
  const left = new Set(steps.slice(added).filter(({ part }) => part === 'attention').flatMap(({ writes }) => writes));
  return !mlp.reads.some((name) => left.has(name));
}
