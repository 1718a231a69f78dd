/**
 * Finds the answer to a line of a call. The search tries the line alone, the line completed with the lines before
 * it, the line with its pronoun replaced by the subject of the previous answer, and each question of the line.
 */
import { withSubject } from '../knowledge/answer-subject.ts';
import { withoutCorrection } from '../knowledge/corrections.ts';
import { completeQuestion } from '../knowledge/follow-up.ts';
import { MAX_QUESTION, type AskOptions, type FoundAnswer, type Knowledge } from '../knowledge/knowledge.ts';
import { isEmptyQuestion, isStatement, messageParts, withoutTalk } from '../knowledge/message-parts.ts';
import { holdsKind, questionKind } from '../knowledge/question-kind.ts';
import { answerForDetail, answerForParty } from './changed-party.ts';
import { answerWithSubject } from './earlier-subjects.ts';
import { hasName, isCertain, nextAnswer, repeatsForWhether } from './next-answer.ts';
import { namesNeed } from './statements.ts';
import { backgroundOf, type OpenExchange } from './open-question.ts';

/**
 * Finds the answer to a line; null if there is none. `before` is the previous exchange, and `options` has the
 * memory of the call.
 */
export async function findAnswer(
  knowledge: Knowledge,
  line: string,
  before: OpenExchange | undefined,
  options: AskOptions,
): Promise<FoundAnswer | null> {
  const question = isEnglish(options) ? withoutCorrection(withoutTalk(line)) : line;
  const answer = await answerInCall(knowledge, question, before, options);
  if (!isEnglish(options)) return answer;
  const parts = partsOf(question);
  if (parts.length === 0 || (isCertain(answer) && (parts.length < 2 || answer.isExact))) return answer;
  const answers = await answerParts(knowledge, parts, before, options);
  return answers.length > (isCertain(answer) ? 1 : 0) ? joinAnswers(answers) : answer;
}

const isEnglish = ({ language }: AskOptions): boolean => (language?.split('-')[0] ?? 'en') === 'en';

/** Finds the answer to a line with the previous exchange and with the subjects of earlier exchanges. */
async function answerInCall(
  knowledge: Knowledge,
  question: string,
  before: OpenExchange | undefined,
  options: AskOptions,
): Promise<FoundAnswer | null> {
  const answer = await answerLine(knowledge, question, before, options);
  if (!before || !isEnglish(options)) return answer;
  return (
    (await answerWithSubject(knowledge, question.slice(0, MAX_QUESTION), answer, before, options)) ?? answer
  );
}

async function answerLine(
  knowledge: Knowledge,
  question: string,
  before: OpenExchange | undefined,
  options: AskOptions,
): Promise<FoundAnswer | null> {
  const line = question.slice(0, MAX_QUESTION);
  const continued =
    before && isEnglish(options)
      ? ((await answerAboutSubject(knowledge, line, before, options)) ??
        (await answerForParty(knowledge, line, before, options)) ??
        (await answerForDetail(knowledge, line, before, options)))
      : null;
  if (continued) return continued;
  const alone = await knowledge.answer(question, options);
  const whole = isStatement(line) && !namesNeed(line) ? null : completeQuestion(line, before);
  if (!whole || !before) return alone;
  const background = backgroundOf(before);
  const complete = [whole, before.background].filter(Boolean).join(' ').slice(0, MAX_QUESTION);
  // The answer to a statement only acknowledges it, so there is no quoted section to prefer.
  const spoken = isStatement(before.question) ? undefined : before.answer;
  const after = { ...options, after: spoken, ownLine: `${before.continuations}\n${line}`, background };
  const both = await knowledge.answer(complete, after);
  return nextAnswer(alone, both, line, before);
}

/**
 * Answers a line whose pronoun stands for the subject of the previous answer; null without such a pronoun or
 * without a certain answer.
 */
async function answerAboutSubject(
  knowledge: Knowledge,
  line: string,
  before: OpenExchange,
  options: AskOptions,
): Promise<FoundAnswer | null> {
  const subject = knowledge.subjectOf(before);
  const named = subject && withSubject(line, subject);
  // Replacing the pronoun may change the kind of question: "What would it be for two adults?" asks for a price only
  // with "it".
  if (!named || questionKind(named) !== questionKind(line)) return null;
  const answer = await knowledge.answer(named, { ...options, after: before.answer });
  if (!isCertain(answer) || answer.text === before.answer.trim() || !hasName(answer, subject.name))
    return null;
  const isStated = answer.isExact || holdsKind(questionKind(line), answer.text) !== false;
  const isRepeated = subject.isRow && repeatsForWhether(answer, line, before.answer);
  return isStated && !isRepeated ? answer : null;
}

/**
 * Returns the questions of a message, without its statements; only the statement if no question has content of its
 * own. Empty if the whole message is one question.
 */
function partsOf(line: string): readonly string[] {
  const { statement, questions } = messageParts(line);
  const parts = questions.filter((question) => !isEmptyQuestion(question));
  if (statement && questions.length > 0 && parts.length === 0) return [statement];
  return parts[0] === line.trim() ? [] : parts;
}

/**
 * Returns the certain answers to the parts of a message, without those that offer a choice. A part may continue the
 * previous part.
 */
async function answerParts(
  knowledge: Knowledge,
  parts: readonly string[],
  before: OpenExchange | undefined,
  options: AskOptions,
): Promise<FoundAnswer[]> {
  const answers: FoundAnswer[] = [];
  let exchange = before;
  for (const question of parts) {
    const answer = await answerInCall(knowledge, question, exchange, options);
    if (!isCertain(answer) || (answer.choices?.length ?? 0) > 1) continue;
    answers.push(answer);
    exchange = {
      question,
      answer: answer.text,
      continuations: '',
      background: before?.background ?? '',
      earlier: [],
    };
  }
  return answers;
}

/** Joins the answers to the questions of one message, without sentences that an earlier answer contains. */
function joinAnswers(answers: readonly FoundAnswer[]): FoundAnswer {
  let text = '';
  for (const answer of answers) {
    const sentences = answer.text
      .split(/(?<=[.!?]) (?=\p{Lu})/u)
      .filter((sentence) => !text.includes(sentence));
    text = [text, ...sentences].filter(Boolean).join(' ');
  }
  return { ...answers[0]!, text, passages: [...new Set(answers.flatMap(({ passages }) => passages))] };
}
