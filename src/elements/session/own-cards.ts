/**
 * The page's own cards by kind. A PAL's tool `canvas_show_<kind>` shows one. This module imports no schemas, so that
 * the entry point `palkit` stays small.
 */
import { toJson } from '@palkit/contract/to-json';
import { BUILT_IN_CARDS } from './built-in-cards.ts';
import type { CardAnswer } from './phases.ts';

export interface OwnCardOptions {
  /** Loads the element's class when the first card of this kind arrives; a failed load is retried. */
  load: () => Promise<CustomElementConstructor>;
  /** Answers that the card may give; the default is all three. */
  answers?: readonly CardAnswer['type'][];
  /** Converts the arguments for the element; null or an exception rejects the card. */
  parse?: (input: Record<string, unknown>) => object | null;
}

/** Maximum number of characters of a card's arguments as JSON. */
const MAX_ARGUMENTS = 20_000;
/** Maximum number of characters of a submitted value as JSON, as in the service. */
const MAX_VALUE = 2000;
const ANSWERS = ['submit', 'skip', 'dismiss'] as const;

const cards = new Map<string, OwnCardOptions>();

/**
 * Registers a card of the page before a call starts. `kind` starts with a lower-case letter and has at most 52
 * lower-case letters and `_`. Throws for any other name and for a built-in kind. If the kind is registered
 * already, nothing happens.
 */
export function registerCard(kind: string, options: OwnCardOptions): void {
  if (!/^[a-z][a-z_]{0,51}$/.test(kind))
    throw new TypeError(
      `palkit: ${JSON.stringify(kind)} cannot name a card: use a-z and _, at most 52, and start with a letter.`,
    );
  if (BUILT_IN_CARDS.includes(kind)) throw new TypeError(`palkit: the card ${kind} is built in.`);
  if (typeof options?.load !== 'function')
    throw new TypeError(
      `palkit: the card ${kind} needs a function \`load\` that returns its element's class.`,
    );
  if (!cards.has(kind)) cards.set(kind, options);
}

export const ownCard = (kind: string): OwnCardOptions | undefined => cards.get(kind);

/** Returns the converted arguments for a registered kind; null if they are rejected. */
export function ownArguments(kind: string, input: unknown): Record<string, unknown> | null {
  if (typeof input !== 'object' || input === null || toJson(input).length > MAX_ARGUMENTS) return null;
  try {
    const parse = cards.get(kind)?.parse;
    const parsedInput: unknown = parse ? parse(input as Record<string, unknown>) : input;
    return typeof parsedInput === 'object' ? (parsedInput as Record<string, unknown> | null) : null;
  } catch (error) {
    console.error(`palkit: the card ${kind} rejected its arguments.`, error);
    return null;
  }
}

/** Returns the answer of a page's card; if it cannot be sent, logs a message and returns null. */
export function ownAnswer(kind: string, input: unknown): CardAnswer | null {
  const { type, value } = (input ?? {}) as { type?: CardAnswer['type']; value?: unknown };
  const problem =
    !type || !(cards.get(kind)?.answers ?? ANSWERS).includes(type)
      ? 'does not accept this answer'
      : type === 'submit' && !isSendable(value)
        ? `may submit an object of at most ${MAX_VALUE} characters of JSON`
        : null;
  if (problem) console.error(`palkit: the card ${kind} ${problem}.`);
  if (problem || !type) return null;
  return type === 'submit' ? { type, value: value as Record<string, unknown> } : { type };
}

function isSendable(value: unknown): boolean {
  try {
    return (
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      toJson(value).length <= MAX_VALUE
    );
  } catch {
    return false;
  }
}
