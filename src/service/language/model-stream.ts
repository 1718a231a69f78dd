/**
 * One streamed answer of an OpenAI-compatible chat model, with its time-outs and the one try that may follow
 * a failure.
 */
import { createParser } from 'eventsource-parser';
import * as z from 'zod';
import type { Clock } from '../platform/clock.ts';
import { OutsideFault } from '../platform/outside-fault.ts';

const Chunk = z.looseObject({
  choices: z.array(
    z.looseObject({
      finish_reason: z.nullish(z.string()),
      delta: z.nullish(
        z.looseObject({
          content: z.nullish(z.string()),
          tool_calls: z.nullish(
            z.array(
              z.looseObject({
                index: z.optional(z.number()),
                id: z.nullish(z.string()),
                function: z.optional(
                  z.looseObject({ name: z.nullish(z.string()), arguments: z.nullish(z.string()) }),
                ),
              }),
            ),
          ),
        }),
      ),
    }),
  ),
});
export type Chunk = z.output<typeof Chunk>;

/** Whatever kept the model from answering: a word for the log, never a question or a key. */
export class ModelError extends OutsideFault {
  readonly reason: 'unreachable' | 'refused' | 'timeout' | 'cut_off' | 'bad_response';
  constructor(reason: ModelError['reason']) {
    super(`The language model failed: ${reason}`);
    this.reason = reason;
  }
}
/** One that may be gone at the next try. */
class PassingError extends ModelError {
  readonly after: number;
  constructor(reason: ModelError['reason'], after = RETRY_MS) {
    super(reason);
    this.after = after;
  }
}

export interface ModelEndpoint {
  /** Up to and with the version. */
  baseUrl: string;
  apiKey: string | null;
  model: string | null;
  fetch: typeof fetch;
  /** Further headers, and further fields of the request. */
  headers?: Readonly<Record<string, string>> | undefined;
  extra?: Readonly<Record<string, unknown>> | undefined;
  temperature?: number | undefined;
}

/**
 * Milliseconds: until the first word, between two pieces, before the second try (at most, where the server
 * asks for more).
 */
export const FIRST_WORD_MS = 15_000;
export const STALL_MS = 10_000;
const RETRY_MS = 250;
const LONGEST_RETRY_MS = 1000;
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * The pieces of an answer. A connection that fails, 429 or 5xx before the first piece is tried once more;
 * after it nothing is, since words were said. Throws the signal's reason after an abort, else a `ModelError`.
 */
export async function* streamModel(
  endpoint: ModelEndpoint,
  request: object,
  { signal, clock }: { signal: AbortSignal; clock: Clock },
): AsyncIterable<Chunk> {
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

async function* once(
  endpoint: ModelEndpoint,
  request: object,
  signal: AbortSignal,
  clock: Clock,
): AsyncIterable<Chunk> {
  const late = new AbortController();
  let watching = new AbortController();
  const within = (milliseconds: number) => {
    watching.abort();
    watching = new AbortController();
    clock.after(milliseconds, () => late.abort(), watching.signal);
  };
  const either = AbortSignal.any([signal, late.signal]);
  within(FIRST_WORD_MS);
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  try {
    const response = await endpoint.fetch(`${endpoint.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: {
        ...(endpoint.apiKey ? { authorization: `Bearer ${endpoint.apiKey}` } : {}),
        ...endpoint.headers,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        ...(endpoint.temperature === undefined ? {} : { temperature: endpoint.temperature }),
        ...endpoint.extra,
        model: endpoint.model ?? 'default',
        stream: true,
        ...request,
      }),
      // Another host must not get the key or what was said.
      redirect: 'manual',
      signal: either,
    });
    if (!response.ok || !response.body) {
      await response.body?.cancel().catch(() => undefined);
      if (response.status === 429 || response.status >= 500)
        throw new PassingError(
          'refused',
          Math.min(LONGEST_RETRY_MS, Number(response.headers.get('retry-after')) * 1000 || RETRY_MS),
        );
      throw new ModelError('refused');
    }
    reader = response.body.getReader();
    const ready: string[] = [];
    const parser = createParser({ onEvent: (event) => ready.push(event.data) });
    const decoder = new TextDecoder();
    let bytes = 0;
    let whole = false;
    let any = false;
    const given = aborted(either);
    given.catch(() => undefined);
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), given]);
      if (done) break;
      bytes += value.byteLength;
      if (bytes > MOST_BYTES) throw new ModelError('bad_response');
      parser.feed(decoder.decode(value, { stream: true }));
      for (const data of ready.splice(0)) {
        if (data === '[DONE]') return;
        const { data: chunk } = Chunk.safeParse(JSON.parse(data));
        if (!chunk) throw new ModelError('bad_response');
        const [choice] = chunk.choices;
        whole ||= Boolean(choice?.finish_reason);
        any ||= Boolean(choice?.delta?.content || choice?.delta?.tool_calls?.length);
        if (any) within(STALL_MS);
        yield chunk;
        // What the listener took over this piece is no silence of the model.
        if (any) within(STALL_MS);
      }
    }
    // A stream that ends without saying so was cut off.
    if (!whole)
      throw bytes === 0 ? new PassingError('cut_off') : new ModelError(any ? 'cut_off' : 'bad_response');
  } catch (error) {
    if (signal.aborted || error instanceof ModelError) throw error;
    if (late.signal.aborted) throw new ModelError('timeout');
    throw error instanceof SyntaxError
      ? new ModelError('bad_response')
      : new PassingError(reader ? 'cut_off' : 'unreachable');
  } finally {
    watching.abort();
    void reader?.cancel().catch(() => undefined);
  }
}

/** Rejects at the abort: a body need not end with its request. */
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
