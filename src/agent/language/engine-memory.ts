/**
 * Facts about an engine that one account's requests discovered. They apply to that account only, so its requests
 * never change those of another account. They expire, because servers change.
 */
import { createHash } from 'node:crypto';
import { latest } from '@palkit/runtime/bounded-map';
import type { Limit } from './engine-limits.ts';

/** An engine from the point of view of an account. */
export interface Engine {
  /** The account of the requests; null for the operator's own. */
  account: number | null;
  baseUrl: string;
  apiKey: string | null;
  model: string | null;
  /** Further headers and fields of the request, because they change the features of a server. */
  headers?: Readonly<Record<string, string>> | undefined;
  extra?: Readonly<Record<string, unknown>> | undefined;
}

export type Fact =
  /** The server takes no request with this field. */
  | Limit
  /** The server refuses this definition of a tool. */
  | `tool ${string}`
  /** A recogniser without verbose answers. */
  | 'no_verbose_json'
  /** A recogniser that refuses a prompt, or a language. */
  | 'no_prompt'
  | 'no_language'
  /** A voice that does not send raw samples. */
  | 'no_pcm'
  /** A model whose answers begin inside a reasoning block, without the opening tag. */
  | 'unopened_thought';

const REMEMBERED_MS = 3_600_000;
/**
 * Maximum number of accounts, engines of an account, and facts of an engine; the least recently used are dropped
 * first.
 */
const MAX_ACCOUNTS = 5000;
const MAX_ENGINES = 20;
const MAX_FACTS = 100;

/** The time until which a fact holds or is known to be wrong, and a sentence about it for the owner. */
interface Entry {
  until: number;
  isTrue: boolean;
  words: string;
}

type Entries = Map<Fact, Entry>;
const memory = new Map<number | null, Map<string, Entries>>();

/** `now` in Unix milliseconds. */
export function factsOf(engine: Engine, now: number): ReadonlySet<Fact> {
  return new Set(lessonsOf(engine, now).map(({ fact }) => fact));
}

/** The facts that hold now, each with the sentence that explains it to the engine's owner. */
export function lessonsOf(engine: Engine, now: number): { fact: Fact; words: string }[] {
  return [...(entriesOf(engine) ?? [])]
    .filter(([, { until, isTrue }]) => isTrue && until > now)
    .map(([fact, { words }]) => ({ fact, words }));
}

/**
 * True if the fact is new. An intermittent fault looks like a refusal, so a fact that was refuted within the last
 * hour is not stored.
 */
export function learn(engine: Engine, fact: Fact, now: number, words = ''): boolean {
  const entry = entriesOf(engine)?.get(fact);
  const isKnown = entry !== undefined && entry.until > now;
  if (isKnown && !entry.isTrue) return false;
  note(engine, fact, { until: now + REMEMBERED_MS, isTrue: true, words });
  return !isKnown;
}

/** For an answer that would be impossible if the fact were true. */
export function refute(engine: Engine, fact: Fact, now: number): void {
  note(engine, fact, { until: now + REMEMBERED_MS, isTrue: false, words: '' });
}

/** For an answer that is evidence against the fact, but does not exclude it. */
export function unlearn(engine: Engine, fact: Fact): void {
  entriesOf(engine)?.delete(fact);
}

/** Identifies a tool definition by its content, so that a corrected one is tried at once. */
export const toolFact = (definition: unknown): Fact => `tool ${hash(JSON.stringify(definition))}`;

function note(engine: Engine, fact: Fact, entry: Entry): void {
  const engines = latest(memory, engine.account, MAX_ACCOUNTS, () => new Map<string, Entries>());
  const entries = latest(engines, keyOf(engine), MAX_ENGINES, (): Entries => new Map());
  entries.delete(fact);
  latest(entries, fact, MAX_FACTS, () => entry);
}

const entriesOf = (engine: Engine): Entries | undefined => memory.get(engine.account)?.get(keyOf(engine));

function keyOf({ baseUrl, apiKey, model, headers, extra }: Engine): string {
  return hash(JSON.stringify([baseUrl, apiKey, model, headers ?? {}, extra ?? {}]));
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64');
