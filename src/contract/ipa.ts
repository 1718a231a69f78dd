/**
 * Converts English sounds in the International Phonetic Alphabet to CMU phones, which the embedded voice speaks. The
 * longest matching symbol is read first.
 */
const CONSONANTS: Readonly<Record<string, string>> = {
  tʃ: 'ch',
  t͡ʃ: 'ch',
  ʧ: 'ch',
  dʒ: 'jh',
  d͡ʒ: 'jh',
  ʤ: 'jh',
  b: 'b',
  d: 'd',
  ð: 'dh',
  f: 'f',
  g: 'g',
  ɡ: 'g',
  h: 'hh',
  k: 'k',
  x: 'k',
  l: 'l',
  ɫ: 'l',
  m: 'm',
  n: 'n',
  ŋ: 'ng',
  p: 'p',
  r: 'r',
  ɹ: 'r',
  ɾ: 'd',
  ʁ: 'r',
  s: 's',
  ʃ: 'sh',
  t: 't',
  θ: 'th',
  v: 'v',
  w: 'w',
  ʍ: 'w',
  j: 'y',
  z: 'z',
  ʒ: 'zh',
};
const VOWELS: Readonly<Record<string, string>> = {
  aɪ: 'ay',
  a͡ɪ: 'ay',
  aʊ: 'aw',
  a͡ʊ: 'aw',
  eɪ: 'ey',
  e͡ɪ: 'ey',
  ɔɪ: 'oy',
  ɔ͡ɪ: 'oy',
  oʊ: 'ow',
  o͡ʊ: 'ow',
  əʊ: 'ow',
  ɜr: 'er',
  ɜɹ: 'er',
  ər: 'er',
  əɹ: 'er',
  ɝ: 'er',
  ɚ: 'er',
  ɜ: 'er',
  ɑ: 'aa',
  ɒ: 'aa',
  a: 'aa',
  æ: 'ae',
  ʌ: 'ah',
  ə: 'ah',
  ɐ: 'ah',
  ɔ: 'ao',
  o: 'ow',
  e: 'ey',
  ɛ: 'eh',
  ɪ: 'ih',
  ɨ: 'ih',
  i: 'iy',
  y: 'uw',
  ʊ: 'uh',
  u: 'uw',
  ø: 'er',
  œ: 'er',
};
/** Symbols for length, ties, syllables and pauses, for which there are no phones. */
const UNSOUNDED_SIGNS = /^[ːˑ.‿|\s\u0303\u0329\u032f\u0361()/[\]'’-]/u;
const STRESS: Readonly<Record<string, '1' | '2'>> = { ˈ: '1', ˌ: '2' };
const MAX_SYMBOL_LENGTH = 3;

/** Returns the phones for a text in the IPA; `unknown` is the first symbol without a phone, or null. */
function readIpa(ipa: string): { phones: string[]; unknown: string | null } {
  const text = ipa.normalize('NFD').replace(/\u0327/g, '');
  const phones: string[] = [];
  let stress: '0' | '1' | '2' = '0';
  for (let offset = 0; offset < text.length;) {
    const remainingText = text.slice(offset);
    const stressMark = STRESS[remainingText[0]!];
    if (stressMark) {
      stress = stressMark;
      offset += 1;
      continue;
    }
    const sign = signAt(remainingText);
    if (sign) {
      const vowel = VOWELS[sign];
      phones.push(vowel ? `${vowel}${stress}` : CONSONANTS[sign]!);
      if (vowel) stress = '0';
      offset += sign.length;
    } else if (UNSOUNDED_SIGNS.test(remainingText)) offset += 1;
    else return { phones, unknown: String.fromCodePoint(remainingText.codePointAt(0)!) };
  }
  return { phones, unknown: null };
}

function signAt(rest: string): string | null {
  for (let length = MAX_SYMBOL_LENGTH; length > 0; length--) {
    const sign = rest.slice(0, length);
    if (Object.hasOwn(VOWELS, sign) || Object.hasOwn(CONSONANTS, sign)) return sign;
  }
  return null;
}

/** Returns the phones in slashes: `/k uw2 b er0 n eh1 t iy0 z/`. */
export const phonesOfIpa = (ipa: string): string => `/${readIpa(ipa).phones.join(' ')}/`;

/** Returns the first symbol that is not an English sound, or the complete text if it has no sound. */
export function unknownSound(ipa: string): string | null {
  const { phones, unknown } = readIpa(ipa);
  return unknown ?? (phones.length === 0 ? ipa : null);
}
