import { html } from 'lit';

export const dots = html`<div class="dots" part="dots" aria-hidden="true"><i></i><i></i><i></i></div>`;
