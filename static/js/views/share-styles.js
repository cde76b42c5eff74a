/** How a share looks: a bar of --share in the lane's colour on its track. */
import { css } from '/static/vendor/lit.js';

export const shareStyles = css`
  .track {
    display: flex;
    block-size: 0.8em;
    background: var(--sunk);
    border-radius: 2px;
  }
  .bar {
    inline-size: calc(100% * var(--share, 0));
    background: var(--lane);
    border-radius: 2px;
  }
`;
