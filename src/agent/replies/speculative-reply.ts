/**
 * A reply that begins at a pause, before the visitor's turn is surely over, because the words are mostly the whole
 * question. The responder is asked, and its first chunk is awaited. The rest stays unread until the reply is adopted,
 * which happens when the visitor's turn brings the same words. Until then nothing is sent and no tool runs, because
 * `settled` waits for the adoption. A reply that is dropped is aborted with `LineContinued`.
 */
import {
  LineContinued,
  type ReplyContext,
  type Exchange,
  type Responder,
  type ReplyChunk,
} from './responder.ts';

/** The premises of an answer: the whole question, the lines before it, and the responder's other inputs. */
export interface Premises {
  question: string;
  /** The list never becomes shorter. */
  history: readonly Exchange[];
  inputs: string;
}

type Read = IteratorResult<ReplyChunk>;

/** True if reading ahead ends with this chunk: words, a card, or tools that would run. */
const isEnough = ({ done, value }: Read): boolean =>
  done === true ||
  'canvas' in value ||
  ('text' in value && value.text.trim() !== '') ||
  ('doing' in value && value.doing === 'calling');

export class SpeculativeReply {
  /** Ends the thinking, before and after the adoption. */
  readonly stop = new AbortController();
  readonly #premises: Premises;
  readonly #chunks: AsyncIterator<ReplyChunk>;
  /** The chunks that were awaited, by their number. */
  readonly #awaited: Promise<Read>[] = [];
  #settle!: (settled?: Promise<void>) => void;

  /** `whole`: the question is probably complete. `ends`: the call is over. */
  constructor(
    responder: Responder,
    { question, history, inputs }: Premises,
    { canvas, calls, whole }: Pick<ReplyContext, 'canvas' | 'calls'> & { whole: boolean },
    ends: AbortSignal,
  ) {
    this.#premises = { question, inputs, history: [...history] };
    const settled = new Promise<void>((resolve) => (this.#settle = resolve));
    const signal = AbortSignal.any([this.stop.signal, ends]);
    // Callers that wait for the end of the turn are informed that it has none.
    signal.addEventListener('abort', () => this.#settle(), { once: true });
    this.#chunks = responder
      .think(question, {
        history: this.#premises.history,
        canvas,
        signal,
        settled,
        // Spoken lines have pauses; a typed line is complete.
        spoken: true,
        ...(calls ? { calls } : {}),
      })
      [Symbol.asyncIterator]();
    // A failure before the adoption has no effect.
    (whole ? this.#readAhead() : this.#chunk(0)).catch(() => undefined);
  }

  /** True if this reply answers the given question with the given history and inputs. */
  fits({ question, history, inputs }: Premises): boolean {
    return (
      question === this.#premises.question &&
      inputs === this.#premises.inputs &&
      history.length === this.#premises.history.length
    );
  }

  /**
   * The turn brought the same words and is certainly over by `settled`: yields the same chunks from the first one on.
   */
  async *adopt(settled: Promise<void> | undefined): AsyncIterable<ReplyChunk> {
    this.#settle(settled);
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

  /** The model is asked only after its notes were read, so reading ahead continues up to its first word. */
  async #readAhead(): Promise<void> {
    for (let number = 0; !isEnough(await this.#chunk(number)); number++);
  }

  /** The first reader starts a chunk; the second one receives the same promise. */
  #chunk(number: number): Promise<Read> {
    return (this.#awaited[number] ??= this.#chunks.next());
  }

  drop(): void {
    this.stop.abort(new LineContinued());
    void this.#chunks.return?.().catch(() => undefined);
  }
}
