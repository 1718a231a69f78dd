/**
 * Decides from the last words whether a visitor's line sounds unfinished, with rules for English. In other
 * languages only the silence decides, except for a question mark. This module does no I/O.
 */

/** `unfinished`: more words will follow. `complete`: a complete question or answer. `open`: undecided. */
export type TurnEnd = 'unfinished' | 'complete' | 'open';

/** Factors on the configured silence that ends a turn. */
export const SILENCE_FACTORS: Readonly<Record<TurnEnd, number>> = { unfinished: 2, complete: 0.6, open: 1 };

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Words after which a line always continues. */
const NEVER_LAST_WORDS =
  wordSet(`a an the my your our their and or but because although unless whether than if as very quite every
  um uh er erm hmm well so like i'm i'd i'll i've we'd we're you're they're he's she's it's that's there's`);
/** Prepositions, which end a line only after a question word ("where are you from"). */
const PREPOSITIONS = wordSet(
  'of to for with from at by about into onto between without during until since per in on under near',
);
/**
 * Verbs and pronouns that may end a complete line only after a question word: "what do you have", but not "do you
 * have".
 */
const DANGLING_WORDS = wordSet(`is are was were am be do does did can could will would should may might
  must has have had want need get know prefer mean
  tell show give i we he she they`);
const SUBJECT_PRONOUNS = wordSet('i you we he she it they there');
const FORMS_OF_BE = wordSet('is are was were am');
const QUESTION_WORDS = wordSet('what when where who whom whose why how which');
/** Question words. `has` is also true for a question word with an ending, such as "what's". */
const QUESTION_STARTS = {
  has: (word: string): boolean => QUESTION_WORDS.has(word.replace(/'(?:s|re|d|ll)$/, '')),
};
const YES_NO_VERBS = wordSet('do does did is are was were am can could will would should may have has');
/** Words that may precede a question. */
const BEFORE_QUESTION = wordSet(
  `and so but okay ok hello hi hey um uh well yes no please sorry thanks actually excuse me good morning
  afternoon evening then also`,
);
const QUANTITY_WORDS = wordSet('much many long far often big old late early');
/** Phrases at the end of a line after which the sentence continues. */
const UNFINISHED_PHRASES = [
  /\b(?:i|we)(?:'d| would)? (?:like|love|want|need|have|wish)(?: to)?$/,
  /\b(?:i'm|i am|we're|we are) (?:looking|searching|calling|asking|interested|trying|going|here)$/,
  /\b(?:tell|show|give|send|bring|help) (?:me|us)(?: about)?$/,
  /\b(?:name|number|address|email|code|question|problem|order) is$/,
  /\b(?:what|how) about$/,
  /\b(?:is|are) there(?: any)?$/,
  /\b(?:let me|i think|i guess|i mean|you know|kind of|sort of)$/,
];
/** Lines that are complete on their own. */
const COMPLETE_ANSWERS = new Set(
  `yes|no|yeah|yep|nope|okay|ok|sure|exactly|right|yes please|no thanks|no thank you|thanks|thank you
|thank you very much|thank you so much|hello|hi|goodbye|bye|bye bye|stop|wait|never mind|that's all|that's it
|of course|please do|both|neither|i think so|i hope so|i guess so|here i am|there you are`
    .replaceAll('\n', '')
    .split('|'),
);

/** Matches "yes I do" and "no we haven't", which contain their verb. */
const SHORT_ANSWER =
  /^(?:yes|no|yeah|yep|nope|sure)(?: please)? (?:i|you|we|he|she|it|they|there) [a-z]+(?:n't)?(?: not)?$/;

const DIGITS = wordSet('zero oh one two three four five six seven eight nine double triple hundred');
/** Kinds of dictated numbers, and the minimum number of digits of each. */
const DICTATED_NUMBERS: ReadonlyArray<readonly [RegExp, number]> = [
  [/\b(?:phone|telephone|mobile|call me|reach me|my number|number's)\b/, 7],
  [/\b(?:zip|post ?code|postal code|code|pin|order|booking|ticket|account|reference|number)\b/, 4],
];
const MIN_BARE_DIGITS = 7;

/**
 * Decides whether a line sounds finished. `text` is the recognised text; `language` is a BCP 47 tag,
 * undefined for English.
 */
export function turnEnd(text: string, language?: string): TurnEnd {
  const line = text.trim().toLowerCase().replaceAll('’', "'");
  if (/[?？؟]$/.test(line)) return 'complete';
  if (/(?:…|\.\.\.|,)$/.test(line)) return 'unfinished';
  if (!/^en\b/i.test(language ?? 'en')) return 'open';
  const words = line.match(/[\p{L}\p{M}\d]+(?:'[\p{L}]+)*/gu) ?? [];
  return words.length === 0 ? 'open' : endOf(words);
}

/** Decides from the words only. `words` contains at least one word. */
function endOf(words: readonly string[]): TurnEnd {
  if (isDictating(words)) return 'unfinished';
  const joinedWords = words.join(' ');
  if (COMPLETE_ANSWERS.has(joinedWords) || SHORT_ANSWER.test(joinedWords)) return 'complete';
  if (isBegun(words) || UNFINISHED_PHRASES.some((opening) => opening.test(joinedWords))) return 'unfinished';
  const lastWord = words.at(-1)!;
  const questionStart = questionAt(words);
  if (PREPOSITIONS.has(lastWord)) return mayEndInPreposition(words, questionStart) ? 'open' : 'unfinished';
  if (DANGLING_WORDS.has(lastWord)) return isDangling(words, questionStart) ? 'unfinished' : 'open';
  return questionStart !== null && isCompleteQuestion(words, questionStart) ? 'complete' : 'open';
}

/**
 * True if the last one or two words show that the line continues, as in "I'd like the" and "and what", but not
 * in "where are you".
 */
function isBegun(words: readonly string[]): boolean {
  const last = words.at(-1)!;
  const secondLastWord = words.at(-2);
  if (NEVER_LAST_WORDS.has(last)) return true;
  if (secondLastWord === undefined) return false;
  if (QUESTION_STARTS.has(last)) return true;
  if (!SUBJECT_PRONOUNS.has(last) || !YES_NO_VERBS.has(secondLastWord)) return false;
  return !FORMS_OF_BE.has(secondLastWord) || !words.some(QUESTION_STARTS.has);
}

/** True for a question that may end in a preposition: "where are you from". */
const mayEndInPreposition = (words: readonly string[], questionStart: number | null): boolean =>
  questionStart !== null && QUESTION_STARTS.has(words[questionStart]!) && words.length - questionStart > 3;

/** False for "what time do", which needs a verb; true for "are you open" and "where are you". */
function isCompleteQuestion(words: readonly string[], questionStart: number): boolean {
  if (QUANTITY_WORDS.has(words.at(-1)!) && words.at(-2) === 'how') return false;
  const [questionWord, secondWord = ''] = words.slice(questionStart);
  const minWords =
    QUESTION_STARTS.has(questionWord!) && !FORMS_OF_BE.has(secondWord) && !questionWord!.endsWith("'s")
      ? 4
      : 3;
  return words.length - questionStart >= minWords;
}

/**
 * Returns the silence in milliseconds that ends a turn with these words. `silence` is the configured silence.
 */
export function endpointingDelayFor(text: string, silence: number, language?: string): number {
  return Math.round(silence * SILENCE_FACTORS[turnEnd(text, language)]);
}

/**
 * Returns the index at which a question starts: at the beginning, or at a later question word, as in "I would
 * like to know when …". Null if there is no question.
 */
function questionAt(words: readonly string[]): number | null {
  const firstIndex = words.findIndex((word) => !BEFORE_QUESTION.has(word));
  if (firstIndex === -1) return null;
  if (
    QUESTION_STARTS.has(words[firstIndex]!) ||
    (YES_NO_VERBS.has(words[firstIndex]!) && words.length - firstIndex > 1)
  )
    return firstIndex;
  const laterIndex = words.findLastIndex((word) => QUESTION_STARTS.has(word));
  return laterIndex > firstIndex && words.length - laterIndex >= 3 ? laterIndex : null;
}

/**
 * True for a verb or pronoun at the end that lacks its complement, as in "how much is" and "do you have", but not
 * in "where the parking is" and "what do you have".
 */
function isDangling(words: readonly string[], questionStart: number | null): boolean {
  const last = words.at(-1)!;
  const before = words.at(-2) ?? '';
  if (words.length <= 3 && /^(?:yes|no|yeah|it|that|this|they|you)$/.test(words[0]!) && FORMS_OF_BE.has(last))
    return false;
  if (QUESTION_STARTS.has(before) || QUANTITY_WORDS.has(before)) return true;
  if (questionStart === null || !words.slice(0, -1).some((word) => QUESTION_STARTS.has(word))) return true;
  return words.length - questionStart < 4 && !FORMS_OF_BE.has(last);
}

/** True if the line ends in a spelling, or in too few digits for a complete number. */
function isDictating(words: readonly string[]): boolean {
  let digitCount = 0;
  let letterCount = 0;
  for (const word of [...words].reverse()) {
    if (DIGITS.has(word) || /^\d+$/.test(word)) digitCount += /^\d+$/.test(word) ? word.length : 1;
    else if (/^[a-z]$/.test(word)) letterCount += 1;
    else break;
  }
  if (letterCount > 0) return letterCount > 1 || digitCount > 0;
  if (digitCount === 0) return false;
  const joinedWords = words.join(' ');
  const [, minDigits] = DICTATED_NUMBERS.find(([pattern]) => pattern.test(joinedWords)) ?? [
    null,
    words.length > 1 && digitCount >= words.length ? MIN_BARE_DIGITS : 0,
  ];
  return digitCount < minDigits;
}
