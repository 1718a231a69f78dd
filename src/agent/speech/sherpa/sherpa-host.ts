/** Manages the process of one sherpa-onnx model. Each request has one answer. */
import type { Clock } from '@palkit/runtime/clock';
import { isFullFor } from '@palkit/runtime/fair-queue';
import { EngineError } from '../../language/engine-error.ts';
import { ModelProcess, programBeside } from '../model-process.ts';
import type { Reply, Request, Setup } from './protocol.ts';

/**
 * Maximum number of queued requests. Beyond it, the request of an account that already has its fair share is
 * refused with `busy`.
 */
const MAX_QUEUED_REQUESTS = 200;

type RequestBody = Request extends infer Each
  ? Each extends { id: number }
    ? Omit<Each, 'id'>
    : never
  : never;
type Answer = Extract<Reply, { id: number }>;

interface WaitingRequest {
  account: number | undefined;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

export interface SherpaHostOptions extends Setup {
  /** The model's name for error messages. */
  name: string;
  clock: Clock;
  /** Replaces the real program in tests. */
  program?: string;
}

export class SherpaHost {
  readonly #process: ModelProcess<Request, Answer>;
  readonly #waitingRequests = new Map<number, WaitingRequest>();
  #lastId = 0;

  constructor({ name, clock, program, package: folder, family, parts, threads }: SherpaHostOptions) {
    const setup: Setup = { package: folder, family, parts, threads };
    this.#process = new ModelProcess({
      name,
      clock,
      program: program ?? programBeside(import.meta.url, 'sherpa-process'),
      setup,
      environment: { PATH: process.env['PATH'], SystemRoot: process.env['SystemRoot'] },
      onReply: (answer) => this.#handleAnswer(answer),
      onEnd: (error) => {
        for (const { reject } of this.#waitingRequests.values()) reject(error);
        this.#waitingRequests.clear();
      },
      isNeeded: () => this.#waitingRequests.size > 0,
    });
  }

  /** The model's name for error messages. */
  get name(): string {
    return this.#process.name;
  }

  /** True while the process runs and holds the model in memory. */
  get isRunning(): boolean {
    return this.#process.isRunning;
  }

  /** Settles when the model is loaded; rejects with an `EngineError`. */
  async warm(): Promise<void> {
    await this.#process.send();
  }

  /**
   * Sends a request and returns its answer. Rejects with an `EngineError`: `busy`, `closed`, `worker_died`,
   * or `bad_response` if the engine threw. An abort rejects immediately with the signal's reason, although
   * the process completes the request.
   */
  async ask(request: RequestBody, signal?: AbortSignal, account?: number): Promise<Answer> {
    signal?.throwIfAborted();
    const accounts = [...this.#waitingRequests.values()].map((each) => each.account);
    if (isFullFor(accounts, account, MAX_QUEUED_REQUESTS))
      throw new EngineError('busy', `too many wait for the model ${this.name}`);
    const id = (this.#lastId += 1);
    const ready = this.#process.send({ ...request, id });
    const cleanup = new AbortController();
    const answer = new Promise<Answer>((resolve, reject) => {
      this.#waitingRequests.set(id, { account, resolve, reject });
      signal?.addEventListener('abort', () => reject(signal.reason), {
        once: true,
        signal: cleanup.signal,
      });
    });
    // A caller that aborted does not handle the rejection.
    answer.catch(() => undefined);
    try {
      return await Promise.race([answer, ready.then(() => answer)]);
    } finally {
      cleanup.abort();
    }
  }

  /** Sends a message that has no answer. */
  post(request: Extract<Request, { is: 'write' | 'drop' }>): void {
    if (!this.#process.isClosed) void this.#process.send(request).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#process.close();
  }

  #handleAnswer(answer: Answer): void {
    const waitingRequest = this.#waitingRequests.get(answer.id);
    this.#waitingRequests.delete(answer.id);
    if ('failed' in answer)
      waitingRequest?.reject(
        new EngineError('bad_response', `the model ${this.name} failed (${answer.failed})`),
      );
    else waitingRequest?.resolve(answer);
    this.#process.restartIdleTimer();
  }
}
