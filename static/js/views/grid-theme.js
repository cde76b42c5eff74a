/** The colours and the size of type of the page as numbers, for canvases, which do not follow style sheets by themselves. */

import { resolveColour } from '../colour.js';

/** @type {Set<() => void>} */
const listeners = new Set();
/** @type {Map<string, string>} */
const looked = new Map();
let unit = 0;
let watching = false;

/** Tells a view when the theme, the fonts or the size of type change, as long as it is on the page: a reactive controller of Lit. */
export class Themed {
  /** @param {import('/static/vendor/lit.js').LitElement} host @param {() => void} changed */
  constructor(host, changed) {
    this.changed = changed;
    host.addController(this);
  }

  hostConnected() {
    watch();
    listeners.add(this.changed);
  }

  hostDisconnected() {
    listeners.delete(this.changed);
  }
}

/** A custom property of the page as a colour: `--hatch`, `var(--lane-3)`. Looked up once a theme. @param {string} colour */
export function themeColour(colour) {
  const known = looked.get(colour);
  if (known) return known;
  const resolved = resolveColour(colour.startsWith('--') ? `var(${colour})` : colour);
  looked.set(colour, resolved);
  return resolved;
}

/** The fonts of a custom property of the page: `--mono`. Looked up once. @param {string} name */
export function themeFont(name) {
  const known = looked.get(name);
  if (known) return known;
  const fonts = getComputedStyle(document.documentElement).getPropertyValue(name);
  looked.set(name, fonts);
  return fonts;
}

/** How large type is on the page, against the 16 pixels that sizes are given for: pictures grow with it. */
export function typeUnit() {
  unit ||= parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
  return unit;
}

function watch() {
  if (watching) return;
  watching = true;
  const forget = () => {
    looked.clear();
    unit = 0;
  };
  const tell = () => {
    forget();
    listeners.forEach((listener) => listener());
  };
  const root = document.documentElement;
  // the page may write the attribute that is there already, which is no reason to paint everything again
  const changed = (/** @type {MutationRecord} */ { attributeName, oldValue }) => root.getAttribute(String(attributeName)) !== oldValue;
  new MutationObserver((records) => records.some(changed) && tell()).observe(root, { attributes: true, attributeOldValue: true });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', tell);
  document.fonts.addEventListener('loadingdone', tell);
  addEventListener('resize', forget);
}
