/** How a slider looks. */
import { css } from '/static/vendor/lit.js';

export const rangeStyles = css`
  input[type='range'] {
    inline-size: 100%;
    margin: 0;
    block-size: 1.5rem;
    appearance: none;
    background: linear-gradient(var(--line-strong), var(--line-strong)) center / 100% 0.1875rem no-repeat;
    cursor: pointer;
  }
  input[type='range']::-webkit-slider-thumb {
    appearance: none;
    inline-size: 1.1rem;
    block-size: 1.1rem;
    border-radius: 50%;
    background: var(--ink);
    border: var(--thick) solid var(--card);
  }
  input[type='range']::-moz-range-thumb {
    inline-size: 1rem;
    block-size: 1rem;
    border-radius: 50%;
    background: var(--ink);
    border: var(--thick) solid var(--card);
  }
`;
