/**
 * Facts found out about an engine, for the account that found them out: an account's requests never change
 * how another one's are asked. They expire, for servers change.
 */
import { createHash } from 'node:crypto';
import type { Limit } from './engine-limits.ts';

/** An engine as an account knows it. */
export interface Engine {
  /** Absent for the service itself. */
  account?: number | undefined;
  baseUrl: string;
  apiKey: string | null;
  model: string | null;
}

export type Fact =
  /** It takes no request with this. */
  | Limit
  /** It does not take this definition of a tool. */
  | `tool ${string}`
  /** A recogniser that has no verbose answers. */
  | 'no_verbose_json'
  /** Its answers begin in the middle of a thought. */
  | 'unopened_thought';

const REMEMBERED_MS = 3_600_000;
/** Of one account: what one account uses never pushes out what another has learned. */
const MOST_ENGINES = 50;
/** Of one engine. */
const MOST_FACTS = 100;

type Facts = Map<Fact, number>;
/** Account → engine → fact → Unix milliseconds until which it is remembered. */
const memory = new Map<number | undefined, Map<string, Facts>>();

/** `now` in Unix milliseconds. */
export function factsOf(engine: Engine, now: number): ReadonlySet<Fact> {
  const facts = memory.get(engine.account)?.get(keyOf(engine)) ?? new Map<Fact, number>();
  return new Set([...facts].filter(([, until]) => until > now).map(([fact]) => fact));
}

/** Whether the fact is new. */
export function learn(engine: Engine, fact: Fact, now: number): boolean {
  const key = keyOf(engine);
  const engines = memory.get(engine.account) ?? new Map<string, Facts>();
  const facts = engines.get(key) ?? new Map<Fact, number>();
  const isNew = (facts.get(fact) ?? 0) <= now;
  facts.delete(fact);
  facts.set(fact, now + REMEMBERED_MS);
  trim(facts, MOST_FACTS);
  engines.delete(key);
  engines.set(key, facts);
  trim(engines, MOST_ENGINES);
  memory.set(engine.account, engines);
  return isNew;
}

export function unlearn(engine: Engine, fact: Fact): void {
  memory.get(engine.account)?.get(keyOf(engine))?.delete(fact);
}

/** Names a definition of a tool by what it says, so that a corrected one is tried at once. */
export const toolFact = (definition: unknown): Fact => `tool ${hash(JSON.stringify(definition))}`;

function keyOf({ baseUrl, apiKey, model }: Engine): string {
  return hash(JSON.stringify([baseUrl, apiKey, model]));
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64');

function trim(map: Map<unknown, unknown>, most: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= most) return;
    map.delete(oldest);
  }
}
