/**
 * Splits transcripts and search texts into words. PostgreSQL cannot do this: its definition of a letter depends on
 * the locale, and it does not split scripts without spaces.
 */
import { MAX_SEARCH_WORDS } from './conversation-filters.ts';

/** Maximum number of UTF-16 units of a word; the rest is ignored. */
const MAX_WORD = 40;
/** Minimum length of a search word that also finds longer words; too many words begin with a shorter one. */
const MIN_PREFIX = 3;

/** Scripts without spaces between words. They are indexed by pairs of letters. */
const UNSPACED_TEXT = new RegExp(
  `[${['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
    .map((script) => `\\p{Script=${script}}`)
    .join('')}]`,
  'u',
);

/** Returns the words in lower case without accents, so that `Café` and `cafe` are equal. */
function plainWords(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .normalize('NFC')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** Returns the pairs of adjacent letters, and the last letter alone. */
function pairsOf(word: string): string[] {
  const letters = [...word];
  return letters.map((letter, index) => letter + (letters[index + 1] ?? ''));
}

const isUnspaced = (word: string) => UNSPACED_TEXT.test(word);

/** Returns the words of a text as they are indexed. */
export function wordsOf(text: string): string[] {
  return plainWords(text).flatMap((word) => (isUnspaced(word) ? pairsOf(word) : [word.slice(0, MAX_WORD)]));
}

/** Returns a `tsquery` for the conversations of an account; null if the search contains no word. */
export function searchQuery(account: number, search: string): string | null {
  const terms = plainWords(search)
    .slice(0, MAX_SEARCH_WORDS)
    .flatMap((word) => {
      if (!isUnspaced(word)) {
        const letters = word.slice(0, MAX_WORD);
        return [`'${account}:${letters}'${letters.length >= MIN_PREFIX ? ':*' : ''}`];
      }
      // Omit the last letter, because others may follow it; a single letter is searched as a prefix.
      const pairs = pairsOf(word);
      return pairs.length === 1
        ? [`'${account}:${pairs[0]}':*`]
        : pairs.slice(0, -1).map((pair) => `'${account}:${pair}'`);
    });
  return terms.length > 0 ? [...new Set(terms)].join(' & ') : null;
}
