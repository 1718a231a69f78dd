/**
 * What goes out of a call because of its cards: the visitor's answers, that one is shown, that one could not be
 * drawn. One object for each call.
 */
import { CANVAS_ANSWERS, nameOf, SHOWN, type Card } from '@palkit/contract/canvas';
import { postCanvasInteraction, type StartedConversation } from '@palkit/contract/conversations';
import type { VisitorMessage } from '@palkit/contract/room-events';
import { EMPTY_CANVAS, type CanvasFault } from './canvas.ts';
import { newId } from './ids.ts';
import { ownAnswer } from './own-cards.ts';
import type { CanvasState, CardAnswer } from './phases.ts';
import { visitorMessage } from './room.ts';
import { isOwn } from './rooms.ts';
import type { SessionContext } from './session-context.ts';

/** How long a submitted card stays to confirm. */
const CONFIRM_MS = 1200;

export class CallCards {
  readonly #context: SessionContext;
  readonly #conversation: StartedConversation;
  readonly #signal: AbortSignal;
  readonly #send: (message: VisitorMessage) => void;
  #interaction: { id: string; key: string } | null = null;
  /** The question that the greeting offered. */
  #offered: string | null = null;

  /** The signal aborts when the call is over; `send` tells the agent. */
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

  /** Notes a card that was there before the visitor said anything. */
  offer({ tool_call_id }: Card): void {
    this.#offered = tool_call_id;
  }

  /** What was offered before the visitor said anything follows the talk: it goes where that goes elsewhere. */
  isOffer({ card, state }: CanvasState): boolean {
    return card?.component === 'question' && card.tool_call_id === this.#offered && state === 'open';
  }

  /** Gives the visitor's answer to the card that is shown, where it takes such a one. */
  answer(given: CardAnswer): void {
    const { card, state } = this.#context.view.canvas;
    if (!card || (state !== 'open' && state !== 'failed')) return;
    const answer = card.component === 'own' ? ownAnswer(card.kind, given) : given;
    if (!answer || (card.component !== 'own' && !CANVAS_ANSWERS[card.component].includes(answer.type)))
      return;
    // The same interaction under the same id, however often it is tried; another one would be refused under
    // it.
    const key = JSON.stringify([card.tool_call_id, answer]);
    if (this.#interaction?.key !== key) this.#interaction = { id: newId(), key };
    void this.#post(card.tool_call_id, nameOf(card), this.#interaction.id, answer);
  }

  async #post(
    tool_call_id: string,
    component: string,
    interaction_id: string,
    answer: CardAnswer,
  ): Promise<void> {
    const context = this.#context;
    const signal = this.#signal;
    const shown = context.view.canvas.card;
    const still = () => !signal.aborted && context.view.canvas.card === shown;
    context.set({ canvas: { card: shown, state: 'sending' } });
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
      // Nobody asked for a card's own end, so nobody is asked to try it again.
      if (still()) context.set({ canvas: automatic ? EMPTY_CANVAS : { card: shown, state: 'failed' } });
      return;
    }
    this.#interaction = null;
    this.#send(
      visitorMessage('conversation.tool_result', {
        tool_call_id,
        output: JSON.stringify(value ?? (answer.type === 'skip' ? { skipped: true } : { dismissed: true })),
      }),
    );
    if (!still()) return;
    if (answer.type !== 'submit') return context.set({ canvas: EMPTY_CANVAS });
    context.set({ canvas: { card: shown, state: 'sent' } });
    context.clock.after(
      CONFIRM_MS,
      () => {
        if (still()) context.set({ canvas: EMPTY_CANVAS });
      },
      signal,
    );
  }

  /** An agent of ours waits to hear whether the page has a card of its own that it asked for. */
  shown({ component, tool_call_id }: Card): void {
    if (component !== 'own' || !isOwn(this.#conversation.conversation_url, this.#context.options.baseUrl))
      return;
    this.#send(visitorMessage('conversation.tool_result', { tool_call_id, output: '', status: SHOWN }));
  }

  /** A card that could not be drawn: kept, and told to the agent. */
  report({ tool_call_id, component, reason }: CanvasFault): void {
    const output = JSON.stringify({ error: reason });
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
