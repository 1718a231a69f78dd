/** Chooses the language of the screens for a visitor. */
import { RIGHT_TO_LEFT } from './facade-table.ts';

export interface LanguageSources {
  /** The owner's setting `customization.locale`. */
  locale?: string;
  /** Languages that the PAL speaks; empty if unknown. */
  languages?: readonly string[];
  /** The `lang` attribute of the page. */
  page?: string;
  /** The browser's preferred languages, best first. */
  browser?: readonly string[];
}

export interface Choice {
  /** The chosen language, one of those available. */
  language: string;
  /** The requested tag for dates and numbers, such as `de-AT`. */
  tag: string;
}

/**
 * Chooses the language by the owner's setting, otherwise by the PAL's languages, the page, the browser, and finally
 * English. If the PAL speaks several languages, the page and the browser select one of them.
 */
export function chooseLanguage(
  { locale, languages = [], page, browser = [] }: LanguageSources,
  available: readonly string[],
): Choice {
  const choices = (tags: readonly (string | undefined)[]) =>
    tags.map((tag) => matchLanguage(tag, available)).filter((choice) => choice !== null);
  const [owner] = choices([locale]);
  if (owner) return owner;
  const requestedChoices = choices([page, ...browser]);
  const spokenChoices = choices(languages);
  const spokenAndRequested = requestedChoices.find(({ language }) =>
    spokenChoices.some((choice) => choice.language === language),
  );
  return spokenAndRequested ?? spokenChoices[0] ?? requestedChoices[0] ?? { language: 'en', tag: 'en' };
}

/**
 * Maps a tag to an available language: `de-AT` to `de`, `zh-TW` to `zh-Hant`, `no` to `nb`; null if there is none.
 */
function matchLanguage(requestedTag: string | undefined, available: readonly string[]): Choice | null {
  if (!requestedTag) return null;
  try {
    const locale = new Intl.Locale(requestedTag.replaceAll('_', '-'));
    const base = { no: 'nb', nn: 'nb', tl: 'fil' }[locale.language] ?? locale.language;
    const tagWithScript = `${base}-${locale.maximize().script ?? ''}`;
    const language = available.includes(tagWithScript) ? tagWithScript : base;
    return available.includes(language) ? { language, tag: locale.toString() } : null;
  } catch {
    return null;
  }
}

export function direction(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr';
}
