/**
 * Scores how well a question names a table row: by words, dates, quantities and people. This module is for English
 * only.
 */
import { datesIn, holdsDates } from './calendar-dates.ts';
import { definitionScore, REST } from './column-definitions.ts';
import { measureFits } from './measure-ranges.ts';
import type { TableCells } from './passages.ts';
import type { People } from './people.ts';
import { fitsPerson, personClass } from './person-class.ts';
import { months } from './question-kind.ts';
import type { ReadQuestion } from './ranking.ts';
import { withoutBrackets, wordsFor } from './row-names.ts';
import { CALENDAR_MATCH_SCORE, KIND_MATCH_SCORE, columnFor } from './table-columns.ts';
import { classOfRow, type Row } from './table-rows.ts';
import {
  calendarOf,
  excludes,
  fits,
  hasWord,
  isGeneric,
  isKnown,
  quantityFits,
  type Calendar,
} from './table-words.ts';
import { contentWords } from './words.ts';

/** Minimum fraction of the words of a row's name that a question has to contain. */
const MIN_NAMED_SHARE = 0.4;
/** Weight of a new word in a follow-up, so it wins over the words of the previous question. */
const OWN_WORD = 2;
/** Weight of a row if the question names only a detail of it. */
const DETAIL_WEIGHT = 0.5;
/** Weight of a row whose ages include the requested age, if the question names no other part of the row. */
const AGE_WEIGHT = 0.9;
const PARTS_OF_DAY = contentWords('morning afternoon evening night');

/** Returns the score of a row; 0 if the question does not name the row, or names people that the row is not for. */
export function rowScore(row: Row, question: ReadQuestion): number {
  const { people, words } = question;
  const own = ownScore(row, question);
  if (people.persons.length === 0) return own;
  const rowClass = classOfRow(row);
  if (!rowClass || (rowClass.kinds.size === 0 && !rowClass.range))
    return own > 0 ? Math.max(KIND_MATCH_SCORE, own + headingFit(row, people)) : 0;
  if (people.persons.every((person) => fitsPerson(rowClass, person)))
    return own > 0 ? own + CALENDAR_MATCH_SCORE : asksForRow(row, question) ? AGE_WEIGHT : 0;
  const label = row.cells[0] ?? '';
  // "Which group" does not name a row, although each label may end in "group".
  const title = contentWords(row.table.names[0] ?? '');
  const isNamed = [...contentWords(label)].some((word) => !isKnown(word, title) && hasWord(words, word));
  const isAge = people.persons.some(({ age }) => age !== null && /\d/.test(label));
  // The price for adults does not answer a question about two adults and three children.
  const isForSome = people.persons.some((person) => fitsPerson(rowClass, person));
  return isNamed && !isAge && !isForSome ? own : 0;
}

/** Scores the words, dates and quantities of a row, but not its people. */
function ownScore(row: Row, question: ReadQuestion): number {
  const label = row.cells[0] ?? '';
  if (isForOtherTime(row, question)) return 0;
  const measure = measureFits(label, question.text);
  const quantity = quantityOf(row, question);
  if (measure < 0 || quantity < 0) return 0;
  const byDefinition = definitionScore(label, question) > 0 ? CALENDAR_MATCH_SCORE : 0;
  const byName = labelScore(label, wordsFor(row, question), question);
  const byCells = byName > 0 ? quantity * CALENDAR_MATCH_SCORE : 0;
  const score = byName + byCells + measure * CALENDAR_MATCH_SCORE + byDefinition;
  if (score === 0) return 0;
  const newer = [...contentWords(`${label} ${row.headings.at(-1) ?? ''}`)].filter((word) =>
    hasWord(question.ownWords, word),
  );
  return score + OWN_WORD * newer.length;
}

/**
 * True if a row is for other dates than the question, or for all remaining dates although another row includes the
 * question's dates.
 */
const isForOtherTime = ({ cells: [label = ''], table }: Row, question: ReadQuestion): boolean =>
  timeFits(label, question) < 0 ||
  (REST.test(label) && table.rows.some(([other = '']) => timeFits(other, question) > 0));

/** Returns 1 if a label includes the dates or months of the question, -1 if it names only others, otherwise 0. */
function timeFits(label: string, question: ReadQuestion): -1 | 0 | 1 {
  const [date] = datesIn(question.text);
  const spans = date ? datesIn(label) : [];
  if (date && spans.length > 0) return spans.some((span) => holdsDates(span, date)) ? 1 : -1;
  const rowCalendar = { days: new Set<number>(), months: months(label) };
  return fits(rowCalendar, question) ? 1 : excludes(rowCalendar, question) ? -1 : 0;
}

/**
 * Returns 1 if a cell contains the quantity of the question, as "30 minutes" for "a 30 minute lesson"; -1 if only
 * other rows contain it; otherwise 0.
 */
function quantityOf({ cells, table }: Row, { text }: ReadQuestion): -1 | 0 | 1 {
  if (!QUANTITY.test(text)) return 0;
  const holding = rowsWithQuantity(table, text);
  return holding.has(cells) ? 1 : holding.size > 0 ? -1 : 0;
}

const QUANTITY = /\d ?-?\p{L}/u;
/**
 * The rows that have a question's quantity, by table. They are cached, because each row of a table is compared with
 * the same question.
 */
const quantityRows = new WeakMap<TableCells, { text: string; rows: ReadonlySet<readonly string[]> }>();

function rowsWithQuantity(table: TableCells, text: string): ReadonlySet<readonly string[]> {
  const earlier = quantityRows.get(table);
  if (earlier?.text === text) return earlier.rows;
  const rows = new Set(table.rows.filter((row) => row.slice(1).some((cell) => quantityFits(cell, text) > 0)));
  quantityRows.set(table, { text, rows });
  return rows;
}

/** True for "which group" or "how much": a row whose ages include the requested age then answers the question. */
const asksForRow = ({ table: { names } }: Row, { kind, words }: ReadQuestion): boolean =>
  kind === 'price' || [...contentWords(names[0] ?? '')].some((word) => hasWord(words, word));

/** Scores the people of a row: a column for them raises the score; a heading above the table raises or lowers it. */
function headingFit(row: Row, people: People): number {
  if (columnFor(row, people) !== null) return CALENDAR_MATCH_SCORE;
  const heading = row.headings.map((text) => personClass(text)).findLast((one) => one !== null);
  if (!heading) return 0;
  return people.persons.every((person) => fitsPerson(heading, person))
    ? CALENDAR_MATCH_SCORE
    : -CALENDAR_MATCH_SCORE;
}

/**
 * Scores the name of a row; 0 if the question does not name it. Words in brackets explain the name: "Small (up to
 * 10 kg)".
 */
function labelScore(label: string, words: ReadonlySet<string>, calendar: Calendar): number {
  if (fits(calendarOf(label), calendar)) return CALENDAR_MATCH_SCORE;
  const bareScore =
    nameScore(withoutBrackets(label), words) * (isHeadNamed(label, words) ? 1 : DETAIL_WEIGHT);
  return bareScore > 0 ? bareScore + explanationScore(label, words) : nameScore(label, words);
}

/** False if the question names only a detail after a comma: "small dog" of "Bath and brush, small dog". */
function isHeadNamed(label: string, words: ReadonlySet<string>): boolean {
  const [head = '', ...details] = label.split(', ');
  return details.length === 0 || [...contentWords(head)].some((word) => hasWord(words, word));
}

function nameScore(name: string, words: ReadonlySet<string>): number {
  const own = [...contentWords(name)].filter((word) => !/^\d+$/.test(word));
  const commonWords = own.filter((word) => hasWord(words, word));
  if (
    commonWords.every((word) => isGeneric(word) && !PARTS_OF_DAY.has(word)) ||
    commonWords.length < MIN_NAMED_SHARE * own.length
  )
    return 0;
  return commonWords.length + commonWords.length / own.length;
}

function explanationScore(label: string, words: ReadonlySet<string>): number {
  const name = contentWords(withoutBrackets(label));
  const commonWords = [...contentWords(label)].filter((word) => !name.has(word) && hasWord(words, word));
  return commonWords.length / 2;
}
