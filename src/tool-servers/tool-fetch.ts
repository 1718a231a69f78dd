/**
 * `fetch` for the protocol's client, through the outbound guard. It disconnects a server that sends data or
 * requests without end.
 */
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { OutboundError } from '@palkit/outbound/outbound-error';
import type { Outbound } from '@palkit/outbound/outbound';

/** Maximum milliseconds for closing a session, whose result is not needed. */
const GOODBYE_MS = 2000;
/** Maximum size in bytes of an authorization server's metadata or of a token response. */
export const MAX_LOGIN_BYTES = 256 * 1024;
/**
 * Maximum number of requests of one connection. It is limited because a server may send requests itself, and
 * may let its streams be resumed, each time with another request.
 */
const MAX_REQUESTS = 100;

/** Returns a `fetch` with the signature of the protocol's client. */
export function outboundFetch(outbound: Outbound, maximumBytes = MAX_LOGIN_BYTES): FetchLike {
  return (url, init = {}) =>
    outbound.fetch(url, {
      method: init.method ?? 'GET',
      headers: [...new Headers(init.headers)],
      timeout: init.method === 'DELETE' ? GOODBYE_MS : 60_000,
      maximumBytes,
      signal: init.signal ?? null,
      ...(init.body === undefined || init.body === null
        ? {}
        : { body: init.body instanceof URLSearchParams ? init.body.toString() : (init.body as string) }),
    });
}

/** Disconnects a server that sends more, or causes more requests, than any tool needs. */
export function boundedFetch(send: FetchLike, hangUp: () => void): FetchLike {
  let requestCount = 0;
  return async (url, init) => {
    if (++requestCount > MAX_REQUESTS) {
      hangUp();
      throw new Error('a tool server asks without end');
    }
    const response = await send(url, init);
    if (!response.body) return response;
    const { status, headers } = response;
    return new Response(watchEnd(response.body, hangUp), { status, headers });
  };
}

/**
 * Returns the same stream. If it was too long, `hangUp` ends the connection, because the protocol's client
 * would wait after a broken stream.
 */
function watchEnd(body: ReadableStream<Uint8Array>, hangUp: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          controller.error(error);
          if (error instanceof OutboundError && error.code === 'too_large') hangUp();
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
