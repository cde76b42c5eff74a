/**
 * What the stage draws beside the trace, fetched when it is seen: the pattern of the chosen head of the layer that is looked
 * at; and, after the first paint, one by one, the mean pattern of each layer and the stream at each boundary. A late answer
 * is dropped, and what belongs to another text is forgotten at once, so that nothing is drawn that is not of this one.
 */
import { Latest } from '../api.js';

/** @typedef {import('../types.js').Trace} Trace */
/** @typedef {import('../types.js').Slice} Slice */
/** @typedef {import('../api.js').TensorRequest} TensorRequest */

/** Up to here every layer's strands are drawn; beyond it a screen would show grey, so only those of the layer looked at. */
export const OVERVIEW = { tokens: 24, layers: 12, streamNumbers: 24 * 512 };
/** How long the text rests before the rest is asked for: whoever types is served first. */
const REST_MS = 220;

/** Asks for tensors one after another, and paints its host as they come. */
class Gathering {
  /** @param {import('/static/vendor/lit.js').LitElement} host @param {number} [rest] milliseconds before the first is asked for */
  constructor(host, rest = 0) {
    this.host = host;
    this.rest = rest;
    this.latest = new Latest();
    /** @type {ReadonlyMap<string, Slice>} by the name of the tensor; a new one with every answer */
    this.answers = new Map();
    /** @type {string | null} what was asked for last */
    this.wish = null;
    host.addController(this);
  }

  hostDisconnected() {
    this.latest.drop();
    this.wish = null;
  }

  /** @param {import('../api.js').Api | null} api @param {TensorRequest[]} requests */
  async ask(api, requests) {
    const wish = JSON.stringify(requests);
    if (this.wish === wish) return;
    this.wish = wish;
    const wanted = this.latest.next();
    this.answers = new Map();
    if (requests.length === 0 || !api) return;
    try {
      if (this.rest) await new Promise((resolve) => setTimeout(resolve, this.rest));
      for (const request of requests) {
        if (wanted.aborted) return;
        const slice = await api.getTensor(request, wanted);
        if (wanted.aborted) return;
        this.answers = new Map(this.answers).set(request.tensor, slice);
        this.host.requestUpdate();
      }
    } catch {
      if (!wanted.aborted) this.wish = null; // the page says what is wrong; the drawing comes with the next wish
    }
  }
}

/** @param {number} layer */
const patternName = (layer) => `blocks.${layer}.attn.pattern`;

/** The patterns and the streams of one trace that the stage draws. */
export class StageTensors {
  /** @param {import('/static/vendor/lit.js').LitElement} host */
  constructor(host) {
    this.here = new Gathering(host);
    this.everywhere = new Gathering(host, REST_MS);
  }

  /** @param {import('../api.js').Api | null} api @param {Trace} trace @param {number | null} layer @param {number} head */
  ask(api, trace, layer, head) {
    const subject = { model: trace.model, text: trace.text, bos: trace.bos };
    this.layer = layer;
    this.here.ask(api, layer === null ? [] : [{ ...subject, tensor: patternName(layer), head }]);
    this.everywhere.ask(api, isSmall(trace) ? [...meansOf(trace, subject), ...streamsOf(trace, subject)] : []);
  }

  /** The strands of a layer: of the chosen head where one looks, else the mean of all heads. @param {number} layer */
  pattern(layer) {
    return (layer === this.layer ? this.here : this.everywhere).answers.get(patternName(layer))?.values ?? null;
  }

  /** @param {string} tensor a boundary of the stream */
  stream(tensor) {
    return this.everywhere.answers.get(tensor) ?? null;
  }
}

/** Whether all layers are drawn with their strands. @param {Trace} trace */
export const isSmall = ({ tokens, lens }) => tokens.length > 0 && tokens.length <= OVERVIEW.tokens && lens.length - 1 <= OVERVIEW.layers;

/** @param {Trace} trace @param {import('../types.js').Subject} subject @returns {TensorRequest[]} */
const meansOf = ({ lens, tokens }, subject) =>
  tokens.length < 2 ? [] : lens.slice(1).map((_, layer) => ({ ...subject, tensor: patternName(layer), average: 'head' }));

/** @param {Trace} trace @param {import('../types.js').Subject} subject @returns {TensorRequest[]} */
const streamsOf = ({ lens, tokens, sizes }, subject) =>
  tokens.length * sizes.d_model > OVERVIEW.streamNumbers ? [] : lens.map(({ tensor }) => ({ ...subject, tensor }));
