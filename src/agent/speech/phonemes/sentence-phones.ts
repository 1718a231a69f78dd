/**
 * Converts an English sentence to phones and punctuation, with reading rules, a PAL's pronunciations, the
 * dictionary, and unstressed forms. This module does no I/O.
 */
import { toAscii } from '../reading/spoken-pieces.ts';
import { markWords, phonesOf, type Pronunciation } from '../reading/respelling.ts';
import { cardinal, digits } from '../reading/spoken-numbers.ts';
import { spokenText } from '../reading/spoken-text.ts';
import type { WordTable } from '../reading/word-table.ts';
import { isVowel, spellOut, withoutStress, wordPhones } from './word-phones.ts';

/** Punctuation that causes a pause and affects the intonation. */
export const PAUSE_MARKS = ['.', ',', '!', '?', ';', ':'] as const;
export type PauseMark = (typeof PAUSE_MARKS)[number];
export type Token = { phones: readonly string[] } | { mark: PauseMark };

/** Maximum number of UTF-16 units of a sentence; a spoken piece has at most 160. */
export const MAX_CHARACTERS = 500;
/** Maximum number of digits that are read as a number; longer ones are codes and are read digit by digit. */
const MAX_DIGITS = 6;

const TOKEN_PATTERN = /[\ue000-\uf7ff]|\d+|[A-Za-z]+(?:'[A-Za-z]+)*'?|[.,!?;:]/g;
const LETTER_PATTERN = /^[b-hj-z]$/i;
/** Matches valid phones in a PAL's pronunciations; others are ignored. */
const PHONE_PATTERN = /^(?:[AEIOU][A-Z][012]?|[A-Z]{1,2})$/;

/** Words that are spoken without stress, but not reduced. */
const UNSTRESSED_WORDS = new Set(
  (
    'or from in on at by with as is are was were be been am do does did has have had can could ' +
    'will would shall should may might must it its he she we you they them us him her his my your our ' +
    "their this that than if i me it's i'm i'll we're we'll you're you'll they're that's there's"
  ).split(' '),
);
/** Words that are spoken with secondary stress. */
const HALF_STRESSED_WORDS = new Set(
  'not but when which how who what so then there here into about'.split(' '),
);
/** Words that are unstressed at the end of a clause too. */
const PRONOUNS = new Set('it its he she we you they them us him her i me'.split(' '));

/** Unstressed forms of function words, before a consonant and before a vowel. */
const REDUCED_PHONES: Readonly<Record<string, readonly [string, string]>> = {
  the: ['DH AH0', 'DH IH0'],
  a: ['AX0', 'AX0'],
  an: ['AX0 N', 'AX0 N'],
  to: ['T AH0', 'T UH'],
  of: ['AH V', 'AH V'],
  your: ['Y UH R', 'Y UH R'],
  our: ['AW ER0', 'AW ER0'],
  for: ['F AO R', 'F AO R'],
  and: ['AE N D', 'AE N D'],
};

/**
 * Words whose first entry in the dictionary is unusual: the usual pronunciation, and the one as a verb after `to`,
 * `can` or `you` if it differs.
 */
const PREFERRED_PHONES: Readonly<Record<string, readonly [usual: string, verb?: string]>> = {
  thirty: ['TH ER1 T IY0'],
  forty: ['F AO1 R T IY0'],
  read: ['R IY1 D'],
  live: ['L IH1 V'],
  lead: ['L IY1 D'],
  close: ['K L OW1 Z'],
  minute: ['M IH1 N AH0 T'],
  use: ['Y UW1 S', 'Y UW1 Z'],
  record: ['R EH1 K ER0 D', 'R IH0 K AO1 R D'],
  present: ['P R EH1 Z AH0 N T', 'P R IY0 Z EH1 N T'],
  content: ['K AA1 N T EH0 N T', 'K AH0 N T EH1 N T'],
  project: ['P R AA1 JH EH0 K T', 'P R AH0 JH EH1 K T'],
  object: ['AA1 B JH EH0 K T', 'AH0 B JH EH1 K T'],
  permit: ['P ER1 M IH2 T', 'P ER0 M IH1 T'],
  refund: ['R IY1 F AH2 N D', 'R IH0 F AH1 N D'],
  excuse: ['IH0 K S K Y UW1 S', 'IH0 K S K Y UW1 Z'],
  address: ['AE1 D R EH2 S', 'AH0 D R EH1 S'],
  separate: ['S EH1 P ER0 IH0 T', 'S EH1 P ER0 EY2 T'],
};
const BEFORE_VERBS = new Set(
  'to can could will would shall should may might must i you we they do did please'.split(' '),
);

/** Returns the phones of every word, with a punctuation mark at the end; empty for a text without words. */
export function sentencePhones(
  text: string,
  dictionary: WordTable,
  pronunciations: readonly Pronunciation[] = [],
): Token[] {
  const markedText = markWords(text.slice(0, MAX_CHARACTERS), pronunciations);
  const words = wordsOf(markedText.text, markedText.respellings);
  const tokens: Token[] = [];
  for (const [index, word] of words.entries()) {
    const token = 'word' in word ? { phones: inSentence(words, index, word, dictionary) } : word;
    const isMark = 'mark' in token;
    const lastToken = tokens.at(-1);
    // Of consecutive punctuation marks only the first counts.
    if (isMark ? lastToken && 'phones' in lastToken : token.phones.length > 0) tokens.push(token);
  }
  const last = tokens.at(-1);
  if (last && 'phones' in last) tokens.push({ mark: '.' });
  return tokens;
}

type Word = { word: string; isSpelled: boolean };

function wordsOf(text: string, respellings: readonly { say: string }[]): (Word | Token)[] {
  const tokens = toPlainAscii(spokenText(text)).match(TOKEN_PATTERN) ?? [];
  return tokens.flatMap((token, index): (Word | Token)[] => {
    if (isMark(token)) return [{ mark: token }];
    const respelling = respellings[token.charCodeAt(0) - 0xe000];
    if (respelling) return pronouncedWords(respelling.say);
    if (/^\d/.test(token)) {
      const isNumber = token.length <= MAX_DIGITS && !(token.length > 1 && token.startsWith('0'));
      return (isNumber ? cardinal(Number(token)) : digits(token)).map((word) => ({ word, isSpelled: false }));
    }
    // A single letter is spoken by its name, unless it is the word "a" or "I"; `a m` is spoken as two
    // letters.
    const isSpelled =
      LETTER_PATTERN.test(token) || (/^a$/i.test(token) && LETTER_PATTERN.test(tokens[index + 1] ?? ''));
    return [{ word: token.toLowerCase(), isSpelled }];
  });
}

/** Converts to ASCII, except for the private-use characters that stand for words with a PAL's pronunciation. */
const toPlainAscii = (text: string): string => toAscii(text, /[^\x20-\x7e\ue000-\uf7ff]|[<>]/g);

function pronouncedWords(say: string): (Word | Token)[] {
  const sounds = phonesOf(say);
  if (sounds === null) return wordsOf(say, []);
  const phones = sounds
    .toUpperCase()
    .split(/\s+/)
    .filter((phone) => PHONE_PATTERN.test(phone));
  const hasStress = phones.some((phone) => /[12]$/.test(phone));
  const firstVowel = phones.findIndex(isVowel);
  return [
    {
      phones: hasStress
        ? phones
        : phones.map((phone, at) => (at === firstVowel ? `${withoutStress(phone)}1` : phone)),
    },
  ];
}

const isMark = (token: string): token is PauseMark => (PAUSE_MARKS as readonly string[]).includes(token);

function inSentence(
  words: readonly (Word | Token)[],
  index: number,
  { word, isSpelled }: Word,
  dictionary: WordTable,
): readonly string[] {
  if (isSpelled) return spellOut(word);
  const nextWord = words[index + 1];
  const isLast = nextWord === undefined || 'mark' in nextWord;
  const isStressed = isLast && !PRONOUNS.has(word);
  const reducedPhones = Object.hasOwn(REDUCED_PHONES, word) ? REDUCED_PHONES[word] : undefined;
  if (reducedPhones && !isStressed)
    return reducedPhones[isLast || !beginsWithVowel(nextWord, dictionary) ? 0 : 1].split(' ');
  const previousWord = words[index - 1];
  const preferredList = preferredPhones(
    word,
    previousWord && 'word' in previousWord ? previousWord.word : '',
  );
  if (preferredList) return preferredList;
  const phones = wordPhones(word, dictionary);
  return isStressed ? phones : unstressedForm(word, phones);
}

function beginsWithVowel(word: Word | { phones: readonly string[] }, dictionary: WordTable): boolean {
  const phones = 'word' in word ? wordPhones(word.word, dictionary) : word.phones;
  return isVowel(phones[0] ?? '');
}

function preferredPhones(word: string, previousWord: string): readonly string[] | undefined {
  if (!Object.hasOwn(PREFERRED_PHONES, word)) return undefined;
  const [usual, verb = usual] = PREFERRED_PHONES[word]!;
  return (BEFORE_VERBS.has(previousWord) ? verb : usual).split(' ');
}

function unstressedForm(word: string, phones: readonly string[]): readonly string[] {
  if (UNSTRESSED_WORDS.has(word)) return phones.map((phone) => phone.replace(/[12]$/, ''));
  return HALF_STRESSED_WORDS.has(word) ? phones.map((phone) => phone.replace(/1$/, '2')) : phones;
}
