/**
 * Answers from tables by their rows and columns: the asked column of the asked row, the row whose months or days hold
 * the asked ones, the cheapest or the largest row. English, as the kinds of questions are. Pure.
 */
import { pattern } from './pattern.ts';
import type { People } from './people.ts';
import { fitsPerson, personClass, widthOf } from './person-class.ts';
import { asksDifference, differenceOf } from './price-differences.ts';
import { asksSum, columnScore, isNamedWhole, pricesOf, sumOf } from './price-sums.ts';
import { holdsKind, type QuestionKind } from './question-kind.ts';
import type { Ranked, ReadQuestion } from './ranking.ts';
import { classesOfColumns, classOfRow, priceRows, tableRows, type Row } from './table-rows.ts';
import {
  calendarOf,
  columnCalendar,
  fits,
  hasIn,
  hasWord,
  isCalendar,
  isGeneric,
  isKnown,
  quantityFits,
  type Calendar,
} from './table-words.ts';
import { contentWords } from './words.ts';

/** Words of a question that names a row and a column; a longer one tells a story. */
const MOST_WORDS = 30;
/** Rows that fit a question equally well and are all said. */
const MOST_TIED = 2;
/** Rows or tables among which a visitor is asked to choose. */
const MOST_CHOICES = 4;
/** Of rows with two words of the question, it is asked which one is meant even if another sentence is nearer. */
const SURELY_NAMED = 2;
/** The share of a row's name that a question has to name. */
const NAMED = 0.4;
/** Scores beside a word's 1: of a day, a month or an age that fits, and of a cell of the kind that is asked for. */
const BY_CALENDAR = 2;
const BY_KIND = 0.25;
/** Weight of a word that the follow-up names itself: it wins over the words of the question before. */
const OWN_WORD = 2;
/** Weight of a row whose ages include the one asked about, if nothing else names the row. */
const BY_AGE = 0.9;

const CURRENCY = /[€$£]/;
const PARTS_OF_DAY = contentWords('morning afternoon evening');
/** The kinds of questions whose cells look like nothing else. */
const TELLING: ReadonlySet<QuestionKind> = new Set(['price', 'hours', 'time', 'duration']);

const LEAST = pattern('')`\b(cheapest|least expensive|lowest|smallest|shortest|youngest|fewest)\b`;
const MOST = pattern(
  '',
)`\b(most expensive|dearest|priciest|highest|largest|biggest|longest|oldest|latest|most of|the most)\b`;
const SUPERLATIVES = contentWords(
  'cheapest least expensive lowest smallest shortest youngest fewest most dearest priciest highest ' +
    'largest biggest longest oldest',
);
/** Prices need no mark of a currency where a whole table has none. */
const BY_PRICE = /./;
/** The columns that a superlative is about, where the question names none. */
const ABOUT: readonly (readonly [words: RegExp, column: RegExp])[] = [
  [/cheap|expensive|dear|pric/, BY_PRICE],
  [/\bmost\b|fewest/, /^\d+$/],
  [/large|big|small/, /^(?:up to )?\d+(?:\.\d+)?(?: ?(?:m²|sqm|people|persons|guests|seats))?$/i],
  [/long|short/, /\d+ ?(?:min|h\b|hour|day|week|month|km|m\b)/i],
];

interface Match {
  row: Row;
  score: number;
  columns: readonly number[];
}

/**
 * The ranking with the row that answers first, and with what is said of it; as it was where no row surely does.
 * `spokenOf`: the sections that were just spoken of, null where the question stands alone; a question that goes on
 * from them asks for another table only by the whole name of a row.
 */
export function tableFirst(
  question: ReadQuestion,
  ranked: Ranked[],
  spokenOf: ReadonlySet<string> | null = null,
): Ranked[] {
  if (question.words.size > MOST_WORDS) return ranked;
  const rows = tableRows(ranked);
  const calculated = calculation(question, ranked, rows);
  if (calculated) return first(ranked, calculated.rows[0]!.ranked, calculated.text);
  const tied = question.kind === 'price' ? tiedPrices(question, ranked) : [];
  if (tied.length > 0) return [{ ...ranked[0]!, choices: tied }, ...ranked.slice(1)];
  if (rows.length === 0) return ranked;
  const text = question.text.toLowerCase();
  const least = LEAST.test(text);
  const matches = least || MOST.test(text) ? extreme(question, rows, least) : named(question, rows);
  if (!isOneAnswer(matches)) {
    const choices = choicesOf(matches, ranked);
    return choices.length > 0 ? [{ ...ranked[0]!, choices }, ...ranked.slice(1)] : ranked;
  }
  const isOfSubject = ({ row }: Match) =>
    spokenOf === null || spokenOf.has(row.section) || isNamedWhole(row, question);
  if (!matches.every(isOfSubject)) return ranked;
  const [best] = matches;
  return best ? first(ranked, best.row.ranked, matches.map(sentenceOf).join('. ')) : ranked;
}

const first = (ranked: Ranked[], best: Ranked, tableText: string): Ranked[] => [
  { ...best, tableText },
  ...ranked.filter((each) => each !== best),
];

/** A sum or a difference of prices. */
function calculation(question: ReadQuestion, ranked: readonly Ranked[], rows: readonly Row[]) {
  if (asksDifference(question.text)) {
    const difference = differenceOf(question, rows);
    return difference ?? differenceOf(question, priceRows(ranked));
  }
  return asksSum(question) ? (sumOf(question, rows) ?? sumOf(question, priceRows(ranked))) : null;
}

/** The rows that a question names, with the columns that it asks for. */
function named(question: ReadQuestion, rows: readonly Row[]): Match[] {
  const matches = rows.flatMap((row): Match[] => {
    const score = rowScore(row, question);
    if (score === 0) return [];
    const { columns, rest } = columnsOf(row, question, columnCalendar(question));
    if (question.kind === 'price' && !hasPrice(row, columns)) return [];
    return columns.length > 0 && rest ? [{ row, score, columns }] : [];
  });
  const top = matches.reduce((most, { score }) => Math.max(most, score), 0);
  const best = matches.filter(({ score }) => score === top);
  // At seventy, "65 and over" goes before "16 and over".
  const width = ({ row }: Match) => {
    const own = question.people.persons.length > 0 ? classOfRow(row) : null;
    return own ? widthOf(own) : 0;
  };
  const narrowest = Math.min(...best.map(width));
  return best.filter((match) => width(match) === narrowest);
}

/** "How much is a lesson?" is not answered by the ages that it is for. */
const hasPrice = (row: Row, columns: readonly number[]): boolean =>
  columns.some((at) => isClosed(row.cells[at]!) || pricesOf(row).some((price) => price.at === at));

/** Rows of two tables are two answers, of which none is sure. */
const isOneAnswer = (matches: readonly Match[]): boolean =>
  matches.length <= MOST_TIED && new Set(matches.map(({ row }) => row.section)).size === 1;

/** "Highlights" fits "Highlights, half head" and "Highlights, full head" equally well. */
function tiedPrices(question: ReadQuestion, ranked: readonly Ranked[]): string[] {
  const rows = priceRows(ranked.slice(0, LOOKED_AT));
  const best = rows.find((row) => row.ranked.sentence === ranked[0]!.sentence);
  if (!best || isNamedWhole(best, question)) return [];
  // "Long" tells nothing by itself, but it tells long hair from short hair.
  const namedPart = ({ cells }: Row) =>
    [...contentWords(cells[0] ?? '')].filter((word) => hasWord(question.words, word)).join(' ');
  const part = namedPart(best);
  const tied = rows.filter((row) => row.section === best.section && namedPart(row) === part);
  if (part.split(' ').every(isGeneric)) return [];
  return part && tied.length > 1 && tied.length <= MOST_CHOICES ? tied.map(({ cells }) => cells[0]!) : [];
}

/** Names of rows or tables that a question fits equally well; empty where they have none that tell them apart. */
function choicesOf(matches: readonly Match[], ranked: readonly Ranked[]): string[] {
  const isBest = matches.some(({ row }) => row.ranked.sentence === ranked[0]!.sentence);
  const { score } = matches[0] ?? { score: 0 };
  if (matches.length < 2 || matches.length > MOST_CHOICES || score < (isBest ? 1 : SURELY_NAMED)) return [];
  const labels = matches.map(({ row }) => row.cells[0] ?? '');
  const names =
    new Set(labels).size === labels.length ? labels : matches.map(({ row }) => row.headings.at(-1) ?? '');
  return names.every(Boolean) && new Set(names).size === names.length ? names : [];
}

/** 0 where the question does not name the row, or names people whom it is not for. */
function rowScore(row: Row, question: ReadQuestion): number {
  const { words, people } = question;
  const label = row.cells[0] ?? '';
  const byWords = labelScore(label, words, question);
  const newer =
    byWords > 0
      ? [...contentWords(`${label} ${row.headings.at(-1) ?? ''}`)].filter((word) =>
          hasWord(question.ownWords, word),
        ).length
      : 0;
  const own = byWords + OWN_WORD * newer;
  if (people.persons.length === 0) return own;
  const rowClass = classOfRow(row);
  if (!rowClass || (rowClass.kinds.size === 0 && !rowClass.range))
    return own > 0 ? Math.max(BY_KIND, own + headingFit(row, people)) : 0;
  if (people.persons.every((person) => fitsPerson(rowClass, person)))
    return own > 0 ? own + BY_CALENDAR : asksForRow(row, question) ? BY_AGE : 0;
  // "Which group" names no row, although every label may end in "group".
  const title = contentWords(row.table.names[0] ?? '');
  const isNamed = [...contentWords(label)].some((word) => !isKnown(word, title) && hasWord(words, word));
  const isAge = people.persons.some(({ age }) => age !== null && /\d/.test(label));
  return isNamed && !isAge ? own : 0;
}

/** "Which group", "how much": a question that a row answers whose ages hold the asked one. */
const asksForRow = ({ table: { names } }: Row, { kind, words }: ReadQuestion): boolean =>
  kind === 'price' || [...contentWords(names[0] ?? '')].some((word) => hasWord(words, word));

/** A column for these people speaks for a row, and a heading over its table for it or against it. */
function headingFit(row: Row, people: People): number {
  if (columnFor(row, people) !== null) return BY_CALENDAR;
  const heading = row.headings.map((text) => personClass(text)).findLast((one) => one !== null);
  if (!heading) return 0;
  return people.persons.every((person) => fitsPerson(heading, person)) ? BY_CALENDAR : -BY_CALENDAR;
}

/** The column that is for all these people; null where none or two are. */
function columnFor(row: Row, { persons }: People): number | null {
  const fitting = classesOfColumns(row).flatMap((own, at) =>
    own && persons.every((person) => fitsPerson(own, person)) ? [at] : [],
  );
  return persons.length > 0 && fitting.length === 1 ? fitting[0]! : null;
}

/** 0 where the question does not name the row. */
function labelScore(label: string, words: ReadonlySet<string>, calendar: Calendar): number {
  if (fits(calendarOf(label), calendar)) return BY_CALENDAR;
  const own = [...contentWords(label)].filter((word) => !/^\d+$/.test(word));
  const found = own.filter((word) => hasWord(words, word));
  if (found.every((word) => isGeneric(word) && !PARTS_OF_DAY.has(word)) || found.length < NAMED * own.length)
    return 0;
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
  row: Row,
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
    const byKind = holdsAnswer(kind, cells[at]) ? BY_KIND : 0;
    const byCalendar = fits(calendarOf(name), calendar) ? BY_CALENDAR : 0;
    const byNumber = BY_CALENDAR * quantityFits(name, question.text);
    const ownClass = classes[at];
    const byPerson =
      ownClass && people.persons.length > 0
        ? people.persons.every((person) => fitsPerson(ownClass, person))
          ? BY_CALENDAR
          : -BY_CALENDAR
        : 0;
    const earlier = people.persons.length === 0 ? question.rememberedPeople : null;
    const byEarlier = ownClass && earlier?.persons.every((person) => fitsPerson(ownClass, person)) ? 1 : 0;
    const byWords = found.length + (own.length > 0 ? found.length / own.length : 0);
    return byWords + byKind + byCalendar + byNumber + byPerson + byEarlier;
  });
  const top = Math.max(...scores);
  const columns =
    top > 0 ? scores.flatMap((score, at) => (score === top ? [at] : [])) : wholeRow(row, question);
  const labels = new Set(
    [...row.headings, cells[0]!, table.names[0]!, ...columns.map((at) => table.names[at]!)].flatMap(
      (text) => [...contentWords(text)],
    ),
  );
  const unknown = [...words].filter(
    (word) => !isGeneric(word) && !people.words.has(word) && !isKnown(word, labels) && !isCalendar(word),
  );
  return { columns, rest: unknown.length <= (top >= 1 || (top <= 0 && columns.length > 0) ? 1 : 0) };
}

/** Sentences of the ranking among which prices may tie. */
const LOOKED_AT = 40;
/** Columns that are said of it without being asked for. */
const MOST_COLUMNS = 4;

/** "Which group is for a child of five?" asks for the row whose ages hold the child's. */
function wholeRow({ table: { names }, cells }: Row, { words, people }: ReadQuestion): number[] {
  if (people.persons.length === 0) return [];
  if (![...contentWords(names[0] ?? '')].some((word) => hasWord(words, word))) return [];
  return cells.flatMap((cell, at) => (at > 0 && cell ? [at] : [])).slice(0, MOST_COLUMNS);
}

/** The cheapest or largest row of the one table that the question is about. */
function extreme(question: ReadQuestion, rows: readonly Row[], least: boolean): Match[] {
  const { people } = question;
  const about = [...question.words].filter(
    (word) => !SUPERLATIVES.has(word) && !isGeneric(word) && !people.words.has(word),
  );
  const measure = ABOUT.find(([words]) => words.test(question.text.toLowerCase()))?.[1];
  if (!measure) return [];
  const sections = new Map<string, Row[]>();
  for (const row of rows) {
    const { section } = row;
    sections.set(section, [...(sections.get(section) ?? []), row]);
  }
  const matches = [...sections.values()].flatMap((table) => {
    const { block } = table[0]!.ranked.sentence;
    const title = contentWords([...block.headings, table[0]!.table.names[0]].join(' '));
    const isOfSome = (word: string) => {
      const count = table.filter(({ cells }) => hasIn(cells[0] ?? '', word)).length;
      return count > 0 && count < table.length;
    };
    const chosen = about.filter(
      (word) =>
        (isOfSome(word) && !hasIn(table[0]!.table.names[0] ?? '', word)) ||
        (!isKnown(word, title) && !table[0]!.table.names.some((name) => hasIn(name, word))),
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
  const columns = columnsOf(best.row, question, columnCalendar(question)).columns;
  return [{ row: best.row, score: 1, columns: columns.length > 0 ? columns : [column] }];
}

/** The column that the question names, else the first one whose cells are such values; 0 where there is none. */
function measuredColumn(rows: readonly Row[], question: ReadQuestion, measure: RegExp): number {
  const [row] = rows;
  if (!row) return 0;
  const forPeople = columnFor(row, question.people);
  const isMeasured = (each: Row, at: number) =>
    measure === BY_PRICE
      ? pricesOf(each).some((price) => price.at === at)
      : measure.test(each.cells[at] ?? '');
  const fitting = row.table.names.flatMap((_, at) =>
    at > 0 && rows.filter((each) => isMeasured(each, at)).length > rows.length / 2 ? [at] : [],
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

/** "Kayak, double: Day €62"; a value that answers by itself has no name before it. */
function sentenceOf({ row: { cells, table }, columns }: Match): string {
  const values = columns.map((at) => {
    const name = table.names.length > 2 && !isClosed(cells[at]!) ? table.names[at]! : '';
    return [name, cells[at]!].filter(Boolean).join(' ');
  });
  return `${cells[0]!}: ${values.join(', ')}`;
}

const isClosed = (cell: string): boolean => /^(?:closed|open|free|none|yes|no|included)$/i.test(cell);
