/** Finds table rows among ranked sentences, and converts prices below separate headings to rows. */
import { amountOf } from './amounts.ts';
import type { TableCells } from './passages.ts';
import { personClass, type PersonClass } from './person-class.ts';
import type { RankedSentence } from './ranking.ts';

export interface TableRow {
  table: TableCells;
  cells: readonly string[];
  /** Identifies the table's section; equal for all rows of one table. */
  section: string;
  headings: readonly string[];
}

/** A table row with the ranked sentence of the document that contains it. */
export interface Row extends TableRow {
  ranked: RankedSentence;
}

/** Maximum number of sentences whose tables are searched. */
const MAX_EXAMINED_SENTENCES = 40;
/** Maximum number of rows of all these tables. */
const MAX_ROWS = 200;
/** Maximum number of characters of a heading or an item that names one price. */
const MAX_LABEL_LENGTH = 80;
const PRICE_IN_TEXT = /(?:[€$£]\s?\d[\d.,]*|\b\d[\d.,]*\s?(?:€|£|\$|euros?\b|pounds?\b|dollars?\b))/gi;

export function tableRows(rankedSentences: readonly RankedSentence[]): Row[] {
  const sections = new Set(
    rankedSentences
      .slice(0, MAX_EXAMINED_SENTENCES)
      .flatMap(({ sentence: { block, section } }) => (block.table ? [section] : [])),
  );
  const rows: Row[] = [];
  if (sections.size === 0) return rows;
  for (const each of rankedSentences) {
    const { block, section, place } = each.sentence;
    const cells = block.table?.rows[place];
    if (!cells || !sections.has(section)) continue;
    rows.push({ ranked: each, table: block.table!, cells, section, headings: block.headings });
    if (rows.length === MAX_ROWS) break;
  }
  return rows;
}

const PRICE_COLUMN = ['', 'Price'];

/** Converts prices outside of tables to rows: "Men's cut" above "£29", or "Helmet: £5" in a list. */
export function priceRows(rankedSentences: readonly RankedSentence[]): Row[] {
  const rows: Row[] = [];
  for (const each of rankedSentences) {
    if (rows.length === MAX_ROWS) break;
    const row = priceRow(each);
    if (row) rows.push(row);
  }
  return rows;
}

function priceRow(rankedSentence: RankedSentence): Row | null {
  const { block, section, text } = rankedSentence.sentence;
  if (block.table) return null;
  const prices = text.match(PRICE_IN_TEXT);
  if (prices?.length !== 1) return null;
  const price = prices[0].replace(/[.,]$/, '');
  const heading = block.headings.at(-1) ?? '';
  const [label = '', rest] = block.kind === 'list' ? splitItem(text) : [heading, text];
  const isWhole = rest !== undefined && rest.startsWith(price);
  if (!isWhole || !label || label.length > MAX_LABEL_LENGTH || !amountOf(price)) return null;
  const headings = block.kind === 'list' ? block.headings : block.headings.slice(0, -1);
  const cells = [label, price];
  return {
    ranked: rankedSentence,
    table: { names: PRICE_COLUMN, rows: [cells] },
    cells,
    section: block.kind === 'list' ? section : JSON.stringify(headings),
    headings,
  };
}

function splitItem(item: string): [string, string | undefined] {
  const at = item.indexOf(': ');
  return at < 0 ? [item, undefined] : [item.slice(0, at), item.slice(at + 2)];
}

const AGE_NAME = /\b(?:age[sd]?|years|months)\b/i;

/** Matches "Age" but not "3 to 5 years", which is itself an age. */
const isAgeColumn = (name: string): boolean => AGE_NAME.test(name) && !/\d/.test(name);

/**
 * Parses an age cell. The column's name explains a single number: "Age from" and 3 mean three years and
 * older.
 */
export function classOfCell(name: string, cell: string): PersonClass | null {
  if (!isAgeColumn(name)) return null;
  const boundWord = /\b(?:from|min\w*)\b/i.test(name)
    ? 'from '
    : /\b(?:to|until|max\w*)\b/i.test(name)
      ? 'up to '
      : '';
  return personClass(/^\d+$/.test(cell) ? `${boundWord}${cell}` : cell, true);
}

/** True if a row is for adults or children: "Under 16" in another row is then an age. */
function hasRowForPeople(rows: TableCells['rows']): boolean {
  const earlier = HAS_ROW_FOR_PEOPLE.get(rows);
  if (earlier !== undefined) return earlier;
  const hasPeople = rows.some(([label = '']) => (personClass(label)?.kinds.size ?? 0) > 0);
  HAS_ROW_FOR_PEOPLE.set(rows, hasPeople);
  return hasPeople;
}
/** Results of `hasRowForPeople` by table, because it is called for every row. */
const HAS_ROW_FOR_PEOPLE = new WeakMap<TableCells['rows'], boolean>();

/** Determines whom a row is for, from its column of ages or its label. A "youth group" is a group by age. */
export function classOfRow({ cells, table: { names, rows } }: TableRow): PersonClass | null {
  const byAge = cells
    .map((cell, at) => (at > 0 ? classOfCell(names[at] ?? '', cell) : null))
    .find((own) => own?.range);
  const byLabel = personClass(cells[0] ?? '', isAgeColumn(names[0] ?? '') || hasRowForPeople(rows));
  return byAge ? { kinds: byLabel?.kinds ?? new Set(), range: byAge.range, isBundle: false } : byLabel;
}

/** Determines whom each column is for. "Under 2" beside "3 to 5 years" is an age. */
export function classesOfColumns({ table: { names } }: TableRow): readonly (PersonClass | null)[] {
  const isAge = names.slice(1).some((name) => personClass(name) !== null);
  return names.map((name, at) => (at === 0 || isAgeColumn(name) ? null : personClass(name, isAge)));
}
