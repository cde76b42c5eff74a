/** What keys and buttons do to the page. */
import { enlarge, firstOfLayer, stepBy } from '../walk.js';
import { copyText } from './copy.js';

const PLAY_MS = 1400;

/** @param {import('./page.js').Page} page @returns {import('./keys.js').Actions} */
export function actionsOf(page) {
  const set = (/** @type {Partial<import('../types.js').State>} */ patch, push = false) => page.session.state.set(patch, { push });
  const tokens = () => page.session.trace.value?.tokens.length ?? 0;
  const heads = () => page.session.trace.value?.sizes.head ?? 1;
  const writer = () => page.session.writer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let clock;

  const go = (/** @type {number} */ by, push = true) => set({ step: stepBy(page.steps, page.state.step, by), cell: null }, push);
  const stop = () => {
    clearTimeout(clock);
    page.isPlaying = false;
  };
  const play = () => {
    stop();
    if (page.steps.length === 0) return;
    page.isPlaying = true;
    if (page.state.step === page.steps.at(-1)?.name) set({ step: null, cell: null });
    go(1, true);
    wait();
  };
  const wait = () => {
    clock = setTimeout(() => {
      const before = page.state.step;
      if (page.isPlaying) go(1, false);
      if (page.isPlaying && page.state.step !== before) wait();
      else stop();
    }, PLAY_MS / page.speed);
  };

  return {
    step(by) {
      stop();
      if (page.steps.length) go(by);
    },
    token(by) {
      const last = tokens() - 1;
      if (last < 0) return;
      set({ token: Math.max(0, Math.min(last, (page.state.token ?? last) + by)), cell: null });
    },
    head: (by) => set({ head: Math.max(0, Math.min(heads() - 1, Math.min(page.state.head, heads() - 1) + by)), cell: null }),
    zoom: (to) => set(to === 1 ? enlarge(page.steps, page.state.step) : { zoom: to }),
    layer(layer) {
      const step = firstOfLayer(page.steps, layer);
      if (step) set({ step, cell: null }, true);
    },
    play: () => (writer()?.isWriting.peek() ? writer()?.stop() : page.isPlaying ? stop() : play()),
    write: () => void writer()?.writeOne(),
    run: () => void writer()?.toggle(),
    undo: () => writer()?.undo(),
    redo: () => writer()?.redo(),
    present: () => present(page, !page.state.present),
    help: () => /** @type {HTMLDialogElement | null} */ (document.getElementById('keys'))?.showModal(),
    type: () => /** @type {HTMLElement | null} */ (page.querySelector('lw-text-field'))?.focus(),
    leave: () => present(page, false),
  };
}

/** Escape leaves the full screen before any key is heard; the presenter view goes with it. @param {import('./page.js').Page} page */
export function followFullScreen(page) {
  if (!document.fullscreenElement && page.state.present) page.session.state.set({ present: false });
}

/** Larger type and one idea a screen; full screen where the browser lets it. @param {import('./page.js').Page} page @param {boolean} on */
function present(page, on) {
  if (page.state.present === on) return;
  page.session.state.set({ present: on });
  const changed = on ? document.documentElement.requestFullscreen?.() : document.fullscreenElement && document.exitFullscreen();
  Promise.resolve(changed).catch(() => {}); // the view is the same without it
}

/** Copies the address of exactly what is seen. @param {import('./page.js').Page} page */
export async function share(page) {
  page.note = (await copyText(location.href)) ? 'The link is copied' : 'Copy the link from the address bar';
  setTimeout(() => (page.note = ''), 2500);
}
