/** Converts numbers to English words. This module does no I/O. */

const UNITS = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen ' +
  'sixteen seventeen eighteen nineteen'
).split(' ');
const TENS = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const LARGE_NUMBERS: readonly (readonly [size: number, name: string])[] = [
  [1e9, 'billion'],
  [1e6, 'million'],
  [1000, 'thousand'],
  [100, 'hundred'],
];
const ORDINALS: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

/** Returns the words of an integer from 0 to 999,999,999,999. */
export function cardinal(value: number): string[] {
  if (value < 20) return [UNITS[value]!];
  if (value < 100) return [TENS[Math.floor(value / 10)]!, ...(value % 10 ? [UNITS[value % 10]!] : [])];
  const [size, name] = LARGE_NUMBERS.find(([each]) => value >= each)!;
  return [...cardinal(Math.floor(value / size)), name, ...(value % size ? cardinal(value % size) : [])];
}

/** Returns an ordinal number: `twenty first` for 21. */
export function ordinal(value: number): string[] {
  const words = cardinal(value);
  const lastWord = words.pop()!;
  return [
    ...words,
    ORDINALS[lastWord] ?? (lastWord.endsWith('y') ? `${lastWord.slice(0, -1)}ieth` : `${lastWord}th`),
  ];
}

/** Reads the digits one by one, as in a telephone number. */
export function digits(text: string): string[] {
  return [...text].map((digit) => UNITS[Number(digit)]!);
}

/** Reads a year from 1000 to 2999: `twenty twenty six` for 2026, `nineteen oh five` for 1905. */
export function year(value: number): string[] {
  const [century, yearInCentury] = [Math.floor(value / 100), value % 100];
  if (century % 10 === 0 && yearInCentury < 10) return cardinal(value);
  return [
    ...cardinal(century),
    ...(yearInCentury === 0
      ? ['hundred']
      : yearInCentury < 10
        ? ['oh', UNITS[yearInCentury]!]
        : cardinal(yearInCentury)),
  ];
}

const UNIT_PATTERN =
  '(?:one|two|three|four|five|six|seven|eight|nine|' +
  'first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)';
const TENS_AND_UNITS = new RegExp(`\\b(\\w+ty) (?=${UNIT_PATTERN}\\b)`, 'g');

/** Joins words; tens and units get a hyphen: `twenty-six`. */
export function joinWords(words: readonly string[]): string {
  return words.join(' ').replace(TENS_AND_UNITS, '$1-');
}
