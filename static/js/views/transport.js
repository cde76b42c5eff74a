/** `<lw-transport>`: step back, step on, play and its speed. Raises `lw-step` with how far, and `lw-play`, `lw-speed`. */
import { LitElement, css, html, nothing } from '/static/vendor/lit.js';
import { sharedStyles } from './shared-styles.js';

const SPEEDS = [0.5, 1, 2, 4];

export class Transport extends LitElement {
  static properties = {
    isPlaying: { attribute: false },
    speed: { attribute: false },
    place: { attribute: false },
    count: { attribute: false },
  };

  static styles = [
    sharedStyles,
    css`
      :host {
        display: flex;
        align-items: center;
        gap: var(--space-1);
      }
      button {
        min-inline-size: 2.4rem;
        min-block-size: 2.4rem;
        border-radius: var(--radius-s);
        display: grid;
        place-items: center;
      }
      button:hover:not([aria-disabled='true']) {
        background: var(--sunk);
      }
      .play {
        display: flex;
        gap: var(--space-2);
        align-items: center;
        padding-inline: var(--space-2);
        font-size: var(--text-s);
        min-inline-size: 5.2rem;
      }
      svg {
        inline-size: 1.1rem;
        block-size: 1.1rem;
        fill: currentcolor;
      }
      select {
        font: inherit;
        font-size: var(--text-s);
        color: var(--ink-2);
        border: 0;
        padding: var(--space-1) 1.2rem var(--space-1) var(--space-1);
        appearance: none;
        background:
          linear-gradient(45deg, transparent 50%, var(--ink-2) 50%) right 0.55rem center / 0.3rem 0.3rem no-repeat,
          linear-gradient(-45deg, transparent 50%, var(--ink-2) 50%) right 0.27rem center / 0.3rem 0.3rem no-repeat;
      }
      .count {
        color: var(--ink-3);
        font-size: var(--text-xs);
        min-inline-size: 4.6rem;
        text-align: end;
        white-space: nowrap;
      }
    `,
  ];

  constructor() {
    super();
    this.isPlaying = false;
    this.speed = 1;
    this.place = -1;
    this.count = 0;
  }

  render() {
    const atEnd = this.place >= this.count - 1;
    return html`
      <button aria-label="One step back" title="One step back (←)" aria-disabled=${this.place < 0} @click=${this.place < 0 ? nothing : () => this.raise('lw-step', -1)}>
        <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M11 2.5v11L3.5 8z" /></svg>
      </button>
      <button aria-label="One step on" title="One step on (→)" aria-disabled=${atEnd} @click=${atEnd ? nothing : () => this.raise('lw-step', 1)}>
        <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M5 2.5v11L12.5 8z" /></svg>
      </button>
      <button class="play" title="Play or pause (space)" aria-pressed=${String(this.isPlaying)}
        @click=${() => this.raise('lw-play', !this.isPlaying)}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d=${this.isPlaying ? 'M4 3h3v10H4zM9 3h3v10H9z' : 'M3 2.2L13.500 8 3 13.800zM4.500 4.800v6.400L10.300 8z'} fill-rule="evenodd" />
        </svg>
        <span>${this.isPlaying ? 'pause' : 'play'}</span>
      </button>
      <select aria-label="Speed of play" @change=${(/** @type {Event} */ event) =>
        this.raise('lw-speed', Number(/** @type {HTMLSelectElement} */ (event.target).value))}>
        ${SPEEDS.map((speed) => html`<option value=${speed} ?selected=${speed === this.speed}>${speed}×</option>`)}
      </select>
      <span class="count number">${this.place + 1} / ${this.count}</span>
    `;
  }

  /** @param {string} name @param {unknown} detail */
  raise(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

customElements.define('lw-transport', Transport);
