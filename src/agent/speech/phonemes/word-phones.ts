/**
 * The pronunciation of an English word as CMU phones: from the dictionary, otherwise from its parts, otherwise by
 * spelling rules. The digit after a vowel is its stress: 0 reduced, 1 primary, 2 secondary. A vowel without a
 * digit is full and unstressed.
 */
import { guessPronunciation } from '../reading/pronunciation.ts';
import type { WordTable } from '../reading/word-table.ts';

const VOICELESS = new Set(['P', 'T', 'K', 'F', 'TH']);
const HISSING_SOUNDS = new Set(['S', 'Z', 'SH', 'ZH', 'CH', 'JH']);
/** Maximum number of letters whose sound is guessed at once; a longer word is guessed in parts. */
const MAX_GUESSED_LETTERS = 12;
/** Minimum number of letters of a part of a compound. */
const MIN_PART_LENGTH = 3;
const MAX_COMPOUND_LENGTH = 24;
/** Endings that move the primary stress to the syllable before them. */
const STRESS_MOVING_ENDING = /(?:[cst]ion|cian|[ct]ia[ln]?|[ct]ious|ic|ics|[aoi])$/;

export const isVowel = (phone: string): boolean => /^[AEIOU]/.test(phone);
export const stressOf = (phone: string): string => /\d$/.exec(phone)?.[0] ?? '';
export const withoutStress = (phone: string): string => phone.replace(/\d$/, '');

/**
 * Returns the phones of `word`, which has lower-case letters and apostrophes; empty only for a word without
 * letters.
 */
export function wordPhones(word: string, dictionary: WordTable): readonly string[] {
  return (
    lookUpWord(word, dictionary) ??
    splitCompound(word, dictionary) ??
    guessPhones(word.replace(/[^a-z]/g, ''))
  );
}

function lookUpWord(word: string, dictionary: WordTable): string[] | undefined {
  return dictionary(word)?.split(' ');
}

/** Splits a word with an ending, or two words written as one. */
function splitCompound(word: string, dictionary: WordTable): string[] | undefined {
  for (const [ending, endingRule] of ENDINGS) {
    if (!word.endsWith(ending)) continue;
    const stem = word.slice(0, -ending.length);
    for (const base of endingRule.spellings(stem)) {
      const phones = base.length >= 2 ? lookUpWord(base, dictionary) : undefined;
      if (phones) return [...phones, ...endingRule.phones(phones.at(-1)!)];
    }
  }
  return compound(word, dictionary);
}

interface Ending {
  spellings(stem: string): readonly string[];
  phones(last: string): readonly string[];
}

const plural = (lastPhone: string): readonly string[] =>
  HISSING_SOUNDS.has(lastPhone) ? ['IH0', 'Z'] : [VOICELESS.has(lastPhone) ? 'S' : 'Z'];
const pastTensePhones = (lastPhone: string): readonly string[] =>
  lastPhone === 'T' || lastPhone === 'D'
    ? ['IH0', 'D']
    : [VOICELESS.has(lastPhone) || HISSING_SOUNDS.has(lastPhone) ? 'T' : 'D'];
/** Returns possible spellings of a stem before an ending: `stopp` for `stop`, `mak` for `make`. */
const inflections = (stem: string): readonly string[] => [
  stem,
  `${stem}e`,
  ...(/([a-z])\1$/.test(stem) ? [stem.slice(0, -1)] : []),
];

/** Endings of words. Longer ones come first, because the first match wins. */
const ENDINGS: readonly (readonly [string, Ending])[] = [
  ["'s", { spellings: (stem) => [stem], phones: plural }],
  [
    "s'",
    {
      spellings: (stem) => [`${stem}s`, stem],
      phones: (last) => (HISSING_SOUNDS.has(last) ? [] : plural(last)),
    },
  ],
  ['ies', { spellings: (stem) => [`${stem}y`], phones: plural }],
  ['ied', { spellings: (stem) => [`${stem}y`], phones: pastTensePhones }],
  ['ing', { spellings: inflections, phones: () => ['IH0', 'NG'] }],
  ['ed', { spellings: inflections, phones: pastTensePhones }],
  ['es', { spellings: (stem) => [stem, `${stem}e`], phones: plural }],
  ['ly', { spellings: (stem) => [stem], phones: () => ['L', 'IY0'] }],
  ['er', { spellings: inflections, phones: () => ['ER0'] }],
  ['s', { spellings: (stem) => [stem], phones: plural }],
];

/** Splits a compound after the longest possible first part; the second part's stress becomes secondary. */
function compound(word: string, dictionary: WordTable): string[] | undefined {
  if (word.length > MAX_COMPOUND_LENGTH) return undefined;
  for (let at = word.length - MIN_PART_LENGTH; at >= MIN_PART_LENGTH; at -= 1) {
    const first = lookUpWord(word.slice(0, at), dictionary);
    const second = first && lookUpWord(word.slice(at), dictionary);
    if (second) return [...first, ...second.map((phone) => phone.replace('1', '2'))];
  }
  return undefined;
}

function guessPhones(letters: string): string[] {
  const phones: string[] = [];
  for (let index = 0; index < letters.length; index += MAX_GUESSED_LETTERS) {
    const part = letters.slice(index, index + MAX_GUESSED_LETTERS);
    const guess = guessPronunciation(part);
    // Spell out a single letter, or letters that do not form a syllable.
    phones.push(...(guess === undefined ? spellOut(part) : addStress(guess.split(' '), part)));
  }
  return phones;
}

/** The pronunciations of the names of letters. */
const LETTER_NAMES: Readonly<Record<string, string>> = {
  a: 'EY1',
  b: 'B IY1',
  c: 'S IY1',
  d: 'D IY1',
  e: 'IY1',
  f: 'EH1 F',
  g: 'JH IY1',
  h: 'EY1 CH',
  i: 'AY1',
  j: 'JH EY1',
  k: 'K EY1',
  l: 'EH1 L',
  m: 'EH1 M',
  n: 'EH1 N',
  o: 'OW1',
  p: 'P IY1',
  q: 'K Y UW1',
  r: 'AA1 R',
  s: 'EH1 S',
  t: 'T IY1',
  u: 'Y UW1',
  v: 'V IY1',
  w: 'D AH1 B AH0 L Y UW0',
  x: 'EH1 K S',
  y: 'W AY1',
  z: 'Z IY1',
};

export function spellOut(letters: string): string[] {
  return [...letters].flatMap((letter) => LETTER_NAMES[letter]?.split(' ') ?? []);
}

/** Adds a primary stress to guessed phones. If the letters were spelled out, each name gets one. */
function addStress(phones: readonly string[], letters: string): string[] {
  const vowels = phones.flatMap((phone, index) => (isVowel(phone) ? [index] : []));
  if (!/[aeiouy]/.test(letters)) return spellOut(letters);
  const primaryVowel =
    vowels.length < 2
      ? vowels[0]
      : STRESS_MOVING_ENDING.test(letters)
        ? vowels.at(-2)
        : vowels[Math.max(0, vowels.length - 3)];
  return phones.map((phone, index) => (isVowel(phone) ? `${phone}${index === primaryVowel ? 1 : 0}` : phone));
}
