import { css, html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { CanvasComponent, Card } from '@palkit/contract/canvas';
import { EMPTY_CANVAS } from '../session/canvas.ts';
import type { CanvasState } from '../session/phases.ts';
import { fill } from '../text/words.ts';
import { onAccent } from './base/tokens.ts';
import type { CardPart } from './cards/card.ts';

import { KINDS } from './cards/kinds.ts';
import { Part } from './base/part.ts';
import { base } from './base/styles.ts';

/**
 * The place of the one card that the agent shows.
 *
 * @summary The canvas.
 * @fires pal-request - What the card asks for.
 * @csspart unloaded - What stands where a card could not be fetched.
 */
export class PalCanvas extends Part {
  static override styles = [
    base,
    css`
      :host([style]) {
        --pal-on-accent: ${onAccent};
      }
      .unloaded {
        display: flex;
        flex-wrap: wrap;
        gap: 8px 16px;
        align-items: center;
        justify-content: space-between;
        padding: 20px;
      }
    `,
  ];

  /** The card and what became of it. */
  @property({ attribute: false }) canvas: CanvasState = EMPTY_CANVAS;

  /** A colour of the canvas' own, as hex. */
  @property({ attribute: false }) accent: string | undefined;

  @state() private failed = false;

  /**
   * The element of the card that is shown; another card is another element, with nothing of the one before.
   */
  #element: CardPart<CanvasComponent> | null = null;
  #shown: string | null = null;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('accent') && this.accent) this.style.setProperty('--pal-accent', this.accent);
    const { card, state: answerState } = this.canvas;
    if ((card?.tool_call_id ?? null) !== this.#shown) {
      this.#shown = card?.tool_call_id ?? null;
      this.#element = null;
      this.failed = false;
    }
    if (!card) return;
    const { tag } = KINDS[card.component];
    if (!this.#element && customElements.get(tag))
      this.#element = document.createElement(tag) as CardPart<CanvasComponent>;
    if (this.#element) Object.assign(this.#element, { card, answerState });
    else if (!this.failed) void this.#load(card);
  }

  protected override updated(): void {
    this.toggleAttribute('filled', this.failed || (this.#element !== null && this.canvas.card !== null));
  }

  override render() {
    const { card } = this.canvas;
    const { words } = this;
    // An alert speaks for itself.
    return html`<p class="hidden" role="status">
        ${card && card.component !== 'alert' ? fill(words.newCard, { title: this.#title(card) }) : nothing}
      </p>
      ${
        this.failed
          ? html`<div class="unloaded" part="unloaded">
              <p role="alert">${words.cardFailed}</p>
              <button type="button" @click=${() => (this.failed = false)}>${words.tryAgain}</button>
            </div>`
          : this.#element
      }`;
  }

  #title(card: Card): string {
    const { words } = this;
    switch (card.component) {
      case 'question':
        return card.arguments.question;
      case 'input':
        return card.arguments.prompt;
      case 'calendar':
        return (
          card.arguments.title ??
          (card.arguments.mode === 'date_picker'
            ? words.chooseDate
            : card.arguments.mode === 'range'
              ? words.chooseRange
              : words.chooseTime)
        );
      case 'scheduling_embed':
        return words.booking;
      case 'text':
        return card.arguments.title ?? words.info;
      case 'chart':
        return card.arguments.title ?? words.chart;
      case 'alert':
        return card.arguments.title ?? words[card.arguments.severity];
      case 'image':
        return card.arguments.caption ?? card.arguments.alt;
    }
  }

  async #load({ component }: Card): Promise<void> {
    const { tag, load } = KINDS[component];
    try {
      const element = await load();
      if (!customElements.get(tag)) customElements.define(tag, element);
    } catch {
      this.failed = this.canvas.card?.component === component;
    }
    this.requestUpdate();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-canvas': PalCanvas;
  }
}
