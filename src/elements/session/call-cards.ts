/**
 * Sends messages about a call's cards: the visitor's answers, and whether a card was shown or failed. One object for
 * each call.
 */
import { CANVAS_ANSWERS, nameOf, SHOWN_STATUS, type Card } from '@palkit/contract/canvas';
import { postCanvasInteraction, type StartedConversation } from '@palkit/contract/conversations';
import type { VisitorMessage } from '@palkit/contract/room-events';
import { toJson } from '@palkit/contract/to-json';
import { EMPTY_CANVAS, type CanvasFault } from './canvas.ts';
import { newId } from './ids.ts';
import { ownAnswer } from './own-cards.ts';
import type { CanvasState, CardAnswer } from './phases.ts';
import { visitorMessage } from './room.ts';
import { isOwn } from './rooms.ts';
import type { SessionContext } from './session-context.ts';

/** Milliseconds for which a submitted card remains visible as a confirmation. */
const CONFIRM_MS = 1200;

export class CallCards {
  readonly #context: SessionContext;
  readonly #conversation: StartedConversation;
  readonly #signal: AbortSignal;
  readonly #send: (message: VisitorMessage) => void;
  #lastInteraction: { id: string; key: string } | null = null;
  /** Tool call id of the question that was shown with the greeting. */
  #offeredCardId: string | null = null;

  /** The signal aborts when the call ends; `send` sends a message to the agent. */
  constructor(
    context: SessionContext,
    conversation: StartedConversation,
    signal: AbortSignal,
    send: (message: VisitorMessage) => void,
  ) {
    this.#context = context;
    this.#conversation = conversation;
    this.#signal = signal;
    this.#send = send;
  }

  /** Remembers a card that was shown before the visitor's first line. */
  offer({ tool_call_id }: Card): void {
    this.#offeredCardId = tool_call_id;
  }

  /**
   * True for an open question that was shown before the visitor's first line. It closes if the visitor speaks
   * instead.
   */
  isGreeting({ card, state }: CanvasState): boolean {
    return card?.component === 'question' && card.tool_call_id === this.#offeredCardId && state === 'open';
  }

  /** Answers the shown card, if the card accepts this kind of answer. */
  answer(input: CardAnswer): void {
    const { card, state } = this.#context.view.canvas;
    if (!card || (state !== 'open' && state !== 'failed')) return;
    const answer = card.component === 'own' ? ownAnswer(card.kind, input) : input;
    if (!answer || (card.component !== 'own' && !CANVAS_ANSWERS[card.component].includes(answer.type)))
      return;
    // A retry uses the same interaction id. A different answer needs a new id, because the service would reject it
    // with the old one.
    const key = toJson([card.tool_call_id, answer]);
    if (this.#lastInteraction?.key !== key) this.#lastInteraction = { id: newId(), key };
    void this.#post(card.tool_call_id, nameOf(card), this.#lastInteraction.id, answer);
  }

  async #post(
    tool_call_id: string,
    component: string,
    interaction_id: string,
    answer: CardAnswer,
  ): Promise<void> {
    const context = this.#context;
    const signal = this.#signal;
    const card = context.view.canvas.card;
    const isCurrent = () => !signal.aborted && context.view.canvas.card === card;
    context.set({ canvas: { card, state: 'sending' } });
    const value = answer.type === 'submit' ? answer.value : undefined;
    const automatic = answer.type === 'dismiss' && answer.automatic;
    try {
      await context.client(postCanvasInteraction, {
        params: { conversation_id: this.#conversation.conversation_id },
        signal,
        body: {
          interaction_id,
          tool_call_id,
          component: `canvas.${component}`,
          component_version: 'v1',
          type: answer.type,
          ...(value ? { value } : {}),
          ...(automatic ? { metadata: { automatic } } : {}),
        },
      });
    } catch {
      // The visitor did not request an automatic dismissal, so offer no retry.
      if (isCurrent()) context.set({ canvas: automatic ? EMPTY_CANVAS : { card, state: 'failed' } });
      return;
    }
    this.#lastInteraction = null;
    this.#send(
      visitorMessage('conversation.tool_result', {
        tool_call_id,
        output: toJson(value ?? (answer.type === 'skip' ? { skipped: true } : { dismissed: true })),
      }),
    );
    if (!isCurrent()) return;
    if (answer.type !== 'submit') return context.set({ canvas: EMPTY_CANVAS });
    context.set({ canvas: { card, state: 'sent' } });
    context.clock.after(
      CONFIRM_MS,
      () => {
        if (isCurrent()) context.set({ canvas: EMPTY_CANVAS });
      },
      signal,
    );
  }

  /** Confirms to an agent of the service that the page has its own card for the request. */
  confirm({ component, tool_call_id }: Card): void {
    if (component !== 'own' || !isOwn(this.#conversation.conversation_url, this.#context.options.baseUrl))
      return;
    this.#send(
      visitorMessage('conversation.tool_result', { tool_call_id, output: '', status: SHOWN_STATUS }),
    );
  }

  /** Records that a card could not be drawn, and tells the agent. */
  report({ tool_call_id, component, reason }: CanvasFault): void {
    const output = toJson({ error: reason });
    this.#send(visitorMessage('conversation.tool_result', { tool_call_id, output, status: 'error' }));
    this.#context
      .client(postCanvasInteraction, {
        params: { conversation_id: this.#conversation.conversation_id },
        body: {
          interaction_id: newId(),
          tool_call_id,
          component,
          component_version: 'v1',
          type: 'error',
          metadata: { reason },
        },
        signal: this.#signal,
      })
      .catch(() => {});
  }
}
