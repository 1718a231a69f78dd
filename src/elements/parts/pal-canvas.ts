import { css, html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Card } from '@palkit/contract/canvas';
import { EMPTY_CANVAS } from '../session/canvas.ts';
import { ownCard } from '../session/own-cards.ts';
import type { CanvasState, CardAnswer } from '../session/phases.ts';
import { fill } from '../text/words.ts';
import { onAccent } from './base/tokens.ts';

import { KINDS, titleOf } from './cards/kinds.ts';
import { Part } from './base/part.ts';
import { ask } from './base/request.ts';
import { base } from './base/styles.ts';

/**
 * Shows the one card that the agent requests.
 *
 * @summary The canvas.
 * @fires pal-request - The card's requests.
 * @csspart unloaded - The message about a card that could not be loaded.
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
        border-radius: var(--pal-card-radius, var(--pal-radius));
        background: var(--pal-card-background, var(--pal-surface));
      }
    `,
  ];

  /** The card and the state of its answer. */
  @property({ attribute: false }) canvas: CanvasState = EMPTY_CANVAS;

  /** An accent colour for the canvas in hexadecimal form. */
  @property({ attribute: false }) accent: string | undefined;

  @state() private failed = false;

  /** The element of the current card. Each card gets a new element without earlier state. */
  #element: HTMLElement | null = null;
  #cardId: string | null = null;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('accent') && this.accent) this.style.setProperty('--pal-accent', this.accent);
    const { card, state: answerState } = this.canvas;
    if ((card?.tool_call_id ?? null) !== this.#cardId) {
      this.#cardId = card?.tool_call_id ?? null;
      this.#element = null;
      this.failed = false;
    }
    if (!card) return;
    const element = customElements.get(kindOf(card).tag);
    try {
      if (!this.#element && !this.failed && element) this.#element = this.#withListeners(new element());
      if (this.#element) Object.assign(this.#element, { card, answerState });
      else if (!this.failed) void this.#load(card);
    } catch (error) {
      // An element of the page may throw; a built-in one does not.
      this.#fail(error);
    }
  }

  protected override updated(): void {
    this.toggleAttribute('filled', this.failed || (this.#element !== null && this.canvas.card !== null));
  }

  override render() {
    const { card } = this.canvas;
    const { words } = this;
    // An alert is not announced here, because it has its own live region.
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
    if (card.component !== 'own') return titleOf(card, words);
    const { title } = card.arguments;
    return typeof title === 'string' ? title.slice(0, 200) : words.info;
  }

  /**
   * Adds the listeners of an element of the page, which answers with an event and may fail in its first
   * update.
   */
  #withListeners(element: HTMLElement & { updateComplete?: Promise<unknown> }): HTMLElement {
    if (this.canvas.card?.component !== 'own') return element;
    element.addEventListener('pal-card-answer', (event) =>
      ask(this, { do: 'answer-card', answer: (event as CustomEvent<CardAnswer>).detail }),
    );
    void Promise.resolve(element.updateComplete).catch((error: unknown) => {
      if (this.#element === element) this.#fail(error);
    });
    return element;
  }

  #fail(error: unknown): void {
    if (this.canvas.card?.component === 'own') console.error('palkit: a card could not be drawn.', error);
    this.#element = null;
    this.failed = true;
  }

  async #load(card: Card): Promise<void> {
    const { tag, load } = kindOf(card);
    try {
      const element = await load();
      // The page may have registered its class under another name, and a class can be registered only once.
      if (!customElements.get(tag))
        customElements.define(tag, card.component === 'own' ? class extends element {} : element);
    } catch (error) {
      const { card: current } = this.canvas;
      if (current && kindOf(current).tag === tag) this.#fail(error);
    }
    this.requestUpdate();
  }
}

function kindOf(card: Card): { tag: string; load: () => Promise<CustomElementConstructor> } {
  if (card.component !== 'own') return KINDS[card.component];
  return {
    tag: `pal-own-${card.kind.replaceAll('_', '-')}`,
    load:
      ownCard(card.kind)?.load ??
      (() => Promise.reject(new Error(`the card ${card.kind} is not registered`))),
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-canvas': PalCanvas;
  }
}
