/**
 * Answers with an OpenAI-compatible language model. The answer is streamed, and the prompt contains the best
 * passages of the documents. After a mistake in a tool call, the model receives the error and may try again.
 */
import { systemClock, type Clock } from '@palkit/runtime/clock';
import { describe } from '@palkit/runtime/describe';
import {
  canvasTools,
  isCanvasTool,
  readAction,
  refusalReason,
  type Canvas,
  type CanvasAction,
} from '../tools/canvas.ts';
import { streamAnswer, type AnswerEnd } from '../language/model-answer.ts';
import type { ModelCall } from '../language/model-calls.ts';
import type { ModelEndpoint } from '../language/model-request.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { supportingPassages, sourcesOf } from '../knowledge/sentence-table.ts';
import { AnswerFieldsMemory } from './answer-fields.ts';
import { systemPrompt, questionText } from './model-prompt.ts';
import { notesFor, notesText } from './notes.ts';
import { modelOutcome } from './model-outcome.ts';
import { splitHistory } from './remembering.ts';
import { withoutInstructions } from './untrusted-text.ts';
import {
  DROPPED,
  type ReplyContext,
  type Exchange,
  type RequestMeasures,
  type Responder,
  type ReplyChunk,
} from './responder.ts';
import { callingMessage, messagesOfCalls, historyMessages, type ModelMessage } from './model-messages.ts';
import { ToolCalls, unlessAborted, type LineCalls } from '../tools/tool-calls.ts';
import type { Tool } from '../tools/tool.ts';
import { withWireNames } from '../tools/wire-names.ts';

/** Maximum number of rounds of tool calls before the model must answer with the results so far. */
const MAX_ROUNDS = 4;

/** Maximum number of tokens of an answer, including the model's reasoning. */
const MAX_TOKENS = 2048;
/** Maximum number of characters of a tool's result. */
const MAX_OUTCOME = 20_000;
/** Maximum number of characters of an answer. When it is reached, the request ends. */
export const MAX_ANSWER_LENGTH = 4000;

/** Replaces the question if a tool's result arrived after the visitor continued. */
const LATE_RESULT_NOTE = '(The visitor waits for this. Tell what came of it in a sentence.)';

/** The messages that a model receives before it answers. */
export interface Prompt {
  model: string | null;
  messages: readonly ModelMessage[];
  tools: readonly object[];
}

/** Summary of the early lines (`../call-summary.ts`); empty if there is none. */
interface Summary {
  textFor(history: readonly Exchange[]): string;
}

/** The result of one request to the model. */
interface Round {
  end: AnswerEnd;
  text: string;
}

/** The options of one request to the model. */
interface RoundOptions {
  canvas: Canvas | null;
  /** True if the model must answer with the results so far. */
  isLast: boolean;
  /**
   * True to limit the number of tokens. After an empty answer the limit is dropped, because the reasoning may have
   * used all tokens.
   */
  limitsTokens: boolean;
}

type Notes = Awaited<ReturnType<typeof notesFor>>;

export class ModelResponder implements Responder {
  readonly kind = 'model';
  #endpoint: ModelEndpoint;
  #knowledge: Knowledge;
  #prompt: () => string;
  /** Tools by the name that the model receives. */
  #tools: ReadonlyMap<string, Tool>;
  #clock: Clock;
  #language: () => string | undefined;
  #page: () => string;
  readonly #isSpoken: boolean;
  readonly #summary: Summary | null;
  readonly #startedAt: number;
  readonly #answerFields = new AnswerFieldsMemory();
  readonly #zone: string;

  /** `language` returns the BCP 47 tag of the language in use. */
  constructor(options: {
    endpoint: ModelEndpoint;
    knowledge: Knowledge;
    prompt: () => string;
    tools?: readonly Tool[];
    clock?: Clock;
    /** IANA time zone of dates. The default is the server's time zone. */
    zone?: string | null | undefined;
    language?: () => string | undefined;
    /** Returns the context from the visitor's page. */
    page?: () => string;
    /** True if the answer is spoken, false if it is shown as text. */
    isSpoken?: boolean;
    /** Summary of the earliest lines. Sentences that rules choose fill the remaining space. */
    summary?: Summary | null;
  }) {
    this.#endpoint = options.endpoint;
    this.#knowledge = options.knowledge;
    this.#prompt = options.prompt;
    this.#tools = withWireNames(options.tools ?? []);
    this.#clock = options.clock ?? systemClock;
    this.#language = options.language ?? (() => undefined);
    this.#page = options.page ?? (() => '');
    this.#isSpoken = options.isSpoken ?? true;
    this.#startedAt = this.#clock.now();
    this.#zone = options.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
    this.#summary = options.summary ?? null;
  }

  async *think(question: string, context: ReplyContext): AsyncIterable<ReplyChunk> {
    const { canvas, signal } = context;
    const calls = yield* this.#pendingOutcomes(context);
    const notes = yield* this.#withNotes(question, context);
    const messages = [...this.#messages(question, context, notesText(notes)), ...messagesOfCalls(calls.list)];
    const finishedCalls = new Set<string>();
    let answer = '';
    let emptyAnswers = 0;
    let last = false;
    let toolText = '';
    for (let round = 0; ; round++) {
      last ||= round >= MAX_ROUNDS;
      const asking = { canvas, isLast: last, limitsTokens: emptyAnswers === 0 };
      const { end, text } = yield* this.#measureStream(messages, notes.length, asking, signal);
      answer += text;
      // An empty answer is requested once more, because servers occasionally lose one.
      if (isEmptyAnswer(end, text, answer) && !toolText && emptyAnswers++ === 0) continue;
      const refusal = answer ? '' : end.refusal;
      if (refusal) {
        answer = refusal;
        yield { text: refusal };
      }
      const actions = end.calls.map((call) => readAction(call.name, call.arguments, canvas));
      for (const action of actions.filter((one) => one !== null)) yield { canvas: action };
      this.#answerFields.note(answer, end);
      if (last || !this.#needsResults(end, actions, answer)) break;
      last = areRepeated(end.calls, finishedCalls);
      const outcomes = yield* this.#carryOut({ end, text, actions }, context, calls);
      const calledTools = this.#toolsOf(end);
      toolText ||= toolTextOf(calledTools);
      if (answer.trim() && calledTools.every((tool) => tool?.endsAnswer)) break;
      messages.push(callingMessage(text, end.calls), ...outcomes);
    }
    yield* yieldEnding(toolText, answer, sourcesOf(supportingPassages(notes, question, answer)));
    const earlier = context.history.map(({ content }) => content).join('\n');
    const grounds = {
      hasDocuments: this.#knowledge.passages.length > 0,
      texts: [...notes.map(({ text }) => text), this.#prompt(), this.#page(), earlier],
    };
    const talk = this.#knowledge.classifyKnownLine(question);
    yield { outcome: modelOutcome(question, answer || toolText, calls.list, grounds, talk) };
  }

  /** Builds the prompt for a question without sending it. */
  async prompt(
    question: string,
    context: Pick<ReplyContext, 'history' | 'canvas' | 'signal'>,
  ): Promise<Prompt> {
    const asking = { signal: context.signal, language: this.#language() };
    const notes = await notesFor(this.#knowledge, question, context.history, asking);
    return {
      model: this.#endpoint.model,
      messages: this.#messages(question, context, notesText(notes)),
      tools: this.#toolsFor(context.canvas),
    };
  }

  #toolsFor(canvas: Canvas | null): object[] {
    return [
      ...canvasTools(canvas),
      ...[...this.#tools].map(([name, { description, parameters }]) => ({
        type: 'function',
        function: { name, description, parameters },
      })),
    ];
  }

  /** Builds the messages: the constant part, the history, and the question with its notes. */
  #messages(
    question: string,
    { history, canvas }: Pick<ReplyContext, 'history' | 'canvas'>,
    notes: string,
  ): ModelMessage[] {
    const { recent, facts } = splitHistory(history, this.#summary?.textFor(history));
    return [
      {
        role: 'system',
        content: systemPrompt({
          instructions: this.#prompt(),
          facts,
          startedAt: this.#startedAt,
          zone: this.#zone,
          isSpoken: this.#isSpoken,
          tools: this.#tools.size > 0,
          cards: (canvas?.components.size ?? 0) > 0,
        }),
      },
      ...historyMessages(recent, (exchange) => this.#answerFields.of(exchange)),
      { role: 'user', content: questionText(question || LATE_RESULT_NOTE, notes, this.#page()) },
    ];
  }

  /** Waits for running calls of the line, because their results are part of the question. */
  async *#pendingOutcomes(context: ReplyContext): AsyncGenerator<ReplyChunk, LineCalls> {
    const { signal, calls = this.#ownCalls(signal) } = context;
    const { running } = calls;
    if (running.length === 0) return calls;
    yield { doing: 'calling' };
    await unlessAborted(Promise.all(running), signal);
    return calls;
  }

  /** Finds the best passages of the documents; empty if there is no question. */
  async *#withNotes(question: string, { history, signal }: ReplyContext): AsyncGenerator<ReplyChunk, Notes> {
    const asking = { signal, language: this.#language() };
    const notes = question ? await notesFor(this.#knowledge, question, history, asking) : [];
    if (notes.length > 0) yield { notes: notes.map((one) => ({ ...one, score: one.score ?? one.coverage })) };
    return notes;
  }

  /** Runs one request and measures it until it ends or fails. */
  async *#measureStream(
    messages: readonly ModelMessage[],
    notes: number,
    asking: RoundOptions,
    signal: AbortSignal,
  ): AsyncGenerator<ReplyChunk, Round> {
    const startedAt = this.#clock.now();
    const measures: RequestMeasures = {
      model: this.#endpoint.model,
      startedAt,
      first: null,
      took: null,
      messages: messages.length,
      characters: messages.reduce((sum, { content }) => sum + (content?.length ?? 0), 0),
      notes,
      finish: '',
      usage: null,
      fault: DROPPED,
    };
    yield { measured: measures };
    try {
      const round = yield* this.#ask(messages, asking, signal, measures);
      const { finish, usage } = round.end;
      Object.assign(measures, { finish, usage, fault: null });
      return round;
    } catch (error) {
      if (!signal.aborted) measures.fault = describe(error);
      throw error;
    } finally {
      measures.took = this.#clock.now() - startedAt;
    }
  }

  /** Performs the calls of a request, and returns the results for the model. */
  async *#carryOut(
    { end, text, actions }: Pick<Round, 'end' | 'text'> & { actions: readonly (CanvasAction | null)[] },
    { canvas, signal, turnEnd }: ReplyContext,
    calls: LineCalls,
  ): AsyncGenerator<ReplyChunk, ModelMessage[]> {
    // A space separates the sentence before the tool call from the next one.
    if (text) yield { text: ' ' };
    const calledTools = this.#toolsOf(end);
    if (calledTools.some((tool) => tool && !tool.readOnly)) {
      await turnEnd;
      signal.throwIfAborted();
    }
    if (calledTools.some(Boolean)) yield { doing: 'calling' };
    const outcomes = await Promise.all(
      end.calls.map((call, index) => this.#runCall(call, actions[index] ?? null, { calls, canvas, signal })),
    );
    return end.calls.map(({ id }, index) => ({
      role: 'tool',
      tool_call_id: id,
      content: withoutInstructions(outcomes[index]!, MAX_OUTCOME),
    }));
  }

  /** Returns the tool of each call; undefined for a card or an unknown name. */
  #toolsOf({ calls }: AnswerEnd): (Tool | undefined)[] {
    return calls.map(({ name }) => this.#tools.get(name));
  }

  async *#ask(
    messages: readonly ModelMessage[],
    { canvas, isLast, limitsTokens }: RoundOptions,
    signal: AbortSignal,
    measures: RequestMeasures,
  ): AsyncGenerator<ReplyChunk, Round> {
    yield { doing: 'asking' };
    const tools = this.#toolsFor(canvas);
    const stream = streamAnswer(
      this.#endpoint,
      {
        messages,
        ...(limitsTokens ? { max_tokens: MAX_TOKENS } : {}),
        stream_options: { include_usage: true },
        ...(tools.length > 0 ? { tools } : {}),
        ...(tools.length > 0 && isLast ? { tool_choice: 'none' } : {}),
      },
      { signal, clock: this.#clock },
    );
    let text = '';
    for (;;) {
      if (text.length >= MAX_ANSWER_LENGTH) {
        yield { text: '…' };
        const end: AnswerEnd = { calls: [], finish: 'length', refusal: '', usage: null };
        await stream.return(end);
        return { end, text };
      }
      const next = await stream.next();
      if (next.done) return { end: next.value, text };
      if ('reasoning' in next.value) {
        yield { doing: 'reasoning' };
        continue;
      }
      // Drop white space before the first word of the answer.
      const words = text.trim() === '' ? next.value.text.trimStart() : next.value.text;
      const piece = words.slice(0, MAX_ANSWER_LENGTH - text.length);
      text += piece;
      if (piece) measures.first ??= this.#clock.now() - measures.startedAt;
      if (piece) yield { text: piece };
    }
  }

  /** True if the model must receive the results of its calls. A shown card needs no further answer. */
  #needsResults({ calls }: AnswerEnd, actions: readonly (CanvasAction | null)[], answer: string): boolean {
    if (calls.length === 0) return false;
    if (actions.some((action) => action === null)) return true;
    return answer.trim() === '' && !actions.some((action) => action?.do === 'show');
  }

  async #runCall(
    call: ModelCall,
    action: CanvasAction | null,
    { calls, canvas, signal }: { calls: LineCalls; canvas: Canvas | null; signal: AbortSignal },
  ): Promise<string> {
    if (action) return 'Done: the visitor sees it. Say in a sentence what it is.';
    const tool = this.#tools.get(call.name);
    if (tool) return calls.call(call, tool, signal);
    if (isCanvasTool(call.name)) return refusalReason(call.name, call.arguments, canvas);
    const names = [...this.#tools.keys()].slice(0, 50).join(', ');
    return `Error: there is no tool of this name.${names ? ` There are: ${names}.` : ''} Answer in words.`;
  }

  /** Creates a store for the calls of this answer, used if the conversation does not store calls. */
  #ownCalls(signal: AbortSignal): LineCalls {
    return new ToolCalls({ clock: this.#clock, signal, conversation: '' }).line;
  }
}

const keyOf = ({ name, arguments: json }: ModelCall) => `${name}\n${json}`;

/** True if the model requests only results that it already has; it then has to answer. */
function areRepeated(calls: readonly ModelCall[], finishedCalls: Set<string>): boolean {
  const repeated = calls.every((call) => finishedCalls.has(keyOf(call)));
  for (const call of calls) finishedCalls.add(keyOf(call));
  return repeated;
}

/** Returns the first text that a called tool provides for a model without a text of its own. */
const toolTextOf = (calledTools: readonly (Tool | undefined)[]): string =>
  calledTools.map((tool) => tool?.words?.()).find(Boolean) ?? '';

/** Yields the tool's text if the model returned none, and then the documents that the answer uses. */
function* yieldEnding(
  toolText: string,
  answer: string,
  sources: ReturnType<typeof sourcesOf>,
): Iterable<ReplyChunk> {
  if (toolText && !answer.trim()) yield { text: toolText };
  if (sources.length > 0) yield { sources };
}

const isEmptyAnswer = ({ calls, refusal, finish }: AnswerEnd, text: string, answer: string): boolean =>
  calls.length === 0 &&
  text.trim() === '' &&
  answer.trim() === '' &&
  refusal === '' &&
  finish !== 'content_filter';
