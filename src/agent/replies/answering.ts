/**
 * Answers a line: splits the responder's text into sentences and speaks them. If the responder fails, the service
 * apologises, and the fallback answers if no part of the answer was spoken yet. There is one answer at a time, and
 * each is a turn.
 */
import type { TurnTrace } from '@palkit/contract/conversations';
import type { Source } from '@palkit/contract/room-events';
import { pause, type Clock } from '@palkit/runtime/clock';
import { describe } from '@palkit/runtime/describe';
import type { Log } from '@palkit/runtime/log';
import type { AgentSentences } from './agent-sentences.ts';
import type { CallContext } from './call-context.ts';
import { spokenForm, type Canvas, type CanvasAction } from '../tools/canvas.ts';
import type { LineCalls, ToolCalls } from '../tools/tool-calls.ts';
import { withFillerPhrases } from './filler-phrases.ts';
import { withoutRepetition } from './repeated-answer.ts';
import { SpeculativeReply } from './speculative-reply.ts';
import {
  LineContinued,
  type ReplyContext,
  type Exchange,
  type Responder,
  type ReplyChunk,
} from './responder.ts';
import { BREAK, serviceSentence, sentencesOf, type Sentence } from '../language/sentences.ts';
import type { Speaking } from './speaking.ts';
import type { VisitorTurn } from '../turns/turn-state.ts';
import { isEnd, Turn } from '../turns/turn.ts';
import { Tracing } from './tracing.ts';

export interface AnsweringParts {
  /** The id of the conversation, for logging. */
  conversation: string;
  clock: Clock;
  log: Log;
  responder: Responder | null;
  /** Answers when `responder` fails in the middle of a call. */
  fallback: Responder | null;
  canvas: Canvas | null;
  calls: ToolCalls;
  /** True if the agent may prepare an answer before the turn is certainly over. */
  allowsSpeculation: boolean;
  speaking: Speaking;
  history(): readonly Exchange[];
  /** The language and the page context. An answer that was prepared for another context is dropped. */
  context: CallContext;
  /** Called when a responder begins to answer the visitor's last line. */
  begins(): void;
  /** Performs an action on the canvas when the visitor hears the accompanying words. */
  act(action: CanvasAction): void;
  /** Stores the trace of an answer. */
  trace?: ((trace: TurnTrace) => void) | undefined;
  signal: AbortSignal;
}

/** An answer that is being prepared or spoken. */
interface Answer {
  turn: Turn;
  stop: AbortController;
  signal: AbortSignal;
  /** Cards that wait until the visitor hears the first words of the answer. */
  cards: CanvasAction[];
  /** True if the visitor has heard a part of the answer. */
  isAudible: boolean;
  /** True if a sentence of the answer was passed to the voice. */
  hasBegun: boolean;
  sources: Source[];
  trace: Tracing;
}

export class Answering {
  readonly #parts: AnsweringParts;
  #answer: Answer | null = null;
  #speculative: SpeculativeReply | null = null;
  #waits = 0;

  constructor(parts: AnsweringParts) {
    this.#parts = parts;
  }

  /** Stops preparing the answer; a sentence that is being spoken continues. */
  drop(reason?: LineContinued): void {
    this.#answer?.stop.abort(reason);
  }

  /** Called when the visitor hears the first words of the answer; shows the cards that wait for them. */
  markAudible(): void {
    const answer = this.#answer;
    if (!answer || answer.signal.aborted) return;
    answer.isAudible = true;
    answer.trace.noteAudible();
    for (const action of answer.cards.splice(0)) this.#parts.act(action);
  }

  /**
   * Stores a card that is shown with the first words of the current answer. Returns false if there is no answer, or
   * if its words can be heard already.
   */
  show(action: CanvasAction): boolean {
    const answer = this.#answer;
    if (!answer || answer.isAudible || !this.isBusy) return false;
    answer.cards.push(action);
    return true;
  }

  /**
   * Prepares a speculative answer to a line that may be complete. If `whole` is true, it probably is, and the
   * voice also prepares the first sentence. If `question` is null, the visitor continues, and the speculative
   * answer is dropped.
   */
  speculate(question: string | null, whole = false): void {
    const { responder, allowsSpeculation, canvas, calls, speaking, history, context, signal } = this.#parts;
    if (
      question !== null &&
      this.#speculative?.fits({ question, history: history(), inputs: context.premises })
    )
      return;
    this.#speculative?.drop();
    this.#speculative =
      question === null || !responder || !allowsSpeculation || signal.aborted
        ? null
        : new SpeculativeReply(
            responder,
            { question, history: history(), inputs: context.premises },
            { canvas, calls: calls.line, whole },
            (text, stop) => speaking.prepare(text, stop),
            signal,
          );
  }

  /** True while an answer is prepared or spoken. */
  get isBusy(): boolean {
    return this.#answer !== null && !isEnd(this.#answer.turn.state);
  }

  /** True if the latest answer was completely played. */
  get isSpoken(): boolean {
    return this.#answer?.turn.state === 'said';
  }

  /** Reports the results of tool calls that ended after the visitor continued. */
  reportLateCalls(calls: LineCalls): Promise<boolean> {
    return this.answer({ text: '', certainEnd: 0, duration: 0 }, calls);
  }

  /** Prepares and speaks an answer. Returns false if it was dropped. */
  async answer(
    line: Pick<VisitorTurn, 'text' | 'certainEnd' | 'duration'>,
    lineCalls = this.#parts.calls.line,
  ): Promise<boolean> {
    const { clock, canvas, calls, speaking, context } = this.#parts;
    const history = speaking.cut ? await this.#afterCut(speaking.cut, line.text) : [...this.#parts.history()];
    if (!history) return false;
    const speculative = this.#speculative?.fits({ question: line.text, history, inputs: context.premises })
      ? this.#speculative
      : null;
    if (speculative) this.#speculative = null;
    else this.speculate(null);
    const answer = this.#begin(speculative?.stop, line.text);
    const { signal, sources, turn } = answer;
    const turnEnd = line.certainEnd > clock.now() ? this.#waitUntil(line.certainEnd) : undefined;
    const request: ReplyContext = {
      history,
      canvas,
      signal,
      calls: lineCalls,
      spoken: line.duration > 0,
      ...(turnEnd ? { turnEnd } : {}),
    };
    await turn.run(async () => {
      const words = this.#splitSentences(
        this.#withFillers(this.#think(line.text, request, answer, speculative), answer, turnEnd),
        answer,
      );
      await speaking.say(recordSentences(sentencesOf(words), answer), {
        signal,
        sources,
        turnEnd,
        id: answer.trace.id,
      });
    }, signal);
    this.#recordTrace(answer, lineCalls);
    if (signal.aborted) return false;
    calls.report();
    // Show the cards of an answer whose words the visitor could not hear.
    for (const action of answer.cards.splice(0)) this.#parts.act(action);
    return true;
  }

  /**
   * Returns the lines before a question, with the interrupted answer; null if the question was dropped meanwhile.
   * Without this answer the responder would treat the earlier question as unanswered.
   */
  async #afterCut(cutEnd: Promise<void>, question: string): Promise<readonly Exchange[] | null> {
    const { history } = this.#parts;
    const before = [...history()];
    const { turn, signal } = this.#begin(undefined, question);
    await turn.run(() => cutEnd, signal);
    if (signal.aborted) return null;
    return history().filter((line) => line.role === 'assistant' || before.includes(line));
  }

  /**
   * Performs each step and speaks its words while `shouldContinue` returns true and until the next answer begins or
   * is dropped.
   */
  async walk<Step extends { words: string }>(
    steps: readonly Step[],
    shouldContinue: () => boolean,
    onStep: (step: Step, index: number) => void,
  ): Promise<void> {
    const { signal, turn } = this.#begin();
    await turn.run(async () => {
      for (const [index, step] of steps.entries()) {
        if (signal.aborted || !shouldContinue()) return;
        onStep(step, index);
        turn.move('say');
        await this.#parts.speaking.say(sentencesOf(yieldOnce(step.words)), { signal });
      }
    }, signal);
  }

  #begin(stop = new AbortController(), text = ''): Answer {
    this.#answer?.stop.abort();
    this.#answer = {
      turn: new Turn(),
      stop,
      signal: AbortSignal.any([stop.signal, this.#parts.signal]),
      cards: [],
      isAudible: false,
      hasBegun: false,
      sources: [],
      trace: new Tracing(this.#parts.clock, text),
    };
    return this.#answer;
  }

  #withFillers(
    chunks: AsyncIterable<ReplyChunk>,
    answer: Answer,
    turnEnd: Promise<void> | undefined,
  ): AsyncIterable<ReplyChunk> {
    const { clock, context } = this.#parts;
    const { turn, signal, stop } = answer;
    const giveUp = new AbortController();
    giveUp.signal.addEventListener(
      'abort',
      () =>
        stop.signal.aborted ||
        this.#parts.log.warn({ engine: 'model', fault: 'timeout' }, 'an answer was given up'),
      { once: true },
    );
    return withFillerPhrases(chunks, {
      clock,
      turn,
      turnEnd,
      words: () => context.sentences(),
      hasBegun: () => answer.hasBegun,
      count: () => this.#waits++,
      giveUp: () => giveUp.abort(),
      signal,
    });
  }

  /**
   * Yields the sentences to speak. Cards wait until the visitor hears the first words. An empty answer is replaced
   * by a sentence of the agent.
   */
  async *#splitSentences(
    chunks: AsyncIterable<ReplyChunk>,
    answer: Answer,
  ): AsyncIterable<string | typeof BREAK | Sentence> {
    let any = false;
    let card: CanvasAction | null = null;
    for await (const chunk of chunks) {
      if ('aside' in chunk) {
        any ||= chunk.final === true;
        yield serviceSentence(chunk.aside, chunk.final);
        continue;
      }
      if ('text' in chunk) {
        if (chunk.text) yield chunk.text;
        if ('now' in chunk) yield BREAK;
        else any ||= chunk.text.trim() !== '';
        answer.trace.noteText(chunk.text);
        continue;
      }
      if ('canvas' in chunk) card ??= chunk.canvas;
      this.#keep(chunk, answer);
    }
    if (any || answer.signal.aborted || answer.turn.state === 'given_up') return;
    answer.turn.move(card ? 'say' : 'give_up');
    yield textForEmptyAnswer(card, this.#parts.context.sentences());
  }

  /** Stores a part of an answer that is not spoken. */
  #keep(chunk: Exclude<ReplyChunk, { text: string } | { aside: string }>, answer: Answer): void {
    if ('sources' in chunk) answer.sources.push(...chunk.sources);
    else if (!('canvas' in chunk)) answer.trace.take(chunk);
    else if (answer.isAudible) this.#parts.act(chunk.canvas);
    else answer.cards.push(chunk.canvas);
  }

  /**
   * Yields the chunks of the responder or of its speculative reply. If that fails, yields an apology and, if no
   * text was yielded before, the fallback's answer.
   */
  async *#think(
    question: string,
    request: ReplyContext,
    { signal, trace }: Answer,
    speculative: SpeculativeReply | null,
  ): AsyncIterable<ReplyChunk> {
    const { responder, fallback, log, context } = this.#parts;
    const fallbackAnswer = () => fallback!.think(question, { ...request, canvas: null });
    let any = false;
    try {
      if (!this.#parts.allowsSpeculation) {
        await request.turnEnd;
        if (signal.aborted) return;
      }
      this.#parts.begins();
      const chunks = speculative ? speculative.adopt(request.turnEnd) : responder!.think(question, request);
      for await (const chunk of fallback
        ? withoutRepetition(chunks, question, request, fallbackAnswer)
        : chunks) {
        if ('text' in chunk) any ||= chunk.text.trim() !== '';
        yield chunk;
      }
    } catch (error) {
      if (signal.aborted) return;
      trace.recordFailure(error);
      log.warn(
        { engine: 'model', conversation: this.#parts.conversation, ...describe(error) },
        'thinking failed',
      );
      if (any) yield { text: '…', now: true };
      yield { aside: any ? context.sentences().lostThread : context.sentences().modelSilent, final: true };
      if (!any && fallback) yield* fallbackAnswer();
    }
  }

  #recordTrace({ turn, trace, signal, isAudible, sources }: Answer, { list }: LineCalls): void {
    const { conversation, log, trace: keep } = this.#parts;
    const logFields = {
      state: turn.state,
      audible: isAudible,
      sources: sources.length,
      ...trace.numbers(list),
    };
    log.info({ conversation, turn: logFields }, 'a turn ended');
    // Keep no trace of an answer that was dropped, before it could be heard, because the visitor continued the
    // line: it is not a separate turn.
    if (isEnd(turn.state) && (isAudible || !(signal.reason instanceof LineContinued)))
      keep?.(trace.completeTrace(turn.state as TurnTrace['state'], list));
  }

  /** Resolves at this time, or when the call ends. */
  #waitUntil(at: number): Promise<void> {
    const { clock, signal } = this.#parts;
    return pause(clock, at - clock.now(), signal).catch(() => undefined);
  }
}

/** Returns the text that replaces an empty answer: the text of its card, or an apology of the service. */
function textForEmptyAnswer(
  card: CanvasAction | null,
  { done, noAnswer }: AgentSentences,
): string | Sentence {
  if (!card) return serviceSentence(noAnswer, true);
  return spokenForm(card) || done;
}

/** Yields the same sentences, and marks the answer as begun at the first sentence that is not from the service. */
async function* recordSentences(sentences: AsyncIterable<Sentence>, answer: Answer): AsyncIterable<Sentence> {
  for await (const sentence of sentences) {
    answer.hasBegun ||= sentence.origin === undefined;
    yield sentence;
  }
}

async function* yieldOnce(text: string): AsyncIterable<string> {
  yield text;
}
