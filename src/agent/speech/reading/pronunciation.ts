/**
 * Guesses the pronunciation of English words that a dictionary lacks, such as names and coined words. This module
 * does no I/O.
 */

const LETTER_NAMES: Readonly<Record<string, string>> = {
  a: 'EY',
  b: 'B IY',
  c: 'S IY',
  d: 'D IY',
  e: 'IY',
  f: 'EH F',
  g: 'JH IY',
  h: 'EY CH',
  i: 'AY',
  j: 'JH EY',
  k: 'K EY',
  l: 'EH L',
  m: 'EH M',
  n: 'EH N',
  o: 'OW',
  p: 'P IY',
  q: 'K Y UW',
  r: 'AA R',
  s: 'EH S',
  t: 'T IY',
  u: 'Y UW',
  v: 'V IY',
  w: 'D AH B AH L Y UW',
  x: 'EH K S',
  y: 'W AY',
  z: 'Z IY',
};

/** The first matching rule wins, so longer ones come first. */
const RULES: ReadonlyArray<readonly [letters: RegExp, phones: string]> = (
  [
    ['tion', 'SH AH N'],
    ['sion', 'ZH AH N'],
    ['cious|tious', 'SH AH S'],
    ['cial|tial', 'SH AH L'],
    ['eigh|aigh', 'EY'],
    ['igh', 'AY'],
    ['ough', 'OW'],
    ['augh', 'AO'],
    ['tch', 'CH'],
    ['sch', 'SH'],
    ['dge', 'JH'],
    ['ture$', 'CH ER'],
    ['qu', 'K W'],
    ['ch', 'CH'],
    ['sh', 'SH'],
    ['th', 'TH'],
    ['ph', 'F'],
    ['^wh', 'W'],
    ['wh', 'W'],
    ['ck', 'K'],
    ['^kn', 'N'],
    ['^wr', 'R'],
    ['^ps', 'S'],
    ['mb$', 'M'],
    ['^gn', 'N'],
    ['gh', 'G'],
    ['ng$', 'NG'],
    ['ng(?=[sk])', 'NG'],
    ['nk', 'NG K'],
    ['^x', 'Z'],
    ['eer|ear$', 'IH R'],
    ['air', 'EH R'],
    ['oor|oar|our|ore$|or', 'AO R'],
    ['are$', 'EH R'],
    ['ar', 'AA R'],
    ['er|ir|ur', 'ER'],
    ['ee|ea|ie(?=[a-z])', 'IY'],
    ['ai|ay|ei', 'EY'],
    ['ey$', 'IY'],
    ['oa|oe', 'OW'],
    ['oo', 'UW'],
    ['ou', 'AW'],
    ['ow$', 'OW'],
    ['ow', 'AW'],
    ['oi|oy', 'OY'],
    ['au|aw', 'AO'],
    ['ue$|ui|ew', 'UW'],
    ['eu', 'Y UW'],
    ['a(?=[^aeiouyr]e$)', 'EY'],
    ['i(?=[^aeiouyr]e$)', 'AY'],
    ['o(?=[^aeiouyr]e$)', 'OW'],
    ['u(?=[^aeiouyr]e$)', 'UW'],
    ['e(?=[^aeiouyr]e$)', 'IY'],
    ['le$', 'AH L'],
    ['es$', 'IH Z'],
    ['ed$', 'D'],
    ['e$', ''],
    ['^y', 'Y'],
    ['y$', 'IY'],
    ['y', 'IH'],
    ['ia', 'IY AH'],
    ['io', 'IY OW'],
    ['a$', 'AH'],
    ['o$', 'OW'],
    ['i$', 'IY'],
    ['u$', 'UW'],
    ['cc(?=[eiy])', 'K S'],
    ['c(?=[eiy])', 'S'],
    ['g(?=[eiy])', 'JH'],
    ['s(?=[mb])', 'Z'],
    ['bb?', 'B'],
    ['cc?', 'K'],
    ['dd?', 'D'],
    ['ff?', 'F'],
    ['gg?', 'G'],
    ['h', 'HH'],
    ['j', 'JH'],
    ['kk?', 'K'],
    ['ll?', 'L'],
    ['mm?', 'M'],
    ['nn?', 'N'],
    ['pp?', 'P'],
    ['q', 'K'],
    ['rr?', 'R'],
    ['ss?', 'S'],
    ['tt?', 'T'],
    ['vv?', 'V'],
    ['w', 'W'],
    ['x', 'K S'],
    ['zz?', 'Z'],
    ['a', 'AE'],
    ['e', 'EH'],
    ['i', 'IH'],
    ['o', 'AA'],
    ['u', 'AH'],
  ] as const
).map(([letters, phones]) => [
  new RegExp(
    letters
      .split('|')
      .map((each) => (each.startsWith('^') ? `(?<![a-z])${each.slice(1)}` : each))
      .join('|'),
    'y',
  ),
  phones,
]);

/**
 * Returns CMU phones separated by spaces; undefined for a text that cannot be pronounced, such as one of more than
 * 24 letters.
 */
export function guessPronunciation(word: string): string | undefined {
  const letters = word.toLowerCase().replace(/[^a-z]/g, '');
  if (letters.length < 2 || letters.length > 24) return undefined;
  // A word without a vowel is an abbreviation and is spelled out.
  if (!/[aeiouy]/.test(letters))
    return letters.length > 5 ? undefined : [...letters].map((letter) => LETTER_NAMES[letter]).join(' ');
  const phones: string[] = [];
  for (let index = 0; index < letters.length;) {
    const rule = RULES.find(([pattern]) => {
      pattern.lastIndex = index;
      return pattern.test(letters);
    });
    if (!rule) return undefined;
    index = rule[0].lastIndex;
    if (rule[1]) phones.push(rule[1]);
  }
  return phones.length > 0 ? phones.join(' ') : undefined;
}
