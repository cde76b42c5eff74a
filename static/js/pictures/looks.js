/** A look: one of the pictures that a step can be seen in, and the row of buttons that chooses among them. */

import { css, html, nothing } from '/static/vendor/lit.js';

/** @typedef {import('./figure.js').Picture} Picture */
/** @typedef {import('../views/step-scene.js').Scene} Scene */
/**
 * @typedef {object} Look
 * @property {string} id as it stands in the address
 * @property {string} label
 * @property {Picture} [picture]
 * @property {(step: import('../types.js').Op) => boolean} [fits] whether a step of this kind has it; all do by default
 * @property {() => Promise<{picture: Picture}>} [load] where the picture is fetched when it is first looked at
 */

/** @type {Picture} what is asked for and drawn while the picture's own file is on its way */
const ON_ITS_WAY = { tensors: () => [], draw: () => html`<div class="loading" role="status"><i></i><span>fetching the picture …</span></div>` };

/** The look that the state asks for, or the first one. @param {Look[]} looks @param {string | null | undefined} id */
export const chosenLook = (looks, id) => looks.find((look) => look.id === id) ?? looks[0];

/** The picture of a look; where its file has to come first, `changed` is called once it is there. @param {Look} look @param {() => void} changed */
export function pictureOf(look, changed) {
  if (look.picture || !look.load) return look.picture ?? ON_ITS_WAY;
  const { load } = look;
  look.load = undefined; // once is enough
  load().then(
    ({ picture }) => (look.picture = picture),
    () => (look.load = load), // the next drawing tries again
  ).finally(changed);
  return ON_ITS_WAY;
}

/** Words or a formula of a picture, which may depend on the scene. @param {string | ((scene: Scene) => string) | undefined} text @param {Scene} scene */
export const textFor = (text, scene) => (typeof text === 'function' ? text(scene) : text);

/** The buttons, where there is a choice. @param {Scene} scene */
export function lookPicker({ looks, look: chosen, set }) {
  if (looks.length < 2) return nothing;
  return html`<div class="looks" role="group" aria-label="what to see of this step">
    ${looks.map((look) => html`<button aria-pressed=${look === chosen} @click=${() => set({ look: look === looks[0] ? null : look.id })}>${look.label}</button>`)}
  </div>`;
}

export const lookStyles = css`
  .looks {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--space-4);
  }
  .looks button {
    font: inherit;
    font-size: var(--text-s);
    min-block-size: 2.1rem;
    padding: 0;
    color: var(--ink-3);
    background: none;
    border: 0;
    border-block-end: 2px solid transparent;
    cursor: pointer;
  }
  .looks button:hover {
    color: var(--ink);
  }
  .looks button[aria-pressed='true'] {
    color: var(--ink);
    font-weight: 650;
    border-color: var(--here);
  }
`;
