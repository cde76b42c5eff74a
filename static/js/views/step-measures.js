/** Measures that templates name as data: a style attribute would break the Content-Security-Policy, so they are set here. */

import { laneColour } from '../colour.js';
import { setMeasure } from '../measure.js';

/** Turns data-share, data-lane, data-thick and data-count into custom properties. @param {ParentNode} root */
export function applyMeasures(root) {
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('[data-share],[data-lane],[data-thick],[data-count]'))) {
    const { share, lane, thick, count } = element.dataset;
    if (share !== undefined) setShare(element, Number(share));
    if (lane !== undefined) setMeasure(element, '--lane', laneColour(Number(lane)));
    if (thick !== undefined) setMeasure(element, '--thick', `${Number(thick) / 13}em`);
    if (count !== undefined) setMeasure(element, '--count', count);
  }
}

/** Brings the present stage into sight where the stages scroll, without moving the page. @param {ParentNode} root */
export function showPresentStage(root) {
  const stages = /** @type {HTMLElement | null} */ (root.querySelector('.stages'));
  const now = /** @type {HTMLElement | null} */ (root.querySelector('.stage.now'));
  if (stages && now) stages.scrollLeft = now.offsetLeft - stages.offsetLeft - (stages.clientWidth - now.offsetWidth) / 2;
}

/** How long a bar is, against its track; the sign says to which side. @param {HTMLElement} element @param {number} share */
function setShare(element, share) {
  setMeasure(element, '--share', String(Math.min(1, Math.abs(share))));
  element.toggleAttribute('data-below', share < 0);
}
