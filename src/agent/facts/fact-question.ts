/**
 * Detects the fact that a question requests. A question that also names another subject is left to the documents.
 */
import type { PalFacts } from '@palkit/contract/pal-facts';
import { localeOf } from '../language/locales.ts';
import { isStopWord } from '../knowledge/words.ts';
import { holidayIn, isPublicHoliday } from '../knowledge/named-holidays.ts';
import { isForm, isUnspaced, normaliseText, wordsOf, type CalendarNames } from './calendar-names.ts';
import { factWords } from './fact-words.ts';
import { addDays, nextWeekDay } from './opening-hours.ts';

export type FactQuestion =
  | { asks: 'hours'; days: AskedDay[] | null; isNow: boolean }
  | { asks: 'telephone' | 'email' | 'contact' | 'address' }
  | { asks: 'prices'; prices: PalFacts['prices'] };

export interface AskedDay {
  date: string;
  /** True if the visitor named the day by its weekday. */
  isWeekDay: boolean;
  /** True on a public holiday, when the hours of most places differ. */
  isPublic?: boolean;
}

export interface ReadingParts {
  facts: PalFacts;
  /** BCP 47 tag of the question's language. */
  language: string;
  names: CalendarNames;
  /** Today's date at the place, such as `2026-12-25`. */
  today: string;
}

const EMAIL = new RegExp(
  'e-?mail|\\bmails?\\b|correo|courriel|почт|имейл|メール|邮箱|邮件|郵件|이메일|ईमेल|بريد|ایمیل|ای میل|אימייל|' +
    'דוא|sahkopost|thu dien',
  'u',
);
/** Matches questions about opening something other than the place: "How do I open a business?" */
const OTHER_OPENING = /\bhow (?:do|can|could|would|should|to|does)\b|\b(?:i|we) (?:open|close|shut)\b/;
/** English words that refer to the subject of the previous question. */
const POINTS_BACK = /\b(?:it|they|that|this|these|those)\b/;
const CONTACT = /\b(contact|reach|get hold of|get in touch)\b/;
/** English words that occur in questions about the place itself. */
const GENERAL_WORDS = new Set(
  `shop store place office museum restaurant business company premises guys hours hour times time today tonight day days
  week weekend weekends weekday weekdays late early long still already again usually normally regular opening closing
  public please number line details hotline email mail emails e contact reach hold touch write find located location
  street exact exactly directions now currently right moment until till before after first last latest earliest hi
  hello thanks thank ok okay way here there hey yet also evening morning afternoon`.split(/\s+/),
);
/** Minimum length of a word that indicates another subject, in languages with an incomplete list of function words. */
const LONG_WORD = 5;
/** Languages that join articles and prepositions with the following word. */
const PREFIXING_LANGUAGES = new Set(['ar', 'he', 'fa', 'ur']);

/**
 * Returns the fact that a question requests; null if it requests no fact that the owner stated, or if it names
 * another subject. `before` is the visitor's previous question.
 */
export function factQuestion(
  question: string,
  before: string | undefined,
  parts: ReadingParts,
): FactQuestion | null {
  const parsedQuestion = readWords(question, parts);
  const price = readPrices(parsedQuestion, parts);
  if (price) return price;
  if (parsedQuestion.rest.length > 0 || isAboutAnother(parsedQuestion, before, parts)) return null;
  return readContact(parsedQuestion, parts.facts) ?? readHours(parsedQuestion, before, parts);
}

function readContact(
  { text, has }: ParsedQuestion,
  { telephone, email, address }: PalFacts,
): FactQuestion | null {
  if (email && EMAIL.test(text)) return { asks: 'email' };
  if (CONTACT.test(text) && (telephone || email)) return { asks: 'contact' };
  if (telephone && has('telephone')) return { asks: 'telephone' };
  return address && has('address') && !has('hours') ? { asks: 'address' } : null;
}

function readHours(
  { has, days, text }: ParsedQuestion,
  before: string | undefined,
  parts: ReadingParts,
): FactQuestion | null {
  if (!parts.facts.opening_hours || OTHER_OPENING.test(text)) return null;
  const continuesHours = days !== null && before !== undefined && readWords(before, parts).has('hours');
  return has('hours') || continuesHours ? { asks: 'hours', days, isNow: has('now') } : null;
}

/**
 * True if "it" or "that" refers to another subject of the previous question: "Is it open on Sunday?" may mean the
 * pool.
 */
function isAboutAnother({ text }: ParsedQuestion, before: string | undefined, parts: ReadingParts): boolean {
  if (before === undefined || languageOf(parts.language) !== 'en') return false;
  return POINTS_BACK.test(text) && readWords(before, parts).rest.length > 0;
}

interface ParsedQuestion {
  text: string;
  words: readonly string[];
  has(kind: 'hours' | 'telephone' | 'address' | 'price' | 'now'): boolean;
  days: AskedDay[] | null;
  /** Words that indicate another subject. */
  rest: readonly string[];
}

function readWords(question: string, { facts, language, names, today }: ReadingParts): ParsedQuestion {
  const text = normaliseText(question, language);
  const words = wordsOf(text);
  const own = factWords(languageOf(language));
  const isJoined = PREFIXING_LANGUAGES.has(languageOf(language));
  const asks = (word: string, stem: string) => {
    if (isJoined && stem.length > 2) return word.includes(stem);
    return stem.length < 4 ? word === stem : word.startsWith(stem);
  };
  const normaliseAll = (list: readonly string[]) => list.map((word) => normaliseText(word, language));
  const matches = (list: readonly string[]) =>
    isUnspaced(language)
      ? list.filter((stem) => text.includes(stem))
      : words.filter((word) => list.some((stem) => asks(word, stem)));
  const kinds = {
    hours: matches(normaliseAll(own.hours)),
    telephone: matches(normaliseAll(own.telephone)),
    address: matches(normaliseAll(own.address)),
    price: matches(normaliseAll(own.price)),
    now: matches(normaliseAll(own.now)),
  };
  const day = dayOf(text, words, { facts, language, names, today });
  const usedWords = new Set([...Object.values(kinds).flat(), ...(day?.usedWords ?? [])]);
  return {
    text,
    words,
    has: (kind) => kinds[kind].length > 0,
    days: day?.days ?? null,
    rest: restOf(text, words, usedWords, language),
  };
}

/**
 * Finds the days that a question names, and the words that name them: a holiday, the weekend, or a single day. Null
 * if it names none.
 */
function dayOf(
  text: string,
  words: readonly string[],
  { facts, language, names, today }: ReadingParts,
): { days: AskedDay[]; usedWords: readonly string[] } | null {
  const holiday = facts.opening_hours?.holidays
    .filter(
      ({ name, from, to }) =>
        name && (to ?? from) >= today && isNamedIn(normaliseText(name, language), text, words),
    )
    .sort((one, other) => (one.from < other.from ? -1 : 1))[0];
  if (holiday)
    return {
      days: [{ date: holiday.from < today ? today : holiday.from, isWeekDay: false }],
      usedWords: wordsOf(normaliseText(holiday.name!, language)),
    };
  const namedHoliday = languageOf(language) === 'en' ? holidayIn(text, today) : null;
  if (namedHoliday)
    return {
      days: daysBetween(namedHoliday.first < today ? today : namedHoliday.first, namedHoliday.last).map(
        (date) => ({
          date,
          isWeekDay: false,
          isPublic: namedHoliday.holiday.isPublic,
        }),
      ),
      usedWords: wordsOf(normaliseText(namedHoliday.words, language)),
    };
  if (/\bweek-?end\b/.test(text))
    return {
      days: [5, 6].map((day) => ({ date: nextWeekDay(today, day), isWeekDay: true })),
      usedWords: words.filter((word) => word.startsWith('week')),
    };
  if (/\btonight\b/.test(text))
    return { days: [{ date: addDays(today, 0), isWeekDay: false }], usedWords: [] };
  const dayName = names.findDay(text, today);
  if (!dayName) return null;
  const isPublic = languageOf(language) === 'en' && !dayName.isWeekDay && isPublicHoliday(dayName.date);
  return {
    days: [{ date: dayName.date, isWeekDay: dayName.isWeekDay, isPublic }],
    usedWords: dayName.usedWords,
  };
}

/** Maximum number of days of a holiday, such as Easter, that an answer lists. */
const MAX_DAYS = 4;

function daysBetween(first: string, last: string): string[] {
  const days = [first];
  while (days.at(-1)! < last && days.length < MAX_DAYS) days.push(addDays(days.at(-1)!, 1));
  return days;
}

const isNamedIn = (name: string, text: string, words: readonly string[]): boolean => {
  const parts = wordsOf(name);
  return parts.length > 0 && (text.includes(name) || parts.every((part) => words.includes(part)));
};

/**
 * Returns the words that may name another subject: all words apart from function words and words that ask for a
 * fact.
 */
function restOf(
  text: string,
  words: readonly string[],
  usedWords: ReadonlySet<string>,
  tag: string,
): string[] {
  const language = languageOf(tag);
  const small = [...(localeOf(tag).facts.commonWords ?? '').split(' '), ...factWords(language).around]
    .filter(Boolean)
    .map((word) => normaliseText(word, tag));
  const names = [...usedWords, ...small];
  const withoutParts = (whole: string) =>
    [...names]
      .sort((one, other) => other.length - one.length)
      .reduce((remainder, word) => remainder.split(word).join(''), whole)
      .replace(/[^\p{L}]/gu, '');
  // A Japanese subject is usually not written in Hiragana, so all Hiragana is removed as grammar.
  if (language === 'ja') return [withoutParts(text).replace(/\p{Script=Hiragana}/gu, '')].filter(Boolean);
  if (language.startsWith('zh')) return [withoutParts(text)].filter(({ length }) => length > 1);
  if (language === 'ko')
    return words.filter((word) => word.length > 2 && !names.some((part) => word.includes(part)));
  const isSmall = (word: string) =>
    language === 'en'
      ? word.length === 1 || isStopWord(word) || GENERAL_WORDS.has(word)
      : word.length < LONG_WORD;
  return words.filter(
    (word) => !names.includes(word) && !/^\d+$/.test(word) && !EMAIL.test(word) && !isSmall(word),
  );
}

/**
 * Returns the prices whose names contain all words of the subject; if the question contains full names, only their
 * prices. Without a subject, returns all prices. Null if the question requests no price.
 */
function readPrices(
  { has, rest, text, words }: ParsedQuestion,
  { facts, language }: ReadingParts,
): FactQuestion | null {
  if (facts.prices.length === 0 || !has('price')) return null;
  const pricesWithNames = facts.prices.map((price) => ({ price, name: normaliseText(price.name, language) }));
  if (isUnspaced(language)) {
    const prices = pricesWithNames.filter(({ name }) => text.includes(name)).map(({ price }) => price);
    return prices.length > 0 ? { asks: 'prices', prices } : null;
  }
  const [first = ''] = factWords(languageOf(language)).price;
  if (rest.length === 0)
    return words.some((word) => word.startsWith(normaliseText(first, language))) && !has('hours')
      ? { asks: 'prices', prices: facts.prices }
      : null;
  const matches = pricesWithNames.filter(({ name }) =>
    rest.every((word) => wordsOf(name).some((part) => isForm(word, part) || isForm(part, word))),
  );
  const whole = matches.filter(({ name }) =>
    wordsOf(name).every((part) => words.some((word) => isForm(word, part) || isForm(part, word))),
  );
  const prices = (whole.length > 0 ? whole : matches).map(({ price }) => price);
  return prices.length > 0 ? { asks: 'prices', prices } : null;
}

/** Returns the key of a language's word list. The two scripts of Chinese have separate keys. */
export function languageOf(tag: string): string {
  const lower = tag.toLowerCase();
  if (/^zh-(?:.*-)?(?:hant|tw|hk|mo)\b/.test(lower)) return 'zh-Hant';
  const language = lower.split('-')[0]!;
  return language === 'no' || language === 'nn' ? 'nb' : language;
}
