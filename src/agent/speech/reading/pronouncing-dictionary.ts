/** The pronunciation of English words: CMU's dictionary, cached after reading, and a guess for missing words. */
import { readFileSync } from 'node:fs';
import { guessPronunciation } from './pronunciation.ts';
import { wordTable } from './word-table.ts';

/** Phones of CMU's set, without stress. Undefined for text that cannot be pronounced. */
export type Pronounce = (word: string) => readonly string[] | undefined;

/** `file` has lines of a word and its phones, separated by spaces. */
export function loadPronunciations(file: string): Pronounce {
  const find = wordTable(readFileSync(file));
  return (word) => find(word)?.split(/\s+/) ?? guessPronunciation(word)?.split(' ');
}
