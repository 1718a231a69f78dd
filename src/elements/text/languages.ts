/** The languages but English: each a file of its own, fetched when a visitor reads it. */
import { ENGLISH, Language, type OwnWords } from './words.ts';
import type { Choice } from './choose.ts';
import { facadeWords } from './facade.ts';

const FILES: Record<string, () => Promise<{ words: OwnWords }>> = {
  ar: () => import('./ar.ts'),
  bg: () => import('./bg.ts'),
  cs: () => import('./cs.ts'),
  da: () => import('./da.ts'),
  de: () => import('./de.ts'),
  el: () => import('./el.ts'),
  es: () => import('./es.ts'),
  fa: () => import('./fa.ts'),
  fi: () => import('./fi.ts'),
  fr: () => import('./fr.ts'),
  he: () => import('./he.ts'),
  hi: () => import('./hi.ts'),
  hr: () => import('./hr.ts'),
  hu: () => import('./hu.ts'),
  id: () => import('./id.ts'),
  it: () => import('./it.ts'),
  ja: () => import('./ja.ts'),
  ko: () => import('./ko.ts'),
  nb: () => import('./nb.ts'),
  nl: () => import('./nl.ts'),
  pl: () => import('./pl.ts'),
  pt: () => import('./pt.ts'),
  ro: () => import('./ro.ts'),
  ru: () => import('./ru.ts'),
  sk: () => import('./sk.ts'),
  sl: () => import('./sl.ts'),
  sv: () => import('./sv.ts'),
  tr: () => import('./tr.ts'),
  uk: () => import('./uk.ts'),
  ur: () => import('./ur.ts'),
  vi: () => import('./vi.ts'),
  zh: () => import('./zh.ts'),
  'zh-Hant': () => import('./zh-Hant.ts'),
};

const fetched = new Map<string, OwnWords>();

/** The language chosen: at once where it is here, English where it cannot be had. */
export function speak(choice: Choice): Language | Promise<Language> {
  const { language, tag } = choice;
  const load = FILES[language];
  if (!load) return new Language(tag, ENGLISH.words);
  const known = fetched.get(language);
  if (known) return new Language(tag, { ...known, ...facadeWords(language) });
  return load().then(
    ({ words }) => {
      fetched.set(language, words);
      return new Language(tag, { ...words, ...facadeWords(language) });
    },
    () => new Language('en', ENGLISH.words),
  );
}
