/**
 * The reply to a question without a certain answer: it says so, quotes the nearest sentences, and names the
 * contact. Quotes come before topics, because a visitor can judge a quote, but would have to ask again about a
 * topic. Only English replies have quotes and a contact.
 */
import type { FoundAnswer } from '../knowledge/found-answer.ts';
import type { AgentSentences } from './agent-sentences.ts';
import type { Exchange } from './responder.ts';

/** Number of latest lines of the call in which the contact is not repeated. */
const LATEST_LINES = 6;

/** The first sentence of `notSure`, by which a reply that offers topics is recognised. */
export const doubtIn = (notSure: string): string => `${notSure.split('.')[0]!}.`;

interface UncertainReplyParts {
  words: AgentSentences;
  /** `hasNear` is true if there are headings similar to the question, and `hasTopics` if there are any headings. */
  hasNear: boolean;
  hasTopics: boolean;
  /** The way to reach a person; null if none is known. */
  contact: string | null;
  history: readonly Exchange[];
}

/** Returns the reply, which asserts nothing and cites no source. `answer` is null if the reply must not quote. */
export function uncertainReply(
  answer: FoundAnswer | null,
  { words, hasNear, hasTopics, contact, history }: UncertainReplyParts,
): string {
  const end = contactSentence(contact, history);
  const quotes = answer?.nearest ?? [];
  if (quotes.length > 0)
    return [doubtIn(words.notSure), 'Perhaps this helps.', ...quotes, end].join(' ').trim();
  // Without a contact, the topics are the only help for a thing that no text mentions.
  const isMissing = answer?.isUnknown === true && contact !== null;
  const notFound = hasTopics && !isMissing ? `${words.notFound} ${words.canTell}` : words.notFound;
  const doubt = hasNear && !isMissing ? words.notSure : notFound;
  return `${doubt} ${end}`.trim();
}

/** Returns the sentence with the contact; empty if there is no contact or if the agent named it a moment ago. */
function contactSentence(contact: string | null, history: readonly Exchange[]): string {
  const isNamed = history
    .slice(-LATEST_LINES)
    .some(({ role, content }) => role === 'assistant' && contact !== null && content.includes(contact));
  return contact === null || isNamed ? '' : `To be sure, please ask: ${contact}.`;
}
