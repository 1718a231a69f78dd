/** Decompresses responses of other servers and limits their size in bytes. */
import type { Readable } from 'node:stream';
import { decodeBody } from './decoding.ts';
import { OutboundError } from './outbound-error.ts';

const BODILESS = new Set([204, 205, 304]);

export interface RawResponse {
  status: number;
  headers: Headers;
  body: Readable | null;
}

export function headersOf(fields: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(fields))
    for (const each of [value ?? []].flat()) headers.append(name, each);
  return headers;
}

/**
 * Returns the response with a limited body. If `cut` is set, the body ends at the limit without an error.
 * Otherwise it fails with `too_large`, at once if the header `content-length` exceeds the limit. Each failure is
 * an `OutboundError`.
 */
export function boundedResponse(
  answer: RawResponse,
  url: URL,
  { maximum, cut = false }: { maximum: number; cut?: boolean | undefined },
  failureOf: (error: unknown) => OutboundError,
  onSettled: () => void,
  /** Called with the number of bytes of each chunk. */
  onBytes: (bytes: number) => void = () => {},
): Response {
  answer.body?.on('error', () => undefined);
  const contentLength = Number(answer.headers.get('content-length') ?? 0);
  if (contentLength > maximum && !cut) {
    answer.body?.destroy();
    throw new OutboundError('too_large');
  }
  let body: ReadableStream<Uint8Array> | null = null;
  if (answer.body && !BODILESS.has(answer.status)) {
    const encodings = answer.headers.get('content-encoding') ?? '';
    const stream = decodeBody(answer.body, encodings).on('error', () => undefined);
    const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
    let bytesRead = 0;
    body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          try {
            const { done, value } = await chunks.next();
            if (done) {
              onSettled();
              return controller.close();
            }
            bytesRead += value.byteLength;
            onBytes(value.byteLength);
            if (bytesRead > maximum && !cut) throw new OutboundError('too_large');
            const excessBytes = Math.max(0, bytesRead - maximum);
            if (excessBytes < value.byteLength)
              controller.enqueue(value.subarray(0, value.byteLength - excessBytes));
            if (excessBytes === 0) return;
            onSettled();
            stream.destroy();
            controller.close();
          } catch (error) {
            const failure = error instanceof OutboundError ? error : failureOf(error);
            onSettled();
            stream.destroy();
            controller.error(failure);
          }
        },
        async cancel() {
          onSettled();
          stream.destroy();
        },
      },
      { highWaterMark: 0 },
    );
  } else {
    answer.body?.destroy();
    onSettled();
  }
  const response = new Response(body, { status: answer.status, headers: answer.headers });
  Object.defineProperty(response, 'url', { value: url.href });
  return response;
}
