/**
 * Draws a wide embed before a call: beside the picture are the agent's name, a description, up to three suggested
 * questions and the button. It looks like the first screen, which replaces it.
 */
import { css, html, nothing, type TemplateResult } from 'lit';
import type { Customization } from '@palkit/contract/customization';
import { requestEarly } from './early-answer.ts';
import { NativeEvent } from './parts/base/native-event.ts';
import type { Request } from './parts/base/request.ts';
import { chooseLanguage, direction, type Choice } from './text/choose.ts';
import { facadeWords, LANGUAGES } from './text/facade.ts';
import { INVITATIONS } from './text/invitation-table.ts';

/** The members of an embed that its invitation uses. */
export interface InvitingEmbed extends HTMLElement {
  readonly deploymentId: string;
  readonly poster: string;
  readonly opened: boolean;
  readonly override: Customization | null;
  invitation: (() => TemplateResult) | null;
  readonly sheets: readonly CSSStyleSheet[];
  restyle(sheets: readonly CSSStyleSheet[]): void;
  open(): void;
}

export interface InvitationOptions {
  /** Address of the service. */
  readonly service: string;
  /** Aborts when the element leaves the page. */
  readonly signal: AbortSignal;
  /** True if the panel could not be opened last time. */
  hasFailed(): boolean;
  /** Loads the session's code; null if the element was removed from the page. */
  load(): Promise<unknown>;
}

/** Maximum number of characters of a text, and maximum number of questions. */
const MAX_CHARACTERS = 600;
const MAX_QUESTIONS = 3;

const styles = css`
  .invitation {
    display: grid;
    grid-template: 100% / 52% minmax(0, 1fr);
    align-items: center;
    cursor: auto;
    background: var(--pal-surface);
  }
  .picture {
    position: relative;
    grid-area: 1 / 1;
    height: 100%;
    border: 0;
    background: none;
    cursor: pointer;
  }
  .picture img {
    width: 100%;
    object-position: var(--pal-face-position, 50% 30%);
  }
  section {
    grid-area: 1 / 2;
    display: flex;
    flex-direction: column;
    gap: 10px;
    box-sizing: border-box;
    max-height: 100%;
    overflow: auto;
    scroll-padding-block: 8px 64px;
    padding: var(--pal-first-padding, 20px clamp(24px, 5cqw, 40px) 24px);
  }
  section > * {
    flex: none;
  }
  section:first-child {
    grid-column: 1 / 3;
    width: 100%;
    max-width: 560px;
    margin-inline: auto;
  }
  h2,
  p {
    margin: 0;
    overflow-wrap: anywhere;
  }
  h2 {
    font-size: var(--pal-title-size, 1.25em);
    font-weight: var(--pal-title-weight, 650);
    line-height: 1.25;
    letter-spacing: -0.01em;
    text-wrap: balance;
  }
  p {
    color: var(--pal-text-soft);
    text-wrap: pretty;
  }
  .questions {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-block: 4px;
  }
  section button {
    min-height: 44px;
    padding: 8px 16px;
    border: 1px solid transparent;
    border-radius: var(--pal-button-radius, 999px);
    background: var(--pal-raised);
    color: inherit;
    font: inherit;
    font-weight: var(--pal-button-weight, 550);
    font-size: 0.95em;
    line-height: 1.3;
    text-align: start;
    cursor: pointer;
  }
  section button:hover {
    border-color: var(--pal-accent);
  }
  section button:focus-visible {
    outline: var(--pal-focus-width, 2px) solid var(--pal-focus-color, var(--pal-accent));
    outline-offset: 2px;
  }
  section .begin {
    position: sticky;
    inset-block-end: 0;
    padding: var(--pal-button-padding, 10px 20px);
    background: var(--pal-accent);
    color: var(--pal-on-accent);
    font-size: 1em;
    text-align: center;
  }
  .begin[aria-busy='true'] {
    opacity: 0.6;
  }
  @media (forced-colors: active) {
    section button {
      border-color: ButtonText;
    }
  }
`.styleSheet!;

const HEX = /^#([0-9a-f]{3}){1,2}$/i;

type Fields = Record<string, unknown>;
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value ? (value as Fields) : {});
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, MAX_CHARACTERS).trim() : '';
const textsOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? value
        .slice(0, 100)
        .map(textOf)
        .filter((text) => text)
    : [];

/** Resolves when the page has loaded and the element is near the viewport. Stays pending if the signal aborts. */
async function waitUntilNearView(embed: HTMLElement, signal: AbortSignal): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true, signal }));
  await new Promise<void>((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        resolve();
      },
      { rootMargin: '50%' },
    );
    observer.observe(embed);
    signal.addEventListener('abort', () => observer.disconnect(), { once: true });
  });
}

/** Resolves when the pointer or the focus has left the element. */
const departure = (embed: HTMLElement, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    for (const name of ['pointerleave', 'focusout'])
      embed.addEventListener(name, () => setTimeout(resolve), { once: true, signal });
  });

/** The last invitation of each embed. If only the width has changed, it is not loaded again. */
const lastInvitations = new WeakMap<InvitingEmbed, { key: string; signal: AbortSignal }>();

/**
 * Gives the embed the accent colour and the invitation of its deployment. There is no invitation if the deployment
 * is not available, because the first screen explains the reason, or if the page defines its own first screen.
 */
export async function invite(embed: InvitingEmbed, options: InvitationOptions): Promise<void> {
  const { deploymentId } = embed;
  const { service, signal } = options;
  const key = `${service} ${deploymentId}`;
  const lastInvitation = lastInvitations.get(embed);
  if (lastInvitation?.key === key && (embed.invitation || lastInvitation.signal === signal)) return;
  const current = { key, signal };
  lastInvitations.set(embed, current);
  embed.invitation = null;
  await waitUntilNearView(embed, signal);
  const answer = await requestEarly(service, deploymentId).answer;
  const deployment = answer.ok ? fieldsOf(await answer.json()) : {};
  const name = textOf(deployment['pal_display_name']);
  if (deployment['is_available'] !== true || !name) return;
  if (signal.aborted || lastInvitations.get(embed) !== current) return;
  const { preview, locale, theme } = fieldsOf(deployment['customization']);
  adoptStyles(embed, textOf(fieldsOf(theme)['accent_color']));
  // Do not replace a button under the pointer or the focus; otherwise the visitor's click would be lost.
  while (embed.matches(':hover, :focus-within')) await departure(embed, signal);
  if (signal.aborted || lastInvitations.get(embed) !== current) return;
  const languages = textsOf(deployment['languages']);
  embed.invitation = () => {
    if (embed.querySelector(':scope>[slot=preview]')) return html`${nothing}`;
    const page = embed.closest<HTMLElement>('[lang]')?.lang || document.documentElement.lang;
    const choice = chooseLanguage(
      {
        locale: embed.override?.locale ?? textOf(locale),
        languages,
        page,
        browser: navigator.languages,
      },
      LANGUAGES,
    );
    const previewFields = { ...fieldsOf(preview), ...embed.override?.preview };
    const words = INVITATIONS[choice.language] ?? INVITATIONS['en']!;
    return draw(embed, options, {
      choice,
      title: textOf(previewFields['title']) || withName(words.firstTitle, name),
      text: textOf(previewFields['description']) || withName(words.firstText, name),
      questions: textsOf(previewFields['questions']).slice(0, MAX_QUESTIONS),
      begin: textOf(previewFields['btn_title']) || facadeWords(choice.language).begin,
      hasPicture: textOf(deployment['thumbnail_image_url']) !== '',
    });
  };
}

/** Opens the embed and starts a text call with this question. If loading fails, the embed shows that. */
async function askQuestion(
  embed: InvitingEmbed,
  load: InvitationOptions['load'],
  question: string,
): Promise<void> {
  embed.open();
  const session = await load().catch(() => null);
  const request: Request = { do: 'begin', mode: 'text', question };
  if (session) embed.dispatchEvent(Object.assign(new NativeEvent('pal-request'), { request }));
}

/**
 * Adds the styles of the invitation. The owner's accent colour comes before the element's own styles, which override
 * it.
 */
function adoptStyles(embed: InvitingEmbed, accent: string): void {
  const { sheets } = embed;
  if (sheets.includes(styles)) return;
  if (!HEX.test(accent)) return embed.restyle([...sheets, styles]);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`:host{--pal-accent:${accent}}`);
  // The design tokens stay first, so that the owner's colour overrides the default accent.
  embed.restyle([...sheets.slice(0, 1), sheet, ...sheets.slice(1), styles]);
}

interface Invitation {
  choice: Choice;
  title: string;
  text: string;
  questions: readonly string[];
  begin: string;
  /** True if the agent has a picture, which may arrive later than the texts. */
  hasPicture: boolean;
}

function draw(embed: InvitingEmbed, options: InvitationOptions, invitation: Invitation): TemplateResult {
  const { choice, title, text, questions, begin, hasPicture } = invitation;
  const open = () => embed.open();
  const button = options.hasFailed() ? `⚠ ${facadeWords(choice.language).tryAgain}` : begin;
  // The picture is hidden from keyboards and screen readers, because the main button has the same effect.
  return html`<div class="facade invitation" part="facade">
    ${
      embed.poster || hasPicture
        ? html`<button class="picture" tabindex="-1" aria-hidden="true" @click=${open}>
            ${embed.poster ? html`<img part="facade-picture" src=${embed.poster} alt="" />` : nothing}
          </button>`
        : nothing
    }
    <section part="facade-invitation" lang=${choice.tag} dir=${direction(choice.language)}>
      <h2>${title}</h2>
      <p>${text}</p>
      ${
        questions.length > 0
          ? html`<div class="questions">
              ${questions.map(
                (question) =>
                  html`<button
                    part="facade-question"
                    dir="auto"
                    @click=${() => void askQuestion(embed, options.load, question)}
                  >
                    ${question}
                  </button>`,
              )}
            </div>`
          : nothing
      }
      <button class="begin" part="facade-words" aria-busy=${embed.opened} @click=${open}>${button}</button>
    </section>
  </div>`;
}

/** Replaces `{name}`. The module `fill` is not used here, because it would be a further request before a call. */
const withName = (text: string, name: string): string => text.replaceAll('{name}', () => name);
