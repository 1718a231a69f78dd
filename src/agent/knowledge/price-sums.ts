/**
 * Adds the prices of the people in a question ("two adults and a child of five") or of several items ("a beard
 * trim and a cut", "three helmets"). The answer names people for whom no price is known. This module is for
 * English only.
 */
import { pattern } from './pattern.ts';
import { amountOf, amountText, type Amount } from './amounts.ts';
import { definitionScore } from './column-definitions.ts';
import { numberOf } from './number-words.ts';
import { headcount, peopleIn, type Person } from './people.ts';
import { fitsPerson, personClass, widthOf, type PersonClass } from './person-class.ts';
import type { ReadQuestion } from './ranking.ts';
import { countBefore, isNamedWhole, withoutBrackets } from './row-names.ts';
import { FURTHER_PATTERN } from './table-words.ts';
import { classesOfColumns, classOfRow, type TableRow } from './table-rows.ts';
import {
  calendarOf,
  columnCalendar,
  excludes,
  fits,
  hasWord,
  isCalendar,
  isKnown,
  isSumWord,
  quantityFits,
  type Calendar,
} from './table-words.ts';
import { contentWords, tokens } from './words.ts';

/** A sum or a difference as text, with the rows that it uses. */
export interface Calculation {
  text: string;
  rows: readonly TableRow[];
}

interface Cell {
  row: TableRow;
  at: number;
  amount: Amount;
  score: number;
  width: number;
}
interface Item {
  count: number;
  cells: readonly Cell[];
}

/** Maximum number of columns whose sums are spoken if the question names none. */
const MAX_COLUMNS = 3;
/** Maximum number of rows that are spoken if it is unclear which one is meant. */
const MAX_UNCLEAR_ROWS = 4;
const ASKS_TOTAL = pattern('')`
  \b(?:together|altogether|in total|total|overall|all of us|sum|come to)\b|\bwhat(?:'?s|’s| is) (?:that|it)\W*$|
  \bwhat (?:would|will|does|do) (?:that|it|we|i) (?:be|cost|make|come to|pay)\b`;
/** Words that join two items. Without one, the second name may come from the previous question. */
export const JOINS = /\b(?:and|plus|with|both|together|altogether|total|sum)\b|,/i;
const CURRENCY = /[€$£¥]/;
const PRICE_NAME = /\b(?:price|fee|cost|rate|ticket|charge)s?\b/i;
const NO_PRICE_NAME = pattern('i')`
  \b(?:how many|number|places?|people|persons|seats?|max\w*|min\w*|age[sd]?|length|duration|hours?|minutes|
  size|weight|deposit|room|per adult)\b`;

export const asksSum = ({ kind, text }: ReadQuestion): boolean =>
  kind === 'price' || ASKS_TOTAL.test(text.toLowerCase());

export function sumOf(question: ReadQuestion, rows: readonly TableRow[]): Calculation | null {
  const { people } = question;
  const isSeveral = headcount(people) > 1;
  const forPeople = isSeveral ? peopleSum(question, rows) : null;
  if (forPeople && !forPeople.isMissing) return forPeople;
  return sumOfItems(question, rows) ?? forPeople;
}

/**
 * Returns the total for the people of a question; for a single person, the price. Null if no price matches or if
 * the question has another subject.
 */
export function peopleSum(
  question: ReadQuestion,
  rows: readonly TableRow[],
): (Calculation & { isMissing: boolean }) | null {
  const { persons } = question.people;
  const sections = new Map<string, TableRow[]>();
  for (const row of rows) sections.set(row.section, [...(sections.get(row.section) ?? []), row]);
  const tables = [...sections.values()].map((some) =>
    persons.map((person): Item => ({ count: person.count, cells: cellsFor(person, some, question) })),
  );
  const within = tables
    .filter((items) => items.every(isPriced))
    .sort((one, other) => scoreOf(other) - scoreOf(one));
  const perPerson = persons.map((person): Item => ({
    count: person.count,
    cells: cellsFor(person, rows, question).filter(({ row }) => namedWords(row, question) > 0),
  }));
  const items = within[0] ?? (perPerson.every(isPriced) ? perPerson : (fullestTable(tables) ?? perPerson));
  const pricedItems = items.filter(isPriced);
  if (pricedItems.length === 0 || !hasOnlyItems(question, pricedItems)) return null;
  if (pricedItems.length < items.length) return missingText(question, items);
  const unclear = pricedItems.find(({ cells }) => new Set(cells.map(({ row }) => row)).size > 1);
  if (unclear) return unclearText(unclear);
  const calculation = totalText(pricedItems, within[0] ? bundlesOf(question, within[0]) : []);
  return calculation && { ...calculation, isMissing: false };
}

const isPriced = ({ cells }: Item): boolean => cells.length > 0;

/** Returns the table that has prices for the most groups of the party; null if several tables have equally many. */
function fullestTable(tables: readonly (readonly Item[])[]): readonly Item[] | null {
  const counts = tables.map((items) => items.filter(isPriced).length);
  const most = Math.max(...counts);
  const bestTables = tables.filter((_, at) => counts[at] === most);
  return most > 0 && bestTables.length === 1 ? bestTables[0]! : null;
}

const scoreOf = (items: readonly Item[]): number =>
  items.reduce((sum, { cells }) => sum + cells[0]!.score, 0);

/** Returns the prices for a person that match the question best. */
function cellsFor(person: Person, rows: readonly TableRow[], question: ReadQuestion): Cell[] {
  const cells = rows.flatMap((row) => {
    const calendar = calendarOf(row.cells[0] ?? '');
    if (excludes(calendar, columnCalendar(question))) return [];
    const rowClass = classOfRow(row);
    const columns = classesOfColumns(row);
    const heading = row.headings.map((one) => personClass(one)).findLast((one) => one !== null) ?? null;
    return pricesOf(row).flatMap(({ at, amount }): Cell[] => {
      const classes = [columns[at] ?? null, rowClass].filter((one): one is PersonClass => one !== null);
      if (classes.length === 0 && heading) classes.push(heading);
      if (classes.length === 0 || !classes.every((one) => fitsPerson(one, person))) return [];
      const width = Math.min(...classes.map(widthOf));
      const score =
        namedWords(row, question) + columnScore(row, at, question) + calendarScore(calendar, question);
      return [{ row, at, amount, width, score }];
    });
  });
  return bestCells(cells, person.kind !== 'child' || person.age !== null);
}

/**
 * Returns the prices with the highest score; among them, those for the narrowest ages if the person's age is known.
 */
function bestCells(cells: readonly Cell[], isAgeKnown = true): Cell[] {
  const top = cells.reduce((most, { score }) => Math.max(most, score), -Infinity);
  const fitting = cells.filter(({ score }) => score === top);
  if (!isAgeKnown) return fitting;
  const leastWidth = fitting.reduce((least, { width }) => Math.min(least, width), Infinity);
  return fitting.filter(({ width }) => width === leastWidth);
}

/** Returns the prices in a row, with the index of their cells. */
export function pricesOf({ cells, table }: TableRow): { at: number; amount: Amount }[] {
  const hasCurrency = table.rows.some((row) => row.some((cell) => CURRENCY.test(cell)));
  return cells.flatMap((cell, at) => {
    const name = table.names[at] ?? '';
    const amount = at === 0 ? null : amountOf(cell);
    if (!amount) return [];
    const isPrice = CURRENCY.test(cell) || PRICE_NAME.test(name) || /^free$/i.test(cell);
    return isPrice || (!hasCurrency && !NO_PRICE_NAME.test(name)) ? [{ at, amount }] : [];
  });
}

/**
 * Scores the words of the question in a row, apart from those for people: 1 for each word in its label, and 1/2 for
 * each word in its innermost heading.
 */
function namedWords({ cells, headings }: TableRow, { words, people }: ReadQuestion): number {
  const own = new Set([...words].filter((word) => !people.words.has(word) && !isSumWord(word)));
  const countWords = (text: string) => [...contentWords(text)].filter((word) => hasWord(own, word)).length;
  return countWords(cells[0] ?? '') + countWords(headings.at(-1) ?? '') / 2;
}

const calendarScore = (calendar: Calendar, question: ReadQuestion): number =>
  fits(calendar, columnCalendar(question)) ? 2 : 0;

export function columnScore({ table }: TableRow, at: number, question: ReadQuestion): number {
  const name = table.names[at] ?? '';
  const commonWords = [...contentWords(name)].filter((word) => hasWord(question.words, word)).length;
  const byDefinition = definitionScore(name, question);
  return (
    commonWords +
    calendarScore(calendarOf(name), question) +
    byDefinition +
    3 * quantityFits(name, question.text)
  );
}

/** True if the chosen rows mention every subject of the question. */
const hasOnlyItems = (question: ReadQuestion, items: readonly Item[]): boolean =>
  isAllOf(
    question,
    items
      .flatMap(({ cells }) => cells)
      .flatMap(({ row, at }) => [...row.headings, row.cells[0]!, row.table.names[0]!, row.table.names[at]!]),
  );

/** True if the texts mention every subject of a question about prices, apart from people, days and numbers. */
export function isAllOf({ words, people }: ReadQuestion, texts: readonly string[]): boolean {
  const vocabulary = new Set(texts.flatMap((text) => [...contentWords(text)]));
  return [...words].every(
    (word) =>
      people.words.has(word) ||
      isSumWord(word) ||
      isCalendar(word) ||
      /^\d+$/.test(word) ||
      numberOf(word) !== null ||
      isKnown(word, vocabulary),
  );
}

/**
 * Returns the total of each column that the question may refer to; null if the prices have two currencies or there
 * are too many columns.
 */
function totalText(items: readonly Item[], bundles: readonly TableRow[]): Calculation | null {
  const names = items.map(({ cells }) => new Set(cells.map(({ row, at }) => row.table.names[at] ?? '')));
  const sharedWords = [...names[0]!].filter((name) => names.every((some) => some.has(name)));
  const columns = sharedWords.length > 0 ? sharedWords : names.every(({ size }) => size === 1) ? [null] : [];
  if (columns.length === 0 || columns.length > MAX_COLUMNS) return null;
  const texts = columns.map((column) => {
    const parts = items.map(({ count, cells }) => ({
      count,
      cell: cells.find(({ row, at }) => column === null || (row.table.names[at] ?? '') === column)!,
    }));
    const combinedParts = mergedParts(parts);
    const amounts = combinedParts.map(({ cell }) => cell.amount);
    const total = combinedParts.reduce((sum, { count, cell }) => sum + count * cell.amount.value, 0);
    const totalPrice = amountText(total, amounts);
    if (totalPrice === null) return null;
    const partTexts = combinedParts.map(({ count, cell }) => {
      const price = cell.row.cells[cell.at]!;
      return `${count > 1 ? `${count} times ` : ''}${cell.row.cells[0]!} ${price}`;
    });
    const name = column && combinedParts[0]!.cell.row.table.names.length > 2 ? `${column}: ` : '';
    const isOne = combinedParts.length === 1 && combinedParts[0]!.count === 1;
    const sum = isOne ? '' : `, together ${totalPrice}`;
    return `${name}${partTexts.join(' and ')}${sum}${bundleText(bundles, parts[0]!.cell.at, total)}`;
  });
  if (texts.some((text) => text === null)) return null;
  return {
    text: texts.join('. '),
    rows: [...new Set(items.flatMap(({ cells }) => cells.map(({ row }) => row)))],
  };
}

interface Part {
  count: number;
  cell: Cell;
}
function mergedParts(parts: readonly Part[]): Part[] {
  const combinedParts: Part[] = [];
  for (const part of parts) {
    const same = combinedParts.find(({ cell }) => cell.row === part.cell.row && cell.at === part.cell.at);
    if (same) same.count += part.count;
    else combinedParts.push({ ...part });
  }
  return combinedParts;
}

/** Finds rows of the same table that are for exactly these people: "Family (2 adults and 2 children)". */
function bundlesOf({ people }: ReadQuestion, items: readonly Item[]): TableRow[] {
  const { table, section, headings } = items[0]!.cells[0]!.row;
  const adults = people.persons
    .filter(({ kind }) => kind === 'adult')
    .reduce((sum, { count }) => sum + count, 0);
  return table.rows
    .map((cells) => ({ cells, table, section, headings }))
    .filter(({ cells }) => {
      const peopleInCell = peopleIn(cells[0] ?? '');
      if (!personClass(cells[0] ?? '')?.isBundle || headcount(peopleInCell) !== headcount(people))
        return false;
      return (
        adults ===
        peopleInCell.persons.filter(({ kind }) => kind === 'adult').reduce((sum, { count }) => sum + count, 0)
      );
    });
}

function bundleText(bundles: readonly TableRow[], at: number, total: number): string {
  const cheaper = bundles.find(({ cells }) => (amountOf(cells[at] ?? '')?.value ?? Infinity) < total);
  return cheaper ? `, or ${cheaper.cells[0]!} ${cheaper.cells[at]!}` : '';
}

/** Lists the known prices, and the people without a price. */
function missingText({ people }: ReadQuestion, items: readonly Item[]): Calculation & { isMissing: boolean } {
  const pricedCells = items.flatMap(({ cells }) => cells.slice(0, 1));
  const cellTexts = [...new Set(pricedCells.map(({ row, at }) => `${row.cells[0]!} ${row.cells[at]!}`))];
  const missingItems = items.flatMap(({ cells }, at) =>
    cells.length === 0 ? [personName(people.persons[at]!)] : [],
  );
  return {
    text: `${cellTexts.join(', ')}. I find no price for ${missingItems.join(' and ')}`,
    rows: pricedCells.map(({ row }) => row),
    isMissing: true,
  };
}

function personName({ age, kind }: Person): string {
  if (age === null) return kind === 'adult' ? 'an adult' : `a ${kind ?? 'person'}`;
  const years = Math.floor(age / 12);
  return years > 0 ? `the age of ${years}` : `the age of ${age} months`;
}

function unclearText({ cells }: Item): (Calculation & { isMissing: boolean }) | null {
  const rows = [...new Set(cells.map(({ row }) => row))];
  if (rows.length > MAX_UNCLEAR_ROWS || !rows.every((row) => classOfRow(row)?.range)) return null;
  const rowTexts = rows.map((row) => {
    const { at } = cells.find((cell) => cell.row === row)!;
    return `${row.cells[0]!} ${row.cells[at]!}`;
  });
  return { text: `It depends on the age: ${rowTexts.join(', ')}`, rows, isMissing: true };
}

/** Adds rows of one table whose full names occur in the question, each multiplied by its count. */
function sumOfItems(question: ReadQuestion, rows: readonly TableRow[]): Calculation | null {
  const { people } = question;
  const calendar = columnCalendar(question);
  const namedRows = rows.filter(
    (row) =>
      isNamedWhole(row, question) &&
      pricesOf(row).length > 0 &&
      !excludes(calendarOf(row.cells[0] ?? ''), calendar),
  );
  const sections = new Map<string, TableRow[]>();
  for (const row of namedRows) sections.set(row.section, [...(sections.get(row.section) ?? []), row]);
  const [some, ...others] = [...sections.values()].sort((one, other) => other.length - one.length);
  if (!some || others.some((other) => other.length === some.length)) return null;
  const labels = some.map(({ cells }) =>
    withoutBrackets(cells[0] ?? '')
      .trim()
      .toLowerCase(),
  );
  // A name in the question means one row, not both "Adult (weekdays)" and "Adult (weekends)".
  if (new Set(labels).size < labels.length || !isForAll(some, question)) return null;
  const inOrder = some.toSorted((one, other) => mentionOf(one, question) - mentionOf(other, question));
  const items = inOrder.map((row): Item => {
    const cells = pricesOf(row).map(({ at, amount }) => ({
      row,
      at,
      amount,
      width: 0,
      score: columnScore(row, at, question) + columnPerson(row, at, question),
    }));
    const ownClass = classOfRow(row);
    const heads = ownClass
      ? people.persons
          .filter((person) => fitsPerson(ownClass, person))
          .reduce((sum, { count }) => sum + count, 0)
      : 0;
    const count =
      countBefore(row.cells[0]!, question.text) ?? (heads || participantCount(question, ownClass));
    return { count, cells: bestCells(cells) };
  });
  const total = items.reduce((sum, { count }) => sum + count, 0);
  if (items.some(({ count, cells }) => count > 1 && hasFurtherPrice(cells))) return null;
  if (total < 2 || (total === items.length && !JOINS.test(question.text))) return null;
  if (!hasOnlyItems(question, items)) return null;
  return totalText(items, []);
}

/**
 * Returns the number of people who each pay the price: all people of the question for "What does it cost if we both
 * do yoga?", otherwise 1.
 */
const participantCount = ({ people, text }: ReadQuestion, rowClass: PersonClass | null): number =>
  rowClass === null && /\b(?:both|each of us)\b/i.test(text) ? Math.max(1, headcount(people)) : 1;

/** True if the table has a separate price for a further item, so that the total of two is not twice the price. */
const hasFurtherPrice = (cells: readonly Cell[]): boolean =>
  cells.some(({ row: { table } }) =>
    [...table.names, ...table.rows.map(([label = '']) => label)].some((name) => FURTHER_PATTERN.test(name)),
  );

/** True if the label names only people: "Adult", "Adult ticket", but not "Children's cut". */
const namesOnlyPeople = (row: TableRow): boolean =>
  classOfRow(row)?.isBundle === false &&
  [...contentWords(withoutBrackets(row.cells[0] ?? ''))].every(
    (word) => personClass(word) !== null || isSumWord(word) || PRICE_NAME.test(word),
  );

/** True if each person of the question matches a row for people, or if no row is only for people. */
function isForAll(rows: readonly TableRow[], { people }: ReadQuestion): boolean {
  const classes = rows.filter(namesOnlyPeople).map(classOfRow);
  if (classes.length === 0) return true;
  return people.persons.every((person) => classes.some((own) => fitsPerson(own!, person)));
}

/** Returns the index of the first word in the question that names the row; Infinity if none does. */
function mentionOf({ cells }: TableRow, { text }: ReadQuestion): number {
  const own = contentWords(withoutBrackets(cells[0] ?? ''));
  const at = tokens(text).findIndex((word) => [...contentWords(word)].some((one) => isKnown(one, own)));
  return at < 0 ? Infinity : at;
}

function columnPerson(row: TableRow, at: number, { people }: ReadQuestion): number {
  const own = classesOfColumns(row)[at];
  if (!own || people.persons.length === 0) return 0;
  return people.persons.every((person) => fitsPerson(own, person)) ? 2 : -2;
}
