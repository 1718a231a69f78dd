/**
 * Records how an answer was made. The log receives numbers and names, never text of the call; the conversation's
 * owner receives everything. The size of each part is limited.
 */
import { randomUUID } from 'node:crypto';
import type { TurnOutcome, TurnTrace } from '@palkit/contract/conversations';
import type { Clock } from '@palkit/runtime/clock';
import { describe, type Description } from '@palkit/runtime/describe';
import { storableText } from '@palkit/runtime/storable-text';
import type { ToolCall } from '../tools/tool-calls.ts';
import type { RequestMeasures, Note, ReplyChunk } from './responder.ts';

/** Maximum number of characters of a visitor's line, and of an answer. */
const MAX_TEXT = 2000;
const MAX_NOTES = 12;
const MAX_REQUESTS = 12;
const MAX_TOOLS = 24;
const MAX_NAME = 200;

type Request = TurnTrace['requests'][number];

export class Tracing {
  /** The `inference_id` of the answer. */
  readonly id = randomUUID();
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #question: string;
  #writtenText = '';
  #firstWord: number | null = null;
  #firstSound: number | null = null;
  readonly #notes: Note[] = [];
  readonly #requests: RequestMeasures[] = [];
  #fault: Description | null = null;
  #outcome: TurnOutcome | null = null;

  constructor(clock: Clock, question: string) {
    this.#clock = clock;
    this.#startedAt = clock.now();
    this.#question = question.slice(0, MAX_TEXT);
  }

  /** Called when the visitor hears or reads the first word of the answer. */
  noteAudible(): void {
    this.#firstSound ??= this.#elapsed();
  }

  noteText(text: string): void {
    if (text.trim()) this.#firstWord ??= this.#elapsed();
    if (this.#writtenText.length < MAX_TEXT)
      this.#writtenText = (this.#writtenText + text).slice(0, MAX_TEXT);
  }

  take(chunk: ReplyChunk): void {
    if ('measured' in chunk && this.#requests.length < MAX_REQUESTS) this.#requests.push(chunk.measured);
    if ('outcome' in chunk) this.#outcome = chunk.outcome;
    if ('notes' in chunk) this.#notes.push(...chunk.notes.slice(0, MAX_NOTES - this.#notes.length));
  }

  recordFailure(error: unknown): void {
    this.#fault = describe(error);
  }

  /** Returns the numbers of the answer for the log. */
  numbers(calls: readonly ToolCall[]): object {
    return {
      outcome: this.#outcome,
      took: this.#elapsed(),
      first: this.#firstWord,
      heard: this.#firstSound,
      requests: this.#requests,
      tools: toolsOf(calls, this.#startedAt),
      fault: this.#fault,
    };
  }

  completeTrace(state: TurnTrace['state'], calls: readonly ToolCall[]): TurnTrace {
    return {
      inference_id: this.id,
      timestamp: this.#startedAt / 1000,
      state,
      outcome: this.#outcome,
      heard: storableText(this.#question),
      written: storableText(this.#writtenText.trim()),
      first_word: this.#firstWord,
      first_sound: this.#firstSound,
      took: this.#elapsed(),
      notes: this.#notes.map(({ document_id, document_name, heading, score }) => ({
        document_id,
        document_name: storableText(document_name.slice(0, MAX_NAME)),
        heading: storableText(heading.slice(0, MAX_NAME)),
        score: score === undefined ? null : Math.round(score * 10_000) / 10_000,
      })),
      requests: this.#requests.map((request) => this.#request(request)),
      tools: toolsOf(calls, this.#startedAt),
      fault: this.#fault && causesOf(this.#fault),
    };
  }

  /**
   * Converts the measures of a request. A request without an end was dropped, so it ends when the answer
   * does.
   */
  #request({
    model,
    startedAt,
    first,
    took,
    messages,
    characters,
    finish,
    usage,
    fault,
  }: RequestMeasures): Request {
    return {
      model,
      started: startedAt - this.#startedAt,
      first_token: first,
      took: took ?? this.#clock.now() - startedAt,
      messages,
      characters,
      finish: storableText(finish.slice(0, MAX_NAME)),
      tokens: usage,
      fault: typeof fault === 'string' ? [fault] : fault && causesOf(fault),
    };
  }

  #elapsed(): number {
    return this.#clock.now() - this.#startedAt;
  }
}

const toolsOf = (calls: readonly ToolCall[], since: number): TurnTrace['tools'] =>
  calls.slice(0, MAX_TOOLS).map(({ name, startedAt, duration: took, outcome }) => ({
    name,
    started: startedAt - since,
    took,
    failed: outcome?.startsWith('Error') ?? null,
  }));

/** Returns the codes of a fault and of its causes, without messages and stack frames. */
function causesOf({ fault, code, status, cause }: Description): string[] {
  const own = [fault, code, status].filter((word) => word !== undefined).join(' ');
  return [own, ...(cause ? causesOf(cause) : [])];
}
