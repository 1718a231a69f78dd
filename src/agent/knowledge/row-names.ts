/** Compares the name of a table row with a question. This module is for English only. */
import { numberOf } from './number-words.ts';
import type { ReadQuestion } from './ranking.ts';
import { classOfRow, type TableRow } from './table-rows.ts';
import { hasWord, isKnown } from './table-words.ts';
import { contentWords, tokens } from './words.ts';

export const withoutBrackets = (label: string): string => label.replace(/\([^()]*\)/g, ' ');

export function isNamedWhole(row: TableRow, question: ReadQuestion): boolean {
  const words = wordsFor(row, question);
  const own = [...contentWords(withoutBrackets(row.cells[0] ?? ''))].filter((word) => word.length > 1);
  return own.length > 0 && own.every((word) => hasWord(words, word));
}

/**
 * Returns the question's words that may name a row. "My 10 year old" does not name a row "Year", because words for
 * people name only rows for people.
 */
export function wordsFor(row: TableRow, { words, people }: ReadQuestion): ReadonlySet<string> {
  if (people.words.size === 0 || classOfRow(row)) return words;
  return new Set([...words].filter((word) => !people.words.has(word)));
}

/** Maximum number of words between a number and its noun: "three ski helmets". */
const MAX_WORDS_BETWEEN = 2;

/** Returns the number before a name in a question: "two full days"; null if there is none. */
export function countBefore(label: string, question: string): number | null {
  const own = contentWords(withoutBrackets(label));
  const words = tokens(question);
  // The label itself may contain a number: "Two cats" names one price.
  const numbers = tokens(label).map(numberOf);
  for (const [at, word] of words.entries()) {
    const count = numberOf(word);
    // "A 2 day ticket" is a single ticket.
    if (count === null || count < 2 || numbers.includes(count) || /^an?$/.test(words[at - 1] ?? '')) continue;
    const after = words.slice(at + 1, at + 2 + MAX_WORDS_BETWEEN);
    const [first] = [...contentWords(after[0] ?? '')];
    if (first !== undefined && isKnown(first, own)) return count;
  }
  return null;
}
