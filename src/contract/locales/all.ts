/** Written by "npm run docs" from the files of src/contract/locales. */
import type { Locale } from './locale.ts';
import * as en from './en.ts';
import * as ar from './ar.ts';
import * as bg from './bg.ts';
import * as cs from './cs.ts';
import * as da from './da.ts';
import * as de from './de.ts';
import * as el from './el.ts';
import * as es from './es.ts';
import * as fa from './fa.ts';
import * as fi from './fi.ts';
import * as fr from './fr.ts';
import * as he from './he.ts';
import * as hi from './hi.ts';
import * as hr from './hr.ts';
import * as hu from './hu.ts';
import * as id from './id.ts';
import * as it from './it.ts';
import * as ja from './ja.ts';
import * as ko from './ko.ts';
import * as nb from './nb.ts';
import * as nl from './nl.ts';
import * as pl from './pl.ts';
import * as pt from './pt.ts';
import * as ro from './ro.ts';
import * as ru from './ru.ts';
import * as sk from './sk.ts';
import * as sl from './sl.ts';
import * as sv from './sv.ts';
import * as tr from './tr.ts';
import * as uk from './uk.ts';
import * as ur from './ur.ts';
import * as vi from './vi.ts';
import * as zh from './zh.ts';
import * as zhHant from './zh-Hant.ts';

/** All locales by BCP 47 tag. */
export const LOCALES: Readonly<Record<string, Locale>> = {
  en,
  ar,
  bg,
  cs,
  da,
  de,
  el,
  es,
  fa,
  fi,
  fr,
  he,
  hi,
  hr,
  hu,
  id,
  it,
  ja,
  ko,
  nb,
  nl,
  pl,
  pt,
  ro,
  ru,
  sk,
  sl,
  sv,
  tr,
  uk,
  ur,
  vi,
  zh,
  'zh-Hant': zhHant,
};
