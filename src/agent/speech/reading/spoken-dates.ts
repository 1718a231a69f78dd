/** Reading rules for dates, weekdays and times of day. This module does no I/O. */
import { cardinal, joinWords, ordinal, year } from './spoken-numbers.ts';
import { sentenceStop, type Rule } from './spoken-rules.ts';

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const MONTH =
  '(Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|' +
  'Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\\b\\.?';
const DAYS: Readonly<Record<string, string>> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
};
const DAY = '(Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)';
const TH = '(?:st|nd|rd|th)?';
const YEAR = '((?:1[0-9]|2[01])\\d\\d)';
const DASH = '\\s?[–-]\\s?';

const monthOf = (text: string): string => MONTHS.find((month) => month.startsWith(text.slice(0, 3)))!;
const dayOf = (text: string): string => DAYS[text.slice(0, 3).toLowerCase()]!;
const ordinalOf = (text: string): string => joinWords(ordinal(Number(text)));
const yearOf = (text: string): string => joinWords(year(Number(text)));
const yearPhrase = (text: string): string =>
  text ? `, ${yearOf(text.length === 2 ? `20${text}` : text)}` : '';

/** Returns a date in words; null for a date that does not exist. */
function dateOf(month: string, day: string, yearText = ''): string | null {
  const [m, d] = [Number(month), Number(day)];
  if (m < 1 || m > 12 || d < 1 || d > 31) return null;
  return `${MONTHS[m - 1]} ${ordinalOf(day)}${yearPhrase(yearText)}`;
}

/**
 * Reads a date such as 3/4. If one of the numbers is above 12, it is the day. Otherwise a date with a year is read
 * as written ("three slash four"), and the result is null without a year.
 */
function spokenSlashDate(first: string, second: string, yearText: string): string | null {
  if (Number(first) > 12) return dateOf(second, first, yearText);
  if (Number(second) > 12) return dateOf(first, second, yearText);
  return yearText
    ? `${joinWords(cardinal(Number(first)))} slash ${joinWords(cardinal(Number(second)))}${yearPhrase(yearText)}`
    : null;
}

export const DATES: readonly Rule[] = [
  [/\b(\d{4})-(\d{2})-(\d{2})\b(?!-)/g, ({ groups: [all, y, m, d] }) => dateOf(m!, d!, y) ?? all!],
  [
    /\b(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})\b(?!\/)/g,
    ({ groups: [all, one, other, y] }) => spokenSlashDate(one!, other!, y!) ?? all!,
  ],
  [/\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b/g, ({ groups: [all, d, m, y] }) => dateOf(m!, d!, y) ?? all!],
  [/\b(\d{2})\.(\d{2})\.(?=\s|$)/g, ({ groups: [all, d, m] }) => dateOf(m!, d!) ?? all!],
  [/\b24\/7\b/g, 'twenty-four seven'],
  [
    /(?<![\d/]\s?)\b(\d{1,2})\/(\d{1,2})\b(?![/\d])/g,
    ({ groups: [all, one, other] }) => spokenSlashDate(one!, other!, '') ?? all!,
  ],
  [
    new RegExp(`\\b${MONTH}${DASH}${MONTH}(?!\\s?\\d)`, 'g'),
    ({ groups: [, one, other] }) => `${monthOf(one!)} to ${monthOf(other!)}`,
  ],
  [
    new RegExp(
      `\\b${MONTH}\\s+(\\d{1,2})${TH}\\b(?:${DASH}(\\d{1,2})${TH}\\b)?(?:,?\\s+${YEAR}\\b)?(?![:.]\\d)`,
      'g',
    ),
    ({ groups: [, month, day, last, y] }) =>
      `${monthOf(month!)} ${ordinalOf(day!)}${last ? ` to ${ordinalOf(last)}` : ''}${yearPhrase(y!)}`,
  ],
  [
    new RegExp(
      `\\b(?:the\\s+)?(?<![:.,\\d])(\\d{1,2})${TH}\\s+(?:of\\s+)?${MONTH}(?:,?\\s+${YEAR}\\b)?`,
      'g',
    ),
    ({ groups: [, day, month, y] }) => `the ${ordinalOf(day!)} of ${monthOf(month!)}${yearPhrase(y!)}`,
  ],
  [
    new RegExp(`\\b${MONTH}\\s+${YEAR}\\b`, 'g'),
    ({ groups: [, month, y] }) => `${monthOf(month!)} ${yearOf(y!)}`,
  ],
  [/\b(Jan|Feb|Aug|Sept?|Oct|Nov|Dec)\.(?=\s)/g, ({ groups: [, month] }) => monthOf(month!)],
  [
    new RegExp(`\\b${DAY}\\b\\.?${DASH}${DAY}\\b\\.?`, 'g'),
    (match) => `${dayOf(match.groups[1]!)} to ${dayOf(match.groups[2]!)}${sentenceStop(match)}`,
  ],
  // "Sat" and "Sun" are also words, so they count as days only next to another day or before a time.
  [
    /\b(Mon|Tues?|Wed|Thurs?|Thu|Fri)\b\.?(?![a-z])/g,
    (match) => `${dayOf(match.groups[1]!)}${sentenceStop(match)}`,
  ],
  [
    /\b(Sat|Sun)\b\.?(?=\s?(?:[,&/]|and|or)\s?(?:Sat|Sun|Mon|Tue|Wed|Thu|Fri)|:?\s+\d)/g,
    ({ groups: [, day] }) => dayOf(day!),
  ],
  [
    /(?<=day\s?(?:[,&/]|and|or)\s?)(Sat|Sun)\b\.?/g,
    (match) => `${dayOf(match.groups[1]!)}${sentenceStop(match)}`,
  ],
];

const HALF_OF_DAY = '(?:\\s?([AaPp])\\.?\\s?[Mm]\\b\\.?)';

/** Returns a time in words; null for an impossible one. `half` is "A", "P", or empty if it is not written. */
function timeOf(hours: string, minutes: string, half: string): string | null {
  const [h, m] = [Number(hours), Number(minutes)];
  if (h > 24 || m > 59 || (h === 24 && m > 0)) return null;
  const minuteWords = m === 0 ? '' : m < 10 ? ` oh ${joinWords(cardinal(m))}` : ` ${joinWords(cardinal(m))}`;
  if (half)
    return h > 12 ? null : `${joinWords(cardinal(h === 0 ? 12 : h))}${minuteWords} ${half.toUpperCase()} M`;
  if (h % 24 === 0) return m === 0 ? 'midnight' : `twelve${minuteWords} A M`;
  if (h > 12) return `${joinWords(cardinal(h - 12))}${minuteWords} P M`;
  return minuteWords ? `${joinWords(cardinal(h))}${minuteWords}` : `${joinWords(cardinal(h))} o'clock`;
}

export const TIMES: readonly Rule[] = [
  // The dash between two times becomes "to" while both times are still digits.
  [new RegExp(`(\\d${HALF_OF_DAY}?(?<![–-]))${DASH}(?=\\d{1,2}(?::\\d\\d|${HALF_OF_DAY}))`, 'g'), '$1 to '],
  [
    new RegExp(`\\b(\\d{1,2})[:.](\\d{2})${HALF_OF_DAY}`, 'g'),
    (match) =>
      `${timeOf(match.groups[1]!, match.groups[2]!, match.groups[3]!) ?? match.groups[0]}${sentenceStop(match)}`,
  ],
  [
    /\b(\d{1,2}):(\d{2})\b(?!:\d)(?:\s?(?:h|hrs|hours|Uhr)\b)?/g,
    ({ groups: [all, h, m] }) => timeOf(h!, m!, '') ?? all!,
  ],
  [
    new RegExp(`\\b(\\d{1,2})${HALF_OF_DAY}`, 'g'),
    (match) => `${timeOf(match.groups[1]!, '0', match.groups[2]!) ?? match.groups[0]}${sentenceStop(match)}`,
  ],
  [/\b([ap])\.\s?m\./gi, (match) => `${match.groups[1]!.toUpperCase()} M${sentenceStop(match)}`],
  [/(\d):(?=\d)/g, '$1 to '],
];
