/** Answers by an OpenAI-compatible language model, streamed; with the documents' best passages before it. */
import { createParser } from 'eventsource-parser';
import * as z from 'zod';
import type { Endpoint } from '../config.ts';
import { canvasTools, readAction, type Canvas } from './canvas.ts';
import { drawnOn, sourcesOf, type Knowledge } from './knowledge.ts';
import type { Exchange, Mind, Thought } from './mind.ts';
import type { Tool } from './tool.ts';

const Chunk = z.looseObject({
  choices: z.array(z.looseObject({
    delta: z.optional(z.looseObject({
      content: z.nullish(z.string()),
      tool_calls: z.nullish(z.array(z.looseObject({ index: z.optional(z.number()), id: z.nullish(z.string()), function: z.optional(z.looseObject({ name: z.nullish(z.string()), arguments: z.nullish(z.string()) })) }))),
    })),
  })),
});

/** Whatever kept the model from answering: a word for the log, never a question or a key. */
export class ModelError extends Error {
  readonly reason: 'unreachable' | 'refused' | 'timeout' | 'bad_response';
  constructor(reason: ModelError['reason']) {
    super(`The language model failed: ${reason}`);
    this.reason = reason;
  }
}

const FIRST_WORD_MS = 15_000;
const REMEMBERED = 24;
/** Rounds of tools before an answer; then the model has to answer with what it has. */
const MOST_ROUNDS = 4;

const RULES =
  'You speak aloud with a visitor in a call. Answer in one to three short spoken sentences, without lists, markdown or emoji. ' +
  'You are an AI; say so when asked and never claim to be a person. Where notes are given, answer from them; where they do not hold the answer, say that you do not know.';

export class ModelMind implements Mind {
  readonly kind = 'model';
  #endpoint: Endpoint;
  #knowledge: Knowledge;
  #prompt: () => string;
  #tools: ReadonlyMap<string, Tool>;
  #fetch: typeof fetch;

  constructor(options: { endpoint: Endpoint; knowledge: Knowledge; prompt: () => string; tools?: readonly Tool[]; fetch?: typeof fetch }) {
    this.#endpoint = options.endpoint;
    this.#knowledge = options.knowledge;
    this.#prompt = options.prompt;
    this.#tools = new Map((options.tools ?? []).map((tool) => [tool.name, tool]));
    this.#fetch = options.fetch ?? fetch;
  }

  async *think(question: string, { history, canvas, signal }: { history: readonly Exchange[]; canvas: Canvas | null; signal: AbortSignal }): AsyncIterable<Thought> {
    const found = await this.#knowledge.find(question, 4, signal);
    const notes = found.map((passage) => `${passage.heading}: ${passage.text}`);
    let answer = '';
    const messages: object[] = [
      { role: 'system', content: [this.#prompt(), RULES, ...(notes.length > 0 ? [`Notes:\n${notes.join('\n')}`] : [])].join('\n\n') },
      ...history.slice(-REMEMBERED),
      { role: 'user', content: question },
    ];
    const offered = [...this.#tools.values()].map(({ name, description, parameters }) => ({ type: 'function', function: { name, description, parameters } }));
    const cards = canvasTools(canvas);
    for (let round = 0; ; round++) {
      const tools = [...cards, ...(round < MOST_ROUNDS ? offered : [])];
      const calls = new Map<number, { id: string; name: string; arguments: string }>();
      let said = '';
      for await (const chunk of this.#stream({ messages, ...(tools.length > 0 ? { tools } : {}) }, signal)) {
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
      messages.push({ role: 'assistant', content: said || null, tool_calls: asked.map((call, index) => ({ id: call.id || `call_${round}_${index}`, type: 'function', function: { name: call.name, arguments: call.arguments || '{}' } })) });
      const outcomes = await Promise.all(asked.map((call) => this.#run(call, signal)));
      messages.push(...asked.map((call, index) => ({ role: 'tool', tool_call_id: call.id || `call_${round}_${index}`, content: outcomes[index] })));
    }
  }

  async #run(call: { name: string; arguments: string }, signal: AbortSignal): Promise<string> {
    let parameters: unknown;
    try {
      parameters = JSON.parse(call.arguments || '{}');
    } catch {
      parameters = null;
    }
    if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters)) return 'Error: the arguments are no JSON object.';
    return this.#tools.get(call.name)!.run(parameters as Record<string, unknown>, signal);
  }

  async *#stream(request: object, signal: AbortSignal): AsyncIterable<z.output<typeof Chunk>> {
    const tooSlow = new AbortController();
    const timer = setTimeout(() => tooSlow.abort(), FIRST_WORD_MS);
    try {
      const response = await this.#fetch(`${this.#endpoint.baseUrl}/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(this.#endpoint.apiKey ? { authorization: `Bearer ${this.#endpoint.apiKey}` } : {}) },
        body: JSON.stringify({ model: this.#endpoint.model ?? 'default', stream: true, ...request }),
        signal: AbortSignal.any([signal, tooSlow.signal]),
      });
      if (!response.ok || !response.body) throw new ModelError('refused');
      const ready: string[] = [];
      const parser = createParser({ onEvent: (event) => ready.push(event.data) });
      const decoder = new TextDecoder();
      for await (const bytes of response.body as unknown as AsyncIterable<Uint8Array>) {
        clearTimeout(timer);
        parser.feed(decoder.decode(bytes, { stream: true }));
        for (const data of ready.splice(0)) {
          if (data === '[DONE]') return;
          const chunk = Chunk.safeParse(JSON.parse(data));
          if (!chunk.success) throw new ModelError('bad_response');
          yield chunk.data;
        }
      }
    } catch (error) {
      if (signal.aborted || error instanceof ModelError) throw error;
      throw new ModelError(tooSlow.signal.aborted ? 'timeout' : error instanceof SyntaxError ? 'bad_response' : 'unreachable');
    } finally {
      clearTimeout(timer);
    }
  }
}
