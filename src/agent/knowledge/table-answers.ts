/**
 * Answers from the rows and columns of tables: the requested cell, the row whose months or days include the
 * requested ones, or the cheapest or largest row. This module is for English only.
 */
import { definitionsOf } from './column-definitions.ts';
import { isStatement, messageParts } from './message-parts.ts';
import { measureFits, measureWidth } from './measure-ranges.ts';
import { fitsPerson, widthOf } from './person-class.ts';
import { asksDifference, differenceOf } from './price-differences.ts';
import { asksSum, isAllOf, pricesOf, sumOf, type Calculation } from './price-sums.ts';
import { isNamedWhole } from './row-names.ts';
import { rowScore } from './row-scores.ts';
import type { RankedSentence, ReadQuestion } from './ranking.ts';
import { stayTotal } from './stays.ts';
import { partyTotal } from './unit-prices.ts';
import { rowsOfThing } from './existence-answers.ts';
import { columnsOf, isClosed, MAX_COLUMNS, sentenceOf, valuesOf, type Match } from './table-columns.ts';
import { findExtremes } from './table-extremes.ts';
import { listRows } from './table-lists.ts';
import { classOfRow, priceRows, tableRows, type Row, type TableRow } from './table-rows.ts';
import { columnCalendar, hasWord, isGeneric, isVerb } from './table-words.ts';
import { contentWords } from './words.ts';

/** Maximum number of words of a question that is matched with rows and columns; a longer one is a narrative. */
const MAX_WORDS = 30;
/** Maximum number of equally good rows that are all spoken. */
const MAX_TIED_ROWS = 2;
/** Maximum number of rows or tables that the visitor may choose from. */
const MAX_CHOICES = 4;
/**
 * If several rows match this many words of the question, the agent asks which one is meant, even if another sentence
 * ranks higher.
 */
const MIN_NAMED_WORDS = 2;

/** Minimum number of sentences that must contain a word for it to count as common. */
const MIN_COMMON = 3;
/** Maximum number of ranked sentences among which tied prices are searched. */
const MAX_EXAMINED_SENTENCES = 40;

/**
 * Moves the answering row to the front, in its spoken form. Returns the ranking unchanged if no row certainly
 * answers. `spokenOf` has the sections of the previous answer, or null if the question needs no context. A
 * question that needs context selects a row of another section only by its full name.
 */
export function tableFirst(
  readQuestion: ReadQuestion,
  rankedSentences: RankedSentence[],
  spokenOf: ReadonlySet<string> | null = null,
): RankedSentence[] {
  if (readQuestion.words.size > MAX_WORDS) return rankedSentences;
  const rows = tableRows(rankedSentences);
  const question =
    rows.length > 0
      ? {
          ...readQuestion,
          definitions: definitionsOf(rows, rankedSentences),
          commonWords: commonWords(readQuestion, rankedSentences),
          backgroundWords: backgroundWords(readQuestion, rankedSentences),
        }
      : readQuestion;
  const calculation = findCalculation(question, rankedSentences, rows);
  if (calculation) return moveToFront(rankedSentences, calculation.row.ranked, calculation.text);
  const tied = question.kind === 'price' ? tiedFirst(question, rankedSentences) : null;
  if (tied) return tied;
  if (rows.length === 0) return rankedSentences;
  const list = listRows(question, rows);
  if (list) return moveToFront(rankedSentences, list.row.ranked, list.text);
  const matches = findExtremes(question, rows) ?? matchNames(question, rows);
  if (matches.length === 0) return thingFirst(question, rankedSentences, rows);
  if (!isOneAnswer(matches)) {
    const choices = choicesOf(matches, rankedSentences);
    return choices.length > 0
      ? [{ ...rankedSentences[0]!, choices }, ...rankedSentences.slice(1)]
      : rankedSentences;
  }
  const matchesSubject = ({ row }: Match) =>
    spokenOf === null || spokenOf.has(row.section) || isNamedWhole(row, question);
  if (!matches.every(matchesSubject)) return rankedSentences;
  const text = [matchesText(matches), totalOf(matches, question, rankedSentences)].filter(Boolean).join(', ');
  return moveToFront(rankedSentences, matches[0]!.row.ranked, text);
}

/** Returns the total of the only match for a stay or a party; null if the question is for neither. */
function totalOf(
  [best, another]: readonly Match[],
  question: ReadQuestion,
  rankedSentences: readonly RankedSentence[],
): string | null {
  return best && !another ? (stayTotal(question, best, rankedSentences) ?? partyTotal(question, best)) : null;
}

/** Moves the only price for the people of the question to the front, or offers the tied prices; null without a tie. */
function tiedFirst(question: ReadQuestion, rankedSentences: RankedSentence[]): RankedSentence[] | null {
  const tiedRows = tiedPrices(question, rankedSentences);
  const [own, another] = tiedRows.filter((row) => isForPeople(row, question));
  if (own && !another) return moveToFront(rankedSentences, own.ranked, priceText(own));
  const [first, ...rest] = rankedSentences;
  return tiedRows.length > 0 && first
    ? [{ ...first, choices: tiedRows.map(({ cells }) => cells[0]!) }, ...rest]
    : null;
}

/** Moves the row of the thing that a question asks for to the front, or offers a choice of several. */
function thingFirst(
  question: ReadQuestion,
  rankedSentences: RankedSentence[],
  rows: readonly Row[],
): RankedSentence[] {
  const things = rowsOfThing(question, rows);
  const [row] = things;
  if (!row) return rankedSentences;
  if (things.length > 1)
    return [
      { ...rankedSentences[0]!, choices: things.map(({ cells }) => cells[0]!), isOffered: true },
      ...rankedSentences.slice(1),
    ];
  const columns = row.cells.flatMap((cell, at) => (at > 0 && cell ? [at] : [])).slice(0, MAX_COLUMNS);
  return moveToFront(rankedSentences, row.ranked, sentenceOf({ row, score: 1, columns }));
}

/** Returns the words of the question that occur in several sentences outside tables, as "dog" does at kennels. */
function commonWords({ words }: ReadQuestion, ranked: readonly RankedSentence[]): ReadonlySet<string> {
  const isCommon = (word: string) =>
    ranked.filter(({ sentence }) => !sentence.block.table && sentence.words.has(word)).length >= MIN_COMMON;
  return new Set([...words].filter(isCommon));
}

/**
 * Returns the words of earlier statements, and the words of this message's statements that no text has: "labrador" in
 * "we have a labrador, 30 kilos".
 */
function backgroundWords(question: ReadQuestion, ranked: readonly RankedSentence[]): ReadonlySet<string> {
  const { statement } = messageParts(question.text);
  const isUnknown = (word: string) => !ranked.some(({ sentence }) => sentence.words.has(word));
  const stated = isStatement(statement) ? [...contentWords(statement)].filter(isUnknown) : [];
  return new Set([...(question.backgroundWords ?? []), ...stated]);
}

/** Says values that are equal in all rows only once: "Pottery 1 and Pottery 2: Tutor Zofia Marek". */
function matchesText(matches: readonly Match[]): string {
  const values = new Set(matches.map(valuesOf));
  if (matches.length < 2 || values.size > 1) return matches.map(sentenceOf).join('. ');
  return `${matches.map(({ row }) => row.cells[0]!).join(' and ')}: ${[...values][0]!}`;
}

const moveToFront = (
  rankedSentences: RankedSentence[],
  best: RankedSentence,
  tableText: string,
): RankedSentence[] => [{ ...best, tableText }, ...rankedSentences.filter((each) => each !== best)];

/** Returns a calculation from the first set of rows that allows one, with one of its rows. */
function findCalculation(
  question: ReadQuestion,
  rankedSentences: readonly RankedSentence[],
  rows: readonly Row[],
): { text: string; row: Row } | null {
  for (const rowsToTry of [() => rows, () => priceRows(rankedSentences)]) {
    const some = rowsToTry();
    const calculation = calculationOf(question, some);
    const row = calculation && some.find((each) => each === calculation.rows[0]);
    if (row) return { text: calculation.text, row };
  }
  return null;
}

/** Computes a sum or a difference of prices. */
export function calculationOf(question: ReadQuestion, rows: readonly TableRow[]): Calculation | null {
  if (asksDifference(question.text)) return differenceOf(question, rows);
  return asksSum(question) ? sumOf(question, rows) : null;
}

/** Returns the rows that a question names, with the requested columns. */
function matchNames(question: ReadQuestion, rows: readonly Row[]): Match[] {
  const matches = rows.flatMap((row): Match[] => {
    const score = rowScore(row, question);
    if (score === 0) return [];
    const { columns, rest } = columnsOf(row, question, columnCalendar(question));
    if (question.kind === 'price' && !hasPrice(row, columns)) return [];
    return columns.length > 0 && rest ? [{ row, score, columns }] : [];
  });
  const top = matches.reduce((most, { score }) => Math.max(most, score), 0);
  const best = matches.filter(({ score }) => score === top);
  // For a person of seventy, "65 and over" ranks before "16 and over".
  const width = ({ row }: Match) => {
    if (measureFits(row.cells[0] ?? '', question.text) > 0) return measureWidth(row.cells[0]!);
    const own = question.people.persons.length > 0 ? classOfRow(row) : null;
    return own ? widthOf(own) : 0;
  };
  const narrowest = Math.min(...best.map(width));
  return best.filter((match) => width(match) === narrowest);
}

/**
 * True if a requested cell has a price or a value such as "free" or "closed". A column of ages does not answer "How
 * much is a lesson?".
 */
const hasPrice = (row: Row, columns: readonly number[]): boolean =>
  columns.some((at) => isClosed(row.cells[at]!) || pricesOf(row).some((price) => price.at === at));

/**
 * True for a few rows of one table. Rows of two tables would be two answers, and neither of them is certain.
 */
const isOneAnswer = (matches: readonly Match[]): boolean =>
  matches.length <= MAX_TIED_ROWS && new Set(matches.map(({ row }) => row.section)).size === 1;

/** Finds equally good prices: "Highlights" matches "Highlights, half head" and "Highlights, full head". */
function tiedPrices(question: ReadQuestion, rankedSentences: readonly RankedSentence[]): Row[] {
  const rows = priceRows(rankedSentences.slice(0, MAX_EXAMINED_SENTENCES));
  const best = rows.find((row) => row.ranked.sentence === rankedSentences[0]!.sentence);
  if (!best || isNamedWhole(best, question)) return [];
  // "Long" alone has no meaning, but it distinguishes long hair from short hair.
  const namedPart = ({ cells }: Row) =>
    [...contentWords(cells[0] ?? '')].filter((word) => hasWord(question.words, word)).join(' ');
  const part = namedPart(best);
  const tiedRows = rows.filter((row) => row.section === best.section && namedPart(row) === part);
  if (part.split(' ').every(isGeneric)) return [];
  const withoutVerbs = { ...question, words: new Set([...question.words].filter((word) => !isVerb(word))) };
  const texts = tiedRows.flatMap(({ cells, headings }) => [...cells, ...headings]);
  if (!isAllOf(withoutVerbs, texts)) return [];
  return part && tiedRows.length > 1 && tiedRows.length <= MAX_CHOICES ? tiedRows : [];
}

/** True for a row whose ages include those of all people in the question, if the question states an age. */
function isForPeople(row: Row, { people: { persons } }: ReadQuestion): boolean {
  const own = persons.some(({ age }) => age !== null) ? classOfRow(row) : null;
  return own?.range != null && persons.every((person) => fitsPerson(own, person));
}

const priceText = (row: Row): string =>
  sentenceOf({ row, score: 1, columns: pricesOf(row).map(({ at }) => at) });

/** Returns the names of rows or tables that match a question equally well; empty if their names do not differ. */
function choicesOf(matches: readonly Match[], rankedSentences: readonly RankedSentence[]): string[] {
  const isBest = matches.some(({ row }) => row.ranked.sentence === rankedSentences[0]!.sentence);
  const { score } = matches[0] ?? { score: 0 };
  if (matches.length < 2 || matches.length > MAX_CHOICES || score < (isBest ? 1 : MIN_NAMED_WORDS)) return [];
  const labels = matches.map(({ row }) => row.cells[0] ?? '');
  const names =
    new Set(labels).size === labels.length ? labels : matches.map(({ row }) => row.headings.at(-1) ?? '');
  return names.every(Boolean) && new Set(names).size === names.length ? names : [];
}
