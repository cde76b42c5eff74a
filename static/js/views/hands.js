/**
 * <lw-hands>: a dial with several hands (pairs of numbers) on one scale, and perhaps the places where one of them stood.
 * Properties: hands (a list of {at: [a, b], colour, faint?}), trail (points {at, colour}), large. Drawing only.
 */

import { LitElement, css, svg } from '/static/vendor/lit.js';
import { face, faceStyles, fitToFace } from './dial-face.js';

/** @typedef {{at: [number, number], colour: string, faint?: boolean}} Hand */

export class Hands extends LitElement {
  static properties = { hands: { attribute: false }, trail: { attribute: false }, large: { type: Boolean, reflect: true } };

  static styles = [
    faceStyles,
    css`
      :host {
        display: block;
        inline-size: 100%;
        max-inline-size: 5rem;
      }
      :host([large]) {
        max-inline-size: 15rem;
      }
      line {
        stroke-width: 4;
        stroke-linecap: round;
      }
      :host([large]) line {
        stroke-width: 2.4;
      }
      .faint {
        stroke-dasharray: 3 3;
        stroke-linecap: butt;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {Hand[]} */ this.hands = [];
    /** @type {Hand[]} */ this.trail = [];
    this.large = false;
  }

  render() {
    const place = fitToFace([...this.hands, ...this.trail].map(({ at }) => at));
    const points = this.trail.map(({ at, colour, faint }) => svg`<circle cx=${place(at)[0]} cy=${place(at)[1]} r=${faint ? 1 : 2} fill=${colour}></circle>`);
    return face([points, this.hands.map(({ at, colour, faint }) => this.hand(place(at), colour, faint))]);
  }

  /** @param {number[]} end @param {string} colour @param {boolean} [faint] */
  hand([x, y], colour, faint = false) {
    return svg`<line class=${faint ? 'faint' : ''} stroke=${colour} x2=${x} y2=${y}></line>
      <circle fill=${colour} cx=${x} cy=${y} r=${this.large ? 3 : 4.5}></circle>`;
  }
}

customElements.define('lw-hands', Hands);
