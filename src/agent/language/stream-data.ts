/**
 * Yields the JSON texts in the body of a model server: the data of server-sent events, or one JSON text for a
 * complete answer. The first character decides, because the content types of servers are unreliable.
 */
import { setImmediate as breathe } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import { ModelError } from './model-request.ts';

const MAX_BYTES = 4 * 1024 * 1024;
/** Maximum number of pieces that are read in a row before the event loop continues. */
const PIECES_AT_ONCE = 100;
/** Matches white space at the beginning, including the byte-order mark. */
const WHITE_SPACE = /^[\s\uFEFF]+/;

export interface Datum {
  data: string;
  /** True if the event's name marks an error. */
  isError: boolean;
}

/** Yields each text when it is complete, and null for bytes that complete no text. */
export async function* dataOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  signal: AbortSignal,
): AsyncIterable<Datum | null> {
  let events: EventReader | null = null;
  let pendingText = '';
  for await (const text of textOf(reader, signal)) {
    yield null;
    if (events) {
      yield* withBreaks(events.feed(text));
      continue;
    }
    pendingText += pendingText === '' ? text.replace(WHITE_SPACE, '') : text;
    if (pendingText === '' || pendingText.startsWith('{') || pendingText.startsWith('[')) continue;
    events = new EventReader();
    yield* withBreaks(events.feed(pendingText));
  }
  yield* withBreaks(events ? events.end() : textsOf(pendingText));
}

async function* withBreaks(data: readonly Datum[]): AsyncIterable<Datum> {
  for (const [index, datum] of data.entries()) {
    if (index % PIECES_AT_ONCE === PIECES_AT_ONCE - 1) await breathe();
    yield datum;
  }
}

class EventReader {
  readonly #data: Datum[] = [];
  readonly #parser = createParser({
    onEvent: ({ data, event }) => this.#data.push({ data: data.trim(), isError: event === 'error' }),
  });

  feed(text: string): Datum[] {
    this.#parser.feed(text);
    return this.#data.splice(0);
  }

  /** Returns the last event, after which some servers omit the empty line. */
  end(): Datum[] {
    return this.feed('\n\n');
  }
}

/** Reads a body that is a complete answer, a list of pieces, or one piece per line. */
function textsOf(body: string): Datum[] {
  const datum = (data: string): Datum => ({ data, isError: false });
  try {
    const value: unknown = JSON.parse(body);
    const pieces = Array.isArray(value) ? value.map((each) => datum(JSON.stringify(each))) : [datum(body)];
    return [...pieces, datum('[DONE]')];
  } catch {
    return body
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .map(datum);
  }
}

async function* textOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  signal: AbortSignal,
): AsyncIterable<string> {
  const decoder = new TextDecoder();
  // The body of an aborted request does not always end.
  const abortRejection = rejectionBy(signal);
  abortRejection.catch(() => undefined);
  for (let bytes = 0; ;) {
    const { done, value } = await Promise.race([reader.read(), abortRejection]);
    if (done) break;
    bytes += value.byteLength;
    if (bytes > MAX_BYTES) throw new ModelError('bad_response');
    yield decoder.decode(value, { stream: true });
  }
  yield decoder.decode();
}

function rejectionBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(new Error('aborted'));
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  });
}
