/**
 * A language model that runs on this machine in its own process. It answers OpenAI's chat completions through a
 * function in place of `fetch`. So the agent uses it like a model at an address, and it needs no port.
 */
import os from 'node:os';
import * as z from 'zod';
import type { Clock } from '@palkit/runtime/clock';
import { FairQueue } from '@palkit/runtime/fair-queue';
import { EngineError } from '../language/engine-error.ts';
import type { ModelEndpoint } from '../language/model-request.ts';
import { ModelProcess, programBeside } from '../speech/model-process.ts';
import type { Answer, Chat, Request, Setup, Usage } from './protocol.ts';

/**
 * Maximum number of questions that wait. Beyond it, the question of an account that already has its fair share
 * is refused.
 */
const MAX_QUEUED_JOBS = 16;
/**
 * Number of crashes within `REST_MS` after which the model is not used, so that the documents answer immediately.
 */
const MAX_CRASHES = 2;
/** Milliseconds from the first of these crashes until the model is used again. */
const REST_MS = 60_000;

const ToolCall = z.object({
  id: z.string(),
  function: z.object({ name: z.string(), arguments: z.string() }),
});
const Message = z.object({
  role: z.string(),
  content: z.nullish(z.string()),
  tool_calls: z.array(ToolCall).optional(),
  tool_call_id: z.string().optional(),
});
const Body = z.object({
  messages: z.array(Message),
  tools: z.array(z.looseObject({})).optional(),
  temperature: z.number().optional(),
  max_tokens: z.int().optional(),
  max_completion_tokens: z.int().optional(),
});

/**
 * Maximum number of threads. More threads do not help, because the speed of the memory limits most machines.
 */
const MAX_THREADS = 8;
/**
 * One core stays free for the calls. The engine's threads wait for each other, so a core that they share with a
 * call slows all of them down.
 */
const THREADS = Math.min(MAX_THREADS, Math.max(1, os.availableParallelism() - 1));

export interface LocalModelOptions extends Omit<Setup, 'threads'> {
  name: string;
  clock: Clock;
  /** Replaces the real program in tests. */
  program?: string;
}

/** A question that waits or is being answered. */
interface Job {
  id: number;
  chat: Chat;
  /** Handles the replies of the process. */
  handleAnswer(answer: Answer): void;
  fail(error: unknown): void;
}

export class LocalModel {
  readonly #process: ModelProcess<Request, Answer>;
  readonly #clock: Clock;
  readonly #queue = new FairQueue<Job>();
  #currentJob: Job | null = null;
  #lastId = 0;
  /** Times of the latest crashes in Unix milliseconds. */
  #crashTimes: number[] = [];

  constructor({ name, clock, program, engine, model }: LocalModelOptions) {
    const setup: Setup = { engine, model, threads: THREADS };
    this.#clock = clock;
    this.#process = new ModelProcess({
      name,
      clock,
      program: program ?? programBeside(import.meta.url, 'local-model-process'),
      setup,
      environment: { PATH: process.env['PATH'], SystemRoot: process.env['SystemRoot'] },
      onReply: (answer) => this.#handleAnswer(answer),
      onEnd: (error) => this.#handleExit(error),
      isNeeded: () => this.#currentJob !== null,
    });
  }

  get name(): string {
    return this.#process.name;
  }

  /** The id of the model's process, if it runs. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Returns the model as one account uses it. */
  endpoint(account: number): ModelEndpoint {
    return {
      account,
      fetch: (_url, init) => this.#respond(account, init?.body as string, init?.signal ?? undefined),
      readAhead: async ({ messages, tools }) => {
        const body = JSON.stringify({ messages, tools, max_tokens: 0 });
        // Ignore a failure, because it is reported when the model is asked.
        await this.#respond(account, body).then(
          (response) => response.text(),
          () => undefined,
        );
      },
      baseUrl: 'this-machine',
      apiKey: null,
      model: this.name,
      isSmall: true,
    };
  }

  close(): void {
    this.#process.close();
  }

  /** Resolves with the response when the model has begun to read the question. */
  async #respond(account: number, body: string, signal?: AbortSignal): Promise<Response> {
    signal?.throwIfAborted();
    const { data } = Body.safeParse(JSON.parse(body));
    if (!data) return refusalResponse(400, `The model ${this.name} reads only text.`);
    const { messages, tools = [], temperature = null, ...limits } = data;
    if (this.#isResting())
      return refusalResponse(503, `The model ${this.name} crashed and rests for a minute.`);
    if (this.#queue.isFullFor(account, MAX_QUEUED_JOBS))
      return refusalResponse(429, `Too many questions wait for the model ${this.name}.`);
    const id = (this.#lastId += 1);
    const maxTokens = limits.max_tokens ?? limits.max_completion_tokens ?? Infinity;
    const chat = { messages, tools, temperature, maxTokens } as Chat;
    // With `max_tokens: 0` the model only reads the prompt in advance. This must not delay questions, including
    // those of other accounts.
    if (maxTokens === 0 && this.#currentJob) return refusalResponse(503, `The model ${this.name} is busy.`);
    if (maxTokens > 0 && this.#currentJob?.chat.maxTokens === 0) this.#stop(this.#currentJob);
    return new Promise((resolve, reject) => {
      const stream = new AnswerStream(resolve, reject, () => this.#stop(job));
      const job: Job = {
        id,
        chat,
        handleAnswer: (answer) => stream.take(answer),
        fail: (error) => stream.fail(error),
      };
      const abort = () => (this.#stop(job), stream.fail(signal?.reason));
      signal?.addEventListener('abort', abort, { signal: stream.ended });
      this.#queue.push(account, job);
      this.#next();
    });
  }

  #next(): void {
    if (this.#currentJob) return;
    const job = (this.#currentJob = this.#queue.shift() ?? null);
    if (!job) return;
    try {
      // If the process ends before the model is loaded, `#handleExit` reports this.
      this.#process.send({ is: 'answer', id: job.id, ...job.chat }).catch(() => undefined);
    } catch (error) {
      this.#currentJob = null;
      job.fail(error);
    }
  }

  #handleAnswer(answer: Answer): void {
    const job = this.#currentJob;
    this.#process.restartIdleTimer();
    if (job?.id !== answer.id) return;
    job.handleAnswer(answer);
    if ('reading' in answer || 'text' in answer) return;
    this.#currentJob = null;
    this.#next();
  }

  #stop(job: Job): void {
    if (this.#queue.remove(job) || this.#currentJob !== job || this.#process.isClosed) return;
    void this.#process.send({ is: 'stop', id: job.id }).catch(() => undefined);
  }

  #handleExit(error: EngineError): void {
    if (error.code === 'worker_died')
      this.#crashTimes = [...this.#crashTimes, this.#clock.now()].slice(-MAX_CRASHES);
    const lostJobs = this.#currentJob ? [this.#currentJob] : [];
    this.#currentJob = null;
    if (this.#process.isClosed || this.#isResting()) lostJobs.push(...this.#queue.clear());
    for (const job of lostJobs) job.fail(error);
    if (this.#queue.size > 0) this.#next();
  }

  #isResting(): boolean {
    const [firstCrash] = this.#crashTimes;
    return (
      this.#crashTimes.length === MAX_CRASHES &&
      firstCrash !== undefined &&
      this.#clock.now() - firstCrash < REST_MS
    );
  }
}

/** A wait that is longer than the caller accepts, so that the documents answer instead. */
const RETRY_SECONDS = 60;

const refusalResponse = (status: number, message: string): Response =>
  Response.json({ error: { message } }, { status, headers: { 'retry-after': String(RETRY_SECONDS) } });

/** Writes the replies of the process as the server-sent events of OpenAI's chat completions. */
class AnswerStream {
  readonly #resolve: (response: Response) => void;
  readonly #reject: (error: unknown) => void;
  readonly #endAbort = new AbortController();
  readonly #body: ReadableStream<Uint8Array>;
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  #hasBegun = false;

  constructor(resolve: (response: Response) => void, reject: (error: unknown) => void, onCancel: () => void) {
    this.#resolve = resolve;
    this.#reject = reject;
    this.#body = new ReadableStream({
      start: (controller) => void (this.#controller = controller),
      cancel: () => (this.#endAbort.abort(), onCancel()),
    });
  }

  /** Aborts when the response is complete, failed or cancelled. */
  get ended(): AbortSignal {
    return this.#endAbort.signal;
  }

  take(answer: Answer): void {
    if (this.ended.aborted) return;
    if ('refused' in answer) return this.#resolveWith(refusalResponse(400, answer.refused));
    if ('failed' in answer)
      return this.fail(new EngineError('bad_response', `the model failed (${answer.failed})`));
    if (!this.#hasBegun) {
      this.#hasBegun = true;
      this.#resolve(new Response(this.#body, { headers: { 'content-type': 'text/event-stream' } }));
    }
    if ('text' in answer) return this.#send({ choices: [{ delta: { content: answer.text } }] });
    // Sends an empty piece so that the reader of the stream knows that the model is working, and waits longer
    // for the first word.
    if ('reading' in answer) return this.#send({ choices: [{ delta: { content: [{ type: 'thinking' }] } }] });
    this.#send({ choices: [{ delta: {}, finish_reason: answer.finish }], usage: usageOf(answer.usage) });
    this.#endAbort.abort();
    this.#controller.close();
  }

  fail(error: unknown): void {
    if (this.ended.aborted) return;
    this.#endAbort.abort();
    if (this.#hasBegun) this.#controller.error(error);
    else this.#reject(error);
  }

  #resolveWith(response: Response): void {
    this.#endAbort.abort();
    this.#resolve(response);
  }

  #send(data: object): void {
    this.#controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(data)}\n\n`));
  }
}

const usageOf = ({ prompt, completion, cached }: Usage) => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  prompt_tokens_details: { cached_tokens: cached },
});
