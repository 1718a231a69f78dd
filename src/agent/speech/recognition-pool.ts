/**
 * Worker threads that recognise speech with one model. An utterance stays with one thread, which processes it
 * while it is spoken. The first utterance starts the first thread, and simultaneous ones start more. All threads
 * end after ten idle minutes or on `close`.
 */
import { availableParallelism } from 'node:os';
import type { Clock } from '@palkit/runtime/clock';
import { startWorker } from '@palkit/runtime/worker';
import { EngineError } from '../language/engine-error.ts';
import { EngineThread } from './engine-thread.ts';
import type { RecognitionStream, SpeechToText, Vocabulary } from './engines.ts';
import type { HearingFault, HearingModel, HearingReply, HearingRequest } from './recognition-worker.ts';
import { MAX_CHARACTERS } from './language-model.ts';

const SAMPLE_RATE = 16_000;
/** Maximum duration of an utterance in seconds; the rest is not recognised. */
const MAX_SECONDS = 60;
/** Milliseconds without an utterance after which the threads end and free their memory. */
const IDLE_MS = 600_000;

interface OpenUtterance {
  /** The last pause if its words are awaited; otherwise null. */
  pause: { number: number; resolve(text: string | null): void } | null;
  partial: ((words: string) => void) | undefined;
  resolve(text: string): void;
  reject(error: unknown): void;
}

interface PooledThread {
  thread: EngineThread<HearingRequest, HearingReply | HearingFault>;
  open: Map<number, OpenUtterance>;
}

/** Returns the part of a vocabulary that the language model reads, so that the rest is not copied to the thread. */
function truncateTexts({ id, texts }: Vocabulary): Vocabulary {
  let remainingCharacters = MAX_CHARACTERS;
  const shortenedWords: string[] = [];
  for (const text of texts) {
    if (remainingCharacters <= 0) break;
    shortenedWords.push(text.slice(0, remainingCharacters));
    remainingCharacters -= text.length;
  }
  return { id, texts: shortenedWords };
}

export interface HearingPoolOptions {
  /** The folder of the model; whether it ships with the service; whether it is English. */
  model: Omit<HearingModel, 'decoders'>;
  clock: Clock;
  /** Maximum number of threads, each about 130 MB. The default is the number of cores, at most two. */
  size?: number;
  /**
   * Maximum number of utterances that a thread recognises while they are spoken, each about 15 MB. Further ones are
   * recognised when they are complete. Default 3.
   */
  decoders?: number;
  /**
   * Maximum number of open utterances, each at most 2 MB. Further ones are refused with `busy`. Default: four per
   * thread.
   */
  limit?: number;
  /** Receives the reason why a thread recognises speech without noise suppression. */
  onFault?(reason: string): void;
}

export class RecognitionPool {
  readonly #model: HearingModel;
  readonly #clock: Clock;
  readonly #size: number;
  readonly #limit: number;
  readonly #onFault: (reason: string) => void;
  /** The loaded threads: several if all are busy, none after ten idle minutes. */
  #threads: PooledThread[] = [];
  #lastUsed = 0;
  #waits = false;
  #lastId = 0;
  #closed = false;

  constructor({
    model,
    clock,
    size = Math.min(2, Math.max(1, availableParallelism())),
    decoders = 3,
    limit = size * 4,
    onFault = () => {},
  }: HearingPoolOptions) {
    this.#model = { ...model, decoders };
    this.#clock = clock;
    this.#size = size;
    this.#limit = limit;
    this.#onFault = onFault;
  }

  /** The number of threads that have loaded the model or are loading it. */
  get threads(): number {
    return this.#threads.length;
  }

  /**
   * Loads the model if no thread has it. Resolves when all started threads are ready; rejects with an `EngineError`
   * if one could not start.
   */
  async ready(): Promise<void> {
    if (this.#threads.length === 0) this.#findThread();
    await Promise.all(this.#threads.map(({ thread }) => thread.ready));
  }

  /** Returns the least busy thread, or a new one if all are busy. */
  #findThread(): PooledThread {
    const least = this.#threads.reduce<PooledThread | null>(
      (leastLoaded, each) => (leastLoaded && leastLoaded.open.size <= each.open.size ? leastLoaded : each),
      null,
    );
    if (least && (least.open.size === 0 || this.#threads.length >= this.#size)) return least;
    const open = new Map<number, OpenUtterance>();
    const thread = new EngineThread<HearingRequest, HearingReply | HearingFault>(
      'recognition-worker',
      () => startWorker(new URL('./recognition-worker', import.meta.url), { workerData: this.#model }),
      {
        onReply: (reply) => {
          if ('fault' in reply) return this.#onFault(reply.fault);
          const { id, pause, isPartial, text } = reply;
          const utterance = open.get(id);
          if (isPartial) utterance?.partial?.(text);
          else if (pause === undefined) {
            open.delete(id);
            utterance?.resolve(text);
          } else if (utterance?.pause?.number === pause) {
            utterance.partial?.(text);
            utterance.pause.resolve(text);
          }
        },
        onDeath: (error) => {
          for (const { reject } of open.values()) reject(error);
          open.clear();
        },
      },
    );
    const pooledThread = { thread, open };
    this.#threads.push(pooledThread);
    return pooledThread;
  }

  /** Restarts the timer of `IDLE_MS` after which unused threads end. Repeated calls share one timer. */
  #recordUse(): void {
    this.#lastUsed = this.#clock.now();
    if (this.#waits || this.#closed) return;
    this.#waits = true;
    this.#clock.after(IDLE_MS, () => this.#scheduleIdleEnd());
  }

  #scheduleIdleEnd(): void {
    this.#waits = false;
    const idleMs = this.#lastUsed + IDLE_MS - this.#clock.now();
    if (this.#closed || this.#threads.length === 0) return;
    if (idleMs <= 0 && this.#threads.every(({ open }) => open.size === 0)) {
      for (const { thread } of this.#threads.splice(0)) void thread.close();
      return;
    }
    this.#waits = true;
    this.#clock.after(idleMs > 0 ? idleMs : IDLE_MS, () => this.#scheduleIdleEnd());
  }

  /** Opens an utterance. All failures are reported by `finish`, including `busy`, `closed` and `worker_died`. */
  open({
    vocabulary,
    signal,
    partial,
  }: Pick<Parameters<SpeechToText['listen']>[0], 'vocabulary' | 'signal' | 'partial'>): RecognitionStream {
    const id = (this.#lastId += 1);
    let ended = false;
    let remainingSamples = MAX_SECONDS * SAMPLE_RATE;
    let pooledThread: PooledThread | null = null;
    const text = new Promise<string>((resolve, reject) => {
      if (this.#closed) throw new EngineError('closed', 'the ears are closed');
      const speaking = this.#threads.reduce((sum, { open }) => sum + open.size, 0);
      if (speaking >= this.#limit)
        throw new EngineError('busy', 'too many people are speaking at the same time');
      signal?.throwIfAborted();
      const ownThread = (pooledThread = this.#findThread());
      this.#recordUse();
      const abort = (): void => {
        ownThread.open.get(id)?.reject(signal?.reason);
        ownThread.open.delete(id);
        ownThread.thread.post({ is: 'drop', id });
      };
      signal?.addEventListener('abort', abort, { once: true });
      const utterance: OpenUtterance = {
        pause: null,
        partial,
        resolve: (words) => {
          onSettled();
          resolve(words);
        },
        reject: (error) => {
          onSettled();
          reject(error);
        },
      };
      const onSettled = (): void => {
        this.#recordUse();
        signal?.removeEventListener('abort', abort);
        utterance.pause?.resolve(null);
      };
      ownThread.open.set(id, utterance);
      ownThread.thread.post({ is: 'open', id, vocabulary: vocabulary && truncateTexts(vocabulary) });
    });
    // A caller that does not request the words need not handle a failure.
    text.catch(() => undefined);
    return {
      write(samples) {
        if (ended || !pooledThread?.open.has(id) || remainingSamples <= 0) return;
        const copy = samples.slice(0, remainingSamples);
        remainingSamples -= copy.length;
        pooledThread.thread.post({ is: 'write', id, samples: copy }, [copy.buffer]);
      },
      pause() {
        const utterance = pooledThread?.open.get(id);
        if (ended || !pooledThread || !utterance) return Promise.resolve(null);
        const { thread } = pooledThread;
        const number = (utterance.pause?.number ?? 0) + 1;
        utterance.pause?.resolve(null);
        return new Promise((resolve) => {
          utterance.pause = { number, resolve };
          thread.post({ is: 'pause', id, pause: number });
        });
      },
      resume() {
        const utterance = pooledThread?.open.get(id);
        if (ended || !pooledThread || !utterance) return;
        utterance.pause?.resolve(null);
        pooledThread.thread.post({ is: 'resume', id });
      },
      finish() {
        if (!ended && pooledThread?.open.has(id)) pooledThread.thread.post({ is: 'finish', id });
        ended = true;
        return text;
      },
    };
  }

  /** Ends the threads; open utterances are rejected with `closed`. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#threads.map(({ thread }) => thread.close()));
  }
}
