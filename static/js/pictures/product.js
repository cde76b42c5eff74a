/** Gate × up: two inputs multiplied unit by unit, for the chosen token, then for all. */

import { html } from '/static/vendor/lit.js';
import { alignedStrips } from './aligned.js';
import { allTokens, chosenLabel, plateOf } from './figure.js';

/** @type {import('./figure.js').Picture} */
export const picture = {
  tensors: ({ step }) => [...step.reads, step.name].map((tensor) => ({ tensor })),
  draw(scene, answers) {
    const names = [...scene.step.reads, scene.step.name];
    const lines = names.map((name, i) => ({
      sign: ['', '×', '='][i],
      title: ['how far each gate is open', 'what waits behind it', 'what passes'][i],
      plate: plateOf(scene, answers[i], name, { token: scene.state.token }),
    }));
    return html`<h3>For <bdi>${chosenLabel(scene)?.text}</bdi>, unit by unit</h3>
      ${alignedStrips(scene, lines, 'unit')}
      <h3>For every token</h3>
      ${allTokens(scene, plateOf(scene, answers[2], scene.step.name), { title: 'what passes' })}`;
  },
};
