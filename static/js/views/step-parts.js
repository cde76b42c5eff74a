/** The words around the picture of a step, and what stands in its place while there is none. */

import { html, nothing } from '/static/vendor/lit.js';
import { formatCount } from '../format.js';
import { headGroup } from './step-scene.js';

/** @typedef {import('./step-scene.js').Scene} Scene */
/** @typedef {import('../types.js').Op} Op */

const PARTS = { embed: 'embedding', attention: 'attention', mlp: 'MLP', head: 'head' };

/** @param {Op} step */
export function stepTitle({ layer, part, title }) {
  const place = layer === null ? nothing : html`<span class="where">Layer ${layer + 1} · ${PARTS[part]} ·</span> `;
  return html`<h2>${place}${title}</h2>`;
}

/** The heads, where the step has some. @param {Scene} scene */
export function headPicker(scene) {
  const { step, specs, sizes, state, set } = scene;
  const axes = [...step.reads, ...step.writes].flatMap((name) => specs.get(name)?.axes ?? []);
  if (!axes.some((axis) => axis === 'head' || axis === 'kv_head')) return nothing;
  const group = headGroup(sizes);
  return html`<div class="picker" role="group" aria-label="head">
    <span aria-hidden="true">head</span>
    ${[...Array(sizes.head).keys()].map((head) => html`<button aria-pressed=${head === state.head} aria-label="head ${head + 1}" @click=${() => set({ head })}>${head + 1}</button>`)}
    ${group > 1 ? html`<span class="shared">heads ${state.kvHead * group + 1}–${(state.kvHead + 1) * group} share keys and values</span>` : nothing}
  </div>`;
}

/** A tensor with its axes and their sizes. @param {Scene} scene @param {string} name */
export function shapeOf({ specs, sizes }, name) {
  const axes = specs.get(name)?.axes ?? [];
  return html`<code>${name}</code> <span class="axes">${axes.map((axis, i) => html`${i ? ' × ' : ''}${axis}&nbsp;${formatCount(sizes[axis] ?? 0)}`)}</span>`;
}

export const emptyPart = () =>
  html`<div class="empty"><p>There is no token yet.</p><p>Type a word above: one is enough, and this step will show its numbers.</p></div>`;

/** @param {string} what */
export const loadingPart = (what) => html`<div class="loading" role="status"><i></i><span>fetching <code>${what}</code> …</span></div>`;

/** @param {Error | null} error @param {() => void} again */
export function failedPart(error, again) {
  return html`<div class="failed" role="alert">
    <p><b>The numbers of this step did not come.</b></p>
    <p>${error?.message ?? 'The server did not say why.'}</p>
    <button @click=${again}>Try again</button>
  </div>`;
}
