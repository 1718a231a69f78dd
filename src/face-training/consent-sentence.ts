/**
 * The sentence by which a person consents in a film, and the search for it in recognised text. Because recognisers
 * mishear, a few words and one digit of the account's number may differ.
 */

const PHRASE = 'I agree that a talking face is made of me from this film. My number is';

const DIGITS: Readonly<Record<string, readonly string[]>> = {
  '1': ['one', 'won'],
  '2': ['two', 'to', 'too'],
  '3': ['three', 'free'],
  '4': ['four', 'for', 'fore'],
  '5': ['five'],
  '6': ['six', 'sex'],
  '7': ['seven'],
  '8': ['eight', 'ate'],
  '9': ['nine', 'mine'],
};
const NUMBER_LENGTH = 6;
/** Maximum number of missing, added or wrong words in the phrase, which has 15. */
const MAX_PHRASE_ERRORS = 4;
const MAX_DIGIT_ERRORS = 1;
/** Maximum number of words that are searched; five minutes of fast speech have fewer. */
const MAX_WORDS = 1500;
export const MAX_CHARACTERS = 8000;

/** Returns six digits without 0 and equal neighbours, so that none is spoken as "oh" or "double". */
export function consentNumber(random: (minimum: number, end: number) => number): string {
  let number = '';
  while (number.length < NUMBER_LENGTH) {
    const digit = String(random(1, 10));
    if (!number.endsWith(digit)) number += digit;
  }
  return number;
}

export const consentSentence = (number: string): string => `${PHRASE} ${[...number].join(' ')}.`;

/** Phrases that bias a recogniser towards the sentence. They omit the number, so that it must really be spoken. */
export const consentVocabulary = {
  id: 'consent-1',
  texts: [
    PHRASE.toLowerCase(),
    Object.values(DIGITS)
      .map(([word]) => word)
      .join(' '),
  ],
};

const wordsOf = (text: string): string[] =>
  text
    .slice(0, MAX_CHARACTERS)
    .toLowerCase()
    .match(/[a-z][a-z']*|\d/g) ?? [];

/** A word that negates the consent if it occurs in the sentence or just before it. */
const NEGATIONS = /^(?:not?|never|nor|cannot|disagree|refuse|withdraw|[a-z]+n't)$/;
const WORDS_BEFORE = 3;
const WORDS_AFTER = 2;

/**
 * A partial match is packed into one number, so that the lower number is the better match: its cost, then the count
 * of wrong digits, then the index of its first word.
 */
const DIGIT = 1e4;
const COST = 1e6;
const WRONG_WORD = COST;
const WRONG_DIGIT = 2 * COST + DIGIT;

/** Returns the recognised words of the sentence with this number, or null. */
export function findConsent(recognised: string, number: string): string | null {
  const words = wordsOf(recognised).slice(0, MAX_WORDS);
  const phrase = wordsOf(PHRASE);
  const expected = [...phrase, ...number];
  const errorAt = expected.map((_, row) => (row < phrase.length ? WRONG_WORD : WRONG_DIGIT));
  let best: { way: number; end: number } | null = null;
  let costs = [0];
  for (const error of errorAt) costs.push(costs.at(-1)! + error);
  for (const [index, word] of words.entries()) {
    const next = [index + 1];
    for (const [row, expectedWord] of expected.entries()) {
      const error = errorAt[row]!;
      const isSame = row < phrase.length ? word === expectedWord : isDigitWord(word, expectedWord);
      next.push(Math.min(costs[row]! + (isSame ? 0 : error), costs[row + 1]! + error, next[row]! + error));
    }
    const match = next.at(-1)!;
    if (isNear(match) && match < (best?.way ?? Infinity)) best = { way: match, end: index + 1 };
    // The last digits may still follow a match that is already good enough without them.
    if (best && index + 1 - best.end >= WORDS_AFTER) break;
    costs = next;
  }
  return best && affirmedNumber(words, best.way % DIGIT, best.end);
}

function isNear(match: number): boolean {
  const digits = Math.floor((match % COST) / DIGIT);
  return digits <= MAX_DIGIT_ERRORS && Math.floor(match / COST) - 2 * digits <= MAX_PHRASE_ERRORS;
}

const affirmedNumber = (words: readonly string[], from: number, end: number): string | null =>
  words.slice(Math.max(0, from - WORDS_BEFORE), end).some((word) => NEGATIONS.test(word))
    ? null
    : words.slice(from, end).join(' ');

const isDigitWord = (word: string, digit: string): boolean => word === digit || DIGITS[digit]!.includes(word);
