/** Manages the process of one neural voice: sends sentences, and receives the sound in parts. */
import type { Clock } from '@palkit/runtime/clock';
import { isFullFor } from '@palkit/runtime/fair-queue';
import { ALLOCATOR_SETTINGS } from '@palkit/runtime/memory-allocator';
import { EngineError } from '../../language/engine-error.ts';
import { ModelProcess, programBeside } from '../model-process.ts';
import type { Reply, Request, Sentence, Setup, VoicePart } from './protocol.ts';

/**
 * Maximum number of queued sentences. Beyond it, the sentence of an account that already has its fair share is
 * refused with `busy`.
 */
const MAX_QUEUED_SENTENCES = 200;
/**
 * Maximum milliseconds for a part that a listener waits for, including the loading of the voice. After this
 * time another voice should speak, because the machine is too slow.
 */
const PART_MS = 8000;

type Answer = Extract<Reply, { id: number }>;

/** A sentence whose parts are still arriving. */
interface Listener {
  account: number | undefined;
  parts: VoicePart[];
  error: Error | null;
  /** Set while a listener waits for the next part. */
  wake: (() => void) | null;
}

export interface VoiceHostOptions extends Setup {
  /** The voice's name for error messages. */
  name: string;
  clock: Clock;
  /** Replaces the real program in tests. */
  program?: string;
}

export class VoiceHost {
  readonly #process: ModelProcess<Request, Answer>;
  readonly #listeners = new Map<number, Listener>();
  readonly #clock: Clock;
  #lastId = 0;

  constructor({ name, clock, program, model, config }: VoiceHostOptions) {
    const setup: Setup = { model, config };
    this.#clock = clock;
    this.#process = new ModelProcess({
      name,
      clock,
      program: program ?? programBeside(import.meta.url, 'voice-process'),
      setup,
      environment: ALLOCATOR_SETTINGS,
      flags: ['--expose-gc'],
      onReply: (answer) => this.#handleAnswer(answer),
      onEnd: (error) => {
        for (const listener of this.#listeners.values()) fail(listener, error);
      },
      isNeeded: () => this.#listeners.size > 0,
    });
  }

  get name(): string {
    return this.#process.name;
  }

  /** True while the process runs and holds the voice in memory. */
  get isRunning(): boolean {
    return this.#process.isRunning;
  }

  /** The id of the voice's process, if it runs. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Settles when the voice is loaded; rejects with an `EngineError`. */
  async warm(): Promise<void> {
    await this.#process.send();
  }

  /**
   * Yields the parts of a sentence in order. Synthesis stops if the iteration ends early. Throws the signal's
   * reason or an `EngineError`: `busy`, `closed`, `worker_died`, `timeout`, or `bad_response` if the engine threw.
   */
  async *speak(
    sentence: Sentence,
    signal?: AbortSignal,
    account?: number,
  ): AsyncGenerator<VoicePart, void, undefined> {
    signal?.throwIfAborted();
    const accounts = [...this.#listeners.values()].map((listener) => listener.account);
    if (isFullFor(accounts, account, MAX_QUEUED_SENTENCES))
      throw new EngineError('busy', `too many wait for the voice ${this.name}`);
    const id = (this.#lastId += 1);
    const listener: Listener = { account, parts: [], error: null, wake: null };
    this.#listeners.set(id, listener);
    const finishedAbort = new AbortController();
    let isComplete = false;
    try {
      void this.#process
        .send({ is: 'speak', id, ...sentence })
        .catch((error: Error) => fail(listener, error));
      signal?.addEventListener('abort', () => fail(listener, signal.reason as Error), {
        signal: finishedAbort.signal,
      });
      while (!isComplete) {
        const part = await this.#takePart(listener, sentence.patient);
        isComplete = part.last;
        yield part;
      }
    } finally {
      finishedAbort.abort();
      this.#listeners.delete(id);
      if (!isComplete && this.isRunning && !this.#process.isClosed)
        void this.#process.send({ is: 'stop', id }).catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    this.#process.close();
  }

  async #takePart(listener: Listener, patient = false): Promise<VoicePart> {
    if (patient) return waitForPart(listener);
    const arrivalAbort = new AbortController();
    const timeoutError = new EngineError(
      'timeout',
      `the voice ${this.name} took too long for a part of a sentence`,
    );
    this.#clock.after(PART_MS, () => fail(listener, timeoutError), arrivalAbort.signal);
    try {
      return await waitForPart(listener);
    } finally {
      arrivalAbort.abort();
    }
  }

  #handleAnswer(answer: Answer): void {
    const listener = this.#listeners.get(answer.id);
    this.#process.restartIdleTimer();
    if (!listener) return;
    if ('failed' in answer)
      return fail(
        listener,
        new EngineError('bad_response', `the voice ${this.name} failed (${answer.failed})`),
      );
    listener.parts.push(answer);
    listener.wake?.();
  }
}

function fail(listener: Listener, error: Error): void {
  listener.error ??= error;
  listener.wake?.();
}

async function waitForPart(listener: Listener): Promise<VoicePart> {
  while (listener.error === null) {
    const part = listener.parts.shift();
    if (part) return part;
    await new Promise<void>((resolve) => (listener.wake = resolve));
  }
  throw listener.error;
}
