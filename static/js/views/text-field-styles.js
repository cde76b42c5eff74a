/** How the text field looks: two layers of the same text with the same measures, the mirror below, the field above. */
import { css } from '/static/vendor/lit.js';

export const textFieldStyles = css`
  .box {
    border: var(--hair) solid var(--line-strong);
    border-radius: var(--radius-m);
    background: var(--card);
    transition: border-color var(--quick) var(--ease);
  }
  .box:focus-within {
    border-color: var(--here);
    box-shadow: 0 0 0 var(--hair) var(--here);
  }
  .box.refused {
    border-color: var(--bad);
  }
  .scroller {
    position: relative;
    max-block-size: 7.6rem;
    overflow: auto;
    scrollbar-width: thin;
    border-radius: inherit;
    contain: paint;
  }
  .mirror,
  textarea {
    font: 600 var(--text-l) / 1.75 var(--font);
    letter-spacing: 0;
    word-spacing: 0.3em;
    padding: 0.4rem var(--space-4);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    tab-size: 4;
    border: 0;
    margin: 0;
  }
  .mirror {
    min-block-size: calc(1.75em + 0.8rem);
    pointer-events: none;
    overflow: clip;
  }
  textarea {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    resize: none;
    overflow: hidden;
    background: none;
    color: transparent;
    outline: none;
    caret-color: var(--here);
  }
  textarea::placeholder {
    color: var(--ink-3);
    font-weight: 400;
    word-spacing: 0;
  }
  textarea::selection {
    background: color-mix(in srgb, var(--here) 32%, transparent);
  }
  .run {
    color: var(--lane);
    padding-block: 0.16em;
    border-radius: 0.2em;
    background: linear-gradient(to right, var(--lane), var(--lane-end)) 0 100% / 100% 0.13em no-repeat,
      color-mix(in srgb, var(--lane) 11%, transparent);
    box-shadow: inset -0.18em 0 0 var(--card);
    box-decoration-break: clone;
    -webkit-box-decoration-break: clone;
  }
  .run.shared {
    outline: var(--hair) dashed var(--line-strong);
  }
  @media (forced-colors: active) {
    textarea {
      color: FieldText;
    }
    .mirror {
      visibility: hidden;
    }
  }
  .run.over {
    color: var(--bad);
    background: color-mix(in srgb, var(--bad) 16%, transparent);
  }
  .space {
    background: linear-gradient(var(--lane), var(--lane)) 15% 80% / 62% 0.08em no-repeat,
      linear-gradient(var(--lane), var(--lane)) 15% 76% / 0.08em 0.2em no-repeat,
      linear-gradient(var(--lane), var(--lane)) 72% 76% / 0.08em 0.2em no-repeat;
  }
  .newline::before,
  .tab::before {
    content: '⏎';
    position: absolute;
    color: var(--lane);
    opacity: 0.7;
    font-weight: 400;
  }
  .tab::before {
    content: '⇥';
  }
`;
