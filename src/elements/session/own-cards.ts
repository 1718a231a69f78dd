/**
 * Cards of the page's own, by kind. A PAL's own tool `canvas_show_<kind>` shows one. It knows no schemas: who imports
 * `palkit` alone does not pay for them.
 */
import { BUILT_IN_CARDS } from './built-in-cards.ts';
import type { CardAnswer } from './phases.ts';

export interface OwnCardOptions {
  /** Fetches the element's class when the first card of the kind arrives; tried again where it fails. */
  load: () => Promise<CustomElementConstructor>;
  /** What a visitor can do with it; all three where it is not given. */
  answers?: readonly CardAnswer['type'][];
  /** The arguments as the element wants them, or null where they do not fit. Throwing is null, too. */
  parse?: (given: Record<string, unknown>) => object | null;
}

/** Characters of a card's arguments as JSON. */
const MOST_ARGUMENTS = 20_000;
/** Characters of a submitted value as JSON; the service keeps and tells no more. */
const MOST_VALUE = 2000;
const ANSWERS = ['submit', 'skip', 'dismiss'] as const;

const cards = new Map<string, OwnCardOptions>();

/**
 * Registers a card of the page's own, before a call begins. `kind`: a small letter, then small letters and `_`, 52 at
 * most. Throws for another name and for a built-in kind; a kind that is registered stays as it was first.
 */
export function registerCard(kind: string, options: OwnCardOptions): void {
  if (!/^[a-z][a-z_]{0,51}$/.test(kind))
    throw new TypeError(
      `palkit: ${JSON.stringify(kind)} is no kind of card: a small letter, then small letters and _, 52 at most.`,
    );
  if (BUILT_IN_CARDS.includes(kind)) throw new TypeError(`palkit: the card ${kind} is built in.`);
  if (typeof options?.load !== 'function')
    throw new TypeError(`palkit: the card ${kind} needs a function load that gives its element's class.`);
  if (!cards.has(kind)) cards.set(kind, options);
}

export const ownCard = (kind: string): OwnCardOptions | undefined => cards.get(kind);

/** The arguments of a registered kind, or null where they do not fit. */
export function ownArguments(kind: string, given: unknown): Record<string, unknown> | null {
  if (typeof given !== 'object' || given === null || JSON.stringify(given).length > MOST_ARGUMENTS)
    return null;
  try {
    const parse = cards.get(kind)?.parse;
    const read: unknown = parse ? parse(given as Record<string, unknown>) : given;
    return typeof read === 'object' ? (read as Record<string, unknown> | null) : null;
  } catch (error) {
    console.error(`palkit: the card ${kind} could not read its arguments.`, error);
    return null;
  }
}

/** What a page's element answered, or null with a word in the console where it cannot be sent. */
export function ownAnswer(kind: string, given: unknown): CardAnswer | null {
  const { type, value } = (given ?? {}) as { type?: CardAnswer['type']; value?: unknown };
  const problem =
    !type || !(cards.get(kind)?.answers ?? ANSWERS).includes(type)
      ? 'has no such answer'
      : type === 'submit' && !isSendable(value)
        ? `submits an object of at most ${MOST_VALUE} characters of JSON`
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
      JSON.stringify(value).length <= MOST_VALUE
    );
  } catch {
    return false;
  }
}
