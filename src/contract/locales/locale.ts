/**
 * What a language of Palkit consists of: one file each beside this one, named by its BCP 47 tag, with four
 * exports. They are apart because a page loads only what it shows. `npm run docs` writes the tables that list them.
 */
import type * as english from './en.ts';

/** One sentence for each way in which the language counts (CLDR); `other` is always there. */
export type Counted = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** On a page before anything else is loaded. */
export type FacadeWords = Record<keyof typeof english.facade, string>;

/** On the screens of a call. */
export type ScreenWords = {
  [Key in keyof typeof english.screen]: (typeof english.screen)[Key] extends string ? string : Counted;
};

/** What the agent says by itself. */
export type AgentSentences = Record<keyof typeof english.agent, string>;

/** How the language is written, told from others, and how its listeners sound. */
export interface LanguageFacts {
  /** From left to right where it is not said. */
  direction?: 'rtl';
  /** What stands between the items of a list, `, ` where it is not said. */
  comma?: string;
  /** Small words that tell it from others of the same script, with spaces between them. */
  commonWords?: string;
  /** Letters that tell it from others of the same script. */
  letters?: string;
  /** Words by which a listener says "go on", with spaces between them. */
  continuers?: string;
  /** Short as they are, these are meant to stop who speaks; ` | ` stands between them. */
  interruptions?: string;
}

export interface Locale {
  facade: FacadeWords;
  screen: ScreenWords;
  agent: AgentSentences;
  facts: LanguageFacts;
}
