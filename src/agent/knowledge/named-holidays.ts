/** Public and other holidays by their English names, with their dates in a year. */
import { calendarDate, type DateSpan } from './calendar-dates.ts';

export interface NamedHoliday {
  name: RegExp;
  /** True if most places are closed on this day, so that "bank holidays" includes it. */
  isPublic: boolean;
  /** Returns the first and last day in a year as ISO dates. */
  days(year: number): [first: string, last: string];
}

const DAY_MS = 86_400_000;
const iso = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Computes Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
export function easterSunday(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - d + 15) % 30;
  const m = Math.floor((a + 11 * h) / 319);
  const r = (2 * (b % 4) + 2 * Math.floor(c / 4) - (c % 4) - h + m + 32) % 7;
  const month = Math.floor((h - m + r + 90) / 25);
  const day = (h - m + r + month + 19) % 32;
  return iso(Date.UTC(year, month - 1, day));
}

const from = (year: number, days: number): string =>
  iso(Date.parse(`${easterSunday(year)}T00:00:00Z`) + days * DAY_MS);
/**
 * Returns the date of the `nth` `weekDay` of a month. `weekDay` 0 is Sunday; `nth` counts from 1, and -1 is
 * the last.
 */
function nthWeekDay(year: number, month: number, weekDay: number, nth: number): string {
  if (nth > 0) {
    const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay();
    return iso(Date.UTC(year, month - 1, 1 + ((weekDay - first + 7) % 7) + 7 * (nth - 1)));
  }
  const last = new Date(Date.UTC(year, month, 0));
  return iso(last.getTime() - ((last.getUTCDay() - weekDay + 7) % 7) * DAY_MS);
}

const fixedDate =
  (first: string, last = first) =>
  (year: number): [string, string] => [`${year}-${first}`, `${year}-${last}`];
const easter =
  (first: number, last = first) =>
  (year: number): [string, string] => [from(year, first), from(year, last)];
const weekDay =
  (month: number, day: number, nth: number) =>
  (year: number): [string, string] => {
    const date = nthWeekDay(year, month, day, nth);
    return [date, date];
  };

type Entry = readonly [name: string, days: NamedHoliday['days'], isPublic?: false];
/** The first match counts, so longer names come first. */
const ENTRIES: readonly Entry[] = [
  ['good friday', easter(-2)],
  ['(?:maundy|holy) thursday', easter(-3), false],
  ['easter (?:eve|saturday)', easter(-1), false],
  ['easter sunday', easter(0)],
  ['easter monday', easter(1)],
  ['easter(?! (?:holidays|break|vacation|term|bunny|egg))', easter(-2, 1)],
  ['ascension(?: day)?', easter(39)],
  ['whit monday|pentecost monday', easter(50)],
  ['whit ?sunday|pentecost', easter(49)],
  ['corpus christi', easter(60)],
  ['shrove tuesday|mardi gras', easter(-47), false],
  ['ash wednesday', easter(-46), false],
  ['(?:christmas|xmas) eve', fixedDate('12-24'), false],
  ["boxing day|st\\.? stephen'?s(?: day)?|second day of christmas", fixedDate('12-26')],
  [
    '(?:christmas|xmas)(?: day)?(?! (?:holidays|break|vacation|market|party|tree|dinner|lunch|menu|' +
      'concert|present|gift))',
    fixedDate('12-25'),
  ],
  ["new year'?s? eve|nye", fixedDate('12-31'), false],
  ["new year'?s?(?: day)?", fixedDate('01-01')],
  ['epiphany|three kings(?: day)?|twelfth night', fixedDate('01-06')],
  ["(?:st\\.? )?valentine'?s(?: day)?", fixedDate('02-14'), false],
  ["st\\.? patrick'?s(?: day)?", fixedDate('03-17'), false],
  ['(?:early )?may bank holiday', weekDay(5, 1, 1)],
  ['spring bank holiday', weekDay(5, 1, -1)],
  ['(?:summer|august) bank holiday', weekDay(8, 1, -1)],
  ['may day|labour day', fixedDate('05-01')],
  ['labor day', weekDay(9, 1, 1)],
  ['memorial day', weekDay(5, 1, -1)],
  ['independence day|(?:the )?fourth of july', fixedDate('07-04')],
  ['thanksgiving(?: day)?', weekDay(11, 4, 4)],
  ['assumption(?: day)?', fixedDate('08-15')],
  ['halloween', fixedDate('10-31'), false],
  ["all saints'?(?: day)?", fixedDate('11-01')],
];

export const HOLIDAYS: readonly NamedHoliday[] = ENTRIES.map(([name, days, isPublic = true]) => ({
  name: new RegExp(`\\b(?:${name})(?![\\w'])`, 'i'),
  days,
  isPublic,
}));

/** True if the text names a holiday, and a word of that name begins with the stem `word`. */
export function isHolidayWord(word: string, text: string): boolean {
  const lowerText = text.replace(/[\u2018\u2019]/g, "'").toLowerCase();
  const holidayName = HOLIDAYS.map(({ name }) => name.exec(lowerText)?.[0]).find(
    (match) => match !== undefined,
  );
  return holidayName?.split(' ').some((part) => part.startsWith(word)) ?? false;
}

/**
 * Finds the holiday that a question names, with its next dates from `today`, an ISO date; null if it names none.
 */
export function holidayIn(
  text: string,
  today: string,
): { holiday: NamedHoliday; words: string; first: string; last: string } | null {
  const plainText = text.replace(/[\u2018\u2019]/g, "'");
  for (const holiday of HOLIDAYS) {
    const match = holiday.name.exec(plainText);
    if (!match) continue;
    const year = Number(today.slice(0, 4));
    const [first, last] = [year, year + 1].map(holiday.days).find((days) => days[1] >= today)!;
    return { holiday, words: match[0], first, last };
  }
  return null;
}

/** True for the date of a public holiday of a single day, such as Christmas Day. */
export const isPublicHoliday = (date: string): boolean =>
  HOLIDAYS.some((holiday) => {
    const [first, last] = holiday.days(Number(date.slice(0, 4)));
    return holiday.isPublic && first === last && first === date;
  });

export const spanOfDays = (first: string, last: string): DateSpan => ({
  from: calendarDate(first),
  to: calendarDate(last),
});
