/**
 * The typed client for any endpoint and any `fetch`. It declares the parts of `fetch` that it uses, so that it needs
 * no DOM or Node types.
 */
import type { Body, BodyInput, Endpoint, Params, QueryInput, Result } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';
import { ERROR_HEADER, ApiError } from './api-error.ts';
import { toJson } from './to-json.ts';

export interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}
export type Fetch<Signal> = (
  url: string,
  init: {
    method: string;
    headers: Record<string, string>;
    body?: string;
    signal?: Signal;
    keepalive?: boolean;
  },
) => Promise<Answer>;

export interface RequestOptions<Row extends Endpoint, Signal> {
  params?: Params<Row>;
  query?: QueryInput<Row>;
  body?: BodyInput<Row>;
  /** The account's key or the meeting token, depending on the endpoint. */
  credential?: string;
  headers?: Record<string, string>;
  signal?: Signal;
  /** True for a request that continues after the page was left. */
  keepalive?: boolean;
}

export type Client<Signal> = <Row extends Endpoint>(
  row: Row,
  call?: RequestOptions<Row, Signal>,
) => Promise<{ result: Result<Row>; answer: Answer }>;

/** Creates a client for `baseUrl`. Error responses are thrown as `ApiError`; network errors are those of `fetch`. */
export function createClient<Signal>(baseUrl: string, fetch: Fetch<Signal>): Client<Signal> {
  return async <Row extends Endpoint>(row: Row, call: RequestOptions<Row, Signal> = {}) => {
    const media = row.media ?? 'application/json';
    const headers: Record<string, string> = { ...call.headers };
    if (call.credential !== undefined) {
      if (row.auth === 'token') headers['authorization'] = `Bearer ${call.credential}`;
      else headers['x-api-key'] = call.credential;
    }
    if (call.body !== undefined) headers['content-type'] = media;
    const response = await fetch(
      baseUrl.replace(/\/+$/, '') + address(row.path, call.params ?? {}, call.query),
      {
        method: row.method,
        headers,
        body:
          call.body === undefined
            ? undefined
            : media === 'application/json'
              ? toJson(call.body)
              : (call.body as Body<Row> & string),
        signal: call.signal,
        ...(call.keepalive ? { keepalive: true } : {}),
      },
    );
    const text = await response.text();
    if (!response.ok) throw apiErrorOf(response, text);
    if (!row.result) return { result: undefined as Result<Row>, answer: response };
    return {
      result: row.result.parse(row.media || row.download ? text : JSON.parse(text)) as Result<Row>,
      answer: response,
    };
  };
}

function address(path: string, params: Record<string, string>, query: unknown): string {
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const pairs = Object.entries((query ?? {}) as Record<string, unknown>)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`);
  return pairs.length > 0 ? `${filledPath}?${pairs.join('&')}` : filledPath;
}

/** Codes for responses that are not from the service, such as a proxy's page. */
const BY_STATUS: Record<number, ErrorCode> = {
  401: 'invalid_token',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'body_too_large',
  429: 'too_many_requests',
  503: 'room_unavailable',
};

/** Returns the error of a response, with the service's message. */
export function apiErrorOf(answer: Answer, text: string): ApiError {
  const header = answer.headers.get(ERROR_HEADER) ?? '';
  // A newer service may send unknown codes, which are passed on.
  const code = /^[a-z_]{1,64}$/.test(header)
    ? (header as ErrorCode)
    : (BY_STATUS[answer.status] ?? 'internal_error');
  let words = '';
  try {
    const body = JSON.parse(text) as Record<string, unknown> | null;
    const message = body?.['error'] ?? body?.['message'];
    if (typeof message === 'string') words = message;
  } catch {
    // The body is not JSON, so only the code is known.
  }
  const retryAfter = Number(answer.headers.get('retry-after'));
  return new ApiError(code, words, retryAfter > 0 ? retryAfter : undefined);
}

/** Maximum number of conflicts with other writers before a change is given up. */
const MAX_CONFLICTS = 5;

/** Changes a resource based on its current state, so that simultaneous writers lose no data. */
export async function changeLatest<Resource, ChangedResource>(
  read: () => Promise<{ result: Resource; answer: Answer }>,
  write: (resource: Resource, headers: { 'if-match': string }) => Promise<ChangedResource>,
): Promise<ChangedResource> {
  for (let conflicts = 0; ; conflicts++) {
    const { result, answer } = await read();
    try {
      return await write(result, { 'if-match': answer.headers.get('etag') ?? '*' });
    } catch (error) {
      const isLost = error instanceof ApiError && error.code === 'version_conflict';
      if (!isLost || conflicts >= MAX_CONFLICTS) throw error;
    }
  }
}
