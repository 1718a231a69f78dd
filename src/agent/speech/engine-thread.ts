/**
 * A worker thread that is replaced when it dies or hangs. Its code posts `{ ready: true }` when it has warmed up and
 * answers pings (`src/runtime/worker-port.ts`). All other messages are defined by the caller.
 */
import type { TransferListItem, Worker } from 'node:worker_threads';
import { systemClock, type Clock } from '@palkit/runtime/clock';
import { Heartbeat } from '@palkit/runtime/heartbeat';
import type { Pong, Ping } from '@palkit/runtime/worker-port';
import { EngineError } from '../language/engine-error.ts';

/** Milliseconds between pings while the thread has work. */
const PING_MS = 5000;
/**
 * Number of missed pings after which the thread is replaced. Recognising a minute of sound can block a worker
 * for half a minute.
 */
const MISSED_PINGS = 12;

export interface ThreadEvents<Reply> {
  onReply(reply: Reply): void;
  /** Called when the worker died and its work is lost. A new worker starts unless the thread was closed. */
  onDeath(error: EngineError): void;
}

export class EngineThread<Request, Reply extends object> {
  readonly #name: string;
  readonly #events: ThreadEvents<Reply>;
  readonly #startWorker: () => Worker;
  readonly #clock: Clock;
  /** Runs only while there is work, so that an idle worker is never woken. */
  #heartbeat: Heartbeat | null = null;
  /** True if a message was posted since the last ping. */
  #hasPosted = false;
  readonly #ready: Promise<void>;
  #settle!: { resolve(): void; reject(error: EngineError): void };
  #worker: Worker | undefined;
  #isWarm = false;
  #isClosed = false;

  /** `name` appears in errors. `start` starts a worker; it is first called immediately. */
  constructor(name: string, start: () => Worker, events: ThreadEvents<Reply>, clock: Clock = systemClock) {
    this.#name = name;
    this.#startWorker = start;
    this.#events = events;
    this.#clock = clock;
    this.#ready = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    this.#ready.catch(() => undefined);
    this.#worker = this.#start();
  }

  /** Settles when the first worker has loaded its engine or failed to do so. */
  get ready(): Promise<void> {
    return this.#ready;
  }

  /** Id of the current worker; it changes after a replacement. */
  get id(): number | undefined {
    return this.#worker?.threadId;
  }

  post(request: Request, transfer: readonly TransferListItem[] = []): void {
    if (this.#isClosed) throw new EngineError('closed', 'the speech engine is closed');
    this.#worker ??= this.#start();
    this.#worker.postMessage(request, transfer);
    this.#hasPosted = true;
    this.#watch(this.#worker);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopHeartbeat();
    this.#settle.reject(new EngineError('closed', 'the speech engine was closed before it was ready'));
    await this.#worker?.terminate();
  }

  #watch(worker: Worker): void {
    this.#heartbeat ??= new Heartbeat({
      clock: this.#clock,
      interval: PING_MS,
      misses: MISSED_PINGS,
      ask: () => {
        this.#hasPosted = false;
        worker.postMessage({ ping: true } satisfies Ping);
      },
      onHang: () => void worker.terminate(),
    });
  }

  #stopHeartbeat(): void {
    this.#heartbeat?.stop();
    this.#heartbeat = null;
  }

  #start(): Worker {
    this.#isWarm = false;
    const worker = this.#startWorker();
    let exitCause = 'ended';
    worker.on('message', (message: Reply | { ready: true } | Pong) => {
      this.#heartbeat?.beat();
      if ('alive' in message) {
        if (!this.#hasPosted) this.#stopHeartbeat();
      } else if ('ready' in message) {
        this.#isWarm = true;
        this.#settle.resolve();
      } else this.#events.onReply(message);
    });
    // Report only the error class, because an engine's message could quote a visitor.
    worker.on('error', (error: unknown) => {
      exitCause = `failed (${error instanceof Error ? error.constructor.name : 'unknown'})`;
    });
    worker.on('exit', () => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#stopHeartbeat();
      const error = this.#isClosed
        ? new EngineError('closed', 'the speech engine was closed')
        : new EngineError('worker_died', `a ${this.#name} ${exitCause}`);
      this.#settle.reject(error);
      // A worker that died before it was ready would die again. Waiting for the next request avoids a loop.
      if (!this.#isClosed && this.#isWarm) this.#worker = this.#start();
      this.#events.onDeath(error);
    });
    return worker;
  }
}
