import type { DeploymentInit } from '@palkit/contract/deployments';
import type { ClosedWords } from '@palkit/contract/locales/locale';
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { MessageState } from '../session/phases.ts';
import { chooseLanguage } from '../text/choose.ts';
import { CLOSED } from '../text/closed-table.ts';
import { fill } from '../text/words.ts';
import { Part } from './base/part.ts';
import { ask } from './base/request.ts';
import { base } from './base/styles.ts';

/**
 * Says when the agent is available again, and accepts a message. Its chunk is loaded only outside opening hours.
 *
 * @summary The form outside opening hours.
 * @fires pal-request - `leave-message`, `again`.
 * @slot captcha - The widget of a captcha provider.
 * @csspart screen - The form.
 * @csspart title - Its heading.
 * @csspart text - Its text.
 * @csspart label - A field's label.
 * @csspart input - A field.
 * @csspart link - The link to the terms.
 * @csspart problem - The error message.
 * @csspart status - The thanks.
 * @csspart actions - Its buttons, together.
 * @csspart primary - The button that sends the message.
 * @csspart secondary - The button that checks again whether it is open.
 */
export class PalClosed extends Part {
  static override styles = [
    base,
    css`
      :host {
        display: grid;
      }
      textarea {
        font: inherit;
        font-weight: 400;
        font-size: max(16px, 1rem);
        color: inherit;
        width: 100%;
        min-height: 6em;
        padding: var(--pal-input-padding, 10px 14px);
        border: 1px solid var(--pal-input-line, light-dark(#8a909c, #6b7280));
        border-radius: var(--pal-input-radius, var(--pal-radius-small));
        background: var(--pal-input-background, var(--pal-surface));
        resize: vertical;
      }
      textarea:focus-visible {
        outline: var(--pal-focus-width, 2px) solid var(--pal-focus-color, var(--pal-accent));
        outline-offset: 2px;
      }
      /* Clear of the buttons, which stay at the bottom. */
      .wrong {
        scroll-margin-block-end: 120px;
      }
      .agree {
        flex-direction: row;
        align-items: center;
      }
      .agree input {
        width: 24px;
        height: 24px;
      }
    `,
  ];

  /** The deployment; null until it is loaded. */
  @property({ attribute: false }) deployment: DeploymentInit | null = null;
  /** The state of the visitor's message; undefined before it is sent. */
  @property({ attribute: false }) message: MessageState | undefined;

  #hadFocus = false;

  protected override firstUpdated(): void {
    // The placeholder that was shown during loading may have had the focus.
    if (this.#hadFocus) this.renderRoot.querySelector('h2')?.focus();
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has('message')) return;
    if (this.message?.is === 'sent') this.renderRoot.querySelector('h2')?.focus();
    this.renderRoot.querySelector('.wrong')?.scrollIntoView({ block: 'nearest' });
  }

  override connectedCallback(): void {
    this.#hadFocus = this.matches(':focus-within');
    super.connectedCallback();
  }

  override render(): TemplateResult {
    const closedWords = CLOSED[chooseLanguage({ locale: this.language.tag }, Object.keys(CLOSED)).language];
    const words = { ...this.words, ...closedWords!, ...(this.language.own as Partial<ClosedWords>) };
    const { customization, opens_at } = this.deployment ?? {};
    const isSent = this.message?.is === 'sent';
    const isSending = this.message?.is === 'sending';
    const opens = opens_at ? fill(words.opensAt, { time: this.#timeOf(opens_at) }) : '';
    const text = customization?.hours?.text ?? opens;
    return html`<form class="screen" part="screen" @submit=${this.#send}>
      <h2 part="title" tabindex="-1">${words.unavailableTitle}</h2>
      ${text ? html`<p part="text">${text}</p>` : nothing}
      ${
        isSent
          ? html`<p part="status" role="status">${words.arrived}</p>`
          : html`<p part="text">${words.invite}</p>
              ${field(words.message, html`<textarea part="input" name="message" maxlength="4000" required></textarea>`)}
              ${field(words.name, html`<input part="input" name="name" maxlength="200" autocomplete="name" />`)}
              ${field(
                words.contact,
                html`<input part="input" name="contact" maxlength="200" autocomplete="email" />`,
              )}
              ${this.#gates()}`
      }
      <slot name="captcha"></slot>
      <div class="actions" part="actions">
        ${
          isSent
            ? nothing
            : html`<button class="primary" part="primary" ?disabled=${isSending}>
                ${isSending ? words.loading : words.send}
              </button>`
        }
        <button class="plain" part="secondary" type="button" @click=${() => ask(this, { do: 'again' })}>
          ${words.tryAgain}
        </button>
      </div>
    </form>`;
  }

  /** Renders the gates, because a message passes the same gates as a call. */
  #gates(): TemplateResult {
    const { words, message } = this;
    const { customization, has_password } = this.deployment ?? {};
    const { text, url, required } = customization?.consent ?? {};
    return html`${
      has_password
        ? field(
            words.passwordLabel,
            html`<input
              part="input"
              type="password"
              name="password"
              maxlength="256"
              required
              autocomplete="current-password"
            />`,
          )
        : nothing
    }
    ${
      required
        ? html`<p part="text">${text ?? words.consentText}</p>
            ${
              url
                ? html`<p>
                    <a part="link" href=${url} target="_blank" rel="noopener">${words.consentLink}</a>
                  </p>`
                : nothing
            }
            <label class="agree" part="label"
              ><input type="checkbox" name="agrees" required />${words.consentYes}</label
            >`
        : nothing
    }
    ${
      message?.is === 'failed'
        ? html`<p class="wrong" part="problem" role="alert">${this.#problem(message)}</p>`
        : nothing
    }`;
  }

  #problem({ code, text }: Extract<MessageState, { is: 'failed' }>): string {
    const { passwordWrong, captchaFailed, sendFailed } = this.words;
    if (code === 'wrong_password') return passwordWrong;
    if (code === 'captcha_failed' || code === 'captcha_unavailable') return captchaFailed;
    return (code !== 'internal_error' && text) || sendFailed;
  }

  /** Formats a time in the visitor's time zone. */
  #timeOf(isoTime: string): string {
    return new Intl.DateTimeFormat(this.language.tag, {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      hour: 'numeric',
      minute: '2-digit',
    }).format(new Date(isoTime));
  }

  #send = (event: SubmitEvent): void => {
    event.preventDefault();
    const values = new FormData(event.target as HTMLFormElement);
    const value = (name: string) => ((values.get(name) as string | null) ?? '').trim();
    if (!value('message')) return;
    ask(this, {
      do: 'leave-message',
      message: {
        message: value('message'),
        name: value('name'),
        contact: value('contact'),
        password: (values.get('password') as string | null) ?? undefined,
        agrees: values.has('agrees'),
      },
    });
  };
}

function field(label: string, input: TemplateResult): TemplateResult {
  return html`<label part="label">${label}${input}</label>`;
}

if (!customElements.get('pal-closed')) customElements.define('pal-closed', PalClosed);

declare global {
  interface HTMLElementTagNameMap {
    'pal-closed': PalClosed;
  }
}
