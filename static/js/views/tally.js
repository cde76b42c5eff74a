/**
 * `<lw-tally>`: how often each piece came in many draws, as bars, beside how often it should: a tick, with the spread that chance
 * alone gives. Properties: tally (of the answer).
 */
import { LitElement, css, html, nothing } from '/static/vendor/lit.js';
import { formatCount } from '../format.js';
import { setMeasure } from '../measure.js';
import { tokenSpoken } from '../tokens.js';
import { sharedStyles } from './shared-styles.js';
import { tokenText, tokenTextStyles } from './token-text.js';

/** @typedef {import('../types.js').TallyAnswer} TallyAnswer */
/** @typedef {import('../types.js').TallyBar} TallyBar */

export class Tally extends LitElement {
  static properties = { tally: { attribute: false } };

  static styles = [
    sharedStyles,
    tokenTextStyles,
    css`
      table {
        border-collapse: collapse;
        inline-size: 100%;
        font-size: var(--text-s);
      }
      th {
        font-weight: 400;
        color: var(--ink-3);
        font-size: var(--text-xs);
        text-align: start;
        padding: 0 0 var(--space-1);
      }
      tbody th {
        font-size: var(--text-m);
        font-weight: 600;
        color: var(--ink);
        inline-size: 7rem;
        max-inline-size: 7rem;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
        padding: 0;
      }
      .rest th {
        color: var(--ink-2);
        font-weight: 400;
        font-size: var(--text-s);
      }
      td {
        padding: 0.12rem 0;
      }
      .figure {
        text-align: end;
        inline-size: 5.4rem;
        color: var(--ink-2);
        white-space: nowrap;
        padding-inline-start: var(--space-3);
      }
      td.seen {
        inline-size: 3.6rem;
        color: var(--ink);
        font-weight: 700;
      }
      .plot {
        position: relative;
        display: block;
        block-size: 1.15rem;
        margin-inline: var(--space-3);
      }
      .plot i {
        position: absolute;
        inset-inline-start: 0;
      }
      .bar {
        inset-block: 0.12rem;
        inline-size: calc(100% * var(--seen));
        background: color-mix(in srgb, var(--lane) 60%, var(--card));
        border-radius: 3px;
      }
      .rest .bar {
        background: var(--line-strong);
      }
      .plot .spread {
        inset-block-start: calc(50% - 1px);
        block-size: 2px;
        inset-inline-start: calc(100% * var(--low));
        inline-size: calc(100% * var(--wide));
        background: var(--ink-2);
      }
      .plot .mean {
        inset-block: 0;
        inset-inline-start: calc(100% * var(--mean) - 1.5px);
        inline-size: 3px;
        background: var(--ink);
      }
    `,
  ];

  constructor() {
    super();
    /** @type {TallyAnswer | null} */
    this.tally = null;
  }

  render() {
    if (!this.tally) return nothing;
    const { count, bars, rest } = this.tally;
    return html`<table>
      <caption class="spoken">${formatCount(count)} draws: how often each piece came, and how often it should</caption>
      <thead><tr><th scope="col">piece</th><th scope="col"><span class="spoken">as a bar</span></th><th scope="col" class="figure">seen</th><th scope="col" class="figure">expected</th></tr></thead>
      <tbody>
        ${bars.map((bar) => html`<tr><th scope="row" title="${tokenSpoken(bar)}, id ${bar.id}">${tokenText(bar)}</th>${cells(bar)}</tr>`)}
        ${rest.count > 0 ? html`<tr class="rest"><th scope="row">other ${formatCount(rest.count)}</th>${cells(rest)}</tr>` : nothing}
      </tbody>
    </table>`;
  }

  /** One scale for all bars, up to the largest of what is drawn. */
  updated() {
    const all = this.tally ? [...this.tally.bars, this.tally.rest] : [];
    const most = Math.max(1, ...all.map(({ seen, expected, spread }) => Math.max(seen, expected + spread)));
    this.renderRoot.querySelectorAll('.plot').forEach((each, i) => {
      const plot = /** @type {HTMLElement} */ (each);
      const { seen, expected, spread } = all[i];
      const low = Math.max(0, expected - spread);
      const measures = { seen, mean: expected, low, wide: expected + spread - low };
      for (const [name, value] of Object.entries(measures)) setMeasure(plot, `--${name}`, String(value / most));
    });
  }
}

/** @param {TallyBar} bar */
const cells = ({ seen, expected, spread }) => html`<td><span class="plot" aria-hidden="true"><i class="bar"></i><i class="spread"></i><i class="mean"></i></span></td>
  <td class="figure number seen">${formatCount(seen)}</td>
  <td class="figure number">${expected.toFixed(1)} ± ${spread.toFixed(1)}</td>`;

customElements.define('lw-tally', Tally);
