/**
 * Manages the process of one model. It starts on the first request, ends after a long idle time, and restarts on the
 * next request after it died. The caller defines the requests and answers.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { systemClock, type Clock } from '@palkit/runtime/clock';
import { Heartbeat } from '@palkit/runtime/heartbeat';
import { killOnMissedHeartbeats, MESSAGES_AND_BEATS } from '@palkit/runtime/watchdog';
import { EngineError } from '../language/engine-error.ts';

/** Milliseconds without a request after which the process ends and frees its memory. */
const IDLE_MS = 10 * 60_000;
/** Maximum milliseconds for loading a model. */
const START_MS = 60_000;
/** Milliseconds between pings. */
const PING_MS = 5000;
/**
 * Number of unanswered pings after which the process is killed. Recognising a minute of sound blocks the process
 * for tens of seconds.
 */
const MISSED_PINGS = 12;

export interface ModelProcessOptions<Reply> {
  /** The model's name for error messages. */
  name: string;
  clock: Clock;
  /**
   * The program's file. Where both a source file and a built file exist, the one with this module's extension
   * runs.
   */
  program: string;
  /** The only argument of the program, sent as JSON. */
  setup: object;
  /** Environment variables of the process. It inherits no others, because they may contain keys. */
  environment: Readonly<Record<string, string | undefined>>;
  /** Flags of Node. */
  flags?: readonly string[];
  onReply(reply: Reply): void;
  /** Called when the process died and its work is lost. */
  onEnd(error: EngineError): void;
  /** True if a request waits for an answer; the process then stays alive. */
  isNeeded(): boolean;
}

/** Returns the path of a program in the folder of `url`, with the same extension: source or built. */
export const programBeside = (url: string, name: string): string =>
  fileURLToPath(new URL(`./${name}.${url.split('.').at(-1)}`, url));

export class ModelProcess<Request extends object, Reply extends object> {
  readonly #options: ModelProcessOptions<Reply>;
  #process: { child: ChildProcess; ready: Promise<void> } | null = null;
  #idleTimer = new AbortController();
  #wasClosed = false;

  constructor(options: ModelProcessOptions<Reply>) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.name;
  }

  /** True while the process runs and holds the model in memory. */
  get isRunning(): boolean {
    return this.#process !== null;
  }

  get isClosed(): boolean {
    return this.#wasClosed;
  }

  get pid(): number | undefined {
    return this.#process?.child.pid;
  }

  /**
   * Sends a request, and starts the process if it does not run. Messages that arrive before it is ready are queued.
   * The promise settles when the model is loaded.
   */
  send(request?: Request): Promise<void> {
    if (this.#wasClosed) throw new EngineError('closed', `the model ${this.name} is closed`);
    this.restartIdleTimer();
    const { child, ready } = (this.#process ??= this.#start());
    // Ignore an error of `send`: if the process has just ended, its `exit` event reports this.
    if (request) child.send(request, () => {});
    return ready;
  }

  restartIdleTimer(): void {
    this.#idleTimer.abort();
    this.#idleTimer = new AbortController();
    this.#options.clock.after(
      IDLE_MS,
      () => {
        if (!this.#options.isNeeded()) this.#handleExit(new EngineError('closed', 'idle'));
      },
      this.#idleTimer.signal,
    );
  }

  close(): void {
    this.#wasClosed = true;
    this.#idleTimer.abort();
    this.#handleExit(new EngineError('closed', `the model ${this.name} was closed`));
  }

  #start(): { child: ChildProcess; ready: Promise<void> } {
    const { name, clock, program, setup, environment, flags = [], onReply } = this.#options;
    const child = fork(program, [JSON.stringify(setup)], {
      serialization: 'advanced',
      execArgv: [...flags, ...(program.endsWith('.ts') ? ['--import', 'tsx'] : [])],
      stdio: MESSAGES_AND_BEATS,
      env: environment,
    });
    killOnMissedHeartbeats(child);
    const startTimer = new AbortController();
    let heartbeat: Heartbeat | null = null;
    const ready = new Promise<void>((resolve, reject) => {
      const handleExit = (): void => {
        startTimer.abort();
        heartbeat?.stop();
        const error = new EngineError('worker_died', `the process of the model ${name} ended`);
        reject(error);
        if (this.#process?.child === child) this.#handleExit(error);
      };
      child.once('error', handleExit);
      child.once('exit', handleExit);
      child.on('message', (reply: Reply | { ready: true } | { alive: true }) => {
        heartbeat?.beat();
        if ('alive' in reply) return;
        if (!('ready' in reply)) return onReply(reply);
        startTimer.abort();
        heartbeat = new Heartbeat({
          clock: systemClock,
          interval: PING_MS,
          misses: MISSED_PINGS,
          ask: () => child.send({ is: 'ping' }, () => {}),
          onHang: () => child.kill('SIGKILL'),
        });
        resolve();
      });
      clock.after(START_MS, () => child.kill('SIGKILL'), startTimer.signal);
    });
    ready.catch(() => undefined);
    return { child, ready };
  }

  #handleExit(error: EngineError): void {
    const child = this.#process?.child;
    this.#process = null;
    this.#options.onEnd(error);
    child?.removeAllListeners('message');
    child?.kill('SIGKILL');
  }
}
