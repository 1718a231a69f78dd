/** The responder as a port: it receives a question and yields the parts and actions of the answer. */
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
  /** True if the service apologised instead of answering; `content` is then empty. */
  isUnanswered?: boolean;
  /** Tool calls made for this line of the visitor. */
  calls?: readonly ToolCall[];
}

/**
 * A part of a reply:
 * - `text` is a part of the answer; with `now` it is spoken without waiting for more.
 * - `aside` is a sentence of the service; with `final` it replaces an answer.
 * - `doing` names the work during a silence.
 * - `outcome`: if a turn has several, the last one counts.
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
  /** The sentence that would be spoken, or the complete passage. */
  text: string;
  /** The score; scores of different answers cannot be compared. */
  score?: number;
}

/** Measurements of one request to a model. They are reported when the request begins and updated while it runs. */
export interface RequestMeasures {
  readonly model: string | null;
  /** Start of the request in Unix milliseconds. */
  readonly startedAt: number;
  /** Milliseconds until the first word; null before it. */
  first: number | null;
  /** Milliseconds until the end; null while the request runs. */
  took: number | null;
  /** Number of messages, and of all their characters. */
  readonly messages: number;
  readonly characters: number;
  readonly notes: number;
  finish: string;
  /** Token counts, if the server reported them. */
  usage: { prompt: number; completion: number; cached: number } | null;
  /** The reason why the request failed or was dropped; null while it runs and after a normal end. */
  fault: Description | typeof DROPPED | null;
}

/** The fault of a request whose answer is no longer needed. */
export const DROPPED = 'dropped';

/** The reason for dropping an answer before it was played: the visitor continued the line. */
export class LineContinued extends Error {
  override readonly name = 'LineContinued';
}

export interface ReplyContext {
  history: readonly Exchange[];
  canvas: Canvas | null;
  signal: AbortSignal;
  /**
   * Settles when this is certainly the answer to the visitor's complete turn, or when the signal aborts. Actions that
   * cannot be undone wait for it.
   */
  turnEnd?: Promise<void>;
  /** The tools called for this line, including those called before the visitor extended it. */
  calls?: LineCalls;
  /** True for a spoken line, in which some words may be misrecognised. */
  spoken?: boolean;
}

export interface Responder {
  /** The source of the answers. */
  readonly kind: 'documents' | 'model';
  /**
   * Answers a question. The question is empty if a tool call for an earlier line has ended and the visitor should
   * hear its result.
   */
  think(question: string, context: ReplyContext): AsyncIterable<ReplyChunk>;
}
