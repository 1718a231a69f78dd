/**
 * One request to a chat model, shaped by what is known of its server; a refusal that tells of something it
 * lacks is asked again without that, and what was found out is remembered.
 */
import type { Clock } from '../platform/clock.ts';
import { OutsideFault } from '../platform/outside-fault.ts';
import { learnt, limitsOf, LIMIT_WORDS, remember, shaped, type Limit } from './engine-limits.ts';

/** Whatever kept the model from answering: a word for the log, never a question or a key. */
export class ModelError extends OutsideFault {
  override readonly name = 'ModelError';
  readonly reason: ModelFault;
  /** Of an HTTP answer. */
  readonly status: number | undefined;
  constructor(reason: ModelFault, status?: number) {
    super(`The language model failed: ${reason}${status === undefined ? '' : ` (${status})`}`);
    this.reason = reason;
    this.status = status;
  }
}
export type ModelFault = 'unreachable' | 'refused' | 'timeout' | 'cut_off' | 'bad_response';

/** One that may be gone at the next try. */
export class PassingError extends ModelError {
  /** Milliseconds until then. */
  readonly after: number;
  constructor(reason: ModelFault, { after = RETRY_MS, status }: { after?: number; status?: number } = {}) {
    super(reason, status);
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
  /** Hears in words what the server turned out not to take. */
  learned?: ((words: string) => void) | undefined;
}

/** Milliseconds before the second try, where the server does not ask for more. */
export const RETRY_MS = 250;
/** A server that asks for more than this is not waited for. */
export const LONGEST_RETRY_MS = 4000;
/** Characters of a refusal that are read. */
const MOST_REFUSAL = 4000;
const MOST_TRIES = 8;

/** An answer that begins well. Throws `ModelError`, or what `fetch` throws. */
export async function sendChat(
  endpoint: ModelEndpoint,
  request: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
  clock: Clock,
): Promise<Response> {
  const limits = new Set<Limit>(limitsOf(endpoint));
  const whole = wholeRequest(endpoint, request);
  for (let tries = 1; ; tries++) {
    const body = shaped(whole, limits);
    const response = await endpoint.fetch(`${endpoint.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: {
        ...(endpoint.apiKey ? { authorization: `Bearer ${endpoint.apiKey}` } : {}),
        ...endpoint.headers,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
      // Another host must not get the key or what was said.
      redirect: 'manual',
      signal,
    });
    if (response.ok && response.body) {
      for (const limit of remember(endpoint, limits)) endpoint.learned?.(LIMIT_WORDS[limit]);
      return response;
    }
    const { status } = response;
    const words = [400, 404, 422, 500, 501].includes(status) ? await refusal(response) : '';
    await response.body?.cancel().catch(() => undefined);
    const limit = tries < MOST_TRIES && !FILTERED.test(words) ? nextLimit(status, words, body, limits) : null;
    if (limit) {
      limits.add(limit);
      continue;
    }
    throw faultOf(status, response.headers.get('retry-after'), clock);
  }
}

/** What is asked, with what the endpoint's owner set. */
function wholeRequest(
  { temperature, extra, model }: ModelEndpoint,
  request: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const whole: Record<string, unknown> = {
    ...(temperature === undefined ? {} : { temperature }),
    ...extra,
    model: model ?? 'default',
    ...request,
    // How long an answer may be is the owner's choice.
    ...own(extra, ['max_tokens', 'max_completion_tokens', 'stream_options']),
  };
  if (extra && 'max_completion_tokens' in extra) delete whole['max_tokens'];
  return whole;
}

const own = (extra: Readonly<Record<string, unknown>> | undefined, names: readonly string[]) =>
  Object.fromEntries(Object.entries(extra ?? {}).filter(([name]) => names.includes(name)));

/** What was asked is refused, by whomever it is asked. */
const FILTERED = /content[_ ]?filter|content management policy|safety/i;

function nextLimit(
  status: number,
  words: string,
  body: Record<string, unknown>,
  limits: ReadonlySet<Limit>,
): Limit | null {
  if (![400, 404, 422, 500, 501].includes(status)) return null;
  // A server's own fault, or a model it has not: only where its words tell of something.
  if (status !== 400 && status !== 422 && words === '') return null;
  return learnt(status, words, body, limits);
}

function faultOf(status: number, asked: string | null, clock: Clock): ModelError {
  if (status !== 429 && status < 500) return new ModelError('refused', status);
  const after = waitOf(asked, clock);
  return after > LONGEST_RETRY_MS
    ? new ModelError('refused', status)
    : new PassingError('refused', { after, status });
}

/** `Retry-After`: seconds, or a date. Milliseconds. */
function waitOf(asked: string | null, clock: Clock): number {
  if (!asked) return RETRY_MS;
  const seconds = Number(asked);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(asked) - clock.now();
  return Number.isFinite(wait) && wait > 0 ? wait : RETRY_MS;
}

/** The words of a refusal, read in memory only: they may quote what was asked, so that nobody logs them. */
async function refusal(response: Response): Promise<string> {
  try {
    let text = '';
    const decoder = new TextDecoder();
    for await (const bytes of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      text += decoder.decode(bytes, { stream: true });
      if (text.length >= MOST_REFUSAL) break;
    }
    return text.slice(0, MOST_REFUSAL);
  } catch {
    return '';
  }
}
