/**
 * Multiplies a price per night or day for a question about several: "two cats for a week". This module is for
 * English only and does no I/O.
 */
import { amountOf, amountText } from './amounts.ts';
import { NUMBER_SOURCE, numberOf } from './number-words.ts';
import { pattern } from './pattern.ts';
import type { RankedSentence, ReadQuestion } from './ranking.ts';
import type { Match } from './table-columns.ts';
import { quantityFits } from './table-words.ts';

type Unit = 'night' | 'day';
interface Stay {
  count: number;
  /** Null for weeks, which are seven nights or seven days. */
  unit: Unit | null;
}

const STAY_PATTERN = new RegExp(
  String.raw`\b(a|an|one|${NUMBER_SOURCE})(?: whole| full)? (night|day|week|fortnight)s?\b(?! (?:ticket|pass))`,
  'i',
);
const DAYS: Readonly<Record<string, number>> = { night: 1, day: 1, week: 7, fortnight: 14 };
const PER = /\b(?:per|each|an?|every) (night|day)\b|\/ ?(night|day)\b/i;
const PER_OF_ALL = pattern('i')`
  \b(?:prices?|rates?|fees?|costs?|charges?)\b[^.]{0,60}\bper (night|day)\b|
  \bper (night|day)\b[^.]{0,30}\b(?:prices?|rates?)\b`;

function stayIn(text: string): Stay | null {
  const match = STAY_PATTERN.exec(text);
  if (!match) return null;
  const word = match[2]!.toLowerCase();
  const count = (numberOf(match[1]!.toLowerCase()) ?? 1) * DAYS[word]!;
  return { count, unit: word === 'night' || word === 'day' ? word : null };
}

/** Returns the unit that a text names for its price; null if it names none. */
function unitIn(text: string, words: RegExp): Unit | null {
  const match = words.exec(text);
  return ((match?.[1] ?? match?.[2])?.toLowerCase() as Unit | undefined) ?? null;
}

/** Matches names of prices for a period other than a night or a day. */
const OTHER_TIME =
  /\b(?:week(?:ly|end)?|month(?:ly)?|year(?:ly)?|hour(?:ly)?|half|minutes?|season ticket)\b/i;
const WEEK = /\bweek(?:ly)?\b/i;

/**
 * Returns the total of the match's only price, such as "7 nights together £182"; null if the question does not name
 * a stay, or if the price is not per night or day.
 */
export function stayTotal(
  question: ReadQuestion,
  match: Match,
  rankedSentences: readonly RankedSentence[],
): string | null {
  const stay = question.kind === 'price' ? stayIn(question.text) : null;
  const [at, another] = match.columns;
  if (!stay || stay.count < 2 || at === undefined || another !== undefined) return null;
  const amount = amountOf(match.row.cells[at] ?? '');
  if (!amount || hasPriceOfStay(question, match, at)) return null;
  const unit = unitOf(match, at, rankedSentences);
  if (unit === null || (stay.unit !== null && stay.unit !== unit)) return null;
  const total = amountText(stay.count * amount.value, [{ ...amount, per: '' }]);
  return total === null ? null : `${stay.count} ${unit}s together ${total}`;
}

/** True if the table has a price for the whole stay, or if the price is for a period other than a night or a day. */
function hasPriceOfStay({ text }: ReadQuestion, { row: { table, cells } }: Match, at: number): boolean {
  const names = [...table.names, ...table.rows.map(([label = '']) => label)];
  const stay = STAY_PATTERN.exec(text)?.[0] ?? '';
  if ([table.names[at] ?? '', cells[0] ?? ''].some((name) => OTHER_TIME.test(name))) return true;
  return names.some((name) => quantityFits(name, stay) > 0 || (WEEK.test(stay) && WEEK.test(name)));
}

/** Finds the unit of a price in its cell, its column, its row and its headings, then in sentences about all prices. */
function unitOf({ row }: Match, at: number, rankedSentences: readonly RankedSentence[]): Unit | null {
  const near = [row.cells[at] ?? '', row.table.names[at] ?? '', row.cells[0] ?? '', ...row.headings];
  const texts = rankedSentences.map(({ sentence }) => sentence.text);
  return (
    near.map((text) => unitIn(text, PER)).find((unit) => unit !== null) ??
    texts.map((text) => unitIn(text, PER_OF_ALL)).find((unit) => unit !== null) ??
    null
  );
}
