/** An activation: its curve, as the loaded model computes it, with a point on it for each unit of a token, before and after. */

import { html } from '/static/vendor/lit.js';
import '../views/activation-curve.js';
import { alignedStrips } from './aligned.js';
import { allTokens, chosenLabel, meaningOf, plateOf } from './figure.js';

/** @type {import('./figure.js').Picture} */
export const picture = {
  tensors: ({ step }) => [{ tensor: step.reads[0] }, { tensor: step.name }, { read: '/api/curve', query: { tensor: step.name } }],
  draw(scene, [before, after, curve]) {
    const { step, state, sizes } = scene;
    const unit = scene.picked?.index[1] ?? 0;
    const lines = [
      { sign: '', title: 'before', plate: plateOf(scene, before, step.reads[0], { token: state.token }) },
      { sign: '→', title: 'after', plate: plateOf(scene, after, step.name, { token: state.token }) },
    ];
    return html`<h3>The ${sizes.d_ff} units of <bdi>${chosenLabel(scene)?.text}</bdi> on the curve</h3>
      <lw-activation-curve .from=${plateOf(scene, before, step.reads[0])} .to=${plateOf(scene, after, step.name)} .line=${curve} .token=${state.token} .unit=${unit}
        .colour=${chosenLabel(scene)?.colour} .name=${step.title}></lw-activation-curve>
      ${alignedStrips(scene, lines, 'unit')}
      <h3>For every token</h3>
      ${allTokens(scene, plateOf(scene, after, step.name), { title: meaningOf(scene, step.name) })}`;
  },
};
