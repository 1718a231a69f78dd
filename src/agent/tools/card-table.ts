/**
 * The card on the table: shown, changed and cleared by tool calls, and what the visitor did with it. One at a
 * time.
 */
import { randomUUID } from 'node:crypto';
import { CANVAS_SHOW, SHOWN } from '@palkit/contract/canvas';
import { answered, fitting, type CanvasAction, type ShownCard } from './canvas.ts';

export class CardTable {
  readonly #tell: (call: { name: string; arguments: string; tool_call_id: string }) => void;
  #card: ShownCard | null = null;
  #offer = false;

  constructor(tell: (call: { name: string; arguments: string; tool_call_id: string }) => void) {
    this.#tell = tell;
  }

  /** A new card replaces the one before. The id of a card that is shown, null where none is. */
  act(action: CanvasAction): string | null {
    const id = randomUUID();
    const call = (name: string, parameters: object) =>
      this.#tell({ name, arguments: JSON.stringify(parameters), tool_call_id: id });
    if (action.do === 'show') {
      this.#offer = action.offer === true;
      this.#card = { id, component: action.component, arguments: action.arguments };
      call(CANVAS_SHOW + action.component, action.arguments);
      return id;
    }
    if (action.do === 'show-own') {
      this.#offer = false;
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
    const changed = fitting(card.component, { ...card.arguments, ...action.change });
    if (!changed) return null;
    this.#card = { ...card, arguments: changed };
    call('update_component', { tool_call_id: card.id, arguments: action.change });
    return null;
  }

  /** The visitor names a subject: the card with the offered topics is removed. */
  movesOn(): void {
    if (this.#card && this.#offer) this.act({ do: 'clear' });
  }

  /**
   * The visitor's action in words, taken as if it were said; null where it says nothing, or is about another
   * card. A page's report that it shows the card is no answer, and neither is one that it cannot.
   */
  answered(id: string, output: string, status?: string): string | null {
    const card = this.#card;
    if (!card || card.id !== id || status === SHOWN) return null;
    this.#card = null;
    if (status === 'error') return null;
    return answered(card, output);
  }
}
