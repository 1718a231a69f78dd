/** Screens of a few words: what is the matter, and what can be done; or that it takes a moment. */
import { html, nothing, type TemplateResult } from 'lit';
import { dots } from './base/dots.ts';
import type { Request } from './base/request.ts';

/** A button: its words, and what it asks for. */
export type Action = readonly [words: string, request: Request];
/** Sends what a button asks for on its way to the channel. */
export type Send = (request: Request) => void;

/** What is the matter, and a button for each thing that can be done. */
export function message(title: string, text: string, actions: readonly Action[], send: Send): TemplateResult {
  return html`<section class="screen" part="screen">
    <h2 part="title" tabindex="-1">${title}</h2>
    <p part="text" role="status">${text}</p>
    <div class="actions" part="actions">
      ${actions.map(
        ([words, request]) =>
          html`<button class="primary" part="primary" @click=${() => send(request)}>${words}</button>`,
      )}
    </div>
  </section>`;
}

/** It takes a moment. */
export function waiting(title: string, text = ''): TemplateResult {
  return html`<section class="screen" part="screen" role="status">
    ${dots}
    <h2 part="title" tabindex="-1">${title}</h2>
    ${text ? html`<p part="text">${text}</p>` : nothing}
  </section>`;
}
