/** Answers by an OpenAI-compatible language model, streamed; with the documents' best passages before it. */
import { canvasTools, readAction, type Canvas } from '../tools/canvas.ts';
import { systemClock, type Clock } from '../../platform/clock.ts';
import { streamModel, type ModelEndpoint } from '../../language/model-stream.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { drawnOn, sourcesOf } from '../knowledge/sentence-table.ts';
import type { Asked, Responder, ReplyChunk } from './responder.ts';
import type { Tool } from '../tools/tool.ts';

const REMEMBERED = 24;
/** Rounds of tools before an answer; then the model has to answer with what it has. */
const MOST_ROUNDS = 4;

const RULES =
  'You speak aloud with a visitor in a call. Answer in one to three short spoken sentences, without lists, markdown or emoji. ' +
  'You are an AI; say so when asked and never claim to be a person. Where notes are given, answer from them; where they do not hold the answer, say that you do not know.';

export class ModelResponder implements Responder {
  readonly kind = 'model';
  #endpoint: ModelEndpoint;
  #knowledge: Knowledge;
  #prompt: () => string;
  #tools: ReadonlyMap<string, Tool>;
  #clock: Clock;
  #language: () => string | undefined;

  /** `language`: what is spoken just now, a BCP 47 tag. */
  constructor(options: {
    endpoint: ModelEndpoint;
    knowledge: Knowledge;
    prompt: () => string;
    tools?: readonly Tool[];
    clock?: Clock;
    language?: () => string | undefined;
  }) {
    this.#endpoint = options.endpoint;
    this.#knowledge = options.knowledge;
    this.#prompt = options.prompt;
    this.#tools = new Map((options.tools ?? []).map((tool) => [tool.name, tool]));
    this.#clock = options.clock ?? systemClock;
    this.#language = options.language ?? (() => undefined);
  }

  async *think(question: string, { history, canvas, signal, settled }: Asked): AsyncIterable<ReplyChunk> {
    const found = await this.#knowledge.find(question, 4, { signal, language: this.#language() });
    const notes = found.map((passage) => `${passage.heading}: ${passage.text}`);
    let answer = '';
    const messages: object[] = [
      {
        role: 'system',
        content: [this.#prompt(), RULES, ...(notes.length > 0 ? [`Notes:\n${notes.join('\n')}`] : [])].join(
          '\n\n',
        ),
      },
      ...history.slice(-REMEMBERED),
      { role: 'user', content: question },
    ];
    const offered = [...this.#tools.values()].map(({ name, description, parameters }) => ({
      type: 'function',
      function: { name, description, parameters },
    }));
    const cards = canvasTools(canvas);
    for (let round = 0; ; round++) {
      const tools = [...cards, ...(round < MOST_ROUNDS ? offered : [])];
      const calls = new Map<number, { id: string; name: string; arguments: string }>();
      let said = '';
      for await (const chunk of streamModel(
        this.#endpoint,
        { messages, ...(tools.length > 0 ? { tools } : {}) },
        { signal, clock: this.#clock },
      )) {
        const delta = chunk.choices[0]?.delta;
        if (delta?.content) {
          said += delta.content;
          answer += delta.content;
          yield { text: delta.content };
        }
        for (const call of delta?.tool_calls ?? []) {
          const slot = calls.get(call.index ?? 0) ?? { id: '', name: '', arguments: '' };
          slot.id += call.id ?? '';
          slot.name += call.function?.name ?? '';
          slot.arguments += call.function?.arguments ?? '';
          calls.set(call.index ?? 0, slot);
        }
      }
      for (const call of calls.values()) {
        const action = readAction(call.name, call.arguments, canvas);
        if (action) yield { canvas: action };
      }
      const asked = [...calls.values()].filter((call) => this.#tools.has(call.name));
      if (asked.length === 0 || round >= MOST_ROUNDS) {
        const sources = sourcesOf(drawnOn(found, question, answer));
        if (sources.length > 0) yield { sources };
        return;
      }
      // A sentence said before the tool is not run into the one after it.
      if (said) yield { text: ' ' };
      messages.push({
        role: 'assistant',
        content: said || null,
        tool_calls: asked.map((call, index) => ({
          id: call.id || `call_${round}_${index}`,
          type: 'function',
          function: { name: call.name, arguments: call.arguments || '{}' },
        })),
      });
      await settled;
      signal.throwIfAborted();
      const outcomes = await Promise.all(asked.map((call) => this.#run(call, signal)));
      messages.push(
        ...asked.map((call, index) => ({
          role: 'tool',
          tool_call_id: call.id || `call_${round}_${index}`,
          content: outcomes[index],
        })),
      );
    }
  }

  async #run(call: { name: string; arguments: string }, signal: AbortSignal): Promise<string> {
    let parameters: unknown;
    try {
      parameters = JSON.parse(call.arguments || '{}');
    } catch {
      parameters = null;
    }
    if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters))
      return 'Error: the arguments are no JSON object.';
    return this.#tools.get(call.name)!.run(parameters as Record<string, unknown>, signal);
  }
}
