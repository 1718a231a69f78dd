/** Finds the cheapest or the largest row of a table. This module is for English only. */
import { amountText } from './amounts.ts';
import { measureFits } from './measure-ranges.ts';
import { pattern } from './pattern.ts';
import type { People } from './people.ts';
import { fitsPerson } from './person-class.ts';
import { columnScore, pricesOf } from './price-sums.ts';
import type { ReadQuestion } from './ranking.ts';
import { columnFor, columnsOf, FORMATTED_KINDS, type Match } from './table-columns.ts';
import { classOfRow, type TableRow } from './table-rows.ts';
import { columnCalendar, hasIn, isGeneric, isKnown, isQuantityWord } from './table-words.ts';
import { contentWords } from './words.ts';

const ASKS_FOR_MINIMUM = pattern('')`\b(cheapest|least expensive|lowest|smallest|shortest|youngest|fewest)\b`;
const ASKS_FOR_MAXIMUM = pattern(
  '',
)`\b(most expensive|dearest|priciest|highest|largest|biggest|longest|oldest|latest|most of|the most)\b`;
const SUPERLATIVES = contentWords(
  'cheapest least expensive lowest smallest shortest youngest fewest most dearest priciest highest ' +
    'largest biggest longest oldest',
);
/** Stands for the cells that `pricesOf` recognises as prices. The expression itself is not matched with cells. */
const PRICE_CELL = /./;
/** Words in questions about the cheapest or largest row that never name a subject. */
const EXTREME_WORDS = contentWords(
  'way option choice leave stay keep offer serve sell make get give got have list thing',
);
/** The format of the cells that a superlative refers to. */
const CELL_FORMATS: readonly (readonly [words: RegExp, column: RegExp])[] = [
  [/cheap|expensive|dear|pric/, PRICE_CELL],
  [/\bmost\b|fewest/, /^\d+$/],
  [/large|big|small/, /^(?:up to )?\d+(?:\.\d+)?(?: ?(?:m²|sqm|people|persons|guests|seats))?$/i],
  [/long|short/, /\d+ ?(?:min|h\b|hour|day|week|month|km|m\b)/i],
];

export const asksForExtreme = (text: string): boolean =>
  ASKS_FOR_MINIMUM.test(text.toLowerCase()) || ASKS_FOR_MAXIMUM.test(text.toLowerCase());

/**
 * Returns the cheapest or largest row of the table that the question is about. Null if the question asks for
 * neither; empty if the row cannot be determined.
 */
export function findExtremes<Of extends TableRow>(
  question: ReadQuestion,
  rows: readonly Of[],
): readonly Match<Of>[] | null {
  const text = question.text.toLowerCase();
  const least = ASKS_FOR_MINIMUM.test(text);
  return least || ASKS_FOR_MAXIMUM.test(text) ? findExtreme(question, rows, least) : null;
}

function findExtreme<Of extends TableRow>(
  question: ReadQuestion,
  rows: readonly Of[],
  least: boolean,
): Match<Of>[] {
  const { people } = question;
  const extremeWords = [...question.words].filter(
    (word) =>
      !SUPERLATIVES.has(word) &&
      !EXTREME_WORDS.has(word) &&
      !isGeneric(word) &&
      !isQuantityWord(word) &&
      !people.words.has(word),
  );
  const measure = CELL_FORMATS.find(([words]) => words.test(question.text.toLowerCase()))?.[1];
  if (!measure) return [];
  const sections = new Map<string, Of[]>();
  for (const row of rows) {
    const { section } = row;
    sections.set(section, [...(sections.get(section) ?? []), row]);
  }
  const matches = [...sections.values()].flatMap((table) => {
    const title = contentWords([...table[0]!.headings, table[0]!.table.names[0]].join(' '));
    const isInSomeRow = (word: string) => {
      const count = table.filter(({ cells }) => hasIn(cells[0] ?? '', word)).length;
      return count > 0 && count < table.length;
    };
    const namedWords = extremeWords.filter(
      (word) =>
        (isInSomeRow(word) && !hasIn(table[0]!.table.names[0] ?? '', word)) ||
        (!isKnown(word, title) && !table[0]!.table.names.some((name) => hasIn(name, word))),
    );
    const some = rowsForPeople(table, people).filter(
      ({ cells: [label = ''] }) =>
        namedWords.every((word) => hasIn(label, word)) && measureFits(label, question.text) >= 0,
    );
    const column = measuredColumn(some, question, measure);
    const isSure = measure !== PRICE_CELL || isComparable(some, column);
    const isAboutTable = extremeWords.length > 0 && extremeWords.every((word) => isKnown(word, title));
    return some.length > 1 && column > 0 && isSure ? [{ rows: some, column, isAboutTable }] : [];
  });
  // "Which room is the biggest?" is about the table of rooms, not about each table with a column for the room.
  const matchesAboutTable = matches.filter(({ isAboutTable }) => isAboutTable);
  const [only, another] = matchesAboutTable.length > 0 ? matchesAboutTable : matches;
  if (!only || another) return [];
  const { rows: some, column } = only;
  const values = some.flatMap((row) => {
    const value = numberIn(row.cells[column] ?? '');
    return value === null ? [] : [{ row, value: least ? value : -value }];
  });
  const best =
    values.length > 0 ? values.reduce((one, other) => (other.value < one.value ? other : one)) : null;
  if (!best || values.length < 2) return [];
  // "How much is the largest boat?" asks for the price in the row that another column selects.
  const asksForColumn = FORMATTED_KINDS.has(question.kind) || question.kind === 'person';
  const columns = asksForColumn ? columnsOf(best.row, question, columnCalendar(question)).columns : [];
  return [{ row: best.row, score: 1, columns: columns.length > 0 ? columns : [column] }];
}

/**
 * Returns the rows that are for all of the people; all rows if the table has none for people or the question names
 * no people.
 */
function rowsForPeople<Of extends TableRow>(rows: readonly Of[], { persons }: People): readonly Of[] {
  const classes = rows.map(classOfRow);
  if (persons.length === 0 || !classes.some((own) => own)) return rows;
  return rows.filter((_, at) => classes[at] && persons.every((person) => fitsPerson(classes[at]!, person)));
}

/** True if the prices of a column have the same unit and currency; false for prices per day and per week. */
function isComparable(rows: readonly TableRow[], column: number): boolean {
  const amounts = rows.flatMap((row) => pricesOf(row).filter(({ at }) => at === column));
  return (
    amountText(
      0,
      amounts.map(({ amount }) => amount),
    ) !== null
  );
}

/**
 * Returns the column that the question names; otherwise the first one with measured values, or 0 if there is none.
 */
function measuredColumn(rows: readonly TableRow[], question: ReadQuestion, measure: RegExp): number {
  const [row] = rows;
  if (!row) return 0;
  const forPeople = columnFor(row, question.people);
  const isMeasureCell = (each: TableRow, at: number) =>
    measure === PRICE_CELL
      ? pricesOf(each).some((price) => price.at === at)
      : measure.test(each.cells[at] ?? '');
  const fitting = row.table.names.flatMap((_, at) =>
    at > 0 && rows.filter((each) => isMeasureCell(each, at)).length > rows.length / 2 ? [at] : [],
  );
  if (forPeople !== null && fitting.includes(forPeople)) return forPeople;
  const scores = fitting.map((at) => columnScore(row, at, question));
  const top = Math.max(...scores);
  return (top > 0 ? fitting[scores.indexOf(top)] : fitting[0]) ?? 0;
}

function numberIn(cell: string): number | null {
  if (/^free\b/i.test(cell)) return 0;
  const digits = /\d[\d,]*(?:\.\d+)?/.exec(cell)?.[0];
  return digits === undefined ? null : Number(digits.replaceAll(',', ''));
}
