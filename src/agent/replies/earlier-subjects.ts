/**
 * Searches a line together with the subjects of the lines before it, such as "who teaches it?" two lines after a
 * course was named. This is tried if the line alone has no certain answer, or an answer about a thing that the
 * line does not name. This module is for English only.
 */
import { withSubject, type AnswerSubject } from '../knowledge/answer-subject.ts';
import { completeQuestion, type PreviousQuestion } from '../knowledge/follow-up.ts';
import { lackingType, statesValue } from '../knowledge/asked-value.ts';
import type { FoundAnswer } from '../knowledge/found-answer.ts';
import { MAX_QUESTION, type AskOptions, type Knowledge } from '../knowledge/knowledge.ts';
import { ownThings } from '../knowledge/own-things.ts';
import { peopleIn } from '../knowledge/people.ts';
import { holdsKind, questionKind, weekDays } from '../knowledge/question-kind.ts';
import { hasIn, hasWord, isKnown, specificWords } from '../knowledge/table-words.ts';
import { bareQuestion, contentWords } from '../knowledge/words.ts';
import { isCertain, isNamedIn, repeatsForWhether, wholeOf, type QuotedText } from './next-answer.ts';
import type { OpenExchange } from './open-question.ts';

/** Maximum number of content words of a line that may lack its subject. */
const MAX_WORDS = 5;
/** Maximum number of exchanges whose subjects are tried. */
const MAX_EXCHANGES = 3;
/** Maximum number of searches, because each needs the vector of its question. */
const MAX_SEARCHES = 3;
/** Matches a pronoun for a person or an animal. */
const PERSONAL = /\b(?:he|she|him|her)\b/i;

/**
 * Returns the answer to the line about an earlier subject, or to the line together with the previous question. Null
 * if no such answer is better than `answer`, the answer to the line alone.
 */
export async function answerWithSubject(
  knowledge: Knowledge,
  line: string,
  answer: FoundAnswer | null,
  before: OpenExchange,
  options: AskOptions,
): Promise<FoundAnswer | null> {
  const text = bareQuestion(line);
  if (answer?.isUnknown || contentWords(text).size > MAX_WORDS) return null;
  const exchanges = [before, ...before.earlier].slice(0, MAX_EXCHANGES);
  if (isCertain(answer) && !isArbitrary(knowledge, answer, text) && !lacksThing(answer, text, exchanges))
    return null;
  for (const subject of subjectsBefore(knowledge, text, exchanges)) {
    const question = withSubject(text, subject) ?? `${text} ${subject.name}`;
    const about = await knowledge.answer(question, options);
    if (isCertain(about) && isNewAbout(about, text, subject, before.answer)) return about;
  }
  return answerToBoth(knowledge, text, answer, before, options);
}

/**
 * True if an answer is about the subject, and differs from the previous answer or states the value that the line
 * asks for.
 */
function isNewAbout(answer: FoundAnswer, line: string, subject: AnswerSubject, previous: string): boolean {
  if (subject.isRow && repeatsForWhether(answer, line, previous)) return false;
  const isNew = answer.text !== previous.trim() || statesValue(line, answer.text);
  return isNew && isAbout(answer, line, subject);
}

/**
 * Returns the answer to the line together with the previous question if it is better than `answer`; null otherwise.
 */
async function answerToBoth(
  knowledge: Knowledge,
  line: string,
  answer: FoundAnswer | null,
  before: OpenExchange,
  options: AskOptions,
): Promise<FoundAnswer | null> {
  if (completeQuestion(line, before) !== null) return null;
  const question = `${line} ${bareQuestion(before.question)}`.slice(0, MAX_QUESTION);
  const both = await knowledge.answer(question, { ...options, after: before.answer, ownLine: line });
  if (!both || both.text === before.answer.trim() || lackingType(line, both.text) !== null) return null;
  // For a line that names no subject, the earlier subject gives a better answer or quote.
  if (specificWords(line).length === 0)
    return isCertain(both) || isCertain(answer) || isNearer(both, answer) ? both : null;
  return !isCertain(answer) && isCertain(both) && hasWordsOf(both, line) ? both : null;
}

const isNearer = (one: FoundAnswer, other: FoundAnswer | null): boolean =>
  one.certainty > (other?.certainty ?? 0);

/** Returns what a pronoun of the line may stand for: "cat" after "my cat needs a tablet". */
const thingsBefore = (line: string, exchanges: readonly PreviousQuestion[]): string[] =>
  PERSONAL.test(line) ? exchanges.flatMap(({ question }) => ownThings(question)) : [];

/**
 * True if the line asks for a price, its pronoun stands for a thing of the visitor (`my cat`), and the answer names
 * no such thing.
 */
function lacksThing(answer: FoundAnswer, line: string, exchanges: readonly PreviousQuestion[]): boolean {
  const things = questionKind(line) === 'price' ? thingsBefore(line, exchanges) : [];
  return things.length > 0 && !things.some((thing) => isNamedIn(answer, thing));
}

/** Returns the subjects of earlier answers and questions that the line does not name itself, newest first. */
function subjectsBefore(
  knowledge: Knowledge,
  line: string,
  exchanges: readonly PreviousQuestion[],
): AnswerSubject[] {
  const own = thingsBefore(line, exchanges).map((name) => ({
    name,
    isPerson: true,
    isRow: false,
    words: contentWords(name),
  }));
  const subjects = exchanges.flatMap((exchange) => [
    ...[knowledge.subjectOf(exchange)].filter((subject) => subject !== null),
    ...knowledge.subjectsNamed(exchange.question),
  ]);
  const words = contentWords(line);
  const isNew = ({ name }: AnswerSubject) => ![...contentWords(name)].every((word) => words.has(word));
  const byName = new Map([...own, ...subjects].filter(isNew).map((subject) => [subject.name, subject]));
  return [...byName.values()].slice(0, MAX_SEARCHES);
}

/** True if an answer is about a thing or a person that the line does not name. */
function isArbitrary(knowledge: Knowledge, { text: answer }: FoundAnswer, line: string): boolean {
  if (peopleIn(line).persons.length > 0 || weekDays(line).size > 0 || /\d/.test(line)) return false;
  const subject = knowledge.subjectOf({ answer, question: line });
  if (!subject) return false;
  const words = contentWords(line);
  const isNamed = [...contentWords(subject.name)].some((word) => hasWord(words, word));
  return !isNamed && !specificWords(line).some((word) => isKnown(word, subject.words));
}

/** True if an answer is about the subject and contains what the line asks for: its words or its kind of value. */
function isAbout(
  { text, passages }: FoundAnswer,
  line: string,
  { name, isRow, isPerson }: AnswerSubject,
): boolean {
  const isAnswered =
    hasWordsOf({ text, passages }, line) ||
    ((isRow || isPerson) &&
      specificWords(line).length === 0 &&
      (statesValue(line, text) || holdsKind(questionKind(line), text) === true));
  return isNamedIn({ text, passages }, name) && isAnswered;
}

/** True if the line has words that name a subject, and an answer or its heading contains all of them. */
function hasWordsOf(answer: QuotedText, line: string): boolean {
  const words = specificWords(line);
  return words.length > 0 && words.every((word) => hasIn(wholeOf(answer), word));
}
