/**
 * A reply that starts at a pause, before the visitor's turn is certainly over, because the line is usually
 * complete by then.
 * - Before the turn ends, only the first sentence is requested, or the first chunk if the line is probably
 *   incomplete. It is not sent, and no tool runs, because `turnEnd` waits for the adoption.
 * - When the turn ends with the same words, the reply is adopted, and the other chunks are requested.
 * - A dropped reply is aborted with `LineContinued`.
 */
import { BREAK, serviceSentence, sentencesOf, type Sentence } from '../language/sentences.ts';
import {
  LineContinued,
  type ReplyContext,
  type Exchange,
  type Responder,
  type ReplyChunk,
} from './responder.ts';

/** The inputs of an answer: the complete question, the lines before it, and the responder's other inputs. */
export interface Premises {
  question: string;
  /** The earlier lines. The list only grows. */
  history: readonly Exchange[];
  inputs: string;
}

type ReadChunk = IteratorResult<ReplyChunk>;

/** True for a card or a tool call. Reading ahead ends at the first one. */
const isAction = (chunk: ReplyChunk): boolean =>
  'canvas' in chunk || ('doing' in chunk && chunk.doing === 'calling');

export class SpeculativeReply {
  /** Aborts the responder, before or after the adoption. */
  readonly stop = new AbortController();
  readonly #premises: Premises;
  readonly #chunks: AsyncIterator<ReplyChunk>;
  /** The requested chunks, by index. */
  readonly #pendingReads: Promise<ReadChunk>[] = [];
  #settle!: (turnEnd?: Promise<void>) => void;

  /**
   * `whole` is true if the question is probably complete; then `prepare` receives the first sentence to speak.
   * `endSignal` aborts when the call is over.
   */
  constructor(
    responder: Responder,
    { question, history, inputs }: Premises,
    { canvas, calls, whole }: Pick<ReplyContext, 'canvas' | 'calls'> & { whole: boolean },
    prepare: (text: string, signal: AbortSignal) => void,
    endSignal: AbortSignal,
  ) {
    this.#premises = { question, inputs, history: [...history] };
    const turnEnd = new Promise<void>((resolve) => (this.#settle = resolve));
    const signal = AbortSignal.any([this.stop.signal, endSignal]);
    // After an abort the turn does not end, so `turnEnd` is resolved for callers that wait for it.
    signal.addEventListener('abort', () => this.#settle(), { once: true });
    this.#chunks = responder
      .think(question, {
        history: this.#premises.history,
        canvas,
        signal,
        turnEnd,
        // Only spoken lines have pauses; a typed line is complete.
        spoken: true,
        ...(calls ? { calls } : {}),
      })
      [Symbol.asyncIterator]();
    // A failure before the adoption is ignored.
    (whole ? this.#readAhead((text) => prepare(text, signal)) : this.#chunk(0)).catch(() => undefined);
  }

  /** True if this reply was made for the given question, history and inputs. */
  fits({ question, history, inputs }: Premises): boolean {
    return (
      question === this.#premises.question &&
      inputs === this.#premises.inputs &&
      history.length === this.#premises.history.length
    );
  }

  /**
   * Yields all chunks; called when the turn has ended with the same words. `turnEnd` settles when the turn is
   * certainly over.
   */
  async *adopt(turnEnd: Promise<void> | undefined): AsyncIterable<ReplyChunk> {
    this.#settle(turnEnd);
    try {
      for (let number = 0; ; number++) {
        const next = await this.#chunk(number);
        if (next.done) return;
        yield next.value;
      }
    } finally {
      await this.#chunks.return?.();
    }
  }

  /**
   * Requests chunks up to the first sentence, because the responder asks the model only after it has found the
   * passages, and the voice needs the sentence.
   */
  async #readAhead(prepare: (text: string) => void): Promise<void> {
    for await (const { spokenText } of sentencesOf(this.#textsAhead())) {
      if (spokenText === '') continue;
      prepare(spokenText);
      return;
    }
  }

  async *#textsAhead(): AsyncIterable<string | typeof BREAK | Sentence> {
    for (let number = 0; ; number++) {
      const next = await this.#chunk(number);
      if (next.done || isAction(next.value)) return;
      const chunk = next.value;
      if ('aside' in chunk) yield serviceSentence(chunk.aside, chunk.final);
      if (!('text' in chunk)) continue;
      yield chunk.text;
      if ('now' in chunk) yield BREAK;
    }
  }

  /** Returns a chunk. The first caller requests it; a later caller receives the same promise. */
  #chunk(number: number): Promise<ReadChunk> {
    return (this.#pendingReads[number] ??= this.#chunks.next());
  }

  drop(): void {
    this.stop.abort(new LineContinued());
    void this.#chunks.return?.().catch(() => undefined);
  }
}
