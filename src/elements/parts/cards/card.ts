/** The frame of all cards on the canvas: title, content and buttons. */
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { CanvasComponent, CardOf } from '@palkit/contract/canvas';
import type { CanvasState } from '../../session/phases.ts';
import { check, close } from '../base/icons.ts';
import { Part } from '../base/part.ts';
import { ask } from '../base/request.ts';
import { base } from '../base/styles.ts';

const frame = css`
  .card {
    display: flex;
    flex-direction: column;
    gap: var(--pal-card-gap, 16px);
    --_inset: var(--pal-card-padding, 20px);
    padding: var(--_inset);
    border: 1px solid var(--pal-line);
    border-radius: var(--pal-card-radius, var(--pal-radius));
    background: var(--pal-card-background, var(--pal-surface));
    box-shadow: var(--pal-card-shadow, 0 1px 2px rgb(0 0 0 / 0.05), 0 8px 28px rgb(0 0 0 / 0.08));
    outline: none;
    animation: in var(--pal-duration) var(--pal-ease);
  }
  @keyframes in {
    from {
      opacity: 0;
      transform: translateY(24px);
    }
  }
  header {
    display: flex;
    align-items: start;
    gap: 12px;
  }
  header .dismiss {
    display: grid;
    place-items: center;
    flex: none;
    width: 44px;
    min-height: 44px;
    margin-block: -10px;
    margin-inline: auto -12px;
    padding: 0;
    border-color: transparent;
    color: var(--pal-text-soft);
  }
  header .dismiss svg {
    width: 18px;
    height: 18px;
  }
  h3 {
    min-width: 0;
    margin: 0;
    font-size: var(--pal-card-title-size, 1.0625em);
    font-weight: 620;
    line-height: 1.35;
    letter-spacing: -0.005em;
    text-wrap: balance;
    overflow-wrap: anywhere;
  }
  fieldset {
    display: flex;
    flex-direction: column;
    gap: 8px;
    min-width: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
  legend {
    width: 100%;
    padding: 0 0 12px;
  }
  .option {
    flex-direction: row;
    align-items: center;
    gap: 12px;
    min-height: var(--pal-option-height, 46px);
    padding: 8px 14px;
    border: 1px solid var(--pal-line);
    border-radius: var(--pal-option-radius, var(--pal-radius-small));
    font-size: 1em;
    font-weight: 450;
    line-height: 1.4;
    overflow-wrap: anywhere;
    cursor: pointer;
    transition:
      border-color var(--pal-duration),
      background-color var(--pal-duration);
  }
  .option:hover {
    border-color: light-dark(#8a909c, #6b7280);
  }
  .option:has(:checked) {
    border-color: var(--pal-accent);
    background: color-mix(in oklab, var(--pal-accent) 9%, var(--pal-surface));
  }
  .option:has(:focus-visible) {
    outline: 2px solid var(--pal-accent);
    outline-offset: 2px;
  }
  .option input {
    accent-color: var(--pal-accent);
    width: 18px;
    height: 18px;
    margin: 0;
    flex: none;
    outline: none;
  }
  .actions {
    flex-flow: row wrap;
    margin: -8px calc(-1 * var(--_inset)) calc(-1 * var(--_inset));
    padding: 8px var(--_inset) var(--_inset);
    border-radius: 0 0 var(--pal-card-radius, var(--pal-radius)) var(--pal-card-radius, var(--pal-radius));
    background: var(--pal-card-background, var(--pal-surface));
  }
  .actions .primary {
    flex: 1;
  }
  .actions .plain {
    margin-inline: auto;
  }
  /* A card with only a skip button does not need to keep it visible. */
  .actions:not(:has(.primary)) {
    position: static;
    padding-block: 0 calc(var(--_inset) / 2);
  }
  /* Aligns the label with the card's text. */
  .actions:not(:has(.primary)) .plain {
    margin-inline-start: -9px;
    padding-inline: 8px;
  }
  /* If there is little height for the text size, or the area is as small as a small phone, the content needs it. */
  @container (max-height: 31.25em) or ((max-width: 30em) and (max-height: 37.5em)) {
    .card {
      --_inset: min(14px, var(--pal-card-padding, 20px));
      /* Space for wider fonts and headings with two lines. */
      padding-block-start: min(8px, var(--_inset));
      gap: 10px;
    }
    h3 {
      font-size: min(max(15px, 0.94rem), var(--pal-card-title-size, 1.0625em));
    }
    legend {
      padding-block-end: 6px;
    }
    .actions button {
      min-height: 40px;
      padding: 6px 14px;
    }
  }
  /* At 400 % zoom, fixed buttons would hide the content. */
  @container (max-height: 18.75em) {
    .actions {
      position: static;
    }
  }
  .done {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 8px;
    min-height: 46px;
    font-weight: 550;
    color: var(--pal-text);
  }
  .done svg {
    color: var(--pal-good);
  }
  .wrong {
    font-size: 0.9em;
  }
  .failed {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 16px;
    align-items: center;
    justify-content: space-between;
  }
  @media (prefers-reduced-motion: reduce) {
    .card {
      animation: none;
    }
  }
  @media (forced-colors: active) {
    .option:has(:checked) {
      border-color: Highlight;
    }
  }
`;

/** Options for a card's frame; `mark` is shown before the title. */
interface CardLook {
  titled?: boolean;
  role?: string;
  kind?: string;
  mark?: unknown;
}

/**
 * @csspart card - A card.
 * @csspart card-title - A card's heading.
 * @csspart submit - The button that submits a card.
 * @csspart skip - The button that skips a card.
 * @csspart dismiss - The button that closes a card.
 * @csspart problem - The error message.
 * @csspart done - The confirmation that a card was sent.
 */
export abstract class CardPart<Component extends CanvasComponent> extends Part {
  static override styles = [base, frame];

  /** The card to show. */
  @property({ attribute: false }) card!: CardOf<Component>;
  /** State of the visitor's answer. */
  @property({ attribute: 'answer-state' }) answerState: CanvasState['state'] = 'open';

  protected get cardArguments(): CardOf<Component>['arguments'] {
    return this.card.arguments;
  }

  /** True once the answer is being sent, so that it cannot be changed any more. */
  protected get busy(): boolean {
    return this.answerState === 'sending' || this.answerState === 'sent';
  }

  protected override update(changed: PropertyValues<this>): void {
    const hadFocus = changed.has('answerState') && this.matches(':focus-within');
    super.update(changed);
    // The focused control may be disabled or removed, so keep the focus in the card, preferably on the retry button.
    if (hadFocus)
      this.renderRoot
        .querySelector<HTMLElement>(this.answerState === 'failed' ? ':is(.primary, .failed button)' : '.card')
        ?.focus();
  }

  protected submit(value: Record<string, unknown>): void {
    ask(this, { do: 'answer-card', answer: { type: 'submit', value } });
  }

  protected readonly skip = (): void => ask(this, { do: 'answer-card', answer: { type: 'skip' } });
  protected readonly dismiss = (): void => ask(this, { do: 'answer-card', answer: { type: 'dismiss' } });

  /**
   * Renders a card with fields. `incomplete` disables the submit button. A card that is not `submittable` has that
   * button only after a failure. `instead` replaces the buttons.
   */
  protected form(
    title: string,
    fields: unknown,
    {
      submit,
      incomplete = false,
      skippable = true,
      problem = '',
      submittable = true,
      instead = null,
    }: {
      submit: () => void;
      incomplete?: boolean;
      skippable?: boolean;
      problem?: string;
      submittable?: boolean;
      instead?: TemplateResult | null;
    },
  ): TemplateResult {
    const { words, answerState, busy } = this;
    const message = answerState === 'failed' ? words.sendFailed : problem;
    return html`<form
      class="card"
      part="card"
      tabindex="-1"
      novalidate
      aria-labelledby="title"
      @submit=${(event: SubmitEvent) => (event.preventDefault(), submit())}
    >
      <fieldset ?disabled=${busy}>
        <legend><h3 part="card-title" id="title" dir="auto">${title}</h3></legend>
        ${fields}
      </fieldset>
      <p class="wrong" part="problem" id="problem" role="alert" ?hidden=${!message}>${message}</p>
      ${
        answerState === 'sent'
          ? html`<p class="done" part="done" role="status">${check} ${words.sent}</p>`
          : html`<div class="actions">
              ${instead ?? this.#buttons(submittable, busy || incomplete, skippable)}
            </div>`
      }
    </form>`;
  }

  #buttons(submittable: boolean, disabled: boolean, skippable: boolean) {
    const { words, answerState, busy } = this;
    return html`${
      submittable || answerState === 'failed'
        ? html`<button class="primary" part="submit" ?disabled=${disabled}>
            ${answerState === 'failed' ? words.tryAgain : words.submit}
          </button>`
        : nothing
    }
    ${
      skippable
        ? html`<button class="plain" part="skip" type="button" ?disabled=${busy} @click=${this.skip}>
            ${words.skip}
          </button>`
        : nothing
    }`;
  }

  /** Renders a card without fields. */
  protected show(
    title: string,
    content: unknown,
    { titled = true, role = 'group', kind = '', mark = nothing }: CardLook = {},
  ): TemplateResult {
    const { words, answerState, busy } = this;
    return html`<section part="card" class="card ${kind}" tabindex="-1" role=${role} aria-label=${title}>
      <header>
        ${mark}${titled ? html`<h3 part="card-title" dir="auto">${title}</h3>` : nothing}
        <button
          class="dismiss"
          part="dismiss"
          type="button"
          title=${words.dismiss}
          ?disabled=${busy}
          @click=${this.dismiss}
        >
          ${close}
        </button>
      </header>
      ${content}
      ${
        answerState === 'failed'
          ? html`<div class="failed">
              <p class="wrong" part="problem" role="alert">${words.sendFailed}</p>
              <button type="button" @click=${this.dismiss}>${words.tryAgain}</button>
            </div>`
          : nothing
      }
    </section>`;
  }
}
