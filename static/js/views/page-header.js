/** The head of the page: name, model, the sentence with its tokens, the counter against the limit, link, light, keys. */
import { html, nothing } from '/static/vendor/lit.js';
import { isDark } from '../colour.js';
import { formatCount } from '../format.js';
import { share } from './actions.js';
import './model-picker.js';

/** @typedef {import('./page.js').Page} Page */
/** @typedef {import('../tokens.js').Token} Token */

/** @param {Page} page */
export function pageHeader(page) {
  const { session, state } = page;
  const { model, problem, trace, tokenized } = session;
  const text = session.text.value;
  const known = tokenized.value ?? trace.value;
  const tokens = tokensOf(text, known && 'text' in known ? known : tokenized.value && { ...tokenized.value, text });
  const limit = model.value?.limit ?? 0;
  const isRefused = problem.value?.kind === 'refused' || tokenized.value !== null;
  const toggle = () => session.state.set({ theme: isDark() ? 'light' : 'dark' });
  return html`<header>
    <h1 class="brand"><a href="/" title="Begin anew">Lanewise</a></h1>
    <lw-model-picker .session=${session} .models=${session.models.value} .model=${model.value}></lw-model-picker>
    <div class="field">${frontSwitch(page, known?.front ?? null)}<lw-text-field label="The sentence that goes through the model" .text=${text} .tokens=${tokens} .limit=${limit || Infinity}
      .isRefused=${isRefused}></lw-text-field></div>
    ${counter(page, tokenized.value?.count ?? trace.value?.tokens.length ?? 0, limit)}
    <nav aria-label="Page">
      <button @click=${() => share(page)} title="Copy a link to exactly this view">${page.note || 'share'}</button>
      <button @click=${toggle} title="Light or dark">${isDark() ? 'light' : 'dark'}</button>
      <button @click=${() => page.actions.present()} title="Presenter view (f)" aria-pressed=${String(state.present)}>present</button>
      <button @click=${() => page.actions.help()} title="All keys (?)" aria-label="All keys">?</button>
    </nav>
    ${model.value?.origin ? html`<p class="origin">${model.value.origin}</p>` : nothing}
    ${state.bytes && tokens.length > 0
      ? html`<lw-token-tray .text=${text} .tokens=${tokens} .limit=${limit || Infinity} .chosen=${state.token ?? -1}></lw-token-tray>`
      : nothing}
  </header>`;
}

/** What may stand before the text, as the token that it is, and the one switch for it. @param {Page} page @param {import('../types.js').Front | null} front */
function frontSwitch({ session }, front) {
  if (!front) return nothing;
  const stands = session.state.signals.bos.value ?? front.default;
  const turn = () => session.state.set({ bos: front.default === stands ? !stands : null }, { push: true });
  const title = stands ? 'This token stands before the text: the beginning of a document. Take it away' : 'Put the token for the beginning of a document before the text';
  return html`<button class="front" role="switch" aria-checked=${String(stands)} aria-label="${front.name} before the text" title=${title} @click=${turn}>${front.name}</button>`;
}

/** How many tokens of how many, which opens their ids and bytes. @param {Page} page @param {number} count @param {number} limit */
function counter({ session, state }, count, limit) {
  const over = limit > 0 && count > limit ? 'over' : '';
  return html`<button class="counter ${over}" aria-expanded=${String(state.bytes)} title="Show the id and the bytes of every token"
    @click=${() => session.state.set({ bytes: !state.bytes })}>
    <span class="number">${formatCount(count)}</span> of ${formatCount(limit)} tokens <span aria-hidden="true">${state.bytes ? '▴' : '▾'}</span>
  </button>`;
}

/**
 * The tokens of the text in the field; while they are not known yet, those of the text before, as far as both are the same.
 * @param {string} text @param {{text: string, tokens: Token[]} | null} known @returns {Token[]}
 */
function tokensOf(text, known) {
  if (!known) return [];
  if (known.text === text) return known.tokens;
  const [now, then] = [[...text], [...known.text]];
  const differs = now.findIndex((char, i) => char !== then[i]);
  const same = differs < 0 ? now.length : differs;
  return known.tokens.filter(({ end = 0 }) => end <= same);
}
