/**
 * `<lw-text-field>`: where the sentence is typed. The text is kept exactly: nothing is trimmed, nothing is put right. Under the
 * letters lies a mirror of the same text in which every token has the colour of its lane, and spaces, newlines and tabs are
 * marked. Raises `lw-text` with the text, and `lw-done` on Enter (Shift+Enter is a newline).
 */
import { LitElement, html, live } from '/static/vendor/lit.js';
import { laneColour } from '../colour.js';
import { sharedStyles } from './shared-styles.js';
import { textFieldStyles } from './text-field-styles.js';
import { setMeasure } from '../measure.js';

/** @typedef {import('../tokens.js').Token} Token */
/** @typedef {{text: string, tokens: number[]}} Run a stretch of text that one token is, or that several share */

const MARKS = /** @type {Record<string, string>} */ ({ ' ': 'space', '\n': 'newline', '\t': 'tab' });

export class TextField extends LitElement {
  static properties = {
    text: { attribute: false },
    tokens: { attribute: false },
    limit: { attribute: false },
    isRefused: { attribute: false },
    label: { type: String },
  };

  static styles = [sharedStyles, textFieldStyles];

  constructor() {
    super();
    this.text = '';
    /** @type {Token[] | null} those of exactly this text, or null while they are not known */
    this.tokens = null;
    this.limit = Infinity;
    this.isRefused = false;
    this.label = 'Text';
  }

  render() {
    return html`<div class="box ${this.isRefused ? 'refused' : ''}">
      <div class="scroller">
        <div class="mirror" aria-hidden="true">${this.tokens ? mirror(this.text, this.tokens, this.limit) : this.text}<br /></div>
        <textarea rows="1" spellcheck="false" autocomplete="off" autocapitalize="off" autocorrect="off"
          aria-label=${this.label} aria-invalid=${String(this.isRefused)} placeholder="Type a sentence"
          .value=${live(normalise(this.text))} @input=${this.onInput} @keydown=${this.onKey}></textarea>
      </div>
    </div>`;
  }

  focus() {
    this.renderRoot.querySelector('textarea')?.focus();
  }

  /** @param {Event} event */
  onInput(event) {
    const text = /** @type {HTMLTextAreaElement} */ (event.target).value;
    this.dispatchEvent(new CustomEvent('lw-text', { detail: { text }, bubbles: true, composed: true }));
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.isComposing || event.shiftKey || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    /** @type {HTMLElement} */ (event.target).blur();
    this.dispatchEvent(new CustomEvent('lw-done', { bubbles: true, composed: true }));
  }

  updated() {
    this.renderRoot.querySelectorAll('.run').forEach((each) => {
      const run = /** @type {HTMLElement} */ (each);
      const lanes = (run.dataset.lanes ?? '').split(' ').map((i) => laneColour(Number(i)));
      setMeasure(run, '--lane', lanes[0]);
      setMeasure(run, '--lane-end', lanes[lanes.length - 1]);
    });
  }
}

/** What a text field makes of line ends; a text from an address keeps its own until it is edited. @param {string} text */
const normalise = (text) => text.replace(/\r\n?/g, '\n');

/** @param {string} text @param {Token[]} tokens @param {number} limit */
function mirror(text, tokens, limit) {
  const runs = cutIntoRuns(text, tokens).map(({ text: piece, tokens: own }) => {
    const over = own[0] >= limit ? 'over' : '';
    return html`<span class="run ${own.length > 1 ? 'shared' : ''} ${over}" data-lanes=${own.join(' ')}>${marked(piece)}</span>`;
  });
  return [...runs, [...text].slice(tokens.at(-1)?.end ?? 0).join('')];
}

/** Tokens that are parts of one character share its run. @param {string} text @param {Token[]} tokens @returns {Run[]} */
function cutIntoRuns(text, tokens) {
  const chars = [...text];
  /** @type {(Run & {end: number})[]} */
  const runs = [];
  tokens.forEach(({ start = 0, end = 0 }, i) => {
    const last = runs.at(-1);
    if (last && start < last.end) {
      last.text += chars.slice(last.end, end).join('');
      last.end = Math.max(last.end, end);
      last.tokens.push(i);
    } else runs.push({ text: chars.slice(start, end).join(''), tokens: [i], end });
  });
  return runs;
}

/** White space with its mark drawn behind it: the characters stay, so that both layers are equally wide. @param {string} text */
function marked(text) {
  return text.split(/([ \n\t])/).map((piece) => (MARKS[piece] ? html`<span class=${MARKS[piece]}>${piece}</span>` : piece));
}

customElements.define('lw-text-field', TextField);
