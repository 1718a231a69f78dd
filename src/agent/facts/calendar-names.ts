/** Names of days, months and times in a language, from `Intl`. Also finds the day that a text names. */
import type { OpenTime } from './opening-hours.ts';
import { addDays, nextWeekDay } from './opening-hours.ts';

/** This date is a Monday, so a day number from 0 to 6 can be added to it. */
const MONDAY = '2026-01-05';
const at = (date: string, minutes = 0): Date => new Date(Date.parse(`${date}T00:00:00Z`) + minutes * 60_000);

/** Languages without spaces between words. */
const UNSPACED_LANGUAGES = new Set(['ja', 'zh', 'ko']);
export const isUnspaced = (language: string): boolean =>
  UNSPACED_LANGUAGES.has(language.split('-')[0]!.toLowerCase());

/** Converts to lower case, and removes accents in languages that separate words by spaces. */
export function normaliseText(text: string, language: string): string {
  const lower = text.toLowerCase().normalize('NFC');
  return isUnspaced(language) ? lower : lower.normalize('NFD').replace(/\p{M}/gu, '');
}
export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** True if `word` is `name`, or `name` with another ending. A name shorter than four letters has to match exactly. */
export function isForm(word: string, name: string): boolean {
  if (name.length < 4) return word === name;
  return word.startsWith(name.length < 5 ? name : name.slice(0, -1)) && word.length <= name.length + 4;
}

export class CalendarNames {
  readonly #language: string;
  readonly #days: readonly string[];
  readonly #months: readonly string[];
  readonly #relativeDayNames: readonly string[];
  readonly #time: Intl.DateTimeFormat;
  readonly #weekDay: Intl.DateTimeFormat;
  readonly #date: Intl.DateTimeFormat;

  /** `language` is a BCP 47 tag. */
  constructor(language: string) {
    this.#language = language;
    const calendar = { calendar: 'gregory', timeZone: 'UTC' } as const;
    const { hourCycle } = new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions();
    this.#time = new Intl.DateTimeFormat(language, {
      ...calendar,
      // With two digits for a 24-hour clock, a single time and a range have the same format.
      hour: hourCycle === 'h23' ? '2-digit' : 'numeric',
      minute: '2-digit',
    });
    this.#weekDay = new Intl.DateTimeFormat(language, { ...calendar, weekday: 'long' });
    this.#date = new Intl.DateTimeFormat(language, {
      ...calendar,
      weekday: 'long',
      day: 'numeric',
      month: 'long',
    });
    const month = new Intl.DateTimeFormat(language, { ...calendar, day: 'numeric', month: 'long' });
    this.#days = Array.from({ length: 7 }, (_, day) => normaliseText(this.weekDay(day), language));
    this.#months = Array.from({ length: 12 }, (_, index) =>
      normaliseText(
        month.formatToParts(new Date(Date.UTC(2026, index, 5))).find(({ type }) => type === 'month')!.value,
        language,
      ),
    );
    const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
    this.#relativeDayNames = [0, 1, 2].map((days) => relative.format(days, 'day'));
  }

  /** Returns the name of a day of the week; 0 is Monday. */
  weekDay(day: number): string {
    return this.#weekDay.format(at(addDays(MONDAY, day)));
  }

  /** Formats a date as the language does, for example "Friday, 25 December". */
  date(date: string): string {
    return this.#date.format(at(date));
  }

  /** Returns "today" or "tomorrow" in the language; null for other days. */
  relative(date: string, today: string): string | null {
    const days = [0, 1].find((count) => addDays(today, count) === date);
    return days === undefined ? null : this.#relativeDayNames[days]!;
  }

  time(minutes: number): string {
    return this.#time.format(at(MONDAY, minutes % (24 * 60)));
  }

  range({ opens, closes }: OpenTime): string {
    return this.#time.formatRange(at(MONDAY, opens), at(MONDAY, closes % (24 * 60)));
  }

  /**
   * Finds the date that `text` names, and the words that name it; null if it names none. `text` must be normalised
   * by `normaliseText`.
   */
  findDay(text: string, today: string): { date: string; usedWords: string[]; isWeekDay: boolean } | null {
    const words = wordsOf(text);
    return (
      this.#nextDate(text, words, today) ??
      this.#findRelativeDay(text, today) ??
      this.#readNamedDays(text, words, today)
    );
  }

  #findRelativeDay(text: string, today: string) {
    // "übermorgen" contains "morgen", so the longer word is tested first.
    for (const days of [2, 1, 0]) {
      const phrase = normaliseText(this.#relativeDayNames[days]!, this.#language);
      const isThere = isUnspaced(this.#language)
        ? text.includes(phrase)
        : ` ${wordsOf(text).join(' ')} `.includes(` ${wordsOf(phrase).join(' ')} `);
      if (isThere)
        return {
          date: addDays(today, days),
          usedWords: isUnspaced(this.#language) ? [phrase] : wordsOf(phrase),
          isWeekDay: false,
        };
    }
    return null;
  }

  #readNamedDays(text: string, words: readonly string[], today: string) {
    let best: { day: number; usedWords: string[]; length: number } | null = null;
    for (const [day, name] of this.#days.entries()) {
      const parts = wordsOf(name);
      const usedWords = isUnspaced(this.#language)
        ? [name, name.slice(0, 2)].filter((short) => short !== '星期' && text.includes(short)).slice(0, 1)
        : parts.length > 1
          ? text.includes(name)
            ? parts
            : []
          : words.filter((word) => isForm(word, name));
      if (usedWords.length > 0 && name.length > (best?.length ?? 0))
        best = { day, usedWords, length: name.length };
    }
    return best && { date: nextWeekDay(today, best.day), usedWords: best.usedWords, isWeekDay: true };
  }

  /**
   * Finds a date such as "2026-12-25", or the next day that matches "25 December" or "12月25日"; null if there is
   * none.
   */
  #nextDate(text: string, words: readonly string[], today: string) {
    const iso = /\b(\d{4}-\d\d-\d\d)\b/.exec(text)?.[1];
    if (iso && Number.isFinite(Date.parse(`${iso}T00:00:00Z`)))
      return { date: addDays(iso, 0), usedWords: wordsOf(iso), isWeekDay: false };
    const east = /(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일]/.exec(text);
    if (east) return nextDateOf(Number(east[1]) - 1, Number(east[2]), today, wordsOf(east[0]));
    const number = words.find((word) => /^\d{1,2}(?:st|nd|rd|th)?$/.test(word));
    if (!number) return null;
    for (const [month, name] of this.#months.entries()) {
      const usedWords = words.filter((word) => isForm(word, name));
      if (usedWords.length > 0)
        return nextDateOf(month, Number.parseInt(number, 10), today, [number, ...usedWords]);
    }
    return null;
  }
}

function nextDateOf(month: number, day: number, today: string, usedWords: string[]) {
  const year = Number(today.slice(0, 4));
  for (const each of [year, year + 1]) {
    const candidate = new Date(Date.UTC(each, month, day));
    if (candidate.getUTCMonth() !== month || candidate.getUTCDate() !== day) continue;
    const date = candidate.toISOString().slice(0, 10);
    if (date >= today) return { date, usedWords, isWeekDay: false };
  }
  return null;
}
