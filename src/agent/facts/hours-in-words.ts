/** Formats opening hours: in sentences in English, as a list of times in other languages. */
import type { OpeningHours } from '@palkit/contract/pal-facts';
import type { CalendarNames } from './calendar-names.ts';
import { languageOf, type AskedDay, type FactQuestion } from './fact-question.ts';
import { factWords } from './fact-words.ts';
import {
  addDays,
  hoursOn,
  isHoliday,
  currentOpening,
  regularHours,
  weekDayOf,
  type DayHours,
  type OpenTime,
} from './opening-hours.ts';

/** Matches "Are you open?", which asks about the present moment. */
const ASKS_NOW = /^\W*(?:(?:and|so|hi|hello|hey|sorry)\b,? ?)*(?:are|is)\b/i;

const ASKS_WHETHER = /^\W*(?:(?:and|so|hi|hello|hey|sorry)\b,? ?)*(?:are|is|do|does|will|can)\b/i;

export interface Moment {
  names: CalendarNames;
  language: string;
  today: string;
  minutes: number;
}

export function formatHours(
  hours: OpeningHours,
  { days, isNow }: Extract<FactQuestion, { asks: 'hours' }>,
  question: string,
  moment: Moment,
): string {
  const isEnglish = languageOf(moment.language) === 'en';
  if (isEnglish && (isNow || (!days && ASKS_NOW.test(question))))
    return formatMoment(hours, moment, /\b(?:closed|shut)\b/i.test(question));
  if (isNow && !days) return formatDay(hours, { date: moment.today, isWeekDay: false }, moment);
  if (!days) return formatWeek(hours, moment);
  const sentences = days.map((day) => (isEnglish ? englishDay : formatDay)(hours, day, moment));
  const isUnsure = days.some((day) => day.isPublic && !isHoliday(hours, day.date));
  return [
    // If the requested day is a holiday without hours of its own, do not answer "yes" or "no": the hours of
    // an ordinary Monday do not show whether the place is open on Easter Monday.
    isEnglish && !isUnsure ? yesOrNo(hours, days, question) : '',
    ...sentences,
    isUnsure ? 'These are the usual hours; I know of no others for that holiday.' : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Formats the hours of one day: "Today: 9:00–18:00." */
export function formatDay(hours: OpeningHours, day: AskedDay, moment: Moment): string {
  const { names, language } = moment;
  const dayHours = hoursOn(hours, day.date);
  const label = labelOf(day, dayHours, moment);
  const times =
    dayHours.times.length > 0
      ? dayHours.times.map((time) => names.range(time)).join(', ')
      : factWords(languageOf(language)).closedText;
  return `${label.charAt(0).toLocaleUpperCase(language)}${label.slice(1)}: ${times}${holidayOf(dayHours)}.`;
}

function englishDay(hours: OpeningHours, day: AskedDay, moment: Moment): string {
  const dayHours = hoursOn(hours, day.date);
  const label = labelOf(day, dayHours, moment);
  const when = moment.names.relative(day.date, moment.today) === label ? label : `on ${label}`;
  return dayHours.times.length > 0
    ? `We are open ${when} ${timesText(dayHours.times, moment)}${holidayOf(dayHours)}.`
    : `We are closed ${when}${holidayOf(dayHours)}.`;
}

function yesOrNo(hours: OpeningHours, days: readonly AskedDay[], question: string): string {
  if (!ASKS_WHETHER.test(question)) return '';
  const open = days.filter(({ date }) => hoursOn(hours, date).times.length > 0).length;
  if (open > 0 && open < days.length) return '';
  return open > 0 === /\b(?:closed?|shut)\b/i.test(question) ? 'No.' : 'Yes.';
}

/**
 * Formats an answer such as "Yes, we are open until 6:00 PM." `asksClosed` is true for the question "Are you
 * closed?"
 */
function formatMoment(hours: OpeningHours, moment: Moment, asksClosed: boolean): string {
  const { names, today, minutes } = moment;
  const open = currentOpening(hours, today, minutes);
  if (open) return `${asksClosed ? 'No' : 'Yes'}, we are open until ${names.time(open.closes)}.`;
  const closedText = `${asksClosed ? 'Yes' : 'No'}, we are closed now.`;
  for (let count = 0; count <= 7; count += 1) {
    const date = addDays(today, count);
    const next = hoursOn(hours, date).times.find(({ opens }) => count > 0 || opens > minutes);
    if (!next) continue;
    const label = names.relative(date, today) ?? `on ${names.date(date)}`;
    return `${closedText} We open ${label} at ${names.time(next.opens)}.`;
  }
  return closedText;
}

/** Formats a week: "Monday to Friday: 9:00–18:00; Saturday: 10:00–14:00; Sunday: closed." */
export function formatWeek(hours: OpeningHours, { names, language }: Moment): string {
  const { closedText } = factWords(languageOf(language));
  const days = Array.from({ length: 7 }, (_, day) => {
    const times = regularHours(hours, day);
    return times.length > 0 ? times.map((time) => names.range(time)).join(', ') : closedText;
  });
  const runs: { from: number; to: number; times: string }[] = [];
  for (const [day, times] of days.entries()) {
    const last = runs.at(-1);
    if (last?.times === times) last.to = day;
    else runs.push({ from: day, to: day, times });
  }
  const lines = runs.map(({ from, to, times }) => {
    // An English voice speaks a dash between two days only as a pause, so the range is written with "to".
    const until = languageOf(language) === 'en' ? ' to ' : '–';
    const name = from === to ? names.weekDay(from) : `${names.weekDay(from)}${until}${names.weekDay(to)}`;
    return `${name}: ${times}`;
  });
  return `${lines.join('; ')}.`;
}

/** Formats a holiday: "Christmas, 2026-12-25 to 2026-12-26: closed" */
export function formatHoliday({ name, from, to, hours }: OpeningHours['holidays'][number]): string {
  const dates = to && to !== from ? `${from} to ${to}` : from;
  const times = hours.map(({ opens, closes }) => `${opens}–${closes}`).join(', ') || 'closed';
  return `${[name, dates].filter(Boolean).join(', ')}: ${times}`;
}

/** Returns "today", "Sunday" or similar; the date if that day has special hours or the visitor named the date. */
function labelOf({ date, isWeekDay }: AskedDay, { holiday }: DayHours, { names, today }: Moment): string {
  const near = names.relative(date, today);
  if (near && !isWeekDay) return near;
  return isWeekDay && holiday === null ? names.weekDay(weekDayOf(date)) : names.date(date);
}

const holidayOf = ({ holiday }: DayHours): string => (holiday ? ` (${holiday})` : '');

const timesText = (times: readonly OpenTime[], { names }: Moment): string =>
  times.map(({ opens, closes }) => `from ${names.time(opens)} to ${names.time(closes)}`).join(' and ');
