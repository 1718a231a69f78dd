/**
 * The one way out to addresses that users gave: callbacks, documents, crawls, connectors, training videos. A
 * `fetch` that judges the address it connects to (after DNS, so that no answer can change in between),
 * follows no redirect unless asked and judges each hop again, and bounds time and size. The engines an
 * operator configured do not go through here.
 */
import dns from 'node:dns/promises';
import net from 'node:net';
import type { Readable } from 'node:stream';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  type BrotliDecompress,
  type Gunzip,
  type Inflate,
} from 'node:zlib';
import { Agent, buildConnector } from 'undici';
import type { Clock } from '../platform/clock.ts';
import { isPublicAddress } from '@palkit/contract/public-host';
import { OutsideFault } from '../platform/outside-fault.ts';

/** Why nothing came back; `retriable` ones may be gone tomorrow. */
export const OUTBOUND_FAILURES = {
  invalid_url: { text: 'The address is not an http or https address without credentials.', retriable: false },
  address_refused: { text: 'The address is not public.', retriable: false },
  name_not_found: { text: 'The host name has no address.', retriable: true },
  connection_failed: { text: 'The connection failed.', retriable: true },
  timed_out: { text: 'There was no answer in time.', retriable: true },
  too_large: { text: 'The answer is too large.', retriable: false },
  too_many_redirects: { text: 'The address redirects too often.', retriable: false },
  aborted: { text: 'The request was given up.', retriable: true },
} as const;
export type OutboundFailure = keyof typeof OUTBOUND_FAILURES;

export class OutboundError extends OutsideFault {
  readonly code: OutboundFailure;
  constructor(code: OutboundFailure) {
    super(OUTBOUND_FAILURES[code].text);
    this.name = 'OutboundError';
    this.code = code;
  }
}

export interface OutboundOptions {
  method?: string;
  headers?: ConstructorParameters<typeof Headers>[0];
  body?: string | Uint8Array;
  signal?: AbortSignal | null;
  /** Milliseconds until the last byte; 30 000 unless told. */
  timeout?: number;
  /** Most bytes of the body after decompression; 10 MiB unless told. */
  maximumBytes?: number;
  /** Redirects to follow, on GET and HEAD only; 0 unless told: the answer is then the redirect itself. */
  redirects?: number;
  /**
   * Whether twice is as good as once: then a kept connection that its server has closed meanwhile is no failure
   * (RFC 9112 §9.3.1). GET and HEAD are, unless told.
   */
  repeatable?: boolean;
}

export interface Outbound {
  /**
   * Answers with `url` set to where it came from; fails with an `OutboundError` only, also while its body is
   * read.
   */
  fetch(url: string | URL, options?: OutboundOptions): Promise<Response>;
  close(): Promise<void>;
}

/** What a name stands for; a port, so that tests can answer differently each time. */
export type Resolve = (hostname: string) => Promise<{ address: string; family: number }[]>;

/** Methods that change nothing. */
const READING = new Set(['GET', 'HEAD']);
const STANDARD_HEADERS = { 'user-agent': 'Palkit', accept: '*/*', 'accept-encoding': 'gzip, deflate, br' };
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Bytes that are taken beyond the most, so that a body of just that length does not pause the parser. */
const HEADROOM = 1024 * 1024;
/** Bytes that are taken before somebody reads them, of the largest files too. */
const MOST_AHEAD = 256 * 1024 * 1024;
/** Encodings of one body, one in another. */
const MOST_CODINGS = 3;
const BODILESS = new Set([204, 205, 304]);
/**
 * Ports of services that speak something else, which no browser asks either (Fetch standard, "port
 * blocking"), in so far as they are common.
 */
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
    connect: connector(parts.allowedHosts, parts.resolve),
    connections: 16,
    maxResponseSize: -1,
  });

  async function fetch(url: string | URL, options: OutboundOptions = {}): Promise<Response> {
    const method = (options.method ?? 'GET').toUpperCase();
    const ending = new AbortController();
    // One deadline over all hops and the whole body; its timer ends with the answer.
    const settled = new AbortController();
    clock.after(
      options.timeout ?? 30_000,
      () => ending.abort(new OutboundError('timed_out')),
      settled.signal,
    );
    const signal = options.signal ? AbortSignal.any([options.signal, ending.signal]) : ending.signal;
    const settle = () => settled.abort();
    try {
      let headers = withStandards(options.headers);
      const most = options.maximumBytes ?? 10 * 1024 * 1024;
      let at = readUrl(url);
      for (let hop = 0; ; hop++) {
        const request = () =>
          agent.request({
            origin: at.origin,
            path: `${at.pathname}${at.search}`,
            method,
            headers: Object.fromEntries(headers),
            body: options.body,
            signal,
            // The parser of undici 7 ends the process where a connection ends while it is paused
            // (nodejs/undici#5360): it never is.
            highWaterMark: Math.min(most + HEADROOM, MOST_AHEAD),
          });
        const answer = await request().catch((error: unknown) => {
          if (!(options.repeatable ?? READING.has(method)) || !isClosed(error)) throw error;
          return request();
        });
        const given = headersOf(answer.headers);
        const location = REDIRECTS.has(answer.statusCode) ? given.get('location') : null;
        if (!location || !options.redirects || !READING.has(method)) {
          return limited(
            { status: answer.statusCode, headers: given, body: method === 'HEAD' ? null : answer.body },
            at,
            most,
            failureOf,
            settle,
          );
        }
        answer.body.on('error', () => undefined).destroy();
        if (hop >= options.redirects) throw new OutboundError('too_many_redirects');
        const next = readUrl(location, at);
        // What was meant for one host is not told to another.
        if (next.origin !== at.origin)
          headers = new Headers([...headers].filter(([name]) => name === 'accept' || name === 'user-agent'));
        at = next;
      }
    } catch (error) {
      settle();
      throw failureOf(error);
    }

    function failureOf(error: unknown): OutboundError {
      if (ending.signal.aborted) return ending.signal.reason as OutboundError;
      return options.signal?.aborted ? new OutboundError('aborted') : reason(error);
    }
  }
  return { fetch, close: () => agent.destroy() };
}

/** What is asked with, unless told. */
function withStandards(given: OutboundOptions['headers']): Headers {
  const headers = new Headers(given);
  for (const [name, value] of Object.entries(STANDARD_HEADERS))
    if (!headers.has(name)) headers.set(name, value);
  return headers;
}

/**
 * http or https, a host, no credentials. Odd spellings of addresses (decimal, octal, hexadecimal) come out
 * plain.
 */
function readUrl(given: string | URL, base?: URL): URL {
  let url: URL;
  try {
    url = new URL(given, base);
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

const systemResolve: Resolve = (hostname) => dns.lookup(hostname, { all: true });
const plain = (hostname: string) => hostname.replace(/^\[|\]$/g, '');

/** Which hosts are allowed by name, and a lookup that answers with public addresses only. */
export function judge(
  allowedHosts: readonly string[],
  resolve: Resolve = systemResolve,
): { isAllowed(hostname: string, port: string): boolean; lookup: net.LookupFunction } {
  const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()));
  return {
    isAllowed: (hostname, port) =>
      [hostname, plain(hostname)].some((host) => allowed.has(host)) || allowed.has(`${hostname}:${port}`),
    lookup(hostname, options, callback) {
      resolve(hostname).then(
        (found) => {
          const usable = found.filter(
            ({ address, family }) =>
              isPublicAddress(address) && (!options.family || options.family === family),
          );
          const [first] = usable;
          if (!first)
            return callback(
              new OutboundError(found.length > 0 ? 'address_refused' : 'name_not_found'),
              '',
              0,
            );
          if (options.all)
            (callback as unknown as (error: null, addresses: typeof usable) => void)(null, usable);
          else callback(null, first.address, first.family);
        },
        () => callback(new OutboundError('name_not_found'), '', 0),
      );
    },
  };
}

/** A connector that connects to public addresses only, or to the hosts that are allowed by name. */
function connector(allowedHosts: readonly string[], resolve: Resolve | undefined): buildConnector.connector {
  const { isAllowed, lookup } = judge(allowedHosts, resolve);
  const base = { timeout: 10_000, keepAlive: true, autoSelectFamily: true };
  const free = buildConnector(base);
  const judged = buildConnector({ ...base, lookup });
  return (options, callback) => {
    const hostname = options.hostname.toLowerCase();
    const port = options.port || (options.protocol === 'https:' ? '443' : '80');
    if (isAllowed(hostname, port)) return free(options, callback);
    // No lookup is made for a literal, so it is judged here.
    if (net.isIP(plain(hostname)) !== 0 && !isPublicAddress(plain(hostname)))
      return callback(new OutboundError('address_refused'), null);
    judged(options, (error, socket) => {
      if (error) return callback(error, null);
      // The last word has the address that is really connected to.
      if (socket.remoteAddress && isPublicAddress(socket.remoteAddress)) return callback(null, socket);
      socket.destroy();
      callback(new OutboundError('address_refused'), null);
    });
  };
}

/** The other side closed the connection before it answered. */
const isClosed = (error: unknown): boolean =>
  ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes((error as { code?: string }).code ?? '');

function reason(error: unknown): OutboundError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof OutboundError) return cause;
    // An attempt at several addresses fails with all of their reasons.
    if (cause instanceof AggregateError && cause.errors.some((inner) => inner instanceof OutboundError))
      return cause.errors.find((inner) => inner instanceof OutboundError) as OutboundError;
    const code = (cause as { code?: string }).code;
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return new OutboundError('name_not_found');
    if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return new OutboundError('timed_out');
  }
  return new OutboundError('connection_failed');
}

interface Answer {
  status: number;
  headers: Headers;
  body: Readable | null;
}

function headersOf(given: Record<string, string | string[] | undefined>): Headers {
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
function limited(
  answer: Answer,
  url: URL,
  most: number,
  failureOf: (error: unknown) => OutboundError,
  settle: () => void,
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
