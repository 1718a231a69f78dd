/**
 * The card on the table: shown, changed and cleared by tool calls, and what the visitor did with it. One at a
 * time.
 */
import { randomUUID } from 'node:crypto';
import { CANVAS_SHOW } from '@palkit/contract/canvas';
import { answered, fitting, type CanvasAction, type ShownCard } from './canvas.ts';

export class CardTable {
  readonly #tell: (call: { name: string; arguments: string; tool_call_id: string }) => void;
  #card: ShownCard | null = null;
  #offer = false;

  constructor(tell: (call: { name: string; arguments: string; tool_call_id: string }) => void) {
    this.#tell = tell;
  }

  /** A new card replaces the one before. */
  act(action: CanvasAction): void {
    const id = randomUUID();
    const call = (name: string, parameters: object) =>
      this.#tell({ name, arguments: JSON.stringify(parameters), tool_call_id: id });
    if (action.do === 'show') {
      this.#offer = action.offer === true;
      this.#card = { id, component: action.component, arguments: action.arguments };
      call(CANVAS_SHOW + action.component, action.arguments);
      return;
    }
    if (action.do === 'show-own') {
      this.#offer = false;
      this.#card = { id, component: action.kind, arguments: action.arguments };
      call(CANVAS_SHOW + action.kind, action.arguments);
      return;
    }
    const card = this.#card;
    if (!card) return;
    if (action.do === 'clear') {
      this.#card = null;
      call('canvas_clear', { tool_call_id: card.id });
      return;
    }
    const changed = fitting(card.component, { ...card.arguments, ...action.change });
    if (!changed) return;
    this.#card = { ...card, arguments: changed };
    call('update_component', { tool_call_id: card.id, arguments: action.change });
  }

  /** The visitor speaks of something: what was offered to speak of goes. */
  movesOn(): void {
    if (this.#card && this.#offer) this.act({ do: 'clear' });
  }

  /**
   * What the visitor did, in words, taken as if it were said; null where it says nothing, or is about another
   * card.
   */
  answered(id: string, output: string): string | null {
    const card = this.#card;
    if (!card || card.id !== id) return null;
    this.#card = null;
    return answered(card, output);
  }
}
