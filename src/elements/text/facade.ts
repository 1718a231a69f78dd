/** The few texts that a page shows before the call's code is loaded, in all languages. */
import type { FacadeWords } from '@palkit/contract/locales/locale';
import { FACADE, FACADE_KEYS } from './facade-table.ts';

export type { FacadeWords };

/** Available languages, as BCP 47 tags. */
export const LANGUAGES: readonly string[] = Object.keys(FACADE);

/** Returns the texts of the facade in a language; in English if that language is not available. */
export function facadeWords(language: string): FacadeWords {
  const words = (FACADE[language] ?? FACADE['en'] ?? '').split('|');
  return Object.fromEntries(FACADE_KEYS.map((key, index) => [key, words[index] ?? ''])) as FacadeWords;
}
