/** How English words sound: CMU's dictionary, kept as it was read, and a guess for what it lacks. */
import { readFileSync } from 'node:fs';
import { guessPronunciation } from './pronunciation.ts';

const NEWLINE = 10;
const SPACE = 32;
/** A power of two above twice the dictionary's lines. */
const SLOTS = 1 << 19;

/** Phones of CMU's set, without stress. Undefined for what cannot be said. */
export type Pronounce = (word: string) => readonly string[] | undefined;

/**
 * `file` has lines of a word and its phones, separated by spaces. Kept as bytes with a table of places: 5
 * MB, where a map would take 30.
 */
export function loadPronunciations(file: string): Pronounce {
  const bytes = readFileSync(file);
  const places = new Int32Array(SLOTS).fill(-1);
  for (let at = 0; at < bytes.length;) {
    let end = at;
    let hash = 0;
    while (end < bytes.length && bytes[end]! > SPACE) hash = (Math.imul(hash, 31) + bytes[end++]!) | 0;
    let slot = hash & (SLOTS - 1);
    while (places[slot] !== -1) slot = (slot + 1) & (SLOTS - 1);
    places[slot] = at;
    const line = bytes.indexOf(NEWLINE, end);
    at = line === -1 ? bytes.length : line + 1;
  }
  const find = (word: string): readonly string[] | undefined => {
    let hash = 0;
    for (let i = 0; i < word.length; i += 1) hash = (Math.imul(hash, 31) + word.charCodeAt(i)) | 0;
    for (let slot = hash & (SLOTS - 1); places[slot] !== -1; slot = (slot + 1) & (SLOTS - 1)) {
      const at = places[slot]!;
      if (bytes.toString('latin1', at, at + word.length + 1) !== `${word} `) continue;
      const line = bytes.indexOf(NEWLINE, at);
      return bytes
        .toString('latin1', at + word.length + 1, line === -1 ? bytes.length : line)
        .trim()
        .split(/\s+/);
    }
    return undefined;
  };
  return (word) => find(word) ?? guessPronunciation(word)?.split(' ');
}
