/**
 * Answers by an OpenAI-compatible language model, streamed; with the documents' best passages before it. What the
 * model does wrong goes back to it as the outcome of its call, a bounded number of times.
 */
import {
  canvasTools,
  isCanvasTool,
  readAction,
  whyNot,
  type Canvas,
  type CanvasAction,
} from '../tools/canvas.ts';
import { systemClock, type Clock } from '../../platform/clock.ts';
import { streamAnswer, type AnswerEnd, type ModelCall } from '../../language/model-answer.ts';
import type { ModelEndpoint } from '../../language/model-request.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { drawnOn, sourcesOf } from '../knowledge/sentence-table.ts';
import { systemPrompt, questionText } from './model-prompt.ts';
import { notesFor, notesText } from './notes.ts';
import { remembering } from './remembering.ts';
import { withoutOrders } from './told-data.ts';
import type { Asked, Exchange, Measured, Responder, ReplyChunk } from './responder.ts';
import { callingMessage, calledMessages, historyMessages, type ModelMessage } from './model-messages.ts';
import { ToolCalls, unlessAborted, type LineCalls } from '../tools/tool-calls.ts';
import type { Tool } from '../tools/tool.ts';

/** Rounds of tools before an answer; then the model has to answer with what it has. */
const MOST_ROUNDS = 4;

/** Tokens of an answer, with the thoughts of a model that reasons. */
const MOST_TOKENS = 2048;
/** Characters of what a tool said. */
const MOST_OUTCOME = 20_000;
/** Characters of an answer; the rest is not asked for. */
const MOST_ANSWER = 4000;

/** In the place of a question, where there is none: an outcome came after the visitor had gone on. */
const LATE = '(The visitor waits for this. Tell what came of it in a sentence.)';

/** What goes to a model before an answer. */
export interface Prompt {
  model: string | null;
  messages: readonly ModelMessage[];
  tools: readonly object[];
}

/** Notes of what was said long before (`call-summary.ts`); empty where there are none. */
interface Summary {
  at(history: readonly Exchange[]): string;
}

/** What a round of the model came to. */
interface Round {
  end: AnswerEnd;
  said: string;
  /** When its first word came, or null. */
  first: number | null;
}

export class ModelResponder implements Responder {
  readonly kind = 'model';
  #endpoint: ModelEndpoint;
  #knowledge: Knowledge;
  #prompt: () => string;
  #tools: ReadonlyMap<string, Tool>;
  #clock: Clock;
  #language: () => string | undefined;
  #page: () => string;
  readonly #aloud: boolean;
  readonly #summary: Summary | null;
  readonly #began: number;
  readonly #zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

  /** `language`: what is spoken just now, a BCP 47 tag. */
  constructor(options: {
    endpoint: ModelEndpoint;
    knowledge: Knowledge;
    prompt: () => string;
    tools?: readonly Tool[];
    clock?: Clock;
    language?: () => string | undefined;
    /** What the visitor's page said of itself. */
    page?: () => string;
    /** Whether a voice says it; else it is read. */
    aloud?: boolean;
    /** Of what was said long before; without it rules decide what is kept. */
    summary?: Summary | null;
  }) {
    this.#endpoint = options.endpoint;
    this.#knowledge = options.knowledge;
    this.#prompt = options.prompt;
    this.#tools = new Map((options.tools ?? []).map((tool) => [tool.name, tool]));
    this.#clock = options.clock ?? systemClock;
    this.#language = options.language ?? (() => undefined);
    this.#page = options.page ?? (() => '');
    this.#aloud = options.aloud ?? true;
    this.#began = this.#clock.now();
    this.#summary = options.summary ?? null;
  }

  async *think(question: string, asked: Asked): AsyncIterable<ReplyChunk> {
    const { canvas, signal, settled } = asked;
    const calls = asked.calls ?? this.#ownCalls(signal);
    yield* this.#awaited(calls, signal);
    const asking = { signal, language: this.#language() };
    const found = question ? await notesFor(this.#knowledge, question, asked.history, asking) : [];
    if (found.length > 0) yield { notes: found.map((one) => ({ ...one, score: one.score ?? one.coverage })) };
    const messages = [...this.#messages(question, asked, notesText(found)), ...calledMessages(calls.made)];
    const done = new Set<string>();
    let answer = '';
    let silent = 0;
    let last = false;
    let own = '';
    for (let round = 0; ; round++) {
      last ||= round >= MOST_ROUNDS;
      const began = this.#clock.now();
      const { end, said, first }: Round = yield* this.#ask(
        messages,
        { canvas, last, bounded: silent === 0 },
        signal,
      );
      yield {
        measured: {
          ...measured(messages, found.length, end),
          model: this.#endpoint.model,
          began,
          first: first === null ? null : first - began,
          took: this.#clock.now() - began,
        },
      };
      answer += said;
      // An answer without anything is asked for once more: servers lose one now and then.
      if (isNothing(end, said, answer) && !own && silent++ === 0) continue;
      if (end.refusal && !answer) {
        answer = end.refusal;
        yield { text: end.refusal };
      }
      const actions = end.calls.map((call) => readAction(call.name, call.arguments, canvas));
      for (const action of actions) if (action) yield { canvas: action };
      if (last || !this.#mustGoOn(end.calls, actions, answer)) break;
      // What it asked for twice it has: from now on it answers.
      last = end.calls.every((call) => done.has(keyOf(call)));
      for (const call of end.calls) done.add(keyOf(call));
      // A sentence said before the tool is not run into the one after it.
      if (said) yield { text: ' ' };
      const called = end.calls.map(({ name }) => this.#tools.get(name));
      if (called.some((tool) => tool && !tool.readOnly)) {
        await settled;
        signal.throwIfAborted();
      }
      if (called.some(Boolean)) yield { doing: 'calling' };
      const outcomes = await Promise.all(
        end.calls.map((call, index) =>
          this.#outcome(call, actions[index] ?? null, { calls, canvas, signal }),
        ),
      );
      own ||= called.map((tool) => tool?.words?.()).find(Boolean) ?? '';
      if (answer.trim() && called.every((tool) => tool?.closing)) break;
      messages.push(
        callingMessage(said, end.calls),
        ...end.calls.map(({ id }, index): ModelMessage => ({
          role: 'tool',
          tool_call_id: id,
          content: withoutOrders(outcomes[index]!).slice(0, MOST_OUTCOME),
        })),
      );
    }
    if (own && !answer.trim()) yield { text: own };
    const sources = sourcesOf(drawnOn(found, question, answer));
    if (sources.length > 0) yield { sources };
  }

  /** What would be sent for a question; nothing is. */
  async prompt(question: string, asked: Pick<Asked, 'history' | 'canvas' | 'signal'>): Promise<Prompt> {
    const asking = { signal: asked.signal, language: this.#language() };
    const found = await notesFor(this.#knowledge, question, asked.history, asking);
    return {
      model: this.#endpoint.model,
      messages: this.#messages(question, asked, notesText(found)),
      tools: this.#offered(asked.canvas),
    };
  }

  #offered(canvas: Canvas | null): object[] {
    return [
      ...canvasTools(canvas),
      ...[...this.#tools.values()].map(({ name, description, parameters }) => ({
        type: 'function',
        function: { name, description, parameters },
      })),
    ];
  }

  /** What goes before the model: what stays the same, the talk, the question with its notes. */
  #messages(
    question: string,
    { history, canvas }: Pick<Asked, 'history' | 'canvas'>,
    notes: string,
  ): ModelMessage[] {
    const { recent, kept } = remembering(history, this.#summary?.at(history));
    return [
      {
        role: 'system',
        content: systemPrompt({
          own: this.#prompt(),
          kept,
          began: this.#began,
          zone: this.#zone,
          aloud: this.#aloud,
          tools: this.#tools.size > 0,
          cards: (canvas?.components.size ?? 0) > 0,
        }),
      },
      ...historyMessages(recent),
      { role: 'user', content: questionText(question || LATE, notes, this.#page()) },
    ];
  }

  /** The line goes on while its calls run: they are waited for, since their outcome is part of the question. */
  async *#awaited(calls: LineCalls, signal: AbortSignal): AsyncGenerator<ReplyChunk, void> {
    const { running } = calls;
    if (running.length === 0) return;
    yield { doing: 'calling' };
    await unlessAborted(Promise.all(running), signal);
  }

  async *#ask(
    messages: readonly ModelMessage[],
    // An answer that was nothing may have been thought to its limit: the second try has none.
    { canvas, last, bounded }: { canvas: Canvas | null; last: boolean; bounded: boolean },
    signal: AbortSignal,
  ): AsyncGenerator<ReplyChunk, Round> {
    yield { doing: 'asking' };
    const tools = this.#offered(canvas);
    const stream = streamAnswer(
      this.#endpoint,
      {
        messages,
        ...(bounded ? { max_tokens: MOST_TOKENS } : {}),
        stream_options: { include_usage: true },
        ...(tools.length > 0 ? { tools } : {}),
        ...(tools.length > 0 && last ? { tool_choice: 'none' } : {}),
      },
      { signal, clock: this.#clock, known: new Set(this.#tools.keys()) },
    );
    let said = '';
    let first: number | null = null;
    for (;;) {
      const next = await stream.next();
      if (next.done) return { end: next.value, said, first };
      if ('reasoning' in next.value) {
        yield { doing: 'reasoning' };
        continue;
      }
      if (said.length >= MOST_ANSWER) {
        yield { text: '…' };
        const end: AnswerEnd = { calls: [], finish: 'length', refusal: '', usage: null };
        await stream.return(end);
        return { end, said, first };
      }
      // White space before the first word is none of it.
      const text = said.trim() === '' ? next.value.text.trimStart() : next.value.text;
      said += text;
      if (text) first ??= this.#clock.now();
      if (text) yield { text };
    }
  }

  /** Whether the model has to hear of its calls. A card that is shown beside words needs nothing more. */
  #mustGoOn(calls: readonly ModelCall[], actions: readonly (CanvasAction | null)[], answer: string): boolean {
    if (calls.length === 0) return false;
    if (actions.some((action) => action === null)) return true;
    return answer.trim() === '' && !actions.some((action) => action?.do === 'show');
  }

  async #outcome(
    call: ModelCall,
    action: CanvasAction | null,
    { calls, canvas, signal }: { calls: LineCalls; canvas: Canvas | null; signal: AbortSignal },
  ): Promise<string> {
    if (action) return 'Done: the visitor sees it. Say in a sentence what it is.';
    const tool = this.#tools.get(call.name);
    if (tool) return calls.call(call.id, tool, call.arguments, signal);
    if (isCanvasTool(call.name)) return whyNot(call.name, call.arguments, canvas);
    const names = [...this.#tools.keys()].slice(0, 50).join(', ');
    return `Error: there is no tool of this name.${names ? ` There are: ${names}.` : ''} Answer in words.`;
  }

  /** Where nobody keeps calls: those of this answer alone. */
  #ownCalls(signal: AbortSignal): LineCalls {
    return new ToolCalls({ clock: this.#clock, signal, conversation: '' }).line;
  }
}

const measured = (
  messages: readonly ModelMessage[],
  notes: number,
  { finish, usage }: AnswerEnd,
): Omit<Measured, 'model' | 'began' | 'first' | 'took'> => ({
  messages: messages.length,
  characters: messages.reduce((sum, { content }) => sum + (content?.length ?? 0), 0),
  notes,
  finish,
  usage,
});

const keyOf = ({ name, arguments: given }: ModelCall) => `${name}\n${given}`;

const isNothing = ({ calls, refusal, finish }: AnswerEnd, said: string, answer: string): boolean =>
  calls.length === 0 &&
  said.trim() === '' &&
  answer.trim() === '' &&
  refusal === '' &&
  finish !== 'content_filter';
