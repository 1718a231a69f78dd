/** The agent's mind as a port: a question in, the answer's pieces and actions out. */
import type { Source } from '../../contract/room-events.ts';
import type { Canvas, CanvasAction } from './canvas.ts';

export interface Exchange {
  role: 'user' | 'assistant';
  content: string;
}

/** A piece of the answer's text, something to do with the canvas, or the documents that the answer draws on. */
export type Thought = { text: string } | { canvas: CanvasAction } | { sources: readonly Source[] };

export interface Mind {
  /** Where answers come from, as the visitor is told. */
  readonly kind: 'documents' | 'model';
  think(question: string, context: { history: readonly Exchange[]; canvas: Canvas | null; signal: AbortSignal }): AsyncIterable<Thought>;
}
