/**
 * Answers from tables by their rows and columns: the asked column of the asked row, the row whose months or days hold
 * the asked ones, the cheapest or the largest row. English, as the kinds of questions are. Pure.
 */
import { pattern } from './pattern.ts';
import { holdsKind, months, weekDays, type QuestionKind } from './question-kind.ts';
import type { Ranked, ReadQuestion } from './ranking.ts';
import type { TableCells } from './passages.ts';
import { contentWords } from './words.ts';

/** Sentences whose tables are looked at, and rows of all these tables. */
const LOOKED_AT = 40;
const MOST_ROWS = 200;
/** Words of a question that names a row and a column; a longer one tells a story. */
const MOST_WORDS = 30;
/** Rows that fit a question equally well and are all said. */
const MOST_TIED = 2;
/** The share of a row's name that a question has to name. */
const NAMED = 0.4;
/** Letters of a word that begins another: "renew", "renewals". */
const STEM = 4;
/** Scores beside a word's 1: of a day or month that fits, and of a cell of the kind that the question asks for. */
const BY_CALENDAR = 2;
const BY_KIND = 0.25;

const CURRENCY = /[€$£]/;
/** Words that say how something is asked and not what. */
const GENERIC = new Set(
  `much many cost price pay charge fee rate buy rent hire book one person long time when what day date old must may
  will whole each per take last open close start begin end until from till hour at for only still today
  tonight tomorrow after this morning afternoon evening right now`.split(/\s+/),
);
/** Words of questions that columns have other names for. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  old: ['age'],
  young: ['age'],
  much: ['price', 'fee', 'cost', 'ticket', 'rate'],
  cost: ['price', 'fee', 'ticket', 'rate'],
  pay: ['price', 'fee', 'ticket', 'rate'],
  long: ['length', 'duration', 'loan'],
  keep: ['loan'],
  kid: ['child', 'children'],
  big: ['size', 'seat', 'place', 'people', 'capacity'],
};
/** The kinds of questions whose cells look like nothing else. */
const TELLING: ReadonlySet<QuestionKind> = new Set(['price', 'hours', 'time', 'duration']);

const LEAST = pattern('')`\b(cheapest|least expensive|lowest|smallest|shortest|youngest|fewest)\b`;
const MOST = pattern('')`\b(most expensive|dearest|priciest|highest|largest|biggest|longest|oldest|latest)\b`;
const SUPERLATIVES = contentWords(
  'cheapest least expensive lowest smallest shortest youngest fewest most dearest priciest highest ' +
    'largest biggest longest oldest',
);
/** The columns that a superlative is about, where the question names none. */
const ABOUT: readonly (readonly [words: RegExp, column: RegExp])[] = [
  [/cheap|expensive|dear|pric/, /[€$£]\s?\d|\d\s?(?:€|£|\$|euros?|dollars?|pounds?)/i],
  [/large|big|small/, /^(?:up to )?\d+(?:\.\d+)?(?: ?(?:m²|sqm|people|persons|guests|seats))?$/i],
  [/long|short/, /\d+ ?(?:min|h\b|hour|day|week|month|km|m\b)/i],
];

interface Row {
  ranked: Ranked;
  table: TableCells;
  cells: readonly string[];
}
interface Match {
  row: Row;
  score: number;
  columns: readonly number[];
}

/** The ranking with the row that answers first, and with what is said of it; as it was where no row surely does. */
export function tableFirst(question: ReadQuestion, ranked: Ranked[]): Ranked[] {
  const rows = rowsOf(ranked);
  if (rows.length === 0 || question.words.size > MOST_WORDS) return ranked;
  const text = question.text.toLowerCase();
  const least = LEAST.test(text);
  const matches = least || MOST.test(text) ? extreme(question, rows, least) : named(question, rows);
  const [best] = matches;
  if (!best) return ranked;
  const tableText = matches.map(sentenceOf).join('. ');
  return [{ ...best.row.ranked, tableText }, ...ranked.filter((each) => each !== best.row.ranked)];
}

function rowsOf(ranked: readonly Ranked[]): Row[] {
  const sections = new Set(
    ranked.slice(0, LOOKED_AT).flatMap(({ sentence: { block, section } }) => (block.table ? [section] : [])),
  );
  const rows: Row[] = [];
  if (sections.size === 0) return rows;
  for (const each of ranked) {
    const { block, section, place } = each.sentence;
    const cells = block.table?.rows[place];
    if (
      cells &&
      sections.has(section) &&
      rows.push({ ranked: each, table: block.table!, cells }) === MOST_ROWS
    )
      break;
  }
  return rows;
}

/** The rows that a question names, with the columns that it asks for. */
function named(question: ReadQuestion, rows: readonly Row[]): Match[] {
  const calendar: Calendar = question;
  const matches = rows.flatMap((row): Match[] => {
    const label = row.cells[0] ?? '';
    const score = labelScore(label, question.words, calendar);
    if (score === 0) return [];
    const { columns, rest } = columnsOf(row, question, calendar);
    return columns.length > 0 && rest ? [{ row, score, columns }] : [];
  });
  const top = matches.reduce((most, { score }) => Math.max(most, score), 0);
  const best = matches.filter(({ score }) => score === top);
  // Rows of two tables are two answers, of which none is sure.
  const sections = new Set(best.map(({ row }) => row.ranked.sentence.section));
  return best.length <= MOST_TIED && sections.size === 1 ? best : [];
}

/** 0 where the question does not name the row. */
function labelScore(label: string, words: ReadonlySet<string>, calendar: Calendar): number {
  if (fits(calendarOf(label), calendar)) return BY_CALENDAR;
  const own = [...contentWords(label)].filter((word) => !/^\d+$/.test(word));
  const found = own.filter((word) => hasWord(words, word));
  if (found.every((word) => GENERIC.has(word)) || found.length < NAMED * own.length) return 0;
  return found.length + found.length / own.length;
}

/** True if a cell holds the kind of value that the question asks for. "12.00" may be a time, "€12.00" is a price. */
function holdsAnswer(kind: QuestionKind, cell: string): boolean {
  if (!TELLING.has(kind)) return false;
  if (isClosed(cell)) return true;
  return holdsKind(kind, cell) === true && (kind === 'price' || !CURRENCY.test(cell));
}

/** The columns that are asked for, and whether the rest of the question says nothing that the table does not. */
function columnsOf(
  { ranked, table, cells }: Row,
  question: ReadQuestion,
  calendar: Calendar,
): { columns: number[]; rest: boolean } {
  const { kind, words } = question;
  const scores = table.names.map((name, at) => {
    if (at === 0 || !cells[at]) return 0;
    const own = [...contentWords(name)];
    const found = own.filter((word) => hasWord(words, word));
    const byKind = holdsAnswer(kind, cells[at]) ? BY_KIND : 0;
    const byCalendar = fits(calendarOf(name), calendar) ? BY_CALENDAR : 0;
    return found.length + (own.length > 0 ? found.length / own.length : 0) + byKind + byCalendar;
  });
  const top = Math.max(...scores);
  const columns = top > 0 ? scores.flatMap((score, at) => (score === top ? [at] : [])) : [];
  const labels = new Set(
    [
      ...ranked.sentence.block.headings,
      cells[0]!,
      table.names[0]!,
      ...columns.map((at) => table.names[at]!),
    ].flatMap((text) => [...contentWords(text)]),
  );
  const unknown = [...words].filter(
    (word) => !GENERIC.has(word) && !isKnown(word, labels) && !isCalendar(word),
  );
  return { columns, rest: unknown.length <= (top >= 1 ? 1 : 0) };
}

/** The cheapest or largest row of the one table that the question is about. */
function extreme(question: ReadQuestion, rows: readonly Row[], least: boolean): Match[] {
  const about = [...question.words].filter((word) => !SUPERLATIVES.has(word) && !GENERIC.has(word));
  const measure = ABOUT.find(([words]) => words.test(question.text.toLowerCase()))?.[1];
  if (!measure) return [];
  const sections = new Map<string, Row[]>();
  for (const row of rows) {
    const { section } = row.ranked.sentence;
    sections.set(section, [...(sections.get(section) ?? []), row]);
  }
  const matches = [...sections.values()].flatMap((table) => {
    const { block } = table[0]!.ranked.sentence;
    const title = contentWords([...block.headings, table[0]!.table.names[0]].join(' '));
    const chosen = about.filter(
      (word) => !isKnown(word, title) && !table[0]!.table.names.some((name) => hasIn(name, word)),
    );
    const some = table.filter(({ cells }) => chosen.every((word) => hasIn(cells[0] ?? '', word)));
    const column = measuredColumn(some, question, measure);
    return some.length > 1 && column > 0 ? [{ rows: some, column }] : [];
  });
  if (matches.length !== 1) return [];
  const [{ rows: some, column }] = matches as [(typeof matches)[0]];
  const measured = some.flatMap((row) => {
    const value = numberIn(row.cells[column] ?? '');
    return value === null ? [] : [{ row, value: least ? value : -value }];
  });
  const best =
    measured.length > 0 ? measured.reduce((one, other) => (other.value < one.value ? other : one)) : null;
  if (!best || measured.length < 2) return [];
  // "How much is the largest boat?" asks for the price of the one that another column finds.
  const columns = columnsOf(best.row, question, question).columns;
  return [{ row: best.row, score: 1, columns: columns.length > 0 ? columns : [column] }];
}

/** The column that the question names, else the first one whose cells are such values; 0 where there is none. */
function measuredColumn(rows: readonly Row[], { words }: ReadQuestion, measure: RegExp): number {
  const names = rows[0]?.table.names ?? [];
  const fitting = names.flatMap((_, at) =>
    at > 0 && rows.filter(({ cells }) => measure.test(cells[at] ?? '')).length > rows.length / 2 ? [at] : [],
  );
  return (
    fitting.find((at) => [...contentWords(names[at]!)].some((word) => words.has(word))) ?? fitting[0] ?? 0
  );
}

function numberIn(cell: string): number | null {
  if (/^free\b/i.test(cell)) return 0;
  const digits = /\d[\d,]*(?:\.\d+)?/.exec(cell)?.[0];
  return digits === undefined ? null : Number(digits.replaceAll(',', ''));
}

/** "Kayak, double: Day €62"; a value that answers by itself has no name before it. */
function sentenceOf({ row: { cells, table }, columns }: Match): string {
  const values = columns.map((at) => {
    const name = table.names.length > 2 && !isClosed(cells[at]!) ? table.names[at]! : '';
    return [name, cells[at]!].filter(Boolean).join(' ');
  });
  return `${cells[0]!}: ${values.join(', ')}`;
}

const isClosed = (cell: string): boolean => /^(?:closed|open|free|none|yes|no|included)$/i.test(cell);

interface Calendar {
  days: ReadonlySet<number>;
  months: ReadonlySet<number>;
}
const calendarOf = (text: string): Calendar => ({ days: weekDays(text), months: months(text) });

/** True if a name covers all days or all months of the question. */
function fits(name: Calendar, question: Calendar): boolean {
  const holds = (of: keyof Calendar) =>
    question[of].size > 0 && [...question[of]].every((one) => name[of].has(one));
  return holds('days') || holds('months');
}

const isCalendar = (word: string): boolean =>
  weekDays(word).size > 0 || months(word).size > 0 || word === 'weekday';

/** True if a question has a table's word, a word with the same beginning, or another name of it. */
function hasWord(words: ReadonlySet<string>, word: string): boolean {
  if (words.has(word)) return true;
  return [...words].some((one) => begins(one, word) || OTHER_NAMES[one]?.includes(word));
}

const isKnown = (word: string, vocabulary: ReadonlySet<string>): boolean =>
  vocabulary.has(word) ||
  [...vocabulary].some((one) => begins(word, one) || OTHER_NAMES[word]?.includes(one));

const hasIn = (text: string, word: string): boolean => isKnown(word, contentWords(text));

/** Stems of "game" and "games" differ in their last letter. */
const begins = (one: string, other: string): boolean =>
  one.replace(/e$/, '') === other.replace(/e$/, '') ||
  (Math.min(one.length, other.length) >= STEM && (one.startsWith(other) || other.startsWith(one)));
