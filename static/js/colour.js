/**
 * Values to colours. The lists stand in css/tokens.css (Crameri's vik and berlin, and one violet hue for weights), so that
 * every colour of the page is in one file; here they are looked up and mixed. Imports nothing.
 */

/** @typedef {[number, number, number]} Rgb each 0…255 */
/** @typedef {(value: number) => Rgb} Scale */

export const LANES = 12;

/** @type {Map<string, Rgb[]>} */
const maps = new Map();

/** The colour of the lane of token `i`, for CSS and SVG. @param {number} i */
export const laneColour = (i) => `var(--lane-${((i % LANES) + LANES) % LANES})`;

/** Whether the page is dark now. */
export function isDark() {
  const chosen = document.documentElement.dataset.theme;
  if (chosen) return chosen === 'dark';
  return matchMedia('(prefers-color-scheme: dark)').matches;
}

/** What a CSS colour (`var(--lane-3)`) is as numbers, for canvas. @param {string} colour @returns {string} */
export function resolveColour(colour) {
  const probe = document.createElement('i');
  probe.style.color = colour;
  document.body.append(probe);
  const resolved = getComputedStyle(probe).color;
  probe.remove();
  return resolved;
}

/**
 * A scale from low…high over a diverging map whose middle is zero: both ends are equally far from it.
 * @param {number} low @param {number} high the colour limits that the server gives with each tensor @returns {Scale}
 */
export function divergingScale(low, high) {
  const list = readMap('diverging');
  const reach = Math.max(Math.abs(low), Math.abs(high)) || 1;
  return (value) => mix(list, (value / reach + 1) / 2);
}

/** A scale from 0 to `high` in one hue. @param {number} [high] @returns {Scale} */
export function weightScale(high = 1) {
  const list = readMap('weight');
  return (value) => mix(list, value / (high || 1));
}

/** @param {number} value @param {number} low @param {number} high */
export const diverging = (value, low, high) => css(divergingScale(low, high)(value));

/** The text colour that can be read on a cell of this colour: the better of two. @param {Rgb} rgb */
export function readableOn(rgb) {
  const light = luminance(rgb);
  const [onDark, onLight] = [1.05 / (light + 0.05), (light + 0.05) / 0.0605];
  return onLight >= onDark ? 'var(--on-cell-dark)' : 'var(--on-cell-light)';
}

/** @param {Rgb} rgb */
export const css = ([r, g, b]) => `rgb(${r} ${g} ${b})`;

/** The stops of a data map in the present theme. @param {'diverging' | 'weight'} name @returns {Rgb[]} */
export function readMap(name) {
  const property = `--map-${name}-${isDark() ? 'dark' : 'light'}`;
  const known = maps.get(property);
  if (known) return known;
  const text = getComputedStyle(document.documentElement).getPropertyValue(property);
  const list = text.split(',').map((stop) => parseHex(stop.trim()));
  if (text) maps.set(property, list);
  return list;
}

/** @param {string} hex @returns {Rgb} */
function parseHex(hex) {
  const n = Number.parseInt(hex.slice(1), 16);
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255];
}

/** @param {Rgb[]} list @param {number} at 0…1, held inside @returns {Rgb} */
function mix(list, at) {
  const place = Math.min(1, Math.max(0, Number.isNaN(at) ? 0.5 : at)) * (list.length - 1);
  const i = Math.min(Math.floor(place), Math.max(0, list.length - 2));
  const [a, b, t] = [list[i], list[i + 1] ?? list[i], place - i];
  const channel = (/** @type {0 | 1 | 2} */ c) => Math.round(a[c] + (b[c] - a[c]) * t);
  return [channel(0), channel(1), channel(2)];
}

/** WCAG's relative luminance. @param {Rgb} rgb */
function luminance(rgb) {
  const [r, g, b] = rgb.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
