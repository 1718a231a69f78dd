/**
 * Computes a party's total, price differences and the cheapest option from the owner's prices. This module is for
 * English only.
 */
import type { PalFacts } from '@palkit/contract/pal-facts';
import { callMemory } from '../knowledge/call-memory.ts';
import { completeQuestion } from '../knowledge/follow-up.ts';
import { headcount } from '../knowledge/people.ts';
import { fitsPerson, personClass } from '../knowledge/person-class.ts';
import { asksDifference } from '../knowledge/price-differences.ts';
import { asksSum, isAllOf, JOINS, peopleSum, pricesOf } from '../knowledge/price-sums.ts';
import { isNamedWhole } from '../knowledge/row-names.ts';
import { readQuestion, type ReadQuestion } from '../knowledge/ranking.ts';
import { smallTalk } from '../knowledge/small-talk.ts';
import { calculationOf } from '../knowledge/table-answers.ts';
import { sentenceOf } from '../knowledge/table-columns.ts';
import { findExtremes } from '../knowledge/table-extremes.ts';
import { classOfRow, type TableRow } from '../knowledge/table-rows.ts';
import { calendarOf, columnCalendar, excludes } from '../knowledge/table-words.ts';

type Prices = PalFacts['prices'];

/** Title of the table of all prices. Its words may occur in a question about any of the prices. */
const TITLE = 'Prices, tickets and entry';
/** Maximum number of prices that are listed if they cannot be added. */
const MAX_LISTED_PRICES = 6;
/** Matches a reference to the previous question: "And how much is it for two?" */
const POINTS_BACK = /\b(?:it|they|that|this|these|those|there)\b/i;

/**
 * Answers from the prices; null if they do not answer the complete question. `before` has the visitor's
 * earlier lines, newest last; `today` is an ISO date, and `isTalk` recognises small talk.
 */
export function priceAnswer(
  line: string,
  prices: Prices,
  {
    before,
    today,
    isTalk = (each) => smallTalk(each) !== null,
  }: { before: readonly string[]; today: string; isTalk?: (line: string) => boolean },
): string | null {
  if (prices.length === 0) return null;
  const question = readQuestion(line, null, { today, memory: callMemory(before) });
  const rows = rowsOf(prices);
  if (
    isAboutAnother(
      line,
      before.findLast((each) => !isTalk(each)),
      rows,
    )
  )
    return null;
  const [best] = findExtremes(question, rows) ?? [];
  if (best) return sentence(sentenceOf(best));
  const isDifference = asksDifference(question.text);
  if (!isDifference && !asksSum(question)) return null;
  const requestedRows = rows.filter((row) => isRequested(row, question));
  const isCountable = requestedRows.every((row) => pricesOf(row).length > 0);
  const result = isCountable ? calculatePrices(question, rows) : null;
  if (result !== null) return sentence(result);
  const isSeveral = requestedRows.length > 1 && (isDifference || JOINS.test(question.text));
  if (question.people.persons.length === 0 && !isSeveral) return null;
  return listPrices(question, requestedRows);
}

function rowsOf(prices: Prices): TableRow[] {
  const isByAge = prices.some(({ name }) => personClass(name));
  const table = {
    names: [isByAge ? 'Age' : '', 'Price'],
    rows: prices.map(({ name, price }) => [name, price]),
  };
  return table.rows.map((cells) => ({ cells, table, section: TITLE, headings: [TITLE] }));
}

/**
 * True if the question refers to an earlier subject for which these facts contain no price, as "How much is it for
 * two?" after a question about the sauna.
 */
function isAboutAnother(line: string, before: string | undefined, rows: readonly TableRow[]): boolean {
  if (before === undefined) return false;
  if (!POINTS_BACK.test(line) && completeQuestion(line, { question: before, answer: '' }) === null)
    return false;
  return !isAllOf(readQuestion(before, null), textsOf(rows));
}

function calculatePrices(question: ReadQuestion, rows: readonly TableRow[]): string | null {
  const isOne = headcount(question.people) === 1;
  const calculation = calculationOf(question, rows) ?? (isOne ? peopleSum(question, rows) : null);
  if (!calculation) return null;
  const [only] = calculation.rows;
  return isOne && calculation.rows.length === 1 && calculation.text === only!.cells.join(' ')
    ? priceText(only!)
    : calculation.text;
}

/**
 * True for a price for one person of the question, or for something that the question names, unless it is for other
 * days.
 */
function isRequested(row: TableRow, question: ReadQuestion): boolean {
  const own = classOfRow(row);
  const isForOne = own !== null && question.people.persons.some((person) => fitsPerson(own, person));
  const namesDay = !excludes(calendarOf(row.cells[0]!), columnCalendar(question));
  return namesDay && (isForOne || isNamedWhole(row, question));
}

/**
 * Lists the requested prices, which the visitor can add up; null if a person or a thing of the question has no
 * price, or if there are too many.
 */
function listPrices(question: ReadQuestion, rows: readonly TableRow[]): string | null {
  const classes = rows.map(classOfRow);
  const isWhole = question.people.persons.every((person) =>
    classes.some((own) => own && fitsPerson(own, person)),
  );
  if (!isWhole || rows.length === 0 || rows.length > MAX_LISTED_PRICES) return null;
  return isAllOf(question, textsOf(rows)) ? `${rows.map(priceText).join('; ')}.` : null;
}

const textsOf = (rows: readonly TableRow[]): string[] =>
  rows.flatMap(({ cells, headings }) => [...cells, ...headings]);
const priceText = ({ cells }: TableRow): string => cells.join(': ');
const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
