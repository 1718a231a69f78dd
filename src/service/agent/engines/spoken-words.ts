/** A written text as the words somebody would say: lower case, numbers and signs spelled out. Pure. */

const UNITS = 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const TENS = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const ORDINALS: Readonly<Record<string, string>> = { one: 'first', two: 'second', three: 'third', five: 'fifth', eight: 'eighth', nine: 'ninth', twelve: 'twelfth' };
const SIGNS: ReadonlyArray<readonly [RegExp, string]> = [
  [/[$](\d[\d,]*(?:\.\d+)?)/g, '$1 dollars '],
  [/€\s?(\d[\d,]*(?:\.\d+)?)/g, '$1 euros '],
  [/£\s?(\d[\d,]*(?:\.\d+)?)/g, '$1 pounds '],
  [/(\d)\s?%/g, '$1 percent '],
  [/(\d)\s?€/g, '$1 euros '],
  [/&/g, ' and '],
  [/@/g, ' at '],
  [/[‘’]/g, "'"],
];

/** Each sentence of `text` as words: letters and apostrophes only. */
export function spokenWords(text: string): string[][] {
  let plain = text.normalize('NFKD').replace(/\p{M}/gu, '');
  for (const [sign, words] of SIGNS) plain = plain.replace(sign, words);
  return plain
    .replace(/\bhttps?:\/\/(?:www\.)?/gi, '')
    .replace(/(\d),(?=\d{3})/g, '$1')
    .split(/[.!?;:]+(?=\s|$)|[\n()"“”|]+/)
    .map((sentence) => [...sentence.matchAll(/\d{1,2}:\d{2}|\d+(?:\.\d+)?(?:st|nd|rd|th)?|[a-z]+(?:'[a-z]+)*'?|\.(?=[a-z])/gi)].flatMap(([token]) => wordsOf(token)))
    .filter((words) => words.length > 0);
}

function wordsOf(token: string): string[] {
  if (token === '.') return ['dot'];
  const time = /^(\d{1,2}):(\d{2})$/.exec(token);
  if (time) return [...cardinal(Number(time[1])), ...(time[2] === '00' ? [] : time[2]!.startsWith('0') ? ['oh', UNITS[Number(time[2])]!] : cardinal(Number(time[2])))];
  if (!/^\d/.test(token)) return [token.toLowerCase()];
  if (/[a-z]$/i.test(token)) {
    const words = cardinal(Number.parseInt(token, 10));
    const last = words.pop()!;
    return [...words, ORDINALS[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`)];
  }
  const [whole, part] = token.split('.');
  const words = /^(?:1[1-9]|20)\d\d$/.test(whole!) && !part ? year(Number(whole)) : whole!.length > 6 ? digits(whole!) : cardinal(Number(whole));
  return part ? [...words, 'point', ...digits(part)] : words;
}

function digits(text: string): string[] {
  return [...text].map((digit) => UNITS[Number(digit)]!);
}

function year(value: number): string[] {
  const [century, rest] = [Math.floor(value / 100), value % 100];
  if (century === 20 && rest < 10) return cardinal(value);
  return [...cardinal(century), ...(rest === 0 ? ['hundred'] : rest < 10 ? ['oh', UNITS[rest]!] : cardinal(rest))];
}

/** The words of an integer from 0 to 999,999. */
export function cardinal(value: number): string[] {
  if (value < 20) return [UNITS[value]!];
  if (value < 100) return [TENS[Math.floor(value / 10)]!, ...(value % 10 ? [UNITS[value % 10]!] : [])];
  const [size, name] = value < 1000 ? [100, 'hundred'] : [1000, 'thousand'];
  return [...cardinal(Math.floor(value / size)), name, ...(value % size ? cardinal(value % size) : [])];
}
