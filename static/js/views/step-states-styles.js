/** What stands in the place of a picture while there is none. */

import { css } from '/static/vendor/lit.js';

export const stateStyles = css`
  .empty,
  .loading,
  .failed {
    min-block-size: 14rem;
    display: grid;
    place-content: center;
    justify-items: center;
    gap: var(--space-2);
    text-align: center;
    color: var(--ink-2);
    background: var(--sunk);
    border-radius: var(--radius-m);
    padding: var(--space-5);
  }
  .loading {
    animation: appear var(--calm) 150ms both;
  }
  .loading i {
    inline-size: 9rem;
    block-size: 3px;
    border-radius: 2px;
    background: linear-gradient(90deg, transparent, var(--here), transparent) 0 / 50% 100% no-repeat var(--line);
    animation: pass 1.2s linear infinite;
  }
  .failed {
    background: var(--bad-wash);
  }
  .failed button {
    font: inherit;
    padding: var(--space-2) var(--space-4);
    color: var(--card);
    background: var(--ink);
    border: 0;
    border-radius: var(--radius-s);
    cursor: pointer;
  }
  @keyframes appear {
    from {
      opacity: 0;
    }
  }
  @keyframes pass {
    from {
      background-position: -100% 0;
    }
    to {
      background-position: 200% 0;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .loading i {
      animation: none;
    }
  }
`;
