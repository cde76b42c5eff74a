/** Rows of a learned table, one a token: the embedding picked by the id, or the positions picked by the place. */

import { html, nothing } from '/static/vendor/lit.js';
import { allTokens, chosenLabel, meaningOf, plateOf, stripFigure } from './figure.js';

/** @typedef {import('./figure.js').Scene} Scene */
/** @typedef {import('./figure.js').Label} Label */

/** @type {import('./figure.js').Picture} */
export const picture = {
  tensors: ({ step }) => [{ tensor: step.name }],
  draw(scene, [rows]) {
    const { step, state } = scene;
    const byId = step.kind === 'embed';
    const labels = scene.labels.map((label, i) => (byId ? withId(label, scene.trace.tokens[i].id) : { ...label, text: `place ${i + 1}` }));
    const chosen = plateOf(scene, rows, step.name, { token: state.token });
    const title = byId ? html`the row of <bdi>${chosenLabel(scene)?.text}</bdi>, id ${scene.trace.tokens[state.token].id}` : `the row of place ${state.token + 1}`;
    return html`<h3>${byId ? 'Each id selects its row' : 'Each place has its row'}</h3>
      ${allTokens(scene, plateOf(scene, rows, step.name), { labels, title: meaningOf(scene, step.name) })}
      ${byId ? equalRows(scene) : html`<p class="note">These rows are the same for every text; they say only where a token stands.</p>`}
      ${stripFigure(scene, chosen, { title, thick: 32, legend: false, table: false })}`;
  },
};

/** @param {Label} label @param {number} id @returns {Label} */
const withId = (label, id) => ({ ...label, text: `${label.text} ${id}`, spoken: `${label.spoken}, id ${id}` });

/** "1, 3 and 4". @param {number[]} places from 0 */
const inWords = (places) => places.map((i) => i + 1).join(', ').replace(/, (\d+)$/, ' and $1');

/** Which tokens are the same piece, and so have the same row. @param {Scene} scene */
function equalRows({ trace, labels }) {
  /** @type {Map<number, number[]>} */
  const places = new Map();
  trace.tokens.forEach(({ id }, i) => places.set(id, [...(places.get(id) ?? []), i]));
  const again = [...places].filter(([, at]) => at.length > 1);
  if (again.length === 0) return html`<p class="note">No token comes twice in this text, so no two rows are equal.</p>`;
  return again.slice(0, 6).map(([id, at]) => html`<p class="note">Tokens ${inWords(at)} are ${at.length === 2 ? 'both' : 'all'} <bdi>${labels[at[0]].text}</bdi>, id ${id}: the same
    row, number for number.</p>`).concat(again.length > 6 ? [html`<p class="note">6 of ${again.length} pieces that come more than once.</p>`] : [html`${nothing}`]);
}
