/**
 * The logit lens of a large model, which does not come with its trace: it is asked for once the page has come to rest, a few
 * positions at a time, the last ones first.
 */
import { computed, effect, signal } from '/static/vendor/signals.js';

/** @typedef {import('./types.js').Trace} Trace */
/** @typedef {import('./types.js').Guess} Guess */
/** @typedef {Trace['lens']} Lens */
/** @typedef {{start: number, rows: {id: number[], p: number[]}[], pieces: Guess[]}} Part of what /api/lens answers */

/** How long nothing may have changed, how many positions come at a time, and how many at most. */
const [REST_MS, PART, MOST] = [600, 8, 64];

/**
 * The trace with as much of its lens as has come.
 * @param {import('/static/vendor/signals.js').Signal<Trace | null>} trace @param {import('./api.js').Api} api
 */
export function followLens(trace, api) {
  const found = signal(/** @type {{of: Trace, lens: Lens} | null} */ (null));
  effect(() => {
    const of = trace.value;
    if (!of || !lacksLens(of)) return undefined;
    const controller = new AbortController();
    void loadLens(api, of, controller.signal, (lens) => (found.value = { of, lens })).catch(() => {}); // without it the lanes stay as they are
    return () => controller.abort();
  });
  return computed(() => (trace.value && found.value?.of === trace.value ? { ...trace.value, lens: found.value.lens } : trace.value));
}

/** @param {Trace} trace */
const lacksLens = ({ tokens, lens }) => tokens.length > 0 && lens.every(({ best }) => best.length === 0);

/** @param {import('./api.js').Api} api @param {Trace} trace @param {AbortSignal} wanted @param {(lens: Lens) => void} tell */
async function loadLens(api, { model, text, bos, tokens, lens }, wanted, tell) {
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  for (let end = tokens.length; end > Math.max(0, tokens.length - MOST) && !wanted.aborted; end -= PART) {
    const start = Math.max(0, end - PART);
    const part = await api.read('/api/lens', { model, text, bos, start, count: end - start }, wanted);
    lens = withPart(lens, part);
    tell(lens);
  }
}

/** @param {Lens} lens @param {Part} part @returns {Lens} */
function withPart(lens, { start, rows, pieces }) {
  const byId = new Map(pieces.map((piece) => [piece.id, piece]));
  return lens.map(({ tensor, best }, layer) => {
    const more = best.slice();
    rows[layer].id.forEach((id, i) => (more[start + i] = { .../** @type {Guess} */ (byId.get(id)), p: rows[layer].p[i] }));
    return { tensor, best: more };
  });
}
