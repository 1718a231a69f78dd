/** Days that a question names by their distance from today. English, as the kinds of questions are. Pure. */
import { addDays, weekDayOf } from '../facts/opening-hours.ts';
import { pattern } from './pattern.ts';

const NEAR_DAYS: readonly (readonly [words: RegExp, distance: number])[] = [
  [pattern('')`\b(today|tonight|this (morning|afternoon|evening)|right now)\b`, 0],
  [pattern('')`\b(?<!day after )tomorrow\b`, 1],
  [pattern('')`\bday after tomorrow\b`, 2],
];

export interface CalendarParts {
  /** 0 is Monday. */
  days: number[];
  /** 0 is January. */
  months: number[];
}

/** The weekdays and months of such days; `today`: an ISO date, null where it is not known. */
export function relativeDays(text: string, today: string | null): CalendarParts {
  if (today === null) return { days: [], months: [] };
  const lower = text.toLowerCase();
  const dates = NEAR_DAYS.flatMap(([words, distance]) =>
    words.test(lower) ? [addDays(today, distance)] : [],
  );
  return {
    days: dates.map(weekDayOf),
    months: dates.map((date) => Number(date.slice(5, 7)) - 1),
  };
}
