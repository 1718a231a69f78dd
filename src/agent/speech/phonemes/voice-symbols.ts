/**
 * Converts phones to the symbols that a voice was trained with. Each sound also has the phone that determines the
 * mouth shape. Piper's voices were trained on the output of espeak-ng, so the tables follow its notation of
 * `en-us`.
 */
import type { PauseMark, Token } from './sentence-phones.ts';
import { isVowel, stressOf, withoutStress } from './word-phones.ts';

/** Symbols of one sound, with the phone: a name from `src/agent/speech/mouths.ts`, or `pau` for a pause. */
export interface VoiceSound {
  symbols: string;
  phone: string;
  /** True if the sound has the primary stress of a word that is not reduced. */
  stressed?: boolean;
}

const VOWELS: Readonly<Record<string, string>> = {
  AA: 'ɑː',
  AE: 'æ',
  AH: 'ʌ',
  AO: 'ɔː',
  AW: 'aʊ',
  AX: 'ɐ',
  AY: 'aɪ',
  EH: 'ɛ',
  ER: 'ɜː',
  EY: 'eɪ',
  IH: 'ɪ',
  IY: 'iː',
  OW: 'oʊ',
  OY: 'ɔɪ',
  UH: 'ʊ',
  UW: 'uː',
};
/** Symbols of vowels that differ if they are unstressed. */
const REDUCED_VOWELS: Readonly<Record<string, string>> = { AH: 'ə', ER: 'ɚ', IY: 'i' };
const CONSONANTS: Readonly<Record<string, string>> = {
  B: 'b',
  CH: 'tʃ',
  D: 'd',
  DH: 'ð',
  F: 'f',
  G: 'ɡ',
  HH: 'h',
  JH: 'dʒ',
  K: 'k',
  L: 'l',
  M: 'm',
  N: 'n',
  NG: 'ŋ',
  P: 'p',
  R: 'ɹ',
  S: 's',
  SH: 'ʃ',
  T: 't',
  TH: 'θ',
  V: 'v',
  W: 'w',
  Y: 'j',
  Z: 'z',
  ZH: 'ʒ',
};
const STRESS: Readonly<Record<string, string>> = { 1: 'ˈ', 2: 'ˌ' };
const FLAP = 'ɾ';
/** The vowel in the endings of `roses` and `wanted`. */
const INFLECTED_VOWEL = 'ᵻ';

/** All symbols that this module can produce. Symbols that a voice lacks are omitted. */
export const SYMBOLS: ReadonlySet<string> = new Set(
  [
    ...Object.values(VOWELS),
    ...Object.values(REDUCED_VOWELS),
    ...Object.values(CONSONANTS),
    ...Object.values(STRESS),
  ]
    .join('')
    .concat(FLAP, INFLECTED_VOWEL, ' .,!?;:'),
);

/** Returns the sounds of a sentence in order. A space separates words; punctuation directly follows its word. */
export function voiceSounds(tokens: readonly Token[]): VoiceSound[] {
  const sounds: VoiceSound[] = [];
  for (const token of tokens) {
    if ('mark' in token) sounds.push(pause(token.mark));
    else {
      // A space is not a pause, so the mouth continues with the next sound.
      const separator = sounds.length > 0 ? ' ' : '';
      sounds.push(
        ...token.phones.map((_, index) => sound(token.phones, index, index === 0 ? separator : '')),
      );
    }
  }
  return sounds;
}

const pause = (mark: PauseMark): VoiceSound => ({ symbols: mark, phone: 'pau' });

function sound(phones: readonly string[], at: number, separator: string): VoiceSound {
  const name = withoutStress(phones[at]!);
  const stressed = stressOf(phones[at]!) === '1';
  return {
    symbols: separator + (isVowel(name) ? vowel(phones, at) : consonant(phones, at)),
    phone: name === 'AX' ? 'ah' : name.toLowerCase(),
    ...(stressed ? { stressed } : {}),
  };
}

function vowel(phones: readonly string[], at: number): string {
  const phone = phones[at]!;
  const [name, stress] = [withoutStress(phone), stressOf(phone)];
  const isEnding = at === phones.length - 2 && at > 1 && /^(?:[DZ])$/.test(phones[at + 1]!);
  if (stress === '0' && name === 'IH' && isEnding) return INFLECTED_VOWEL;
  if (stress === '0') return REDUCED_VOWELS[name] ?? VOWELS[name] ?? '';
  return (STRESS[stress] ?? '') + (VOWELS[name] ?? '');
}

function consonant(phones: readonly string[], at: number): string {
  const name = phones[at]!;
  return name === 'T' && isFlapped(phones, at) ? FLAP : (CONSONANTS[name] ?? '');
}

/**
 * True for a `t` or `d` that is spoken as a flap: between a vowel or r and an unstressed vowel, as in `city`
 * and `party`. A syllabic n, as in `button`, prevents it.
 */
function isFlapped(phones: readonly string[], at: number): boolean {
  const [before, after] = [phones[at - 1], phones[at + 1]];
  if (before === undefined || after === undefined || stressOf(after) !== '0') return false;
  return (isVowel(before) || before === 'R') && !(after === 'AH0' && phones[at + 2] === 'N');
}
