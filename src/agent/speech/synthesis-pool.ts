/**
 * Worker threads that make sentences audible, so that no synthesis or encoding holds up the thread that
 * serves. One thread has one job at a time; the rest wait in order, the patient ones behind all others.
 * Starts and warms its threads at once; `close` ends them.
 */
import { availableParallelism } from 'node:os';
import { startWorker } from '@palkit/runtime/worker';
import { EngineError } from '../language/engine-error.ts';
import { EngineThread } from './engine-thread.ts';
import type { Speech } from './engines.ts';
import type { FliteVoiceName } from './flite.ts';
import { PACKET_SECONDS } from './opus.ts';
import type { OpusSampleRate } from './opus.ts';
import type { EncodingRequest, SpeechReply, SynthesisRequest } from './synthesis-worker.ts';

const startSynthesis = () => startWorker(new URL('./synthesis-worker', import.meta.url));

type Work = Omit<SynthesisRequest, 'id'> | Omit<EncodingRequest, 'id'>;
type Sound = Omit<Speech, 'text'>;

interface Job {
  id: number;
  work: Work;
  patient: boolean;
  resolve(sound: Sound): void;
  reject(error: unknown): void;
}

interface Seat {
  thread: EngineThread<SynthesisRequest | EncodingRequest, SpeechReply>;
  job: Job | undefined;
}

export interface SpeechPoolOptions {
  /** Threads, each about 120 MB. Default: one less than the cores, at least one, at most two. */
  size?: number;
  /** Jobs that may wait before further ones are refused with `busy`. Default 200. */
  limit?: number;
}

export class SynthesisPool {
  readonly #seats: Seat[];
  readonly #queue: Job[] = [];
  readonly #limit: number;
  #lastId = 0;
  #closed = false;

  constructor({
    size = Math.min(2, Math.max(1, availableParallelism() - 1)),
    limit = 200,
  }: SpeechPoolOptions = {}) {
    this.#limit = limit;
    this.#seats = Array.from({ length: size }, () => {
      const seat: Seat = {
        job: undefined,
        thread: new EngineThread('synthesis-worker', startSynthesis, {
          onReply: (reply) => this.#finish(seat, reply),
          onDeath: (error) => {
            const lost = seat.job;
            seat.job = undefined;
            lost?.reject(error);
            this.#next();
          },
        }),
      };
      return seat;
    });
  }

  /** Resolves when every thread has loaded the voices; rejects with an `EngineError` when one could not. */
  async ready(): Promise<void> {
    await Promise.all(this.#seats.map(({ thread }) => thread.ready));
  }

  /** Speaks one sentence of ASCII text with flite. */
  synthesise(
    work: { text: string; phones?: boolean; voice: FliteVoiceName; speed: number },
    signal?: AbortSignal,
    patient = false,
  ): Promise<Sound> {
    return this.#add(work, signal, patient);
  }

  /**
   * Makes packets and mouths of mono samples; the silence around them goes, unless they are to stay `whole`.
   * The first `lead` packets are left out.
   */
  encode(
    work: { samples: Int16Array; sampleRate: OpusSampleRate; whole?: boolean; lead?: number },
    signal?: AbortSignal,
    patient = false,
  ): Promise<Sound> {
    return this.#add(work, signal, patient);
  }

  /** Ends the threads; what waits is rejected with `closed`. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#queue.splice(0)) job.reject(new EngineError('closed', 'the voice was closed'));
    await Promise.all(this.#seats.map(({ thread }) => thread.close()));
  }

  #add(work: Work, signal: AbortSignal | undefined, patient: boolean): Promise<Sound> {
    return new Promise<Sound>((resolve, reject) => {
      signal?.throwIfAborted();
      if (this.#closed) throw new EngineError('closed', 'the voice is closed');
      if (this.#queue.length >= this.#limit)
        throw new EngineError('busy', 'too many sentences are waiting for the voice');
      this.#lastId += 1;
      const abort = (): void => {
        const at = this.#queue.indexOf(job);
        if (at >= 0) this.#queue.splice(at, 1);
        reject(signal?.reason);
      };
      const job: Job = {
        id: this.#lastId,
        work,
        patient,
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
      const behind = patient ? -1 : this.#queue.findIndex((other) => other.patient);
      this.#queue.splice(behind < 0 ? this.#queue.length : behind, 0, job);
      this.#next();
    });
  }

  #next(): void {
    if (this.#closed) return;
    for (const seat of this.#seats) {
      if (seat.job) continue;
      const job = this.#queue.shift();
      if (!job) return;
      seat.job = job;
      seat.thread.post({ ...job.work, id: job.id });
    }
  }

  #finish(seat: Seat, { id, bytes, lengths, mouths }: SpeechReply): void {
    const job = seat.job;
    if (job?.id !== id) return;
    seat.job = undefined;
    let at = 0;
    const packets = lengths.map((length) => bytes.subarray(at, (at += length)));
    job.resolve({ packets, mouths, duration: packets.length * PACKET_SECONDS });
    this.#next();
  }
}
