/**
 * Multiplies a price per person by the size of the party, and a price in a sentence, such as "£6 a basket", by the
 * number in the question: "what do three baskets come to?" This module is for English only.
 */
import { amountOf, amountText } from './amounts.ts';
import { partyIn } from './measure-ranges.ts';
import { NUMBER_SOURCE, numberOf } from './number-words.ts';
import { headcount } from './people.ts';
import type { ReadQuestion } from './ranking.ts';
import type { Match } from './table-columns.ts';
import { stem } from './words.ts';

const PER_PERSON = /\b(?:per|each|a) (?:person|head|guest|participant)\b|\bp\.? ?p\.?(?=$|\W)/i;
const ASKS_TOTAL =
  /\b(?:come to|altogether|in total|all together|total)\b|\bwhat(?:'?s| is) (?:that|it)\W*$/i;

/**
 * Returns the number of people that a question names. For a total without people, returns the number of those
 * named earlier in the call; otherwise 0.
 */
function partySize({ text, people, rememberedPeople }: ReadQuestion): number {
  const { isComplete, count } = partyIn(text);
  if (isComplete) return count;
  const named = headcount(people) + count;
  return named > 0 || !ASKS_TOTAL.test(text) ? named : rememberedPeople ? headcount(rememberedPeople) : 0;
}

/** Returns the total of a price per person for the party of the question; null without such a price or party. */
export function partyTotal(question: ReadQuestion, { row, columns }: Match): string | null {
  const size = question.kind === 'price' ? partySize(question) : 0;
  const [at, another] = columns.filter((column) => amountOf(row.cells[column] ?? ''));
  if (size < 2 || at === undefined || another !== undefined) return null;
  const amount = amountOf(row.cells[at]!)!;
  const isPerPerson = [row.table.names[at] ?? '', row.cells[at]!].some((text) => PER_PERSON.test(text));
  const total = isPerPerson ? amountText(size * amount.value, [{ ...amount, per: '' }]) : null;
  return total === null ? null : `${size} people together ${total}`;
}

/** Maximum number of prices of an answer that are multiplied. */
const MAX_PRICES = 2;
const PRICE_PER = /([€$£]\d+(?:\.\d{2})?) (?:an?|each|per|for each) (\p{L}{3,})/giu;
const COUNTED = new RegExp(
  String.raw`\b(${NUMBER_SOURCE})(?: (?:more|extra|of those|of the|whole|full))?(?: \p{L}+)? (\p{L}{3,})`,
  'giu',
);

/**
 * Returns the total of a sentence's price per unit for a question that counts these units; null for any other
 * question.
 */
export function unitTotalText(
  { kind, text }: Pick<ReadQuestion, 'kind' | 'text'>,
  sentence: string,
): string | null {
  if (kind !== 'price') return null;
  const counts = new Map(
    [...text.toLowerCase().matchAll(COUNTED)].map(([, number, unit]) => [stem(unit!), numberOf(number!)]),
  );
  const prices = [...sentence.matchAll(PRICE_PER)].filter(([, , unit]) => (counts.get(stem(unit!)) ?? 0) > 1);
  const units = new Set(prices.map(([, , unit]) => unit!.toLowerCase()));
  const [unit] = units;
  if (unit === undefined || units.size > 1 || prices.length > MAX_PRICES) return null;
  const count = counts.get(stem(unit)) ?? 0;
  const amounts = prices.map(([, price]) => amountOf(price ?? '')).filter((amount) => amount !== null);
  const totals = amounts.map((amount) => amountText(count * amount.value, [amount]));
  return `${count} ${unit}s together ${totals.join(' or ')}`;
}
