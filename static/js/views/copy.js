/** Copying text, also where the page has no clipboard: on plain http under another name than localhost, or when refused. */

/** @param {string} text @returns {Promise<boolean>} whether it is on the clipboard now */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByEvent(text);
  }
}

/** What a button says when neither way is open. */
export const COPY_BY_HAND = 'press Ctrl+C';

/** Marks what an element shows, ready for Ctrl+C. @param {Element | null} element */
export function selectText(element) {
  if (element) getSelection()?.selectAllChildren(element);
}

/** The browser's own copy command asks what to copy, and is answered. @param {string} text */
function copyByEvent(text) {
  let isTaken = false;
  const answer = (/** @type {ClipboardEvent} */ event) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    isTaken = event.clipboardData !== null;
  };
  addEventListener('copy', answer, { capture: true, once: true });
  const isDone = document.execCommand('copy'); // deprecated, and the only way without a secure origin
  removeEventListener('copy', answer, { capture: true });
  return isDone && isTaken;
}
