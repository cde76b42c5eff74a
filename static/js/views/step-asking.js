/**
 * Hears what is asked in a step panel: a number that is chosen in the picture, an operand that is followed, the answer, and
 * the way back to the picture. Raises lw-lit with the tokens whose numbers are in the answer.
 */

import { chooseElement, followElement } from './asking.js';
import { lanesIn } from './step-asked.js';

/** @typedef {import('./step-scene.js').Element} Element */
/** @typedef {import('../types.js').Explanation} Explanation */

export class Asking {
  /** @param {import('./step.js').Step} host */
  constructor(host) {
    this.host = host;
    /** @type {Explanation | null} what the server says of the number that was asked for */ this.told = null;
    /** @type {HTMLElement | null} the view whose cell was asked for by a key */ this.asker = null;
    const heard = { pick: this.onPick, follow: this.onFollow, told: this.onTold, leave: () => this.asker?.focus() };
    for (const [name, hear] of Object.entries(heard)) host.addEventListener(`lw-${name}`, hear);
  }

  get arithmetic() {
    return /** @type {import('./arithmetic.js').Arithmetic | null} */ (this.host.renderRoot.querySelector('lw-arithmetic'));
  }

  /** Whether the arithmetic stands beside the picture: then both can be seen at once. */
  get isWide() {
    const right = this.host.renderRoot.querySelector('.picture')?.getBoundingClientRect().right ?? 0;
    return (this.arithmetic?.getBoundingClientRect().left ?? -1) >= right;
  }

  /** Brings the arithmetic into sight with the next answer. */
  seek() {
    if (this.arithmetic) this.arithmetic.wantsSight = true;
    this.arithmetic?.requestUpdate();
  }

  /** A number of the picture was chosen; chosen by a key, it takes the keyboard to where it came from. @param {Event} event */
  onPick = (event) => {
    event.stopPropagation();
    const { scene, state } = this.host;
    if (!scene) return;
    const { keyboard, name, index } = /** @type {CustomEvent<Element & {keyboard?: boolean}>} */ (event).detail;
    this.asker = keyboard ? /** @type {HTMLElement} */ (event.composedPath()[0]) : null;
    if (this.arithmetic) Object.assign(this.arithmetic, { wantsFocus: keyboard, wantsSight: this.isWide });
    this.host.send(chooseElement({ name, index }, scene, (state.trail ?? '').includes('*')));
    this.arithmetic?.requestUpdate(); // the number may be the one that is asked for already
  };

  /** An operand was asked for. @param {Event} event */
  onFollow = (event) => {
    event.stopPropagation();
    const { element, before } = /** @type {CustomEvent<{element: Element, before: Element[]}>} */ (event).detail;
    if (this.host.scene) this.host.send(followElement(element, before, this.host.scene));
  };

  /** @param {Event} event */
  onTold = (event) => {
    this.told = /** @type {CustomEvent<Explanation | null>} */ (event).detail;
    this.host.requestUpdate();
    this.host.dispatchEvent(new CustomEvent('lw-lit', { detail: lanesIn(this.told, this.host.scene), bubbles: true, composed: true }));
  };
}
