/** Which language a visitor reads. Pure. */
import { RIGHT_TO_LEFT } from './facade-table.ts';

export interface Wishes {
  /** The owner's word, `customization.locale`. */
  locale?: string;
  /** What the PAL speaks; none says nothing. */
  languages?: readonly string[];
  /** The page's `lang`. */
  page?: string;
  /** What the browser asks for, best first. */
  browser?: readonly string[];
}

export interface Choice {
  /** One of the languages there are. */
  language: string;
  /** The tag it was asked for by, for dates and numbers: `de-AT`. */
  tag: string;
}

/**
 * The owner's word, then what the PAL speaks, then the page, then the browser, then English. Where the PAL
 * speaks several, the page and the browser say which of them.
 */
export function chooseLanguage(
  { locale, languages = [], page, browser = [] }: Wishes,
  known: readonly string[],
): Choice {
  const choices = (tags: readonly (string | undefined)[]) =>
    tags.map((tag) => match(tag, known)).filter((choice) => choice !== null);
  const [owner] = choices([locale]);
  if (owner) return owner;
  const asked = choices([page, ...browser]);
  const spoken = choices(languages);
  const both = asked.find(({ language }) => spoken.some((choice) => choice.language === language));
  return both ?? spoken[0] ?? asked[0] ?? { language: 'en', tag: 'en' };
}

/** `de-AT` is `de`; `zh-TW` is `zh-Hant`; `no` is `nb`. */
function match(asked: string | undefined, known: readonly string[]): Choice | null {
  if (!asked) return null;
  try {
    const locale = new Intl.Locale(asked.replaceAll('_', '-'));
    const base = { no: 'nb', nn: 'nb', tl: 'fil' }[locale.language] ?? locale.language;
    const scripted = `${base}-${locale.maximize().script ?? ''}`;
    const language = known.includes(scripted) ? scripted : base;
    return known.includes(language) ? { language, tag: locale.toString() } : null;
  } catch {
    return null;
  }
}

export function direction(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr';
}
