/**
 * Facts about an engine that an account's requests discovered. They apply to that account only, so its requests never
 * affect another account. They expire, because servers change.
 */
import { createHash } from 'node:crypto';
import { getOrCreate } from '@palkit/runtime/bounded-map';
import type { Limit } from './engine-limits.ts';

/** Identifies an engine as one account uses it. */
export interface Engine {
  /** The account that sends the requests; null for the operator. */
  account: number | null;
  baseUrl: string;
  apiKey: string | null;
  model: string | null;
  /** Additional headers and fields of requests. They identify the engine too: a server may treat them differently. */
  headers?: Readonly<Record<string, string>> | undefined;
  extra?: Readonly<Record<string, unknown>> | undefined;
}

export type Fact =
  /** The server refuses requests with this field or message format. */
  | Limit
  /** The server refuses this definition of a tool. */
  | `tool ${string}`
  /** The recogniser does not support the format `verbose_json`. */
  | 'no_verbose_json'
  /** The recogniser refuses a prompt or a language. */
  | 'no_prompt'
  | 'no_language'
  /** The voice does not send raw samples. */
  | 'no_pcm'
  /** The model's answers begin inside a reasoning block without the opening tag. */
  | 'unopened_thought';

const REMEMBERED_MS = 3_600_000;
/**
 * Maximum number of accounts, of engines per account, and of facts per engine. The least recently used are dropped
 * first.
 */
const MAX_ACCOUNTS = 5000;
const MAX_ENGINES = 20;
const MAX_FACTS = 100;

/** A fact, which is true or refuted until `until` (Unix ms). `words` describes it for the owner. */
interface Entry {
  until: number;
  isTrue: boolean;
  words: string;
}

type Entries = Map<Fact, Entry>;
const memory = new Map<number | null, Map<string, Entries>>();

/** Returns the facts that hold at `now` (Unix ms). */
export function factsOf(engine: Engine, now: number): ReadonlySet<Fact> {
  return new Set(knownFactsOf(engine, now).map(({ fact }) => fact));
}

/** Returns the facts that hold now, with the sentences that explain them to the engine's owner. */
export function knownFactsOf(engine: Engine, now: number): { fact: Fact; words: string }[] {
  return [...(entriesOf(engine) ?? [])]
    .filter(([, { until, isTrue }]) => isTrue && until > now)
    .map(([fact, { words }]) => ({ fact, words }));
}

/**
 * Stores a fact; returns true if it is new. An intermittent fault can look like a refusal, so a fact that was refuted
 * within the last hour is not stored.
 */
export function storeFact(engine: Engine, fact: Fact, now: number, words = ''): boolean {
  const entry = entriesOf(engine)?.get(fact);
  const isKnown = entry !== undefined && entry.until > now;
  if (isKnown && !entry.isTrue) return false;
  storeEntry(engine, fact, { until: now + REMEMBERED_MS, isTrue: true, words });
  return !isKnown;
}

/** Refutes a fact after an answer that would be impossible if the fact were true. */
export function refuteFact(engine: Engine, fact: Fact, now: number): void {
  storeEntry(engine, fact, { until: now + REMEMBERED_MS, isTrue: false, words: '' });
}

/** Removes a fact after an answer that is evidence against it but does not disprove it. */
export function removeFact(engine: Engine, fact: Fact): void {
  entriesOf(engine)?.delete(fact);
}

/** Identifies a tool definition by its content, so that a corrected definition is tried immediately. */
export const toolFact = (definition: unknown): Fact => `tool ${hash(JSON.stringify(definition))}`;

function storeEntry(engine: Engine, fact: Fact, entry: Entry): void {
  const engines = getOrCreate(memory, engine.account, MAX_ACCOUNTS, () => new Map<string, Entries>());
  const entries = getOrCreate(engines, keyOf(engine), MAX_ENGINES, (): Entries => new Map());
  entries.delete(fact);
  getOrCreate(entries, fact, MAX_FACTS, () => entry);
}

const entriesOf = (engine: Engine): Entries | undefined => memory.get(engine.account)?.get(keyOf(engine));

function keyOf({ baseUrl, apiKey, model, headers, extra }: Engine): string {
  return hash(JSON.stringify([baseUrl, apiKey, model, headers ?? {}, extra ?? {}]));
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64');
