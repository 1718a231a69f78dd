/** The few words that are on a page before anything of a call is loaded, in every language. */
import type { FacadeWords } from '@palkit/contract/locales/locale';
import { FACADE, FACADE_KEYS } from './facade-table.ts';

export type { FacadeWords };

/** The languages there are, by BCP 47 tag. */
export const LANGUAGES: readonly string[] = Object.keys(FACADE);

/** The facade's words of a language; English where there are none. */
export function facadeWords(language: string): FacadeWords {
  const words = (FACADE[language] ?? FACADE['en']!).split('|');
  return Object.fromEntries(FACADE_KEYS.map((key, index) => [key, words[index]!])) as FacadeWords;
}
