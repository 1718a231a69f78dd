/** A PAL's own pronunciations of words. Pure. */

export interface Pronunciation {
  /** The written form; whole words in any case. */
  word: string;
  /** The spelling of a word with this sound, or phones in slashes: `/n uh1 r/`. */
  say: string;
}

/** Phones of an embedded voice, without the slashes; null for a respelling. */
export function phonesOf(say: string): string | null {
  return /^\/(.+)\/$/.exec(say.trim())?.[1]?.trim().toLowerCase() ?? null;
}

/** Private-use letters mark the matches, so that no other rule changes them. */
const FIRST_MARK = 0xe000;
const MAX_MARKS = 0x1800;
const MARK = /[\ue000-\uf7ff]/g;
/** Scripts without spaces between words: there a word may begin anywhere. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const WORD = '[\\p{L}\\p{N}\\p{M}]';

export interface MarkedText {
  text: string;
  /** Written and spoken form, in the order of the marks. */
  found: readonly { written: string; say: string }[];
}

/** Puts a mark in the place of every word that has a pronunciation; the longest of several that fit wins. */
export function markWords(text: string, pronunciations: readonly Pronunciation[]): MarkedText {
  const plain = text.normalize('NFC').replace(MARK, '');
  const spellings = new Map(pronunciations.map(({ word, say }) => [foldCase(word), say]));
  const words = [...spellings.keys()].filter(Boolean).sort((one, other) => other.length - one.length);
  if (words.length === 0) return { text: plain, found: [] };
  const found: { written: string; say: string }[] = [];
  const all = new RegExp(words.map(wordPattern).join('|'), 'giu');
  const replaced = plain.replace(all, (written) => {
    const say = spellings.get(foldCase(written));
    if (say === undefined || found.length >= MAX_MARKS) return written;
    return String.fromCodePoint(FIRST_MARK + found.push({ written, say }) - 1);
  });
  return { text: replaced, found };
}

/** Replaces the marks with the wording of `said`. */
export function unmarked(
  { text, found }: MarkedText,
  spoken: (each: { written: string; say: string }) => string,
): string {
  return text.replace(MARK, (mark) => {
    const each = found[mark.codePointAt(0)! - FIRST_MARK];
    return each ? spoken(each) : '';
  });
}

/** For a voice that reads only words: pronunciations in phones have no effect. */
export function respell(text: string, pronunciations: readonly Pronunciation[] = []): string {
  if (pronunciations.length === 0) return text;
  return unmarked(markWords(text, pronunciations), ({ written, say }) =>
    phonesOf(say) === null ? say.trim() : written,
  );
}

const foldCase = (word: string): string =>
  word.normalize('NFC').trim().replace(/\s+/g, ' ').toLocaleLowerCase('en');

function wordPattern(word: string): string {
  const escaped = word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll(' ', '\\s+');
  const [first, last] = [[...word][0]!, [...word].at(-1)!];
  const isSpaced = (edge: string): boolean => new RegExp(WORD, 'u').test(edge) && !UNSPACED.test(edge);
  return `${isSpaced(first) ? `(?<!${WORD})` : ''}${escaped}${isSpaced(last) ? `(?!${WORD})` : ''}`;
}
