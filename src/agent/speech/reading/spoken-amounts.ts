/** Reading rules for prices, measures, fractions and bare numbers. This module does no I/O. */
import { cardinal, digits, joinWords, ordinal, year } from './spoken-numbers.ts';
import { ANY_NUMBER, isOne, NUMBER, quantity, type Rule } from './spoken-rules.ts';

interface Currency {
  singular: string;
  plural: string;
  /**
   * Singular and plural of a hundredth. `named` is true if the word is spoken ("two dollars and five cents"), and
   * false if it is omitted ("two pounds fifty").
   */
  cents: readonly [one: string, many: string, named: boolean] | null;
}
const EURO: Currency = { singular: 'euro', plural: 'euros', cents: ['cent', 'cents', false] };
const DOLLAR: Currency = { singular: 'dollar', plural: 'dollars', cents: ['cent', 'cents', true] };
const POUND: Currency = { singular: 'pound', plural: 'pounds', cents: ['penny', 'pence', false] };
const YEN: Currency = { singular: 'yen', plural: 'yen', cents: null };
const FRANC: Currency = { singular: 'franc', plural: 'francs', cents: ['centime', 'centimes', false] };
const CURRENCIES: Readonly<Record<string, Currency>> = {
  '€': EURO,
  EUR: EURO,
  $: DOLLAR,
  US$: DOLLAR,
  USD: DOLLAR,
  '£': POUND,
  GBP: POUND,
  '¥': YEN,
  JPY: YEN,
  CHF: FRANC,
};
const CURRENCY_PATTERN = '(US\\$|[$€£¥]|EUR|USD|GBP|JPY|CHF)';
const SCALES: Readonly<Record<string, string>> = {
  k: 'thousand',
  K: 'thousand',
  m: 'million',
  M: 'million',
  bn: 'billion',
  B: 'billion',
};
/** In amounts of money a comma may replace the decimal point. */
const MONEY_PATTERN = `(\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:[.,]\\d{1,2}(?!\\d))?)`;
const SCALE_PATTERN = '(?:\\s?(thousand|million|billion|bn|[kKMmB])\\b)?';

function price(sign: string, digits: string, scale: string): string {
  const { singular: one, plural: many, cents } = CURRENCIES[sign]!;
  const amount = digits.replace(/,(?=\d{1,2}$)/, '.');
  if (scale) return `${quantity(amount)} ${SCALES[scale] ?? scale} ${many}`;
  const [wholeDigits = '0', decimalDigits = ''] = amount.replaceAll(',', '').split('.');
  const hundredths = Number(decimalDigits.padEnd(2, '0'));
  const wholeWords = `${quantity(wholeDigits)} ${wholeDigits === '1' ? one : many}`;
  if (hundredths === 0 || !cents) return wholeWords;
  const [penny, pennies, named] = cents;
  const hundredthWords = joinWords(cardinal(hundredths));
  const namedHundredths = `${hundredthWords} ${hundredths === 1 ? penny : pennies}`;
  if (Number(wholeDigits) === 0) return namedHundredths;
  return named || hundredths < 10
    ? `${wholeWords} and ${namedHundredths}`
    : `${wholeWords} ${hundredthWords}`;
}

const PRICES: readonly Rule[] = [
  [
    new RegExp(
      `${CURRENCY_PATTERN}\\s?${MONEY_PATTERN}\\s?[–-]\\s?(?:${CURRENCY_PATTERN}\\s?)?${MONEY_PATTERN}(?![\\d%])`,
      'g',
    ),
    ({ groups: [, sign, from, , to] }) =>
      `${quantity(from!.replace(/,(?=\d{1,2}$)/, '.'))} to ${price(sign!, to!, '')}`,
  ],
  [
    new RegExp(`${CURRENCY_PATTERN}\\s?${MONEY_PATTERN}${SCALE_PATTERN}`, 'g'),
    ({ groups: [, sign, amount, scale] }) => price(sign!, amount!, scale!),
  ],
  [
    new RegExp(`\\b${MONEY_PATTERN}${SCALE_PATTERN}\\s?${CURRENCY_PATTERN}(?![A-Za-z])`, 'g'),
    ({ groups: [, amount, scale, sign] }) => price(sign!, amount!, scale!),
  ],
  [
    /\b(\d{1,3})\s?¢/g,
    ({ groups: [, amount] }) => `${quantity(amount!)} ${isOne(amount!) ? 'cent' : 'cents'}`,
  ],
  [
    /\b(\d{1,2})p\b/g,
    ({ groups: [, amount] }) => `${quantity(amount!)} ${isOne(amount!) ? 'penny' : 'pence'}`,
  ],
];

/** The spoken singular and plural of each written unit. */
const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  'km/h': ['kilometre per hour', 'kilometres per hour'],
  kph: ['kilometre per hour', 'kilometres per hour'],
  'm/s': ['metre per second', 'metres per second'],
  mph: ['mile per hour', 'miles per hour'],
  'Mbit/s': ['megabit per second', 'megabits per second'],
  Mbps: ['megabit per second', 'megabits per second'],
  'Gbit/s': ['gigabit per second', 'gigabits per second'],
  'km²': ['square kilometre', 'square kilometres'],
  'm²': ['square metre', 'square metres'],
  m2: ['square metre', 'square metres'],
  sqm: ['square metre', 'square metres'],
  'sq ft': ['square foot', 'square feet'],
  'm³': ['cubic metre', 'cubic metres'],
  m3: ['cubic metre', 'cubic metres'],
  kg: ['kilogram', 'kilograms'],
  mg: ['milligram', 'milligrams'],
  g: ['gram', 'grams'],
  oz: ['ounce', 'ounces'],
  'lbs?': ['pound', 'pounds'],
  km: ['kilometre', 'kilometres'],
  cm: ['centimetre', 'centimetres'],
  mm: ['millimetre', 'millimetres'],
  m: ['metre', 'metres'],
  ft: ['foot', 'feet'],
  mi: ['mile', 'miles'],
  ml: ['millilitre', 'millilitres'],
  cl: ['centilitre', 'centilitres'],
  '[lL]': ['litre', 'litres'],
  kWh: ['kilowatt hour', 'kilowatt hours'],
  kW: ['kilowatt', 'kilowatts'],
  W: ['watt', 'watts'],
  V: ['volt', 'volts'],
  KB: ['kilobyte', 'kilobytes'],
  MB: ['megabyte', 'megabytes'],
  GB: ['gigabyte', 'gigabytes'],
  TB: ['terabyte', 'terabytes'],
  kHz: ['kilohertz', 'kilohertz'],
  MHz: ['megahertz', 'megahertz'],
  GHz: ['gigahertz', 'gigahertz'],
  Hz: ['hertz', 'hertz'],
  dB: ['decibel', 'decibels'],
  ms: ['millisecond', 'milliseconds'],
  'secs?|s': ['second', 'seconds'],
  'mins?': ['minute', 'minutes'],
  'hrs?|h': ['hour', 'hours'],
  'yrs?': ['year', 'years'],
};

const MEASURES: readonly Rule[] = [
  [/(\d)\s?[x×]\s?(?=\d)/g, '$1 by '],
  [/\b(\d+)\s?[x×](?!\w)/g, ({ groups: [, times] }) => `${quantity(times!)} times`],
  [
    new RegExp(`(${NUMBER})\\s?°\\s?([CF])\\b`, 'g'),
    ({ groups: [, amount, scale] }) =>
      `${quantity(amount!)} ${isOne(amount!) ? 'degree' : 'degrees'} ` +
      `${scale === 'C' ? 'Celsius' : 'Fahrenheit'}`,
  ],
  [
    new RegExp(`(${NUMBER})\\s?°`, 'g'),
    ({ groups: [, amount] }) => `${quantity(amount!)} ${isOne(amount!) ? 'degree' : 'degrees'}`,
  ],
  [new RegExp(`(${NUMBER})\\s?%`, 'g'), ({ groups: [, amount] }) => `${quantity(amount!)} percent`],
  ...Object.entries(UNITS).map(([unit, [one, many]]): Rule => [
    new RegExp(`(${NUMBER})\\s?(?:${unit})(?![\\w²³/&'])(?:\\.(?=\\s[a-z]))?`, 'g'),
    ({ groups: [, amount] }) => `${quantity(amount!)} ${isOne(amount!) ? one : many}`,
  ]),
  [
    /\/(month|year|day|night|week|hour|minute|second|person|piece|page|kg|km|h|min)\b/g,
    ({ groups: [, each] }) => ` per ${UNIT_WORDS[each!] ?? each}`,
  ],
];
const UNIT_WORDS: Readonly<Record<string, string>> = {
  kg: 'kilogram',
  km: 'kilometre',
  h: 'hour',
  min: 'minute',
};

const FRACTION_WORDS: Readonly<Record<string, string>> = {
  '½': '1/2',
  '⅓': '1/3',
  '⅔': '2/3',
  '¼': '1/4',
  '¾': '3/4',
  '⅛': '1/8',
};
const MAX_PARTS = 20;

function fraction(numerator: string, denominator: string, hasArticle = false): string | null {
  const [n, d] = [Number(numerator), Number(denominator)];
  if (n < 1 || d < 2 || d > MAX_PARTS || n >= d) return null;
  const part = d === 2 ? 'half' : d === 4 ? 'quarter' : joinWords(ordinal(d));
  return `${hasArticle && n === 1 ? 'a' : joinWords(cardinal(n))} ${part}${n > 1 ? 's' : ''}`;
}

const FRACTIONS: readonly Rule[] = [
  [
    /(\d?)([½⅓⅔¼¾⅛])/g,
    ({ groups: [, whole, glyph] }) => `${whole ? `${whole} ` : ''}${FRACTION_WORDS[glyph!]}`,
  ],
  [
    /\b(\d+)\s(\d{1,2})\/(\d{1,2})\b(?!\/)/g,
    ({ groups: [all, whole, n, d] }) => {
      const part = fraction(n!, d!, true);
      return part ? `${quantity(whole!)} and ${part}` : all!;
    },
  ],
  [/\b(\d{1,2})\/(\d{1,2})\b(?!\/)/g, ({ groups: [all, n, d] }) => fraction(n!, d!) ?? all!],
];

/** Returns the plural: `nineties` for `ninety`. */
const pluralOf = (words: string): string => (words.endsWith('y') ? `${words.slice(0, -1)}ies` : `${words}s`);

/**
 * Decades, chains of numbers, and ranges. They are applied before units, which would otherwise match only the
 * last number of a range.
 */
const RANGES: readonly Rule[] = [
  [/\b((?:1[0-9]|20)\d0)s\b/g, ({ groups: [, y] }) => pluralOf(joinWords(year(Number(y))))],
  [/'?\b([2-9]0)s\b/g, ({ groups: [, tens] }) => pluralOf(joinWords(cardinal(Number(tens))))],
  // A chain of more than two numbers is not a range.
  [/\b\d+(?:[–-]\d+){2,}\b/g, ({ groups: [chain] }) => chain!.replace(/[–-]/g, ', ')],
  [/(\d)\s?[–-]\s?(?=\d)/g, '$1 to '],
  [/(?<![\w.,)])-(?=\.?\d)/g, 'minus '],
];

const NUMBERS: readonly Rule[] = [
  [/\b(\d{1,4})(?:st|nd|rd|th)\b/gi, ({ groups: [, number] }) => joinWords(ordinal(Number(number)))],
  [
    /\b\d+(?:\.\d+){2,}\b/g,
    ({ groups: [version] }) =>
      version!
        .split('.')
        .map((part) => quantity(part))
        .join(' point '),
  ],
  [/(\d)([A-Za-z])(?=\b|[A-Z])/g, '$1 $2'],
  [/([A-Za-z])(\d)/g, '$1 $2'],
  [/(?<![\d.,])((?:1[1-9]|20)\d\d)(?![\d,]*\d|\.\d)/g, ({ groups: [, y] }) => joinWords(year(Number(y)))],
  [/(?<!\d)\.(\d+)/g, ({ groups: [, part] }) => `point ${digits(part!).join(' ')}`],
  [new RegExp(ANY_NUMBER, 'g'), ({ groups: [number] }) => quantity(number!)],
];

/** The order matters: longer forms come before plain numbers. */
export const AMOUNTS: readonly Rule[] = [...FRACTIONS, ...PRICES, ...RANGES, ...MEASURES, ...NUMBERS];
