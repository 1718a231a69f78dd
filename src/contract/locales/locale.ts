/**
 * The parts of a locale. Each locale is a file in this folder, named by its BCP 47 tag, with six exports, so that a
 * page loads only the parts that it shows. `npm run docs` writes the tables of all locales.
 */
import type * as english from './en.ts';

/** A sentence for each plural form of the language (CLDR); `other` is required. */
export type PluralForms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** Texts that a page shows before the code of the call is loaded. */
export type FacadeWords = Record<keyof typeof english.facade, string>;

/** Texts on the screens of a call. */
export type ScreenWords = {
  [Key in keyof typeof english.screen]: (typeof english.screen)[Key] extends string ? string : PluralForms;
};

/** Texts of the form that is shown outside opening hours. */
export type ClosedWords = Record<keyof typeof english.closed, string>;

/** Texts of the page at an address that does not exist. */
export type PageWords = Record<keyof typeof english.page, string>;

/** Sentences of an agent without a model. */
export type AgentSentences = Record<keyof typeof english.agent, string>;

/** Script, distinguishing features and back-channels of the language. */
export interface LanguageFacts {
  /** Direction of the script; the default is left to right. */
  direction?: 'rtl';
  /** Separator of list items; the default is `, `. */
  comma?: string;
  /** Frequent words that other languages of the same script lack, separated by spaces. */
  commonWords?: string;
  /** Letters that other languages of the same script lack. */
  letters?: string;
  /** Back-channels that mean "go on", separated by spaces. */
  continuers?: string;
  /** Short utterances that interrupt the speaker, separated by ` | `. */
  interruptions?: string;
}

export interface Locale {
  facade: FacadeWords;
  screen: ScreenWords;
  closed: ClosedWords;
  page: PageWords;
  agent: AgentSentences;
  facts: LanguageFacts;
}
