/**
 * The process of one model, seen from the service: started when it is first needed, ended when it was idle
 * for long, and started again by the next request after it died.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { systemClock, type Clock } from '@palkit/runtime/clock';
import { Heartbeat } from '@palkit/runtime/heartbeat';
import { EngineError } from '../../language/engine-error.ts';
import type { Reply, Request, Setup } from './protocol.ts';

/** Then its memory is given back; milliseconds. */
const IDLE_MS = 10 * 60_000;
/** Requests that wait before further ones are refused with `busy`. */
const MOST_WAITING = 200;
/** Milliseconds for loading a model. */
const START_MS = 60_000;
/**
 * Milliseconds between pings, and unanswered ones until the process is ended: recognising a minute of sound
 * blocks it for tens of seconds.
 */
const PING_MS = 5000;
const MISSED_PINGS = 12;

type Asking = Request extends infer Each ? (Each extends { id: number } ? Omit<Each, 'id'> : never) : never;
type Answer = Extract<Reply, { id: number }>;

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

export interface SherpaHostOptions extends Setup {
  /** Of the model, for errors. */
  name: string;
  clock: Clock;
  /** Another program than the real one, for tests. */
  program?: string;
}

export class SherpaHost {
  readonly #options: SherpaHostOptions;
  readonly #waiting = new Map<number, Waiting>();
  #process: { child: ChildProcess; ready: Promise<void> } | null = null;
  #lastId = 0;
  #idle = new AbortController();
  #closed = false;

  constructor(options: SherpaHostOptions) {
    this.#options = options;
  }

  /** Of the model. */
  get name(): string {
    return this.#options.name;
  }

  /** Whether its process runs, with the model in memory. */
  get running(): boolean {
    return this.#process !== null;
  }

  /** Settles when the model is loaded; fails with an `EngineError`. */
  async warm(): Promise<void> {
    this.#rest();
    await this.#started().ready;
  }

  /**
   * Fails with an `EngineError`: `busy`, `closed`, `worker_died`, or `bad_response` where the engine threw;
   * or with the signal's reason, at once, though the process still does what it was asked.
   */
  async ask(request: Asking, signal?: AbortSignal): Promise<Answer> {
    signal?.throwIfAborted();
    if (this.#waiting.size >= MOST_WAITING)
      throw new EngineError('busy', `too many wait for the model ${this.#options.name}`);
    const { child, ready } = this.#started();
    const id = (this.#lastId += 1);
    const settled = new AbortController();
    const answer = new Promise<Answer>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      signal?.addEventListener('abort', () => reject(signal.reason), {
        once: true,
        signal: settled.signal,
      });
    });
    // A caller that gave up does not handle it.
    answer.catch(() => undefined);
    // A process takes messages before it is ready, in order.
    child.send({ ...request, id });
    try {
      return await Promise.race([answer, ready.then(() => answer)]);
    } finally {
      settled.abort();
    }
  }

  /** Without an answer. */
  tell(request: Extract<Request, { is: 'write' | 'drop' }>): void {
    if (!this.#closed) this.#started().child.send(request);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#idle.abort();
    this.#end(new EngineError('closed', `the model ${this.#options.name} was closed`));
  }

  #started(): { child: ChildProcess; ready: Promise<void> } {
    if (this.#closed) throw new EngineError('closed', `the model ${this.#options.name} is closed`);
    this.#rest();
    return (this.#process ??= this.#start());
  }

  #start(): { child: ChildProcess; ready: Promise<void> } {
    const { name, clock, package: folder, family, parts, threads } = this.#options;
    const own = new URL(`./sherpa-process.${import.meta.url.split('.').at(-1)}`, import.meta.url);
    const program = this.#options.program ?? fileURLToPath(own);
    const setup: Setup = { package: folder, family, parts, threads };
    const child = fork(program, [JSON.stringify(setup)], {
      serialization: 'advanced',
      execArgv: program.endsWith('.ts') ? ['--import', 'tsx'] : [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // Foreign native code gets no key from the environment.
      env: { PATH: process.env['PATH'], SystemRoot: process.env['SystemRoot'] },
    });
    const starting = new AbortController();
    let heartbeat: Heartbeat | null = null;
    const ready = new Promise<void>((resolve, reject) => {
      const lost = (): void => {
        starting.abort();
        heartbeat?.stop();
        const error = new EngineError('worker_died', `the process of the model ${name} ended`);
        reject(error);
        if (this.#process?.child === child) this.#end(error);
      };
      child.once('error', lost);
      child.once('exit', lost);
      child.on('message', (reply: Reply) => {
        heartbeat?.beat();
        if ('alive' in reply) return;
        if (!('ready' in reply)) return this.#settle(reply);
        starting.abort();
        heartbeat = new Heartbeat({
          clock: systemClock,
          interval: PING_MS,
          misses: MISSED_PINGS,
          ask: () => child.send({ is: 'ping' } satisfies Request, () => {}),
          hung: () => child.kill('SIGKILL'),
        });
        resolve();
      });
      clock.after(START_MS, () => child.kill('SIGKILL'), starting.signal);
    });
    ready.catch(() => undefined);
    return { child, ready };
  }

  #settle(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ('failed' in answer)
      waiting?.reject(
        new EngineError('bad_response', `the model ${this.#options.name} failed (${answer.failed})`),
      );
    else waiting?.resolve(answer);
    this.#rest();
  }

  /** Counts the idle time anew. */
  #rest(): void {
    this.#idle.abort();
    this.#idle = new AbortController();
    this.#options.clock.after(
      IDLE_MS,
      () => {
        if (this.#waiting.size === 0) this.#end(new EngineError('closed', 'idle'));
      },
      this.#idle.signal,
    );
  }

  #end(error: EngineError): void {
    const child = this.#process?.child;
    this.#process = null;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    child?.removeAllListeners('message');
    child?.kill('SIGKILL');
  }
}
