/** Compares words of a question with words of a table. This module is for English only. */
import { isUnit, measureFits } from './measure-ranges.ts';
import { numberOf } from './number-words.ts';
import { months, weekDays } from './question-kind.ts';
import { contentWords, isStopWord, stem, tokens } from './words.ts';

/** Minimum number of letters that two related words have in common: "renew", "renewals". */
const STEM = 4;
/** Words of a question that do not name its subject. */
const GENERIC_WORDS = contentWords(
  `much many cost price pay charge fee rate buy rent hire book one person long time when what day date old must may
  will whole each per take last open close start begin end until from till hour at for only still today
  tonight tomorrow after this morning afternoon evening night right now up off`,
);
/** Words of questions that need not occur in a table, because they do not name a subject: "who teaches pottery?" */
const VERBS = contentWords(
  `work works working join go goes going drop teach teaches taught
  run runs class course lesson group session finish end attend do
  does doing make use come happen see find give want start take stay sign enrol register leave arrive arrives
  stop get getting week month year altogether one thing place available possible ask contact call looks look
  lead leads hold held costs offer offered sold sell serve served sit fit borrow lend keep need usually normally
  exactly please rather ok allowed have got let is it im ive bit just really also again there here so then else
  no not people person children child kid kids adult adults everyone guest guests`,
);

/** Words that ask for a sum or a difference. They need not occur in a table. */
const SUM_WORDS = contentWords(
  `total altogether together sum all us everybody everyone entry entrance admission come came visit bring both plus
  extra add amount bill overall combined more less cheaper dearer expensive difference between than compared instead
  pick choose rather save year top twenties thirties forties fifties`,
);
export const isGeneric = (word: string): boolean => GENERIC_WORDS.has(word);
export const isVerb = (word: string): boolean => VERBS.has(word);
export const isSumWord = (word: string): boolean => GENERIC_WORDS.has(word) || SUM_WORDS.has(word);

/** Matches words in the name of a price for a second item, such as "additional child". */
export const FURTHER_PATTERN = /\b(?:second|2nd|additional|further|extra|each (?:more|other)|sibling)\b/i;

/** Stems of words in questions, each with the stems of words that tables use instead. */
const OTHER_NAMES: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({
    old: 'age certificate rating',
    young: 'age',
    much: 'price fee cost ticket rate',
    cost: 'price fee ticket rate',
    pay: 'price fee ticket rate',
    long: 'length duration loan',
    keep: 'loan',
    drop: 'arrival delivery',
    bring: 'arrival',
    pick: 'collection',
    fetch: 'collection',
    many: 'number place seat capacity people',
    kid: 'child children',
    child: 'children',
    children: 'child',
    big: 'large size seat place people capacity',
    large: 'big',
    small: 'little',
    little: 'small',
  }).map(([word, others]) => [stem(word), contentWords(others)]),
);

/** True if the question has this word of the table, a word with the same beginning, or a synonym. */
export function hasWord(words: ReadonlySet<string>, word: string): boolean {
  if (words.has(word)) return true;
  return [...words].some((one) => sharesStem(one, word) || OTHER_NAMES[one]?.has(word));
}

export const isKnown = (word: string, vocabulary: ReadonlySet<string>): boolean =>
  vocabulary.has(word) || [...vocabulary].some((one) => sharesStem(word, one) || OTHER_NAMES[word]?.has(one));

export const hasIn = (text: string, word: string): boolean => isKnown(word, contentWords(text));

/**
 * True if one stem begins with the other, or if they differ only in a final "e": "game" keeps it, "games"
 * does not.
 */
const sharesStem = (one: string, other: string): boolean =>
  one.replace(/e$/, '') === other.replace(/e$/, '') ||
  (Math.min(one.length, other.length) >= STEM && (one.startsWith(other) || other.startsWith(one)));

export interface Calendar {
  days: ReadonlySet<number>;
  months: ReadonlySet<number>;
}
export const calendarOf = (text: string): Calendar => ({ days: weekDays(text), months: months(text) });

/**
 * Returns the days and months that select a column. If the question names neither, returns the months that were
 * named earlier in the call.
 */
export const columnCalendar = (question: Calendar & { rememberedMonths: ReadonlySet<number> }): Calendar =>
  question.days.size + question.months.size > 0
    ? question
    : { days: question.days, months: question.rememberedMonths };

/** True if a name includes all days or all months of the question. */
export function fits(name: Calendar, question: Calendar): boolean {
  const holds = (of: keyof Calendar) =>
    question[of].size > 0 && [...question[of]].every((one) => name[of].has(one));
  return holds('days') || holds('months');
}

/** True if a name has days but lacks one of the question's days. The same applies to months. */
export const excludes = (name: Calendar, question: Calendar): boolean =>
  (['days', 'months'] as const).some(
    (of) =>
      name[of].size > 0 && question[of].size > 0 && ![...question[of]].every((one) => name[of].has(one)),
  );

export const isCalendar = (word: string): boolean =>
  weekDays(word).size > 0 || months(word).size > 0 || word === 'weekday';

/** Returns the stems of a line that name a subject: "deposit" of "what about the deposit". */
export const specificWords = (line: string): string[] =>
  [...contentWords(line)].filter(
    (word) => !isGeneric(word) && !isVerb(word) && !isCalendar(word) && !isQuantityWord(word),
  );

const UNITS: Readonly<Record<string, string>> = { mins: 'minute', min: 'minute', hrs: 'hour', hr: 'hour' };
const unit = (word: string): string => stem(UNITS[word] ?? word);
const UNIT_WORDS = new Set(['a', 'an', 'per', 'each', 'whole', 'single', 'half', 'every']);

/**
 * Compares the number or range in a name such as "3 days" or "up to 10 kg" with the question's number of the same
 * unit: 1 if they match, -1 if they differ, 0 if the name or the question has none.
 */
export function quantityFits(name: string, question: string): -1 | 0 | 1 {
  const byRange = measureFits(name, question);
  if (byRange !== 0) return byRange;
  const [number, second] = quantityIn(tokens(name));
  if (number === null) return 0;
  const words = tokens(question);
  const counts = words.flatMap((word, at) => {
    if (at === 0 || unit(word) !== unit(second)) return [];
    const before = words[at - 1]!;
    const count = numberOf(before) ?? (UNIT_WORDS.has(before) ? 1 : null);
    return count === null ? [] : [count];
  });
  if (counts.length === 0) return 0;
  return counts.includes(number) ? 1 : -1;
}

/**
 * Returns the number and the unit in a name such as "Monday to Friday, 2 hours"; null and an empty unit without
 * them.
 */
function quantityIn(words: readonly string[]): [number | null, string] {
  const at = words.findIndex((word, index) =>
    index === 0 ? UNIT_WORDS.has(word) || numberOf(word) !== null : /^\d+$/.test(word),
  );
  const [first = '', second = ''] = at < 0 ? [] : words.slice(at);
  if (second === '' || /^\d/.test(second) || isStopWord(second)) return [null, ''];
  return [numberOf(first) ?? 1, second];
}

/** True for a word that belongs to a number: "32", "kilos", but not "4pm". */
export const isQuantityWord = (word: string): boolean =>
  numberOf(word) !== null || isUnit(word) || /^\d+(?!am|pm)\p{L}{0,4}$/u.test(word);
