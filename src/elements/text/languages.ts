/** The languages but English: each a file of its own, fetched when a visitor reads it. */
import type { ScreenWords } from '@palkit/contract/locales/locale';
import type { Choice } from './choose.ts';
import { facadeWords } from './facade.ts';
import { SCREENS } from './screen-table.ts';
import { ENGLISH, Language } from './words.ts';

const fetched = new Map<string, ScreenWords>();

/** The language chosen: at once where it is here, English where it cannot be had. */
export function speak(choice: Choice): Language | Promise<Language> {
  const { language, tag } = choice;
  const load = SCREENS[language];
  if (!load) return new Language(tag, ENGLISH.words);
  const known = fetched.get(language);
  if (known) return new Language(tag, { ...known, ...facadeWords(language) });
  return load().then(
    (words) => {
      fetched.set(language, words);
      return new Language(tag, { ...words, ...facadeWords(language) });
    },
    () => new Language('en', ENGLISH.words),
  );
}
