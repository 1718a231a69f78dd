/**
 * Worker threads that recognise speech. An utterance stays with one thread, which follows it while it is spoken.
 * Starts and warms its threads at once; `close` ends them.
 */
import { availableParallelism } from 'node:os';
import { EngineError } from './engine-error.ts';
import { EngineThread } from './engine-thread.ts';
import type { Hearing, Vocabulary } from './engines.ts';
import type { HearingReply, HearingRequest } from './hearing-worker.ts';
import { MOST_CHARACTERS } from './language-model.ts';

const SAMPLE_RATE = 16_000;
/** An utterance's sound beyond this is not heard. */
const MOST_SECONDS = 60;

interface Open {
  /** The last pause, by its number: its words are waited for. */
  pause: { number: number; resolve(text: string | null): void } | null;
  resolve(text: string): void;
  reject(error: unknown): void;
}

interface Seat {
  thread: EngineThread<HearingRequest, HearingReply>;
  open: Map<number, Open>;
}

/** What the language model reads: the rest need not cross to the thread. */
function cut({ id, texts }: Vocabulary): Vocabulary {
  let left = MOST_CHARACTERS;
  const kept: string[] = [];
  for (const text of texts) {
    if (left <= 0) break;
    kept.push(text.slice(0, left));
    left -= text.length;
  }
  return { id, texts: kept };
}

export interface HearingPoolOptions {
  /** Threads, each about 120 MB. Default: one less than the cores, at least one, at most two. */
  size?: number;
  /** Utterances open at a time, each at most 2 MB, before further ones are refused with `busy`. Default 64. */
  limit?: number;
}

export class HearingPool {
  readonly #seats: Seat[];
  readonly #limit: number;
  #lastId = 0;
  #closed = false;

  constructor({ size = Math.min(2, Math.max(1, availableParallelism() - 1)), limit = 64 }: HearingPoolOptions = {}) {
    this.#limit = limit;
    this.#seats = Array.from({ length: size }, () => {
      const open = new Map<number, Open>();
      const thread = new EngineThread<HearingRequest, HearingReply>('hearing-worker', {
        onReply: ({ id, pause, text }) => {
          const utterance = open.get(id);
          if (pause === undefined) {
            utterance?.resolve(text);
            open.delete(id);
          } else if (utterance?.pause?.number === pause) utterance.pause.resolve(text);
        },
        onDeath: (error) => {
          for (const { reject } of open.values()) reject(error);
          open.clear();
        },
      });
      return { thread, open };
    });
  }

  /** Resolves when every thread has loaded its model; rejects with an `EngineError` when one could not. */
  async ready(): Promise<void> {
    await Promise.all(this.#seats.map(({ thread }) => thread.ready));
  }

  /** Opens an utterance. What goes wrong, `busy`, `closed` and `worker_died` too, is told by its `finish`. */
  open({ vocabulary, signal }: { vocabulary?: Vocabulary; signal?: AbortSignal }): Hearing {
    const seat = this.#seats.reduce((least, each) => (each.open.size < least.open.size ? each : least));
    const id = (this.#lastId += 1);
    let ended = false;
    let left = MOST_SECONDS * SAMPLE_RATE;
    const text = new Promise<string>((resolve, reject) => {
      if (this.#closed) throw new EngineError('closed', 'the ears are closed');
      if (this.#seats.reduce((sum, { open }) => sum + open.size, 0) >= this.#limit) throw new EngineError('busy', 'too many people are speaking at the same time');
      signal?.throwIfAborted();
      const abort = (): void => {
        seat.open.get(id)?.reject(signal?.reason);
        seat.open.delete(id);
        seat.thread.post({ is: 'drop', id });
      };
      signal?.addEventListener('abort', abort, { once: true });
      const utterance: Open = {
        pause: null,
        resolve: (words) => { settled(); resolve(words); },
        reject: (error) => { settled(); reject(error); },
      };
      const settled = (): void => {
        signal?.removeEventListener('abort', abort);
        utterance.pause?.resolve(null);
      };
      seat.open.set(id, utterance);
      seat.thread.post({ is: 'open', id, vocabulary: vocabulary && cut(vocabulary) });
    });
    // Whoever never asks for the words need not hear of a failure.
    text.catch(() => undefined);
    return {
      write(samples) {
        if (ended || !seat.open.has(id) || left <= 0) return;
        const copy = samples.slice(0, left);
        left -= copy.length;
        seat.thread.post({ is: 'write', id, samples: copy }, [copy.buffer as ArrayBuffer]);
      },
      pause() {
        const utterance = seat.open.get(id);
        if (ended || !utterance) return Promise.resolve(null);
        const number = (utterance.pause?.number ?? 0) + 1;
        utterance.pause?.resolve(null);
        return new Promise((resolve) => {
          utterance.pause = { number, resolve };
          seat.thread.post({ is: 'pause', id, pause: number });
        });
      },
      finish() {
        if (!ended && seat.open.has(id)) seat.thread.post({ is: 'finish', id });
        ended = true;
        return text;
      },
    };
  }

  /** Ends the threads; utterances still open are rejected with `closed`. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#seats.map(({ thread }) => thread.close()));
  }
}
