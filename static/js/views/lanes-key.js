/** The key under the stage: what each kind of line and mark is, whose numbers they are, and what is not drawn. */
import { html, nothing, svg } from '/static/vendor/lit.js';
import { hasBranches } from './lanes-drawing.js';
import { OVERVIEW, isSmall } from './lanes-pattern.js';
import { LEAST_WEIGHT, SAMPLE, hasSwatches } from './lanes-strands.js';

/** @typedef {import('./lanes-drawing.js').Scene} Scene */

const SIGNS = {
  strand: svg`<path class="strand-sign" d="M1 3C12 3 10 13 23 13"></path>`,
  guess: svg`<rect class="of" x="1" y="6.5" width="22" height="3" rx="1.5"></rect><rect x="1" y="6.5" width="13" height="3" rx="1.5"></rect>`,
  swatch: svg`<path class="low" d="M9 0h6v4h-6z"></path><path class="none" d="M9 4h6v4h-6z"></path><path class="high" d="M9 8h6v4h-6z"></path><path class="low" d="M9 12h6v4h-6z"></path>`,
};

/** @param {import('./lanes.js').Lanes} host @param {Scene} scene */
export function stageKey(host, scene) {
  const { trace, lanes } = scene;
  const hidden = trace.tokens.length - (lanes[1] - lanes[0]);
  const size = trace.sizes.d_model;
  const isSampled = hasSwatches(scene) && trace.lens.some(({ tensor }) => host.tensors.stream(tensor));
  return html`<ul class="key">
    ${entry('strand', strandsSaid(host, scene))}
    ${entry('guess', 'Italic: guess and probability if it stopped there.')}
    ${isSampled ? entry('swatch', size > SAMPLE ? `Stream: first ${SAMPLE} of ${size} numbers.` : `Stream: its ${size} numbers.`) : nothing}
    ${hidden ? html`<li>Lanes ${lanes[0] + 1}–${lanes[1]} of ${trace.tokens.length}; ↑ ↓ move on.</li>` : nothing}
  </ul>`;
}

/** @param {'strand' | 'guess' | 'swatch'} sign @param {string} said */
const entry = (sign, said) => html`<li class="${sign}-key"><svg viewBox="0 0 24 16" aria-hidden="true">${SIGNS[sign]}</svg>${said}</li>`;

/** Whose attention the strands are, and which are left out. @param {import('./lanes.js').Lanes} host @param {Scene} scene */
function strandsSaid({ head = 0, heads = 1 }, { trace, layer, layout, unit }) {
  const mean = heads === 1 ? 'the one head' : heads === 2 ? 'mean of both heads' : `mean of all ${heads} heads`;
  const least = `under ${LEAST_WEIGHT} not drawn.`;
  const here = layer === null ? '' : `attention in layer ${layer + 1}, head ${head + 1} of ${heads}`;
  if (!isSmall(trace)) {
    const most = `Strands of every layer are drawn for up to ${OVERVIEW.tokens} tokens and ${OVERVIEW.layers} layers`;
    return here ? `Strands: ${here}; ${least} ${most}.` : `${most}; go to a layer to see its own.`;
  }
  const isElsewhere = layout.columns.some((column) => column.layer !== layer && hasBranches(column, unit));
  return here ? `Strands: ${here}; ${isElsewhere ? `elsewhere ${mean}; ` : ''}${least}` : `Strands: attention, ${mean}; ${least}`;
}
