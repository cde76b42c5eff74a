/**
 * <lw-dial>: two numbers as an arrow, before and after it is turned; the arc is the angle. Lengths are drawn to one scale
 * within the dial. Properties: from, to (two numbers each), angle (radians), colour, large.
 */

import { LitElement, css, svg } from '/static/vendor/lit.js';
import { face, faceStyles, fitToFace } from './dial-face.js';

export class Dial extends LitElement {
  static properties = {
    from: { attribute: false },
    to: { attribute: false },
    angle: { type: Number },
    colour: { type: String },
    large: { type: Boolean, reflect: true },
  };

  static styles = [
    faceStyles,
    css`
      :host {
        display: block;
        inline-size: 3.4rem;
      }
      :host([large]) {
        inline-size: 11rem;
      }
      .before {
        stroke: var(--ink-3);
        stroke-width: 3;
        stroke-dasharray: 3 3;
      }
      .after {
        stroke-width: 4.5;
        stroke-linecap: round;
      }
      .arc {
        fill: none;
        stroke: var(--here);
        stroke-width: 2;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {number[]} */ this.from = [0, 0];
    /** @type {number[]} */ this.to = [0, 0];
    this.angle = 0;
    this.colour = 'currentColor';
    this.large = false;
  }

  render() {
    const [from, to] = [this.from, this.to].map(fitToFace([this.from, this.to]));
    return face(svg`<path class="arc" d=${arc(Math.atan2(this.from[1], this.from[0]), this.angle)}></path>
        <line class="before" x2=${from[0]} y2=${from[1]}></line>
        <line class="after" stroke=${this.colour} x2=${to[0]} y2=${to[1]}></line>
        <circle fill=${this.colour} cx=${to[0]} cy=${to[1]} r="5"></circle>`);
  }
}

/** An arc that turns left from `start` by `angle`; whole turns wind outwards. @param {number} start @param {number} angle */
function arc(start, angle) {
  const turns = Math.min(Math.abs(angle), 6 * Math.PI); // three windings can be told apart, more cannot
  const steps = Math.max(2, Math.ceil(turns * 8));
  const points = [...Array(steps + 1).keys()].map((i) => {
    const [turn, radius] = [start + (Math.sign(angle) * turns * i) / steps, 14 + (turns * i * 2.2) / steps];
    return `${(radius * Math.cos(turn)).toFixed(2)} ${(-radius * Math.sin(turn)).toFixed(2)}`;
  });
  return `M${points.join('L')}`;
}

customElements.define('lw-dial', Dial);
