/** Numbers as people read them. Rounding is for the eye only: what is copied is the whole number. Imports nothing. */

const MINUS = '\u2212';

/**
 * A number in about `digits` significant digits, with a true minus sign; −∞ is a word of its own, never a number.
 * @param {number | null} value null is how JSON says −∞ @param {number} [digits]
 */
export function formatNumber(value, digits = 3) {
  if (value === null || value === -Infinity) return `${MINUS}∞`;
  if (value === Infinity) return '∞';
  if (Number.isNaN(value)) return 'not a number';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e6 || size < 0.5 * 10 ** -digits) return exponential(value, digits);
  const whole = Math.max(1, Math.floor(Math.log10(size)) + 1);
  const decimals = size < 1 ? digits : Math.max(0, digits - whole);
  return signed(value.toFixed(decimals));
}

/** The shortest digits that give the same float32 back, with a true minus sign. @param {number} value */
export function exactNumber(value) {
  if (!Number.isFinite(value)) return value === -Infinity ? `${MINUS}∞` : String(value);
  for (let digits = 1; digits <= 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short).replaceAll('-', MINUS);
  }
  return String(value).replaceAll('-', MINUS);
}

/** A float64 to ten digits, more than a float32 holds. @param {number | null} value null is −∞ */
export function formatPrecise(value) {
  if (value === null || !Number.isFinite(value)) return formatNumber(value);
  return String(Number(value.toPrecision(10))).replaceAll('-', MINUS);
}

/** Three digits, wherever they stand: for what may be next to nothing. @param {number} value */
export const formatShort = (value) => (value !== 0 && Math.abs(value) < 1e-3 ? exponential(value, 3) : String(Number(value.toPrecision(3))).replace('-', MINUS));

/** As many decimals as a column needs for its largest number to show about `digits` digits. @param {(number | null)[]} values @param {number} [digits] */
export function decimalsFor(values, digits = 4) {
  const largest = Math.max(0, ...values.map((value) => (value !== null && Number.isFinite(value) ? Math.abs(value) : 0)));
  return largest === 0 ? 0 : Math.max(0, Math.min(9, digits - 1 - Math.floor(Math.log10(largest))));
}

/** Exactly `decimals` places, for columns that stand under one another; only 0 reads as 0. @param {number} value @param {number} decimals */
export function formatFixed(value, decimals) {
  if (!Number.isFinite(value)) return formatNumber(value);
  const text = signed(value.toFixed(decimals));
  return value !== 0 && Number(text) === 0 ? '≈0' : text;
}

/** A probability in per cent: 0.005 is "0.50 %", and "< 0.01 %" stands only for less than 0.005 %. @param {number} p */
export function formatProbability(p) {
  const percent = 100 * p;
  if (percent === 0) return '0 %';
  if (percent < 0.005) return '< 0.01 %';
  if (p < 1 && percent >= 99.995) return '> 99.99 %';
  return p === 1 ? '100 %' : `${percent.toFixed(2)} %`;
}

const counts = new Intl.NumberFormat('en-US'); // made once: making one costs more than all that it formats

/** A count with groups of three: 49,152. @param {number} n */
export const formatCount = (n) => counts.format(n);

/** Bytes in millions, with one decimal: 92.9 MB. @param {number} n */
export const formatBytes = (n) => `${(n / 1e6).toFixed(1)} MB`;

/** A number of weights: "3.4 M". @param {number} n */
export function formatSize(n) {
  if (n < 1000) return String(n);
  const [unit, name] = n < 1e6 ? [1e3, 'k'] : n < 1e9 ? [1e6, 'M'] : [1e9, 'B'];
  return `${n / unit < 100 ? Number((n / unit).toPrecision(2)) : Math.round(n / unit)} ${name}`;
}

/** "token" or "tokens" with its number. @param {number} n @param {string} noun */
export const plural = (n, noun) => `${formatCount(n)} ${noun}${n === 1 ? '' : 's'}`;

/** @param {string} text */
const signed = (text) => (/^-0(?:\.0*)?$/.test(text) ? text.slice(1) : text.replace('-', MINUS));

/** @param {number} value @param {number} digits */
function exponential(value, digits) {
  const [mantissa, power] = value.toExponential(Math.max(0, digits - 1)).split('e');
  return `${signed(mantissa)}e${signed(power.replace('+', ''))}`;
}
