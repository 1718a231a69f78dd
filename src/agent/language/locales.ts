/** The locales of Palkit, by BCP 47 tag. */
import { LOCALES } from '@palkit/contract/locales/all';
import type { Locale } from '@palkit/contract/locales/locale';

export { LOCALES };

/** Returns the primary language: `en` for `en-GB`. All forms of Norwegian are one language. */
export function primaryLanguage(tag: string): string {
  const language = tag.toLowerCase().split('-')[0]!;
  return language === 'no' || language === 'nn' ? 'nb' : language;
}

/** Returns the locale of a tag, or English if the language is unknown. Region and script matter for Chinese only. */
export function localeOf(tag: string | undefined): Locale {
  const lower = (tag ?? 'en').toLowerCase();
  const language = /^zh-(?:.*-)?(?:hant|tw|hk|mo)\b/.test(lower) ? 'zh-Hant' : primaryLanguage(lower);
  return (Object.hasOwn(LOCALES, language) && LOCALES[language]) || LOCALES['en']!;
}

/** Primary languages as speech engines name them: `zh` for both scripts of Chinese. */
export const PRIMARY_LANGUAGES: readonly string[] = [...new Set(Object.keys(LOCALES).map(primaryLanguage))];
