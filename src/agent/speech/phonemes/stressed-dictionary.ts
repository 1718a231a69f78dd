/** Loads the CMU dictionary, with the stress of every vowel, from an npm package. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { wordTable, type WordTable } from '../reading/word-table.ts';

/** Matches an entry of the package's module, without alternatives: `"word": "W ER1 D"`. */
const ENTRY = /^ +"([^"()\s]+)": "([A-Z012 ]+?)(?: #[^"]*)?",?$/gm;

/**
 * Loads the CMU phones of each word, with 0, 1 or 2 after each vowel. The module is read as text, because
 * importing it would build an object with 135,000 keys.
 */
export function loadStressedDictionary(): WordTable {
  const file = fileURLToPath(import.meta.resolve('cmu-pronouncing-dictionary'));
  const source = readFileSync(file, 'latin1');
  // An entry is shorter than its line in the module.
  const lines = Buffer.alloc(source.length);
  let length = 0;
  for (const [, word, phones] of source.matchAll(ENTRY))
    length += lines.write(`${word} ${phones}\n`, length, 'latin1');
  return wordTable(lines.subarray(0, length));
}
