/** A choice of one of a few. */

import { html } from '/static/vendor/lit.js';

/** @typedef {[label: string, isChosen: boolean, choose: () => void]} Option */

/** Nothing is sent anywhere. @param {Event} event */
const stay = (event) => event.preventDefault();

/**
 * Radio buttons, in a form of their own: it keeps their group. Without one the shadow tree that they stand in does, and there
 * Chromium holds those that are taken away for good, and with them the whole picture and its numbers.
 * @param {string} name @param {Option[]} options
 */
export const choice = (name, options) => html`<form class="choice" @submit=${stay}>${options.map(
  ([label, isChosen, choose]) => html`<label><input type="radio" name=${name} .checked=${isChosen} @change=${choose} /> ${label}</label>`,
)}</form>`;
