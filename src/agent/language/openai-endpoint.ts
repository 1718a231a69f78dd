/**
 * Sends a request to an OpenAI-compatible speech endpoint. Every failure becomes an `EngineError` that quotes no part
 * of the response.
 */
import { EngineError } from './engine-error.ts';

/** Settings for an engine at an address; null means not set. */
export interface EngineConfig {
  baseUrl: string;
  apiKey: string | null;
  model: string | null;
}

export interface OpenAIEndpoint {
  fetch: typeof globalThis.fetch;
  /** The base address including the API version, for example `https://api.openai.com/v1`. */
  baseUrl: string;
  /** If it is empty, no `authorization` header is sent. */
  key?: string;
  model: string;
  /** The account that sends the requests; null for the operator. */
  account?: number | null | undefined;
  /** Milliseconds for one request including its body. Default 15,000. */
  timeout?: number;
}

/** Milliseconds before the second attempt. */
const RETRY_MS = 200;

/**
 * Returns the body of a 2xx response, up to the size limit of the request. Rejects with the signal's reason if the
 * caller aborts, otherwise with an `EngineError`.
 */
export async function post(
  endpoint: OpenAIEndpoint,
  path: string,
  request: PostRequest,
): Promise<Uint8Array<ArrayBuffer>> {
  const timeout = AbortSignal.timeout(endpoint.timeout ?? 15_000);
  const once = async (): Promise<Uint8Array<ArrayBuffer>> => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of bodyOf(endpoint, path, request, timeout)) chunks.push(chunk);
    const joined = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
    let at = 0;
    for (const chunk of chunks) {
      joined.set(chunk, at);
      at += chunk.length;
    }
    return joined;
  };
  try {
    return await once();
  } catch (error) {
    await retryOrThrow(error, request, timeout);
    return once();
  }
}

/** Like `post`, but streams the body. The request is retried only until the first bytes arrive. */
export async function* stream(
  endpoint: OpenAIEndpoint,
  path: string,
  request: PostRequest,
): AsyncGenerator<Uint8Array, void, undefined> {
  const timeout = AbortSignal.timeout(endpoint.timeout ?? 15_000);
  let hasBytes = false;
  try {
    for await (const chunk of bodyOf(endpoint, path, request, timeout)) {
      hasBytes = true;
      yield chunk;
    }
    return;
  } catch (error) {
    if (hasBytes) throw error;
    await retryOrThrow(error, request, timeout);
  }
  yield* bodyOf(endpoint, path, request, timeout);
}

async function retryOrThrow(
  error: unknown,
  { signal, retriesOnce }: PostRequest,
  timeout: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted();
  if (!retriesOnce || timeout.aborted || !(error instanceof EngineError && error.isTransient)) throw error;
  await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  signal?.throwIfAborted();
}

interface PostRequest {
  body: string | Uint8Array<ArrayBuffer>;
  contentType: string;
  limit: number;
  signal?: AbortSignal;
  /** Receives the headers of the response before its first byte. */
  onHeaders?: (headers: Headers) => void;
  /** Retries once after a failed connection, 429 or 5xx, within the same time-out. For callers that do not retry. */
  retriesOnce?: boolean;
}

async function* bodyOf(
  endpoint: OpenAIEndpoint,
  path: string,
  request: PostRequest,
  timeout: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { limit, signal } = request;
  const failure = (): EngineError =>
    timeout.aborted
      ? new EngineError('timeout', `${path} did not answer in time`)
      : new EngineError('unreachable', `${path} could not be reached`, { isTransient: true });
  let response: Response;
  try {
    response = await send(endpoint, path, request, timeout);
  } catch {
    signal?.throwIfAborted();
    throw failure();
  }
  if (!response.ok) {
    await response.body?.cancel().catch(() => undefined);
    throw refusalOf(path, response.status);
  }
  request.onHeaders?.(response.headers);
  let length = 0;
  try {
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      length += chunk.length;
      if (length > limit) throw new EngineError('bad_response', `${path} answered more than ${limit} bytes`);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof EngineError) throw error;
    signal?.throwIfAborted();
    throw failure();
  }
}

const send = (
  { baseUrl, key, fetch }: OpenAIEndpoint,
  path: string,
  { body, contentType, signal }: PostRequest,
  timeout: AbortSignal,
): Promise<Response> =>
  fetch(`${baseUrl.replace(/\/+$/, '')}${path}`, {
    method: 'POST',
    headers: { 'content-type': contentType, ...(key ? { authorization: `Bearer ${key}` } : {}) },
    body,
    // The key and the visitor's words must not be sent to another host.
    redirect: 'manual',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  });

function refusalOf(path: string, status: number): EngineError {
  const isUnauthorized = status === 401 || status === 403;
  return new EngineError(isUnauthorized ? 'unauthorized' : 'bad_response', `${path} answered ${status}`, {
    isTransient: status === 429 || status >= 500,
    status,
  });
}
