/** An addition to the stream: before + what the part adds = after, for the chosen token number by number, then for all. */

import { html } from '/static/vendor/lit.js';
import { joinRanges, limitsOf } from '../views/grid-scale.js';
import { alignedStrips } from './aligned.js';
import { allTokens, chosenLabel, plateOf } from './figure.js';

/** @type {import('./figure.js').Picture} */
export const picture = {
  tensors: ({ step }) => [...step.reads, step.name].map((tensor) => ({ tensor })),
  draw(scene, answers) {
    const names = [...scene.step.reads, scene.step.name];
    const limits = limitsOf('signed', joinRanges(answers.map(({ range }) => range)));
    const titles = ['before', 'what is added', 'after'];
    const lines = names.map((name, i) => ({
      sign: ['', '+', '='][i],
      title: titles[i],
      plate: plateOf(scene, answers[i], name, { token: scene.state.token }),
      limits,
    }));
    return html`<h3>For <bdi>${chosenLabel(scene)?.text}</bdi>, number by number</h3>
      ${alignedStrips(scene, lines, 'number')}
      <h3>For every token</h3>
      <div class="side">${names.map((name, i) =>
        allTokens(scene, plateOf(scene, answers[i], name), { title: titles[i], limits, note: scene.specs.get(name)?.meaning }))}</div>`;
  },
};
