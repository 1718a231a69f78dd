/** The agent's mind as a port: a question in, the answer's pieces and actions out. */
import type { QuestionArguments } from '../../contract/canvas.ts';

export interface Exchange {
  role: 'user' | 'assistant';
  content: string;
}

/** A piece of the answer's text, or a card to show. */
export type Thought = { text: string } | { card: { component: 'question'; arguments: Pick<QuestionArguments, 'question' | 'options'> & Partial<QuestionArguments> } };

export interface Mind {
  /** Where answers come from, as the visitor is told. */
  readonly kind: 'documents' | 'model';
  think(question: string, context: { history: readonly Exchange[]; canvas: boolean; signal: AbortSignal }): AsyncIterable<Thought>;
}
