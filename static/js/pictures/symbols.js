/** The formula of a picture that shows more than its step does, under the picture. */

import { html } from '/static/vendor/lit.js';
import '../views/formula.js';

/** @param {string} tex */
export const inSymbols = (tex) => html`<section class="symbols"><h3>In symbols</h3><lw-formula .tex=${tex}></lw-formula></section>`;
