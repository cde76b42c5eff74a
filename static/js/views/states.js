/** The states in which there is nothing to show yet, or not any more: each says what is going on and what can be done. */
import { html, nothing } from '/static/vendor/lit.js';
import { formatCount, formatSize, plural } from '../format.js';

/** @typedef {import('../types.js').Model} Model */
/** @typedef {import('../problem.js').ApiError} ApiError */

/** How much of a name that means nothing here is repeated. */
const LONGEST_QUOTE = 60;

/** @param {string} name */
const shorten = (name) => (name.length > LONGEST_QUOTE ? `${name.slice(0, LONGEST_QUOTE)}…` : name);

/** No text: an invitation. @param {Model} model @param {(text: string) => void} choose */
export function emptyState(model, choose) {
  return html`<section class="state" data-state="empty">
    <h2>Type a sentence, and watch it go through the model</h2>
    <p>Every token becomes a coloured lane. Or begin with one of these:</p>
    <div class="choices">
      ${model.examples.map((text) => html`<button class="button" @click=${() => choose(text)}><bdi>${text}</bdi></button>`)}
    </div>
    <p class="note">${model.title}: ${model.description} What you type goes to the server of this page and to nobody else.</p>
  </section>`;
}

/** Waiting: after a second it says for how long, and can be stopped. @param {number} seconds @param {string} queue @param {() => void} cancel */
export function loadingState(seconds, queue, cancel) {
  return html`<section class="state" data-state="loading" role="status">
    <div class="progress" role="progressbar" aria-label="The model is working"></div>
    <p>${queue || 'The sentence is going through the model.'}</p>
    ${seconds >= 1
      ? html`<p class="note">Still working, for ${plural(Math.floor(seconds), 'second')}. <button class="link" @click=${cancel}>Cancel</button></p>`
      : nothing}
  </section>`;
}

/** The text has more tokens than the model's context. @param {number} count @param {number} limit @param {string} model */
export function tooLongState(count, limit, model) {
  return html`<section class="state" data-state="too-long" role="alert">
    <h2>${formatCount(count)} tokens are more than the ${formatCount(limit)} that ${model} can take</h2>
    <p>A transformer sees no further than its context. The model was not asked and nothing was cut: shorten the text by
      ${plural(count - limit, 'token')}. Those over the limit are marked red in the field.</p>
  </section>`;
}

/**
 * The text was refused, or the request failed: what, why, what to do.
 * @param {ApiError} problem @param {{retry: () => void, say: (word: string) => void}} actions
 */
export function problemState(problem, { retry, say }) {
  const { title, allowed } = problem.problem;
  const words = problem.kind === 'refused' && Array.isArray(allowed) ? allowed : null;
  return html`<section class="state" data-state=${problem.kind} role="alert">
    <h2>${title ?? 'Something went wrong'}</h2>
    <p>${problem.message}</p>
    ${words ? wordChoices(words, say) : nothing}
    ${problem.kind === 'failed' || problem.kind === 'busy' ? html`<button class="button" @click=${retry}>Ask again</button>` : nothing}
  </section>`;
}

/** A model with a closed list of words says which they are; a click writes one. @param {string[]} words @param {(word: string) => void} say */
function wordChoices(words, say) {
  return html`<p>It can be said with these. A click puts the word at the end of the text:</p>
    <div class="choices">${words.map((word) => html`<button class="button" @click=${() => say(word)}>${word}</button>`)}</div>`;
}

/** The address names a model that is not here. @param {string} name @param {Model[]} models @param {(name: string) => void} choose */
export function unknownModelState(name, models, choose) {
  return html`<section class="state" data-state="unknown-model" role="alert">
    <h2>There is no model “<bdi>${shorten(name)}</bdi>” here</h2>
    <p>The link may come from a server with other models. These are here:</p>
    <div class="choices">
      ${models.map((model) => html`<button class="button" @click=${() => choose(model.name)}>
        ${model.title} <span class="note">${formatSize(model.parameters)} weights</span></button>`)}
    </div>
  </section>`;
}

/**
 * Before the first step: the whole model at once.
 * @param {Model} model @param {number} steps @param {() => void} start @param {string | null} asked a step that is not here
 */
export function overviewState(model, steps, start, asked) {
  const { n_layers: layers, n_heads: heads, d_model: width } = model.config;
  return html`<section class="overview" data-state="overview">
    <div>
      ${asked ? html`<p class="note">This model has no step “<bdi>${shorten(asked)}</bdi>”.</p>` : nothing}
      <h2>One sentence, ${plural(layers, 'layer')}, ${steps} steps</h2>
      <p>${model.description} It has ${formatCount(model.parameters)} weights: ${plural(layers, 'layer')} of ${plural(heads, 'head')},
        on a stream of ${formatCount(width)} numbers for each token. Every number on this page is one of its own.</p>
    </div>
    <div class="begin">
      <button class="button primary" @click=${start}>Walk through it <kbd>→</kbd></button>
      <p class="note"><kbd>↑</kbd> <kbd>↓</kbd> token &ensp; <kbd>[</kbd> <kbd>]</kbd> head &ensp; <kbd>?</kbd> all keys</p>
    </div>
  </section>`;
}

/** The server is gone: what is shown stays. */
export function offlineBanner() {
  return html`<div class="banner" data-state="offline" role="alert">
    <strong>The server does not answer.</strong> What you see stays. The page looks for the server by itself and goes on when it is back.
  </div>`;
}
