/** Loads the texts of languages. All except English are separate files, which are loaded on demand. */
import type { ScreenWords } from '@palkit/contract/locales/locale';
import type { Choice } from './choose.ts';
import { facadeWords } from './facade.ts';
import { SCREENS } from './screen-table.ts';
import { ENGLISH, Language } from './words.ts';

const wordsByLanguage = new Map<string, ScreenWords>();

/** Returns the chosen language, without a promise if it is already loaded; English if loading fails. */
export function loadLanguage(choice: Choice): Language | Promise<Language> {
  const { language, tag } = choice;
  const load = SCREENS[language];
  if (!load) return new Language(tag, ENGLISH.words);
  const loadedWords = wordsByLanguage.get(language);
  if (loadedWords) return new Language(tag, { ...loadedWords, ...facadeWords(language) });
  return load().then(
    (words) => {
      wordsByLanguage.set(language, words);
      return new Language(tag, { ...words, ...facadeWords(language) });
    },
    () => new Language('en', ENGLISH.words),
  );
}
