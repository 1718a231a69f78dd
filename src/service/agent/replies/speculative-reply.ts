/**
 * Thoughts begun in secret at a pause, on words that are more often than not the whole question. The responder is
 * asked and its first thought awaited; the rest stays unread until the guess is adopted, which is when the
 * visitor's turn brought the same words. Until then nobody is told and no tool runs, for `settled` waits for
 * the adoption, too. A guess that is dropped is aborted as `Continued`.
 */
import { Continued, type Asked, type Exchange, type Responder, type ReplyChunk } from './responder.ts';

/**
 * What an answer depends on: the whole question, what was said before, and whatever else the responder is given.
 */
export interface Premises {
  question: string;
  /** Only ever grows. */
  history: readonly Exchange[];
  given: string;
}

export class SpeculativeReply {
  /** Ends the thinking, before and after the adoption. */
  readonly stop = new AbortController();
  readonly #premises: Premises;
  readonly #thoughts: AsyncIterator<ReplyChunk>;
  readonly #first: Promise<IteratorResult<ReplyChunk>>;
  #settle!: (settled?: Promise<void>) => void;

  /** `ends`: the call is over. */
  constructor(
    responder: Responder,
    { question, history, given }: Premises,
    { canvas, calls }: Pick<Asked, 'canvas' | 'calls'>,
    ends: AbortSignal,
  ) {
    this.#premises = { question, given, history: [...history] };
    const settled = new Promise<void>((resolve) => (this.#settle = resolve));
    const signal = AbortSignal.any([this.stop.signal, ends]);
    // Whoever waits for the end of the turn finds out that there is none for it.
    signal.addEventListener('abort', () => this.#settle(), { once: true });
    this.#thoughts = responder
      .think(question, {
        history: this.#premises.history,
        canvas,
        signal,
        settled,
        ...(calls ? { calls } : {}),
      })
      [Symbol.asyncIterator]();
    this.#first = this.#thoughts.next();
    // It may fail while nobody has asked for it yet.
    this.#first.catch(() => undefined);
  }

  /** Whether it is an answer to this. */
  fits({ question, history, given }: Premises): boolean {
    return (
      question === this.#premises.question &&
      given === this.#premises.given &&
      history.length === this.#premises.history.length
    );
  }

  /**
   * The turn has brought these words and is surely over by `settled`: the same thoughts, from the first one
   * on.
   */
  async *adopt(settled: Promise<void> | undefined): AsyncIterable<ReplyChunk> {
    this.#settle(settled);
    try {
      for (let next = await this.#first; !next.done; next = await this.#thoughts.next()) yield next.value;
    } finally {
      await this.#thoughts.return?.();
    }
  }

  drop(): void {
    this.stop.abort(new Continued());
    void this.#thoughts.return?.().catch(() => undefined);
  }
}
