/** The norm of each head's queries or keys: before, the number it is divided by, after. */

import { html } from '/static/vendor/lit.js';
import { exactNumber } from '../views/step-number.js';
import { chosenLabel, plateOf, stripFigure } from './figure.js';
import { everyHead, headAxis, headName, headOn } from './linear.js';

/** @type {import('./figure.js').Picture} */
export const picture = {
  tensors: ({ step }) => [step.reads[0], ...step.writes].map((tensor) => ({ tensor })),
  draw(scene, answers) {
    const { step, state } = scene;
    const axis = /** @type {string} */ (headAxis(scene, step.name));
    const one = { [axis]: headOn(scene, axis), token: state.token };
    const at = one[axis] * scene.sizes.token + state.token;
    const [before, after] = [answers[0], answers[answers.length - 1]];
    return html`<h3>For <bdi>${chosenLabel(scene)?.text}</bdi>, ${headName(scene, axis)}</h3>
      ${stripFigure(scene, plateOf(scene, before, step.reads[0], one), { title: 'before', thick: 26, table: false })}
      <p class="between">${step.writes.slice(0, -1).map((name, i) => html`<span class="factor"><span>${name.endsWith('mean') ? '− mean' : '÷ by'}</span>
        <b>${exactNumber(answers[i + 1].values[at])}</b><code>${name}[${one[axis]}, ${state.token}]</code></span>`)}</p>
      ${stripFigure(scene, plateOf(scene, after, step.name, one), { title: 'after', thick: 26, table: false })}
      ${everyHead(scene, step.name, after)}`;
  },
};
