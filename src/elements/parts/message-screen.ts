/** Screens with a message and buttons, or with a progress indicator. */
import { html, nothing, type TemplateResult } from 'lit';
import { dots } from './base/dots.ts';
import type { Request } from './base/request.ts';

/** Label and request of a button. */
export type Action = readonly [words: string, request: Request];
/** Sends a request to the channel. */
export type Send = (request: Request) => void;

/** Renders a message with a button for each possible action. */
export function messageScreen(
  title: string,
  text: string,
  actions: readonly Action[],
  send: Send,
): TemplateResult {
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

/**
 * Renders a progress indicator. `around` adds a button that skips a wait that may be long. When the wait is `over`,
 * the text and the button are hidden but keep their space.
 */
export function waitingScreen(
  title: string,
  text = '',
  around?: { words: string; go: () => void; over: boolean },
): TemplateResult {
  return html`<section class="screen ${around?.over ? 'over' : ''}" part="screen" role="status">
    ${dots}
    <h2 part="title" tabindex="-1">${title}</h2>
    ${text ? html`<p part="text">${text}</p>` : nothing}
    ${
      around
        ? html`<div class="actions" part="actions">
            <button part="secondary" @click=${around.go}>${around.words}</button>
          </div>`
        : nothing
    }
  </section>`;
}
