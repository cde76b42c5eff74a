/** <lw-symbol tex="…">: a letter of a formula in the line, with its places, as MathML; plain text until KaTeX has come. */

/** @type {Map<string, DocumentFragment>} what each symbol looks like, made once */
const drawn = new Map();

export class FormulaSymbol extends HTMLElement {
  static observedAttributes = ['tex'];

  attributeChangedCallback() {
    void this.draw(this.getAttribute('tex') ?? '');
  }

  /** @param {string} tex */
  async draw(tex) {
    const known = drawn.get(tex);
    if (known) return void this.replaceChildren(known.cloneNode(true));
    const katex = await import('/static/vendor/katex.js').then((library) => library.default, () => null);
    if (tex !== this.getAttribute('tex')) return; // another symbol came while the library was on its way
    if (!katex) return void (this.textContent = tex);
    katex.render(tex, this, { output: 'mathml', throwOnError: false });
    this.querySelector('annotation')?.remove(); // read aloud as LaTeX otherwise
    const made = document.createDocumentFragment();
    made.append(...[...this.childNodes].map((node) => node.cloneNode(true)));
    drawn.set(tex, made);
  }
}

customElements.define('lw-symbol', FormulaSymbol);
