/** The screen after a call: the reason for the end, an optional rating, and the next steps. */
import { html, nothing, type TemplateResult } from 'lit';
import type { EndReason, View } from '../session/phases.ts';
import { fill, type Words } from '../text/words.ts';

export function endedScreen(
  { deployment, lines, rating }: View,
  words: Words,
  reason: EndReason,
  actions: { again: () => void; download: () => void },
): TemplateResult {
  const { after_call: after = {}, transcript } = deployment?.customization ?? {};
  const titles = {
    left: words.endedLeft,
    removed: words.endedLeft,
    agent: words.endedAgent,
    limit: words.endedLimit,
    lost: words.endedLost,
    error: words.endedLost,
  }[reason];
  const name = deployment?.pal_display_name ?? '';
  return html`<section class="screen" part="screen">
    <h2 part="title" tabindex="-1">${after.title ?? words.endedTitle}</h2>
    <p part="text">${after.description ?? fill(titles, { name })}</p>
    ${after.feedback ? html`<pal-rating .failed=${rating === 'failed'}></pal-rating>` : nothing}
    <div class="actions" part="actions">
      <button class="primary" part="primary" @click=${actions.again}>
        ${after.btn_title ?? words.again}
      </button>
      ${
        lines.length > 0 && transcript?.download !== false
          ? html`<button part="secondary" @click=${actions.download}>${words.download}</button>`
          : nothing
      }
    </div>
  </section>`;
}
