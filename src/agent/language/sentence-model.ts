/**
 * Sentence embeddings on the local CPU: a model distilled from all-MiniLM-L6-v2, in one process for all calls and
 * documents. The process starts with the first text, ends after ten idle minutes, and restarts after a crash or a
 * hang. Questions of visitors come first, then documents, then texts of calls.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { systemClock, type Clock } from '@palkit/runtime/clock';
import { Heartbeat } from '@palkit/runtime/heartbeat';
import { ALLOCATOR_SETTINGS } from '@palkit/runtime/memory-allocator';
import { killOnMissedHeartbeats, MESSAGES_AND_BEATS } from '@palkit/runtime/watchdog';
import type { Embeddings, QuestionVectors } from './embeddings.ts';
import { EngineError } from './engine-error.ts';

/** Stored with every vector. It changes with the model and with the algorithm that splits texts. */
export const SENTENCE_MODEL = 'palkit-sentences-en-1/q8';

/** A sentence model and its files. */
export interface SentenceModelFiles {
  /** The name that is stored with every vector. */
  name: string;
  languages: readonly string[];
  /** True if the ranking's weights were fitted on this model's cosines. */
  calibrated: boolean;
  /** Absolute paths; null selects the model that ships with Palkit. */
  files: { model: string; tokenizer: string } | null;
}

const BUILT_IN: SentenceModelFiles = {
  name: SENTENCE_MODEL,
  languages: ['en'],
  calibrated: true,
  files: null,
};

export interface SentenceRequest {
  id: number;
  text: string;
  /** True if the vectors of the tokens are requested too. */
  words: boolean;
}
export type SentenceReply =
  | { ready: true }
  | { alive: true }
  | ({ id: number } & QuestionVectors)
  | { id: number; error: string };

/**
 * Milliseconds without a text until the process ends. The time is longer after a question, because a visitor
 * often asks again, than after a document, which is rarely followed by another.
 */
export const IDLE_TIME = 10 * 60_000;
export const IDLE_AFTER_DOCUMENTS = 30_000;
/** Milliseconds between pings. */
const PING_TIME = 1000;
/**
 * Number of unanswered pings after which the process is killed. The longest text needs a quarter of a second on an
 * idle machine, and seconds on a busy one.
 */
const MISSED_PINGS = 20;
/** Maximum milliseconds for loading the model. */
const START_TIME = 60_000;
/** Maximum number of UTF-16 units of a text that are read. */
const MAX_CHARACTERS = 2000;
/** Maximum number of queued texts; further ones are refused with `busy`. */
const MAX_QUEUED_TEXTS = 20_000;

/** Maximum number of document texts in a row, so that no call waits for the end of a long document. */
const DOCUMENTS_IN_A_ROW = 4;

type QueueName = 'questions' | 'documents' | 'calls';

interface Task {
  request: SentenceRequest;
  resolve(vectors: QuestionVectors): void;
  reject(error: unknown): void;
}

export class SentenceModel {
  readonly #clock: Clock;
  readonly #waitingTasks: Readonly<Record<QueueName, Task[]>> = { questions: [], documents: [], calls: [] };
  /** Number of document texts since the last text of a call. */
  #documentsInRow = 0;
  #process: ChildProcess | null = null;
  #isReady = false;
  #task: Task | null = null;
  #lastId = 0;
  #taskTimer = new AbortController();
  #heartbeat: Heartbeat | null = null;
  /** True if the process works for calls, not only for documents; it then stays for `IDLE_TIME`. */
  #servesCalls = false;
  #isClosed = false;

  readonly #files: SentenceModelFiles;
  readonly #pingClock: Clock;

  /** `pingClock` times the pings, because the process answers in real time even if a test moves `clock`. */
  constructor(clock: Clock, files: SentenceModelFiles = BUILT_IN, pingClock: Clock = systemClock) {
    this.#clock = clock;
    this.#files = files;
    this.#pingClock = pingClock;
  }

  /**
   * The vectors have length 1, and 384 dimensions unless another model is installed. `of` selects the
   * queue of the texts; a question is embedded before all other texts.
   */
  embeddings({ of: queueName = 'calls' }: { of?: 'documents' | 'calls' } = {}): Embeddings {
    return {
      model: this.#files.name,
      languages: this.#files.languages,
      calibrated: this.#files.calibrated,
      // Sends one text after another, because the process handles one at a time.
      embed: async (texts, signal) => {
        const vectors: number[][] = [];
        for (const text of texts) vectors.push([...(await this.#ask(text, { queueName, signal })).vector]);
        return vectors;
      },
      question: (text, signal) => this.#ask(text, { queueName: 'questions', words: true, signal }),
    };
  }

  /** Loads the model because a visitor is about to ask; a loaded model stays for another idle period. */
  warm(): void {
    if (this.#isClosed) return;
    this.#start();
    this.#servesCalls = true;
    this.#serve();
  }

  /** True if the model is in memory. */
  get isLoaded(): boolean {
    return this.#process !== null;
  }

  /** The id of the model's process, if it runs. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  close(): void {
    this.#isClosed = true;
    this.#heartbeat?.stop();
    this.#process?.kill('SIGKILL');
    this.#fail(new EngineError('closed', 'the sentence model is closed'));
  }

  get #queues(): Task[][] {
    return Object.values(this.#waitingTasks);
  }

  #ask(
    text: string,
    {
      queueName,
      words = false,
      signal,
    }: { queueName: QueueName; words?: boolean; signal?: AbortSignal | undefined },
  ): Promise<QuestionVectors> {
    const queue = this.#waitingTasks[queueName];
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw new EngineError('closed', 'the sentence model is closed');
      if (queue.length >= MAX_QUEUED_TEXTS)
        throw new EngineError('busy', 'too many texts wait for the sentence model');
      signal?.throwIfAborted();
      const request: SentenceRequest = {
        id: (this.#lastId += 1),
        text: text.slice(0, MAX_CHARACTERS),
        words,
      };
      const abort = (): void => {
        const at = queue.findIndex((task) => task.request === request);
        if (at >= 0) queue.splice(at, 1);
        reject(signal!.reason);
      };
      const stopListening = (): void => signal?.removeEventListener('abort', abort);
      signal?.addEventListener('abort', abort, { once: true });
      queue.push({
        request,
        resolve: (vectors) => {
          stopListening();
          resolve(vectors);
        },
        reject: (error) => {
          stopListening();
          reject(error);
        },
      });
      this.#serve();
    });
  }

  /** Sends the next text to the process, or starts its idle timer. */
  #serve(): void {
    if (this.#task || this.#isClosed) return;
    const process = this.#process ?? this.#start();
    if (!this.#isReady) return;
    const task = this.#next();
    this.#taskTimer.abort();
    this.#taskTimer = new AbortController();
    if (!task) {
      return this.#clock.after(
        this.#servesCalls ? IDLE_TIME : IDLE_AFTER_DOCUMENTS,
        () => {
          // Reset `#process` first, so that no text is sent to a process that is about to end.
          this.#process = null;
          this.#heartbeat?.stop();
          process.kill('SIGKILL');
        },
        this.#taskTimer.signal,
      );
    }
    this.#task = task;
    process.send(task.request, (error) => {
      if (error) process.kill('SIGKILL');
    });
  }

  #next(): Task | undefined {
    const { questions, documents, calls } = this.#waitingTasks;
    if (questions.length + calls.length > 0) this.#servesCalls = true;
    if (questions.length > 0) return questions.shift();
    const isCallsTurn = calls.length > 0 && this.#documentsInRow >= DOCUMENTS_IN_A_ROW;
    if (documents.length === 0 || isCallsTurn) {
      this.#documentsInRow = 0;
      return calls.shift();
    }
    this.#documentsInRow += 1;
    return documents.shift();
  }

  #start(): ChildProcess {
    if (this.#process) return this.#process;
    const source = import.meta.url.endsWith('.ts');
    const file = new URL(
      source ? './sentence-model-process.ts' : './sentence-model-process.js',
      import.meta.url,
    );
    const process = fork(fileURLToPath(file), [JSON.stringify(this.#files.files)], {
      execArgv: ['--expose-gc', ...(source ? ['--import', 'tsx'] : [])],
      // The process receives no other environment variables, because they may contain keys.
      env: ALLOCATOR_SETTINGS,
      serialization: 'advanced',
      stdio: MESSAGES_AND_BEATS,
    });
    killOnMissedHeartbeats(process);
    this.#process = process;
    this.#isReady = false;
    this.#servesCalls = false;
    this.#taskTimer.abort();
    this.#taskTimer = new AbortController();
    this.#clock.after(START_TIME, () => process.kill('SIGKILL'), this.#taskTimer.signal);
    process.on('message', (reply: SentenceReply) => {
      if (this.#process === process) this.#heartbeat?.beat();
      if ('alive' in reply) return;
      if ('ready' in reply) {
        this.#isReady = true;
        this.#watch(process);
      } else if (this.#task?.request.id === reply.id) {
        const task = this.#task;
        this.#task = null;
        if ('vector' in reply) task.resolve({ vector: reply.vector, words: reply.words });
        else task.reject(new EngineError('bad_response', `the sentence model failed (${reply.error})`));
      }
      this.#serve();
    });
    const handleExit = (): void => {
      if (this.#process !== process) return;
      const wasReady = this.#isReady;
      this.#process = null;
      this.#isReady = false;
      this.#heartbeat?.stop();
      this.#taskTimer.abort();
      const exitError = new EngineError('worker_died', "the sentence model's process ended");
      this.#task?.reject(exitError);
      this.#task = null;
      // A process that died before it was ready would probably die again, so the next start waits for the
      // next text.
      if (!wasReady) this.#fail(exitError);
      else if (this.#queues.some(({ length }) => length > 0) && !this.#isClosed) this.#serve();
    };
    process.on('exit', handleExit).on('error', handleExit);
    return process;
  }

  #watch(process: ChildProcess): void {
    this.#heartbeat?.stop();
    this.#heartbeat = new Heartbeat({
      clock: this.#pingClock,
      interval: PING_TIME,
      misses: MISSED_PINGS,
      ask: () => process.send('ping', () => {}),
      onHang: () => process.kill('SIGKILL'),
    });
  }

  #fail(error: EngineError): void {
    for (const task of [this.#task, ...this.#queues.flatMap((queue) => queue.splice(0))]) task?.reject(error);
    this.#task = null;
  }
}
