/** The probabilities of the next token: the likeliest pieces as bars, everybody else as one bar, and the whole vocabulary. */

import { html } from '/static/vendor/lit.js';
import { formatCount, formatProbability } from '../format.js';
import { tokenLabel } from '../tokens.js';
import { chosenLabel, plateOf } from './figure.js';
import { WRAP, pickPiece, wholeVocabulary } from './vocabulary.js';

/** @type {import('./figure.js').Picture} */
export const picture = {
  tensors: ({ step, state }) => [{ tensor: step.name, token: state.token }],
  draw(scene, [answer]) {
    const { step, state, trace, sizes } = scene;
    const plate = plateOf(scene, answer, step.name, { token: state.token }, WRAP);
    const { top, rest } = trace.guesses[state.token];
    const most = plate.range.max;
    return html`<h3>After <bdi>${chosenLabel(scene)?.text}</bdi>, the next token</h3>
      <ol class="rank wide">
        ${top.map((guess) => html`<li><button @click=${(/** @type {Event} */ event) => pickPiece(event, scene, plate, guess.id)}>
          <bdi class="piece">${tokenLabel(guess)}</bdi><span class="track"><i class="bar" data-lane=${state.token} data-share=${plate.values[guess.id] / most}></i></span>
          <span class="figure">${formatProbability(plate.values[guess.id])}</span></button></li>`)}
        ${rest.count > 0 ? html`<li class="rest"><span class="row"><span class="piece">the other ${formatCount(rest.count)}</span><span class="track"><i class="bar faint" data-share=${rest.p / most}></i></span>
          <span class="figure">${formatProbability(rest.p)}</span></span></li>` : ''}
      </ol>
      <p class="note">The softmax runs over all ${formatCount(sizes.vocab)} pieces; together they are 100 %.${rest.count > 0 && rest.p > most ? ' The last bar is cut to the width of the first.' : ''}</p>
      ${wholeVocabulary(scene, plate)}`;
  },
};
