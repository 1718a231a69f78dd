/** Finds the question that a visitor's next line answers or continues. */
import { withoutCorrection } from '../knowledge/corrections.ts';
import { completeQuestion, type PreviousQuestion } from '../knowledge/follow-up.ts';
import { isStatement } from '../knowledge/message-parts.ts';
import { questionKind } from '../knowledge/question-kind.ts';
import { hasWord, isVerb } from '../knowledge/table-words.ts';
import { contentWords, tokens } from '../knowledge/words.ts';
import type { Exchange } from './responder.ts';

/** English only, because only tables in English lead to this question. */
const WHICH_ONE = 'Which one do you mean: ';
const YES = 'Yes. ';
/** Maximum number of words of a line that selects one of several names. */
const MAX_WORDS = 10;
/** Maximum number of lines in a chain of follow-up questions. */
const MAX_CHAIN = 3;
/**
 * Maximum number of words of a line that selects one of the topics which the agent offered because it was not sure.
 */
const MAX_PICK_WORDS = 4;
const PLACES: readonly (readonly [RegExp, number])[] = [
  [/\b(?:first|former)(?: one)?\b/, 0],
  [/\bsecond(?: one)?\b/, 1],
  [/\bthird(?: one)?\b/, 2],
  [/\b(?:last|latter)(?: one)?\b/, -1],
];

const PLACE_WORDS = contentWords('first second third last former latter one ones other please option');

/**
 * Returns the question which of the choices the visitor means. If the visitor asked whether there is such a thing
 * (`isOffered`), it begins with "Yes".
 */
export function choiceQuestion(choices: readonly string[], isOffered = false): string {
  return `${isOffered ? YES : ''}${WHICH_ONE}${choices.slice(0, -1).join(', ')} or ${choices.at(-1)!}?`;
}

export const isChoiceQuestion = (line: string): boolean =>
  line.startsWith(WHICH_ONE) || line.startsWith(`${YES}${WHICH_ONE}`);

/** Returns the name that a line selects; null if it selects none or also says something else. */
export function pickedName(line: string, names: readonly string[]): string | null {
  const plain = plainLine(line);
  const exact = names.find((name) => plainLine(name) === plain);
  if (exact !== undefined) return exact;
  if (tokens(line).length > MAX_WORDS) return null;
  const words = contentWords(line);
  const place = PLACES.find(([word]) => word.test(plain))?.[1];
  const own = names.map((name) => [...contentWords(name)]);
  const counts = own.map((all) => all.filter((word) => hasWord(words, word)).length);
  const highest = Math.max(0, ...counts);
  const vocabulary = new Set([...own.flat(), ...PLACE_WORDS]);
  const others = [...words].filter((word) => !isVerb(word) && !hasWord(vocabulary, word)).length;
  if (highest > 0 && counts.filter((count) => count === highest).length === 1 && others <= 1)
    return names[counts.indexOf(highest)]!;
  return highest === 0 && place !== undefined && others <= 1 ? (names.at(place) ?? null) : null;
}

const plainLine = (line: string): string =>
  line
    .trim()
    .toLowerCase()
    .replace(/[?.!]+$/, '');

/**
 * Returns the name that a line selects after `answer`; null if it selects none. A line that asks a new question
 * selects only a name that it consists of.
 */
export function pickedAfter(answer: string, line: string, names: readonly string[]): string | null {
  const name = pickedName(line, names);
  const isNewQuestion = !isChoiceQuestion(answer) && questionKind(line) !== 'other';
  return isNewQuestion && name !== null && plainLine(name) !== plainLine(line) ? null : name;
}

/** The last answered question, joined with the questions that it continued. */
export interface OpenExchange extends PreviousQuestion {
  /** The questions that continued the first one, each after a line break; empty if there are none. */
  continuations: string;
  /** The statements before these questions, such as "we are two adults and a dog"; empty if there are none. */
  background: string;
  /** The exchanges before this one, newest first. */
  earlier: readonly PreviousQuestion[];
}

/**
 * Returns the last answered question, joined with those that it continued; undefined if no question was answered.
 * `isOffer` returns true for an answer that offered topics; the next line may select one of them.
 */
export function lastExchange(
  history: readonly Exchange[],
  isOffer: (answer: string) => boolean,
  depth = 0,
): OpenExchange | undefined {
  const lastAnswer = history.findLastIndex(({ role }) => role === 'assistant');
  const questionIndex = history.findLastIndex(({ role }, index) => role === 'user' && index < lastAnswer);
  if (questionIndex < 0) return undefined;
  const question = withoutCorrection(history[questionIndex]!.content);
  const exchange = {
    question,
    answer: history[lastAnswer]!.content,
    continuations: '',
    background: '',
    earlier: [],
  };
  const before =
    depth < MAX_CHAIN ? lastExchange(history.slice(0, questionIndex), isOffer, depth + 1) : undefined;
  if (!before) return exchange;
  const earlier = [before, ...before.earlier];
  const background = backgroundOf(before);
  if (isStatement(before.question)) return { ...exchange, background, earlier };
  const whole = isPick(question, before.answer, isOffer)
    ? `${before.question} ${question}`
    : completeQuestion(question, before);
  return whole === null
    ? { ...exchange, background, earlier }
    : {
        ...exchange,
        question: whole,
        continuations: `${before.continuations}\n${question}`,
        background,
        earlier,
      };
}

/**
 * True if a line may select one of the choices or topics that the previous answer offered. A line that asks a new
 * question selects no topic.
 */
const isPick = (line: string, answer: string, isOffer: (answer: string) => boolean): boolean =>
  isChoiceQuestion(answer) ||
  (isOffer(answer) && tokens(line).length <= MAX_PICK_WORDS && questionKind(line) === 'other');

/** Returns the statements before and in the last question of an exchange. */
export const backgroundOf = ({ question, background }: OpenExchange): string =>
  [background, isStatement(question) ? question : ''].filter(Boolean).join(', ');
