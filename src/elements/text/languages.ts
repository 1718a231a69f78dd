/** The languages but English: each a file of its own, fetched when a visitor reads it. */
import { english, ENGLISH, Language, type OwnWords } from '../text.ts';
import type { Choice } from './choose.ts';
import { facadeWords } from './facade.ts';

/** The script tag's files hold words in order, without their names. */
const words = ({ words: given }: { words: OwnWords }): OwnWords => (Array.isArray(given) ? Object.fromEntries(Object.keys(english).map((key, index) => [key, (given as unknown[])[index]])) as unknown as OwnWords : given);
const FILES: Record<string, () => Promise<OwnWords>> = {
  ar: () => import('./ar.ts').then(words),
  bg: () => import('./bg.ts').then(words),
  cs: () => import('./cs.ts').then(words),
  da: () => import('./da.ts').then(words),
  de: () => import('./de.ts').then(words),
  el: () => import('./el.ts').then(words),
  es: () => import('./es.ts').then(words),
  fa: () => import('./fa.ts').then(words),
  fi: () => import('./fi.ts').then(words),
  fr: () => import('./fr.ts').then(words),
  he: () => import('./he.ts').then(words),
  hi: () => import('./hi.ts').then(words),
  hr: () => import('./hr.ts').then(words),
  hu: () => import('./hu.ts').then(words),
  id: () => import('./id.ts').then(words),
  it: () => import('./it.ts').then(words),
  ja: () => import('./ja.ts').then(words),
  ko: () => import('./ko.ts').then(words),
  nb: () => import('./nb.ts').then(words),
  nl: () => import('./nl.ts').then(words),
  pl: () => import('./pl.ts').then(words),
  pt: () => import('./pt.ts').then(words),
  ro: () => import('./ro.ts').then(words),
  ru: () => import('./ru.ts').then(words),
  sk: () => import('./sk.ts').then(words),
  sl: () => import('./sl.ts').then(words),
  sv: () => import('./sv.ts').then(words),
  tr: () => import('./tr.ts').then(words),
  uk: () => import('./uk.ts').then(words),
  ur: () => import('./ur.ts').then(words),
  vi: () => import('./vi.ts').then(words),
  zh: () => import('./zh.ts').then(words),
  'zh-Hant': () => import('./zh-Hant.ts').then(words),
};

const fetched = new Map<string, OwnWords>();

/** The language chosen: at once where it is here, English where it cannot be had. */
export function speak(choice: Choice): Language | Promise<Language> {
  const { language, tag } = choice;
  const load = FILES[language];
  if (!load) return new Language(tag, ENGLISH.words);
  const known = fetched.get(language);
  if (known) return new Language(tag, { ...known, ...facadeWords(language) });
  return load().then((loaded) => {
    fetched.set(language, loaded);
    return new Language(tag, { ...loaded, ...facadeWords(language) });
  }, () => new Language('en', ENGLISH.words));
}
