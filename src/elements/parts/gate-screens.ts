/** The screens of the gates before a call. */
import { html, nothing, type TemplateResult } from 'lit';
import { modalityOf } from '../session/modality.ts';
import type { Phase, View } from '../session/phases.ts';
import type { Words } from '../text/words.ts';
import { messageScreen, waitingScreen, type Send } from './message-screen.ts';

type Gate = Extract<Phase, { is: 'gate' }>;

/** Renders the screen of a gate. */
export function gateScreen(
  phase: Gate,
  { deployment, devices }: View,
  words: Words,
  send: Send,
): TemplateResult {
  switch (phase.by) {
    case 'consent':
      return consentScreen(deployment, words, send);
    case 'hearing':
      return messageScreen(
        words.consentTitle,
        `${words.hearingCloud} ${words.hearingElse}`,
        [
          [words.consentYes, { do: 'agree-hearing', yes: true }],
          [words.hearingNo, { do: 'agree-hearing', yes: false }],
        ],
        send,
      );
    case 'password':
      return html`<pal-password
        .refused=${phase.refused}
        .waitSeconds=${phase.waitSeconds}
        .busy=${phase.busy}
      ></pal-password>`;
    case 'captcha':
      return captchaScreen(phase, deployment, words, send);
    case 'devices':
      return html`<pal-device-check
        .devices=${devices}
        .video=${modalityOf(deployment) === 'video'}
      ></pal-device-check>`;
  }
}

function consentScreen(deployment: View['deployment'], words: Words, send: Send): TemplateResult {
  const { text, url } = deployment?.customization.consent ?? {};
  return html`<section class="screen" part="screen">
    <h2 part="title" tabindex="-1">${words.consentTitle}</h2>
    <p part="text">${text ?? words.consentText}</p>
    ${
      url
        ? html`<p><a part="link" href=${url} target="_blank" rel="noopener">${words.consentLink}</a></p>`
        : nothing
    }
    <div class="actions" part="actions">
      <button class="primary" part="primary" @click=${() => send({ do: 'consent' })}>
        ${words.consentYes}
      </button>
      <button class="plain" part="secondary" @click=${() => send({ do: 'end' })}>${words.notNow}</button>
    </div>
  </section>`;
}

function captchaScreen(
  { state }: Extract<Gate, { by: 'captcha' }>,
  deployment: View['deployment'],
  words: Words,
  send: Send,
): TemplateResult {
  if (state === 'failed')
    return messageScreen(
      words.captchaFailedTitle,
      words.captchaFailed,
      [[words.tryAgain, { do: 'retry-captcha' }]],
      send,
    );
  // The built-in captcha needs no input; the widget of a provider is shown in the slot.
  if (!deployment?.captcha?.site_key) return waitingScreen(words.captchaTitle, words.captchaSolving);
  return html`<section class="screen" part="screen">
    <h2 part="title" tabindex="-1">${words.captchaTitle}</h2>
    <slot name="captcha"></slot>
  </section>`;
}
