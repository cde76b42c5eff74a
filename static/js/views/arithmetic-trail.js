/** The trail of what was asked for, as breadcrumbs: each leads back to where it stands, and a button leads one back. */

import { html, nothing } from '/static/vendor/lit.js';
import { writeElement } from '../trail.js';
import { nameElement } from './grid-plate.js';

/** @typedef {import('./step-scene.js').Element} Element */

/** As many crumbs as stand in a line or two; those between are counted. */
const [FIRST, LAST] = [1, 4];

/** @param {Element[]} trail */
export function trailPart(trail) {
  if (trail.length < 2) return nothing;
  const last = trail.length - 1;
  const hidden = trail.length > FIRST + LAST + 1 ? [FIRST, trail.length - LAST] : [0, 0];
  const crumbs = trail.map((element, i) => {
    if (i >= hidden[0] && i < hidden[1]) return i === hidden[0] ? html`<li class="gap" title=${trail.slice(...hidden).map((each) => nameElement(each.name, each.index)).join(' ← ')}>${hidden[1] - hidden[0]} more</li>` : nothing;
    const name = nameElement(element.name, element.index);
    if (i === last) return html`<li aria-current="true"><code>${name}</code></li>`;
    return html`<li><button class="crumb" data-crumb=${i} data-element=${writeElement(element)} title="back to ${name}"><code>${name}</code></button></li>`;
  });
  const before = trail[last - 1];
  return html`<nav class="trail" aria-label="What was asked for">
    <button class="plain back" data-crumb=${last - 1} data-element=${writeElement(before)} title="Escape or Backspace"><span aria-hidden="true">←</span> back</button>
    <ol>${crumbs}</ol>
  </nav>`;
}
