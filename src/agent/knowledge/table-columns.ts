/** Finds the columns that a question requests, and formats a row as speech. This module is for English only. */
import { definitionOf, definitionScore } from './column-definitions.ts';
import { numberOf } from './number-words.ts';
import { pattern } from './pattern.ts';
import type { People } from './people.ts';
import { fitsPerson, type PersonClass } from './person-class.ts';
import { holdsKind, type QuestionKind } from './question-kind.ts';
import { isStatement } from './message-parts.ts';
import { isUnit, measureFits } from './measure-ranges.ts';
import { isHolidayWord } from './named-holidays.ts';
import type { ReadQuestion } from './ranking.ts';
import { classesOfColumns, type Row, type TableRow } from './table-rows.ts';
import {
  FURTHER_PATTERN,
  calendarOf,
  fits,
  hasIn,
  hasWord,
  isCalendar,
  isGeneric,
  isKnown,
  isQuantityWord,
  isVerb,
  quantityFits,
  type Calendar,
} from './table-words.ts';
import { contentWords, isStopWord, tokens } from './words.ts';

/** Score of a matching day, month or age. A matching word scores 1. */
export const CALENDAR_MATCH_SCORE = 2;
/** Score of a cell of the requested kind. */
export const KIND_MATCH_SCORE = 0.25;
/** Maximum number of columns that are spoken if the question names none. */
export const MAX_COLUMNS = 4;
const CURRENCY = /[€$£]/;
/** Kinds of questions whose answers in a table have a recognisable format. */
export const FORMATTED_KINDS: ReadonlySet<QuestionKind> = new Set(['price', 'hours', 'time', 'duration']);

/** Names of columns that answer a kind of question. */
const NAMES_OF_KIND: Partial<Record<QuestionKind, RegExp>> = {
  price: /\b(?:prices?|fees?|fares?|costs?)\b/i,
  person: pattern('i')`
    \b(who|by|teachers?|tutors?|trainers?|instructors?|coach|guides?|leaders?|staff|contact|hosts?|speakers?|artists?|
    directors?|managers?|doctors?|led by|in charge|responsible)\b`,
  place: /\b(where|place|room|venue|location|hall|floor|address|meeting point|street|stop|platform|gate)\b/i,
  time: /\b(when|dates?|days?|time|starts?|begins?|collected|departs|departure|next)\b/i,
  hours: /\b(times?|hours|opens?|closes?|opening)\b/i,
  duration: /\b(length|duration|lasts|takes|weeks|nights|days|hours|minutes|time)\b/i,
};
const SCORE_OF_KIND_NAME = 1;

export interface Match<Of extends TableRow = Row> {
  row: Of;
  score: number;
  columns: readonly number[];
}

/** Returns the column that applies to all these people; null if no column or more than one does. */
export function columnFor(row: TableRow, { persons }: People): number | null {
  const fitting = classesOfColumns(row).flatMap((own, at) =>
    own && persons.every((person) => fitsPerson(own, person)) ? [at] : [],
  );
  return persons.length > 0 && fitting.length === 1 ? fitting[0]! : null;
}

/** True if a cell contains the requested kind of value. "12.00" may be a time; "€12.00" is a price. */
function holdsAnswer(kind: QuestionKind, cell: string): boolean {
  if (!FORMATTED_KINDS.has(kind)) return false;
  if (isClosed(cell)) return true;
  return holdsKind(kind, cell) === true && (kind === 'price' || !CURRENCY.test(cell));
}

/** The verb of "what does that come to", which names no subject. */
const COME_TO = 'come';
/** Penalty of a column that a statement excludes: "Members" for "we are not members". */
const NEGATED = 2;
const NEGATION = /\b(?:(?:am|are|is|do|does|was|were|have|has|i'?m|we'?re)(?: not|n'?t)|not) [^,.;?!]+/gi;

/** Returns the words after a negation in a statement: "live" and "village" of "we don't live in the village". */
const negatedWords = (text: string): ReadonlySet<string> =>
  new Set(
    isStatement(text) || /[,.;]/.test(text)
      ? [...text.matchAll(NEGATION)].flatMap(([clause]) => [...contentWords(clause)])
      : [],
  );

/**
 * Returns the requested columns. `rest` is true if the headings, the row's name and the names of these columns
 * contain all other words of the question; one incidental word may be missing.
 */
export function columnsOf(
  row: TableRow,
  question: ReadQuestion,
  calendar: Calendar,
): { columns: number[]; rest: boolean } {
  const { table, cells } = row;
  const { kind, words, people } = question;
  const classes = classesOfColumns(row);
  const negated = negatedWords(question.text);
  // A column has no score for a word that names the row: "level" of "Sign language, level 1".
  const label = contentWords(cells[0] ?? '');
  const scores = table.names.map((name, at) => {
    if (at === 0 || !cells[at]) return 0;
    const own = [...contentWords(name)];
    const commonWords = own.filter(
      (word) => hasWord(words, word) && !label.has(word) && !hasWord(negated, word),
    );
    const byKind = holdsAnswer(kind, cells[at]) ? KIND_MATCH_SCORE : 0;
    const byCalendar = fits(calendarOf(name), calendar) ? CALENDAR_MATCH_SCORE : 0;
    const byNumber = CALENDAR_MATCH_SCORE * quantityFits(name, question.text);
    const byWords = commonWords.length + (own.length > 0 ? commonWords.length / own.length : 0);
    const byName = byWords === 0 && NAMES_OF_KIND[kind]?.test(name) ? SCORE_OF_KIND_NAME : 0;
    return (
      byWords +
      byName +
      definitionScore(name, question) +
      byKind +
      byCalendar +
      byNumber +
      personScore(classes[at] ?? null, question) -
      (own.some((word) => negated.size > 0 && hasWord(negated, word)) ? NEGATED : 0)
    );
  });
  const top = Math.max(...scores);
  const further = top > 0 && asksForSeveral(question.text) ? furtherColumn(row, scores) : [];
  const columns =
    top > 0
      ? scores.flatMap((score, at) => (score === top || further.includes(at) ? [at] : []))
      : wholeRow(row, question);
  const labels = new Set(
    [
      ...row.headings,
      cells[0]!,
      table.names[0]!,
      ...columns.flatMap((at) => [table.names[at]!, definitionOf(table.names[at]!, question)]),
    ].flatMap((text) => [...contentWords(text)]),
  );
  const unknown = [...words].filter(
    (word) =>
      !isGeneric(word) &&
      !people.words.has(word) &&
      !isBackground(word, question) &&
      !negated.has(word) &&
      !(kind === 'price' && word === COME_TO) &&
      !isQuantityWord(word) &&
      !isKnown(word, labels) &&
      !isCalendar(word) &&
      !isHolidayWord(word, question.text),
  );
  const isOtherRow = (word: string) => table.rows.some(([label = '']) => hasIn(label, word));
  // A follow-up question also contains the words of the line before it, and those may name another row.
  const isIncidental = (word: string) =>
    isVerb(word) ||
    (question.commonWords?.has(word) === true && !isOtherRow(word)) ||
    (question.ownWords.size > 0 && !question.ownWords.has(word));
  const mayAdd = (top >= 1 || (top <= 0 && columns.length > 0)) && unknown.every(isIncidental);
  return { columns, rest: unknown.length <= (mayAdd ? 1 : 0) };
}

/** True for a word of an earlier statement that the visitor's own line lacks. */
const isBackground = (word: string, { backgroundWords, ownWords }: ReadQuestion): boolean =>
  backgroundWords?.has(word) === true && !ownWords.has(word);

/** Scores a column for the people of the question or, without any, for those named earlier. */
function personScore(own: PersonClass | null, { people, rememberedPeople }: ReadQuestion): number {
  if (!own) return 0;
  const fitsAll = ({ persons }: People) => persons.every((person) => fitsPerson(own, person));
  if (people.persons.length > 0) return fitsAll(people) ? CALENDAR_MATCH_SCORE : -CALENDAR_MATCH_SCORE;
  return rememberedPeople && fitsAll(rememberedPeople) ? 1 : 0;
}

/** True for a question about several things: "two dogs", "both", "another helmet", but not "5 kilos". */
function asksForSeveral(text: string): boolean {
  const words = tokens(text);
  return words.some((word, at) => {
    if (/^(?:both|another|second)$/.test(word)) return true;
    const next = words[at + 1];
    return (
      (numberOf(word) ?? 0) > 1 &&
      next !== undefined &&
      /^\p{L}/u.test(next) &&
      !isUnit(next) &&
      !isStopWord(next) &&
      !isCalendar(next) &&
      !TIME.test(next)
    );
  });
}
const TIME = /^(?:minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|yrs?|o|am|pm)$/;

/** Returns the columns with the price of each further item that also match the question. */
const furtherColumn = ({ table, cells }: TableRow, scores: readonly number[]): number[] =>
  table.names.flatMap((name, at) =>
    at > 0 && cells[at] && scores[at]! > 0 && FURTHER_PATTERN.test(name) ? [at] : [],
  );

/**
 * Returns at most `MAX_COLUMNS` columns of the row. It must be asked for as a whole, as in "Which group is for a
 * child of five?", or its name must be a range that contains the measure in the question. Otherwise returns none.
 */
function wholeRow({ table: { names }, cells }: TableRow, { words, people, text }: ReadQuestion): number[] {
  const isForPeople =
    people.persons.length > 0 && [...contentWords(names[0] ?? '')].some((word) => hasWord(words, word));
  if (!isForPeople && measureFits(cells[0] ?? '', text) <= 0) return [];
  return cells.flatMap((cell, at) => (at > 0 && cell ? [at] : [])).slice(0, MAX_COLUMNS);
}

/** Formats the cells: "Kayak, double: Day €62". */
export const sentenceOf = (match: Match<TableRow>): string => `${match.row.cells[0]!}: ${valuesOf(match)}`;

/**
 * Formats the requested cells. A value such as "closed" is spoken without its column name, unless another column
 * has times.
 */
export function valuesOf({ row: { cells, table }, columns }: Match<TableRow>): string {
  const isClear = (at: number) =>
    isClosed(cells[at]!) && cells.every((cell, other) => other === 0 || cell === '' || !isHours(cell));
  return columns
    .map((at) => {
      const isNamed = table.names.length > 2 || /^\d[\d.,]*$/.test(cells[at]!);
      const name = isNamed && !isClear(at) ? table.names[at]! : '';
      return [name, cells[at]!].filter(Boolean).join(' ');
    })
    .join(', ');
}

const isHours = (cell: string): boolean => /\d[:.]\d\d/.test(cell);

export const isClosed = (cell: string): boolean => /^(?:closed|open|free|none|yes|no|included)$/i.test(cell);
