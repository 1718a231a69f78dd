/**
 * Converts written text to spoken words: lower case, with numbers and symbols spelled out. This module does no I/O.
 */
import { cardinal, digits, ordinal, year } from './spoken-numbers.ts';

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

const TOKEN = /\d{1,2}:\d{2}|\d+(?:\.\d+)?(?:st|nd|rd|th)?|[a-z]+(?:'[a-z]+)*'?|\.(?=[a-z])/gi;

/** Returns the words of each sentence of `text`, with letters and apostrophes only. */
export function spokenWords(text: string): string[][] {
  let plainText = text.normalize('NFKD').replace(/\p{M}/gu, '');
  for (const [sign, words] of SIGNS) plainText = plainText.replace(sign, words);
  return plainText
    .replace(/\bhttps?:\/\/(?:www\.)?/gi, '')
    .replace(/(\d),(?=\d{3})/g, '$1')
    .split(/(?<![.!?;:])[.!?;:]+(?=\s|$)|[\n()"“”|]+/)
    .map((sentence) => (sentence.match(TOKEN) ?? []).flatMap(wordsOf))
    .filter((words) => words.length > 0);
}

function wordsOf(token: string): string[] {
  if (token === '.') return ['dot'];
  if (token >= 'A') return [token.toLowerCase()];
  const time = token.includes(':') ? /^(\d{1,2}):(\d{2})$/.exec(token) : null;
  if (time)
    return [
      ...cardinal(Number(time[1])),
      ...(time[2] === '00'
        ? []
        : time[2]!.startsWith('0')
          ? ['oh', ...cardinal(Number(time[2]))]
          : cardinal(Number(time[2]))),
    ];
  if (/[a-z]$/i.test(token)) return ordinal(Number.parseInt(token, 10));
  const [wholeDigits, decimals] = token.split('.');
  const words =
    /^(?:1[1-9]|20)\d\d$/.test(wholeDigits!) && !decimals
      ? year(Number(wholeDigits))
      : wholeDigits!.length > 6
        ? digits(wholeDigits!)
        : cardinal(Number(wholeDigits));
  return decimals ? [...words, 'point', ...digits(decimals)] : words;
}
