/**
 * Splits transcripts and searches into words. This happens here because the database's definition of a letter depends
 * on its locale, and it does not split scripts without spaces.
 */
import { MAX_SEARCH_WORDS } from '@palkit/contract/conversation-filters';

/** Maximum number of UTF-16 units of a word; the rest is left out. */
const MAX_WORD = 40;
/** A search for a shorter word finds only that word, because too many words begin with it. */
const MIN_PREFIX = 3;

/** Scripts without spaces between words, which are indexed by pairs of letters. */
const UNSPACED = new RegExp(
  `[${['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
    .map((script) => `\\p{Script=${script}}`)
    .join('')}]`,
  'u',
);

/** Letters without case and accents: `Café` and `cafe` are equal. */
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

/** Pairs of neighbouring letters, and the last letter. */
function pairsOf(word: string): string[] {
  const letters = [...word];
  return letters.map((letter, at) => letter + (letters[at + 1] ?? ''));
}

const isUnspaced = (word: string) => UNSPACED.test(word);

/** The indexed words of a text. */
export function wordsOf(text: string): string[] {
  return plainWords(text).flatMap((word) => (isUnspaced(word) ? pairsOf(word) : [word.slice(0, MAX_WORD)]));
}

/** A `tsquery` for conversations of an account; null for a search without a word. */
export function searchQuery(account: number, search: string): string | null {
  const terms = plainWords(search)
    .slice(0, MAX_SEARCH_WORDS)
    .flatMap((word) => {
      if (!isUnspaced(word)) {
        const letters = word.slice(0, MAX_WORD);
        return [`'${account}:${letters}'${letters.length >= MIN_PREFIX ? ':*' : ''}`];
      }
      // The last letter of a search may be followed by others, so only a single letter is searched alone.
      const pairs = pairsOf(word);
      return pairs.length === 1
        ? [`'${account}:${pairs[0]}':*`]
        : pairs.slice(0, -1).map((pair) => `'${account}:${pair}'`);
    });
  return terms.length > 0 ? [...new Set(terms)].join(' & ') : null;
}
