/**
 * The media of embedded rooms as the service uses them: a handle for the media process, which is restarted if it
 * crashes or hangs. It handles calls, sound and messages, and does not depend on conversations.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ServiceError } from '@palkit/contract/service-error';
import type { Speech } from '@palkit/agent';
import { systemClock, type Clock } from '@palkit/runtime/clock';
import { Heartbeat } from '@palkit/runtime/heartbeat';
import { FACE_ENGINE_ADDRESS, type EngineAddress } from '../face-engine/engine-socket.ts';
import type { MediaMeasure } from './media-load.ts';
import { HangSuspects } from './hang-suspects.ts';
import { NO_LOAD } from './media-load.ts';
import type { FromMedia, JoinRequest, MediaEvent, MediaStats, Mood, ToMedia } from './media-messages.ts';

export interface MediaOptions {
  /** The port for all calls; 0 selects a free port for each call. */
  udpPort: number;
  publicAddress?: string;
  iceServers?: string[];
  /** Address of an engine that draws faces. If null or omitted, the service draws them. */
  faceEngine?: EngineAddress | null;
  /** Another program instead of the media process, for tests of faults. */
  program?: string;
  /** Milliseconds until the program is restarted, for tests of faults. */
  restartDelay?: number;
  clock?: Clock;
  log(level: 'info' | 'warn' | 'error', message: string, fields: Record<string, unknown>): void;
}

/** Milliseconds to wait for a response. */
const ANSWER_MS = 10_000;
/** Milliseconds for the start, which takes half a second on an idle machine. */
const START_MS = 20_000;
/** Milliseconds until the next attempt to start a process that fails to start; doubled after each attempt. */
const RESTART_DELAY_MS = 1000;
const MAX_RESTART_DELAY_MS = 30_000;
/**
 * Number of attempts to restart the process before the calls are given up. With their delays they take 7
 * seconds.
 */
const MAX_RESTARTS = 4;
/** Milliseconds between pings. */
const PING_MS = 500;
/** Number of unanswered pings after which the process counts as unavailable. */
const LATE_PINGS = 5;
/** Number of unanswered pings after which the process is killed. */
const MISSED_PINGS = 8;
/** Milliseconds to find the call of a spinning thread; a probe takes less than one. */
const PROBING_MS = 500;

const REFUSED_NETWORK_MESSAGE =
  'Voice and video are not available to your network for an hour, since it stopped them twice. You can still write.';

/** The media process exited before it was ready. */
export class MediaError extends Error {
  /** True if the process was killed from outside, so that another start may succeed. */
  readonly killed: boolean;
  constructor(code: number | null, signal: string | null) {
    super(`The media process cannot run here (${signal ?? `exit ${code}`}).`);
    this.name = 'MediaError';
    this.killed = signal !== null;
  }
}

export class Media {
  readonly #options: MediaOptions;
  readonly #clock: Clock;
  readonly #suspects: HangSuspects;
  /** Null while no process is ready. */
  #heartbeat: Heartbeat | null = null;
  #process: ChildProcess | null = null;
  #listeners = new Set<(event: MediaEvent) => void>();
  #requests = new Map<number, { resolve(message: FromMedia): void; reject(error: Error): void }>();
  #lastId = 0;
  #load: MediaMeasure = NO_LOAD;
  /** Maps each call to its visitor's network; null if that is unknown. */
  #calls = new Map<string, string | null>();
  /** The call that is being probed because a native thread is spinning. */
  #probedCall: string | null = null;
  #isClosed = false;

  private constructor(options: MediaOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#suspects = new HangSuspects(this.#clock);
  }

  /** Starts the process; rejects with a `MediaError` if it cannot run on this machine. */
  static async start(options: MediaOptions): Promise<Media> {
    const media = new Media(options);
    for (let attempt = 1; ; attempt++)
      try {
        await media.#spawn();
        return media;
      } catch (error) {
        if (!(error instanceof MediaError) || !error.killed || attempt === MAX_RESTARTS) throw error;
        options.log('warn', error.message, { attempt });
      }
  }

  /**
   * Answers a browser's offer. A second join of a call replaces its connection, and the call continues. `network`
   * is the visitor's (`src/service/gates/networks.ts`). A network that made the media process hang twice within an
   * hour is rejected until an hour after the first hang.
   */
  async join(call: JoinRequest, network: string | null = null): Promise<{ answer: string }> {
    const retryAfter = network === null ? 0 : this.#suspects.refusedFor(network);
    if (retryAfter > 0) throw new ServiceError('too_many_requests', REFUSED_NETWORK_MESSAGE, { retryAfter });
    this.#calls.set(call.callId, network);
    const { answer } = await this.#ask((id) => ({ do: 'join', id, call }));
    if (!answer?.sdp) throw new ServiceError(answer?.refused ?? 'room_unavailable');
    return { answer: answer.sdp };
  }

  leave(callId: string): void {
    this.#calls.delete(callId);
    this.#sendMessage({ do: 'leave', callId });
  }

  /** Adds a sentence to the queue. */
  say(callId: string, utteranceId: string, speech: Speech): void {
    this.#sendMessage({ do: 'say', callId, utteranceId, speech });
  }

  /** Stops the sound within 100 ms and clears the queue. */
  hush(callId: string): void {
    this.#sendMessage({ do: 'hush', callId });
  }

  /** Sends a message on the data channel. */
  send(callId: string, message: string): void {
    this.#sendMessage({ do: 'send', callId, message });
  }

  /** Pauses the sound within 100 ms and keeps the queue; `onHold` false resumes it. */
  hold(callId: string, onHold: boolean): void {
    this.#sendMessage({ do: 'hold', callId, onHold });
  }

  /** Sets the mood of a drawn face while it does not talk. */
  setMood(callId: string, mood: Mood): void {
    this.#sendMessage({ do: 'setMood', callId, mood });
  }

  /** Shows another face from now on. The recording of the call stops. */
  changeFace(callId: string, face: string): void {
    this.#sendMessage({ do: 'face', callId, face });
  }

  /**
   * Sets how voices are detected. `bargeFrames` is the number of voiced 20 ms frames that start an utterance;
   * `patience` is the number of milliseconds without a voice that end one.
   */
  listen(callId: string, options: { bargeFrames: number; patience?: number }): void {
    this.#sendMessage({ do: 'listen', callId, bargeFrames: options.bargeFrames, patience: options.patience });
  }

  subscribe(listener: (event: MediaEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async readStats(): Promise<MediaStats> {
    const { stats } = await this.#ask((id) => ({ do: 'stats', id }));
    if (!stats) throw new ServiceError('room_unavailable');
    return stats;
  }

  /**
   * False if no process is ready, or if the process has not answered for two and a half seconds, because it
   * would not answer a join either.
   */
  get available(): boolean {
    return this.#heartbeat !== null && this.#heartbeat.unanswered < LATE_PINGS;
  }

  /** Load in the last second; `NO_LOAD` without a call. */
  get load(): MediaMeasure {
    return this.#calls.size > 0 ? this.#load : NO_LOAD;
  }

  /** The process id of the media process, for monitoring; undefined if the process is not running. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#heartbeat?.stop();
    this.#heartbeat = null;
    const child = this.#process;
    this.#process = null;
    if (!child || child.exitCode !== null) return;
    await new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.kill('SIGKILL');
    });
  }

  async #spawn(): Promise<void> {
    const source = import.meta.url.endsWith('.ts');
    const { udpPort, publicAddress, iceServers, faceEngine } = this.#options;
    const child = fork(
      this.#options.program ??
        fileURLToPath(new URL(source ? './media-process.ts' : './media-process.js', import.meta.url)),
      [JSON.stringify({ udpPort, publicAddress, iceServers })],
      {
        serialization: 'advanced',
        env: faceEngine ? { ...process.env, [FACE_ENGINE_ADDRESS]: JSON.stringify(faceEngine) } : process.env,
        execArgv: source ? ['--import', 'tsx'] : [],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      },
    );
    this.#process = child;
    const startAbort = new AbortController();
    this.#clock.after(START_MS, () => child.kill('SIGKILL'), startAbort.signal);
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, signal) => reject(new MediaError(code, signal)));
      child.on('message', (message: FromMedia) => {
        if (message.ready) resolve();
        else this.#receive(child, message);
      });
    }).finally(() => startAbort.abort());
    child.removeAllListeners('exit').removeAllListeners('error');
    // Ignore an error of `send`: a message to a process that has just crashed fails, and the exit handler deals
    // with the crash.
    child.on('error', () => {});
    child.once('exit', (code, signal) => this.#handleExit(child, code, signal));
    this.#probedCall = null;
    this.#heartbeat = new Heartbeat({
      clock: this.#clock,
      interval: PING_MS,
      misses: MISSED_PINGS,
      ask: () => this.#sendMessage({ do: 'ping' }),
      onHang: () => this.#kill(child, 'it does not answer'),
    });
  }

  /** Kills a process that hangs; its exit handler starts a new one. */
  #kill(child: ChildProcess, cause: string): void {
    const network = this.#probedCall === null ? null : this.#calls.get(this.#probedCall);
    if (network) this.#suspects.record(network);
    this.#options.log('error', 'the media process hangs and is ended', { cause, call: this.#probedCall });
    child.kill('SIGKILL');
  }

  #receive(child: ChildProcess, message: FromMedia): void {
    this.#heartbeat?.beat();
    if (message.spinning) {
      if (this.#probedCall === null)
        this.#clock.after(PROBING_MS, () => this.#kill(child, 'a native thread spins'));
      this.#probedCall = message.spinning.probing;
    }
    if (message.event) for (const listener of this.#listeners) listener(message.event);
    if (message.load) this.#load = message.load;
    if (message.fault) this.#options.log('warn', 'a fault in the media process', message.fault);
    const id = message.answer?.id ?? message.stats?.id;
    if (id === undefined) return;
    this.#requests.get(id)?.resolve(message);
    this.#requests.delete(id);
  }

  #handleExit(child: ChildProcess, code: number | null, signal: string | null): void {
    if (this.#isClosed || this.#process !== child) return;
    this.#heartbeat?.stop();
    this.#heartbeat = null;
    this.#process = null;
    this.#load = NO_LOAD;
    this.#options.log('error', 'the media process died and is started again', { code, signal });
    for (const { reject } of this.#requests.values()) reject(new ServiceError('room_unavailable'));
    this.#requests.clear();
    const callIds = [...this.#calls.keys()];
    this.#calls.clear();
    for (const listener of this.#listeners) listener({ is: 'crashed', callIds });
    this.#restart(this.#options.restartDelay ?? RESTART_DELAY_MS, callIds);
  }

  /** Restarts the process, with increasing delays between attempts, until it runs or the media are closed. */
  #restart(delay: number, callIds: string[], attempt = 1): void {
    this.#spawn().catch((error: Error) => {
      if (this.#isClosed) return;
      this.#process = null;
      this.#options.log('error', error.message, {});
      if (attempt === MAX_RESTARTS)
        for (const listener of this.#listeners) listener({ is: 'beyond-repair', callIds });
      setTimeout(
        () =>
          this.#isClosed || this.#restart(Math.min(delay * 2, MAX_RESTART_DELAY_MS), callIds, attempt + 1),
        delay,
      ).unref();
    });
  }

  #ask(question: (id: number) => ToMedia): Promise<FromMedia> {
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      const timer = setTimeout(() => {
        this.#requests.delete(id);
        reject(new ServiceError('room_unavailable'));
      }, ANSWER_MS);
      this.#requests.set(id, {
        resolve: (message) => (clearTimeout(timer), resolve(message)),
        reject: (error) => (clearTimeout(timer), reject(error)),
      });
      if (!this.#sendMessage(question(id))) {
        this.#requests.get(id)?.reject(new ServiceError('room_unavailable'));
        this.#requests.delete(id);
      }
    });
  }

  #sendMessage(message: ToMedia): boolean {
    if (!this.#process?.connected) return false;
    this.#process.send(message, () => {});
    return true;
  }
}
