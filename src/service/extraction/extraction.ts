/**
 * Files to text in processes of their own: two, and a third for an account that has none of them, so that
 * nobody's slow files keep another's waiting. Each is replaced when it dies, takes too long or grows too large.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { DocumentError } from '@palkit/contract/documents';
import type { Clock } from '../platform/clock.ts';
import { ExtractionError } from './extraction-error.ts';
import type { Page } from './html.ts';
import type { PdfPage } from './pdf-pages.ts';

/** Milliseconds for one file or page. */
export const EXTRACTION_TIME = 60_000;
const PROCESSES = 2;
const SPARE = 1;
/** A process that had nothing to do for so long is let go. */
const IDLE = 60_000;

export interface Request {
  id: number;
  /** `html`: a page by the sender's word. */
  as: 'file' | 'page' | 'html' | 'pages';
  bytes: Uint8Array;
  charset: string | undefined;
}
export type Answer = {
  id: number;
  text?: string;
  page?: Page | null;
  pages?: PdfPage[];
  error?: DocumentError;
};

interface Task {
  account: number;
  request: Request;
  settle(answer: Answer): void;
}
interface Hand {
  process: ChildProcess;
  task: Task | null;
  idle: AbortController;
}

export class Extraction {
  readonly #clock: Clock;
  readonly #hands = new Set<Hand>();
  readonly #waiting: Task[] = [];
  #next = 1;
  #closed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Markdown; fails with an `ExtractionError`. */
  async file(bytes: Uint8Array, charset?: string, account = 0): Promise<string> {
    return (await this.#ask('file', account, bytes, charset)).text!;
  }

  /**
   * A page's words and links; null where the bytes are no page. `declared`: the sender says that it is HTML,
   * which then may begin in any way.
   */
  async page(bytes: Uint8Array, charset?: string, declared = false, account = 0): Promise<Page | null> {
    return (await this.#ask(declared ? 'html' : 'page', account, bytes, charset)).page!;
  }

  /**
   * The pages of a PDF with their pictures; none where it cannot be drawn, for its words do not depend on it.
   */
  async pages(bytes: Uint8Array, account = 0): Promise<PdfPage[]> {
    try {
      return (await this.#ask('pages', account, bytes)).pages!;
    } catch (error) {
      if (error instanceof ExtractionError) return [];
      throw error;
    }
  }

  close(): void {
    this.#closed = true;
    for (const hand of this.#hands) hand.process.kill('SIGKILL');
  }

  async #ask(as: Request['as'], account: number, bytes: Uint8Array, charset?: string): Promise<Answer> {
    const answer = await new Promise<Answer>((settle) => {
      this.#waiting.push({ account, request: { id: this.#next++, as, bytes, charset }, settle });
      this.#serve();
    });
    if (answer.error) throw new ExtractionError(answer.error);
    return answer;
  }

  #serve(): void {
    while (this.#waiting.length > 0) {
      if (this.#closed)
        return void this.#waiting.shift()!.settle({ id: 0, error: 'document_processing_failed' });
      const task = this.#fairest();
      const most = this.#runs(task.account) === 0 ? PROCESSES + SPARE : PROCESSES;
      const busy = [...this.#hands].filter((one) => one.task !== null).length;
      if (busy >= most) return;
      this.#waiting.splice(this.#waiting.indexOf(task), 1);
      this.#give([...this.#hands].find((one) => one.task === null) ?? this.#start(), task);
    }
  }

  /** The oldest task of the account that is served least. */
  #fairest(): Task {
    return this.#waiting.reduce((best, task) =>
      this.#runs(task.account) < this.#runs(best.account) ? task : best,
    );
  }

  #runs(account: number): number {
    return [...this.#hands].filter(({ task }) => task?.account === account).length;
  }

  #give(hand: Hand, task: Task): void {
    const over = new AbortController();
    hand.idle.abort();
    hand.task = {
      account: task.account,
      request: task.request,
      settle: (answer) => (over.abort(), task.settle(answer)),
    };
    this.#clock.after(EXTRACTION_TIME, () => hand.process.kill('SIGKILL'), over.signal);
    hand.process.send(task.request, (error) => {
      if (error) hand.process.kill('SIGKILL');
    });
  }

  #start(): Hand {
    const source = import.meta.url.endsWith('.ts');
    const hand: Hand = {
      // Nothing of the environment, which may hold keys.
      process: fork(
        fileURLToPath(
          new URL(source ? './extraction-process.ts' : './extraction-process.js', import.meta.url),
        ),
        {
          env: {},
          execArgv: ['--max-old-space-size=512', ...(source ? ['--import', 'tsx'] : [])],
          serialization: 'advanced',
          stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        },
      ),
      task: null,
      idle: new AbortController(),
    };
    this.#hands.add(hand);
    hand.process.on('message', (message: Answer | { ready: true }) => {
      if ('ready' in message || hand.task?.request.id !== message.id) return;
      const { task } = hand;
      hand.task = null;
      hand.idle = new AbortController();
      this.#clock.after(
        IDLE,
        () => {
          // Out of the set first: nobody is given to one that is on its way out.
          this.#hands.delete(hand);
          hand.process.kill('SIGKILL');
        },
        hand.idle.signal,
      );
      task.settle(message);
      this.#serve();
    });
    const gone = () => {
      if (!this.#hands.delete(hand)) return;
      // Who died over a file has judged it.
      hand.task?.settle({ id: hand.task.request.id, error: 'document_processing_failed' });
      this.#serve();
    };
    hand.process.on('exit', gone).on('error', gone);
    return hand;
  }
}
