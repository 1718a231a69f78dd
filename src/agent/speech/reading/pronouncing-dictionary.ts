/**
 * Finds the pronunciation of English words in the CMU dictionary, or guesses it for words that the dictionary
 * lacks.
 */
import { readFileSync } from 'node:fs';
import { guessPronunciation } from './pronunciation.ts';
import { wordTable } from './word-table.ts';

/** Returns CMU phones without stress; undefined for text that cannot be pronounced. */
export type Pronounce = (word: string) => readonly string[] | undefined;

/** Loads a dictionary. Each line of `file` has a word and its phones, separated by spaces. */
export function loadPronunciations(file: string): Pronounce {
  const find = wordTable(readFileSync(file));
  return (word) => find(word)?.split(/\s+/) ?? guessPronunciation(word)?.split(' ');
}
