/** The picture of a step of a kind that has none of its own: what it reads and what it writes, as strips. */

import { html } from '/static/vendor/lit.js';
import { allTokens, meaningOf, plateOf } from './figure.js';
import { headAxis, headOn } from './linear.js';

/** @type {import('./figure.js').Picture} */
export const picture = {
  tensors: ({ step, specs, state }) => [...step.reads, ...step.writes].map((tensor) => {
    const vocabulary = specs.get(tensor)?.axes.includes('vocab');
    return vocabulary ? { tensor, token: state.token } : { tensor };
  }),
  draw(scene, answers) {
    const names = [...scene.step.reads, ...scene.step.writes];
    return html`${names.map((name, i) => {
      const axis = headAxis(scene, name);
      /** @type {Record<string, number>} */
      const fixed = axis ? { [axis]: headOn(scene, axis) } : {};
      if (scene.specs.get(name)?.axes.includes('vocab')) fixed.token = scene.state.token;
      return html`<h3>${i < scene.step.reads.length ? 'in' : 'out'}</h3>${allTokens(scene, plateOf(scene, answers[i], name, fixed), { title: meaningOf(scene, name) })}`;
    })}`;
  },
};
