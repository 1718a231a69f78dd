/**
 * Answers from documents, and never makes anything up: it says the sentence or two that answer, says so where
 * it is not sure and offers what is nearest, and takes up small talk. The default where no language model is
 * configured.
 */
import { agentSentences, type AgentSentences } from './agent-sentences.ts';
import type { Canvas, CanvasAction } from '../tools/canvas.ts';
import { continued, type Before } from '../knowledge/follow-up.ts';
import { MOST_QUESTION, type Asking, type FoundAnswer, type Knowledge } from '../knowledge/knowledge.ts';
import { holdsKind } from '../knowledge/question-kind.ts';
import { sourcesOf } from '../knowledge/sentence-table.ts';
import { smallTalk, type SmallTalk } from '../knowledge/small-talk.ts';
import type { Asked, Exchange, Responder, ReplyChunk } from './responder.ts';

/** An answer at least so likely is said; a less likely one is offered by its topic (`bench/answers.ts`). */
export const SURE = 0.27;
/** Below this nothing in the documents is near. */
const NEAR = 0.02;
/** Topics that are named where nothing is near; more are on the card. */
const TOPICS_NAMED = 3;
const TOPICS_OFFERED = 4;

export class DocumentResponder implements Responder {
  readonly kind = 'documents';
  readonly name: string;
  readonly #knowledge: Knowledge;
  readonly #language: () => string | undefined;

  /** `language`: what is spoken just now, a BCP 47 tag. */
  constructor(name: string, knowledge: Knowledge, language: () => string | undefined = () => undefined) {
    this.name = name;
    this.#knowledge = knowledge;
    this.#language = language;
  }

  async *think(question: string, { history, canvas, signal }: Asked): AsyncIterable<ReplyChunk> {
    const talk = smallTalk(question);
    if (talk) return yield* this.#talk(talk, history, canvas, signal);
    const topic = this.#knowledge.under(question);
    if (topic) {
      yield { text: topic.text };
      yield { sources: sourcesOf(topic.passages) };
      return;
    }
    const answer = await this.#answer(question, history, signal);
    if (answer && answer.certainty >= SURE) {
      yield { text: answer.text };
      yield { sources: sourcesOf(answer.passages) };
    } else yield* this.#unsure(answer, canvas);
  }

  /** By itself, and where it goes on from the line before, also with that; the surer one counts. */
  async #answer(
    question: string,
    history: readonly Exchange[],
    signal: AbortSignal,
  ): Promise<FoundAnswer | null> {
    const asking: Asking = { signal, language: this.#language() };
    const alone = await this.#knowledge.answer(question, asking);
    const before = lastExchange(history);
    const whole = continued(question.slice(0, MOST_QUESTION), before);
    if (!whole || !before) return alone;
    const both = await this.#knowledge.answer(whole, { ...asking, after: before.answer });
    return both && (!alone || both.certainty >= alone.certainty) ? both : alone;
  }

  *#unsure(answer: FoundAnswer | null, canvas: Canvas | null): Iterable<ReplyChunk> {
    const near = answer && answer.certainty >= NEAR ? answer.near : [];
    const words = this.#words(near.length > 0 ? near : this.#knowledge.topics(TOPICS_NAMED));
    const topics = near.length > 0 ? near : this.#knowledge.topics(TOPICS_OFFERED);
    yield {
      text:
        near.length > 0
          ? words.notSure
          : topics.length > 0
            ? `${words.notFound} ${words.canTell}`
            : words.notFound,
    };
    if (canvas?.components.has('question') && topics.length >= 2)
      yield { canvas: topicCard(words.whatToKnow, topics) };
  }

  async *#talk(
    talk: SmallTalk,
    history: readonly Exchange[],
    canvas: Canvas | null,
    signal: AbortSignal,
  ): AsyncIterable<ReplyChunk> {
    const topics = this.#knowledge.topics(TOPICS_OFFERED);
    const words = this.#words(topics.slice(0, TOPICS_NAMED));
    const offered = talk === 'ability' || talk === 'confused' || talk === 'apology';
    yield { text: SMALL_TALK[talk](words, history, topics.length > 0) };
    if (talk === 'person') {
      const contact = await this.#knowledge.answer(CONTACT, { signal });
      if (contact && holdsKind('contact', contact.text)) {
        yield { text: ` ${contact.text}` };
        yield { sources: sourcesOf(contact.passages) };
      }
    }
    if (offered && canvas?.components.has('question') && topics.length >= 2)
      yield { canvas: topicCard(words.whatToKnow, topics) };
  }

  #words(topics: readonly string[]): AgentSentences {
    const language = this.#language();
    return agentSentences(language, { name: this.name, topics });
  }
}

/** What is asked of the documents where the visitor wants a person. */
const CONTACT = 'What is your phone number or e-mail address?';

const said = (history: readonly Exchange[]): string | undefined =>
  history.findLast((line) => line.role === 'assistant')?.content;

const SMALL_TALK: Readonly<
  Record<SmallTalk, (words: AgentSentences, history: readonly Exchange[], topics: boolean) => string>
> = {
  greeting: (words) => `${words.hello} ${words.whatToKnow}`,
  thanks: (words) => words.welcome,
  goodbye: (words) => words.goodbye,
  yes: (words) => words.whatToKnow,
  no: (words) => words.welcome,
  person: (words) => words.person,
  identity: (words) => words.whoIAm,
  ability: (words, _history, topics) => (topics ? `${words.whoIAm} ${words.canTell}` : words.whoIAm),
  repeat: (words, history) => said(history) ?? words.nothingSaid,
  apology: (words, _history, topics) => (topics ? `${words.sorry} ${words.canTell}` : words.sorry),
  confused: (words, history) => said(history) ?? words.nothingSaid,
};

/** The last question that was answered. */
function lastExchange(history: readonly Exchange[]): Before | undefined {
  const answered = history.findLastIndex(({ role }) => role === 'assistant');
  const asked = history.findLastIndex(({ role }, index) => role === 'user' && index < answered);
  return asked < 0 ? undefined : { question: history[asked]!.content, answer: history[answered]!.content };
}

export function topicCard(question: string, topics: readonly string[]): CanvasAction {
  return {
    do: 'show',
    component: 'question',
    arguments: { question, options: topics.map((label, index) => ({ id: `topic_${index + 1}`, label })) },
  };
}
