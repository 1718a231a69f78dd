/**
 * Answers with one or two sentences of the documents, and never invents an answer. If it is uncertain or may have
 * misheard, it says so and offers the nearest topics. It also responds to small talk. It is the default without a
 * language model.
 */
import { agentSentences, type AgentSentences } from './agent-sentences.ts';
import type { Canvas, CanvasAction } from '../tools/canvas.ts';
import type { FactAnswers } from '../facts/fact-answers.ts';
import { callMemory } from '../knowledge/call-memory.ts';
import { MIN_CERTAINTY } from '../knowledge/certainty.ts';
import type { AskOptions, FoundAnswer, Knowledge } from '../knowledge/knowledge.ts';
import { questionKind } from '../knowledge/question-kind.ts';
import { sourcesOf } from '../knowledge/sentence-table.ts';
import type { SmallTalk } from '../knowledge/small-talk.ts';
import { findAnswer } from './answer-search.ts';
import { contactDetails, contactIn } from './contact-details.ts';
import { isCertain } from './next-answer.ts';
import {
  answersStatement,
  isAcknowledged,
  statementIn,
  STATEMENT_REPLIES,
  type Statement,
} from './statements.ts';
import { isChoiceQuestion, lastExchange, pickedAfter, choiceQuestion } from './open-question.ts';
import type { ReplyContext, Exchange, Responder, ReplyChunk } from './responder.ts';
import { doubtIn, uncertainReply } from './uncertain-answer.ts';

/**
 * Minimum certainty at which a spoken question gets an answer with words of doubt. A misheard word lowers the
 * certainty of a correct answer, and the visitor can judge it (`bench/asked-aloud.ts`).
 */
export const MIN_SPOKEN_CERTAINTY = 0.25;
/** Minimum certainty at which a topic of the documents is offered. */
const MIN_TOPIC_CERTAINTY = 0.013;
/** Maximum number of earlier unanswered questions that are answered together with the last one. */
const MAX_OPEN_QUESTIONS = 2;
/** Number of topics that are spoken if none is near; the card has more. */
const MAX_NAMED_TOPICS = 3;
const MAX_OFFERED_TOPICS = 4;

/** Matches a question for the person who does what an earlier line named: "and who does that?" */
const ASKS_WHO_DOES = /\bwho(?:'?s| is| would| will| does| could| can)?\b.*\b(?:it|that|this|them|me|us)\b/i;

/** True for a line that resembles small talk, but asks about what an earlier line named. */
const continuesCall = (kind: SmallTalk, line: string, history: readonly Exchange[]): boolean =>
  history.length > 0 &&
  ((kind === 'identity' && ASKS_WHO_DOES.test(line)) ||
    (kind === 'goodbye' && questionKind(line) !== 'other'));

/** Actions on the call: end it after the answer, or tell the owner that the visitor wants a person. */
export interface CallActions {
  end?(): void;
  /** Returns the way to reach a person; null if none is known, undefined if the owner could not be informed. */
  requestHuman?(reason: string, signal: AbortSignal): Promise<string | null | undefined>;
}

export class DocumentResponder implements Responder {
  readonly kind = 'documents';
  readonly name: string;
  readonly #knowledge: Knowledge;
  readonly #language: () => string | undefined;
  readonly #call: CallActions;
  readonly #facts: FactAnswers | null;
  readonly #today: () => string | null;

  /**
   * `language` returns the BCP 47 tag of the spoken language. `call` has the actions that the owner allows. `facts`
   * take precedence over the documents. `today` returns the ISO date in the PAL's time zone.
   */
  constructor(
    name: string,
    knowledge: Knowledge,
    {
      language = () => undefined,
      call = {},
      facts = null,
      today = () => null,
    }: {
      language?: () => string | undefined;
      call?: CallActions;
      facts?: FactAnswers | null;
      today?: () => string | null;
    } = {},
  ) {
    this.name = name;
    this.#knowledge = knowledge;
    this.#language = language;
    this.#call = call;
    this.#facts = facts;
    this.#today = today;
  }

  /**
   * Answers the question after up to two earlier ones that are still unanswered, because a visitor who asks twice
   * in a row wants both answers.
   */
  async *think(question: string, context: ReplyContext): AsyncIterable<ReplyChunk> {
    const { history } = context;
    const isTalk = (line: string) => {
      const { kind, isByExamples } = this.#knowledge.classifyKnownLine(line);
      return kind !== null && !isByExamples;
    };
    const open = unansweredIndexes(history, isTalk);
    for (const index of open) {
      yield* this.#answerOne(history[index]!.content, { ...context, history: history.slice(0, index) });
      yield { text: ' ' };
    }
    yield* this.#answerOne(question, context);
  }

  async *#answerOne(question: string, context: ReplyContext): AsyncIterable<ReplyChunk> {
    const { history, signal } = context;
    const options = { signal, language: this.#language() };
    const { kind, isByExamples } = await this.#knowledge.classifySmallTalk(question, options);
    if (kind && !isByExamples) {
      yield* this.#respondToTalk(kind, question, context);
      return;
    }
    const direct =
      this.#answerFromFacts(question, history) ??
      (await this.#answerPicked(question, history, signal)) ??
      this.#answerTopic(question);
    if (direct) {
      yield* direct;
      return;
    }
    const answer = await this.#answer(question, history, signal);
    if (kind && !isCertain(answer) && !continuesCall(kind, question, history)) {
      yield* this.#respondToTalk(kind, question, context, { mayEnd: false });
      return;
    }
    if (answer) yield { notes: answer.candidates };
    const statement = this.#isEnglish ? statementIn(question) : null;
    if (!statement || answersStatement(question, answer)) yield* this.#speakAnswer(answer, context);
    else if (isAcknowledged(question, statement, answer))
      yield* this.#acknowledge(statement, answer, context);
    else yield* this.#offerNearest(answer, context);
  }

  get #isEnglish(): boolean {
    return (this.#language() ?? 'en').split('-')[0] === 'en';
  }

  /**
   * Acknowledges a statement. After a complaint it names the contact. Otherwise, or without a contact, it asks what
   * the visitor wants to know and shows a card with the nearest topics.
   */
  async *#acknowledge(
    statement: Statement,
    answer: FoundAnswer | null,
    { canvas, signal }: ReplyContext,
  ): AsyncIterable<ReplyChunk> {
    const { whatToKnow } = this.#builtInSentences([]);
    const contact = statement === 'complaint' ? await this.#findContact(signal) : null;
    yield { outcome: contact ? 'handed_over' : 'small_talk' };
    yield { text: `${STATEMENT_REPLIES[statement]} ${contact?.text ?? whatToKnow}` };
    if (contact?.passages) yield { sources: sourcesOf(contact.passages) };
    else if (answer && canOffer(canvas, answer.near)) yield { canvas: topicCard(whatToKnow, answer.near) };
  }

  /**
   * Responds to small talk. `mayEnd` is false if only examples indicate a goodbye, because that is too uncertain to
   * end the call.
   */
  async *#respondToTalk(
    talk: SmallTalk,
    question: string,
    context: ReplyContext,
    { mayEnd = true } = {},
  ): AsyncIterable<ReplyChunk> {
    const { history, canvas, signal } = context;
    if ((talk === 'goodbye' && mayEnd && this.#call.end) || (talk === 'person' && this.#call.requestHuman)) {
      yield* talk === 'goodbye' ? this.#sayGoodbye(context) : this.#requestPerson(question, context);
      return;
    }
    yield* this.#answerSmallTalk(talk, history, canvas, signal);
  }

  /**
   * Yields the answer if it is certain, a question about which of several choices is meant, a possible answer to a
   * spoken question, or the nearest sentences or topics.
   */
  async *#speakAnswer(answer: FoundAnswer | null, context: ReplyContext): AsyncIterable<ReplyChunk> {
    const { canvas, spoken } = context;
    if (answer?.choices && answer.choices.length > 1)
      yield* this.#askForChoice(answer.choices, canvas, answer.isOffered);
    else if (answer && answer.certainty >= MIN_CERTAINTY) {
      yield { outcome: 'answered' };
      yield { text: answer.text };
      yield { sources: sourcesOf(answer.passages) };
    } else if (answer && spoken && answer.certainty >= MIN_SPOKEN_CERTAINTY)
      yield* this.#possibleAnswer(answer, canvas);
    else yield* this.#offerNearest(answer, context);
  }

  #answerFromFacts(question: string, history: readonly Exchange[]): ReplyChunk[] | null {
    const before = history.filter(({ role }) => role === 'user').map(({ content }) => content);
    const isTalk = (line: string) => this.#knowledge.classifyKnownLine(line).kind !== null;
    const fact = this.#facts?.answer(question, this.#language(), before, isTalk);
    if (!fact) return null;
    const note = { document_id: '', document_name: 'Facts', score: 1, ...fact };
    return [{ notes: [note] }, { outcome: 'answered' }, { text: fact.text }];
  }

  /** Answers a line that is exactly the name of a topic that was offered. */
  #answerTopic(question: string): ReplyChunk[] | null {
    const topic = this.#knowledge.sectionAnswer(question);
    return topic && [{ outcome: 'answered' }, { text: topic.text }, { sources: sourcesOf(topic.passages) }];
  }

  *#askForChoice(choices: readonly string[], canvas: Canvas | null, isOffered = false): Iterable<ReplyChunk> {
    yield { outcome: 'offered' };
    yield { text: choiceQuestion(choices, isOffered) };
    if (canOffer(canvas, choices))
      yield { canvas: topicCard(this.#builtInSentences([]).whatToKnow, choices) };
  }

  /** Answers the open question for the row or the offered topic that the line selects; null if it selects none. */
  async #answerPicked(
    line: string,
    history: readonly Exchange[],
    signal: AbortSignal,
  ): Promise<ReplyChunk[] | null> {
    const before = lastExchange(history, this.#isOffer);
    if (!before || !this.#isOffer(before.answer)) return null;
    const options = this.#searchOptions(history, signal);
    const open = await this.#knowledge.answer(before.question, options);
    const choices = open?.choices ?? [];
    const name = open && pickedAfter(before.answer, line, choices.length > 0 ? choices : open.near);
    if (!name) return null;
    const answer = await this.#knowledge.answer(
      choices.length > 0 ? `${before.question} ${name}` : before.question,
      choices.length > 0 ? { ...options, ownLine: name } : { ...options, within: name },
    );
    if (!answer || (choices.length === 0 && answer.certainty < MIN_TOPIC_CERTAINTY))
      return this.#answerTopic(name);
    return answeredChunks(answer);
  }

  /**
   * Returns the answer to a question about a value such as a price or a time, if the facts or the documents state
   * the value certainly; null otherwise.
   */
  async certainAnswer(question: string, { history, signal }: ReplyContext): Promise<ReplyChunk[] | null> {
    const fact = this.#answerFromFacts(question, history);
    if (fact || questionKind(question) === 'other') return fact;
    const answer = await this.#answer(question, history, signal);
    const isSingle = (answer?.choices?.length ?? 0) <= 1;
    return answer && isSingle && answer.certainty >= MIN_CERTAINTY ? answeredChunks(answer) : null;
  }

  readonly #isOffer = (answer: string): boolean =>
    isChoiceQuestion(answer) || answer.startsWith(doubtIn(this.#builtInSentences([]).notSure));

  #searchOptions(history: readonly Exchange[], signal: AbortSignal): AskOptions {
    const lines = history.filter(({ role }) => role === 'user').map(({ content }) => content);
    return { signal, language: this.#language(), today: this.#today(), memory: callMemory(lines) };
  }

  /** Yields a possible answer, with the topics that may be meant instead. */
  *#possibleAnswer({ text, passages, near }: FoundAnswer, canvas: Canvas | null): Iterable<ReplyChunk> {
    const words = this.#builtInSentences([]);
    yield { outcome: 'answered' };
    yield { text: `${words.heardRight} ${text}` };
    yield { sources: sourcesOf(passages) };
    if (canOffer(canvas, near)) yield { canvas: topicCard(words.whatToKnow, near) };
  }

  async *#sayGoodbye({ turnEnd, signal }: ReplyContext): AsyncIterable<ReplyChunk> {
    await turnEnd;
    signal.throwIfAborted();
    this.#call.end?.();
    yield { outcome: 'small_talk' };
    yield { text: this.#builtInSentences([]).farewell };
  }

  /**
   * Informs the owner when the turn is certainly over. If that fails, the visitor is told that no person is
   * available.
   */
  async *#requestPerson(question: string, { turnEnd, signal }: ReplyContext): AsyncIterable<ReplyChunk> {
    await turnEnd;
    signal.throwIfAborted();
    const contact = await this.#call.requestHuman!(question, signal);
    signal.throwIfAborted();
    const text = [this.#builtInSentences([]).personInformed, contact].filter(Boolean).join(' ');
    yield { outcome: contact === undefined ? 'declined' : 'handed_over' };
    yield { text: contact === undefined ? this.#builtInSentences([]).person : text };
  }

  #answer(question: string, history: readonly Exchange[], signal: AbortSignal): Promise<FoundAnswer | null> {
    const before = lastExchange(history, this.#isOffer);
    return findAnswer(this.#knowledge, question, before, this.#searchOptions(history, signal));
  }

  /** Yields the nearest sentences or topics with the words of doubt, and the contact. */
  async *#offerNearest(
    answer: FoundAnswer | null,
    { canvas, history, signal }: ReplyContext,
  ): AsyncIterable<ReplyChunk> {
    const near = answer && answer.certainty >= MIN_TOPIC_CERTAINTY ? answer.near : [];
    const words = this.#builtInSentences(near.length > 0 ? near : this.#knowledge.topics(MAX_NAMED_TOPICS));
    const topics = near.length > 0 ? near : this.#knowledge.topics(MAX_OFFERED_TOPICS);
    const contact = this.#isEnglish ? await this.#findContact(signal) : null;
    const text = uncertainReply(this.#isEnglish ? answer : null, {
      words,
      hasNear: near.length > 0,
      hasTopics: topics.length > 0,
      contact: contact && contactDetails(contact.text),
      history,
    });
    yield { outcome: near.length > 0 ? 'offered' : 'declined' };
    yield { text };
    if (canOffer(canvas, topics)) yield { canvas: topicCard(words.whatToKnow, topics) };
  }

  async *#answerSmallTalk(
    talk: SmallTalk,
    history: readonly Exchange[],
    canvas: Canvas | null,
    signal: AbortSignal,
  ): AsyncIterable<ReplyChunk> {
    const topics = this.#knowledge.topics(MAX_OFFERED_TOPICS);
    const words = this.#builtInSentences(topics.slice(0, MAX_NAMED_TOPICS));
    const offered = talk === 'ability' || talk === 'confused' || talk === 'apology';
    const contact = talk === 'person' ? await this.#findContact(signal) : null;
    yield { outcome: talk !== 'person' ? 'small_talk' : contact ? 'handed_over' : 'declined' };
    yield { text: SMALL_TALK[talk](words, history, topics.length > 0) };
    if (contact) {
      yield { text: ` ${contact.text}` };
      if (contact.passages) yield { sources: sourcesOf(contact.passages) };
    }
    if (offered && canOffer(canvas, topics)) yield { canvas: topicCard(words.whatToKnow, topics) };
  }

  /** Returns the contact that the facts state or, if they state none, the documents; null without a contact. */
  async #findContact(
    signal: AbortSignal,
  ): Promise<(Pick<FoundAnswer, 'text'> & Partial<FoundAnswer>) | null> {
    return this.#facts?.contact(this.#language()) ?? contactIn(this.#knowledge, signal);
  }

  #builtInSentences(topics: readonly string[]): AgentSentences {
    const language = this.#language();
    return agentSentences(language, { name: this.name, topics });
  }
}

const answeredChunks = ({ candidates, text, passages }: FoundAnswer): ReplyChunk[] => [
  { notes: candidates },
  { outcome: 'answered' },
  { text },
  { sources: sourcesOf(passages) },
];

const lastAnswer = (history: readonly Exchange[]): string | undefined =>
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
  repeat: (words, history) => lastAnswer(history) || words.nothingSaid,
  apology: (words, _history, topics) => (topics ? `${words.sorry} ${words.canTell}` : words.sorry),
  confused: (words, history) => lastAnswer(history) || words.nothingSaid,
};

/** Returns the indexes of the visitor's last unanswered lines: at most two, without small talk. */
function unansweredIndexes(history: readonly Exchange[], isTalk: (line: string) => boolean): number[] {
  const answerIndex = history.findLastIndex(({ role }) => role === 'assistant');
  return history
    .flatMap(({ role, content }, index) =>
      index > answerIndex && role === 'user' && content.trim() && !isTalk(content) ? [index] : [],
    )
    .slice(-MAX_OPEN_QUESTIONS);
}

const canOffer = (canvas: Canvas | null, topics: readonly string[]): boolean =>
  topics.length >= 2 && canvas?.components.has('question') === true;

export function topicCard(question: string, topics: readonly string[]): CanvasAction {
  return {
    do: 'show',
    component: 'question',
    arguments: { question, options: topics.map((label, index) => ({ id: `topic_${index + 1}`, label })) },
    offer: true,
  };
}
