/**
 * Compares an answer with the passages that share words with it. An answer agrees if the passages contain its
 * numbers and times, state the same days as open or closed, and negate the same statements. This module is for
 * English and German only.
 */
import { sentences } from '../language/sentences.ts';
import { numberOf, NUMBER_SOURCE } from './number-words.ts';
import { pattern } from './pattern.ts';
import { weekDays } from './question-kind.ts';
import { contentWords } from './words.ts';

/** A clause that makes one statement. */
interface Claim {
  words: ReadonlySet<string>;
  /** The first word of the clause that names its subject. */
  subject: string | undefined;
  days: ReadonlySet<number>;
  /** The possible values of each number in the clause. */
  numbers: readonly (readonly number[])[];
  isDenied: boolean;
  /**
   * True for a clause such as "It closes at five", which does not count as a negation. Its number is compared
   * separately.
   */
  isClosingTime: boolean;
}

/** Maximum number of characters of an answer and of a passage that are compared. */
const MAX_LENGTH = 4000;
/**
 * Weight of a shared subject. It makes a claim about the same subject nearer than a claim about the same location.
 */
const SUBJECT_WEIGHT = 2.5;

const CLAUSE_END =
  /[;:]\s|,?\s(?:but|however|aber|sondern|while|whereas)\s|,\s(?=(?:afterwards|we|there|it)\s)/i;
const YES_OR_NO = /^\W*(?:yes|no|ja|nein|sorry|of course|certainly|unfortunately|leider)\b[\s,.!–—-]*/i;
/**
 * Matches phrases such as "without a flash" and "if you cancel", which limit a claim but do not negate it.
 */
const LIMITING_PHRASE = pattern('giu')`
  \b(?:without|ohne)\s+(?:an?\s|any\s|the\s|ein\p{L}*\s)?[\p{L}-]+|
  \b(?:as long as|provided|unless|if|wenn|solange)\b.*$
`;
const DENIAL = pattern('giu')`
  \b(?:not|no|never|none|neither|cannot|closed|shut|forbidden|prohibited|banned|excluded|unavailable|impossible|
  nicht|kein\p{L}*|nie|niemals|geschlossen|verboten)\b|n['’]t\b
`;
const CLOSING_TIME = /\b(?:closes|shuts|closing|schließt)\s+(?:at|time|um)\b/i;
const REFERS_BACK = /^\W*(?:it|they|this|these|es|sie|das)\b/i;
/** Words at the beginning of a statement that do not name its subject. */
const OPENING_WORDS = new Set(
  `yes no not there here allow permit welcom welcome offer accept possible possibl bring come charge find get
  use take happy sorry afraid course`.split(/\s+/),
);
const GERMAN_DAYS: readonly [RegExp, string][] = (
  [
    ['montags?', 'monday'],
    ['dienstags?', 'tuesday'],
    ['mittwochs?', 'wednesday'],
    ['donnerstags?', 'thursday'],
    ['freitags?', 'friday'],
    ['samstags?|sonnabends?', 'saturday'],
    ['sonntags?', 'sunday'],
  ] as const
).map(([day, english]) => [new RegExp(String.raw`\b(?:${day})\b`, 'gi'), english]);
const GERMAN_RANGE = /day bis /g;

/** Matches numbers. "Half past nine" is 9.5; numbers up to 12 may also be hours after noon, 13 to 24. */
const NUMBERS = pattern('gi')`
  (?<half>half past\s+)?(?:(?<digits>\d{1,3}(?:[.,]\d{3})+|\d+)(?:[.:,](?<fraction>\d{1,2})(?!\d))?|
  \b(?<word>${NUMBER_SOURCE}|noon|midnight)\b)
  \s*(?<half_day>[ap]\.?m\b)?
`;

/**
 * Returns the passages that no claim of the answer contradicts. Each claim is compared with its nearest passage,
 * but a number may come from any passage, because an answer may combine several, or from the question.
 */
export function agreeingPassages<Of extends { heading: string; text: string }>(
  passages: readonly Of[],
  answer: string,
  question: string,
): Of[] {
  const texts = passages.map(({ heading, text }) => `${heading}. ${text}`.slice(0, MAX_LENGTH));
  const statedClaims = texts.map(claimsOf);
  const numbers = new Set([...texts, question].flatMap(numbersOf).flatMap(hoursOfBothHalves));
  const droppedIndices = new Set<number>();
  for (const claim of claimsOf(answer.slice(0, MAX_LENGTH))) {
    const place = nearestPassage(claim, statedClaims);
    if (place === null) continue;
    const isForeign = claim.numbers.some((readings) => !readings.some((value) => numbers.has(value)));
    if (isForeign || isContradicted(claim, statedClaims[place]!)) droppedIndices.add(place);
  }
  return passages.filter((_, place) => !droppedIndices.has(place));
}

/**
 * Returns the index of the passage with the nearest claim, or of the only passage; null if no passage shares a word
 * with the claim.
 */
function nearestPassage(claim: Claim, statedClaims: readonly (readonly Claim[])[]): number | null {
  if (statedClaims.length === 1) return 0;
  const scores = statedClaims.map((claims) => nearestOf(claim, claims, SUBJECT_WEIGHT)?.score ?? 0);
  const most = Math.max(0, ...scores);
  return most > 0 ? scores.indexOf(most) : null;
}

function claimsOf(text: string): Claim[] {
  const claims: Claim[] = [];
  for (const sentence of sentences(text))
    for (const clause of sentence.replace(YES_OR_NO, '').split(CLAUSE_END)) {
      const bareClause = inEnglishDays(clause).replace(LIMITING_PHRASE, ' ');
      const words = contentWords(bareClause);
      if (words.size === 0) continue;
      const before = claims.at(-1)?.subject;
      if (REFERS_BACK.test(clause) && before) words.add(before);
      claims.push({
        words,
        subject: [...words].find((word) => !OPENING_WORDS.has(word) && !isDay(word)),
        days: weekDays(bareClause),
        numbers: numbersOf(clause),
        isClosingTime: CLOSING_TIME.test(bareClause),
        isDenied: (bareClause.match(DENIAL)?.length ?? 0) % 2 === 1,
      });
    }
  return claims;
}

const isDay = (word: string): boolean => weekDays(word).size > 0;

function inEnglishDays(text: string): string {
  const english = GERMAN_DAYS.reduce((result, [day, name]) => result.replace(day, name), text);
  return english.replace(GERMAN_RANGE, 'day to ');
}

function isContradicted(claim: Claim, statedClaims: readonly Claim[]): boolean {
  if (claim.isClosingTime) return false;
  if (claim.days.size > 0 && statedClaims.some(({ days }) => days.size > 0))
    return hasOtherDays(claim, statedClaims);
  const nearest = nearestOf(claim, statedClaims, SUBJECT_WEIGHT)?.claim;
  if (!nearest) return false;
  if (nearest.isDenied !== claim.isDenied) return true;
  // For "dogs are allowed in the pool", the nearest claim may be about dogs while another one denies the pool.
  return !claim.isDenied && (nearestOf(claim, statedClaims, 1)?.claim.isDenied ?? false);
}

/**
 * True if the passage contradicts the claim about a day. "Closed on Monday" and "open on Tuesday" contradict "open
 * on Monday". A passage that also says "open on Monday" does not.
 */
function hasOtherDays({ days, isDenied }: Claim, statedClaims: readonly Claim[]): boolean {
  const statedDays = (denied: boolean) =>
    new Set(statedClaims.filter((one) => one.isDenied === denied).flatMap((one) => [...one.days]));
  const same = statedDays(isDenied);
  const opposite = statedDays(!isDenied);
  return [...days].some((day) => !same.has(day) && (opposite.has(day) || same.size > 0));
}

/** Returns the claim that shares the most words; a common subject counts `weight`. Undefined if none shares a word. */
function nearestOf(
  claim: Claim,
  statedClaims: readonly Claim[],
  weight: number,
): { claim: Claim; score: number } | undefined {
  let nearest: { claim: Claim; score: number } | undefined;
  for (const one of statedClaims) {
    const sharedWords = [...claim.words].filter((word) => one.words.has(word));
    const score = sharedWords.reduce((sum, word) => sum + (word === claim.subject ? weight : 1), 0);
    if (score > (nearest?.score ?? 0)) nearest = { claim: one, score };
  }
  return nearest;
}

/** Returns the possible values of each number in a text: "9.30" is a price or a time. */
function numbersOf(text: string): number[][] {
  return [...text.matchAll(NUMBERS)].map(({ groups = {} }) => {
    const { half, digits, fraction, word, half_day: halfDay } = groups;
    const whole = digits ? Number(digits.replace(/[.,]/g, '')) : wordValue(word!.toLowerCase());
    const values = fraction
      ? [whole + Number(fraction) / 10 ** fraction.length, whole + Number(fraction) / 60]
      : [half ? whole + 0.5 : whole];
    const isAfternoon = /^p/i.test(halfDay ?? '') && whole < 12;
    return values.map((value) => (isAfternoon ? value + 12 : value));
  });
}

function wordValue(word: string): number {
  if (word === 'noon') return 12;
  return word === 'midnight' ? 0 : (numberOf(word) ?? Number.NaN);
}

/** Adds to each value the same hour in the other half of the day: "9 to 5" may end at 17:00. */
const hoursOfBothHalves = (values: readonly number[]): number[] =>
  values.flatMap((value) => (value <= 12 ? [value, value + 12] : [value, value - 12]));
