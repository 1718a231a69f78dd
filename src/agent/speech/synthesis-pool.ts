/**
 * Worker threads that synthesise and encode sentences, so that the serving thread is never blocked. A thread
 * has one job at a time. Accounts take turns, and jobs of low priority come last. The threads start and warm up
 * immediately; `close` ends them.
 */
import { availableParallelism } from 'node:os';
import { FairQueue } from '@palkit/runtime/fair-queue';
import { startWorker } from '@palkit/runtime/worker';
import { EngineError } from '../language/engine-error.ts';
import { EngineThread } from './engine-thread.ts';
import type { SpeakOptions, Speech } from './engines.ts';
import type { FliteVoiceName } from './flite.ts';
import { SoundCache } from './sound-cache.ts';
import { PACKET_SECONDS } from './opus.ts';
import type { OpusSampleRate } from './opus.ts';
import type { EncodingRequest, SpeechReply, SynthesisRequest } from './synthesis-worker.ts';

const startSynthesis = () => startWorker(new URL('./synthesis-worker', import.meta.url));

type Work = Omit<SynthesisRequest, 'id'> | Omit<EncodingRequest, 'id'>;
type Sound = Omit<Speech, 'text'>;

/** The account of a job, and whether other jobs come first; see `SpeakOptions`. */
export type JobTurn = Pick<SpeakOptions, 'patient' | 'account'>;

interface Job {
  id: number;
  work: Work;
  resolve(sound: Sound): void;
  reject(error: unknown): void;
}

interface PooledThread {
  thread: EngineThread<SynthesisRequest | EncodingRequest, SpeechReply>;
  job: Job | undefined;
}

export interface SpeechPoolOptions {
  /** Number of threads, each about 120 MB. Default: one less than the number of cores, at least one and at most two. */
  size?: number;
  /**
   * Maximum number of queued jobs. Beyond it, the job of an account that already has its fair share is refused
   * with `busy`. Default 200.
   */
  limit?: number;
}

export class SynthesisPool {
  readonly #threads: PooledThread[];
  readonly #urgentJobs = new FairQueue<Job>();
  readonly #lowPriorityJobs = new FairQueue<Job>();
  readonly #limit: number;
  readonly #cache = new SoundCache();
  #lastId = 0;
  #isClosed = false;

  constructor({
    size = Math.min(2, Math.max(1, availableParallelism() - 1)),
    limit = 200,
  }: SpeechPoolOptions = {}) {
    this.#limit = limit;
    this.#threads = Array.from({ length: size }, () => {
      const pooledThread: PooledThread = {
        job: undefined,
        thread: new EngineThread('synthesis-worker', startSynthesis, {
          onReply: (reply) => this.#finish(pooledThread, reply),
          onDeath: (error) => {
            const lostJob = pooledThread.job;
            pooledThread.job = undefined;
            lostJob?.reject(error);
            this.#next();
          },
        }),
      };
      return pooledThread;
    });
  }

  /** Resolves when every thread has loaded the voices; rejects with an `EngineError` if one could not load them. */
  async ready(): Promise<void> {
    await Promise.all(this.#threads.map(({ thread }) => thread.ready));
  }

  /** Speaks a sentence of ASCII text with flite. A sentence from the account's recent calls comes from the cache. */
  async synthesise(
    work: { text: string; phones?: boolean; voice: FliteVoiceName; speed: number },
    signal?: AbortSignal,
    turn: JobTurn = {},
  ): Promise<Sound> {
    signal?.throwIfAborted();
    const { text, phones, voice, speed } = work;
    const name = JSON.stringify([text, phones, voice, speed]);
    const cachedSound = this.#isClosed ? undefined : this.#cache.get(turn.account, name);
    if (cachedSound) return cachedSound;
    const sound = await this.#add(work, signal, turn);
    this.#cache.add(turn.account, name, sound);
    return sound;
  }

  /**
   * Converts mono samples to packets and mouth shapes. The silence around the speech is removed unless `whole`
   * is true. The first `lead` packets are encoded but dropped.
   */
  encode(
    work: { samples: Int16Array; sampleRate: OpusSampleRate; whole?: boolean; lead?: number },
    signal?: AbortSignal,
    turn: JobTurn = {},
  ): Promise<Sound> {
    return this.#add(work, signal, turn);
  }

  /** Ends the threads; waiting jobs are rejected with `closed`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const job of [...this.#urgentJobs.clear(), ...this.#lowPriorityJobs.clear()])
      job.reject(new EngineError('closed', 'the voice was closed'));
    await Promise.all(this.#threads.map(({ thread }) => thread.close()));
  }

  #add(work: Work, signal: AbortSignal | undefined, { patient, account }: JobTurn): Promise<Sound> {
    const queue = patient ? this.#lowPriorityJobs : this.#urgentJobs;
    return new Promise<Sound>((resolve, reject) => {
      signal?.throwIfAborted();
      if (this.#isClosed) throw new EngineError('closed', 'the voice is closed');
      if (queue.isFullFor(account, this.#limit))
        throw new EngineError('busy', 'too many sentences are waiting for the voice');
      this.#lastId += 1;
      const abort = (): void => {
        queue.remove(job);
        reject(signal?.reason);
      };
      const job: Job = {
        id: this.#lastId,
        work,
        resolve: (sound) => {
          signal?.removeEventListener('abort', abort);
          resolve(sound);
        },
        reject: (error) => {
          signal?.removeEventListener('abort', abort);
          reject(error);
        },
      };
      signal?.addEventListener('abort', abort, { once: true });
      queue.push(account, job);
      this.#next();
    });
  }

  #next(): void {
    if (this.#isClosed) return;
    for (const pooledThread of this.#threads) {
      if (pooledThread.job) continue;
      const job = this.#urgentJobs.shift() ?? this.#lowPriorityJobs.shift();
      if (!job) return;
      pooledThread.job = job;
      pooledThread.thread.post({ ...job.work, id: job.id });
    }
  }

  #finish(pooledThread: PooledThread, { id, bytes, lengths, mouths }: SpeechReply): void {
    const job = pooledThread.job;
    if (job?.id !== id) return;
    pooledThread.job = undefined;
    let at = 0;
    const packets = lengths.map((length) => bytes.subarray(at, (at += length)));
    job.resolve({ packets, mouths, duration: packets.length * PACKET_SECONDS });
    this.#next();
  }
}
