/** <lw-formula tex="…">: a formula as MathML, made by KaTeX, which is fetched when the first formula is shown. */

import { LitElement, css, html } from '/static/vendor/lit.js';
import { Resized } from './resized.js';

/** Small spaces and their widths in em. @type {Record<string, number>} */
const SPACES = { '\u200a': 0.0556, '\u2009': 0.1667, '\u2005': 0.2222 };

export class Formula extends LitElement {
  static properties = { tex: { type: String } };

  static styles = css`
    :host {
      display: block;
      min-block-size: 2.6em;
      overflow: auto hidden;
      color: var(--ink);
      border-radius: var(--radius-s);
    }
    :host(:focus-visible) {
      outline: 2px solid var(--here);
      outline-offset: 2px;
    }
    mtd {
      text-align: start;
    }
    math {
      font-family: var(--math);
      font-size: 1.12em;
      display: math;
      padding-block: 0.35em;
    }
    code {
      font-family: var(--mono);
      font-size: var(--text-s);
      color: var(--ink-2);
    }
  `;

  constructor() {
    super();
    this.tex = '';
    this.resized = new Resized(this, () => this.offerScrolling());
  }

  /** @override */
  async updated() {
    const { tex } = this;
    const target = /** @type {HTMLElement} */ (this.renderRoot.querySelector('.formula'));
    const katex = await import('/static/vendor/katex.js').then((library) => library.default, () => null);
    if (tex !== this.tex) return; // another formula came while the library was on its way
    if (!katex) return void (target.textContent = tex); // no server: the formula as it is written
    katex.render(tex, target, { output: 'mathml', displayMode: true, throwOnError: false });
    target.querySelector('annotation')?.remove(); // read aloud as LaTeX otherwise
    target.querySelectorAll('mrow, mstyle, mtd, mpadded').forEach(showSpaces);
    requestAnimationFrame(() => this.offerScrolling()); // to look now would lay the page out twice
  }

  /** What scrolls can be reached by keyboard, and has a name then. */
  offerScrolling() {
    const roles = { tabindex: '0', role: 'group', 'aria-label': 'Formula, scrolls sideways' };
    const isWide = this.scrollWidth > this.clientWidth + 1;
    for (const [name, value] of Object.entries(roles)) {
      if (isWide) this.setAttribute(name, value);
      else this.removeAttribute(name);
    }
  }

  render() {
    return html`<div class="formula"></div>`;
  }
}

/** KaTeX writes small spaces as bare text, which no browser shows in MathML: they become spaces of their own. @param {Element} row */
function showSpaces(row) {
  for (const node of [...row.childNodes]) {
    const width = [...(node.textContent ?? '')].reduce((sum, char) => sum + (SPACES[char] ?? NaN), 0);
    if (node.nodeType !== Node.TEXT_NODE || !(width > 0)) continue;
    const space = document.createElementNS(row.namespaceURI, 'mspace');
    space.setAttribute('width', `${width}em`);
    node.replaceWith(space);
  }
}

customElements.define('lw-formula', Formula);
