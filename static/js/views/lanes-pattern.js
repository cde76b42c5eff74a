/** The attention pattern of one head of the layer that is looked at, fetched when it is seen; a late one is dropped. */
import { Latest } from '../api.js';

/** @typedef {import('../types.js').Trace} Trace */

export class LayerPattern {
  /** @param {import('/static/vendor/lit.js').LitElement} host painted again when the pattern is there */
  constructor(host) {
    this.host = host;
    this.latest = new Latest();
    /** @type {import('./lanes-drawing.js').Pattern | null} */
    this.pattern = null;
    /** @type {string | null} what was asked for last */
    this.wish = null;
    host.addController(this);
  }

  hostDisconnected() {
    this.latest.drop();
    this.wish = null;
  }

  /** @param {import('../api.js').Api | null} api @param {Trace} trace @param {number | null} layer @param {number} head */
  async ask(api, trace, layer, head) {
    const wish = layer === null ? null : JSON.stringify([trace.model, trace.text, layer, head]);
    if (this.wish === wish) return;
    this.wish = wish;
    const wanted = this.latest.next();
    this.pattern = null;
    if (layer === null || !api) return;
    const request = { model: trace.model, text: trace.text, tensor: `blocks.${layer}.attn.pattern`, head };
    try {
      const { values } = await api.getTensor(request, wanted);
      if (wanted.aborted) return;
      this.pattern = { weights: values, count: trace.tokens.length };
      this.host.requestUpdate();
    } catch {
      if (!wanted.aborted) this.wish = null; // the page says what is wrong; the strands come with the next wish
    }
  }
}
