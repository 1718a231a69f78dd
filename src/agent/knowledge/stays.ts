/**
 * Multiplies a price per night, day, hour and the like for a question about several of these units: "two cats for a
 * week". This module is for English only.
 */
import { amountOf, amountText } from './amounts.ts';
import { pattern } from './pattern.ts';
import type { RankedSentence, ReadQuestion } from './ranking.ts';
import { readStay, stayIn, UNITS, type Stay, type Unit } from './stay-words.ts';
import type { Match } from './table-columns.ts';
import { FURTHER_PATTERN, quantityFits } from './table-words.ts';

/** The number of units that a longer period has. */
const PARTS: Readonly<Partial<Record<Stay['unit'], Partial<Record<Unit, number>>>>> = {
  week: { night: 7, day: 7 },
  fortnight: { night: 14, day: 14, week: 2 },
  year: { month: 12 },
};
const PER = new RegExp(String.raw`\b(?:per|each|an?|every) (${UNITS})\b|/ ?(${UNITS})\b`, 'i');
const PER_OF_ALL = pattern('i')`
  \b(?:prices?|rates?|fees?|costs?|charges?)\b[^.]{0,60}\bper (night|day)\b|
  \bper (night|day)\b[^.]{0,30}\b(?:prices?|rates?)\b`;

/** Returns how often a stay contains the unit; null if it cannot be divided into such units. */
const countIn = (stay: Stay, unit: Unit): number | null => {
  const parts = stay.unit === unit ? 1 : PARTS[stay.unit]?.[unit];
  return parts === undefined ? null : stay.count * parts;
};

/** Returns the unit that a text names for its price; null if it names none. */
function unitIn(text: string, words: RegExp): Unit | null {
  const match = words.exec(text);
  return ((match?.[1] ?? match?.[2])?.toLowerCase() as Unit | undefined) ?? null;
}

/** Matches the name of a price that is for a certain period, such as "weekly" or "half day". */
const OTHER_TIME =
  /\b(?:week(?:ly|end)?|month(?:ly)?|year(?:ly)?|hour(?:ly)?|half|minutes?|season ticket)\b/i;
const WEEK = /\bweek(?:ly)?\b/i;
const PER_UNIT = new RegExp(PER.source, 'gi');

/**
 * Returns the total of the match's prices, such as "7 nights together £182"; null if neither the question nor an
 * earlier line names a stay, or if the prices are for another unit.
 */
export function stayTotal(
  question: ReadQuestion,
  match: Match,
  rankedSentences: readonly RankedSentence[],
): string | null {
  if (question.kind !== 'price') return null;
  const text = stayIn(question.text) ?? question.rememberedStay ?? null;
  const stay = readStay(text);
  if (!stay || text === null || match.columns.length === 0) return null;
  const totals = match.columns.map((at) => columnTotal(match, at, stay, text, rankedSentences));
  const [first] = totals;
  if (!first || totals.some((total) => total?.unit !== first.unit)) return null;
  const prices = [...new Set(totals.map((total) => total!.price))];
  return `${first.count} ${first.unit}s together ${prices.join(' or ')}`;
}

/**
 * Returns the total of one column; null if its price is for a period that the stay cannot be divided into, or for a
 * further item, as in a column "additional child".
 */
function columnTotal(
  match: Match,
  at: number,
  stay: Stay,
  text: string,
  rankedSentences: readonly RankedSentence[],
): { count: number; unit: Unit; price: string } | null {
  const { cells, table } = match.row;
  const amount = amountOf(cells[at] ?? '');
  const isFurther = match.columns.length > 1 && FURTHER_PATTERN.test(table.names[at] ?? '');
  if (!amount || isFurther || hasPriceOfStay(text, match, at)) return null;
  const unit = unitOf(match, at, rankedSentences);
  const count = unit === null ? null : countIn(stay, unit);
  if (unit === null || count === null || count < 2) return null;
  const price = amountText(count * amount.value, [{ ...amount, per: '' }]);
  return price === null ? null : { count, unit, price };
}

/**
 * True if the table has a price for the whole stay, or if this price is for a certain period itself, such as
 * "weekly".
 */
function hasPriceOfStay(stay: string, { row: { table, cells } }: Match, at: number): boolean {
  const names = [...table.names, ...table.rows.map(([label = '']) => label)];
  const own = [table.names[at] ?? '', cells[0] ?? ''].map((name) => name.replace(PER_UNIT, ''));
  if (own.some((name) => OTHER_TIME.test(name))) return true;
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
