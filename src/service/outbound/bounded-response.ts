/** Answers of others as `Response`s: decompressed, and bounded in bytes. */
import type { Readable } from 'node:stream';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  type BrotliDecompress,
  type Gunzip,
  type Inflate,
} from 'node:zlib';
import { OutboundError } from './outbound-error.ts';

/** Encodings of one body, one in another. */
const MOST_CODINGS = 3;
const BODILESS = new Set([204, 205, 304]);

export interface Answer {
  status: number;
  headers: Headers;
  body: Readable | null;
}

export function headersOf(given: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given))
    for (const each of [value ?? []].flat()) headers.append(name, each);
  return headers;
}

const DECODERS: Readonly<Record<string, () => Gunzip | Inflate | BrotliDecompress>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The body as it was before it was compressed; another encoding is left as it is. */
function decoded({ body, headers }: Answer): Readable | null {
  const codings = (headers.get('content-encoding') ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter(Boolean);
  if (
    !body ||
    codings.length === 0 ||
    codings.length > MOST_CODINGS ||
    codings.some((coding) => !DECODERS[coding])
  )
    return body;
  return codings.reverse().reduce((stream: Readable, coding) => {
    const decoder = DECODERS[coding]!();
    stream.on('error', (error) => decoder.destroy(error));
    decoder.on('close', () => stream.destroy());
    return stream.pipe(decoder);
  }, body);
}

/**
 * The answer with a body that ends in `too_large` beyond its bytes and whose every failure is an
 * `OutboundError`.
 */
export function boundedResponse(
  answer: Answer,
  url: URL,
  most: number,
  failureOf: (error: unknown) => OutboundError,
  settle: () => void,
  /** Hears of each piece, in bytes. */
  received: (bytes: number) => void = () => {},
): Response {
  answer.body?.on('error', () => undefined);
  const told = Number(answer.headers.get('content-length') ?? 0);
  if (told > most) {
    answer.body?.destroy();
    throw new OutboundError('too_large');
  }
  let body: ReadableStream<Uint8Array> | null = null;
  if (answer.body && !BODILESS.has(answer.status)) {
    const stream = decoded(answer)!.on('error', () => undefined);
    const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
    let read = 0;
    body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          try {
            const { done, value } = await chunks.next();
            if (done) {
              settle();
              return controller.close();
            }
            read += value.byteLength;
            received(value.byteLength);
            if (read > most) throw new OutboundError('too_large');
            controller.enqueue(value);
          } catch (error) {
            const failure = error instanceof OutboundError ? error : failureOf(error);
            settle();
            stream.destroy();
            controller.error(failure);
          }
        },
        async cancel() {
          settle();
          stream.destroy();
        },
      },
      { highWaterMark: 0 },
    );
  } else {
    answer.body?.destroy();
    settle();
  }
  const response = new Response(body, { status: answer.status, headers: answer.headers });
  Object.defineProperty(response, 'url', { value: url.href });
  return response;
}
