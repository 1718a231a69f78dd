/**
 * Answers from documents, and says so: it quotes the passage that fits and never makes anything up. The default where no
 * language model is configured.
 */
import { builtInSentences, type BuiltInSentences } from './built-in-sentences.ts';
import { documentSentences, type DocumentSentences } from './document-sentences.ts';
import { sourcesOf, type Found, type Knowledge } from './knowledge.ts';
import type { CanvasAction } from './canvas.ts';
import type { Asked, Exchange, Mind, Thought } from './mind.ts';
import { sentences } from './sentences.ts';

/** Less of the question found than this is no answer. */
const FLOOR = 0.34;
const MOST_SENTENCES = 3;

interface Intent {
  when: RegExp;
  say(words: DocumentSentences & BuiltInSentences, history: readonly Exchange[], topics: boolean): string;
}

/** Small talk: pattern → answer, tried in this order before the documents. English is what is understood; the answer is in the language of the call. */
const INTENTS: Intent[] = [
  { when: /^(hi|hello|hey|good (morning|afternoon|evening))( there)?[\s!.,]*$/i, say: (words) => `${words.hello} ${words.whatToKnow}` },
  { when: /^(thanks|thank you|thank you very much|cheers|great|perfect|ok(ay)?)[\s!.,]*(thanks|thank you)?[\s!.]*$/i, say: (words) => words.welcome },
  { when: /^(good ?bye|bye|see you|that('s| is) all)[\s!.,]*/i, say: (words) => words.goodbye },
  { when: /\b(are you|is this|am i talking to)\b.*\b(human|real|person|robot|bot|ai|machine|computer)\b|\b(who|what) are you\b|\byour name\b/i, say: (words) => words.whoIAm },
  { when: /\bwhat (can|do) you (do|know|help)|\bhow can you help\b|^help[\s!.?]*$/i, say: (words, _history, topics) => (topics ? `${words.whoIAm} ${words.canTell}` : words.whoIAm) },
  { when: /\b(repeat|say (that|it) again|pardon|what did you say)\b/i, say: (words, history) => history.findLast((line) => line.role === 'assistant')?.content ?? words.nothingSaid },
];

export class DocumentMind implements Mind {
  readonly kind = 'documents';
  readonly name: string;
  #knowledge: Knowledge;
  #language: () => string | undefined;

  /** `language`: what is spoken just now, a BCP 47 tag. */
  constructor(name: string, knowledge: Knowledge, language: () => string | undefined = () => undefined) {
    this.name = name;
    this.#knowledge = knowledge;
    this.#language = language;
  }

  async *think(question: string, { history, canvas }: Asked): AsyncIterable<Thought> {
    const topics = this.#knowledge.topics(4);
    const language = this.#language();
    const words = { ...builtInSentences(language, this.name), ...documentSentences(language, this.name, topics.slice(0, 3)) };
    const intent = INTENTS.find(({ when }) => when.test(question.trim()));
    if (intent) {
      yield { text: intent.say(words, history, topics.length > 0) };
      return;
    }
    const [best] = this.#knowledge.search(question);
    if (best && best.coverage >= FLOOR) {
      yield { text: quote(best, question) };
      yield { sources: sourcesOf([best]) };
      return;
    }
    if (canvas?.components.has('question') && topics.length >= 2) {
      yield { text: `${words.notFound} ${words.whatToKnow}` };
      yield { canvas: topicCard(words.whatToKnow, topics) };
    } else yield { text: topics.length > 0 ? `${words.notFound} ${words.canTell}` : words.notFound };
  }
}

/** The sentences of the passage that carry most of the question, in their order. */
function quote(passage: Found, question: string): string {
  const all = sentences(passage.text);
  if (all.length <= MOST_SENTENCES) return all.join(' ');
  const asked = new Set(question.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);
  const score = (sentence: string) => (sentence.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).filter((word) => asked.has(word)).length;
  const chosen = all.map((sentence, index) => ({ sentence, index, score: score(sentence) })).sort((a, b) => b.score - a.score || a.index - b.index).slice(0, MOST_SENTENCES);
  return chosen.sort((a, b) => a.index - b.index).map(({ sentence }) => sentence).join(' ');
}

export function topicCard(question: string, topics: readonly string[]): CanvasAction {
  return { do: 'show', component: 'question', arguments: { question, options: topics.map((label, index) => ({ id: `topic_${index + 1}`, label })) } };
}
