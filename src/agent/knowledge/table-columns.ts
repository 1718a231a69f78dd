/** Finds the columns that a question requests, and formats a row as speech. English. Pure. */
import { definitionOf, definitionScore } from './column-definitions.ts';
import { pattern } from './pattern.ts';
import type { People } from './people.ts';
import { fitsPerson } from './person-class.ts';
import { holdsKind, type QuestionKind } from './question-kind.ts';
import type { ReadQuestion } from './ranking.ts';
import { classesOfColumns, type Row, type TableRow } from './table-rows.ts';
import {
  calendarOf,
  fits,
  hasWord,
  isCalendar,
  isGeneric,
  isKnown,
  isOfQuantity,
  quantityFits,
  type Calendar,
} from './table-words.ts';
import { contentWords } from './words.ts';

/** Score of a matching day, month or age, and of a cell of the requested kind. A matching word scores 1. */
export const CALENDAR_MATCH_SCORE = 2;
export const KIND_MATCH_SCORE = 0.25;
/** Maximum number of columns that are spoken if the question names none. */
const MAX_COLUMNS = 4;
const CURRENCY = /[€$£]/;
/** Kinds of questions whose answers in a table have a recognisable format. */
const FORMATTED_KINDS: ReadonlySet<QuestionKind> = new Set(['price', 'hours', 'time', 'duration']);

/** Names of columns that answer a kind of question. */
const NAMES_OF_KIND: Partial<Record<QuestionKind, RegExp>> = {
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

/** Returns the column that applies to all these people; null if none or more than one does. */
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

/** Returns the requested columns, and whether all other words of the question occur in the table. */
export function columnsOf(
  row: TableRow,
  question: ReadQuestion,
  calendar: Calendar,
): { columns: number[]; rest: boolean } {
  const { table, cells } = row;
  const { kind, words, people } = question;
  const classes = classesOfColumns(row);
  const scores = table.names.map((name, at) => {
    if (at === 0 || !cells[at]) return 0;
    const own = [...contentWords(name)];
    const found = own.filter((word) => hasWord(words, word));
    const byKind = holdsAnswer(kind, cells[at]) ? KIND_MATCH_SCORE : 0;
    const byCalendar = fits(calendarOf(name), calendar) ? CALENDAR_MATCH_SCORE : 0;
    const byNumber = CALENDAR_MATCH_SCORE * quantityFits(name, question.text);
    const ownClass = classes[at];
    const byPerson =
      ownClass && people.persons.length > 0
        ? people.persons.every((person) => fitsPerson(ownClass, person))
          ? CALENDAR_MATCH_SCORE
          : -CALENDAR_MATCH_SCORE
        : 0;
    const earlier = people.persons.length === 0 ? question.rememberedPeople : null;
    const byEarlier = ownClass && earlier?.persons.every((person) => fitsPerson(ownClass, person)) ? 1 : 0;
    const byWords = found.length + (own.length > 0 ? found.length / own.length : 0);
    const byName = byWords === 0 && NAMES_OF_KIND[kind]?.test(name) ? SCORE_OF_KIND_NAME : 0;
    return (
      byWords +
      byName +
      definitionScore(name, question) +
      byKind +
      byCalendar +
      byNumber +
      byPerson +
      byEarlier
    );
  });
  const top = Math.max(...scores);
  const columns =
    top > 0 ? scores.flatMap((score, at) => (score === top ? [at] : [])) : wholeRow(row, question);
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
      !isOfQuantity(word) &&
      !isKnown(word, labels) &&
      !isCalendar(word),
  );
  return { columns, rest: unknown.length <= (top >= 1 || (top <= 0 && columns.length > 0) ? 1 : 0) };
}

/** "Which group is for a child of five?" requests the complete row whose ages include five. */
function wholeRow({ table: { names }, cells }: TableRow, { words, people }: ReadQuestion): number[] {
  if (people.persons.length === 0) return [];
  if (![...contentWords(names[0] ?? '')].some((word) => hasWord(words, word))) return [];
  return cells.flatMap((cell, at) => (at > 0 && cell ? [at] : [])).slice(0, MAX_COLUMNS);
}

/** Formats the cells: "Kayak, double: Day €62". A value that is clear on its own is spoken without its column name. */
export function sentenceOf({ row: { cells, table }, columns }: Match<TableRow>): string {
  const values = columns.map((at) => {
    const name = table.names.length > 2 && !isClosed(cells[at]!) ? table.names[at]! : '';
    return [name, cells[at]!].filter(Boolean).join(' ');
  });
  return `${cells[0]!}: ${values.join(', ')}`;
}

export const isClosed = (cell: string): boolean => /^(?:closed|open|free|none|yes|no|included)$/i.test(cell);
