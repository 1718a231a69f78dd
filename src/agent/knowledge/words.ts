/** Extracts the content words of a text. The lists of stop words and of endings are for English. */

import { pattern } from './pattern.ts';

const STOP_WORDS = new Set(
  `a an and are as at be been but by can could did do does for from had has have he her his how i if in
  into is it its me my of on or our please she should so some tell than that the their them then there
  these they this to us was we were what when where which who why will with would you your about any
  get know like want need`.split(/\s+/),
);

/** Phrases around a question that do not concern its subject. */
const FILLER = pattern('gi')`
    \b(um+|uh+|er+m?|hey|hi|hello|please|excuse me|i was (just )?wondering (if|whether)|
    i('d| would) like to know( if| whether)?|(can|could|would) you tell me( if| whether)?|
    do you know( if| whether)?|tell me|so|well|okay|just|actually|maybe)\b[, ]*
  `;

/** Matches the endings of "we're", "what's" and "children's", which are not words. */
const CLITICS = /(?<=\p{L})['\u2018\u2019](?:s|re|ve|ll|d|m)(?!\p{L})/gu;
/** Matches the hyphen of words that are also written without it, such as "Wi-Fi" and "e-mail". */
const OPTIONAL_HYPHEN = /(?<![\p{L}\p{N}])(wi|e|x|t|pre|re|non|multi|semi)-(?=\p{L})/gu;

/** Returns the words of a text in lower case. */
export function tokens(text: string): string[] {
  const joinedText = text.toLowerCase().replace(CLITICS, '').replace(OPTIONAL_HYPHEN, '$1');
  return joinedText.match(/[\p{L}\p{N}]+/gu) ?? [];
}

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/** Returns the content words of a text without their endings and without duplicates. */
export function contentWords(text: string): Set<string> {
  return new Set(
    tokens(text)
      .filter((term) => !STOP_WORDS.has(term))
      .map(stem),
  );
}

/** Words, each with the stem of another word that means the same. */
const SAME_WORDS: ReadonlyMap<string, string> = new Map([['wireless', 'wifi']]);
/** Numbers whose ending is not removed, because other modules parse them as words. */
const NUMBERS = new Set(['three', 'twelve']);

/**
 * Removes English endings that do not change the meaning of a word: "included" and "include" have the same stem, as
 * have "planned" and "plan".
 */
export function stem(term: string): string {
  if (NUMBERS.has(term)) return term;
  const same = SAME_WORDS.get(term);
  if (same !== undefined) return same;
  if (term.length <= 4) return term.replace(/s$/, '');
  return term
    .replace(/(ies)$/, 'y')
    .replace(/(ing|ed|es|s|e)$/, '')
    .replace(/(?<=..)([bdgmnprt])\1$/, '$1');
}

/** Common abbreviations of typed messages, with their full forms. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  u: 'you',
  ur: 'your',
  r: 'are',
  pls: '',
  plz: '',
  pw: 'password',
  pwd: 'password',
  amex: 'American Express',
  tel: 'telephone',
  nr: 'number',
  appt: 'appointment',
  tmrw: 'tomorrow',
  tmr: 'tomorrow',
  dont: "don't",
  cant: "can't",
  whats: "what's",
  wheres: "where's",
  whos: "who's",
  whens: "when's",
  hows: "how's",
  ebike: 'electric bike',
  'e-bike': 'electric bike',
};
const SHORT_WORD = pattern('giu')`
  (?<![\p{L}\p{N}'-])(?:${Object.keys(ABBREVIATIONS).join('|')})(?![\p{L}\p{N}'-])
`;

/** Removes politeness and hesitation, and expands abbreviations; returns the question unchanged if nothing remains. */
export function bareQuestion(question: string): string {
  const expandedQuestion = question.replace(SHORT_WORD, (word) => ABBREVIATIONS[word.toLowerCase()]!);
  return expandedQuestion.replace(FILLER, '').replace(/\s+/g, ' ').trim() || question;
}
