/** Opening hours of a day in a time zone. */
import { WEEK_DAYS, type OpeningHours } from '@palkit/contract/pal-facts';

/** Minutes after midnight; `closes` may be after the next midnight. */
export interface OpenTime {
  opens: number;
  closes: number;
}
export interface DayHours {
  times: OpenTime[];
  /** Name of the holiday that replaces the regular hours; null for an ordinary day. */
  holiday: string | null;
}

const DAY_MINUTES = 24 * 60;

/** Returns the local date of a moment, such as `2026-12-25`, and the minutes since local midnight. */
export function localTime(now: number, zone: string): { date: string; minutes: number } {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(now);
  const value = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return {
    date: `${value('year')}-${value('month')}-${value('day')}`,
    minutes: Number(value('hour')) * 60 + Number(value('minute')),
  };
}

/** Returns the date of a moment in the PAL's time zone; without one, in the server's. */
export const localDate = (now: number, zone: string | null | undefined): string =>
  localTime(now, zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone).date;

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the day of the week of a date; 0 is Monday. */
export const weekDayOf = (date: string): number => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;

/** Returns the next date that falls on a day of the week, today included. */
export const nextWeekDay = (today: string, day: number): string =>
  addDays(today, (day - weekDayOf(today) + 7) % 7);

/** Returns the regular hours of a day of the week; 0 is Monday. */
export function regularHours({ regular }: OpeningHours, day: number): OpenTime[] {
  return sortTimes(regular.filter(({ days }) => days.includes(WEEK_DAYS[day]!)).map(timeOf));
}

/** True if the owner set hours for this date that differ from the regular ones. */
export const isHoliday = (hours: OpeningHours, date: string): boolean => holidayOn(hours, date) !== undefined;

const holidayOn = ({ holidays }: OpeningHours, date: string) =>
  holidays.find(({ from, to }) => from <= date && date <= (to ?? from));

export function hoursOn(hours: OpeningHours, date: string): DayHours {
  const holiday = holidayOn(hours, date);
  if (holiday) return { times: sortTimes(holiday.hours.map(timeOf)), holiday: holiday.name?.trim() ?? null };
  return { times: regularHours(hours, weekDayOf(date)), holiday: null };
}

/**
 * Returns the opening time that includes this minute, including one that began the day before; null if the place is
 * closed.
 */
export function currentOpening(hours: OpeningHours, date: string, minutes: number): OpenTime | null {
  const timesAfterMidnight = hoursOn(hours, addDays(date, -1)).times.map(({ opens, closes }) => ({
    opens: opens - DAY_MINUTES,
    closes: closes - DAY_MINUTES,
  }));
  return (
    [...timesAfterMidnight, ...hoursOn(hours, date).times].find(
      ({ opens, closes }) => opens <= minutes && minutes < closes,
    ) ?? null
  );
}

/** Number of days that are searched for the next opening. A holiday lasts at most a year. */
const MAX_DAYS_AHEAD = 366;

/** Returns the next opening in Unix milliseconds; null if the place is open now or stays closed for a year. */
export function nextOpening(hours: OpeningHours, now: number, zone: string): number | null {
  const { date: today, minutes } = localTime(now, zone);
  if (currentOpening(hours, today, minutes)) return null;
  for (let ahead = 0; ahead <= MAX_DAYS_AHEAD; ahead += 1) {
    const date = addDays(today, ahead);
    const next = hoursOn(hours, date).times.find(({ opens }) => ahead > 0 || opens > minutes);
    if (next) return momentOf(date, next.opens, zone);
  }
  return null;
}

/** Converts a local time to Unix milliseconds. A time that a clock change skips is moved one hour later. */
function momentOf(date: string, minutes: number, zone: string): number {
  const asUtc = Date.parse(`${date}T00:00:00Z`) + minutes * 60_000;
  const offsetAt = (moment: number) => {
    const local = localTime(moment, zone);
    return (
      Date.parse(`${local.date}T00:00:00Z`) + local.minutes * 60_000 - Math.floor(moment / 60_000) * 60_000
    );
  };
  // The first guess may be on the other side of a clock change, so the offset is computed again.
  return asUtc - offsetAt(asUtc - offsetAt(asUtc));
}

function timeOf({ opens, closes }: { opens: string; closes: string }): OpenTime {
  const [from, to] = [minutesOf(opens), minutesOf(closes)];
  return { opens: from, closes: to > from ? to : to + DAY_MINUTES };
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

const sortTimes = (times: OpenTime[]): OpenTime[] => times.sort((one, other) => one.opens - other.opens);
