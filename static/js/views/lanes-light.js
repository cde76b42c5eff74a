/**
 * Lights lanes: those that are pointed at anywhere on the page, and those whose numbers are in the arithmetic that is shown.
 * It changes attributes alone, so that moving the pointer over a grid does not draw the stage again. Tells which lane is
 * pointed at here. A reactive controller of Lit.
 */
import { css } from '/static/vendor/lit.js';
import { laneColour } from '../colour.js';
import { setMeasure } from '../measure.js';

/** @typedef {'marked' | 'lit'} Light */

export class LanesLight {
  /** @param {import('./lanes.js').Lanes} host */
  constructor(host) {
    this.host = host;
    /** @type {Record<Light, Set<number>>} tokens */
    this.tokens = { marked: new Set(), lit: new Set() };
    /** @type {number | undefined} the lane that was told last */ this.told = undefined;
    host.addController(this);
    host.addEventListener('pointerover', (event) => this.point(event));
    host.addEventListener('pointerleave', () => this.tell(null));
  }

  /** @param {Light} light @param {number[]} tokens */
  show(light, tokens) {
    this.tokens[light] = new Set(tokens);
    this.paint();
  }

  hostUpdated() {
    this.paint();
  }

  paint() {
    const { drawn, renderRoot, step } = this.host;
    if (!drawn) return;
    const [from] = drawn.lanes;
    for (const light of /** @type {Light[]} */ (['marked', 'lit'])) {
      const isIn = (/** @type {number} */ i) => (light === 'marked' || Boolean(step)) && this.tokens[light].has(from + i);
      for (const list of ['.name', '.guesses > .guess', '.lights > i']) {
        renderRoot.querySelectorAll(list).forEach((each, i) => each.toggleAttribute(light, isIn(i)));
      }
    }
    renderRoot.querySelectorAll('.lights > i').forEach((each, i) => setMeasure(/** @type {HTMLElement} */ (each), '--lane', laneColour(from + i)));
  }

  /** @param {Event} event */
  point(event) {
    const name = /** @type {Element} */ (event.composedPath()[0]).closest?.('.name');
    const i = name ? [...this.host.renderRoot.querySelectorAll('.name')].indexOf(name) : -1;
    this.tell(i < 0 ? null : { token: (this.host.drawn?.lanes[0] ?? 0) + i });
  }

  /** @param {{token: number} | null} mark */
  tell(mark) {
    if (mark?.token === this.told) return;
    this.told = mark?.token;
    this.host.dispatchEvent(new CustomEvent('lw-mark', { detail: mark, bubbles: true, composed: true }));
  }
}

/** The tokens that a mark is about. @param {Record<string, number> | null} mark @returns {number[]} */
export const tokensIn = (mark) => ['token', 'query', 'key'].flatMap((axis) => (mark?.[axis] === undefined ? [] : [mark[axis]]));

export const lightStyles = css`
  .lights {
    position: absolute;
    inset: 0;
    display: grid;
    grid-auto-rows: var(--pitch);
    pointer-events: none;
  }
  .lights i[marked] {
    background: color-mix(in srgb, var(--lane) 10%, transparent);
  }
  .name[marked],
  .guess[marked] {
    background: color-mix(in srgb, var(--lane) 12%, transparent);
  }
  .name[lit]::before {
    content: '';
    position: absolute;
    inset-inline-start: 0.15rem;
    inset-block-start: calc(50% - 0.2rem);
    inline-size: 0.4rem;
    block-size: 0.4rem;
    border-radius: 50%;
    background: var(--here);
  }
`;
