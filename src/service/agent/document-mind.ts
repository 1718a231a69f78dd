/**
 * Answers from documents, and says so: it quotes the passage that fits and never makes anything up. The default where no
 * language model is configured.
 */
import { sourcesOf, type Found, type Knowledge } from './knowledge.ts';
import type { Canvas, CanvasAction } from './canvas.ts';
import type { Asked, Exchange, Mind, Thought } from './mind.ts';
import { sentences } from './sentences.ts';

/** Less of the question found than this is no answer. */
const FLOOR = 0.34;
const MOST_SENTENCES = 3;

interface Intent {
  when: RegExp;
  say(self: DocumentMind, history: readonly Exchange[]): string;
}

/** Small talk: pattern → answer, tried in this order before the documents. */
const INTENTS: Intent[] = [
  { when: /^(hi|hello|hey|good (morning|afternoon|evening))( there)?[\s!.,]*$/i, say: () => 'Hello! What would you like to know?' },
  { when: /^(thanks|thank you|thank you very much|cheers|great|perfect|ok(ay)?)[\s!.,]*(thanks|thank you)?[\s!.]*$/i, say: () => 'You are welcome. Is there anything else?' },
  { when: /^(good ?bye|bye|see you|that('s| is) all)[\s!.,]*/i, say: () => 'Goodbye, and thank you for talking with me. You can leave the call whenever you like.' },
  { when: /\b(are you|is this|am i talking to)\b.*\b(human|real|person|robot|bot|ai|machine|computer)\b/i, say: (self) => `I am ${self.name}, an AI. There is no person here. I answer from documents I was given.` },
  { when: /\b(who|what) are you\b|\byour name\b/i, say: (self) => `I am ${self.name}, an AI assistant. I answer questions from the documents I was given.` },
  { when: /\bwhat (can|do) you (do|know|help)|\bhow can you help\b|^help[\s!.?]*$/i, say: (self) => `I answer from documents I was given${self.topics}. Ask me by voice, or type.` },
  {
    when: /\b(repeat|say (that|it) again|pardon|what did you say)\b/i,
    say: (_self, history) => history.findLast((line) => line.role === 'assistant')?.content ?? 'I have not said anything yet.',
  },
];

export class DocumentMind implements Mind {
  readonly kind = 'documents';
  readonly name: string;
  #knowledge: Knowledge;

  constructor(name: string, knowledge: Knowledge) {
    this.name = name;
    this.#knowledge = knowledge;
  }

  get topics(): string {
    const topics = this.#knowledge.topics(3).map((topic) => topic.replace(/\?$/, '').toLowerCase());
    return topics.length > 0 ? `, for example about ${topics.join(', ')}` : '';
  }

  async *think(question: string, { history, canvas }: Asked): AsyncIterable<Thought> {
    const intent = INTENTS.find(({ when }) => when.test(question.trim()));
    if (intent) {
      yield { text: intent.say(this, history) };
      return;
    }
    const [best] = this.#knowledge.search(question);
    if (best && best.coverage >= FLOOR) {
      yield { text: quote(best, question) };
      yield { sources: sourcesOf([best]) };
      return;
    }
    const topics = this.#knowledge.topics(4);
    if (canvas?.components.has('question') && topics.length >= 2) {
      yield { text: 'I did not find that in my documents. Here is what I can tell you about.' };
      yield { canvas: topicCard('What would you like to know?', topics) };
    } else yield { text: `I did not find that in my documents${topics.length > 0 ? `. I can tell you about ${topics.slice(0, 3).join(', ')}` : ''}.` };
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
