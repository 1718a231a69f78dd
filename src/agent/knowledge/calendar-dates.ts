/**
 * Finds dates and date ranges in a text: "from 26 to 30 October", "25 and 26 December 2026". This module is for
 * English only.
 */

export interface CalendarDate {
  /** Null if the text has no year. */
  year: number | null;
  /** 1 is January. */
  month: number;
  day: number;
}
/** Both ends are included; `to` may fall in the next year. */
export interface DateSpan {
  from: CalendarDate;
  to: CalendarDate;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|' +
  'nov(?:ember)?|dec(?:ember)?)\\b\\.?';
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?';
const YEAR = '(?:,? (\\d{4})\\b)?';
const DATE_SEPARATOR = '(,(?: and)?|and|&|to|until|till|through|[-\\u2013])';
const MAX_DATES = 20;
/** Maximum number of days in one list: "3, 10 and 17 May". */
const MAX_LISTED_DAYS = 6;
const DAYS = `((?:\\d{1,2}(?:st|nd|rd|th)? ?${DATE_SEPARATOR.replace('(', '(?:')} ?){0,${MAX_LISTED_DAYS}})`;
const DAY_FIRST = `\\b${DAYS}${DAY} (?:of )?${MONTH}${YEAR}`;
/** "We may 3 times" contains the verb "may", not a month. */
const NO_VERB =
  '(?<!\\b(?:i|we|you|they|he|she|it|that|who|which|guests|children|visitors|dogs|and) (?=may\\b))';
const MONTH_FIRST =
  `\\b${NO_VERB}${MONTH} ${DAY}(?!\\d|[:.]\\d)` +
  `(?: ?${DATE_SEPARATOR} ?${DAY}(?!\\d|[:.]\\d| ?${MONTH.replace('(', '(?:')}))?${YEAR}`;
const ISO = '\\b(\\d{4})-(\\d\\d)-(\\d\\d)\\b';
const ANY_DATE = new RegExp(`${DAY_FIRST}|${MONTH_FIRST}|${ISO}`, 'gi');
const RANGE_SEPARATOR = /^(?:to|until|till|through|-|\u2013)$/;

interface FoundDate {
  spans: DateSpan[];
  start: number;
  end: number;
}

/** Returns the dates that a text names, at most the first twenty. */
export function datesIn(text: string): DateSpan[] {
  const dates: FoundDate[] = [];
  for (const match of text.matchAll(ANY_DATE)) {
    if (dates.length === MAX_DATES) break;
    const spans = spansOf(match).filter(({ from, to }) => isDay(from) && isDay(to));
    if (spans.length === 0) continue;
    const last = dates.at(-1);
    const between = last ? text.slice(last.end, match.index).trim() : '';
    // "26 October to 2 November" is one span.
    if (last && RANGE_SEPARATOR.test(between)) {
      const { from } = last.spans.pop()!;
      const { to } = spans.shift()!;
      last.spans.push({ from: { ...from, year: from.year ?? to.year }, to }, ...spans);
      last.end = match.index + match[0].length;
    } else dates.push({ spans, start: match.index, end: match.index + match[0].length });
  }
  return dates.flatMap(({ spans }) => spans);
}

function spansOf(match: RegExpMatchArray): DateSpan[] {
  const [, days, last, month, year, firstMonth, first, joint, second, ownYear, isoYear, isoMonth, isoDay] =
    match;
  if (isoYear !== undefined) {
    const date = { year: Number(isoYear), month: Number(isoMonth), day: Number(isoDay) };
    return [{ from: date, to: date }];
  }
  if (month !== undefined) return spansOfList(`${days ?? ''}${last}`, monthOf(month), numberOrNull(year));
  const text = second === undefined ? first! : `${first} ${joint} ${second}`;
  return spansOfList(text, monthOf(firstMonth!), numberOrNull(ownYear));
}

/** Reads a list of days in one month: "3, 10 to 12". */
function spansOfList(days: string, month: number, year: number | null): DateSpan[] {
  const spans: DateSpan[] = [];
  let joint = '';
  for (const part of days.match(/\d+|to|until|till|through|[-\u2013]/gi) ?? []) {
    if (!/^\d/.test(part)) {
      joint = part;
      continue;
    }
    const date = { year, month, day: Number(part) };
    if (joint && spans.length > 0) spans.at(-1)!.to = date;
    else spans.push({ from: date, to: date });
    joint = '';
  }
  return spans;
}

const monthOf = (name: string): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
const numberOrNull = (digits: string | undefined): number | null =>
  digits === undefined ? null : Number(digits);
const isDay = ({ year, month, day }: CalendarDate): boolean => {
  const date = new Date(Date.UTC(year ?? 2024, month - 1, day));
  return (
    month >= 1 && month <= 12 && day >= 1 && date.getUTCDate() === day && date.getUTCMonth() === month - 1
  );
};

export function calendarDate(iso: string): CalendarDate {
  const [year = 0, month = 0, day = 0] = iso.split('-').map(Number);
  return { year, month, day };
}

const dayOrder = ({ month, day }: CalendarDate): number => 100 * month + day;
const dateOrder = ({ year, month, day }: CalendarDate): number => 10_000 * year! + 100 * month + day;

/** True if `span` includes all of `other`. Years are compared if both spans state one. */
export function holdsDates(span: DateSpan, other: DateSpan): boolean {
  if (span.to.year !== null && other.from.year !== null && other.to.year !== null) {
    const from = dateOrder({ ...span.from, year: span.from.year ?? span.to.year });
    return from <= dateOrder(other.from) && dateOrder(other.to) <= dateOrder(span.to);
  }
  const [from, to] = [dayOrder(span.from), dayOrder(span.to)];
  const isInside = (date: CalendarDate) =>
    from <= to
      ? from <= dayOrder(date) && dayOrder(date) <= to
      : dayOrder(date) >= from || dayOrder(date) <= to;
  return isInside(other.from) && isInside(other.to);
}
