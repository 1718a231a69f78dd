/**
 * The embedded room's media, seen from the service: a handle on the media process, which is started again
 * when it dies. It knows calls, sound and messages; it does not know what a conversation is.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ServiceError } from '@palkit/contract/service-error';
import type { MediaMeasure } from '../../platform/load.ts';
import type { Speech } from '../../speech/engines.ts';
import type { FaceMood } from './face-motion.ts';
import type { CallLogPath } from './call-log.ts';
import { NO_LOAD } from './media-load.ts';

/** What the agent does while it does not talk; that it talks the media process knows best. */
export type Mood = Exclude<FaceMood, 'talking'>;

export type MediaEvent =
  /** The data channel is open. */
  | { is: 'connected'; callId: string }
  /** Nothing from the browser for 8 s, or its connection is closed. */
  | { is: 'lost'; callId: string }
  | { is: 'message'; callId: string; data: string }
  | { is: 'voice-began'; callId: string }
  /** 16 kHz mono; the moments before the voice began come first. */
  | { is: 'voice'; callId: string; samples: Int16Array }
  /** 100 to 160 ms without a voice, within an utterance that may go on. */
  | { is: 'voice-paused'; callId: string }
  /** It went on before that was its end. */
  | { is: 'voice-resumed'; callId: string }
  | { is: 'voice-ended'; callId: string }
  /** A picture of the visitor's camera, WebP. */
  | { is: 'sight'; callId: string; webp: Uint8Array }
  /** The first packet of a sentence left. */
  | { is: 'saying'; callId: string; utteranceId: string }
  | { is: 'said'; callId: string; utteranceId: string; seconds: number; interrupted: boolean }
  /** The media process died with these calls in it. */
  | { is: 'crashed'; callIds: string[] }
  /** It could not be started again; who was in these calls cannot come back. */
  | { is: 'beyond-repair'; callIds: string[] };

export interface Joining {
  callId: string;
  offer: string;
  /** The face's file. */
  face: string;
  /** Where the call is written down; null: it is not. */
  callLog?: CallLogPath | null;
  /** Whether the visitor's camera is looked at. */
  watch?: boolean;
}

export type ToMedia =
  | { do: 'join'; id: number; call: Joining }
  | { do: 'leave'; callId: string }
  | { do: 'say'; callId: string; utteranceId: string; speech: Speech }
  | { do: 'hush'; callId: string }
  | { do: 'send'; callId: string; message: string }
  | { do: 'hold'; callId: string; held: boolean }
  | { do: 'feel'; callId: string; mood: Mood }
  | { do: 'listen'; callId: string; bargeFrames: number; patience?: number | undefined }
  | { do: 'stats'; id: number };

export interface MediaStats {
  calls: number;
  packetsSent: number;
  framesSent: number;
  packetsHeard: number;
  /** Messages and packets beyond what a browser may send, and the connections given up for them. */
  messagesDropped: number;
  packetsDropped: number;
  flooded: number;
  /** Bytes. */
  rss: number;
}

export interface FromMedia {
  ready?: true;
  event?: MediaEvent;
  answer?: { id: number; sdp?: string; refused?: 'invalid_offer' };
  stats?: MediaStats & { id: number };
  fault?: { where: string; name: string };
  /** Once a second while there are calls. */
  load?: MediaMeasure;
}

export interface MediaOptions {
  /** One port for all calls; 0: any port for each. */
  udpPort: number;
  publicAddress?: string;
  iceServers?: string[];
  /**
   * What is run instead of the media process, and milliseconds until it is tried again: for tests of its
   * faults.
   */
  program?: string;
  reviveAfter?: number;
  log(level: 'info' | 'warn' | 'error', message: string, fields: Record<string, unknown>): void;
}

/** An answer that has not come by then is not coming. */
const ANSWER_MS = 10_000;
/** Until another try to start a process that does not come up. */
const REVIVE_MS = 1000;
const REVIVE_MOST_MS = 30_000;
/** Tries to start it again until its calls are given up: with their waits these are 7 seconds. */
const REVIVALS = 4;

/** The media process ended before it was ready. */
export class MediaError extends Error {
  /** It was ended from outside: another may live. */
  readonly killed: boolean;
  constructor(code: number | null, signal: string | null) {
    super(`The media process cannot run here (${signal ?? `exit ${code}`}).`);
    this.name = 'MediaError';
    this.killed = signal !== null;
  }
}

export class Media {
  readonly #options: MediaOptions;
  #process: ChildProcess | null = null;
  #listeners = new Set<(event: MediaEvent) => void>();
  #asked = new Map<number, { resolve(message: FromMedia): void; reject(error: Error): void }>();
  #lastId = 0;
  #load: MediaMeasure = NO_LOAD;
  #calls = new Set<string>();
  #closed = false;

  private constructor(options: MediaOptions) {
    this.#options = options;
  }

  /** Starts the process; rejects with a `MediaError` where it cannot run on this machine. */
  static async start(options: MediaOptions): Promise<Media> {
    const media = new Media(options);
    for (let attempt = 1; ; attempt++)
      try {
        await media.#spawn();
        return media;
      } catch (error) {
        if (!(error instanceof MediaError) || !error.killed || attempt === REVIVALS) throw error;
        options.log('warn', error.message, { attempt });
      }
  }

  /** Answers a browser's offer. A second join of a call replaces its connection; the call goes on. */
  async join(call: Joining): Promise<{ answer: string }> {
    this.#calls.add(call.callId);
    const { answer } = await this.#ask((id) => ({ do: 'join', id, call }));
    if (!answer?.sdp) throw new ServiceError(answer?.refused ?? 'room_unavailable');
    return { answer: answer.sdp };
  }

  leave(callId: string): void {
    this.#calls.delete(callId);
    this.#tell({ do: 'leave', callId });
  }

  /** Says a sentence after those already queued. */
  say(callId: string, utteranceId: string, speech: Speech): void {
    this.#tell({ do: 'say', callId, utteranceId, speech });
  }

  /** Silence within 100 ms. */
  hush(callId: string): void {
    this.#tell({ do: 'hush', callId });
  }

  /** One message on the data channel. */
  send(callId: string, message: string): void {
    this.#tell({ do: 'send', callId, message });
  }

  /** Silence within 100 ms, and what was queued stays; or it goes on. */
  hold(callId: string, held: boolean): void {
    this.#tell({ do: 'hold', callId, held });
  }

  /** What a drawn face looks like while it does not talk. */
  feel(callId: string, mood: Mood): void {
    this.#tell({ do: 'feel', callId, mood });
  }

  /**
   * How many voiced frames of 20 ms begin an utterance, and how many milliseconds without a voice end one.
   */
  listen(callId: string, options: { bargeFrames: number; patience?: number }): void {
    this.#tell({ do: 'listen', callId, bargeFrames: options.bargeFrames, patience: options.patience });
  }

  subscribe(listener: (event: MediaEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async stats(): Promise<MediaStats> {
    const { stats } = await this.#ask((id) => ({ do: 'stats', id }));
    if (!stats) throw new ServiceError('room_unavailable');
    return stats;
  }

  /** As of the last second; without a call there is none. */
  get load(): MediaMeasure {
    return this.#calls.size > 0 ? this.#load : NO_LOAD;
  }

  /** The media process' id, for those who watch over it. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  async close(): Promise<void> {
    this.#closed = true;
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
    const { udpPort, publicAddress, iceServers } = this.#options;
    const child = fork(
      this.#options.program ??
        fileURLToPath(new URL(source ? './media-process.ts' : './media-process.js', import.meta.url)),
      [JSON.stringify({ udpPort, publicAddress, iceServers })],
      {
        serialization: 'advanced',
        execArgv: source ? ['--import', 'tsx'] : [],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      },
    );
    this.#process = child;
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, signal) => reject(new MediaError(code, signal)));
      child.on('message', (message: FromMedia) => {
        if (message.ready) resolve();
        else this.#heard(message);
      });
    });
    child.removeAllListeners('exit').removeAllListeners('error');
    // A message to a process that has just died: its exit tells the rest.
    child.on('error', () => {});
    child.once('exit', (code, signal) => this.#died(child, code, signal));
  }

  #heard(message: FromMedia): void {
    if (message.event) for (const listener of this.#listeners) listener(message.event);
    if (message.load) this.#load = message.load;
    if (message.fault) this.#options.log('warn', 'a fault in the media process', message.fault);
    const id = message.answer?.id ?? message.stats?.id;
    if (id === undefined) return;
    this.#asked.get(id)?.resolve(message);
    this.#asked.delete(id);
  }

  #died(child: ChildProcess, code: number | null, signal: string | null): void {
    if (this.#closed || this.#process !== child) return;
    this.#process = null;
    this.#load = NO_LOAD;
    this.#options.log('error', 'the media process died and is started again', { code, signal });
    for (const { reject } of this.#asked.values()) reject(new ServiceError('room_unavailable'));
    this.#asked.clear();
    const callIds = [...this.#calls];
    this.#calls.clear();
    for (const listener of this.#listeners) listener({ is: 'crashed', callIds });
    this.#revive(this.#options.reviveAfter ?? REVIVE_MS, callIds);
  }

  /** Tries again, each time later, until it runs or nobody wants it. */
  #revive(later: number, callIds: string[], attempt = 1): void {
    this.#spawn().catch((error: Error) => {
      if (this.#closed) return;
      this.#process = null;
      this.#options.log('error', error.message, {});
      if (attempt === REVIVALS)
        for (const listener of this.#listeners) listener({ is: 'beyond-repair', callIds });
      setTimeout(
        () => this.#closed || this.#revive(Math.min(later * 2, REVIVE_MOST_MS), callIds, attempt + 1),
        later,
      ).unref();
    });
  }

  #ask(question: (id: number) => ToMedia): Promise<FromMedia> {
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      const timer = setTimeout(() => {
        this.#asked.delete(id);
        reject(new ServiceError('room_unavailable'));
      }, ANSWER_MS);
      this.#asked.set(id, {
        resolve: (message) => (clearTimeout(timer), resolve(message)),
        reject: (error) => (clearTimeout(timer), reject(error)),
      });
      if (!this.#tell(question(id))) {
        this.#asked.get(id)?.reject(new ServiceError('room_unavailable'));
        this.#asked.delete(id);
      }
    });
  }

  #tell(message: ToMedia): boolean {
    if (!this.#process?.connected) return false;
    this.#process.send(message, () => {});
    return true;
  }
}
