/** English names of languages, which clients of the hosted interface send instead of tags. */

const TAGS_BY_NAME: Readonly<Record<string, string>> = {
  arabic: 'ar',
  bengali: 'bn',
  bulgarian: 'bg',
  chinese: 'zh',
  croatian: 'hr',
  czech: 'cs',
  danish: 'da',
  dutch: 'nl',
  english: 'en',
  filipino: 'fil',
  finnish: 'fi',
  french: 'fr',
  georgian: 'ka',
  german: 'de',
  greek: 'el',
  gujarati: 'gu',
  hebrew: 'he',
  hindi: 'hi',
  hungarian: 'hu',
  indonesian: 'id',
  italian: 'it',
  japanese: 'ja',
  kannada: 'kn',
  korean: 'ko',
  malay: 'ms',
  malayalam: 'ml',
  mandarin: 'zh',
  marathi: 'mr',
  norwegian: 'nb',
  persian: 'fa',
  polish: 'pl',
  portuguese: 'pt',
  punjabi: 'pa',
  romanian: 'ro',
  russian: 'ru',
  slovak: 'sk',
  slovenian: 'sl',
  spanish: 'es',
  swedish: 'sv',
  tagalog: 'fil',
  tamil: 'ta',
  telugu: 'te',
  thai: 'th',
  turkish: 'tr',
  ukrainian: 'uk',
  urdu: 'ur',
  vietnamese: 'vi',
};
/** The name for all languages of the PAL. */
const EVERY_LANGUAGE = 'multilingual';

/** Returns the tags for a name or a tag; empty for all of the PAL's languages, null for an unknown name. */
export function languageTags(name: string): string[] | null {
  const word = name.trim().toLowerCase();
  if (word === EVERY_LANGUAGE) return [];
  if (Object.hasOwn(TAGS_BY_NAME, word)) return [TAGS_BY_NAME[word]!];
  return /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/.test(word) ? [name.trim()] : null;
}
