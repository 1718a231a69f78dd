/** A line icon on a 24 px grid in the colour of the text. The adjacent label provides its meaning. */
import { html } from 'lit';

export const icon = (paths: unknown) =>
  html`<svg
    viewBox="0 0 24 24"
    width="22"
    height="22"
    fill="none"
    stroke="currentColor"
    stroke-width="1.8"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    ${paths}
  </svg>`;
