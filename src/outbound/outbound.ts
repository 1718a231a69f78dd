/**
 * The only path to addresses that users name: callbacks, documents, crawls, connectors and training videos. It is
 * a `fetch` that checks the address of each connection after DNS, so that the address cannot change after the
 * check. It limits time and size, and follows redirects only on request, with a check of each. The operator's
 * engines do not use it.
 */
import { Agent } from 'undici';
import type { Clock } from '@palkit/runtime/clock';
import { boundedResponse, headersOf } from './bounded-response.ts';
import { OutboundError } from './outbound-error.ts';
import { publicConnector, type Resolve } from './public-connections.ts';

export interface OutboundOptions {
  method?: string;
  headers?: ConstructorParameters<typeof Headers>[0];
  body?: string | Uint8Array;
  signal?: AbortSignal | null;
  /** Maximum milliseconds until the last byte. Default 30 000. */
  timeout?: number;
  /** Minimum rate of the body in bytes per second after decompression, over each 15 s. Default: no limit. */
  minRate?: number;
  /** Maximum size of the body in bytes after decompression. Default 10 MiB. */
  maximumBytes?: number;
  /** True to truncate a longer body instead of failing. */
  cut?: boolean;
  /** Maximum number of redirects, for GET and HEAD only. With 0, the default, the result is the redirect response. */
  redirects?: number;
  /**
   * True if the request may be sent twice. A reused connection that its server has closed is then not a failure (RFC
   * 9112 §9.3.1). The default is true for GET and HEAD.
   */
  repeatable?: boolean;
}

/** Milliseconds over which the rate of a body is measured. */
const RATE_WINDOW_MS = 15_000;
/** Minimum bytes per second for a file; a slower sender would occupy a job of its kind for hours. */
export const MIN_FILE_RATE = 8000;

export interface Outbound {
  /** Resolves with a response with its final `url`. Rejects only with `OutboundError`, also while the body is read. */
  fetch(url: string | URL, options?: OutboundOptions): Promise<Response>;
  close(): Promise<void>;
}

/** Methods without side effects. */
const READING_METHODS = new Set(['GET', 'HEAD']);
const STANDARD_HEADERS = { 'user-agent': 'Palkit', accept: '*/*', 'accept-encoding': 'gzip, deflate, br' };
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);
/** Bytes that are read beyond the limit, so that a body of exactly that length does not pause the parser. */
const HEADROOM_BYTES = 1024 * 1024;
/** Maximum number of bytes that are buffered before the caller reads them, even if the file is larger. */
const MAX_BUFFERED_BYTES = 256 * 1024 * 1024;
/** Common ports of other protocols, which browsers block too (Fetch standard, "port blocking"). */
const BAD_PORTS = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

export function createOutbound(parts: {
  clock: Clock;
  allowedHosts: readonly string[];
  resolve?: Resolve;
}): Outbound {
  const { clock } = parts;
  const agent = new Agent({
    connect: publicConnector(parts.allowedHosts, parts.resolve),
    connections: 16,
    maxResponseSize: -1,
  });

  async function fetch(url: string | URL, options: OutboundOptions = {}): Promise<Response> {
    const method = (options.method ?? 'GET').toUpperCase();
    const ending = new AbortController();
    // One deadline applies to all hops and the complete body; its timer ends with the response.
    const cleanup = new AbortController();
    clock.after(
      options.timeout ?? 30_000,
      () => ending.abort(new OutboundError('timed_out')),
      cleanup.signal,
    );
    const signal = options.signal ? AbortSignal.any([options.signal, ending.signal]) : ending.signal;
    const settle = () => cleanup.abort();
    try {
      let headers = withStandards(options.headers);
      const maxBytes = options.maximumBytes ?? 10 * 1024 * 1024;
      let currentUrl = readUrl(url);
      for (let hop = 0; ; hop++) {
        const request = () =>
          agent.request({
            origin: currentUrl.origin,
            path: `${currentUrl.pathname}${currentUrl.search}`,
            method,
            headers: Object.fromEntries(headers),
            body: options.body,
            signal,
            // The parser of undici 7 ends the process if a connection ends while the parser is paused
            // (nodejs/undici#5360), so it is never paused.
            highWaterMark: Math.min(maxBytes + HEADROOM_BYTES, MAX_BUFFERED_BYTES),
          });
        const response = await request().catch((error: unknown) => {
          if (!(options.repeatable ?? READING_METHODS.has(method)) || !isClosed(error)) throw error;
          return request();
        });
        const answerHeaders = headersOf(response.headers);
        const location = REDIRECT_STATUSES.has(response.statusCode) ? answerHeaders.get('location') : null;
        if (!location || !options.redirects || !READING_METHODS.has(method)) {
          return boundedResponse(
            {
              status: response.statusCode,
              headers: answerHeaders,
              body: method === 'HEAD' ? null : response.body,
            },
            currentUrl,
            { maximum: maxBytes, cut: options.cut },
            failureOf,
            settle,
            watchRate(options.minRate, { clock, ending, settled: cleanup.signal }),
          );
        }
        response.body.on('error', () => undefined).destroy();
        if (hop >= options.redirects) throw new OutboundError('too_many_redirects');
        const nextUrl = readUrl(location, currentUrl);
        // Headers for one host, such as credentials, must not be sent to another.
        if (nextUrl.origin !== currentUrl.origin)
          headers = new Headers([...headers].filter(([name]) => name === 'accept' || name === 'user-agent'));
        currentUrl = nextUrl;
      }
    } catch (error) {
      settle();
      throw failureOf(error);
    }

    function failureOf(error: unknown): OutboundError {
      if (ending.signal.aborted) return ending.signal.reason as OutboundError;
      return options.signal?.aborted ? new OutboundError('aborted') : toOutboundError(error);
    }
  }
  return { fetch, close: () => agent.destroy() };
}

/** Aborts a body with fewer than `minRate` bytes per second. The returned function counts the bytes. */
function watchRate(
  minRate: number | undefined,
  { clock, ending, settled }: { clock: Clock; ending: AbortController; settled: AbortSignal },
): (bytes: number) => void {
  if (minRate === undefined) return () => {};
  let bytes = 0;
  const checkRate = () => {
    if (bytes < minRate * (RATE_WINDOW_MS / 1000)) return ending.abort(new OutboundError('too_slow'));
    bytes = 0;
    clock.after(RATE_WINDOW_MS, checkRate, settled);
  };
  clock.after(RATE_WINDOW_MS, checkRate, settled);
  return (chunkBytes) => void (bytes += chunkBytes);
}

/** Adds the default headers. */
function withStandards(ownHeaders: OutboundOptions['headers']): Headers {
  const headers = new Headers(ownHeaders);
  for (const [name, value] of Object.entries(STANDARD_HEADERS))
    if (!headers.has(name)) headers.set(name, value);
  return headers;
}

/** Accepts http or https with a host and no credentials. Decimal, octal or hexadecimal addresses are normalised. */
function readUrl(address: string | URL, base?: URL): URL {
  let url: URL;
  try {
    url = new URL(address, base);
  } catch {
    throw new OutboundError('invalid_url');
  }
  if (
    (url.protocol !== 'http:' && url.protocol !== 'https:') ||
    url.hostname === '' ||
    url.username !== '' ||
    url.password !== '' ||
    BAD_PORTS.has(Number(url.port))
  )
    throw new OutboundError('invalid_url');
  return url;
}

/** True if the server closed the connection before it answered. */
const isClosed = (error: unknown): boolean =>
  ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes((error as { code?: string }).code ?? '');

function toOutboundError(error: unknown): OutboundError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof OutboundError) return cause;
    // An attempt with several addresses fails with an error that contains the reasons of all of them.
    if (cause instanceof AggregateError && cause.errors.some((inner) => inner instanceof OutboundError))
      return cause.errors.find((inner) => inner instanceof OutboundError) as OutboundError;
    const code = (cause as { code?: string }).code;
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return new OutboundError('name_not_found');
    if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return new OutboundError('timed_out');
  }
  return new OutboundError('connection_failed');
}
