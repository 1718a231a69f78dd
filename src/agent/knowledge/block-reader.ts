/**
 * Parses the Markdown of documents in a worker thread. Each request has a few pieces of one document, and
 * documents take turns, so that a long document does not delay the others. If the thread dies or misses its
 * deadline, it is replaced, and the pieces of its request are omitted.
 */
import type { Worker } from 'node:worker_threads';
import type { Clock } from '@palkit/runtime/clock';
import { startWorker } from '@palkit/runtime/worker';
import type { Block, Heading } from './passages.ts';

export interface BlockRequest {
  id: number;
  contents: readonly string[];
  openHeadings: Heading[];
}
export interface BlockReply {
  id: number;
  blocks: Block[][];
  under: Heading[];
}

/** Yields the blocks of each piece of a document, in order. */
export type ReadBlocks = (contents: readonly string[]) => AsyncIterable<Block[]>;

/** Number of pieces in one request: at most some 20 ms of work, and a reply small enough to receive without a delay. */
const BATCH = 20;
/** Deadline of one request in milliseconds. */
const DEADLINE = 10_000;
/** Heap limit of the thread in megabytes. */
const MEMORY = 256;

interface Task {
  request: BlockRequest;
  settle(reply: BlockReply | null): void;
}

export class BlockReader {
  readonly #clock: Clock;
  readonly #onFailure: (cause: string) => void;
  readonly #waitingTasks: Task[] = [];
  /**
   * The request that the thread works on. All others stay in `#waitingTasks`, so a crash loses only the pieces of
   * this request.
   */
  #current: (Task & { completion: AbortController }) | null = null;
  #worker: Worker | null = null;
  #next = 1;

  /** `onFailure` is called when the thread ends before it has replied. */
  constructor(clock: Clock, onFailure: (cause: string) => void = () => undefined) {
    this.#clock = clock;
    this.#onFailure = onFailure;
  }

  readonly read: ReadBlocks = (contents) => this.#read(contents);

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  async *#read(contents: readonly string[]): AsyncIterable<Block[]> {
    let under: Heading[] = [];
    for (let from = 0; from < contents.length; from += BATCH) {
      const batch = contents.slice(from, from + BATCH);
      const reply = await this.#ask(batch, under);
      if (reply) under = reply.under;
      yield* reply?.blocks ?? batch.map(() => []);
    }
  }

  #ask(contents: readonly string[], under: Heading[]): Promise<BlockReply | null> {
    return new Promise((settle) => {
      this.#waitingTasks.push({ request: { id: this.#next++, contents, openHeadings: under }, settle });
      this.#serve();
    });
  }

  #serve(): void {
    if (this.#current) return;
    const task = this.#waitingTasks.shift();
    if (!task) return;
    const worker = (this.#worker ??= this.#start());
    const completion = new AbortController();
    this.#current = { ...task, completion };
    this.#clock.after(DEADLINE, () => void worker.terminate(), completion.signal);
    worker.postMessage(task.request);
  }

  #settle(reply: BlockReply | null): void {
    const current = this.#current;
    this.#current = null;
    current?.completion.abort();
    current?.settle(reply);
    this.#serve();
  }

  #start(): Worker {
    const worker = startWorker(new URL('./block-worker', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY },
    });
    worker.unref();
    let cause = 'it took too long';
    worker.on('message', (reply: BlockReply) => {
      if (reply.id === this.#current?.request.id) this.#settle(reply);
    });
    // Report only the error class, because the message could quote a document.
    worker.on('error', (error: unknown) => {
      cause = error instanceof Error ? error.name : 'unknown';
    });
    worker.on('exit', () => {
      this.#worker = null;
      if (!this.#current) return;
      this.#onFailure(cause);
      this.#settle(null);
    });
    return worker;
  }
}
