/** CMU's dictionary with the stress of every vowel, from the npm package that contains it. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { wordTable, type WordTable } from '../reading/word-table.ts';

/** An entry of the package's module, without alternative pronunciations: `"word": "W ER1 D"`. */
const ENTRY = /^ +"([^"()\s]+)": "([A-Z012 ]+?)(?: #[^"]*)?",?$/gm;

/**
 * Phones of CMU's set with 0, 1 or 2 after each vowel. The module is read as text, because importing it would build
 * an object of 135,000 keys.
 */
export function loadStressedDictionary(): WordTable {
  const file = fileURLToPath(import.meta.resolve('cmu-pronouncing-dictionary'));
  const source = readFileSync(file, 'latin1');
  // An entry is shorter than its line of the module.
  const lines = Buffer.alloc(source.length);
  let length = 0;
  for (const [, word, phones] of source.matchAll(ENTRY))
    length += lines.write(`${word} ${phones}\n`, length, 'latin1');
  return wordTable(lines.subarray(0, length));
}
