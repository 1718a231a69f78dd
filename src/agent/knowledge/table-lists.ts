/**
 * Lists the rows of a table for a day or a month: "Which courses are on Saturday?", "What is on on Friday?" This
 * module is for English only.
 */
import { pattern } from './pattern.ts';
import type { ReadQuestion } from './ranking.ts';
import type { Row } from './table-rows.ts';
import { calendarOf, columnCalendar, fits, hasWord, isCalendar, isGeneric, isKnown } from './table-words.ts';
import { contentWords } from './words.ts';

/** Maximum number of rows that are listed; more cannot be followed by ear. */
const MAX_ROWS = 6;
const ASKS_WHICH = /^(?:(?:and|so|hi|hello|hey)\b,? ?)*(?:which|what)\b/i;
const ASKS_WHAT_IS_ON = pattern('i')`
  \bwhat else (?:is|are|do you have|have you got)\b|\bwhat(?:'?s|’s| is| are)? (?:\w+ )?
  (?:(?:is|are) )?(?:on|happening|running|showing|playing)\b|
  \banything (?:\w+ )?on\b`;

/**
 * Returns the rows as one text, and one of the rows; null if the question does not ask for the rows of a day or
 * month.
 */
export function listRows(question: ReadQuestion, rows: readonly Row[]): { text: string; row: Row } | null {
  const calendar = columnCalendar(question);
  const { text } = question;
  if (calendar.days.size + calendar.months.size === 0 || calendar.days.size > 2) return null;
  if (!ASKS_WHICH.test(text) && !ASKS_WHAT_IS_ON.test(text)) return null;
  const sections = new Map<string, Row[]>();
  for (const row of rows) sections.set(row.section, [...(sections.get(row.section) ?? []), row]);
  const lists = [...sections.values()].flatMap((table) => {
    const answer = isAboutTable(question, table[0]!)
      ? (byColumn(question, table) ?? byCell(question, table))
      : null;
    return answer ? [answer] : [];
  });
  const [only, another] = lists;
  return only && !another ? only : null;
}

/** True if the question names what the rows are, such as "courses", and no subject that the table lacks. */
function isAboutTable({ words, text }: ReadQuestion, { table, headings }: Row): boolean {
  const names = contentWords(table.names[0] ?? '');
  const titles = new Set([...names, ...headings.flatMap((heading) => [...contentWords(heading)])]);
  const subject = [...words].filter((word) => !isCalendar(word) && !isGeneric(word) && !LIST_WORDS.has(word));
  if (subject.length === 0) return ASKS_WHAT_IS_ON.test(text);
  return (
    subject.every((word) => isKnown(word, titles)) &&
    subject.some((word) => hasWord(names, word) || isKnown(word, titles))
  );
}
const LIST_WORDS = contentWords(
  'on out have offer offered run running show showing play playing happen happening go goes collected there else',
);

/** Lists the rows with a value in the column of the day: "Friday: Night Ferry 22:30". */
function byColumn(question: ReadQuestion, table: readonly Row[]): { text: string; row: Row } | null {
  const { names } = table[0]!.table;
  const columns = names.flatMap((name, at) =>
    at > 0 && fits(calendarOf(name), columnCalendar(question)) ? [at] : [],
  );
  const [column, another] = columns;
  if (column === undefined || another !== undefined) return null;
  const filledRows = table.filter(
    ({ cells }) => cells[column] && !/^(?:closed|no|none)$/i.test(cells[column]),
  );
  const inOrder = inTableOrder(filledRows);
  if (inOrder.length === 0 || inOrder.length > MAX_ROWS) return null;
  const items = inOrder.map(({ cells }) => `${cells[0]!} ${cells[column]!}`);
  return { text: `${names[column]!}: ${items.join(', ')}`, row: inOrder[0]! };
}

/** Lists the names of the rows in which a cell has the day: "Saturday: Sewing and Indian cooking". */
function byCell(question: ReadQuestion, table: readonly Row[]): { text: string; row: Row } | null {
  const calendar = columnCalendar(question);
  const holding = table.flatMap((row) => {
    const at = row.cells.findIndex((cell, column) => column > 0 && fits(calendarOf(cell), calendar));
    return at > 0 ? [{ row, at }] : [];
  });
  const [first] = holding;
  if (!first || holding.length > MAX_ROWS || holding.some(({ at }) => at !== first.at)) return null;
  const cells = new Set(holding.map(({ row }) => row.cells[first.at]!));
  const inOrder = inTableOrder(holding.map(({ row }) => row));
  if (cells.size === 1) return { text: `${[...cells][0]!}: ${joinNames(inOrder)}`, row: inOrder[0]! };
  const items = inOrder.map((row) => `${row.cells[0]!}: ${row.cells[first.at]!}`);
  return { text: items.join('. '), row: inOrder[0]! };
}

const inTableOrder = (rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => one.ranked.sentence.place - other.ranked.sentence.place);

function joinNames(rows: readonly Row[]): string {
  const names = rows.map(({ cells }) => cells[0]!);
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}` : names.join('');
}
