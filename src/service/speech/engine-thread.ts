/**
 * A worker thread that is replaced when it dies. What runs in it posts `{ ready: true }` once it has warmed
 * up. This file knows nothing of the messages otherwise.
 */
import type { TransferListItem, Worker } from 'node:worker_threads';
import { startWorker } from '../platform/worker.ts';
import { EngineError } from '../language/engine-error.ts';

export interface ThreadEvents<Reply> {
  onReply(reply: Reply): void;
  /**
   * The worker is gone and with it all it was doing. A new one is on its way unless the thread was closed.
   */
  onDeath(error: EngineError): void;
}

export class EngineThread<Request, Reply extends object> {
  readonly #name: string;
  readonly #events: ThreadEvents<Reply>;
  readonly #given: unknown;
  readonly #ready: Promise<void>;
  #settle!: { resolve(): void; reject(error: EngineError): void };
  #worker: Worker | undefined;
  #warmed = false;
  #closed = false;

  /** `name` is the file beside this one without its ending; `given` is the worker's `workerData`. */
  constructor(name: string, events: ThreadEvents<Reply>, given?: unknown) {
    this.#name = name;
    this.#events = events;
    this.#given = given;
    this.#ready = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    this.#ready.catch(() => undefined);
    this.#worker = this.#start();
  }

  /** Settles when the first worker has loaded its engine, or could not. */
  get ready(): Promise<void> {
    return this.#ready;
  }

  /** The live worker's id; another after a replacement. */
  get id(): number | undefined {
    return this.#worker?.threadId;
  }

  post(request: Request, transfer: readonly TransferListItem[] = []): void {
    if (this.#closed) throw new EngineError('closed', 'the speech engine is closed');
    this.#worker ??= this.#start();
    this.#worker.postMessage(request, transfer);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#settle.reject(new EngineError('closed', 'the speech engine was closed before it was ready'));
    await this.#worker?.terminate();
  }

  #start(): Worker {
    this.#warmed = false;
    const worker = startWorker(new URL(`./${this.#name}`, import.meta.url), { workerData: this.#given });
    let cause = 'ended';
    worker.on('message', (message: Reply | { ready: true }) => {
      if (!('ready' in message)) {
        this.#events.onReply(message);
        return;
      }
      this.#warmed = true;
      this.#settle.resolve();
    });
    // The class only: an engine's message could quote what was said.
    worker.on('error', (error: unknown) => {
      cause = `failed (${error instanceof Error ? error.constructor.name : 'unknown'})`;
    });
    worker.on('exit', () => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      const error = this.#closed
        ? new EngineError('closed', 'the speech engine was closed')
        : new EngineError('worker_died', `a ${this.#name} ${cause}`);
      this.#settle.reject(error);
      // One that died before it was ready would die again: then the next request tries, not a loop.
      if (!this.#closed && this.#warmed) this.#worker = this.#start();
      this.#events.onDeath(error);
    });
    return worker;
  }
}
