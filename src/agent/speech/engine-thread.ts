/**
 * A worker thread that is replaced when it dies or hangs. Its code posts `{ ready: true }` once it has warmed up and
 * answers pings (`src/runtime/worker-port.ts`). All other messages belong to its user.
 */
import type { TransferListItem, Worker } from 'node:worker_threads';
import { systemClock, type Clock } from '@palkit/runtime/clock';
import { Heartbeat } from '@palkit/runtime/heartbeat';
import type { Alive, Ping } from '@palkit/runtime/worker-port';
import { EngineError } from '../language/engine-error.ts';

/** Milliseconds between pings while there is work. */
const PING_MS = 5000;
/** A minute of sound that is recognised in one go blocks a worker for half a minute on a busy machine. */
const MISSED_PINGS = 12;

export interface ThreadEvents<Reply> {
  onReply(reply: Reply): void;
  /** The worker died, and with it all its work. A new one starts unless the thread was closed. */
  onDeath(error: EngineError): void;
}

export class EngineThread<Request, Reply extends object> {
  readonly #name: string;
  readonly #events: ThreadEvents<Reply>;
  readonly #startWorker: () => Worker;
  readonly #clock: Clock;
  /** Runs while there is work: an idle worker is never woken. */
  #heartbeat: Heartbeat | null = null;
  /** True if a message was posted since the last ping. */
  #posted = false;
  readonly #ready: Promise<void>;
  #settle!: { resolve(): void; reject(error: EngineError): void };
  #worker: Worker | undefined;
  #warmed = false;
  #closed = false;

  /** `name` appears in errors; `start` starts a worker, the first one at once. */
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

  /** Settles when the first worker has loaded its engine or has failed to. */
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
    this.#posted = true;
    this.#watch(this.#worker);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#rest();
    this.#settle.reject(new EngineError('closed', 'the speech engine was closed before it was ready'));
    await this.#worker?.terminate();
  }

  #watch(worker: Worker): void {
    this.#heartbeat ??= new Heartbeat({
      clock: this.#clock,
      interval: PING_MS,
      misses: MISSED_PINGS,
      ask: () => {
        this.#posted = false;
        worker.postMessage({ ping: true } satisfies Ping);
      },
      hung: () => void worker.terminate(),
    });
  }

  #rest(): void {
    this.#heartbeat?.stop();
    this.#heartbeat = null;
  }

  #start(): Worker {
    this.#warmed = false;
    const worker = this.#startWorker();
    let cause = 'ended';
    worker.on('message', (message: Reply | { ready: true } | Alive) => {
      this.#heartbeat?.beat();
      if ('alive' in message) {
        if (!this.#posted) this.#rest();
      } else if ('ready' in message) {
        this.#warmed = true;
        this.#settle.resolve();
      } else this.#events.onReply(message);
    });
    // Only the class of the error, because an engine's message could quote a visitor.
    worker.on('error', (error: unknown) => {
      cause = `failed (${error instanceof Error ? error.constructor.name : 'unknown'})`;
    });
    worker.on('exit', () => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#rest();
      const error = this.#closed
        ? new EngineError('closed', 'the speech engine was closed')
        : new EngineError('worker_died', `a ${this.#name} ${cause}`);
      this.#settle.reject(error);
      // A worker that died before it was ready would die again. The next request starts a new one, which avoids a
      // loop.
      if (!this.#closed && this.#warmed) this.#worker = this.#start();
      this.#events.onDeath(error);
    });
    return worker;
  }
}
