/** <lw-formula tex="…">: a formula as MathML, made by KaTeX, which is fetched when the first formula is shown. */

import { LitElement, css, html } from '/static/vendor/lit.js';

export class Formula extends LitElement {
  static properties = { tex: { type: String } };

  static styles = css`
    :host {
      display: block;
      min-block-size: 2.6em;
      overflow: auto hidden;
      color: var(--ink);
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
  }

  /** @override */
  async updated() {
    const { tex } = this;
    const target = /** @type {HTMLElement} */ (this.renderRoot.querySelector('.formula'));
    const { default: katex } = await import('/static/vendor/katex.js');
    if (tex !== this.tex) return; // another formula came while the library was on its way
    katex.render(tex, target, { output: 'mathml', displayMode: true, throwOnError: false });
    target.querySelector('annotation')?.remove(); // read aloud as LaTeX otherwise
  }

  render() {
    return html`<div class="formula"></div>`;
  }
}

customElements.define('lw-formula', Formula);
