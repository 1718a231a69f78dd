/** Finds the period that a visitor names: "for two weeks", "from 2 till 7". This module is for English only. */
import { NUMBER_SOURCE, numberOf } from './number-words.ts';
import { pattern } from './pattern.ts';

export type Unit = 'hour' | 'night' | 'day' | 'week' | 'month' | 'session' | 'lesson';
/** A period that a visitor names. */
export interface Stay {
  count: number;
  unit: Unit | 'fortnight' | 'year';
}

/** Source of a pattern for the units of prices. */
export const UNITS = 'hour|night|day|week|month|session|lesson';
const STAY_PATTERN = new RegExp(
  String.raw`\b(a|an|one|${NUMBER_SOURCE})(?: whole| full| more| extra)? (${UNITS}|fortnight|year)s?\b` +
    String.raw`(?! (?:ticket|pass|old|ago|before|notice)|'s)`,
  'i',
);
/** Matches a period between two times of the day: "from 2 till 7". */
const CLOCK_PERIOD = pattern('iu')`
  \bfrom (\d{1,2})(?:[:.]00)? ?(?:[ap]m)? ?(?:to|till|until|-) ?(\d{1,2})(?:[:.]00)?
  (?![:.]\d| ?(?:st|nd|rd|th|\p{L}*day|of)\b)`;

/** Returns the period in a text, such as "two weeks" or "from 2 till 7" as "5 hours"; null if it names none. */
export function stayIn(text: string): string | null {
  const period = STAY_PATTERN.exec(text)?.[0];
  const [, from, to] = period === undefined ? (CLOCK_PERIOD.exec(text) ?? []) : [];
  if (from === undefined || to === undefined) return period ?? null;
  const hours = (Number(to) - Number(from) + 12) % 12;
  return hours > 0 && Number(from) <= 24 && Number(to) <= 24 ? `${hours} hours` : null;
}

/** Reads a period that `stayIn` returned; null for a text without one. */
export function readStay(text: string | null): Stay | null {
  const match = text === null ? null : STAY_PATTERN.exec(text);
  if (!match) return null;
  const count = numberOf(match[1]!.toLowerCase()) ?? 1;
  return { count, unit: match[2]!.toLowerCase() as Stay['unit'] };
}
