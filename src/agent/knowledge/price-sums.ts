/**
 * Sums of prices: for the people that a question names ("two adults and a child of five") or for several things ("a
 * beard trim and a cut", "three helmets"). Prices that do not fit are not added; what is missing is said. English.
 * Pure.
 */
import { pattern } from './pattern.ts';
import { amountOf, amountText, type Amount } from './amounts.ts';
import { numberOf } from './number-words.ts';
import { headcount, peopleIn, type Person } from './people.ts';
import { fitsPerson, personClass, widthOf, type PersonClass } from './person-class.ts';
import type { ReadQuestion } from './ranking.ts';
import { classesOfColumns, classOfRow, type Row } from './table-rows.ts';
import {
  calendarOf,
  columnCalendar,
  fits,
  hasWord,
  isCalendar,
  isKnown,
  isOfSums,
  quantityFits,
} from './table-words.ts';
import { contentWords, tokens } from './words.ts';

/** A sum or a difference as it is said, and the rows that it is made of. */
export interface Calculation {
  text: string;
  rows: readonly Row[];
}

interface Cell {
  row: Row;
  at: number;
  amount: Amount;
  score: number;
  width: number;
}
interface Item {
  count: number;
  cells: readonly Cell[];
}

/** Columns whose sums are said where the question names none. */
const MOST_COLUMNS = 3;
/** Rows that are said where it is not clear which one is meant. */
const MOST_UNCLEAR = 4;
const ASKS_TOTAL = /\b(?:together|altogether|in total|total|overall|all of us|sum)\b/;
/** Names of two things without such a word may be a question and the one before it. */
const JOINS = /\b(?:and|plus|with|both|together|altogether|total|sum)\b|,/i;
const CURRENCY = /[€$£¥]/;
const PRICE_NAME = /\b(?:price|fee|cost|rate|ticket|charge)s?\b/i;
const NO_PRICE_NAME = pattern('i')`
  \b(?:how many|number|places?|people|persons|seats?|max\w*|min\w*|age[sd]?|length|duration|hours?|minutes|
  size|weight|deposit|room|per adult)\b`;

export const asksSum = ({ kind, text }: ReadQuestion): boolean =>
  kind === 'price' || ASKS_TOTAL.test(text.toLowerCase());

export function sumOf(question: ReadQuestion, rows: readonly Row[]): Calculation | null {
  const { people } = question;
  const many = headcount(people) > 1;
  const forPeople = many ? peopleSum(question, rows) : null;
  if (forPeople && !forPeople.isMissing) return forPeople;
  return thingsSum(question, rows) ?? forPeople;
}

function peopleSum(
  question: ReadQuestion,
  rows: readonly Row[],
): (Calculation & { isMissing: boolean }) | null {
  const { persons } = question.people;
  const sections = new Map<string, Row[]>();
  for (const row of rows) sections.set(row.section, [...(sections.get(row.section) ?? []), row]);
  const tables = [...sections.values()].map((some) =>
    persons.map((person): Item => ({ count: person.count, cells: cellsFor(person, some, question) })),
  );
  const within = tables
    .filter((items) => items.every(isPriced))
    .sort((one, other) => scoreOf(other) - scoreOf(one));
  const across = persons.map((person): Item => ({
    count: person.count,
    cells: cellsFor(person, rows, question).filter(({ row }) => namedWords(row, question) > 0),
  }));
  const items = within[0] ?? (across.every(isPriced) ? across : (fullest(tables) ?? across));
  const priced = items.filter(isPriced);
  if (priced.length === 0 || !saysNothingElse(question, priced)) return null;
  if (priced.length < items.length) return missingText(question, items);
  const unclear = priced.find(({ cells }) => new Set(cells.map(({ row }) => row)).size > 1);
  if (unclear) return unclearText(unclear);
  const calculation = totalText(priced, within[0] ? bundlesOf(question, within[0]) : []);
  return calculation && { ...calculation, isMissing: false };
}

const isPriced = ({ cells }: Item): boolean => cells.length > 0;

/** The table that has prices for most of the people; null where two have. */
function fullest(tables: readonly (readonly Item[])[]): readonly Item[] | null {
  const counts = tables.map((items) => items.filter(isPriced).length);
  const most = Math.max(...counts);
  const chosen = tables.filter((_, at) => counts[at] === most);
  return most > 0 && chosen.length === 1 ? chosen[0]! : null;
}

const scoreOf = (items: readonly Item[]): number =>
  items.reduce((sum, { cells }) => sum + cells[0]!.score, 0);

/** The prices for a person that fit the question best. */
function cellsFor(person: Person, rows: readonly Row[], question: ReadQuestion): Cell[] {
  const cells = rows.flatMap((row) => {
    const rowClass = classOfRow(row);
    const columns = classesOfColumns(row);
    const heading = row.headings.map((one) => personClass(one)).findLast((one) => one !== null) ?? null;
    return pricesOf(row).flatMap(({ at, amount }): Cell[] => {
      const classes = [columns[at] ?? null, rowClass].filter((one): one is PersonClass => one !== null);
      if (classes.length === 0 && heading) classes.push(heading);
      if (classes.length === 0 || !classes.every((one) => fitsPerson(one, person))) return [];
      const width = Math.min(...classes.map(widthOf));
      return [{ row, at, amount, width, score: namedWords(row, question) + columnScore(row, at, question) }];
    });
  });
  return best(cells);
}

function best(cells: readonly Cell[]): Cell[] {
  const top = cells.reduce((most, { score }) => Math.max(most, score), -Infinity);
  const fitting = cells.filter(({ score }) => score === top);
  const narrow = fitting.reduce((least, { width }) => Math.min(least, width), Infinity);
  return fitting.filter(({ width }) => width === narrow);
}

/** The cells of a row that are prices. */
export function pricesOf({ cells, table }: Row): { at: number; amount: Amount }[] {
  const hasCurrency = table.rows.some((row) => row.some((cell) => CURRENCY.test(cell)));
  return cells.flatMap((cell, at) => {
    const name = table.names[at] ?? '';
    const amount = at === 0 ? null : amountOf(cell);
    if (!amount) return [];
    const isPrice = CURRENCY.test(cell) || PRICE_NAME.test(name) || /^free$/i.test(cell);
    return isPrice || (!hasCurrency && !NO_PRICE_NAME.test(name)) ? [{ at, amount }] : [];
  });
}

/** How much of the row's label, and of the headings above it, a question names beside the people. */
function namedWords({ cells, headings }: Row, { words, people }: ReadQuestion): number {
  const own = new Set([...words].filter((word) => !people.words.has(word) && !isOfSums(word)));
  const found = (text: string) => [...contentWords(text)].filter((word) => hasWord(own, word)).length;
  return found(cells[0] ?? '') + found(headings.at(-1) ?? '') / 2;
}

export function columnScore({ table }: Row, at: number, question: ReadQuestion): number {
  const name = table.names[at] ?? '';
  const found = [...contentWords(name)].filter((word) => hasWord(question.words, word)).length;
  const calendar = fits(calendarOf(name), columnCalendar(question)) ? 2 : 0;
  return found + calendar + 3 * quantityFits(name, question.text);
}

/** True if all that the question speaks of stands in the chosen rows. */
function saysNothingElse({ words, people }: ReadQuestion, items: readonly Item[]): boolean {
  const vocabulary = new Set(
    items
      .flatMap(({ cells }) => cells)
      .flatMap(({ row, at }) => [...row.headings, row.cells[0]!, row.table.names[0]!, row.table.names[at]!])
      .flatMap((text) => [...contentWords(text)]),
  );
  return [...words].every(
    (word) =>
      people.words.has(word) ||
      isOfSums(word) ||
      isCalendar(word) ||
      /^\d+$/.test(word) ||
      numberOf(word) !== null ||
      isKnown(word, vocabulary),
  );
}

/** The total of each column that may be meant; null where the prices are of two currencies or too many. */
function totalText(items: readonly Item[], bundles: readonly Row[]): Calculation | null {
  const names = items.map(({ cells }) => new Set(cells.map(({ row, at }) => row.table.names[at] ?? '')));
  const shared = [...names[0]!].filter((name) => names.every((some) => some.has(name)));
  const columns = shared.length > 0 ? shared : names.every(({ size }) => size === 1) ? [null] : [];
  if (columns.length === 0 || columns.length > MOST_COLUMNS) return null;
  const texts = columns.map((column) => {
    const parts = items.map(({ count, cells }) => ({
      count,
      cell: cells.find(({ row, at }) => column === null || (row.table.names[at] ?? '') === column)!,
    }));
    const merged = mergedParts(parts);
    const amounts = merged.map(({ cell }) => cell.amount);
    const total = merged.reduce((sum, { count, cell }) => sum + count * cell.amount.value, 0);
    const totalPrice = amountText(total, amounts);
    if (totalPrice === null) return null;
    const listed = merged.map(({ count, cell }) => {
      const price = cell.row.cells[cell.at]!;
      return `${count > 1 ? `${count} times ` : ''}${cell.row.cells[0]!} ${price}`;
    });
    const name = column && merged[0]!.cell.row.table.names.length > 2 ? `${column}: ` : '';
    return `${name}${listed.join(' and ')}, together ${totalPrice}${bundleText(bundles, parts[0]!.cell.at, total)}`;
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
  const merged: Part[] = [];
  for (const part of parts) {
    const same = merged.find(({ cell }) => cell.row === part.cell.row && cell.at === part.cell.at);
    if (same) same.count += part.count;
    else merged.push({ ...part });
  }
  return merged;
}

/** Rows of the same table for exactly these people: "Family (2 adults and 2 children)". */
function bundlesOf({ people }: ReadQuestion, items: readonly Item[]): Row[] {
  const { table, section, headings, ranked } = items[0]!.cells[0]!.row;
  const adults = people.persons
    .filter(({ kind }) => kind === 'adult')
    .reduce((sum, { count }) => sum + count, 0);
  return table.rows
    .map((cells) => ({ cells, table, section, headings, ranked }))
    .filter(({ cells }) => {
      const inside = peopleIn(cells[0] ?? '');
      if (!personClass(cells[0] ?? '')?.isBundle || headcount(inside) !== headcount(people)) return false;
      return (
        adults ===
        inside.persons.filter(({ kind }) => kind === 'adult').reduce((sum, { count }) => sum + count, 0)
      );
    });
}

function bundleText(bundles: readonly Row[], at: number, total: number): string {
  const cheaper = bundles.find(({ cells }) => (amountOf(cells[at] ?? '')?.value ?? Infinity) < total);
  return cheaper ? `, or ${cheaper.cells[0]!} ${cheaper.cells[at]!}` : '';
}

/** The prices that stand there, and for whom there is none. */
function missingText({ people }: ReadQuestion, items: readonly Item[]): Calculation & { isMissing: boolean } {
  const priced = items.flatMap(({ cells }) => cells.slice(0, 1));
  const listed = [...new Set(priced.map(({ row, at }) => `${row.cells[0]!} ${row.cells[at]!}`))];
  const missing = items.flatMap(({ cells }, at) =>
    cells.length === 0 ? [personName(people.persons[at]!)] : [],
  );
  return {
    text: `${listed.join(', ')}. I find no price for ${missing.join(' and ')}`,
    rows: priced.map(({ row }) => row),
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
  if (rows.length > MOST_UNCLEAR || !rows.every((row) => classOfRow(row)?.range)) return null;
  const listed = rows.map((row) => {
    const { at } = cells.find((cell) => cell.row === row)!;
    return `${row.cells[0]!} ${row.cells[at]!}`;
  });
  return { text: `It depends on the age: ${listed.join(', ')}`, rows, isMissing: true };
}

/** Rows of one table whose whole names the question has, each as often as it says. */
function thingsSum(question: ReadQuestion, rows: readonly Row[]): Calculation | null {
  const { people } = question;
  const named = rows.filter((row) => isNamedWhole(row, question) && pricesOf(row).length > 0);
  const sections = new Map<string, Row[]>();
  for (const row of named) sections.set(row.section, [...(sections.get(row.section) ?? []), row]);
  const [some, ...others] = [...sections.values()].sort((one, other) => other.length - one.length);
  if (!some || others.some((other) => other.length === some.length)) return null;
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
    return { count: countBefore(row.cells[0]!, question.text) ?? (heads || 1), cells: best(cells) };
  });
  const total = items.reduce((sum, { count }) => sum + count, 0);
  if (total < 2 || (total === items.length && !JOINS.test(question.text))) return null;
  if (!saysNothingElse(question, items)) return null;
  return totalText(items, []);
}

/** The index of the first word of a question that names a row; Infinity without one. */
function mentionOf({ cells }: Row, { text }: ReadQuestion): number {
  const own = contentWords(withoutBrackets(cells[0] ?? ''));
  const at = tokens(text).findIndex((word) => [...contentWords(word)].some((one) => isKnown(one, own)));
  return at < 0 ? Infinity : at;
}

function columnPerson(row: Row, at: number, { people }: ReadQuestion): number {
  const own = classesOfColumns(row)[at];
  if (!own || people.persons.length === 0) return 0;
  return people.persons.every((person) => fitsPerson(own, person)) ? 2 : -2;
}

export const withoutBrackets = (label: string): string => label.replace(/\([^()]*\)/g, ' ');

export function isNamedWhole({ cells }: Row, { words }: ReadQuestion): boolean {
  const own = [...contentWords(withoutBrackets(cells[0] ?? ''))].filter((word) => word.length > 1);
  return own.length > 0 && own.every((word) => hasWord(words, word));
}

/** Words between a number and the thing that it counts: "three ski helmets". */
const MOST_BETWEEN = 2;

/** How many of a thing a question names: "two full days"; null where no number stands before it. */
export function countBefore(label: string, question: string): number | null {
  const own = contentWords(withoutBrackets(label));
  const words = tokens(question);
  for (const [at, word] of words.entries()) {
    const count = numberOf(word);
    if (count === null || count < 2) continue;
    const after = words.slice(at + 1, at + 2 + MOST_BETWEEN);
    const [first] = [...contentWords(after[0] ?? '')];
    if (first !== undefined && isKnown(first, own)) return count;
  }
  return null;
}
