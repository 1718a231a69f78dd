/** The agent's responder as a port: a question in, the answer's pieces and actions out. */
import type { TurnOutcome } from '@palkit/contract/conversations';
import type { Source } from '@palkit/contract/room-events';
import type { Description } from '@palkit/runtime/describe';
import type { Canvas, CanvasAction } from '../tools/canvas.ts';
import type { LineCalls, ToolCall } from '../tools/tool-calls.ts';

export interface Exchange {
  role: 'user' | 'assistant';
  content: string;
  /** True if the visitor interrupted this line of the agent. */
  interrupted?: boolean;
  /** True if the visitor's connection was lost during this line of the agent. */
  lost?: boolean;
  /** True if the service apologised instead of an answer; `content` is empty then. */
  isUnanswered?: boolean;
  /** Tool calls for this line of the visitor. */
  calls?: readonly ToolCall[];
}

/**
 * A piece of the answer's text (`now`: it is spoken without waiting for more), a sentence of the service's own
 * (`final`: it replaces an answer), an action on the canvas, the sources of the answer, the work of a silent moment
 * (reasoning, asking the model, calling tools), or the turn's outcome, of which the last one counts.
 */
export type ReplyChunk =
  | { text: string; now?: true }
  | { aside: string; final?: true }
  | { canvas: CanvasAction }
  | { sources: readonly Source[] }
  | { doing: 'reasoning' | 'asking' | 'calling' }
  | { measured: RequestMeasures }
  | { notes: readonly Note[] }
  | { outcome: TurnOutcome };

/** A passage that may be the source of an answer. */
export interface Note {
  document_id: string;
  document_name: string;
  heading: string;
  /** The sentence that would be spoken, or the whole passage. */
  text: string;
  /** Comparable within one answer only. */
  score?: number;
}

/** The numbers of one request to a model. It is reported when the request begins and updated as it proceeds. */
export interface RequestMeasures {
  readonly model: string | null;
  /** Unix milliseconds. */
  readonly began: number;
  /** Milliseconds until its first word. */
  first: number | null;
  /** Milliseconds until its end; null while it runs. */
  took: number | null;
  /** Messages and their characters. */
  readonly messages: number;
  readonly characters: number;
  readonly notes: number;
  finish: string;
  /** Set if the server reported it. */
  usage: { prompt: number; completion: number; cached: number } | null;
  /** Null for an answer that ended normally. */
  fault: Description | typeof DROPPED | null;
}

/** The fault of a request that is no longer awaited. */
export const DROPPED = 'dropped';

/** The reason for an answer that was dropped before it was played: the visitor continues the line. */
export class LineContinued extends Error {
  override readonly name = 'LineContinued';
}

export interface ReplyContext {
  history: readonly Exchange[];
  canvas: Canvas | null;
  signal: AbortSignal;
  /**
   * Settles when the visitor's turn is certainly over and this is its answer, or when the signal has aborted. Actions
   * that cannot be undone wait for it.
   */
  settled?: Promise<void>;
  /** The tools called for this line, also before it grew. */
  calls?: LineCalls;
  /** True for a spoken line, in which some words may be misrecognised. */
  spoken?: boolean;
}

export interface Responder {
  /** The source of answers, in words for the visitor. */
  readonly kind: 'documents' | 'model';
  /** An empty question: a call for an earlier line has ended, and the visitor should hear its outcome. */
  think(question: string, context: ReplyContext): AsyncIterable<ReplyChunk>;
}
