/**
 * One streamed answer of an OpenAI-compatible chat model, with its time-outs and the one try that may follow
 * a failure.
 */
import { setImmediate as breathe } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import type { Clock } from '../platform/clock.ts';
import { readChunk, type ModelChunk } from './model-chunk.ts';
import { ModelError, PassingError, sendChat, type ModelEndpoint } from './model-request.ts';

export { ModelError, type ModelEndpoint } from './model-request.ts';

/** Milliseconds: until the first word, and between two pieces. */
export const FIRST_WORD_MS = 15_000;
export const STALL_MS = 10_000;
/** Milliseconds that a model may reason before its first word, as long as it tells that it does. */
export const REASONING_MS = 60_000;
/** Milliseconds for a whole answer, however it drips. */
export const WHOLE_MS = 5 * 60_000;
const MOST_BYTES = 4 * 1024 * 1024;
/** Pieces read in a row before others have their turn. */
const AT_ONCE = 100;

/**
 * The pieces of an answer. A connection that fails, 429 or 5xx before the first piece is tried once more;
 * after it nothing is, since words were said. Throws the signal's reason after an abort, else a `ModelError`.
 */
export async function* streamModel(
  endpoint: ModelEndpoint,
  request: Readonly<Record<string, unknown>>,
  { signal, clock }: { signal: AbortSignal; clock: Clock },
): AsyncIterable<ModelChunk> {
  for (let attempt = 0; ; attempt++) {
    let any = false;
    try {
      for await (const chunk of once(endpoint, request, signal, clock)) {
        any = true;
        yield chunk;
      }
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (any || attempt > 0 || !(error instanceof PassingError)) throw error;
      await pause(clock, error.after, signal);
    }
  }
}

/** Ends a request that is silent for too long. */
class Watch {
  readonly late = new AbortController();
  #watching = new AbortController();
  readonly #clock: Clock;
  readonly #began: number;
  #words = false;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#began = clock.now();
    this.#within(FIRST_WORD_MS);
  }

  heard({ text, calls, refusal, reasoning }: ModelChunk): void {
    this.#words ||= text !== '' || calls.length > 0 || refusal !== '';
    if (this.#words) this.#within(STALL_MS);
    else if (reasoning) this.#within(Math.min(FIRST_WORD_MS, this.#began + REASONING_MS - this.#clock.now()));
  }

  stop(): void {
    this.#watching.abort();
  }

  #within(milliseconds: number): void {
    this.#watching.abort();
    this.#watching = new AbortController();
    const left = this.#began + WHOLE_MS - this.#clock.now();
    this.#clock.after(Math.min(milliseconds, left), () => this.late.abort(), this.#watching.signal);
  }
}

async function* once(
  endpoint: ModelEndpoint,
  request: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
  clock: Clock,
): AsyncIterable<ModelChunk> {
  const watch = new Watch(clock);
  const either = AbortSignal.any([signal, watch.late.signal]);
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  try {
    const { response, confirm } = await sendChat(endpoint, { stream: true, ...request }, either, clock);
    reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const events = response.headers.get('content-type')?.includes('application/json')
      ? wholeOf(reader, either)
      : eventsOf(reader, either);
    let isConfirmed = false;
    for await (const chunk of piecesOf(events)) {
      watch.heard(chunk);
      if (!isConfirmed) confirm();
      isConfirmed = true;
      yield chunk;
      // What the listener took over this piece is no silence of the model.
      watch.heard(chunk);
    }
  } catch (error) {
    if (signal.aborted || error instanceof ModelError) throw error;
    if (watch.late.signal.aborted) throw new ModelError('timeout');
    throw error instanceof SyntaxError
      ? new ModelError('bad_response')
      : new PassingError(reader ? 'cut_off' : 'unreachable');
  } finally {
    watch.stop();
    void reader?.cancel().catch(() => undefined);
  }
}

/** A stream that ends without saying so was cut off. */
async function* piecesOf(events: AsyncIterable<string>): AsyncIterable<ModelChunk> {
  let ended = false;
  let any = false;
  let bytes = false;
  for await (const data of events) {
    bytes = true;
    if (data === '') continue;
    if (data === '[DONE]') return;
    const chunk = readChunk(JSON.parse(data));
    if (!chunk) throw new ModelError('bad_response');
    ended ||= chunk.finish !== null && chunk.finish !== '';
    any ||= chunk.text !== '' || chunk.calls.length > 0;
    yield chunk;
  }
  if (ended) return;
  throw bytes ? new ModelError(any ? 'cut_off' : 'bad_response') : new PassingError('cut_off');
}

async function* chunksOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  either: AbortSignal,
): AsyncIterable<string> {
  const decoder = new TextDecoder();
  // A body need not end with its request.
  const given = aborted(either);
  given.catch(() => undefined);
  for (let bytes = 0; ;) {
    const { done, value } = await Promise.race([reader.read(), given]);
    if (done) return;
    bytes += value.byteLength;
    if (bytes > MOST_BYTES) throw new ModelError('bad_response');
    yield decoder.decode(value, { stream: true });
  }
}

/** The events' data; an empty text for bytes that complete none. */
async function* eventsOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  either: AbortSignal,
): AsyncIterable<string> {
  const ready: string[] = [];
  const parser = createParser({ onEvent: (event) => ready.push(event.data) });
  for await (const text of chunksOf(reader, either)) {
    parser.feed(text);
    yield '';
    for (const [index, data] of ready.splice(0).entries()) {
      // One read may hold thousands, and each is work for whoever listens.
      if (index % AT_ONCE === AT_ONCE - 1) await breathe();
      yield data;
    }
  }
}

/** The whole answer of a server that does not stream, as its one event. */
async function* wholeOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  either: AbortSignal,
): AsyncIterable<string> {
  let whole = '';
  for await (const text of chunksOf(reader, either)) whole += text;
  yield whole;
  yield '[DONE]';
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(new Error('aborted'));
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  });
}

function pause(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController();
    signal.addEventListener('abort', () => (ended.abort(), reject(signal.reason as Error)), {
      once: true,
      signal: ended.signal,
    });
    clock.after(milliseconds, () => (ended.abort(), resolve()), ended.signal);
  });
}
