/** Half-precision numbers, in which colours are sent. Imports nothing. */

/** @type {Float32Array | null} the number that each of the 65,536 patterns of bits means */
let numbers = null;

/** @param {ArrayBuffer} buffer little-endian float16 @returns {Float32Array} */
export function readHalves(buffer) {
  numbers ??= Float32Array.from({ length: 65536 }, (_, bits) => meaningOf(bits));
  const halves = new Uint16Array(buffer);
  const values = new Float32Array(halves.length);
  for (let i = 0; i < halves.length; i++) values[i] = numbers[halves[i]];
  return values;
}

/** IEEE 754 binary16: one sign, five bits of exponent, ten of fraction. @param {number} bits */
function meaningOf(bits) {
  const [sign, exponent, fraction] = [bits & 0x8000 ? -1 : 1, (bits >> 10) & 0x1f, bits & 0x3ff];
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
