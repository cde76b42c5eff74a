/**
 * The trail of the numbers that were asked for, each the operand of the one before: `probs-2-4*logits-2-4*norm_final.out-2-1`.
 * These signs stand in an address as they are. Pure.
 */

/** @typedef {{name: string, index: number[]}} Element one number of a tensor or of a weight */

const ELEMENT = String.raw`[A-Za-z_][\w.]*(?:-\d{1,7})*`;
const TRAIL = new RegExp(String.raw`^${ELEMENT}(?:\*${ELEMENT})*$`);
/** Further back nobody looks; an address has an end. */
const LONGEST = 400;

/** @param {string} text */
export const isTrail = (text) => TRAIL.test(text);

/** @param {Element} element */
export const writeElement = ({ name, index }) => [name, ...index].join('-');

/** @param {string | null | undefined} text @returns {Element[]} */
export function readTrail(text) {
  if (!text) return [];
  return text.split('*').map((part) => {
    const [name, ...index] = part.split('-');
    return { name, index: index.map(Number) };
  });
}

/** @param {Element[]} elements the first one asked for first */
export const writeTrail = (elements) => elements.slice(-LONGEST).map(writeElement).join('*');

/** Whether two are the same number. @param {Element | null} a @param {Element | null} b */
export const isSame = (a, b) => a !== null && b !== null && writeElement(a) === writeElement(b);
