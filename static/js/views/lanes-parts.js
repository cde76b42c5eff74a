/** What stands around the drawing of the stage: names of rooms and lanes, final guesses, the legend, the table behind it. */
import { html, nothing, svg } from '/static/vendor/lit.js';
import { LANES } from '../colour.js';
import { formatProbability, plural } from '../format.js';
import { tokenSpoken } from '../tokens.js';
import { enlarge } from '../walk.js';
import { guessTitle, isHere } from './lanes-drawing.js';
import { tokenText, wholeCharacter } from './token-text.js';

/** @typedef {import('./lanes-drawing.js').Scene} Scene */
/** @typedef {import('../tokens.js').Token} Token */

/** @param {Scene} scene @param {string | null} step @param {(layer: number | null) => void} choose */
export function roomNames({ layout, layer, unit }, step, choose) {
  const names = layout.columns.map((column) => nameThatFits(column, unit));
  return layout.columns.map((column, i) => {
    const here = isHere(column, /** @type {Scene} */ ({ layer })) ? 'here' : '';
    const go = () => choose(column.layer);
    const label = `Go to ${column.title}`;
    const door = column.layer === null ? nothing : svg`<rect class="room-door" x=${column.x} y="0" width=${column.width} height="100%"
      role="button" tabindex="0" aria-label=${label} @click=${go} @keydown=${onEnter(go)}><title>${column.title}</title></rect>`;
    return svg`<text class="room-name ${here}" transform="translate(${column.x + column.width / 2} ${column.isRoomy ? 0.95 * unit : 1.3 * unit})">${names[i]}</text>
      ${door}${column.isRoomy ? stepNames(column, step, unit) : nothing}`;
  });
}

/** In a room that is large enough, the name of every step over its place. @param {import('../layout/lanes.js').Column} column
 * @param {string | null} step @param {number} unit */
function stepNames({ places }, step, unit) {
  const isTight = places.some(({ width, step: { short } }) => width < 0.46 * unit * [...short].length);
  return places.map(({ x, step: { name, short } }, i) => {
    const row = isTight ? i % 2 : 0.5;
    return svg`<text class="step-name ${name === step ? 'here' : ''}" x=${x} y=${(1.85 + 0.75 * row) * unit}>${short}</text>`;
  });
}

/** @param {import('../layout/lanes.js').Column} column @param {number} unit */
function nameThatFits({ label, layer, width }, unit) {
  const fits = (/** @type {string} */ text) => text.length * 0.5 * unit < width;
  if (fits(label)) return label;
  const short = layer === null ? '' : String(layer + 1);
  if (fits(short + '.')) return short;
  return layer !== null && (layer + 1) % 5 === 0 && width * 5 > 1.5 * unit ? short : '';
}

/** @param {() => void} act */
const onEnter = (act) => (/** @type {KeyboardEvent} */ event) => {
  if (event.key !== 'Enter' && event.key !== ' ') return;
  event.preventDefault();
  event.stopPropagation();
  act();
};

/** The tokens at the left: one button a lane. @param {Scene} scene @param {(token: number) => void} choose */
export function nameList({ trace, lanes, chosen, isChosen }, choose) {
  const names = trace.tokens.slice(...lanes).map((token, k) => {
    const i = lanes[0] + k;
    const spoken = `Token ${i + 1}: ${tokenSpoken(token)}, id ${token.id}`;
    return html`<button class="name ${i === chosen && isChosen ? 'chosen' : ''} lane-${i % LANES}"
      aria-pressed=${String(i === chosen)} title=${spoken} @click=${() => choose(i)}>
      ${token.part ? partMark(trace.text, token) : nothing}
      <span class="label" aria-hidden="true">${tokenText(token)}</span>
      <span class="number" aria-hidden="true">${token.id}</span>
      <span class="spoken">${spoken}</span>
    </button>`;
  });
  return html`<div class="names" role="group" aria-label="Tokens">${names}</div>`;
}

/** A bracket joins the tokens of one character, and the first of them says which. @param {string} text @param {Token} token */
function partMark(text, token) {
  const [i, n] = /** @type {[number, number]} */ (token.part);
  const ends = `${i === 0 ? 'first' : ''} ${i === n - 1 ? 'last' : ''}`;
  const whole = i === 0 ? html`<span class="whole" aria-hidden="true">${wholeCharacter(text, token)}</span>` : nothing;
  return html`<span class="bracket ${ends}" aria-hidden="true"></span>${whole}`;
}

/** The answers at the right: what follows each token, in the model's eyes. @param {Scene} scene @param {(detail: Record<string, unknown>) => void} ask */
export function guessList({ trace, lanes, chosen, isChosen }, ask) {
  const guesses = trace.guesses.slice(...lanes).map(({ top }, k) => {
    const after = tokenSpoken(trace.tokens[lanes[0] + k]);
    const said = `After ${after}: ${tokenSpoken(top[0])}, ${formatProbability(top[0].p)}`;
    const token = lanes[0] + k;
    const here = isChosen && token === chosen ? 'chosen' : '';
    return html`<div class="guess ${here}" role="listitem" aria-label=${said} title=${said}>
      <span class="label">${tokenText(top[0])}</span>${askProbability(top[0], token, ask)}
    </div>`;
  });
  return html`<div class="guesses" role="list" aria-label="Best guess of the next token, at every position">${guesses}</div>`;
}

/**
 * A probability that can be asked where it came from.
 * @param {import('../types.js').Guess} guess @param {number} token after which @param {(detail: Record<string, unknown>) => void} ask
 */
export function askProbability(guess, token, ask) {
  const said = formatProbability(guess.p);
  return html`<button class="number asks" aria-label="Where does ${said} for ${tokenSpoken(guess)} come from?" title="Where does it come from?"
    @click=${() => ask({ step: 'probs', look: null, token, cell: `${token},${guess.id}`, seek: true })}>${said}</button>`;
}

/** The zoom, and the guesses as a table. @param {import('./lanes.js').Lanes} host */
export function stageChoices(host) {
  const zoomed = host.state?.zoom === 1;
  const enlarged = () => host.raise(enlarge(host.anatomy?.steps ?? [], host.state?.step ?? null));
  return [
    html`<div class="zoom" role="group" aria-label="Zoom">
      <button class="choice" aria-pressed=${String(!zoomed)} title="The whole model (−)" @click=${() => host.raise({ zoom: 0 })}>whole</button>
      <button class="choice" aria-pressed=${String(zoomed)} @click=${enlarged} title="Enlarge the layer that is looked at (+)">one layer</button>
    </div>`,
    html`<span class="heading">its guess</span>
      <button class="choice" aria-pressed=${String(host.hasTable)} title="The guesses after every layer, as a table"
        @click=${() => (host.hasTable = !host.hasTable)}>as a table</button>`,
  ];
}

/** The same as a table, for those who read. @param {Scene} scene */
export function lensTable({ trace, lanes }) {
  const heads = trace.lens.map((_, i) => (i === 0 ? 'after the embedding' : `after layer ${i}`));
  const rows = trace.tokens.slice(...lanes).map((token, k) => html`<tr>
    <th scope="row">${tokenText(token)}</th>
    ${trace.lens.map(({ best }, layer) => guessCell(best[lanes[0] + k], layer))}
  </tr>`);
  return html`<div class="table">
    <div class="table-scroll" tabindex="0" role="region" aria-label="Guesses after each layer"><table>
      <caption class="spoken">The best guess of the next token after each layer, for ${plural(lanes[1] - lanes[0], 'token')}</caption>
      <thead><tr><th scope="col">token</th>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
      <tbody>${rows}</tbody>
    </table></div>
  </div>`;
}

/** @param {import('../types.js').Guess | undefined} guess none while it is on its way @param {number} layers passed */
const guessCell = (guess, layers) =>
  !guess ? html`<td class="note">…</td>` : html`<td title=${guessTitle(guess, layers)}>${tokenText(guess)} <span class="number note">${formatProbability(guess.p)}</span></td>`;
