/**
 * The parts of a language: one file each in this folder, named by its BCP 47 tag, with six exports, so that
 * a page loads only those that it shows. `npm run docs` writes the tables that list the languages.
 */
import type * as english from './en.ts';

/** One sentence for each plural form of the language (CLDR); `other` is required. */
export type PluralForms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** Words on a page before the call's code is loaded. */
export type FacadeWords = Record<keyof typeof english.facade, string>;

/** Words on the screens of a call. */
export type ScreenWords = {
  [Key in keyof typeof english.screen]: (typeof english.screen)[Key] extends string ? string : PluralForms;
};

/** Words of the form that is shown outside opening hours. */
export type ClosedWords = Record<keyof typeof english.closed, string>;

/** Words of the page at an address that does not exist. */
export type PageWords = Record<keyof typeof english.page, string>;

/** Sentences that the agent says without a model. */
export type AgentSentences = Record<keyof typeof english.agent, string>;

/** Script, distinguishing features and back-channels of the language. */
export interface LanguageFacts {
  /** Left to right by default. */
  direction?: 'rtl';
  /** Separator of list items; `, ` by default. */
  comma?: string;
  /** Frequent words that distinguish it from other languages of the same script, separated by spaces. */
  commonWords?: string;
  /** Letters that distinguish it from other languages of the same script. */
  letters?: string;
  /** Back-channels that mean "go on", separated by spaces. */
  continuers?: string;
  /** Short utterances that do interrupt the speaker, separated by ` | `. */
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
