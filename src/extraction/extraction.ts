/**
 * Converts files to pieces of text in separate processes: two for all accounts, and a third for an account that
 * has no running task, so that slow files of one account do not delay another. A process is replaced when it
 * dies, takes too long or grows too large.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { DocumentError } from '@palkit/contract/documents';
import { systemClock, type Clock } from '@palkit/runtime/clock';
import { killOnMissedHeartbeats, MESSAGES_AND_BEATS } from '@palkit/runtime/watchdog';
import { ExtractionError } from './extraction-error.ts';
import type { PdfPage } from './pdf-pages.ts';
import type { SiteHints } from './site-hints.ts';
import type { Sitemap } from './sitemap.ts';
import type { WebPage } from './web-page.ts';

/** Maximum milliseconds for a file or page. */
export const EXTRACTION_TIME = 60_000;
const MAX_PROCESSES = 2;
const SPARE_PROCESSES = 1;
/** Number of processes that a file may crash before it counts as damaged. */
const MAX_ATTEMPTS = 2;
/** Milliseconds without a task after which a process ends. */
const IDLE_MS = 60_000;

export interface Request {
  id: number;
  /**
   * A page is `html` if the sender declared it as one. `pages` draws a PDF; `hints` reads a page's
   * statements.
   */
  as: 'file' | 'page' | 'html' | 'pages' | 'sitemap' | 'hints';
  bytes: Uint8Array;
  charset: string | undefined;
  /** The address of a page or sitemap; otherwise empty. */
  address: string;
}
/** Answer to a request. The pieces of a text are sent before it in batches. */
export type Answer = {
  id: number;
  pieces?: string[];
  page?: Omit<WebPage, 'pieces'> | null;
  pages?: PdfPage[];
  sitemap?: Sitemap;
  hints?: SiteHints;
  error?: DocumentError | 'process_ended';
};

interface Task {
  account: number;
  request: Request;
  pieces: string[];
  settle(answer: Answer): void;
}
interface WorkerProcess {
  process: ChildProcess;
  task: Task | null;
  idleTimer: AbortController;
}

/** The sender's information about a page. */
export interface PageSource {
  address: string;
  charset?: string | undefined;
  /** True if the sender declares the page as HTML, which may then begin with anything. */
  declared?: boolean;
  account?: number | undefined;
}

export class Extraction {
  readonly #clock: Clock;
  readonly #beatClock: Clock;
  readonly #workers = new Set<WorkerProcess>();
  readonly #waitingTasks: Task[] = [];
  #nextTaskId = 1;
  #isClosed = false;

  /** `beatClock` decides whether a process without heartbeats has stopped. */
  constructor(clock: Clock, beatClock: Clock = systemClock) {
    this.#clock = clock;
    this.#beatClock = beatClock;
  }

  /** Resolves with Markdown in pieces; rejects with an `ExtractionError`. */
  async readFile(bytes: Uint8Array, charset?: string, account = 0): Promise<string[]> {
    return (await this.#runTask({ as: 'file', bytes, charset, address: '' }, account)).pieces;
  }

  /** Resolves with the text and links of a page; null for bytes that are not a page. */
  async readPage(
    bytes: Uint8Array,
    { address, charset, declared = false, account = 0 }: PageSource,
  ): Promise<WebPage | null> {
    const request = { as: declared ? 'html' : 'page', bytes, charset, address } as const;
    const { page, pieces } = await this.#runTask(request, account);
    return page ? { ...page, pieces } : null;
  }

  /**
   * Resolves with the pages of a PDF as pictures; empty if they cannot be drawn, because the text is read without
   * them.
   */
  async drawPages(bytes: Uint8Array, account = 0): Promise<PdfPage[]> {
    try {
      const request = { as: 'pages', bytes, charset: undefined, address: '' } as const;
      return (await this.#runTask(request, account)).pages ?? [];
    } catch (error) {
      if (error instanceof ExtractionError) return [];
      throw error;
    }
  }

  /** Resolves with the pages that a site lists. */
  async readSitemap(bytes: Uint8Array, address: string, account = 0): Promise<Sitemap> {
    const { sitemap } = await this.#runTask({ as: 'sitemap', bytes, charset: undefined, address }, account);
    return sitemap ?? { links: [], index: false };
  }

  /** Resolves with a page's statements about its website; null for bytes that are not a page. */
  async readHints(
    bytes: Uint8Array,
    { address, charset, account = 0 }: PageSource,
  ): Promise<SiteHints | null> {
    return (await this.#runTask({ as: 'hints', bytes, charset, address }, account)).hints ?? null;
  }

  close(): void {
    this.#isClosed = true;
    for (const worker of this.#workers) worker.process.kill('SIGKILL');
  }

  /**
   * Sends a request to a process. If the process of a file ends, another one tries the file, because the
   * first may have died for another reason.
   */
  async #runTask(
    request: Omit<Request, 'id'>,
    account: number,
  ): Promise<Pick<Answer, 'page' | 'pages' | 'sitemap' | 'hints'> & { pieces: string[] }> {
    for (let attempt = 1; ; attempt++) {
      const pieces: string[] = [];
      const answer = await new Promise<Answer>((settle) => {
        this.#waitingTasks.push({ account, request: { id: this.#nextTaskId++, ...request }, pieces, settle });
        this.#assignTasks();
      });
      if (answer.error === undefined) return { ...answer, pieces };
      if (answer.error !== 'process_ended') throw new ExtractionError(answer.error);
      if (attempt === MAX_ATTEMPTS) throw new ExtractionError('document_processing_failed');
    }
  }

  #assignTasks(): void {
    while (this.#waitingTasks.length > 0) {
      if (this.#isClosed)
        return void this.#waitingTasks.shift()!.settle({ id: 0, error: 'document_processing_failed' });
      const task = this.#takeFairestTask();
      const maximum =
        this.#runningCount(task.account) === 0 ? MAX_PROCESSES + SPARE_PROCESSES : MAX_PROCESSES;
      const busyCount = [...this.#workers].filter((worker) => worker.task !== null).length;
      if (busyCount >= maximum) return;
      this.#waitingTasks.splice(this.#waitingTasks.indexOf(task), 1);
      this.#assign([...this.#workers].find((one) => one.task === null) ?? this.#start(), task);
    }
  }

  /** Returns the oldest task of the account with the fewest running tasks. */
  #takeFairestTask(): Task {
    return this.#waitingTasks.reduce((bestTask, task) =>
      this.#runningCount(task.account) < this.#runningCount(bestTask.account) ? task : bestTask,
    );
  }

  #runningCount(account: number): number {
    return [...this.#workers].filter(({ task }) => task?.account === account).length;
  }

  #assign(worker: WorkerProcess, task: Task): void {
    const completion = new AbortController();
    worker.idleTimer.abort();
    worker.task = {
      account: task.account,
      request: task.request,
      pieces: task.pieces,
      settle: (answer) => (completion.abort(), task.settle(answer)),
    };
    const handleTimeout = () => {
      const { task: unfinishedTask } = worker;
      worker.task = null;
      this.#workers.delete(worker);
      worker.process.kill('SIGKILL');
      unfinishedTask?.settle({ id: task.request.id, error: 'document_processing_failed' });
      this.#assignTasks();
    };
    this.#clock.after(EXTRACTION_TIME, handleTimeout, completion.signal);
    worker.process.send(task.request, (error) => {
      if (error) worker.process.kill('SIGKILL');
    });
  }

  #start(): WorkerProcess {
    const source = import.meta.url.endsWith('.ts');
    const worker: WorkerProcess = {
      // The process receives no environment variables, because they may contain keys.
      process: fork(
        fileURLToPath(
          new URL(source ? './extraction-process.ts' : './extraction-process.js', import.meta.url),
        ),
        {
          env: {},
          execArgv: ['--max-old-space-size=512', ...(source ? ['--import', 'tsx'] : [])],
          serialization: 'advanced',
          stdio: MESSAGES_AND_BEATS,
        },
      ),
      task: null,
      idleTimer: new AbortController(),
    };
    this.#workers.add(worker);
    worker.process.on('message', (message: Answer | { ready: true }) => {
      if ('ready' in message || worker.task?.request.id !== message.id) return;
      const { task } = worker;
      if (message.pieces) {
        task.pieces.push(...message.pieces);
        return;
      }
      worker.task = null;
      worker.idleTimer = new AbortController();
      this.#clock.after(
        IDLE_MS,
        () => {
          // Remove the worker from the set first, so that no task goes to a process that is about to end.
          this.#workers.delete(worker);
          worker.process.kill('SIGKILL');
        },
        worker.idleTimer.signal,
      );
      task.settle(message);
      this.#assignTasks();
    });
    const handleExit = () => {
      if (!this.#workers.delete(worker)) return;
      worker.task?.settle({ id: worker.task.request.id, error: 'process_ended' });
      this.#assignTasks();
    };
    worker.process.on('exit', handleExit).on('error', handleExit);
    // A process that reads a file answers no messages, so one of its threads sends heartbeats.
    killOnMissedHeartbeats(worker.process, this.#beatClock);
    return worker;
  }
}
