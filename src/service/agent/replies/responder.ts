/** The agent's responder as a port: a question in, the answer's pieces and actions out. */
import type { Source } from '@palkit/contract/room-events';
import type { Canvas, CanvasAction } from '../tools/canvas.ts';

export interface Exchange {
  role: 'user' | 'assistant';
  content: string;
}

/**
 * A piece of the answer's text, something to do with the canvas, or the documents that the answer draws on.
 */
export type ReplyChunk = { text: string } | { canvas: CanvasAction } | { sources: readonly Source[] };

/** Why an answer was dropped of which nothing was heard: the visitor goes on with the same line. */
export class Continued extends Error {
  override readonly name = 'Continued';
}

export interface Asked {
  history: readonly Exchange[];
  canvas: Canvas | null;
  signal: AbortSignal;
  /**
   * By then the visitor's turn is surely over, and this is an answer to it, or the signal has aborted: before
   * it nothing is done that cannot be taken back.
   */
  settled?: Promise<void>;
}

export interface Responder {
  /** Where answers come from, as the visitor is told. */
  readonly kind: 'documents' | 'model';
  think(question: string, context: Asked): AsyncIterable<ReplyChunk>;
}
