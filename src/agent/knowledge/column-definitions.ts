/**
 * Reads what a text elsewhere says about a column of a table: "High season: 1 July to 31 August", "Reduced fee: for
 * students and pensioners". This module is for English only.
 */
import { datesIn, holdsDates, type DateSpan } from './calendar-dates.ts';
import { HOLIDAYS, type NamedHoliday } from './named-holidays.ts';
import { months } from './question-kind.ts';
import type { RankedSentence, ReadQuestion } from './ranking.ts';
import type { TableRow } from './table-rows.ts';
import { columnCalendar, isCalendar, isGeneric } from './table-words.ts';
import { contentWords } from './words.ts';

/** Maps the name of a column or a row, in lower case, to the text that explains it. */
export type Definitions = ReadonlyMap<string, string>;

const DEFINITION = /^(?:the )?([^:.]{2,40}?)(?::| (?:is|are|means|applies|runs|includes)\b) ?(.+)$/i;
/** Matches words for all remaining dates, such as "rest of the year". */
export const REST = /\b(?:rest of the year|(?:all|any) other|otherwise|remaining|the rest|rest)\b/i;
/** Score of a definition that includes the question's dates. */
const DATE_SCORE = 2;
/** Score of a definition with a word of the question. */
const WORD_SCORE = 1;
/** A range includes a month even if it lacks up to this many days at the start or the end of the month. */
const DAYS_OF_GRACE = 3;

/** Finds the definitions of columns and rows by name. `rows` are the table rows, `rankedSentences` all sentences. */
export function definitionsOf(
  rows: readonly TableRow[],
  rankedSentences: readonly RankedSentence[],
): Definitions {
  const names = new Set(
    rows
      .flatMap(({ table, cells }) => [...table.names.slice(1), cells[0] ?? ''])
      .map((name) => name.toLowerCase()),
  );
  const sections = new Map(rows.map(({ section, table }) => [section, table]));
  const definitions = new Map<string, string>();
  for (const { sentence } of rankedSentences) {
    const [, name = '', text = ''] = DEFINITION.exec(sentence.text) ?? [];
    const key = name.trim().toLowerCase();
    const isOwnRow =
      sentence.block.table !== undefined && sections.get(sentence.section) === sentence.block.table;
    if (
      key &&
      names.has(key) &&
      !definitions.has(key) &&
      !(isOwnRow && sentence.block.table!.names.length > 2)
    )
      definitions.set(key, text);
  }
  return definitions;
}

export const definitionOf = (name: string, { definitions }: ReadQuestion): string =>
  definitions?.get(name.toLowerCase()) ?? '';

/** Returns a score for a name: 0 if it has no definition, or one that says nothing about the question. */
export function definitionScore(name: string, question: ReadQuestion): number {
  const { definitions, words } = question;
  const text = definitions?.get(name.toLowerCase());
  if (text === undefined) return 0;
  const own = contentWords(text);
  const named = [...words].some((word) => own.has(word) && !isGeneric(word) && !isCalendar(word));
  return (holdsTime(text, question) ? DATE_SCORE : 0) + (named ? WORD_SCORE : 0);
}

/**
 * True if the definition includes the dates of the question, or if it is for "the rest of the year" and no other
 * definition includes them.
 */
function holdsTime(text: string, question: ReadQuestion): boolean {
  const time = timeOf(question);
  if (!time) return false;
  if (!REST.test(text)) return includes(text, time);
  return ![...question.definitions!.values()].some((other) => !REST.test(other) && touches(other, time));
}

interface NamedTime {
  span: DateSpan | null;
  holiday: NamedHoliday | null;
  months: ReadonlySet<number>;
}

function timeOf(question: ReadQuestion): NamedTime | null {
  const [span = null] = datesIn(question.text);
  const holiday = HOLIDAYS.find(({ name }) => name.test(question.text)) ?? null;
  const columnMonths = columnCalendar(question).months;
  return span || holiday || columnMonths.size > 0 ? { span, holiday, months: columnMonths } : null;
}

/**
 * An arbitrary year for the dates of a holiday. The text may name no year, and most holidays have fixed
 * dates.
 */
const SOME_YEAR = 2026;
const withoutYear = (iso: string): DateSpan['from'] => {
  const [, month = 0, day = 0] = iso.split('-').map(Number);
  return { year: null, month, day };
};

function includes(text: string, { span, holiday, months: namedMonths }: NamedTime): boolean {
  const spans = datesIn(text);
  const holds = (one: DateSpan) => spans.some((own) => holdsDates(own, one));
  if (holiday) {
    const [first, last] = holiday.days(SOME_YEAR).map(withoutYear) as [DateSpan['from'], DateSpan['from']];
    return holiday.name.test(text) || holds({ from: first, to: last });
  }
  if (span) return holds(span);
  if (spans.length === 0)
    return namedMonths.size > 0 && [...namedMonths].every((month) => months(text).has(month));
  return [...namedMonths].every((month) =>
    holds({
      from: { year: null, month: month + 1, day: 1 + DAYS_OF_GRACE },
      to: { year: null, month: month + 1, day: 28 - DAYS_OF_GRACE },
    }),
  );
}

/** True if the definition includes the named holiday or dates, or at least one of the named months. */
function touches(text: string, time: NamedTime): boolean {
  if (time.holiday || time.span) return includes(text, time);
  return [...time.months].some((month) => months(text).has(month));
}
