/**
 * Styles of a call's controls, in the dock and in the minimised call. The background is dark in both themes. A device
 * that is off is red and struck through; the control of a panel that is shown has a border and an underline.
 */
import { css } from 'lit';

export const controlStyles = css`
  button {
    position: relative;
    display: grid;
    place-items: center;
    flex: none;
    width: var(--pal-control-size, 46px);
    min-height: var(--pal-control-size, 46px);
    padding: 0;
    border: 1.5px solid transparent;
    border-radius: var(--pal-control-radius, 999px);
    background: var(--pal-control-background, rgb(255 255 255 / 0.11));
    color: var(--pal-control-color, #fff);
  }
  button:hover {
    background: rgb(255 255 255 / 0.2);
  }
  .device[aria-pressed='false'] {
    color: var(--pal-control-off-color, #ff8a80);
  }
  /* The fill shows the loudness of the voice. */
  .microphone::before {
    content: '';
    position: absolute;
    inset: -1.5px;
    border-radius: inherit;
    background: #2f8f57;
    clip-path: inset(calc(100% - 100% * var(--_level, 0)) 0 0);
    transition: clip-path 60ms linear;
  }
  .microphone > svg {
    position: relative;
  }
  /* Muting must be very noticeable. */
  .microphone[aria-pressed='false'] {
    background: rgb(255 107 97 / 0.19);
  }
  .microphone[aria-pressed='false']:hover {
    background: rgb(255 107 97 / 0.3);
  }
  .shown[aria-pressed='true'] {
    border-color: var(--pal-control-on-color, #fff);
  }
  .shown[aria-pressed='true']::after {
    content: '';
    position: absolute;
    inset-block-end: 7px;
    width: 16px;
    height: 2.5px;
    border-radius: 2px;
    background: var(--pal-control-on-color, #fff);
  }
  .leave,
  .leave:hover {
    background: var(--pal-leave-background, #d63636);
  }
  .leave:hover {
    filter: brightness(0.88);
  }
  button:focus-visible {
    outline: 2px solid #fff;
    outline-offset: 2px;
  }
  button[aria-disabled='true'] {
    opacity: 0.5;
  }
  @media (prefers-reduced-motion: reduce) {
    .microphone::before {
      transition: none;
    }
  }
  @media (forced-colors: active) {
    .microphone::before {
      forced-color-adjust: none;
      background: Highlight;
      opacity: 0.5;
    }
    button {
      border-color: ButtonText;
    }
    .device[aria-pressed='false'] {
      border-style: dashed;
    }
    .shown[aria-pressed='true'] {
      border: 3px solid Highlight;
    }
    .shown[aria-pressed='true']::after {
      forced-color-adjust: none;
      background: Highlight;
    }
  }
`;
