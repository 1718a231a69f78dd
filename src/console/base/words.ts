/** Texts of the console in the language of the browser, or in the language that the user chose. */
import de from '../words/de.json' with { type: 'json' };
import en from '../words/en.json' with { type: 'json' };

export type Word = keyof typeof en;
/** A text with a count is a pair: for one, and for any other number. */
type Words = Record<Word, string | string[]>;

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type ConsoleLanguage = keyof typeof LANGUAGES;

const TABLES: Record<ConsoleLanguage, Words> = { en, de };
const LANGUAGE_KEY = 'palkit-console-language';

const isKnown = (tag: string | null): tag is ConsoleLanguage => tag !== null && Object.hasOwn(TABLES, tag);

function chosenLanguage(): ConsoleLanguage {
  const storedLanguage = localStorage.getItem(LANGUAGE_KEY);
  if (isKnown(storedLanguage)) return storedLanguage;
  const match = navigator.languages.map((tag) => tag.split('-')[0] ?? '').find((tag) => isKnown(tag));
  return match !== undefined && isKnown(match) ? match : 'en';
}

export const language = chosenLanguage();
document.documentElement.lang = language;

export function chooseLanguage(tag: string): void {
  localStorage.setItem(LANGUAGE_KEY, tag);
  location.reload();
}

const plurals = new Intl.PluralRules(language);

/** Returns the text of a key. `{name}` is replaced by a value; `{count}` selects one text of a pair. */
export function t(key: Word, values: Readonly<Record<string, string | number>> = {}): string {
  const words = TABLES[language][key];
  const isOne = plurals.select(Number(values['count'])) === 'one';
  const text = typeof words === 'string' ? words : (words[isOne ? 0 : 1] ?? '');
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    return typeof value === 'number' ? value.toLocaleString(language) : (value ?? '');
  });
}

export const isWord = (text: string): text is Word => Object.hasOwn(en, text);

/** Returns the text of a known value, such as an outcome; an unknown value is returned unchanged. */
export const wordsFor = (value: string): string => (isWord(value) ? t(value) : value);

const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
/** Formats a date without a time (`2026-11-26`) in the user's language. */
export const day = (text: string): string => days.format(new Date(text));
export const date = (timestamp: string): string => dates.format(new Date(timestamp));

/** Formats seconds as `m:ss`. */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
