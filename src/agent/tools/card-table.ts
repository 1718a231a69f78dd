/** The canvas shows one card at a time. Tool calls show, change and clear the card, and the visitor answers it. */
import { randomUUID } from 'node:crypto';
import { CANVAS_SHOW, SHOWN_STATUS } from '@palkit/contract/canvas';
import { visitorWords, validArguments, type CanvasAction, type ShownCard } from './canvas.ts';

export class CardTable {
  readonly #sendCall: (call: { name: string; arguments: string; tool_call_id: string }) => void;
  #card: ShownCard | null = null;
  #isOffer = false;

  constructor(sendCall: (call: { name: string; arguments: string; tool_call_id: string }) => void) {
    this.#sendCall = sendCall;
  }

  /** Performs an action; a new card replaces the previous one. Returns the id of the visible card, or null. */
  perform(action: CanvasAction): string | null {
    const id = randomUUID();
    const call = (name: string, parameters: object) =>
      this.#sendCall({ name, arguments: JSON.stringify(parameters), tool_call_id: id });
    if (action.do === 'show') {
      this.#isOffer = action.offer === true;
      this.#card = { id, component: action.component, arguments: action.arguments };
      call(CANVAS_SHOW + action.component, action.arguments);
      return id;
    }
    if (action.do === 'show-own') {
      this.#isOffer = false;
      this.#card = { id, component: action.kind, arguments: action.arguments };
      call(CANVAS_SHOW + action.kind, action.arguments);
      return id;
    }
    const card = this.#card;
    if (!card) return null;
    if (action.do === 'clear') {
      this.#card = null;
      call('canvas_clear', { tool_call_id: card.id });
      return null;
    }
    const changedCard = validArguments(card.component, { ...card.arguments, ...action.change });
    if (!changedCard) return null;
    this.#card = { ...card, arguments: changedCard };
    call('update_component', { tool_call_id: card.id, arguments: action.change });
    return null;
  }

  /** Removes the card that offers topics, if it is visible. Called when the visitor says or types a line. */
  closeOffer(): void {
    if (this.#card && this.#isOffer) this.perform({ do: 'clear' });
  }

  /**
   * Converts the visitor's action to a spoken line; null if it has no text or is about another card. A page's report
   * that it shows a card or cannot show it is not an answer.
   */
  takeInteraction(id: string, output: string, status?: string): string | null {
    const card = this.#card;
    if (!card || card.id !== id || status === SHOWN_STATUS) return null;
    this.#card = null;
    if (status === 'error') return null;
    return visitorWords(card, output);
  }
}
