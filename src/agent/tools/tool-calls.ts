/**
 * The tool calls of a conversation. Each call runs once: until its result has been reported, a further call with
 * the same arguments returns the same result. A call continues while the visitor speaks, up to its time limit, but a
 * call of a droppable or read-only tool is aborted when the visitor wants something else.
 */
import { createHash } from 'node:crypto';
import type { Clock } from '@palkit/runtime/clock';
import { newCallId, type ModelCall } from '../language/model-calls.ts';
import type { Tool } from './tool.ts';

/** Milliseconds after which a tool is abandoned. */
export const TOOL_MS = 20_000;
/** Maximum number of characters of results that a line stores for later lines. */
const MAX_STORED_CHARACTERS = 4000;
/** Maximum number of calls for one line. */
const MAX_CALLS = 24;

/** A tool call of the model; `outcome` is null while the call runs. */
export interface ToolCall extends Readonly<ModelCall> {
  outcome: string | null;
  /** True if the responder has received the outcome. */
  isReported: boolean;
  /** Start of the call in Unix milliseconds. */
  readonly startedAt: number;
  /** Milliseconds until the call ended; null while it runs. */
  duration: number | null;
}

interface RunningCall {
  call: ToolCall;
  line: number;
  completion: Promise<void>;
  /** Aborts the call; null if the call must run to its end. */
  stop: AbortController | null;
}

export class ToolCalls {
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  readonly #conversation: string;
  /** Calls by name and arguments whose outcome the agent has not told the visitor. */
  readonly #unreportedCalls = new Map<string, RunningCall>();
  readonly #onEnd: () => void;
  #lineCount: number;
  #currentLine: LineCalls;

  /** `conversation` makes the keys unique, `lines` is the number of earlier lines, and `signal` aborts all calls. */
  constructor({
    clock,
    signal,
    conversation,
    lines = 0,
    onEnd = () => {},
  }: {
    clock: Clock;
    signal: AbortSignal;
    conversation: string;
    lines?: number;
    /** Called when a call has ended. */
    onEnd?: () => void;
  }) {
    this.#onEnd = onEnd;
    this.#lineCount = lines;
    this.#clock = clock;
    this.#signal = signal;
    this.#conversation = conversation;
    this.#currentLine = new LineCalls(this, lines);
  }

  /** The calls of the open line; if no line is open, those of the next line. */
  get line(): LineCalls {
    return this.#currentLine;
  }

  /** Starts the next line. Returns the calls of the completed line, to which more may be added. */
  next(): readonly ToolCall[] {
    const { list } = this.#currentLine;
    this.#currentLine = new LineCalls(this, ++this.#lineCount);
    return list;
  }

  /**
   * Called when the agent has told the visitor the outcomes. A further call with the same arguments then runs
   * again. Calls that have not ended are not affected.
   */
  report(): void {
    for (const [key, { call }] of this.#unreportedCalls)
      if (call.outcome !== null) this.#unreportedCalls.delete(key);
  }

  /** Called when the visitor wants something else; aborts and forgets the running calls that may be dropped. */
  dropRunning(): void {
    for (const [key, { call, stop }] of this.#unreportedCalls) {
      if (call.outcome !== null || !stop) continue;
      stop.abort(new Error('the visitor went on'));
      this.#unreportedCalls.delete(key);
    }
  }

  /** Returns the ended calls of earlier lines whose outcomes the agent has not told the visitor. */
  takeLateCalls(): LineCalls | null {
    const lateCalls = [...this.#unreportedCalls.values()].filter(
      ({ call, line }) => call.outcome !== null && !call.isReported && line !== this.#lineCount,
    );
    if (lateCalls.length === 0) return null;
    for (const { call } of lateCalls) call.isReported = true;
    return new LineCalls(
      this,
      this.#lineCount,
      lateCalls.map(({ call }) => call),
    );
  }

  /**
   * Returns the running or finished call with the same arguments, or starts one. Only `LineCalls.call` uses
   * this method.
   */
  begin(
    list: ToolCall[],
    line: number,
    { id, opaque, answer }: ModelCall,
    tool: Tool,
    parameters: Record<string, unknown>,
  ): RunningCall {
    const json = canonicalJson(parameters);
    const key = `${tool.name}\n${json}`;
    const earlierCall = this.#unreportedCalls.get(key);
    if (earlierCall) return earlierCall;
    // Some servers restart the numbering of calls in every answer, so an id may occur twice in a line.
    const callId = list.some((one) => one.id === id) ? newCallId() : id;
    const call: ToolCall = {
      id: callId,
      name: tool.name,
      arguments: json,
      opaque,
      ...(answer ? { answer } : {}),
      outcome: null,
      isReported: false,
      startedAt: this.#clock.now(),
      duration: null,
    };
    list.push(call);
    const idempotencyKey = createHash('sha256')
      .update(JSON.stringify([this.#conversation, line, tool.name, json]))
      .digest('hex')
      .slice(0, 40);
    const stop = tool.droppable || tool.readOnly ? new AbortController() : null;
    const signal = stop ? AbortSignal.any([this.#signal, stop.signal]) : this.#signal;
    const running = {
      call,
      line,
      stop,
      completion: this.#run(call, tool, parameters, idempotencyKey, signal),
    };
    this.#unreportedCalls.set(key, running);
    return running;
  }

  async #run(
    call: ToolCall,
    tool: Tool,
    parameters: Record<string, unknown>,
    idempotencyKey: string,
    signal: AbortSignal,
  ): Promise<void> {
    const timeout = new AbortController();
    const cleanup = new AbortController();
    const stop = AbortSignal.any([signal, timeout.signal]);
    const failure = new Promise<string>((resolve) => {
      this.#clock.after(
        TOOL_MS,
        () => {
          resolve(
            'Error: it did not answer in time. It may still be done. Say so, and do not call it again.',
          );
          timeout.abort(new Error('a tool was given up'));
        },
        cleanup.signal,
      );
      signal.addEventListener('abort', () => resolve('Error: it was dropped.'), {
        once: true,
        signal: cleanup.signal,
      });
    });
    try {
      const outcome = tool
        .run(parameters, stop, { idempotencyKey })
        .catch(() => 'Error: it could not be done.');
      call.outcome = await Promise.race([outcome, failure]);
    } finally {
      cleanup.abort();
      call.duration = this.#clock.now() - call.startedAt;
      if (!this.#signal.aborted) this.#onEnd();
    }
  }
}

/** The calls of one line of the visitor, which are kept while the line grows. */
export class LineCalls {
  readonly list: ToolCall[];
  readonly #calls: ToolCalls;
  readonly #line: number;
  readonly #running = new Set<Promise<void>>();

  constructor(calls: ToolCalls, line: number, list: ToolCall[] = []) {
    this.#calls = calls;
    this.#line = line;
    this.list = list;
  }

  /** Promises that settle when the running calls end. */
  get running(): readonly Promise<void>[] {
    return [...this.#running];
  }

  /** Returns the outcome of a call. Rejects only when `signal` aborts; the call then continues. */
  async call(request: ModelCall, tool: Tool, signal: AbortSignal): Promise<string> {
    const parameters = objectOf(request.arguments);
    if (!parameters) return 'Error: the arguments are no JSON object.';
    if (this.list.length >= MAX_CALLS) return 'Error: too many calls. Answer with what you know.';
    if (tool.alwaysRuns) return tool.run(parameters, signal);
    const { call, completion } = this.#calls.begin(this.list, this.#line, request, tool, parameters);
    this.#running.add(completion);
    void completion.finally(() => this.#running.delete(completion));
    await unlessAborted(completion, signal);
    call.isReported = true;
    return call.outcome!;
  }
}

/** Returns the text for the model about a call of an earlier line, and marks the outcome as reported. */
export function outcomeOf(call: ToolCall): string {
  call.isReported ||= call.outcome !== null;
  return (
    call.outcome ?? 'It is not known yet: the call goes on, and you will be told. Do not call it again.'
  ).slice(0, MAX_STORED_CHARACTERS);
}

/** Waits for the work; rejects with the signal's reason if the signal aborts first. */
export async function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  const completion = new AbortController();
  try {
    return await Promise.race([
      work,
      new Promise<never>((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error), {
          once: true,
          signal: completion.signal,
        }),
      ),
    ]);
  } finally {
    completion.abort();
  }
}

function objectOf(json: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(json || '{}');
    // Some models write the object as a string with JSON.
    const inner: unknown = typeof value === 'string' ? JSON.parse(value) : value;
    return typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? (inner as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** Returns the same text for equal arguments in any order. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${canonicalJson(one)}`).join(',')}}`;
}
