/**
 * One request to a chat model, shaped by the facts that the account knows about its server. A refused request is sent
 * again as `refusals.ts` decides; if the last change made it succeed, the account remembers it.
 */
import type { Clock } from '@palkit/runtime/clock';
import { OutsideFault } from '@palkit/runtime/outside-fault';
import { retryAfter } from '@palkit/runtime/outside-interval';
import { shortenMessages } from './context-length.ts';
import { isLimit, limitsRefutedBy, LIMIT_WORDS, shapeRequest, type Limit } from './engine-limits.ts';
import { factsOf, learn, refute, toolFact, type Engine, type Fact } from './engine-memory.ts';
import { nextStep, type Step } from './refusals.ts';

/** The reason for a missing answer, as a code for the log; it never contains a question or a key. */
export class ModelError extends OutsideFault {
  override readonly name = 'ModelError';
  readonly reason: ModelFault;
  /** Status of an HTTP answer. */
  readonly status: number | undefined;
  constructor(reason: ModelFault, status?: number) {
    super(`The language model failed: ${reason}${status === undefined ? '' : ` (${status})`}`);
    this.reason = reason;
    this.status = status;
  }
}
export type ModelFault = 'unreachable' | 'refused' | 'timeout' | 'cut_off' | 'bad_response';

/** A failure that may not occur on the next attempt. */
export class PassingError extends ModelError {
  /** Milliseconds until the next attempt. */
  readonly after: number;
  constructor(reason: ModelFault, { after = RETRY_MS, status }: { after?: number; status?: number } = {}) {
    super(reason, status);
    this.after = after;
  }
}

/** `baseUrl`: up to and including the version. */
export interface ModelEndpoint extends Engine {
  fetch: typeof fetch;
  temperature?: number | undefined;
  /** Called with a sentence for each field that the server turns out to refuse. */
  learned?: ((words: string) => void) | undefined;
}

/** Milliseconds before the second attempt, unless the server asks for more. */
export const RETRY_MS = 250;
/** A server that requests a longer wait has failed. */
export const MAX_RETRY_MS = 4000;
/** Maximum number of characters of a refusal that are read. */
const MAX_REFUSAL = 4000;
const MAX_TRIES = 8;

export interface ChatResponse {
  response: Response & { body: NonNullable<Response['body']> };
  /** Called once the body was identified as an answer; the change that led to it is then remembered. */
  confirm(): void;
}

/** Throws `ModelError`, or the errors of `fetch`. */
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
    const words = REFUSALS.includes(status) ? await refusal(response) : '';
    await response.body?.cancel().catch(() => undefined);
    if (tries < MAX_TRIES && attempt.change(status, words, body)) continue;
    throw faultOf(status, response.headers.get('retry-after'), clock);
  }
}

/** A request, and the changes that its server's refusals caused. */
class Attempt {
  readonly #endpoint: ModelEndpoint;
  readonly #limits: Set<Limit>;
  #request: Record<string, unknown>;
  /** The last change if a success would prove it necessary, with its sentence. */
  #lesson: { fact: Fact; words: string } | null = null;

  constructor(endpoint: ModelEndpoint, request: Readonly<Record<string, unknown>>, facts: ReadonlySet<Fact>) {
    this.#endpoint = endpoint;
    this.#limits = new Set([...facts].filter(isLimit));
    this.#request = withTools(wholeRequest(endpoint, request), (tool) => !facts.has(toolFact(tool)));
  }

  body(): Record<string, unknown> {
    return shapeRequest(this.#request, this.#limits);
  }

  /** Changes the request for another attempt; false if no change is left. */
  change(status: number, words: string, body: Record<string, unknown>): boolean {
    const step = stepAfter(status, words, body, this.#limits);
    this.#lesson = null;
    if (step === null) return false;
    if ('leave' in step) {
      this.#limits.add(step.leave);
      if (step.lasting) this.#lesson = { fact: step.leave, words: LIMIT_WORDS[step.leave] };
      return true;
    }
    return 'dropTool' in step ? this.#dropTool(step.dropTool) : this.#shorten();
  }

  /** After a success, the last change was the cause, and the fields of `body` are supported. */
  remember(body: Record<string, unknown>, now: number): void {
    for (const limit of limitsRefutedBy(body)) refute(this.#endpoint, limit, now);
    const { fact, words } = this.#lesson ?? {};
    if (fact && learn(this.#endpoint, fact, now, words)) this.#endpoint.learned?.(words ?? '');
  }

  #dropTool(name: string): boolean {
    const words = `the tool ${JSON.stringify(name)} is left out: the server does not take its definition`;
    let dropped = false;
    this.#request = withTools(this.#request, (tool) => {
      if (nameOf(tool) !== name) return true;
      dropped = true;
      this.#lesson = { fact: toolFact(tool), words };
      return false;
    });
    return dropped;
  }

  #shorten(): boolean {
    const { messages } = this.#request;
    const shorter = Array.isArray(messages) ? shortenMessages(messages as { role: string }[]) : null;
    if (shorter) this.#request = { ...this.#request, messages: shorter };
    return shorter !== null;
  }
}

const nameOf = (tool: unknown) => (tool as { function?: { name?: unknown } }).function?.name;

/** The request with only the remaining tools; without the field if none remain. */
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

/** The body of a request, with the settings of the endpoint's owner. */
function wholeRequest(
  { temperature, extra, model }: ModelEndpoint,
  request: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const whole: Record<string, unknown> = {
    ...(temperature === undefined ? {} : { temperature }),
    ...extra,
    model: model ?? 'default',
    ...request,
    // Only the owner limits the length of an answer.
    ...own(extra, ['max_tokens', 'max_completion_tokens', 'stream_options']),
  };
  if (extra && 'max_completion_tokens' in extra) delete whole['max_tokens'];
  return whole;
}

const own = (extra: Readonly<Record<string, unknown>> | undefined, names: readonly string[]) =>
  Object.fromEntries(Object.entries(extra ?? {}).filter(([name]) => names.includes(name)));

/** Providers refuse such a request from every account. */
const FILTERED = /content[_ ]?filter|content management policy|safety/i;

/** Statuses whose bodies explain what is wrong with a request; some servers use 500 or 501 for it. */
const REFUSALS: readonly number[] = [400, 404, 413, 422, 500, 501];

function stepAfter(
  status: number,
  words: string,
  body: Record<string, unknown>,
  limits: ReadonlySet<Limit>,
): Step | null {
  if (!REFUSALS.includes(status) || FILTERED.test(words)) return null;
  // The server failed, or the model is missing: another cause is known only if the response names it.
  if (status !== 400 && status !== 422 && words === '') return null;
  return nextStep(status, words, body, limits);
}

function faultOf(status: number, retryHeader: string | null, clock: Clock): ModelError {
  if (status !== 429 && status < 500) return new ModelError('refused', status);
  const after = Math.max(RETRY_MS, retryAfter(retryHeader, clock.now()) ?? 0);
  return after > MAX_RETRY_MS
    ? new ModelError('refused', status)
    : new PassingError('refused', { after, status });
}

/** The text of a refusal. It is never logged, because it may quote the visitor. */
async function refusal(response: Response): Promise<string> {
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
