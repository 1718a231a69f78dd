/** Determines the outcome of a turn that a language model answered. */
import type { TurnOutcome } from '@palkit/contract/conversations';
import { LOCALES } from '@palkit/contract/locales/all';
import { pattern } from '../knowledge/pattern.ts';
import { smallTalk } from '../knowledge/small-talk.ts';
import type { Classification } from '../knowledge/small-talk-classifier.ts';
import { contentWords } from '../knowledge/words.ts';
import { detectLanguage } from '../language/language-detection.ts';
import { REQUEST_HUMAN } from '../tools/call-tools.ts';
import type { ToolCall } from '../tools/tool-calls.ts';

/** The texts on which an answer may be based. */
export interface AnswerSources {
  /** True if the PAL has documents, facts or memories. */
  hasDocuments: boolean;
  /** The notes, the owner's prompt, the page's text and earlier lines. */
  texts: readonly string[];
}

/** Maximum number of characters of an answer that are checked for "I do not know". */
const MAX_BEGINNING_LENGTH = 300;
/** Maximum number of characters of each source that is compared. */
const MAX_SOURCE_LENGTH = 20_000;
/** Minimum number of words of an answer that the question does not have; an answer with fewer cannot be judged. */
const MIN_OWN_WORDS = 4;
/** Minimum number of these words that an answer must share with a source. */
const MIN_SHARED_WORDS = 2;

const LANGUAGES = Object.keys(LOCALES);

/** Phrases with which models say that they do not know, as the prompt requests. */
const DECLINES = pattern('iu')`
  \b(?:i|we) (?:do not|don.t|cannot|can.t|could not|couldn.t|am unable to|.m unable to) (?:know|find|say|tell|confirm|
  (?:actually |currently )?have (?:that|this|any|the|specific|more|enough|information|details|access))|
  \bi(?: am|.m) (?:not (?:sure|certain|aware)|afraid i|sorry,? (?:but )?i (?:do not|don.t|cannot|can.t))|
  \bno (?:information|details) (?:about|on|regarding)|\b(?:is|are|was)(?: not|n.t) (?:mentioned|covered|
  listed|specified|
  in my (?:notes|documents))|\b(?:weiß|kenne) ich (?:leider )?nicht|\bkeine (?:informationen|angaben)|
  \bich weiß (?:das |es )?
  (?:leider )?nicht|\bje ne (?:sais|connais) pas|\bje n.ai pas (?:d.|cette |de )|\bno (?:lo )?sé\b|
  \bno (?:dispongo de|tengo) (?:esa |esta )?informaci|\bnon (?:lo )?so\b|\bnon ho informazioni|
  \bweet ik (?:helaas )?niet|
  \bgeen informatie|\bnão (?:sei|tenho (?:essa )?informaç)|\bnie (?:wiem|mam informacji)
`;

/**
 * Returns the outcome of an answer:
 * - `handed_over`: a tool call requested a person.
 * - `small_talk`: the question is small talk, as `talk` states. If only examples indicate this, an answer from the
 *   PAL's knowledge counts as `answered`.
 * - `declined`: the answer is empty, says that the agent does not know, or contains nothing from the PAL's
 *   knowledge although there are documents.
 * - `answered`: any other answer, and one after a successful tool call.
 */
export function modelOutcome(
  question: string,
  answer: string,
  calls: readonly ToolCall[],
  grounds: AnswerSources = { hasDocuments: false, texts: [] },
  talk: Classification = { kind: smallTalk(question), isByExamples: false },
): TurnOutcome {
  const successfulCalls = calls.filter(({ outcome }) => outcome !== null && !outcome.startsWith('Error'));
  if (successfulCalls.some(({ name }) => name === REQUEST_HUMAN)) return 'handed_over';
  if (!answer.trim()) return 'declined';
  if (talk.kind && !talk.isByExamples) return 'small_talk';
  if (successfulCalls.length > 0) return 'answered';
  const isDeclined =
    DECLINES.test(answer.slice(0, MAX_BEGINNING_LENGTH)) ||
    (grounds.hasDocuments && !isGrounded(question, answer, grounds.texts));
  return !isDeclined ? 'answered' : talk.kind ? 'small_talk' : 'declined';
}

/**
 * True if a source contains enough words of the answer that are not from the question. Also true if the answer
 * cannot be judged, because it has too few such words or the sources are in another language.
 */
function isGrounded(question: string, answer: string, texts: readonly string[]): boolean {
  const questionWords = contentWords(question);
  const own = [...contentWords(answer)].filter((word) => !questionWords.has(word));
  if (own.length < MIN_OWN_WORDS) return true;
  const grounds = texts.map((text) => text.slice(0, MAX_SOURCE_LENGTH)).filter(Boolean);
  if (grounds.length === 0) return false;
  const answerLanguage = detectLanguage(answer, LANGUAGES);
  if (
    !answerLanguage ||
    detectLanguage(grounds.join('\n').slice(0, MAX_SOURCE_LENGTH), LANGUAGES) !== answerLanguage
  )
    return true;
  return grounds.some((text) => {
    const words = contentWords(text);
    return own.filter((word) => words.has(word)).length >= MIN_SHARED_WORDS;
  });
}
