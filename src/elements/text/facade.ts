/** The few words on a page before the call's code is loaded, in every language. */
import type { FacadeWords } from '@palkit/contract/locales/locale';
import { FACADE, FACADE_KEYS } from './facade-table.ts';

export type { FacadeWords };

/** Available languages, as BCP 47 tags. */
export const LANGUAGES: readonly string[] = Object.keys(FACADE);

/** The facade's words in a language, or in English if it is not available. */
export function facadeWords(language: string): FacadeWords {
  const words = (FACADE[language] ?? FACADE['en'] ?? '').split('|');
  return Object.fromEntries(FACADE_KEYS.map((key, index) => [key, words[index] ?? ''])) as FacadeWords;
}
