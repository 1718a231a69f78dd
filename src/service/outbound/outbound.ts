/**
 * The one way out to addresses that users gave: callbacks, documents, crawls, connectors, training videos. A `fetch` that
 * judges the address it connects to (after DNS, so that no answer can change in between), follows no redirect unless asked
 * and judges each hop again, and bounds time and size. The engines an operator configured do not go through here.
 */
import dns from 'node:dns/promises';
import net from 'node:net';
import { Agent, buildConnector, fetch as send } from 'undici';
import type { Clock } from '../clock.ts';
import { isPublicAddress } from '../../contract/public-host.ts';
import { OutsideFault } from '../outside-fault.ts';

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
}

export interface Outbound {
  /** Answers with `url` set to where it came from; fails with an `OutboundError` only, also while its body is read. */
  fetch(url: string | URL, options?: OutboundOptions): Promise<Response>;
  close(): Promise<void>;
}

/** What a name stands for; a port, so that tests can answer differently each time. */
export type Resolve = (hostname: string) => Promise<{ address: string; family: number }[]>;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const BODILESS = new Set([204, 205, 304]);

export function createOutbound(parts: { clock: Clock; allowedHosts: readonly string[]; resolve?: Resolve }): Outbound {
  const { clock } = parts;
  const agent = new Agent({ connect: connector(parts.allowedHosts, parts.resolve), connections: 16, maxResponseSize: -1 });

  async function fetch(url: string | URL, options: OutboundOptions = {}): Promise<Response> {
    const method = (options.method ?? 'GET').toUpperCase();
    const ending = new AbortController();
    // One deadline over all hops and the whole body; its timer ends with the answer.
    const settled = new AbortController();
    clock.after(options.timeout ?? 30_000, () => ending.abort(new OutboundError('timed_out')), settled.signal);
    const signal = options.signal ? AbortSignal.any([options.signal, ending.signal]) : ending.signal;
    const settle = () => settled.abort();
    try {
      let headers = new Headers(options.headers);
      if (!headers.has('user-agent')) headers.set('user-agent', 'Palkit');
      let at = readUrl(url);
      for (let hop = 0; ; hop++) {
        const answer = await send(at, { method, headers: [...headers], body: options.body, redirect: 'manual', signal, dispatcher: agent, credentials: 'omit' });
        const location = REDIRECTS.has(answer.status) ? answer.headers.get('location') : null;
        if (!location || !options.redirects || (method !== 'GET' && method !== 'HEAD')) return limited(answer, at, options.maximumBytes ?? 10 * 1024 * 1024, failureOf, settle);
        await answer.body?.cancel();
        if (hop >= options.redirects) throw new OutboundError('too_many_redirects');
        const next = readUrl(location, at);
        // What was meant for one host is not told to another.
        if (next.origin !== at.origin) headers = new Headers([...headers].filter(([name]) => name === 'accept' || name === 'user-agent'));
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

/** http or https, a host, no credentials. Odd spellings of addresses (decimal, octal, hexadecimal) come out plain. */
function readUrl(given: string | URL, base?: URL): URL {
  let url: URL;
  try {
    url = new URL(given, base);
  } catch {
    throw new OutboundError('invalid_url');
  }
  if ((url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '' || url.username !== '' || url.password !== '') throw new OutboundError('invalid_url');
  return url;
}

const systemResolve: Resolve = (hostname) => dns.lookup(hostname, { all: true });
const plain = (hostname: string) => hostname.replace(/^\[|\]$/g, '');

/** Which hosts are allowed by name, and a lookup that answers with public addresses only. */
export function judge(allowedHosts: readonly string[], resolve: Resolve = systemResolve): { isAllowed(hostname: string, port: string): boolean; lookup: net.LookupFunction } {
  const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()));
  return {
    isAllowed: (hostname, port) => [hostname, plain(hostname)].some((host) => allowed.has(host)) || allowed.has(`${hostname}:${port}`),
    lookup(hostname, options, callback) {
      resolve(hostname).then((found) => {
        const usable = found.filter(({ address, family }) => isPublicAddress(address) && (!options.family || options.family === family));
        const [first] = usable;
        if (!first) return callback(new OutboundError(found.length > 0 ? 'address_refused' : 'name_not_found'), '', 0);
        if (options.all) (callback as unknown as (error: null, addresses: typeof usable) => void)(null, usable);
        else callback(null, first.address, first.family);
      }, () => callback(new OutboundError('name_not_found'), '', 0));
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
    if (net.isIP(plain(hostname)) !== 0 && !isPublicAddress(plain(hostname))) return callback(new OutboundError('address_refused'), null);
    judged(options, (error, socket) => {
      if (error) return callback(error, null);
      // The last word has the address that is really connected to.
      if (socket.remoteAddress && isPublicAddress(socket.remoteAddress)) return callback(null, socket);
      socket.destroy();
      callback(new OutboundError('address_refused'), null);
    });
  };
}

function reason(error: unknown): OutboundError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof OutboundError) return cause;
    // An attempt at several addresses fails with all of their reasons.
    if (cause instanceof AggregateError && cause.errors.some((inner) => inner instanceof OutboundError)) return cause.errors.find((inner) => inner instanceof OutboundError) as OutboundError;
    const code = (cause as { code?: string }).code;
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return new OutboundError('name_not_found');
    if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return new OutboundError('timed_out');
    if (cause.message === 'bad port') return new OutboundError('invalid_url');
  }
  return new OutboundError('connection_failed');
}

/** The answer with a body that ends in `too_large` beyond its bytes and whose every failure is an `OutboundError`. */
function limited(answer: Awaited<ReturnType<typeof send>>, url: URL, most: number, failureOf: (error: unknown) => OutboundError, settle: () => void): Response {
  const told = Number(answer.headers.get('content-length') ?? 0);
  if (told > most) {
    void answer.body?.cancel().catch(() => undefined);
    throw new OutboundError('too_large');
  }
  let body: ReadableStream<Uint8Array> | null = null;
  if (answer.body && !BODILESS.has(answer.status)) {
    const reader = answer.body.getReader();
    let read = 0;
    body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) {
            settle();
            return controller.close();
          }
          read += (value as Uint8Array).byteLength;
          if (read > most) throw new OutboundError('too_large');
          controller.enqueue(value as Uint8Array);
        } catch (error) {
          const failure = error instanceof OutboundError ? error : failureOf(error);
          settle();
          void reader.cancel().catch(() => undefined);
          controller.error(failure);
        }
      },
      async cancel() {
        settle();
        await reader.cancel().catch(() => undefined);
      },
    }, { highWaterMark: 0 });
  } else settle();
  const response = new Response(body, { status: answer.status, statusText: answer.statusText, headers: [...answer.headers] });
  Object.defineProperty(response, 'url', { value: url.href });
  return response;
}
