/**
 * The agent's documents and its memories of the visitor. It searches by words (BM25, prefixes, typing errors) and by
 * meaning (sentence embeddings). `find` returns passages for a model's notes, `answer` the sentences that answer.
 */
import type { Embeddings, QuestionVectors } from '../language/embeddings.ts';
import { subjectIn, subjectsNamed, type AnswerSubject } from './answer-subject.ts';
import { isForOtherThing } from './asked-thing.ts';
import { certaintyOfShare, certaintyOfBest, bestCandidates, MIN_CERTAINTY } from './certainty.ts';
import { inCommonWords } from './common-words.ts';
import { CERTAINTY_WITHOUT_VALUE, lacksValue } from './asked-value.ts';
import { composeAnswer, shortenText } from './composing.ts';
import { exactFirst } from './exact-answers.ts';
import type { PreviousQuestion } from './follow-up.ts';
import { withKind, type FoundPassage, type FoundAnswer } from './found-answer.ts';
import { MAX_RANK, mergeRankings } from './merged-rankings.ts';
import { nearestQuotes } from './nearest-quotes.ts';
import { rank, readQuestion, vectorText } from './ranking.ts';
import type { AskOptions, RankedSentence, ReadQuestion } from './ranking.ts';
import { questionVectors, RecentVectors } from './question-vectors.ts';
import {
  FACTS_ID,
  nearHeadings,
  packVectors,
  sectionsOf,
  withHeadings,
  unpackVectors,
  type KnownSentence,
  type KnownText,
  type Passage,
} from './sentence-table.ts';
import { classifyLine, hasExamplesOf, needsVector, type Classification } from './small-talk-classifier.ts';
import { countOf, relativeRarity, TextIndex, type Hit } from './text-index.ts';
import { contentWords, stem } from './words.ts';

export type { Candidate, FoundPassage, FoundAnswer } from './found-answer.ts';
export type { AskOptions } from './ranking.ts';
export type { KnownText, Passage } from './sentence-table.ts';

type Ranking = readonly RankedSentence[];

const MAX_CANDIDATES = 5;
/** Maximum number of UTF-16 units of a question. A longer question would delay all calls of the process. */
export const MAX_QUESTION = 1000;
/** Maximum number of sentences of memories or of a page that get vectors; longer texts are found only by words. */
const MAX_SENTENCES_WITH_VECTORS = 400;
/** Fraction of sentences without vectors up to which the search by meaning is used. */
const MAX_MISSING_FRACTION = 0.02;
/** Maximum number of UTF-16 units of a page's text that can be searched; only the end of a longer text is kept. */
const MAX_PAGE = 4000;

export class Knowledge {
  /** The documents, which calls share, and the memories of this visitor. */
  readonly #indexes: readonly TextIndex[];
  /** The texts of this call only. `prepare` computes their vectors. */
  readonly #texts: TextIndex;
  /** The text of the visitor's page. */
  #page = TextIndex.of([]);
  #pageText = '';
  /** Settles when the newest text of the page has been read. */
  #reading: Promise<void> | null = null;
  #passages: readonly Passage[];
  #sentences: readonly KnownSentence[];
  readonly #embeddings: Embeddings | null;
  /** The vectors of the newest questions, which the recognition of small talk and the search share. */
  readonly #recent = new RecentVectors();
  readonly #onFailure: (error: unknown) => void;

  /**
   * `onFailure` receives the reason why a search by meaning failed. `documents` are shared with other calls; `texts`
   * are used by this call only.
   */
  constructor(
    texts: readonly KnownText[],
    embeddings: Embeddings | null = null,
    onFailure: (error: unknown) => void = () => {},
    documents: TextIndex | null = null,
  ) {
    this.#embeddings = embeddings;
    this.#onFailure = onFailure;
    this.#texts = TextIndex.of(texts, documents?.size ?? 0);
    this.#indexes = documents ? [documents, this.#texts] : [this.#texts];
    this.#passages = this.#indexes.flatMap(({ table }) => table.passages);
    this.#sentences = this.#indexedSentences;
  }

  get passages(): readonly Passage[] {
    return this.#passages;
  }

  get #indexedSentences(): KnownSentence[] {
    return this.#indexes.flatMap(({ table }) => table.sentences);
  }

  /**
   * Replaces the text of the visitor's page, and resolves when the new text has its vectors. If they cannot be
   * computed, the previous text stays; the promise never rejects. Of several texts that arrive during a reading,
   * only the newest is read next.
   */
  setPageText(text: string, signal?: AbortSignal): Promise<void> {
    this.#pageText = text.slice(-MAX_PAGE);
    return (this.#reading ??= this.#readPage(signal));
  }

  async #readPage(signal?: AbortSignal): Promise<void> {
    let parsedPage: string | null = null;
    while (parsedPage !== this.#pageText && !signal?.aborted) {
      parsedPage = this.#pageText;
      await this.#takePage(parsedPage, signal);
    }
    this.#reading = null;
  }

  async #takePage(content: string, signal?: AbortSignal): Promise<void> {
    const own = this.#indexes.flatMap(({ table }) => table.passages);
    const text = { document_id: '', name: 'This page', content, remembered: true };
    const page = TextIndex.of([text], own.length);
    try {
      await this.#embed(page.table, signal);
    } catch (error) {
      if (!signal?.aborted) this.#onFailure(error);
      return;
    }
    if (this.#pageText !== content) return;
    this.#page = page;
    this.#passages = [...own, ...page.table.passages];
    this.#sentences = [...this.#indexedSentences, ...page.table.sentences];
  }

  /**
   * Computes the vectors of this call's own texts if they are few, and settles when they exist. The shared documents
   * have vectors, or a job computes them for all calls.
   */
  async prepare(signal?: AbortSignal): Promise<void> {
    await this.#embed(this.#texts.table, signal);
  }

  async #embed(
    { passages, sentences }: { passages: readonly Passage[]; sentences: readonly KnownSentence[] },
    signal?: AbortSignal,
  ): Promise<void> {
    const targets = sentences.filter(({ vectors }) => vectors === null);
    if (!this.#embeddings || targets.length === 0 || targets.length > MAX_SENTENCES_WITH_VECTORS) return;
    const names = new Map(passages.map(({ id, document_name }) => [id, document_name]));
    const inputs = targets.flatMap(({ block, place, text, passage }) => [
      withHeadings(block, names.get(passage)!, place),
      text,
    ]);
    unpackVectors(packVectors(await this.#embeddings.embed(inputs, signal)), targets);
  }

  /** Finds the best passages for a question by words alone, best first; empty without a match. */
  search(question: string, maximum = 3): FoundPassage[] {
    const terms = [...contentWords(question)];
    if (terms.length === 0) return [];
    return this.#hits(question)
      .slice(0, maximum)
      .map(({ passage, terms: matchedTerms }) => ({
        ...passage,
        coverage: new Set(matchedTerms.map(stem)).size / terms.length,
      }));
  }

  /** Searches all indexes. The weight of a word is the same as in a single index of all texts. */
  #hits(question: string): Hit[] {
    const indexes = [...this.#indexes, this.#page].filter(({ size }) => size > 0);
    if (indexes.length < 2) return indexes.flatMap((index) => index.search(question));
    return indexes
      .flatMap((index) => index.search(question, (term) => relativeRarity(term, indexes, index)))
      .sort((one, other) => other.score - one.score);
  }

  /** Returns all passages; those with most of the question's words come first. */
  allPassages(question: string): FoundPassage[] {
    const matches = this.search(question.slice(0, MAX_QUESTION), this.passages.length);
    const ids = new Set(matches.map(({ id }) => id));
    const rest = this.passages.filter(({ id }) => !ids.has(id));
    return [...matches, ...rest.map((passage) => ({ ...passage, coverage: 0 }))];
  }

  /** Finds the best passages by words and by meaning; by words alone if the question has no vector. */
  async find(query: string, maximum: number, { signal, language }: AskOptions = {}): Promise<FoundPassage[]> {
    const question = query.slice(0, MAX_QUESTION);
    const byWords = this.search(question, MAX_RANK);
    const ranking = await this.#rankSentences(question, { signal, language });
    // The kinds of requested values are implemented for English only.
    const english = (language?.split('-')[0] ?? 'en') === 'en';
    if (!ranking.meaning)
      return (english ? withKind(byWords, ranking.sentences, this.passages) : byWords).slice(0, maximum);
    return mergeRankings(byWords, ranking.sentences, this.passages).slice(0, maximum);
  }

  /** Finds the sentences that answer best, with their certainty; null if a search by words finds none. */
  async answer(query: string, options: AskOptions = {}): Promise<FoundAnswer | null> {
    const question = query.slice(0, MAX_QUESTION);
    const { sentences, read: readQuestion, meaning } = await this.#rankSentences(question, options);
    if (!meaning) return this.#answerByWords(question, sentences, readQuestion);
    const composed = this.#compose(sentences, readQuestion);
    const [best] = sentences;
    const candidates = bestCandidates(readQuestion, sentences, MAX_CANDIDATES);
    const isUnknown = best !== undefined && isForOtherThing(readQuestion, sentences);
    const isLacking = best !== undefined && lacksValue(readQuestion, best, composed.text);
    return {
      certainty: Math.min(certaintyOfBest(readQuestion, sentences), isLacking ? CERTAINTY_WITHOUT_VALUE : 1),
      ...composed,
      near: nearHeadings(sentences.map(({ sentence }) => this.passages[sentence.passage]!)),
      isUnknown,
      choices: best?.choices ?? [],
      isOffered: best?.isOffered ?? false,
      isExact: !isLacking && (best?.tableText !== undefined || best?.opening !== undefined),
      nearest: isUnknown ? [] : nearestQuotes(candidates, readQuestion),
      candidates: candidates.map(({ sentence, certainty }) => ({
        ...this.passages[sentence.passage]!,
        text: sentence.text,
        score: certainty,
      })),
    };
  }

  /** Answers without a search by meaning, from the passage with most of the question's words. */
  #answerByWords(question: string, ranking: Ranking, query: ReadQuestion): FoundAnswer | null {
    const passages = this.search(question, MAX_RANK);
    const [first] = passages;
    if (!first) return null;
    // A fact wins over a document that matches no more of the question's words.
    const isFact = ({ document_id: id, coverage }: FoundPassage) =>
      id.startsWith(FACTS_ID) && coverage >= first.coverage;
    const best = passages.find(isFact) ?? first;
    const within = ranking.filter(({ sentence }) => sentence.passage === best.id);
    return {
      certainty: certaintyOfShare(best.coverage),
      ...this.#compose(within, query),
      near: nearHeadings(passages),
      candidates: passages
        .slice(0, MAX_CANDIDATES)
        .map(({ coverage, ...passage }) => ({ ...passage, score: certaintyOfShare(coverage) })),
    };
  }

  #compose(ranking: Ranking, query: ReadQuestion): { text: string; passages: Passage[] } {
    const { text, usedSentences } = composeAnswer(ranking, query);
    return {
      text,
      passages: [...new Set(usedSentences.map(({ passage }) => passage))].map((id) => this.passages[id]!),
    };
  }

  /**
   * Returns the first three sentences under the heading with this name; null if there is no such heading. Used for
   * topics that were offered.
   */
  sectionAnswer(heading: string): { text: string; passages: Passage[] } | null {
    const name = heading
      .trim()
      .toLowerCase()
      .replace(/[?.!]+$/, '');
    const passages = this.passages.filter(
      (passage) => !passage.remembered && passage.heading.toLowerCase() === name,
    );
    if (passages.length === 0) return null;
    const text = this.#sentences
      .filter(({ passage }) => passages.some(({ id }) => id === passage))
      .slice(0, 3)
      .map((sentence) => sentence.text)
      .join(' ');
    return { text: shortenText(text), passages };
  }

  /** Returns the thing or person that an earlier answer was about; null if it was about no named thing. */
  subjectOf({ answer, question }: PreviousQuestion): AnswerSubject | null {
    return subjectIn(answer, this.#sentences, question);
  }

  /** Returns the rows, persons and sections whose complete names a visitor's line contains. */
  subjectsNamed(line: string): AnswerSubject[] {
    return subjectsNamed(line.slice(0, MAX_QUESTION), this.#sentences);
  }

  /** Returns headings that a visitor might ask about, in the order of the documents. */
  topics(maximum: number): string[] {
    return [
      ...new Set(this.passages.filter((passage) => !passage.remembered).map((passage) => passage.heading)),
    ].slice(0, maximum);
  }

  /** Returns the headings and texts of all passages; their words improve speech recognition. */
  phrases(): string[] {
    return this.passages.flatMap((passage) => [passage.heading, passage.text]);
  }

  /** Returns the ranked sentences with their features, for the benchmark that fits the weights. */
  async explain(
    question: string,
    options: AskOptions = {},
  ): Promise<{ ranked: RankedSentence[]; read: ReadQuestion }> {
    const { sentences, read: query } = await this.#rankSentences(question, options);
    return { ranked: sentences, read: query };
  }

  async #rankSentences(line: string, options: AskOptions) {
    const { signal, language, after, within } = options;
    const languageCode = language?.split('-')[0] ?? 'en';
    const indexes = [...this.#indexes, this.#page];
    const question = languageCode === 'en' ? inCommonWords(line, (word) => countOf(word, indexes) > 0) : line;
    const vectors = await this.#vectorsOf(question, languageCode, signal);
    const query = readQuestion(question, vectors, options);
    const total = this.#sentences.length;
    const unknown = Math.log(1 + total / 0.5) || 1;
    const rarity = (word: string) => Math.log(1 + total / (countOf(word, indexes) + 0.5)) / unknown;
    const chosenSentences = within === undefined ? this.#sentences : this.#sentencesUnder(within);
    const ranking = await rank(query, chosenSentences, {
      rarity,
      calibrated: this.#embeddings?.calibrated ?? true,
      spokenOf: this.#leadingSections(after),
    });
    return {
      sentences: languageCode === 'en' ? this.#promoteExactAnswers(query, ranking, options) : ranking,
      read: query,
      meaning: vectors !== null,
    };
  }

  /** Returns the question's vectors; null if its language or the documents have none, or if the engine fails. */
  async #vectorsOf(
    question: string,
    languageCode: string,
    signal: AbortSignal | undefined,
  ): Promise<QuestionVectors | null> {
    const speaks = this.#embeddings && (this.#embeddings.languages?.includes(languageCode) ?? true);
    if (!speaks || question.trim() === '' || !this.#hasComparableVectors()) return null;
    const text = vectorText(question);
    const earlier = this.#recent.get(text);
    if (earlier) return earlier;
    const vectors = await questionVectors(this.#embeddings, text, this.#onFailure, signal);
    if (vectors) this.#recent.set(text, vectors);
    return vectors;
  }

  /** Decides whether a line is small talk. Without vectors of the built-in model, patterns alone decide. */
  async classifySmallTalk(line: string, { signal, language }: AskOptions = {}): Promise<Classification> {
    const languageCode = language?.split('-')[0] ?? 'en';
    const question = line.slice(0, MAX_QUESTION);
    if (languageCode === 'en' && this.#hasExamples && needsVector(question))
      await this.#vectorsOf(question, languageCode, signal);
    return this.classifyKnownLine(question);
  }

  /** Classifies a line without computing a vector. It has one if it is one of the newest questions. */
  classifyKnownLine(line: string): Classification {
    const question = line.slice(0, MAX_QUESTION);
    const vectors = this.#hasExamples ? this.#recent.get(vectorText(question)) : undefined;
    return classifyLine(question, vectors?.vector ?? null);
  }

  /** True if the examples of small talk have vectors of the model in use. */
  get #hasExamples(): boolean {
    return this.#embeddings !== null && hasExamplesOf(this.#embeddings.model);
  }

  /** Moves the answer that `exactFirst` determines to the front, unless a fact certainly answers. */
  #promoteExactAnswers(query: ReadQuestion, ranking: RankedSentence[], { after, today }: AskOptions) {
    const [first] = ranking;
    // Facts rank before documents, so a fact that certainly answers also wins over a document's table.
    if (first && this.#isFact(first.sentence) && certaintyOfBest(query, ranking) >= MIN_CERTAINTY)
      return ranking;
    const spokenOf = after === undefined ? null : sectionsOf(after, this.#sentences);
    return exactFirst(query, ranking, spokenOf, today);
  }

  /**
   * Returns the sections that rank before others: those of the facts, and those that `line`, the previous
   * answer, quotes.
   */
  #leadingSections(line: string | undefined): ReadonlySet<string> {
    const facts = this.#sentences.filter((sentence) => this.#isFact(sentence));
    const spokenSections = line ? sectionsOf(line, this.#sentences) : [];
    return new Set([...facts.map(({ section }) => section), ...spokenSections]);
  }

  #isFact({ passage }: KnownSentence): boolean {
    return this.passages[passage]!.document_id.startsWith(FACTS_ID);
  }

  #sentencesUnder(heading: string): readonly KnownSentence[] {
    const name = heading.toLowerCase();
    return this.#sentences.filter(({ passage }) => this.passages[passage]!.heading.toLowerCase() === name);
  }

  /**
   * True if nearly all sentences of the documents have vectors, because sentences with vectors would win over
   * those without. Without documents, the call's own texts count. The page does not count: the cosines of its few
   * sentences would make any question look certain.
   */
  #hasComparableVectors(): boolean {
    const decisive = this.#indexes.find(({ table }) => table.sentences.length > 0)?.table.sentences ?? [];
    if (decisive.length === 0) return false;
    const missingCount = decisive.filter(({ vectors }) => vectors === null).length;
    return missingCount <= decisive.length * MAX_MISSING_FRACTION;
  }
}
