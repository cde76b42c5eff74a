/** The keys of the page, as data: what the keyboard does is what the help says. Nothing needs the mouse, or hovering. */
import { html } from '/static/vendor/lit.js';

/** @typedef {{step: (by: number) => void, token: (by: number) => void, head: (by: number) => void, zoom: (to: number) => void,
 *   layer: (layer: number) => void, play: () => void, write: () => void, run: () => void, undo: () => void, redo: () => void, present: () => void, help: () => void, type: () => void, leave: () => void}} Actions */
/** @typedef {{keys: string[], shown: string, does: string, act: (actions: Actions, key: string) => void}} Binding */

/** @type {Binding[]} */
const BINDINGS = [
  { keys: ['ArrowRight', 'PageDown'], shown: '→ PgDn', does: 'one step on', act: (a) => a.step(1) },
  { keys: ['ArrowLeft', 'PageUp'], shown: '← PgUp', does: 'one step back', act: (a) => a.step(-1) },
  { keys: ['ArrowDown'], shown: '↓', does: 'next token', act: (a) => a.token(1) },
  { keys: ['ArrowUp'], shown: '↑', does: 'token before', act: (a) => a.token(-1) },
  { keys: [']'], shown: ']', does: 'next head', act: (a) => a.head(1) },
  { keys: ['['], shown: '[', does: 'head before', act: (a) => a.head(-1) },
  { keys: [' '], shown: 'space', does: 'play, pause', act: (a) => a.play() },
  { keys: ['w'], shown: 'w', does: 'write one token', act: (a) => a.write() },
  { keys: ['g'], shown: 'g', does: 'go on writing, stop (space stops too)', act: (a) => a.run() },
  { keys: ['u'], shown: 'u', does: 'take back what was written last', act: (a) => a.undo() },
  { keys: ['U'], shown: 'U', does: 'write it again', act: (a) => a.redo() },
  { keys: ['+', '='], shown: '+', does: 'enlarge the layer that is looked at', act: (a) => a.zoom(1) },
  { keys: ['-', '−'], shown: '−', does: 'the whole model again', act: (a) => a.zoom(0) },
  { keys: [...'123456789'], shown: '1 … 9', does: 'go to that layer', act: (a, key) => a.layer(Number(key) - 1) },
  { keys: ['/'], shown: '/', does: 'type a sentence', act: (a) => a.type() },
  { keys: ['f'], shown: 'f', does: 'presenter view: full screen, larger type, one idea', act: (a) => a.present() },
  { keys: ['?'], shown: '?', does: 'these keys', act: (a) => a.help() },
  { keys: ['Escape'], shown: 'Esc', does: 'leave the presenter view', act: (a) => a.leave() },
];

const OWN_ARROWS = 'select, input[type="range"], [role="grid"], [role="tablist"], [role="radiogroup"], [data-own-keys]';

/** The keys of somebody who types are hers, and so are those of a control that has its own. @param {KeyboardEvent} event */
export function isTaken(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return true;
  const path = /** @type {Element[]} */ (event.composedPath().filter((each) => each instanceof Element));
  const target = path[0];
  if (path.some((each) => each.matches('textarea, input:not([type="range"]):not([type="checkbox"]), [contenteditable], dialog[open]'))) return true;
  if (event.key === ' ' && target?.matches('button, summary, a, [role="button"], input')) return true;
  return (event.key.startsWith('Arrow') || event.key === ' ') && path.some((each) => each.matches(OWN_ARROWS));
}

/** Does what the key says. @param {KeyboardEvent} event @param {Actions} actions */
export function onKey(event, actions) {
  if (isTaken(event)) return;
  const binding = BINDINGS.find(({ keys }) => keys.includes(event.key));
  if (!binding) return;
  if (event.key !== 'Escape') event.preventDefault();
  binding.act(actions, event.key);
}

/** All keys, as a dialog. */
export function keysDialog() {
  return html`<dialog id="keys" aria-labelledby="keys-title">
    <h2 id="keys-title">Keys</h2>
    <dl>${BINDINGS.map(({ shown, does }) => html`<div><dt>${shown.split(' ').map((key) => (key === '…' ? ' … ' : html`<kbd>${key}</kbd>`))}</dt><dd>${does}</dd></div>`)}</dl>
    <p class="note">On a grid the arrows walk over the cells and Enter asks where a number came from. There Tab goes to the operands, Enter asks
      for one of them, Backspace or Escape goes one back.</p>
    <p class="note">While you type in the field, the keys are yours: Enter leaves it, Shift+Enter makes a new line.</p>
    <p class="note">“Attention is not an explanation”: a strand says what a head takes from where, not why the model answers as it does.
      Much of it goes to the first token because weights must add up to 1, and a head with nothing to do puts them there.</p>
    <form method="dialog"><button class="button">Close</button> <a href="/about">About</a> <a href="/docs">API</a></form>
  </dialog>`;
}
