/**
 * An answer of a model as its listener wants it: words without thoughts, then the calls, put together from
 * whatever pieces they came in, and how it ended.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../platform/clock.ts';
import { factsOf, learn, refute, unlearn } from './engine-memory.ts';
import type { CallPiece } from './model-chunk.ts';
import type { ModelEndpoint } from './model-request.ts';
import { streamModel } from './model-stream.ts';
import { ReasoningSieve, type Sifted } from './reasoning.ts';

export interface ModelCall {
  id: string;
  name: string;
  /** JSON, as the model wrote it. */
  arguments: string;
}

/** How an answer ended. */
export interface AnswerEnd {
  calls: ModelCall[];
  /** `stop`, `length`, `content_filter`, …; empty where the server does not tell. */
  finish: string;
  refusal: string;
  usage: { prompt: number; completion: number; cached: number } | null;
}

/** Calls of one answer; more are left out. */
const MOST_CALLS = 16;
/** Characters of what one call is given. What is cut is no JSON any more, and the model is told so. */
const MOST_ARGUMENTS = 65_536;
/** Characters of a call's name, and of its id. */
const MOST_NAME = 256;
/** Characters of an answer. What comes beyond them is not read. */
export const MOST_ANSWER = 20_000;
/** Characters of a refusal, which is said. */
const MOST_REFUSAL = 1000;

/** `known`: names of tools, by which a name in pieces is told from two calls. */
export async function* streamAnswer(
  endpoint: ModelEndpoint,
  request: Readonly<Record<string, unknown>>,
  { signal, clock, known }: { signal: AbortSignal; clock: Clock; known: ReadonlySet<string> },
): AsyncGenerator<{ text: string } | { reasoning: true }, AnswerEnd> {
  const expected = factsOf(endpoint, clock.now()).has('unopened_thought');
  const sieve = new ReasoningSieve(expected);
  const calls = new Calls(known);
  let characters = 0;
  const end: AnswerEnd = { calls: [], finish: '', refusal: '', usage: null };
  const take = (sifted: Sifted) => {
    for (const call of sifted.calls) calls.written(call);
    if (sifted.unopened) learn(endpoint, 'unopened_thought', clock.now());
    // An answer that was cut may have ended within its thought.
    if (sifted.noThought && end.finish !== 'length') unlearn(endpoint, 'unopened_thought');
  };
  for await (const chunk of streamModel(endpoint, request, { signal, clock })) {
    end.finish = chunk.finish || end.finish;
    end.refusal = (end.refusal + chunk.refusal).slice(0, MOST_REFUSAL);
    end.usage = chunk.usage ?? end.usage;
    for (const piece of chunk.calls) calls.take(piece);
    const sifted = sieve.push(chunk.text);
    take(sifted);
    if (chunk.reasoning || sifted.reasoning) yield { reasoning: true };
    const text = sifted.text.slice(0, MOST_ANSWER - characters);
    characters += text.length;
    if (text) yield { text };
    if (characters === MOST_ANSWER) {
      end.finish = 'length';
      end.calls = calls.all();
      return end;
    }
  }
  const last = sieve.end();
  take(last);
  const rest = last.text.slice(0, MOST_ANSWER - characters);
  if (rest) yield { text: rest };
  // A whole answer without any mark: a mark in a later one is something that a visitor had it quote.
  if (!expected && sieve.isPlain && characters + rest.length > 0 && end.finish !== 'length')
    refute(endpoint, 'unopened_thought', clock.now());
  end.calls = calls.all();
  return end;
}

class Calls {
  readonly #known: ReadonlySet<string>;
  readonly #made: (ModelCall & { index: number | null })[] = [];

  constructor(known: ReadonlySet<string>) {
    this.#known = known;
  }

  take({ index, arguments: more, ...piece }: CallPiece): void {
    const id = piece.id?.slice(0, MOST_NAME) ?? '';
    const name = piece.name?.slice(0, MOST_NAME) ?? '';
    const last = this.#made.findLast((one) => index === null || one.index === index);
    if (!last || this.#isAnother(last, id, name)) {
      if (this.#made.length < MOST_CALLS)
        this.#made.push({ index, id, name, arguments: more.slice(0, MOST_ARGUMENTS) });
      return;
    }
    last.id ||= id;
    if (this.#isRestOfName(last.name, name)) last.name += name;
    else last.name ||= name;
    last.arguments += more.slice(0, MOST_ARGUMENTS - last.arguments.length);
  }

  /**
   * A new id or another name is another call, whatever the index says; a name that is repeated is one name.
   */
  #isAnother(last: ModelCall, id: string, name: string): boolean {
    if (id !== '' && last.id !== '' && last.id !== id) return true;
    const renamed = name !== '' && last.name !== '' && last.name !== name;
    return renamed && !this.#isRestOfName(last.name, name);
  }

  #isRestOfName(begun: string, name: string): boolean {
    if (name === '' || begun === '' || begun === name) return false;
    return this.#known.has(begun + name) && !this.#known.has(name);
  }

  /** One that the model wrote as text. */
  written(json: string): void {
    try {
      const call = JSON.parse(json) as { name?: unknown; arguments?: unknown; parameters?: unknown };
      if (typeof call.name !== 'string') return;
      const given = call.arguments ?? call.parameters ?? {};
      const text = typeof given === 'string' ? given : JSON.stringify(given);
      if (this.#made.length < MOST_CALLS)
        this.#made.push({ index: null, id: '', name: call.name, arguments: text });
    } catch {
      // It is no call, and no words either.
    }
  }

  all(): ModelCall[] {
    return this.#made
      .filter(({ name }) => name !== '')
      .map(({ id, name, arguments: given }) => ({
        id: id || `call_${randomUUID().slice(0, 8)}`,
        name,
        arguments: given.trim() || '{}',
      }));
  }
}
