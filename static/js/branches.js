/**
 * The texts that were written before another way was taken, so that one can go back to them: only the longest of each way,
 * the newest last. As they stand in the address they are JSON. Pure.
 */

const [MOST, LONGEST] = [8, 12_000];

/** @param {string | null} written @returns {string[]} none where it is no list of texts */
export function readBranches(written) {
  try {
    const found = JSON.parse(written ?? '[]');
    return Array.isArray(found) && found.every((text) => typeof text === 'string') ? found.slice(-MOST) : [];
  } catch {
    return [];
  }
}

/**
 * What is kept when the page goes from some texts to `now`: those that `now` does not go on from, and that none of the others
 * goes on from. @param {string[]} texts the oldest first @param {string} now @returns {string | null}
 */
export function writeBranches(texts, now) {
  const apart = [...new Set(texts.toReversed())].filter((text, _i, all) => ![now, ...all].some((other) => other !== text && other.startsWith(text)) && text !== now);
  const kept = [];
  for (const text of apart.slice(0, MOST)) {
    if (JSON.stringify([...kept, text]).length > LONGEST) break;
    kept.push(text);
  }
  return kept.length > 0 ? JSON.stringify(kept.toReversed()) : null;
}

/** Where a branch leaves the text `now`: the last of what they share, and its own end, cut at whole characters.
 * @param {string} branch @param {string} now @param {number} most characters of each */
export function forkOf(branch, now, most) {
  const [own, other] = [[...branch], [...now]];
  const differs = own.findIndex((char, i) => char !== other[i]);
  const at = differs < 0 ? own.length : differs;
  const [stem, tail] = [own.slice(0, at), own.slice(at)];
  return {
    stem: (stem.length > most ? '…' : '') + stem.slice(-most).join(''),
    tail: tail.slice(0, most).join('') + (tail.length > most ? '…' : ''),
  };
}
