/** How far an answer is that is waited for: who comes before it, and then layer by layer. */

/** After how long it is asked, and how often. */
const EVERY_MS = 400;

/**
 * Tells what is known until `stop` is called or nobody waits any more; a quick answer is never asked about.
 * @param {import('./api.js').Api} api @param {import('./types.js').Subject} subject @param {AbortSignal} wanted
 * @param {(said: string) => void} tell @returns {() => void} stop
 */
export function tellProgress(api, subject, wanted, tell) {
  const timer = setInterval(async () => {
    if (wanted.aborted) return clearInterval(timer);
    const known = await api.peek('/api/queue', subject).catch(() => null);
    if (known && !wanted.aborted && running) tell(sayProgress(known));
  }, EVERY_MS);
  let running = true;
  return () => {
    running = false;
    clearInterval(timer);
  };
}

/** @param {{layers: {done: number, count: number} | null, ahead: number | null}} known */
function sayProgress({ layers, ahead }) {
  if (layers) return `The sentence has gone through ${layers.done} of ${layers.count} layers`;
  return ahead ? `${ahead} ${ahead === 1 ? 'other comes' : 'others come'} first` : '';
}
