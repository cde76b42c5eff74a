/** Tells views when the colours of the page change: canvases do not follow style sheets by themselves. */

/** @type {Set<() => void>} */
const listeners = new Set();
let watching = false;

/** Calls `repaint` whenever the theme, the fonts or the sharpness of the screen change; returns how to stop. @param {() => void} repaint */
export function watchTheme(repaint) {
  watch();
  listeners.add(repaint);
  return () => void listeners.delete(repaint);
}

function watch() {
  if (watching) return;
  watching = true;
  const tell = () => listeners.forEach((listener) => listener());
  new MutationObserver(tell).observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', tell);
  document.fonts.addEventListener('loadingdone', tell);
}
