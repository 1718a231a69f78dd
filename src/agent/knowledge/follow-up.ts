/**
 * Recognises a question that continues the previous one: "and on Saturday?", "how much is it?". This module is for
 * English only.
 */
import { joinPattern, pattern } from './pattern.ts';
import { months, questionKind, weekDays } from './question-kind.ts';
import { bareQuestion, contentWords } from './words.ts';

export interface PreviousQuestion {
  question: string;
  answer: string;
}

const CONTINUATION = pattern('i')`
    ^(and|or|but|then|also|same|what about|how about|what if|what else|anything else|is that|
    are those|was that|how come|why|for|on|in|at|with|without|to|from|until|by|during|after|before|
    only|not|even|too)\b|\b(as well|too|then|else|instead|otherwise|either)$
  `;
const POINTS_BACK = pattern('i')`
    \b(it|its|that|this|they|them|their|these|those|(?<!\b(?:is|are|was|were|be|get|go|come) )there|he|she|
    him|her|his|one|ones|both|the same|
    the other|another|each|instead|either|then|cheaper|earlier|later|longer|shorter|bigger|smaller|
    faster|sooner|more)\b
  `;
/** Matches a question without a subject: "how much?", "who do I ask?" */
const ASKS_ONLY = joinPattern`
  (?:how (?:much|long|far|often|many)|when|where|who|why|(?:at )?what time|how (?:much|long|far|often) (?:is|does|
  will|would) (?:it|that|this)(?: cost| take| last| be)?|what (?:does|would|will) (?:it|that|this) cost|
  (?:who|whom|where) (?:do|can|should|must) (?:i|we)(?: ask| call| ring| write| contact| go| talk| speak)(?: to)?)`;
const ONLY_ASKS = pattern('i')`^(?:(?:and|but|or|so)\b,? )?${ASKS_ONLY}(?: and ${ASKS_ONLY})?\W*$`;
/** Matches a request that needs no previous question, however short it is: "tell me a joke". */
const ASKS_FOR = pattern('i')`
    ^(tell|show|give|sing|play|write|explain|describe|read|recommend|make|find|send|help|let|call|
    translate|imagine|pretend)\b
  `;
/** Maximum number of content words of a question that continues the previous one because it refers back. */
const MAX_WORDS_REFERRING_BACK = 4;
/** Maximum number for a question that only lacks a subject of its own. */
const MAX_WORDS_WITHOUT_SUBJECT = 2;

/** Maximum number of words of a line that adds only a detail: "and the deposit?" */
const MAX_DETAIL_WORDS = 2;
const LEADING_WORD = /^(?:and|or|but|what about|how about)\b/i;

export function isFollowUp(question: string): boolean {
  const text = bareQuestion(question);
  return LEADING_WORD.test(text) && contentWords(text).size <= MAX_DETAIL_WORDS;
}

/** True for a line with a pronoun that may stand for something in the lines before. */
export const pointsBack = (question: string): boolean =>
  POINTS_BACK.test(bareQuestion(question).replace(OWN_PERSON, '$1'));

/** Matches somebody whom the line itself names, up to a pronoun for them: "can my son join, he is ten". */
const OWN_PERSON = pattern('iu')`
  \b((?:my|our|the|a|his|her) (?:\p{L}+ )?\p{L}+\b.*?)\b(?:he|she|him|her|his|they|them)(?:'?s)?\b`;

/** True for a question without a subject: "how much?" */
export const onlyAsks = (question: string): boolean => ONLY_ASKS.test(bareQuestion(question));

/** True for a line that continues the previous one and only names days or months: "and on Fridays too?" */
export function isBare(question: string): boolean {
  const text = bareQuestion(question);
  const isDayWord = (word: string) =>
    weekDays(word).size > 0 ||
    months(word).size > 0 ||
    /^(?:too|also|then|instead|else|today|tomorrow)$/.test(word);
  return (
    questionKind(text) === 'other' && CONTINUATION.test(text) && [...contentWords(text)].every(isDayWord)
  );
}

/** Matches questions that have no subject, but need no previous question. */
const STANDS_ALONE =
  /^how (?:do|can|could|would) (?:i|we|one|you) (?:get|come|go|travel) (?:there|here|to you)\W*$|^where are you\b/i;

/** Returns the question completed by the previous one; null if it needs no context. */
export function completeQuestion(question: string, before: PreviousQuestion | undefined): string | null {
  if (!before) return null;
  const text = bareQuestion(question);
  if (STANDS_ALONE.test(text)) return null;
  const words = contentWords(text).size;
  const kind = questionKind(text);
  const hasOwnQuestion = kind !== 'other' || /^(what|which|whose)\b/i.test(text);
  const isContinuation =
    CONTINUATION.test(text) ||
    ONLY_ASKS.test(text) ||
    (words <= MAX_WORDS_REFERRING_BACK && pointsBack(text)) ||
    words <=
      (hasOwnQuestion || ASKS_FOR.test(text) || ASKS_FOR.test(question.trim())
        ? 0
        : MAX_WORDS_WITHOUT_SUBJECT);
  if (!isContinuation) return null;
  const rest = text.replace(/^(and|or|but|then|also|what about|how about)\b[, ]*/i, '');
  // The last question determines the kind of answer; if it requests none, the previous question does.
  return kind === 'other'
    ? `${bareQuestion(before.question)} ${rest}`
    : `${rest} ${bareQuestion(before.question)}`;
}
