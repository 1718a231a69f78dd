/** Reading rules for abbreviations, capitals, addresses and telephone numbers. This module does no I/O. */
import { cardinal, digits, joinWords, ordinal } from './spoken-numbers.ts';
import { quantity, sentenceStop, spellLetters, type Rule } from './spoken-rules.ts';

/** Reads a telephone number in groups of digits with pauses in between; long groups are divided. */
function readTelephone(number: string): string {
  const groups = number.match(/\+?\d+/g)!.flatMap((group) => {
    const parts: string[] = [];
    let remainingDigits = group.replace('+', '');
    while (remainingDigits.length > 4) {
      parts.push(remainingDigits.slice(0, 3));
      remainingDigits = remainingDigits.slice(3);
    }
    return [...parts, remainingDigits].map(
      (readAddressPart, index) =>
        `${index === 0 && group.startsWith('+') ? 'plus ' : ''}${groupOf(readAddressPart)}`,
    );
  });
  return groups.join(', ');
}

function groupOf(part: string): string {
  const hundreds = /^(0?)([1-9]00)$/.exec(part);
  return hundreds
    ? `${hundreds[1] ? 'zero ' : ''}${joinWords(cardinal(Number(hundreds[2])))}`
    : digits(part).join(' ');
}

const TELEPHONES: readonly Rule[] = [
  [/\+\d{1,3}(?:[\s()./-]{1,3}\d{1,12}){1,6}/g, ({ groups: [number] }) => readTelephone(number!)],
  [
    /(?<!\w)\(0\d{1,5}\)[\s/-]?\d{2,9}(?:[\s/-]\d{2,9}){0,4}(?!\d)/g,
    ({ groups: [number] }) => readTelephone(number!),
  ],
  [
    /(?<![\w.,:/-])0\d{2,5}(?:[\s/-]\d{2,9}){1,4}(?![\d:])/g,
    ({ groups: [number] }) => readTelephone(number!),
  ],
  [
    /(?<![\w.,:/-])(?:1-)?(?:\(\d{3}\)\s?|\d{3}-)\d{3}-\d{4}(?!\d)/g,
    ({ groups: [number] }) => readTelephone(number!),
  ],
  [/(?<![\w.,:/-])\d{3}-\d{4}(?![\d-])/g, ({ groups: [number] }) => readTelephone(number!)],
  [
    /(?<=\b(?:[Cc]all|[Dd]ial|[Pp]hone|[Rr]ing)\s)(\d{3})(?![\d.,:]*\d)/g,
    ({ groups: [, number] }) => digits(number!).join(' '),
  ],
];

/** Reads a part of an address as letters and numbers; its punctuation is spoken. */
function part(text: string): string {
  return text
    .replaceAll('.', ' dot ')
    .replaceAll('-', ' dash ')
    .replaceAll('_', ' underscore ')
    .replaceAll('+', ' plus ')
    .replaceAll('/', ' slash ')
    .replace(/\d+/g, (run) => ` ${run.length <= 2 ? quantity(run) : digits(run).join(' ')} `)
    .replace(/\s+/g, ' ')
    .trim();
}

function readHost(name: string): string {
  const labels = name.split('.');
  const ending = labels.pop()!;
  return `${labels.map(part).join(' dot ')} dot ${ending.length === 2 ? spellLetters(ending) : part(ending)}`;
}

const HOST = '[a-z0-9-]{1,63}(?:\\.[a-z0-9-]{1,63}){0,5}\\.[a-z]{2,24}';

const ADDRESSES: readonly Rule[] = [
  [
    new RegExp(`\\b([a-z0-9._+-]{1,64})@(${HOST})\\b`, 'gi'),
    ({ groups: [, who, where] }) => `${part(who!)} at ${readHost(where!)}`,
  ],
  [
    new RegExp(`\\b(${HOST})\\b(?!\\.\\w)(/[\\w/-]+)?`, 'gi'),
    ({ groups: [all, name, path] }) => {
      // "e.g", "p.m", "U.S" and "3.5" look like addresses but are not.
      if (!/[a-z]{2}/i.test(name!) || name!.split('.').every((label) => label.length < 2)) return all!;
      return `${readHost(name!)}${path ? ` ${part(path)}` : ''}`;
    },
  ],
  [/(?<!\w)@(?=\w)/g, 'at '],
  [/(?<!\w)#(?=\d)/g, 'number '],
  [/(?<!\w)#(?=\p{L})/gu, 'hashtag '],
];

const HOUSE_NUMBERS: readonly Rule[] = [
  [
    /\b([A-Z]{1,2}\d[A-Z\d]?)\s(\d[A-Z]{2})\b/g,
    ({ groups: [, one, other] }) => `${characters(one!)}, ${characters(other!)}`,
  ],
  [
    /\b([A-Z]{2})\s(\d{5})(?:-(\d{4}))?\b/g,
    ({ groups: [, state, code, more] }) =>
      `${spellLetters(state!)} ${digits(code!).join(' ')}${more ? `, ${digits(more).join(' ')}` : ''}`,
  ],
  [/(?<![\d.,])(\d{5})\s(?=[A-Z][a-z])/g, ({ groups: [, code] }) => `${digits(code!).join(' ')} `],
  [
    /\b([1-9])([1-9]\d)([A-Z]?)\s(?=[A-Z][a-z]+\s(?:St|Street|Rd|Road|Ave|Avenue|Blvd|Lane|Drive|Square)\b)/g,
    ({ groups: [, first, rest, letter] }) =>
      `${quantity(first!)} ${quantity(rest!)}${letter ? ` ${letter}` : ''} `,
  ],
];
const characters = (code: string): string =>
  [...code].map((each) => (/\d/.test(each) ? quantity(each) : each)).join(' ');

/** Builds a rule for an abbreviation. `writtenForm` excludes its full stop. */
const abbreviation = (writtenForm: string, spokenForm: string, { before = '', after = '' } = {}): Rule => [
  new RegExp(`${before}(?<![\\w.])(?:${writtenForm})(?!\\w)\\.?${after}`, 'g'),
  (match) => `${spokenForm}${sentenceStop(match)}`,
];
/** Builds a rule for an abbreviation that is an ordinary word without its full stop. */
const abbreviationWithStop = (writtenForm: string, spokenForm: string, after = ''): Rule => [
  new RegExp(`(?<![\\w.])(?:${writtenForm})\\.${after}`, 'g'),
  (match) => `${spokenForm}${sentenceStop(match)}`,
];

const ABBREVIATIONS: readonly Rule[] = [
  [/\be\.\s?g\.,?/gi, 'for example,'],
  [/\bi\.\s?e\.,?/gi, 'that is,'],
  [/\ba\.\s?k\.\s?a\.?/gi, 'also known as'],
  [/\bw\/o\b/g, 'without'],
  [/\bc\/o\b/g, 'care of'],
  [/\bw\/(?=\s)/g, 'with'],
  [/\b[Nn]os\.\s?(?=\d)/g, 'numbers '],
  [/\b[Nn]o\.\s?(?=\d)/g, 'number '],
  [/\bpp\.\s?(?=\d)/g, 'pages '],
  [/\bp\.\s?(?=\d)/g, 'page '],
  abbreviation('Dr', 'Doctor', { after: '(?=\\s+[A-Z])' }),
  abbreviation('Dr', 'Drive', { before: '(?<=[A-Z][a-z]+\\s)' }),
  abbreviation('St', 'Street', { before: '(?<=[A-Z][a-z]{2,}\\s)', after: '(?=\\s*(?:$|[,;.]|[a-z(]))' }),
  abbreviation('St', 'Saint', { after: '(?=\\s+[A-Z])' }),
  abbreviation('Mr', 'Mister'),
  abbreviation('Mrs', 'Missus'),
  abbreviation('Ms', 'Miz'),
  abbreviation('Prof', 'Professor'),
  abbreviation('Ave', 'Avenue'),
  abbreviation('Blvd', 'Boulevard'),
  abbreviation('Rd', 'Road'),
  abbreviationWithStop('Sq', 'Square'),
  abbreviationWithStop('Apt', 'Apartment'),
  abbreviation('Ste', 'Suite', { after: '(?=\\s\\d)' }),
  abbreviation('Jr', 'Junior'),
  abbreviation('Sr', 'Senior'),
  abbreviationWithStop('Inc', 'Incorporated'),
  abbreviation('Ltd', 'Limited'),
  abbreviationWithStop('Corp', 'Corporation'),
  abbreviationWithStop('Co', 'Company'),
  abbreviation('etc', 'et cetera'),
  abbreviationWithStop('[Aa]pprox', 'approximately'),
  abbreviationWithStop('[Cc]a', 'circa', '(?=\\s?\\d)'),
  abbreviationWithStop('[Mm]ax', 'maximum'),
  abbreviationWithStop('[Mm]in', 'minimum', '(?=\\s\\d)'),
  abbreviationWithStop('[Ii]ncl', 'including'),
  abbreviationWithStop('[Ee]xcl', 'excluding'),
  abbreviationWithStop('[Dd]ept', 'department'),
  abbreviation('vs', 'versus'),
  abbreviationWithStop('[Tt]el', 'telephone'),
  abbreviationWithStop('[Ee]xt', 'extension'),
  abbreviationWithStop('[Ff]ig', 'figure', '(?=\\s?\\d)'),
  abbreviationWithStop('[Ee]st', 'established', '(?=\\s?\\d)'),
  [
    /(?<!\w)(?:[A-Z]\.){2,}/g,
    (match) => `${spellLetters(match.groups[0]!.replaceAll('.', ''))}${sentenceStop(match)}`,
  ],
  [/\b([A-Z])\.(?=\s[A-Z])/g, '$1'],
];

/** Abbreviations in capitals that are pronounced as words. */
const SPOKEN_AS_WORDS: Readonly<Record<string, string>> = {
  OK: 'okay',
  PIN: 'pin',
  SIM: 'sim',
  GIF: 'gif',
  RAM: 'ram',
  ASAP: 'as soon as possible',
  VAT: 'V A T',
};
/** Ordinary words that are often written in capitals for emphasis. */
const EMPHASISED_WORDS = new Set(
  (
    'A ALL ALWAYS AND ANY ARE AT BE BEFORE CLOSED DO DOES FOR FREE FROM HAVE HERE HOW IF IN IS IT KEEP ' +
    'LAST MAY MORE MUST NEVER NEW NO NOT NOW OF OFF ON ONE ONLY OPEN OR OUR OUT PLEASE SALE STOP THANK ' +
    'THAT THE THERE THIS TO TODAY TWO UP VERY WAIT WE WHAT WHEN WHO WHY WILL WITH YES YOU YOUR'
  ).split(' '),
);
const ROMAN = 'XX|XIX|XVIII|XVII|XVI|XIV|XV|XIII|XII|XI|IX|VIII|VII|VI|IV|III|II';
const ROMAN_NUMERALS = [
  '',
  'I',
  'II',
  'III',
  'IV',
  'V',
  'VI',
  'VII',
  'VIII',
  'IX',
  'X',
  'XI',
  'XII',
  'XIII',
  'XIV',
  'XV',
  'XVI',
  'XVII',
  'XVIII',
  'XIX',
  'XX',
];
const NUMBERED_NOUNS =
  'War|Chapter|Part|Volume|Section|Act|Phase|Type|Level|Book|Class|Stage|Grade|Appendix|Scene';

function spokenCapitals(capitals: string, plural: string): string {
  if (Object.hasOwn(SPOKEN_AS_WORDS, capitals)) return `${SPOKEN_AS_WORDS[capitals]}${plural}`;
  if (EMPHASISED_WORDS.has(capitals)) return `${capitals.toLowerCase()}${plural}`;
  const sounds = /[AEIOU]/.test(capitals) && /[^AEIOU]/.test(capitals);
  if (capitals.length <= 3 || !sounds) return `${spellLetters(capitals)}${plural}`;
  return `${capitals[0]}${capitals.slice(1).toLowerCase()}${plural}`;
}

const CAPITALS: readonly Rule[] = [
  [/\bWi-?Fi\b/gi, 'why fye'],
  [
    new RegExp(`\\b(${NUMBERED_NOUNS})\\s(${ROMAN})\\b`, 'g'),
    ({ groups: [, what, number] }) => `${what} ${joinWords(cardinal(ROMAN_NUMERALS.indexOf(number!)))}`,
  ],
  [
    new RegExp(`\\b([A-Z][a-z]+)\\s(${ROMAN})\\b`, 'g'),
    ({ groups: [, who, number] }) => `${who} the ${joinWords(ordinal(ROMAN_NUMERALS.indexOf(number!)))}`,
  ],
  [/\b([A-Z]{2,})(s?)\b/g, ({ groups: [, capitals, plural] }) => spokenCapitals(capitals!, plural!)],
];

/** Rules that are applied before any number is read. */
export const ADDRESS_RULES: readonly Rule[] = [...ADDRESSES, ...TELEPHONES, ...HOUSE_NUMBERS];
/** Rules that are applied while the numbers after an abbreviation are still digits. */
export const ABBREVIATION_RULES: readonly Rule[] = ABBREVIATIONS;
/** Rules that are applied last, after all abbreviations in capitals were replaced. */
export const CAPITAL_RULES: readonly Rule[] = CAPITALS;
