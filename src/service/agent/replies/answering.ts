/**
 * The answering of a line: the responder's words made sentences and said; where the responder fails, the fallback's.
 * One answer at a time.
 */
import type { Source } from '@palkit/contract/room-events';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { BuiltInSentences } from './built-in-sentences.ts';
import { spoken, type Canvas, type CanvasAction } from '../tools/canvas.ts';
import { SpeculativeReply } from './speculative-reply.ts';
import type { Asked, Continued, Exchange, Responder, ReplyChunk } from './responder.ts';
import { sentencesOf } from '../../language/sentences.ts';
import type { Speaking } from './speaking.ts';
import type { Heard } from '../turns/turn-taking.ts';

export interface AnsweringParts {
  clock: Clock;
  log: Log;
  responder: Responder | null;
  /** Answers when `responder` fails in the middle of a call. */
  fallback: Responder | null;
  canvas: Canvas | null;
  /** Whether it thinks before the turn is surely over. */
  early: boolean;
  speaking: Speaking;
  history(): readonly Exchange[];
  /** Whatever else the responder is given: an answer that is begun for something else is none. */
  given(): string;
  /** A responder begins to answer the line that was heard last. */
  begins(): void;
  /** What it says by itself, in the language that is spoken. */
  words(): BuiltInSentences;
  signal: AbortSignal;
}

export class Answering {
  readonly #parts: AnsweringParts;
  #thinking: AbortController | null = null;
  #guess: SpeculativeReply | null = null;

  constructor(parts: AnsweringParts) {
    this.#parts = parts;
  }

  /** Nothing more is thought of; what is being said is not touched. */
  drop(reason?: Continued): void {
    this.#thinking?.abort(reason);
  }

  /** Begins to think in secret of what may be the whole question; `null`: it goes on. */
  guess(question: string | null): void {
    const { responder, early, canvas, history, given, signal } = this.#parts;
    if (question !== null && this.#guess?.fits({ question, history: history(), given: given() })) return;
    this.#guess?.drop();
    this.#guess =
      question === null || !responder || !early || signal.aborted
        ? null
        : new SpeculativeReply(responder, { question, history: history(), given: given() }, canvas, signal);
  }

  /**
   * Thinks and says the answer; once it was heard, what is to be done on the canvas. `null`: it was dropped.
   */
  async answer(asked: Heard): Promise<CanvasAction[] | null> {
    const { clock, canvas, speaking, history, given } = this.#parts;
    const guess = this.#guess?.fits({ question: asked.text, history: history(), given: given() })
      ? this.#guess
      : null;
    if (guess) this.#guess = null;
    else this.guess(null);
    const signal = this.#begin(guess?.stop);
    const actions: CanvasAction[] = [];
    const sources: Source[] = [];
    const settled = asked.until > clock.now() ? this.#until(asked.until) : undefined;
    const thoughts = this.#think(
      asked.text,
      { history: [...history()], canvas, signal, ...(settled ? { settled } : {}) },
      actions,
      sources,
      guess,
    );
    await speaking.say(sentencesOf(thoughts), { signal, sources, settled });
    return signal.aborted ? null : actions;
  }

  /**
   * Takes one step after another and says its words, as long as `goesOn`, until the next answer is begun or
   * dropped.
   */
  async walk<Step extends { words: string }>(
    steps: readonly Step[],
    goesOn: () => boolean,
    began: (step: Step, index: number) => void,
  ): Promise<void> {
    const signal = this.#begin();
    for (const [index, step] of steps.entries()) {
      if (signal.aborted || !goesOn()) return;
      began(step, index);
      await this.#parts.speaking.say(sentencesOf(once(step.words)), { signal });
    }
  }

  #begin(thinking = new AbortController()): AbortSignal {
    this.#thinking?.abort();
    this.#thinking = thinking;
    return AbortSignal.any([this.#thinking.signal, this.#parts.signal]);
  }

  /**
   * The responder's words, or those it was guessed to be asked for; where it fails, the fallback's, after saying
   * so.
   */
  async *#think(
    question: string,
    context: Asked,
    actions: CanvasAction[],
    sources: Source[],
    guess: SpeculativeReply | null,
  ): AsyncIterable<string> {
    const { responder, fallback, log } = this.#parts;
    let any = false;
    try {
      if (!this.#parts.early) {
        await context.settled;
        if (context.signal.aborted) return;
      }
      this.#parts.begins();
      const thoughts: AsyncIterable<ReplyChunk> = guess
        ? guess.adopt(context.settled)
        : responder!.think(question, context);
      for await (const thought of thoughts) {
        if ('text' in thought) {
          any ||= thought.text.trim() !== '';
          yield thought.text;
        } else if ('canvas' in thought) actions.push(thought.canvas);
        else sources.push(...thought.sources);
      }
      if (!any && actions.length > 0) yield spoken(actions[0]!);
    } catch (error) {
      if (context.signal.aborted) return;
      log.warn({ engine: 'mind', fault: (error as Error).name }, 'thinking failed');
      yield any ? ` ${this.#parts.words().lostThread}` : `${this.#parts.words().modelSilent} `;
      if (any || !fallback) return;
      for await (const thought of fallback.think(question, { ...context, canvas: null })) {
        if ('text' in thought) yield thought.text;
        else if ('sources' in thought) sources.push(...thought.sources);
      }
    }
  }

  #until(at: number): Promise<void> {
    const { clock, signal } = this.#parts;
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
      clock.after(at - clock.now(), resolve, signal);
    });
  }
}

async function* once(text: string): AsyncIterable<string> {
  yield text;
}
