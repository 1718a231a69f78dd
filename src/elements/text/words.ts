/** All texts on the screens of a call in the chosen language. */
import { screen } from '@palkit/contract/locales/en';
import type { ScreenWords } from '@palkit/contract/locales/locale';
import { facadeWords, type FacadeWords } from './facade.ts';
import { fill } from './fill.ts';

export { fill } from './fill.ts';

export type Words = ScreenWords & FacadeWords;
type CountedKey = { [Key in keyof Words]: Words[Key] extends string ? never : Key }[keyof Words];

/** Texts of `customization.text` in one language. */
type OwnerTexts = Readonly<Record<string, string | Record<string, string>>>;

/** The language of a call's screens. */
export class Language {
  /** A BCP 47 tag, also for dates and numbers. */
  readonly tag: string;
  readonly words: Words;
  /** The owner's texts, including those of screens that load their texts later. */
  readonly own: OwnerTexts;

  constructor(tag: string, words: Words, own: OwnerTexts = {}) {
    this.tag = tag;
    this.own = own;
    this.words = { ...words, ...own };
  }

  /** Returns the plural form for a number, in which `{count}` is replaced. */
  count(key: CountedKey, count: number): string {
    const forms = this.words[key];
    return fill(forms[new Intl.PluralRules(this.tag).select(count)] ?? forms.other, {
      count: new Intl.NumberFormat(this.tag).format(count),
    });
  }
}
export const ENGLISH = new Language('en', { ...screen, ...facadeWords('en') });
