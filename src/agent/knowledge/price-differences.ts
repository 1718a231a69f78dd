/** Compares prices: "How much more is a day ticket than an evening ticket?" This module is for English only. */
import { amountText, type Amount } from './amounts.ts';
import { measureFits } from './measure-ranges.ts';
import { peopleIn } from './people.ts';
import { fitsPerson } from './person-class.ts';
import type { Calculation } from './price-sums.ts';
import { columnScore, pricesOf } from './price-sums.ts';
import { isNamedWhole, withoutBrackets } from './row-names.ts';
import { pattern } from './pattern.ts';
import type { ReadQuestion } from './ranking.ts';
import { classesOfColumns, classOfRow, type TableRow } from './table-rows.ts';
import { calendarOf, fits, hasWord, isGeneric, quantityFits } from './table-words.ts';
import { contentWords } from './words.ts';

const ASKS = pattern('')`
  \bhow much (?:more|less|cheaper|dearer|extra|higher|lower)\b(?: expensive)?|\b(?:price )?difference\b|
  \bhow much (?:do|would|can|could|will) (?:i|we|you) save\b
`;
/** Matches the two things that a question compares. */
const COMPARISON_SIDES = pattern('')`
  \bbetween (.+?) (?:and|to|vs\.?|versus) (.+)|
  \b(?:more|less|cheaper|dearer|extra|higher|lower)\b(?: expensive)?(?: (?:is|are|does|do|would|will|for|if|to))? (.+?)
  (?: than| compared (?:to|with)| instead of| over)\b ?(.+)|\b(?:save|pay)\b (?:with|by taking|for|if i take)? ?(.+?)
  (?: than| instead of| over)\b (.+)
`;
/** Maximum number of UTF-16 units of the question; a longer one is a narrative. */
const MAX_SENTENCE_LENGTH = 300;

export const asksDifference = (text: string): boolean =>
  ASKS.test(text.slice(0, MAX_SENTENCE_LENGTH).toLowerCase());

export function differenceOf(question: ReadQuestion, rows: readonly TableRow[]): Calculation | null {
  const text = question.text.slice(0, MAX_SENTENCE_LENGTH).toLowerCase();
  const match = ASKS.test(text) ? COMPARISON_SIDES.exec(text) : null;
  if (!match) return LESS.test(text) ? compareTwoPrices(question, rows) : null;
  const [one, other] = match.slice(1).filter((part) => part !== undefined) as [string, string];
  return compareRows(question, [one, other], rows) ?? compareColumns(question, [one, other], rows);
}

interface Choice {
  row: TableRow;
  score: number;
}

/** Compares two rows of one table. */
function compareRows(
  question: ReadQuestion,
  sides: readonly [string, string],
  rows: readonly TableRow[],
): Calculation | null {
  const pricedRows = rows.filter((row) => pricesOf(row).length > 0);
  const pairs = [...sectionsOf(pricedRows).values()].flatMap((some) => {
    const [one, other] = sides.map((side) => findChoice(side, some, question));
    return one && other && one.row !== other.row ? [{ one, other, score: one.score + other.score }] : [];
  });
  const top = Math.max(...pairs.map(({ score }) => score));
  const [best, second] = pairs.filter(({ score }) => score === top);
  if (!best || second) return null;
  const columns = columnsFor(question, best.one.row).filter((at) =>
    pricesOf(best.other.row).some((price) => price.at === at),
  );
  const texts = columns.map((at) => rowsText(best.one.row, best.other.row, at));
  if (texts.length === 0 || texts.length > 2 || texts.includes(null)) return null;
  return { text: texts.join('. '), rows: [best.one.row, best.other.row] };
}

function sectionsOf(rows: readonly TableRow[]): Map<string, TableRow[]> {
  const sections = new Map<string, TableRow[]>();
  for (const row of rows) sections.set(row.section, [...(sections.get(row.section) ?? []), row]);
  return sections;
}

/** Finds the row that matches a side best; null if no row matches or if several match equally well. */
function findChoice(side: string, rows: readonly TableRow[], question: ReadQuestion): Choice | null {
  const words = contentWords(side);
  // In "between short and long hair", a word that one side omits is taken from the other side.
  const all = question.words;
  const people = peopleIn(side).persons;
  const choices = rows.map((row): Choice => {
    const own = [...contentWords(withoutBrackets(row.cells[0] ?? ''))];
    const specificWords = own.filter((word) => hasWord(words, word) && !isGeneric(word)).length;
    const allMatches = own.filter((word) => hasWord(all, word)).length;
    const ownClass = classOfRow(row);
    const person = ownClass && people.some((one) => fitsPerson(ownClass, one)) ? 1 : 0;
    const generic = own.filter((word) => hasWord(words, word)).length;
    const base =
      specificWords + person + (specificWords + person > 0 || generic === own.length ? generic / 2 : 0);
    return { row, score: base > 0 ? base + allMatches / 10 - own.length / 100 : 0 };
  });
  const top = choices.reduce((most, { score }) => Math.max(most, score), 0);
  const [best, second] = choices.filter(({ score }) => score === top);
  return top > 0 && best && !second ? best : null;
}

/** Returns the requested columns; if the question names none, all columns with prices. */
function columnsFor(question: ReadQuestion, row: TableRow): number[] {
  const classes = classesOfColumns(row);
  const scores = pricesOf(row).map(({ at }) => {
    const own = classes[at];
    const { persons } = question.people;
    const person = own && persons.length > 0 ? (persons.every((one) => fitsPerson(own, one)) ? 2 : -2) : 0;
    return { at, score: columnScore(row, at, question) + person };
  });
  const top = Math.max(...scores.map(({ score }) => score));
  return scores.filter(({ score }) => score === top).map(({ at }) => at);
}

function rowsText(one: TableRow, other: TableRow, at: number): string | null {
  const amounts = [one, other].map((row) => pricesOf(row).find((price) => price.at === at)?.amount);
  if (!amounts[0] || !amounts[1]) return null;
  const rowText = (row: TableRow) => `${row.cells[0]!} ${row.cells[at]!}`;
  return differenceText(
    [amounts[0].value, amounts[1].value],
    amountText(Math.abs(amounts[0].value - amounts[1].value), [amounts[0], amounts[1]]),
    `${one.table.names.length > 2 ? `${one.table.names[at]!}: ` : ''}${rowText(one)}, ${rowText(other)}`,
  );
}

function differenceText(
  [one, other]: readonly [number, number],
  difference: string | null,
  names: string,
): string | null {
  if (difference === null) return null;
  return one === other ? `${names}, the same price` : `${names}, a difference of ${difference}`;
}

const LESS = /\bhow much (?:cheaper|less|do (?:i|we|you) save)\b/;

/** Compares the two prices of a row, if the question names the row and one of the prices. */
function compareTwoPrices(question: ReadQuestion, rows: readonly TableRow[]): Calculation | null {
  const pairs = rows.flatMap((row) => {
    const prices = pricesOf(row);
    if (prices.length !== 2 || !isNamedWhole(row, question)) return [];
    const [one, other] = prices.map(({ at }) => columnScore(row, at, question));
    return one === other ? [] : [{ row, prices }];
  });
  const [only, another] = pairs;
  if (!only || another) return null;
  const [first, last] = only.prices.map(({ amount }) => amount) as [Amount, Amount];
  const columnTexts = only.prices.map(({ at }) => `${only.row.table.names[at]!} ${only.row.cells[at]!}`);
  const text = differenceText(
    [first.value, last.value],
    amountText(Math.abs(first.value - last.value), [first, last]),
    `${only.row.cells[0]!}: ${columnTexts.join(', ')}`,
  );
  return text === null ? null : { text, rows: [only.row] };
}

/** Compares two columns of the row that the question names: "between summer and winter", "one day instead of three". */
function compareColumns(
  question: ReadQuestion,
  sides: readonly [string, string],
  rows: readonly TableRow[],
): Calculation | null {
  const pairs = rows.flatMap((row) => {
    const prices = pricesOf(row);
    const [one, other] = sides.map((side) =>
      columnOf(
        side,
        row,
        prices.map(({ at }) => at),
        question,
      ),
    );
    const label = [...contentWords(row.cells[0] ?? '')];
    const measure = measureFits(row.cells[0] ?? '', question.text);
    if (measure < 0) return [];
    const share = label.filter((word) => hasWord(question.words, word)).length / Math.max(1, label.length);
    const nameScore = measure > 0 ? 1 : share;
    return one && other && one !== other ? [{ row, one, other, nameScore }] : [];
  });
  const top = Math.max(...pairs.map((pair) => pair.nameScore));
  const [best, second] = pairs.filter(({ nameScore }) => nameScore === top);
  if (!best || second || top < 0.5) return null;
  const { row, one, other } = best;
  const amounts = [one, other].map((at) => pricesOf(row).find((price) => price.at === at)!.amount);
  const [first, last] = amounts as [(typeof amounts)[0], (typeof amounts)[0]];
  const text = differenceText(
    [first.value, last.value],
    amountText(Math.abs(first.value - last.value), [first, last]),
    `${row.cells[0]!}: ${[one, other].map((at) => `${row.table.names[at]!} ${row.cells[at]!}`).join(', ')}`,
  );
  return text === null ? null : { text, rows: [row] };
}

function columnOf(
  side: string,
  { table }: TableRow,
  columns: readonly number[],
  question: ReadQuestion,
): number | null {
  const words = contentWords(side);
  const calendar = calendarOf(side);
  const scores = columns.map((at) => {
    const name = table.names[at] ?? '';
    const commonWords = [...contentWords(name)].filter((word) => hasWord(words, word)).length;
    const own = commonWords + (fits(calendarOf(name), calendar) ? 2 : 0) + 3 * quantityFits(name, side);
    // The other words of the question decide between columns that the side names equally well.
    return { at, score: own > 0 && fits(calendarOf(name), question) ? own + 1 : own };
  });
  const top = Math.max(...scores.map(({ score }) => score));
  const [best, second] = scores.filter(({ score }) => score === top);
  return top > 0 && best && !second ? best.at : null;
}
