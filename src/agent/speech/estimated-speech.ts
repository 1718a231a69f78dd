/**
 * Estimates mouth shapes and times of a sentence from its text, when the visitor's browser speaks it. The page
 * corrects the times with each word that its voice reports. This module does no I/O.
 */
import { primaryLanguage } from '../language/locales.ts';
import type { Speech } from './engines.ts';
import type { Phone } from './flite.ts';
import { mouthsOfPhones } from './mouths.ts';
import { sentencePhones } from './phonemes/sentence-phones.ts';
import { isVowel, stressOf, withoutStress } from './phonemes/word-phones.ts';

/** Indices of a word's first character and of its first mouth shape. */
export interface WordTime {
  at: number;
  mouth: number;
}

/**
 * Duration in seconds of each kind of phone at about 180 words per minute, and of pauses at punctuation within
 * a sentence.
 */
const VOWEL_SECONDS = 0.118;
const STRESSED_VOWEL_SECONDS = 0.147;
const CONSONANT_SECONDS = 0.073;
const SHORT_PAUSE_SECONDS = 0.2;
const LONG_PAUSE_SECONDS = 0.35;
const FRAME_SECONDS = 0.04;
/** Minimum number of letters of a stressed word; shorter words are rarely stressed in a sentence. */
const STRESSED_LETTERS = 4;

/**
 * Letters of several scripts, by the phone with the same mouth shape, for languages without pronunciation rules.
 */
const LETTERS: Readonly<Record<string, string>> = {
  aa: 'aаяα',
  eh: 'eэеєε',
  iy: 'iyиыіηιυ',
  ow: 'oоοω',
  uw: 'uую',
  b: 'bб',
  m: 'mмμ',
  p: 'pпπ',
  f: 'fфφ',
  v: 'vwвβ',
};
const SOUND_OF = new Map(
  Object.entries(LETTERS).flatMap(([name, letters]) => [...letters].map((letter) => [letter, name] as const)),
);
/** Matches letters that are consonants unless listed above. A character of another script counts as a syllable. */
const CONSONANT_LETTER = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u;

/** Returns a speech without packets, with the estimated duration in a browser's voice and the times of its words. */
export function estimateSpeech(text: string, language: string): { speech: Speech; words: WordTime[] } {
  const isEnglish = primaryLanguage(language) === 'en';
  const phones: Phone[] = [];
  const words: WordTime[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    words.push({ at: index, mouth: Math.round(end / FRAME_SECONDS) });
    for (const { name, stressed } of isEnglish ? englishPhones(word) : letterPhones(word)) {
      end += !isVowel(name.toUpperCase())
        ? CONSONANT_SECONDS
        : stressed
          ? STRESSED_VOWEL_SECONDS
          : VOWEL_SECONDS;
      phones.push({ name, end, stressed });
    }
    if (index + word.length < text.trimEnd().length)
      phones.push({ name: 'pau', end: (end += pauseAfter(word)) });
  }
  const count = Math.ceil(end / FRAME_SECONDS);
  return {
    speech: { text, packets: [], mouths: mouthsOfPhones(phones, count), duration: count * FRAME_SECONDS },
    words,
  };
}

type Sound = Pick<Phone, 'name' | 'stressed'>;

/**
 * Frequent words with irregular spelling. Other words are guessed, which is accurate enough for lips; a dictionary
 * would need 5 MB of memory.
 */
const IRREGULAR_PHONES: ReadonlyMap<string, string> = new Map(
  (
    'you=Y UW1,the=DH AH0,to=T UW1,of=AH1 V,do=D UW1,does=D AH1 Z,one=W AH1 N,two=T UW1,four=F AO1 R,' +
    'eight=EY1 T,are=AA1 R,was=W AA1 Z,were=W ER1,have=HH AE1 V,your=Y AO1 R,our=AW1 ER0,what=W AH1 T,' +
    'there=DH EH1 R,their=DH EH1 R,where=W EH1 R,some=S AH1 M,come=K AH1 M,give=G IH1 V,said=S EH1 D,' +
    'people=P IY1 P AH0 L,any=EH1 N IY0,many=M EH1 N IY0,would=W UH1 D,could=K UH1 D,should=SH UH1 D,' +
    'they=DH EY1,who=HH UW1,through=TH R UW1,want=W AA1 N T,hours=AW1 ER0 Z,hour=AW1 ER0,other=AH1 DH ER0'
  )
    .split(',')
    .map((entry) => entry.split('=') as [string, string]),
);

function englishPhones(word: string): Sound[] {
  const isStressed = word.replace(/\W/g, '').length >= STRESSED_LETTERS;
  return sentencePhones(word, (key) => IRREGULAR_PHONES.get(key)).flatMap((token) =>
    'phones' in token
      ? token.phones.map((phone) => ({
          name: withoutStress(phone).toLowerCase(),
          stressed: isStressed && stressOf(phone) === '1',
        }))
      : [],
  );
}

function letterPhones(word: string): Sound[] {
  const letters =
    word
      .toLowerCase()
      .normalize('NFKD')
      .match(/[\p{L}\p{N}]/gu) ?? [];
  return letters.flatMap((letter): Sound[] => {
    const phoneName = SOUND_OF.get(letter);
    if (phoneName) return [{ name: phoneName }];
    return CONSONANT_LETTER.test(letter) ? [{ name: 't' }] : [{ name: 't' }, { name: 'eh' }];
  });
}

function pauseAfter(word: string): number {
  if (/[.!?…。！？]["'”’»)]*$/.test(word)) return LONG_PAUSE_SECONDS;
  return /[,;:،、，；：–—]$/.test(word) ? SHORT_PAUSE_SECONDS : 0;
}
