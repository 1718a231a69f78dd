/** Streams one answer of an OpenAI-compatible chat model, with time-outs and one retry after a failure. */
import { pause, type Clock } from '@palkit/runtime/clock';
import { isFault, readChunk, type ModelChunk } from './model-chunk.ts';
import { ModelError, TransientError, sendChat, type ModelEndpoint } from './model-request.ts';
import { ObjectScan } from './object-scan.ts';
import { dataOf, type Datum } from './stream-data.ts';

export { ModelError, type ModelEndpoint } from './model-request.ts';

/** Maximum milliseconds until the first word, and between two pieces. */
export const FIRST_WORD_MS = 15_000;
export const STALL_MS = 10_000;
/** Maximum milliseconds before the first word for a model that reports its reasoning. */
export const REASONING_MS = 60_000;
/** Maximum milliseconds for a complete answer, however slowly it streams. */
export const MAX_ANSWER_MS = 5 * 60_000;
/** Maximum milliseconds for the data after the finish reason: the usage and the end of the stream. */
export const AFTER_FINISH_MS = 1000;

/**
 * Yields the pieces of an answer. A failed connection or a status of 429 or 5xx is retried once, but only before
 * the first piece; later the answer is already being spoken. Throws the signal's reason after an abort, otherwise
 * a `ModelError`.
 */
export async function* streamModel(
  endpoint: ModelEndpoint,
  request: Readonly<Record<string, unknown>>,
  { signal, clock }: { signal: AbortSignal; clock: Clock },
): AsyncIterable<ModelChunk> {
  for (let attempt = 0; ; attempt++) {
    let hasChunks = false;
    try {
      for await (const chunk of streamOnce(endpoint, request, signal, clock)) {
        hasChunks = true;
        yield chunk;
      }
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (hasChunks || attempt > 0 || !(error instanceof TransientError)) throw error;
      await pause(clock, error.retryAfterMs, signal);
    }
  }
}

/** Aborts a request if the server sends no data for too long. */
class Watch {
  readonly timeout = new AbortController();
  #timerAbort = new AbortController();
  readonly #clock: Clock;
  readonly #startedAt: number;
  #hasWords = false;
  #hasFinished = false;
  #finishesEarly = false;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#startedAt = clock.now();
    this.#setTimeLimit(FIRST_WORD_MS);
  }

  observe(chunk: ModelChunk): void {
    const { text, calls, refusal } = chunk;
    const hasWords = text !== '' || calls.length > 0 || refusal !== '';
    this.#hasWords ||= hasWords;
    // Some servers send a finish reason with every piece. If words follow a finish reason, the server is one
    // of them, and the shorter time limit does not apply.
    this.#finishesEarly ||= this.#hasFinished && hasWords;
    this.#hasFinished ||= isFinish(chunk);
    this.wait(chunk);
  }

  /** Starts the timer for the next piece. The time that the consumer spends on a piece does not count. */
  wait({ reasoning }: ModelChunk): void {
    if (this.#hasFinished && !this.#finishesEarly) this.#setTimeLimit(AFTER_FINISH_MS);
    else if (this.#hasWords) this.#setTimeLimit(STALL_MS);
    else if (reasoning)
      this.#setTimeLimit(Math.min(FIRST_WORD_MS, this.#startedAt + REASONING_MS - this.#clock.now()));
  }

  stop(): void {
    this.#timerAbort.abort();
  }

  #setTimeLimit(milliseconds: number): void {
    this.#timerAbort.abort();
    this.#timerAbort = new AbortController();
    const remainingMs = this.#startedAt + MAX_ANSWER_MS - this.#clock.now();
    this.#clock.after(
      Math.min(milliseconds, remainingMs),
      () => this.timeout.abort(),
      this.#timerAbort.signal,
    );
  }
}

async function* streamOnce(
  endpoint: ModelEndpoint,
  request: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
  clock: Clock,
): AsyncIterable<ModelChunk> {
  const watch = new Watch(clock);
  const combinedSignal = AbortSignal.any([signal, watch.timeout.signal]);
  const progress = new Progress();
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  try {
    const { response, confirm } = await sendChat(
      endpoint,
      { stream: true, ...request },
      combinedSignal,
      clock,
    );
    reader = (response.body as ReadableStream<Uint8Array>).getReader();
    let hasBytes = false;
    for await (const datum of dataOf(reader, combinedSignal)) {
      hasBytes = true;
      const chunk = datum && progress.read(datum);
      if (progress.isDone) return;
      if (!chunk) continue;
      watch.observe(chunk);
      if (progress.pieces === 1) confirm();
      yield chunk;
      watch.wait(chunk);
    }
    progress.end(hasBytes);
  } catch (error) {
    if (signal.aborted) throw error;
    if (progress.isFinished) return;
    if (error instanceof ModelError) throw error;
    if (watch.timeout.signal.aborted) throw new ModelError('timeout');
    throw new TransientError(reader ? 'cut_off' : 'unreachable');
  } finally {
    watch.stop();
    void reader?.cancel().catch(() => undefined);
  }
}

const isFinish = ({ finish }: ModelChunk): boolean => finish !== null && finish !== '';

/** Number of characters at the end of an answer that are checked for completeness. */
const TAIL = 80;
/** Matches the end of a sentence, a list, a block or a call. An emoji also ends a sentence. */
const COMPLETE_END =
  /[.!?\u2026\u3002\uFF01\uFF1F\u0964\u061F"'\u201D\u2019\u00BB)\]}>|*`\p{Extended_Pictographic}]\uFE0F?\s*$/u;

/** Tracks how much of an answer the server has sent. */
class Progress {
  #tail = '';
  #calls: ObjectScan | null = null;
  #hasLastUsage = false;
  #hasData = false;
  pieces = 0;
  isFinished = false;
  /** True if the server announced the end of the stream. */
  isDone = false;

  /** Parses a piece of the answer; null for other data. Throws for an error before the finish reason. */
  read({ data, isError }: Datum): ModelChunk | null {
    if (data === '') return null;
    const json = parseJson(data);
    if (json === DONE) {
      if (this.#hasData && this.pieces === 0) throw new ModelError('bad_response');
      this.isDone = true;
      return null;
    }
    this.#hasData = true;
    if (!this.isFinished && (isError || isFault(json))) throw new ModelError('bad_response');
    const chunk = readChunk(json);
    if (chunk) this.#track(chunk);
    return chunk;
  }

  /**
   * Called at the end of the body. Throws if the answer has no finish reason and stops within a sentence,
   * because it is then incomplete.
   */
  end(bytes: boolean): void {
    const isComplete = this.#calls ? !this.#calls.isOpen : COMPLETE_END.test(this.#tail);
    if (this.isFinished || this.#hasLastUsage || isComplete) return;
    if (!bytes) throw new TransientError('cut_off');
    throw new ModelError(this.#tail !== '' || this.#calls ? 'cut_off' : 'bad_response');
  }

  #track(chunk: ModelChunk): void {
    const hasWords = chunk.text !== '' || chunk.calls.length > 0;
    this.pieces++;
    this.isFinished ||= isFinish(chunk);
    this.#hasLastUsage = chunk.usage !== null && !hasWords && (this.#tail !== '' || this.#calls !== null);
    this.#tail = (this.#tail + chunk.text).slice(-TAIL);
    for (const call of chunk.calls) {
      if (!this.#calls?.isOpen) this.#calls = new ObjectScan();
      this.#calls.consume(call.arguments);
    }
  }
}

const DONE = Symbol('done');

/** Parses a JSON text; undefined for any other text. */
function parseJson(data: string): unknown {
  if (/^"?\[DONE\]"?$/i.test(data)) return DONE;
  try {
    return JSON.parse(data) as unknown;
  } catch {
    return undefined;
  }
}
