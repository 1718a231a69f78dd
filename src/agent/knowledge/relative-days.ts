/** Finds relative days in a question: "tomorrow", "this weekend", "next week". This module is for English only. */
import { pattern } from './pattern.ts';

const DAY_MS = 86_400_000;
const DAY_OFFSETS: readonly (readonly [words: RegExp, distance: number])[] = [
  [
    pattern(
      '',
    )`\b(today|tonight|this (morning|afternoon|evening)|right now|open(ed)? now|closed now|now open)\b`,
    0,
  ],
  [pattern('')`\b(?<!day after )tomorrow\b`, 1],
  [pattern('')`\bday after tomorrow\b`, 2],
];

const THIS_WEEKEND = /\b(?:this|the coming|coming) week-?end\b/;
/** Matches the words that name the seven days of the next week. */
export const NEXT_WEEK = /\bnext week(?!-?end)\b/;
const DAYS_OF_WEEK = [0, 1, 2, 3, 4, 5, 6];

const SEASON = /\b(?:in|during|this|next|over|for)(?: the)? (spring|summer|autumn|fall|winter)\b/;
const FIRST_MONTHS: Readonly<Record<string, number>> = {
  spring: 2,
  summer: 5,
  autumn: 8,
  fall: 8,
  winter: 11,
};

/** Returns the months of a season, as in "in summer", in the northern hemisphere; 0 is January. */
export function seasonMonths(text: string): number[] {
  const first = FIRST_MONTHS[SEASON.exec(text.toLowerCase())?.[1] ?? ''];
  return first === undefined ? [] : [0, 1, 2].map((after) => (first + after) % 12);
}

export interface CalendarParts {
  /** Days of the week; 0 is Monday. */
  days: number[];
  /** Months; 0 is January. */
  months: number[];
}

/** Returns the weekdays and months of relative days. `today` is an ISO date; without it no relative day is found. */
export function relativeDays(text: string, today: string | null | undefined): CalendarParts {
  const dates = relativeDates(text, today).map((date) => new Date(`${date}T00:00:00Z`));
  return {
    days: dates.map((date) => (date.getUTCDay() + 6) % 7),
    months: dates.map((date) => date.getUTCMonth()),
  };
}

/** Returns the relative days as ISO dates; two days for "this weekend", seven for "next week". */
export function relativeDates(text: string, today: string | null | undefined): string[] {
  if (!today) return [];
  const lower = text.toLowerCase();
  const start = Date.parse(`${today}T00:00:00Z`);
  const distances = DAY_OFFSETS.filter(([words]) => words.test(lower)).map(([, distance]) => distance);
  const untilSunday = (7 - new Date(start).getUTCDay()) % 7;
  if (distances.length === 0 && NEXT_WEEK.test(lower))
    distances.push(...DAYS_OF_WEEK.map((day) => untilSunday + 1 + day));
  if (distances.length === 0 && THIS_WEEKEND.test(lower)) {
    distances.push(...[untilSunday - 1, untilSunday].filter((distance) => distance >= 0));
  }
  return distances.map((distance) => new Date(start + distance * DAY_MS).toISOString().slice(0, 10));
}
