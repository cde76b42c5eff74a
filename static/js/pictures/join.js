/** Joining the heads: what every head brings to the chosen token, laid side by side, then turned by W_O into one vector. */

import { html, nothing } from '/static/vendor/lit.js';
import { limitsOf } from '../views/grid-scale.js';
import { allTokens, chosenLabel, meaningOf, plateOf, stripFigure } from './figure.js';

/** @type {import('./figure.js').Picture} */
export const picture = {
  tensors: ({ step, state }) => [{ tensor: step.reads[0], token: state.token }, { tensor: step.name }],
  draw(scene, [z, out]) {
    const { step, state, sizes } = scene;
    const limits = limitsOf('signed', z.range);
    const heads = [...Array(sizes.head).keys()];
    return html`<h3>For <bdi>${chosenLabel(scene)?.text}</bdi></h3>
      <p class="label">z of ${heads.length === 1 ? 'the one head' : `the ${heads.length} heads, side by side`}: ${sizes.head} × ${sizes.d_head} numbers <code>${step.reads[0]}</code></p>
      <div class="joined" data-count=${heads.length}>${heads.map((head) => html`<div class="part ${head === state.head ? 'chosen' : ''}">
        <button @click=${() => scene.set({ head })} aria-pressed=${head === state.head}>head ${head + 1}</button>
        <lw-strip .plate=${plateOf(scene, z, step.reads[0], { head, query: state.token })} .limits=${limits} .selected=${scene.picked} .thick=${26}></lw-strip></div>`)}</div>
      <lw-legend .limits=${limits} .range=${z.range}></lw-legend>
      <p class="between"><span class="factor">↓ times the learned matrix <code>${step.weights[0] ?? ''}</code>${step.weights[1] ? html`, plus <code>${step.weights[1]}</code>` : nothing}</span></p>
      ${stripFigure(scene, plateOf(scene, out, step.name, { token: state.token }), { title: 'out, what attention adds', thick: 26, table: false })}
      <h3>For every token</h3>
      ${allTokens(scene, plateOf(scene, out, step.name), { title: meaningOf(scene, step.name) })}`;
  },
};
