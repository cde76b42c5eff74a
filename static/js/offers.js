/**
 * The models that can be fetched. Where the page is seen on the machine that serves it, a fetch can be begun here; how far it
 * is, is asked until it is done, and then the model is opened.
 */
import { computed, signal } from '/static/vendor/signals.js';
import { problemOf } from './problem.js';

/** @typedef {'offered' | 'fetching' | 'dequantising' | 'ready' | 'failed'} OfferState */
/** @typedef {{name: string, title: string, licence: string, parameters: number, package: string, state: OfferState, done: number, total: number, detail: string}} Offer */
/** @typedef {{here: boolean, offers: Offer[]}} OffersAnswer */

const PATH = '/api/offers';
const POLL_MS = 300;

export class Offers {
  /** @param {import('./session.js').Session} session */
  constructor(session) {
    this.session = session;
    this.known = signal(/** @type {Offer[]} */ ([]));
    /** The name of the one that is looked at. */
    this.chosen = signal(/** @type {string | null} */ (null));
    this.offer = computed(() => this.known.value.find(({ name }) => name === this.chosen.value) ?? null);
    /** Those that are not among the models yet. */
    this.open = computed(() => this.known.value.filter(({ state }) => state !== 'ready'));
    this.isWatching = false;
  }

  /** Asks what can be fetched; where nothing can be from here, nothing is offered. A fetch that is under way is shown. */
  async load() {
    const answer = await this.session.api.peek(PATH, {}).catch(() => null);
    if (!answer) return;
    this.take(answer);
    const busy = this.open.value.find(({ state }) => state === 'fetching' || state === 'dequantising');
    if (busy) {
      this.chosen.value = busy.name;
      this.watch();
    }
  }

  /** Begins to fetch the one that is looked at. */
  begin = () => this.ask('').then(() => this.watch());

  /** Stops fetching it. */
  stop = () => this.ask('/stop');

  /** Looks at none. */
  leave = () => {
    this.chosen.value = null;
  };

  /** @param {string} what */
  async ask(what) {
    const { api } = this.session;
    const answer = await fetch(`${api.base}${PATH}/${this.chosen.peek()}${what}`, { method: 'POST' }).catch(() => null);
    if (answer?.ok) this.take(await answer.json());
    else this.fail(answer ? (await problemOf(answer)).message : 'The server does not answer.');
  }

  /** Asks how far it is until it is here, or has failed, or was stopped. */
  async watch() {
    if (this.isWatching) return;
    this.isWatching = true;
    for (;;) {
      const { state } = this.offer.peek() ?? {};
      if (state !== 'fetching' && state !== 'dequantising') break;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      const answer = await this.session.api.peek(PATH, {}).catch(() => null);
      if (answer) this.take(answer);
    }
    this.isWatching = false;
    if (this.offer.peek()?.state === 'ready') await this.openFetched();
  }

  /** Opens the model that is here now. */
  async openFetched() {
    const { session } = this;
    const name = this.chosen.peek();
    session.models.value = await session.api.peek('/api/models', {});
    this.leave();
    session.state.set({ model: name, text: null, bos: null }, { push: true });
  }

  /** @param {OffersAnswer} answer */
  take({ here, offers }) {
    this.known.value = here ? offers : [];
  }

  /** @param {string} detail */
  fail(detail) {
    this.known.value = this.known.peek().map((offer) => (offer.name === this.chosen.peek() ? { ...offer, state: 'failed', detail } : offer));
  }
}
