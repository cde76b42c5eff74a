/**
 * The pieces of a text at one stage of its merges, from the seams that are still open then. Pure: it looks up and cuts, and
 * makes no number. Which part of a long text is drawn is decided here, too.
 */

/** @typedef {import('../tokens.js').Token} Token */
/** @typedef {{rank: number | null, made: Token, joined: {bytes: string, text: string | null}[], places: number[], count: number}} Stage */
/**
 * @typedef {object} Merging as /api/merges gives it
 * @property {string} pattern
 * @property {boolean} by_pattern
 * @property {string} content hexadecimal
 * @property {number[]} ids of the single bytes
 * @property {number[]} cuts before which bytes the pattern cuts
 * @property {(number | null)[]} seams after each byte: the stage that closes it
 * @property {Stage[]} stages
 */
/** @typedef {{begin: number, id: number, bytes: string, text: string | null, made: number, next: boolean, lane: number}} MergePiece made: the stage that made it, 0 for a byte; next: whether the coming stage joins it to a neighbour */

const MOST_BYTES = 480; // that are drawn at once
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text that bytes are, or null where they alone are none. @param {string} hex */
function textOf(hex) {
  try {
    return decoder.decode(Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)));
  } catch {
    return null;
  }
}

/** Which token of the text each byte belongs to in the end. @param {Token[]} tokens */
function lanesOf(tokens) {
  return tokens.flatMap(({ bytes, start, end }, i) => (start === end ? [] : Array(bytes.length / 2).fill(i)));
}

/**
 * The parts between the cuts, each with its pieces at a stage; of a long text those around the chosen token.
 * @param {Merging} merging @param {Token[]} tokens @param {number} stage @param {number} chosen
 * @returns {{parts: MergePiece[][], from: number, to: number}} from and to: which bytes are drawn
 */
export function partsAt(merging, tokens, stage, chosen) {
  const lanes = lanesOf(tokens);
  const edges = [0, ...merging.cuts, merging.ids.length];
  const { from, to } = windowOf(edges, Math.max(0, lanes.indexOf(chosen)));
  const parts = edges.slice(0, -1).map((begin, i) => [begin, edges[i + 1]]);
  const drawn = parts.filter(([begin, end]) => begin >= from && end <= to && begin < end);
  return { parts: drawn.map(([begin, end]) => piecesBetween(merging, lanes, stage, begin, end)), from, to };
}

/** Whole parts around a byte, as many as can be drawn at once, but at least one. @param {number[]} edges @param {number} at */
function windowOf(edges, at) {
  const length = edges[edges.length - 1];
  if (length <= MOST_BYTES) return { from: 0, to: length };
  const first = Math.max(0, edges.findLastIndex((edge) => edge <= Math.max(0, at - MOST_BYTES / 2)));
  const last = edges.findIndex((edge) => edge >= Math.min(length, edges[first] + MOST_BYTES));
  return { from: edges[first], to: edges[last] };
}

/** @param {Merging} merging @param {number[]} lanes @param {number} stage @param {number} first @param {number} last */
function piecesBetween({ content, ids, seams, stages }, lanes, stage, first, last) {
  /** @type {MergePiece[]} */
  const pieces = [];
  let [begin, made, next] = [first, 0, false];
  for (let end = first + 1; end <= last; end++) {
    const closed = end < last ? seams[end - 1] : null;
    if (closed !== null && closed <= stage) {
      made = Math.max(made, closed);
      continue;
    }
    const bytes = content.slice(2 * begin, 2 * end);
    const joins = closed === stage + 1;
    pieces.push({ begin, bytes, text: textOf(bytes), id: made ? stages[made - 1].made.id : ids[begin], made, next: next || joins, lane: lanes[begin] ?? 0 });
    [begin, made, next] = [end, 0, joins];
  }
  return pieces;
}
