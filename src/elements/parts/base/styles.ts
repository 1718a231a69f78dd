/**
 * Styles that all parts share: text, buttons, fields and spacing. The channel's tokens set colours and
 * shapes.
 */
import { css } from 'lit';

export const base = css`
  :host {
    display: block;
    box-sizing: border-box;
    color: var(--pal-text);
    font-family: var(--pal-font);
    font-size: var(--pal-font-size, max(16px, 1rem));
    line-height: var(--pal-line-height, 1.5);
  }
  :host([hidden]) {
    display: none;
  }
  *,
  *::before {
    box-sizing: border-box;
  }
  h2 {
    font-size: var(--pal-title-size, 1.25em);
    line-height: 1.25;
    letter-spacing: -0.01em;
    font-weight: var(--pal-title-weight, 650);
    margin: 0;
    padding-inline-end: var(--_title);
    text-wrap: balance;
    overflow-wrap: anywhere;
    outline: none;
  }
  p {
    margin: 0;
    color: var(--pal-text-soft);
    text-wrap: pretty;
  }
  a {
    color: inherit;
  }
  .screen {
    display: flex;
    flex-direction: column;
    gap: var(--pal-screen-gap, 16px);
    padding: var(--pal-screen-padding, 56px 24px 32px);
    width: 100%;
    justify-content: center;
    max-width: var(--pal-screen-width, 440px);
    margin-inline: auto;
  }
  .actions {
    display: flex;
    flex-direction: column;
    gap: 8px;
    margin-top: 8px;
    /* The main buttons stay visible on a low screen. */
    position: sticky;
    z-index: 1;
    inset-block-end: 0;
    padding-block: 8px;
    margin-block-end: -8px;
    background: var(--pal-surface);
  }
  /* At 400 % zoom buttons below each other would cover a focused field. */
  @container (max-height: 300px) {
    .actions {
      flex-direction: row;
      padding-block-start: 4px;
    }
    .actions button {
      flex: auto;
      padding-inline: 10px;
    }
  }
  button,
  input,
  select {
    font: inherit;
    color: inherit;
  }
  button {
    cursor: pointer;
    min-height: var(--pal-button-height, 46px);
    padding: var(--pal-button-padding, 10px 20px);
    border: 1px solid var(--pal-line);
    border-radius: var(--pal-button-radius, 999px);
    background: transparent;
    font-weight: var(--pal-button-weight, 550);
    transition: background-color var(--pal-duration) var(--pal-ease);
  }
  button:hover {
    background: var(--pal-raised);
  }
  button.primary {
    background: var(--pal-accent);
    border-color: transparent;
    color: var(--pal-on-accent);
  }
  button.primary:hover {
    background: color-mix(in oklab, var(--pal-accent), var(--pal-text) 12%);
  }
  button.plain {
    border-color: transparent;
    color: var(--pal-text-soft);
  }
  button:is(:disabled, [aria-disabled='true']) {
    opacity: 0.55;
    cursor: default;
  }
  :is(button, input, select, a, summary):focus-visible {
    outline: var(--pal-focus-width, 2px) solid var(--pal-focus-color, var(--pal-accent));
    outline-offset: 2px;
  }
  label {
    display: flex;
    flex-direction: column;
    gap: 6px;
    font-size: var(--pal-label-size, 0.9em);
    font-weight: 550;
  }
  input:not([type='radio'], [type='checkbox']),
  select {
    min-height: var(--pal-input-height, 46px);
    width: 100%;
    padding: var(--pal-input-padding, 10px 14px);
    border: 1px solid var(--pal-input-line, light-dark(#8a909c, #6b7280));
    border-radius: var(--pal-input-radius, var(--pal-radius-small));
    background: var(--pal-input-background, var(--pal-surface));
    font-weight: 400;
    font-size: max(16px, 1rem);
  }
  ::placeholder {
    color: var(--pal-text-soft);
    opacity: 1;
  }
  .wrong {
    color: var(--pal-danger);
  }
  .hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .dots {
    display: inline-flex;
    gap: 6px;
  }
  .dots i {
    width: 8px;
    height: 8px;
    border-radius: 50%;
    background: var(--pal-dot-color, var(--pal-accent));
    animation: breathe 1.2s infinite ease-in-out;
  }
  .dots i:nth-child(2) {
    animation-delay: 0.15s;
  }
  .dots i:nth-child(3) {
    animation-delay: 0.3s;
  }
  @keyframes breathe {
    0%,
    70%,
    100% {
      opacity: 0.25;
    }
    35% {
      opacity: 1;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .dots i {
      animation: none;
      opacity: 0.7;
    }
  }
  @media (forced-colors: active) {
    .dots i {
      background: CanvasText !important;
    }
    button.primary {
      border-color: ButtonText;
    }
  }
`;
