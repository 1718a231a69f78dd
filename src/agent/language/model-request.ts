/**
 * Sends a request to a chat model, in the shape that earlier requests of the account have shown to work. A refused
 * request is changed and sent again as `refusals.ts` decides. The change that makes it succeed is remembered for
 * the account.
 */
import type { Clock } from '@palkit/runtime/clock';
import { OutsideFault } from '@palkit/runtime/outside-fault';
import { retryAfter } from '@palkit/runtime/outside-interval';
import { shortenMessages } from './context-length.ts';
import { isLimit, limitsRefutedBy, LIMIT_WORDS, shapeRequest, type Limit } from './engine-limits.ts';
import { factsOf, storeFact, refuteFact, toolFact, type Engine, type Fact } from './engine-memory.ts';
import { nextStep, type Step } from './refusals.ts';

/** The reason for a missing answer, as a code for the log. It never contains a question or a key. */
export class ModelError extends OutsideFault {
  override readonly name = 'ModelError';
  readonly reason: ModelFault;
  /** Status of the HTTP response, if there was one. */
  readonly status: number | undefined;
  constructor(reason: ModelFault, status?: number) {
    super(`The language model failed: ${reason}${status === undefined ? '' : ` (${status})`}`);
    this.reason = reason;
    this.status = status;
  }
}
export type ModelFault = 'unreachable' | 'refused' | 'timeout' | 'cut_off' | 'bad_response';

/** A failure after which another attempt may succeed. */
export class TransientError extends ModelError {
  /** Milliseconds until the next attempt. */
  readonly retryAfterMs: number;
  constructor(reason: ModelFault, { after = RETRY_MS, status }: { after?: number; status?: number } = {}) {
    super(reason, status);
    this.retryAfterMs = after;
  }
}

/** `baseUrl` ends with the API version. */
export interface ModelEndpoint extends Engine {
  fetch: typeof fetch;
  temperature?: number | undefined;
  /** True for a model with so few weights that documents answer first (docs/guide/models.md). */
  isSmall?: boolean;
  /**
   * Makes a model on this machine process the constant part of the prompt before the first question. Never
   * rejects.
   */
  readAhead?(prompt: { messages: readonly object[]; tools: readonly object[] }): Promise<void>;
  /** Called with a description of each field that the server refused and that later requests omit. */
  onLearned?: ((words: string) => void) | undefined;
}

/** Milliseconds before the second attempt; the server may request a longer wait. */
export const RETRY_MS = 250;
/** Maximum wait in milliseconds that a server may request; a longer one counts as a failure. */
export const MAX_RETRY_MS = 4000;
/** Maximum number of characters of an error response that are read. */
const MAX_REFUSAL = 4000;
const MAX_TRIES = 8;

export interface ChatResponse {
  response: Response & { body: NonNullable<Response['body']> };
  /**
   * Called when the response body proves to be an answer; the change that made the request succeed is then
   * remembered.
   */
  confirm(): void;
}

/**
 * Sends a request, and sends it in another form if the server refuses it. Rejects with a `ModelError`, or with an
 * error of `fetch`.
 */
export async function sendChat(
  endpoint: ModelEndpoint,
  request: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
  clock: Clock,
): Promise<ChatResponse> {
  const attempt = new Attempt(endpoint, request, factsOf(endpoint, clock.now()));
  for (let tries = 1; ; tries++) {
    const body = attempt.body();
    const response = await endpoint.fetch(`${endpoint.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: {
        ...(endpoint.apiKey ? { authorization: `Bearer ${endpoint.apiKey}` } : {}),
        ...endpoint.headers,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
      // The key and the conversation must not be sent to another host.
      redirect: 'manual',
      signal,
    });
    if (response.ok && response.body)
      return {
        response: response as ChatResponse['response'],
        confirm: () => attempt.remember(body, clock.now()),
      };
    const { status } = response;
    const words = REFUSALS.includes(status) ? await readRefusal(response) : '';
    await response.body?.cancel().catch(() => undefined);
    if (tries < MAX_TRIES && attempt.change(status, words, body)) continue;
    throw faultOf(status, response.headers.get('retry-after'), clock);
  }
}

/** A request with the changes that the server's error responses caused. */
class Attempt {
  readonly #endpoint: ModelEndpoint;
  readonly #limits: Set<Limit>;
  #request: Record<string, unknown>;
  /** The last change and its description; null if a success would not prove that the change was necessary. */
  #lastChange: { fact: Fact; words: string } | null = null;

  constructor(endpoint: ModelEndpoint, request: Readonly<Record<string, unknown>>, facts: ReadonlySet<Fact>) {
    this.#endpoint = endpoint;
    this.#limits = new Set([...facts].filter(isLimit));
    this.#request = withTools(completeRequest(endpoint, request), (tool) => !facts.has(toolFact(tool)));
  }

  body(): Record<string, unknown> {
    return shapeRequest(this.#request, this.#limits);
  }

  /** Changes the request for another attempt. Returns false if no change is left. */
  change(status: number, words: string, body: Record<string, unknown>): boolean {
    const step = stepAfter(status, words, body, this.#limits);
    this.#lastChange = null;
    if (step === null) return false;
    if ('omit' in step) {
      this.#limits.add(step.omit);
      if (step.lasting) this.#lastChange = { fact: step.omit, words: LIMIT_WORDS[step.omit] };
      return true;
    }
    return 'dropTool' in step ? this.#dropTool(step.dropTool) : this.#shorten();
  }

  /** Called after a success: the last change was necessary, and the server supports the fields of `body`. */
  remember(body: Record<string, unknown>, now: number): void {
    for (const limit of limitsRefutedBy(body)) refuteFact(this.#endpoint, limit, now);
    const { fact, words } = this.#lastChange ?? {};
    if (fact && storeFact(this.#endpoint, fact, now, words)) this.#endpoint.onLearned?.(words ?? '');
  }

  #dropTool(name: string): boolean {
    const words = `the tool ${JSON.stringify(name)} is left out: the server does not take its definition`;
    let hasDropped = false;
    this.#request = withTools(this.#request, (tool) => {
      if (nameOf(tool) !== name) return true;
      hasDropped = true;
      this.#lastChange = { fact: toolFact(tool), words };
      return false;
    });
    return hasDropped;
  }

  #shorten(): boolean {
    const { messages } = this.#request;
    const shorter = Array.isArray(messages) ? shortenMessages(messages as { role: string }[]) : null;
    if (shorter) this.#request = { ...this.#request, messages: shorter };
    return shorter !== null;
  }
}

const nameOf = (tool: unknown) => (tool as { function?: { name?: unknown } }).function?.name;

/** Keeps only some tools; removes the field if none remain. */
function withTools(
  request: Record<string, unknown>,
  isKept: (tool: unknown) => boolean,
): Record<string, unknown> {
  if (!Array.isArray(request['tools'])) return request;
  const tools = (request['tools'] as unknown[]).filter(isKept);
  if (tools.length > 0) return { ...request, tools };
  const { tools: _, tool_choice: __, ...rest } = request;
  return rest;
}

/** Adds the settings of the endpoint's owner to a request. */
function completeRequest(
  { temperature, extra, model }: ModelEndpoint,
  request: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const completed: Record<string, unknown> = {
    ...(temperature === undefined ? {} : { temperature }),
    ...extra,
    model: model ?? 'default',
    ...request,
    // Send a length limit only if the owner set one.
    ...selectFields(extra, ['max_tokens', 'max_completion_tokens', 'stream_options']),
  };
  if (extra && 'max_completion_tokens' in extra) delete completed['max_tokens'];
  return completed;
}

const selectFields = (extra: Readonly<Record<string, unknown>> | undefined, names: readonly string[]) =>
  Object.fromEntries(Object.entries(extra ?? {}).filter(([name]) => names.includes(name)));

/** Matches the error response of a content filter; no other form of the request would be accepted. */
const FILTER_REFUSAL = /content[_ ]?filter|content management policy|safety/i;

/** Statuses with which servers explain an invalid request; some servers use 500 or 501. */
const REFUSALS: readonly number[] = [400, 404, 413, 422, 500, 501];

function stepAfter(
  status: number,
  words: string,
  body: Record<string, unknown>,
  limits: ReadonlySet<Limit>,
): Step | null {
  if (!REFUSALS.includes(status) || FILTER_REFUSAL.test(words)) return null;
  // Other statuses mean that the server failed or the model is missing, unless the response names another cause.
  if (status !== 400 && status !== 422 && words === '') return null;
  return nextStep(status, words, body, limits);
}

function faultOf(status: number, retryHeader: string | null, clock: Clock): ModelError {
  if (status !== 429 && status < 500) return new ModelError('refused', status);
  const after = Math.max(RETRY_MS, retryAfter(retryHeader, clock.now()) ?? 0);
  return after > MAX_RETRY_MS
    ? new ModelError('refused', status)
    : new TransientError('refused', { after, status });
}

/** Reads the text of an error response. It is never logged, because it may quote the visitor. */
async function readRefusal(response: Response): Promise<string> {
  try {
    let text = '';
    const decoder = new TextDecoder();
    for await (const bytes of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      text += decoder.decode(bytes, { stream: true });
      if (text.length >= MAX_REFUSAL) break;
    }
    return text.slice(0, MAX_REFUSAL);
  } catch {
    return '';
  }
}
