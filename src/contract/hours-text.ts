/** Parses opening hours as a person types them: those of a day as `9:00-12:00, 14-18`, and holidays as lines. */
import type * as z from 'zod/mini';
import type { Holiday as HolidaySchema, RegularHours, WEEK_DAYS } from './pal-facts.ts';

type WeeklyHours = z.output<typeof RegularHours>;
type Span = Omit<WeeklyHours, 'days'>;
export type Holiday = z.output<typeof HolidaySchema>;

const spansText = (spans: readonly Span[]): string =>
  spans.map(({ opens, closes }) => `${opens}-${closes}`).join(', ');

export const hoursText = (regular: readonly WeeklyHours[], day: (typeof WEEK_DAYS)[number]): string =>
  spansText(regular.filter(({ days }) => days.includes(day)));

/** Parses the spans in a text; null if a part has another format. */
export function hoursOf(text: string): Span[] | null {
  const spans = text
    .split(',')
    .filter((spanText) => spanText.trim() !== '')
    .map((part) => {
      const match = /^(\d{1,2})(?::(\d\d))?[-–](\d{1,2})(?::(\d\d))?$/.exec(part.replaceAll(' ', ''));
      if (!match) return null;
      const time = (hour = '', minute = '00') => `${hour.padStart(2, '0')}:${minute}`;
      return { opens: time(match[1], match[2]), closes: time(match[3], match[4]) };
    });
  return spans.every((span) => span !== null) ? spans : null;
}

/**
 * Formats one holiday per line: `2026-12-24 – 2026-12-26 Christmas`, or with times `2026-12-31: 9:00-12:00`. A name
 * with a colon that could be read as times gets a colon at its end.
 */
export const holidaysText = (holidays: readonly Holiday[]): string =>
  holidays
    .map(({ name, from, to: lastDay, hours }) => {
      const days = [lastDay ? `${from} – ${lastDay}` : from, name].filter(Boolean).join(' ');
      if (hours.length > 0) return `${days}: ${spansText(hours)}`;
      return MAYBE_TIMES.test(name ?? '') ? `${days}:` : days;
    })
    .join('\n');

/** Matches a day, an optional last day, and the rest of the line with the name and the times. */
const HOLIDAY = /^(\d{4}-\d\d-\d\d)(?:\s*[-–]\s*(\d{4}-\d\d-\d\d))?(?:\s+|(?=:)|$)(.*)$/;
/** Matches a text with a colon that may separate times: at its beginning or end, or before a digit. */
const MAYBE_TIMES = /^:|:[^:]*\d|:$/;

/** Parses the holidays in a text; null if a line has another format. */
export function holidaysOf(text: string): Holiday[] | null {
  const lines = text.split('\n').map((line) => line.trim());
  const holidays = lines.filter(Boolean).map((line) => {
    const [match, from = '', to, words = ''] = HOLIDAY.exec(line) ?? [];
    const parts = match === undefined ? null : nameAndHours(words);
    if (!parts) return null;
    const { name, hours } = parts;
    return { from, hours, ...(to ? { to } : {}), ...(name ? { name } : {}) };
  });
  return holidays.every((holiday) => holiday !== null) ? holidays : null;
}

/**
 * Splits the text at the first colon that is followed by times. A text without times is only a name; returns null
 * if the text contains times in an unknown format.
 */
function nameAndHours(words: string): { name: string; hours: Span[] } | null {
  for (const { index } of words.matchAll(/(?<!\d):|:(?!\d)/g)) {
    const hours = hoursOf(words.slice(index + 1));
    if (hours) return { name: words.slice(0, index).trim(), hours };
  }
  return MAYBE_TIMES.test(words) ? null : { name: words, hours: [] };
}
