/** A PAL's own pronunciations of words. This module does no I/O. */

export interface Pronunciation {
  /** The written form. It matches complete words in any case. */
  word: string;
  /** Another spelling that is read with the intended sound, or phones in slashes: `/n uh1 r/`. */
  say: string;
}

/** Returns the phones without slashes, for an embedded voice; null for a respelling. */
export function phonesOf(say: string): string | null {
  return /^\/(.+)\/$/.exec(say.trim())?.[1]?.trim().toLowerCase() ?? null;
}

/** First of the private-use characters that replace matches. No other rule changes these characters. */
const FIRST_MARK = 0xe000;
/** Maximum number of these characters. */
const MAX_MARKS = 0x1800;
const MARK = /[\ue000-\uf7ff]/g;
/** Matches scripts without spaces between words, in which a word may start anywhere. */
const UNSPACED_SCRIPTS =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const WORD = '[\\p{L}\\p{N}\\p{M}]';

export interface MarkedText {
  text: string;
  /** The written and the spoken form of each mark, in order. */
  respellings: readonly { written: string; say: string }[];
}

/** Replaces every word that has a pronunciation with a mark; the longest match wins. */
export function markWords(text: string, pronunciations: readonly Pronunciation[]): MarkedText {
  const plainText = text.normalize('NFC').replace(MARK, '');
  const spellings = new Map(pronunciations.map(({ word, say }) => [foldCase(word), say]));
  const words = [...spellings.keys()].filter(Boolean).sort((a, b) => b.length - a.length);
  if (words.length === 0) return { text: plainText, respellings: [] };
  const respellings: { written: string; say: string }[] = [];
  const anyWord = new RegExp(words.map(wordPattern).join('|'), 'giu');
  const replacedText = plainText.replace(anyWord, (word) => {
    const say = spellings.get(foldCase(word));
    if (say === undefined || respellings.length >= MAX_MARKS) return word;
    return String.fromCodePoint(FIRST_MARK + respellings.push({ written: word, say }) - 1);
  });
  return { text: replacedText, respellings };
}

/** Replaces the marks with the results of `spokenFormOf`. */
export function replaceMarks(
  { text, respellings }: MarkedText,
  spokenFormOf: (each: { written: string; say: string }) => string,
): string {
  return text.replace(MARK, (mark) => {
    const each = respellings[mark.codePointAt(0)! - FIRST_MARK];
    return each ? spokenFormOf(each) : '';
  });
}

/** Replaces words for a voice without phone input; pronunciations in phones have no effect. */
export function respell(text: string, pronunciations: readonly Pronunciation[] = []): string {
  if (pronunciations.length === 0) return text;
  return replaceMarks(markWords(text, pronunciations), ({ written, say }) =>
    phonesOf(say) === null ? say.trim() : written,
  );
}

const foldCase = (word: string): string =>
  word.normalize('NFC').trim().replace(/\s+/g, ' ').toLocaleLowerCase('en');

function wordPattern(word: string): string {
  const escapedWord = word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll(' ', '\\s+');
  const [first, last] = [[...word][0]!, [...word].at(-1)!];
  const isSpaced = (edge: string): boolean =>
    new RegExp(WORD, 'u').test(edge) && !UNSPACED_SCRIPTS.test(edge);
  return `${isSpaced(first) ? `(?<!${WORD})` : ''}${escapedWord}${isSpaced(last) ? `(?!${WORD})` : ''}`;
}
