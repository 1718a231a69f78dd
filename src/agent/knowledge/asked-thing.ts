/**
 * Decides whether an answer is about the thing that a question asks for: "is there a cash machine?" is not answered
 * by a sentence about cash. This module is for English only.
 */
import { pattern } from './pattern.ts';
import { personOfHeading } from './person-heading.ts';
import type { QuestionKind } from './question-kind.ts';
import { dot, type RankedSentence, type ReadQuestion } from './ranking.ts';
import type { KnownSentence } from './sentence-table.ts';
import { isCalendar, isGeneric, isKnown, isQuantityWord, isVerb } from './table-words.ts';
import { contentWords, isStopWord, tokens } from './words.ts';

/** Matches the beginning of a question whether there is a thing, up to the name of the thing. */
const ASKS_FOR = pattern('i')`
  ^\W*(?:(?:and|so|but|hi|hello|hey|ok|okay|um+|uh+|please|sorry)\b,? ?)*(?:(?:is|are) there|
  (?:do|have|does) (?:you|u|they|the \w+)(?: guys)?(?: also| still| actually)? (?:have|got|sell|offer|rent|hire|
  provide|run|serve|stock|do|teach|store|make|lend|give|use|treat|buy|cut|accept|take)(?: out)?|
  (?:can|could|may) (?:i|we)(?: also)? (?:get|buy|hire|rent|have|book|learn|borrow|play|order))\b
  (?: (?:an?|any|some|the|your|my|our|also|kind of|sort of|type of))*`;
/** Matches the words that end the name of a thing. */
const END_OF_NAME = pattern('')`
  ^(?:for|in|on|at|with|without|to|from|of|by|after|before|during|near|inside|outside|where|when|that|who|which|if|
  and|or|as|while|because|i|we|you|it|is|are|there|here|under|over|around|between|please|too|available|today|
  tomorrow|tonight|now|instead)$`;
/** Words that stand for any thing, so that the question names none: "is there something for children?" */
const VAGUE = contentWords(
  'something anything somewhere anywhere someone anyone somebody anybody thing way place time chance limit maximum ' +
    'minimum possibility option problem more else stuff kind sort type lot',
);
/** Matches a question about a property, which is its last word: "are the seats comfortable?" */
const ASKS_FOR_PROPERTY = pattern('i')`
  ^\W*(?:(?:and|so|but|hi|hello|hey|ok|okay|um+|uh+)\b,? ?)*(?:is|are|was|were|does|has|will)
   (?!(?:there|it|that|this|these|i|we|you|they)\b)(?!.*\b(?:so|if|when|because|or|but|to)\b)`;
/** Properties that texts express in many ways, so that a text without the word may still state them. */
const COMMON_PROPERTIES = contentWords(
  'welcome allowed ok okay possible available included open closed full free necessary required enough fine true ' +
    'safe suitable good cheaper expensive far near late early alone',
);
/** Maximum number of best-ranked sentences that are examined. */
const MAX_EXAMINED_SENTENCES = 400;
/** Minimum similarity of the best sentence to a thing of one word that no text contains. */
const MIN_WORD_SIMILARITY = 0.25;
/** Minimum similarity to a thing of several words. */
const MIN_COMPOUND_SIMILARITY = 0.3;
/** Minimum similarity to a property. */
const MIN_PROPERTY_SIMILARITY = 0.23;

/** True if no text mentions the thing that the question asks for, and the best sentence is not similar to it. */
export function isForOtherThing(question: ReadQuestion, ranked: readonly RankedSentence[]): boolean {
  const name = nameOfThing(question.text);
  if (name.some((word) => VAGUE.has(word))) return false;
  const property = name.length === 0 ? propertyIn(question) : undefined;
  const head = property ?? name.at(-1);
  if (head === undefined || isGeneric(head) || isQuantityWord(head) || isCalendar(head)) return false;
  if (ranked.slice(0, MAX_EXAMINED_SENTENCES).some(({ sentence }) => isKnown(head, sentence.words)))
    return false;
  const similarity = similarityOf(head, question, ranked[0]!);
  const bound =
    property !== undefined
      ? MIN_PROPERTY_SIMILARITY
      : name.length > 1
        ? MIN_COMPOUND_SIMILARITY
        : MIN_WORD_SIMILARITY;
  return similarity !== null && similarity < bound;
}

/** Returns the stem of the last word of a question about a property; undefined for any other question. */
function propertyIn({ text, people }: ReadQuestion): string | undefined {
  const [last] = ASKS_FOR_PROPERTY.test(text) ? [...contentWords(tokens(text).at(-1) ?? '')] : [];
  return last === undefined || COMMON_PROPERTIES.has(last) || people.words.has(last) ? undefined : last;
}

/** Returns the stems of the words that name the thing; empty if the question asks for none. */
export function nameOfThing(text: string, asks = ASKS_FOR): string[] {
  const begin = asks.exec(text);
  if (!begin) return [];
  const words = tokens(text.slice(begin[0].length));
  const end = words.findIndex((word) => END_OF_NAME.test(word));
  const name = (end < 0 ? words : words.slice(0, end)).filter((word) => !isStopWord(word));
  return name.flatMap((word) => [...contentWords(word)]);
}

/** Returns the cosine of a word of the question with the sentence; null without vectors. */
function similarityOf(
  stem: string,
  { parts, partTexts }: ReadQuestion,
  { sentence: { vectors } }: RankedSentence,
): number | null {
  const own = parts.filter((_, at) => contentWords(partTexts[at]!).has(stem)).flat();
  if (!vectors || own.length === 0) return null;
  return Math.max(...own.flatMap((part) => [dot(part, vectors.inContext), dot(part, vectors.alone)]));
}

/** Kinds of questions that ask for a value of one subject. The value of another subject does not answer them. */
const FOR_VALUE: ReadonlySet<QuestionKind> = new Set([
  'price',
  'duration',
  'size',
  'year',
  'count',
  'hours',
  'time',
  'person',
]);
/** If the name of a heading or a row has several words: the minimum fraction of them that the question contains. */
const MIN_NAMED_SHARE = 0.6;

/**
 * True if the best sentence lacks a word of the question's subject and another sentence is about this subject: it
 * contains the complete subject, or its row or heading is named after it. For example, "60 minutes" below "Updo"
 * does not answer a question about bridal hair, which has its own heading.
 */
export function isBelowOther(
  { kind, words, people }: ReadQuestion,
  ranked: readonly RankedSentence[],
): boolean {
  if (!FOR_VALUE.has(kind)) return false;
  const { words: own, ...best } = ranked[0]!.sentence;
  const isSubject = (word: string) =>
    !isGeneric(word) &&
    !isCalendar(word) &&
    !isQuantityWord(word) &&
    !people.words.has(word) &&
    !VAGUE.has(word);
  const lacking = new Set([...words].filter((word) => isSubject(word) && !isKnown(word, own)));
  if (lacking.size === 0) return false;
  const ownName = nameOf(best).filter((word) => isSubject(word) && isKnown(word, words));
  const subject = [...words].filter((word) => isSubject(word) && !isVerb(word));
  const isLackingPart = subject.length > 1 && subject.some((word) => lacking.has(word));
  return ranked.slice(0, MAX_EXAMINED_SENTENCES).some(({ sentence }) => {
    if (isLackingPart && subject.every((word) => isKnown(word, sentence.words))) return true;
    const name = nameOf(sentence);
    const matches = name.filter((word) => isKnown(word, words));
    const isNamed =
      matches.length === name.length ||
      (matches.length > 1 && matches.length >= MIN_NAMED_SHARE * name.length);
    return (
      isNamed && matches.some((word) => lacking.has(word)) && ownName.every((word) => matches.includes(word))
    );
  });
}

/**
 * Returns the words of the row's name or, outside tables, of the innermost heading; empty if that is a question.
 */
function nameOf({ block, place }: Pick<KnownSentence, 'block' | 'place'>): string[] {
  const label = block.table?.rows[place]?.[0] ?? block.headings.at(-1) ?? '';
  const [head = ''] = label.split(/[,(]/);
  return label.endsWith('?') ? [] : [...contentWords(head)].filter((word) => !isQuantityWord(word));
}

const TITLED_NAME = /\b(?:mr|mrs|ms|miss|dr|doctor|prof|professor)\.? (\p{L}{3,})/giu;

/**
 * True if the question names a person, by a title such as "Dr" or by a name that is a heading, and the best
 * sentence does not name this person.
 */
export function isForOtherPerson({ text, words }: ReadQuestion, ranked: readonly RankedSentence[]): boolean {
  const titled = [...text.matchAll(TITLED_NAME)].flatMap(([, name]) => [...contentWords(name!)]);
  const people = ranked
    .slice(0, MAX_EXAMINED_SENTENCES)
    .flatMap(({ sentence: { block } }) => personOfHeading(block.headings) ?? []);
  const named = people.flatMap((name) => [...contentWords(name)]).filter((word) => words.has(word));
  return [...titled, ...named].some((word) => !isKnown(word, ranked[0]!.sentence.words));
}
