/** The walk through the steps of a model: which one is here, which is next, which belong to a layer. Imports nothing. */

/** @typedef {import('./types.js').Op} Op */
/** @typedef {{label: string, title: string, layer: number | null, part: 'embed' | 'layer' | 'head', first: number, steps: Op[]}} Group */

/** The place of the step `name`, or −1: before the first one, where the whole model is seen at once.
 * @param {Op[]} steps @param {string | null} name */
export const placeOf = (steps, name) => (name === null ? -1 : steps.findIndex((step) => step.name === name));

/** The name of the step `by` places further, held at both ends. @param {Op[]} steps @param {string | null} name @param {number} by */
export function stepBy(steps, name, by) {
  const place = Math.max(-1, Math.min(steps.length - 1, placeOf(steps, name) + by));
  return place < 0 ? null : steps[place].name;
}

/** Steps in groups as they are walked: what is before the layers, each layer, what comes after. @param {Op[]} steps @returns {Group[]} */
export function groupSteps(steps) {
  /** @type {Group[]} */
  const groups = [];
  steps.forEach((step, i) => {
    const part = step.layer === null ? (step.part === 'embed' ? 'embed' : 'head') : 'layer';
    const last = groups.at(-1);
    if (last && last.part === part && last.layer === step.layer) last.steps.push(step);
    else groups.push({ ...nameGroup(part, step.layer), layer: step.layer, part, first: i, steps: [step] });
  });
  return groups;
}

/** The first step of layer `layer` (from 0), or null. @param {Op[]} steps @param {number} layer */
export const firstOfLayer = (steps, layer) => steps.find((step) => step.layer === layer)?.name ?? null;

/** Enlarging one layer needs one to enlarge: where none is looked at, it is the first. @param {Op[]} steps @param {string | null} name
 * @returns {{zoom: number, step?: string | null, cell?: null}} */
export function enlarge(steps, name) {
  const layer = steps.find((step) => step.name === name)?.layer ?? null;
  return layer === null ? { zoom: 1, step: firstOfLayer(steps, 0), cell: null } : { zoom: 1 };
}

/** How a step is said in one line: "Layer 3 · attention · softmax". @param {Op} step */
export function describeStep(step) {
  const where = step.layer === null ? '' : `Layer ${step.layer + 1} · ${step.part === 'mlp' ? 'MLP' : step.part} · `;
  return where + step.title;
}

/** @param {'embed' | 'layer' | 'head'} part @param {number | null} layer */
function nameGroup(part, layer) {
  if (layer === null) return part === 'embed' ? { label: 'embed', title: 'Text to vectors' } : { label: 'unembed', title: 'Vectors to the next token' };
  return { label: `layer ${layer + 1}`, title: `Layer ${layer + 1} (blocks.${layer})` };
}
