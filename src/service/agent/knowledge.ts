/**
 * What the agent can look up: its documents cut into passages, searched by words (BM25, prefixes, small slips) and, where their
 * chunks have vectors, by meaning; the two rankings are merged by reciprocal rank (Cormack, Clarke, Büttcher 2009).
 */
import MiniSearch from 'minisearch';
import type { Source } from '../../contract/room-events.ts';
import type { Embeddings } from './engines/embeddings.ts';

export interface Passage {
  id: number;
  document_id: string;
  document_name: string;
  /** The heading it stands under, or the document's name. */
  heading: string;
  text: string;
  /** About this visitor; never offered as a topic. */
  remembered: boolean;
}

/** A text to know: a document in markdown, or what is remembered of the visitor. */
export interface KnownText {
  document_id: string;
  name: string;
  content: string;
  remembered?: boolean;
  /** The same content in pieces, each with its vector where it has one. */
  parts?: readonly { content: string; vector: readonly number[] | null }[];
}

export interface Found extends Passage {
  /** How much of the question's weight the passage answers, 0 to 1. */
  coverage: number;
}

const STOP_WORDS = new Set(
  ('a an and are as at be been but by can could did do does for from had has have he her his how i if in into is it its me my of on or our please she should so ' +
    'some tell than that the their them then there these they this to us was we were what when where which who why will with would you your about any get know like want need').split(' '),
);

/** Dampens the first ranks, so that what both rankings find wins over what one puts first. */
const RANK_CONSTANT = 60;
/** Passages of each ranking that are merged. */
const DEEPEST = 50;

export class Knowledge {
  readonly passages: readonly Passage[];
  readonly #embeddings: Embeddings | null;
  /** A chunk's direction → the passages in it. */
  readonly #chunks: { direction: Float32Array; passages: number[] }[] = [];
  #index = new MiniSearch<Passage>({
    fields: ['heading', 'text'],
    tokenize: (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [],
    processTerm: (term) => (STOP_WORDS.has(term) ? null : stem(term)),
  });

  constructor(texts: readonly KnownText[], embeddings: Embeddings | null = null) {
    this.#embeddings = embeddings;
    const passages: Passage[] = [];
    for (const text of texts) {
      let heading = text.name;
      for (const { content, vector } of text.parts ?? [{ content: text.content, vector: null }]) {
        const from = passages.length;
        for (const passage of cut(content, heading, (found) => (heading = found))) passages.push({ ...passage, id: passages.length, document_id: text.document_id, document_name: text.name, remembered: text.remembered ?? false });
        if (vector && passages.length > from) this.#chunks.push({ direction: direction(vector), passages: passages.slice(from).map((passage) => passage.id) });
      }
    }
    this.passages = passages;
    this.#index.addAll(this.passages as Passage[]);
  }

  /** The best passages for a question, best first; empty where nothing fits. */
  search(question: string, most = 3): Found[] {
    const terms = [...contentWords(question)];
    if (terms.length === 0) return [];
    const hits = this.#index.search(question, { boost: { heading: 2 }, prefix: (term) => term.length > 3, fuzzy: (term) => (term.length > 4 ? 0.2 : false), combineWith: 'OR' });
    return hits.slice(0, most).map((hit) => ({ ...this.passages[hit.id as number]!, coverage: new Set(hit.queryTerms.map(stem)).size / terms.length }));
  }

  /** The best passages by words and by meaning; by words alone where the question's vector does not come in time. */
  async find(question: string, most: number, signal?: AbortSignal): Promise<Found[]> {
    const byWords = this.search(question, DEEPEST);
    if (!this.#embeddings || this.#chunks.length === 0 || question.trim() === '') return byWords.slice(0, most);
    let asked: Float32Array;
    try {
      asked = direction((await this.#embeddings.embed([question], signal))[0]!);
    } catch {
      signal?.throwIfAborted();
      return byWords.slice(0, most);
    }
    const wordRank = new Map(byWords.map((passage, rank) => [passage.id, rank]));
    const found = new Map<number, Found>(byWords.map((passage) => [passage.id, passage]));
    const score = new Map<number, number>(byWords.map((passage, rank) => [passage.id, 1 / (RANK_CONSTANT + rank + 1)]));
    const near = this.#chunks.map((chunk) => ({ ...chunk, similarity: dot(asked, chunk.direction) })).filter(({ similarity }) => similarity > 0).sort((a, b) => b.similarity - a.similarity);
    // Within a chunk the words decide.
    const byMeaning = near.slice(0, DEEPEST).flatMap(({ passages }) => [...passages].sort((a, b) => (wordRank.get(a) ?? Infinity) - (wordRank.get(b) ?? Infinity) || a - b));
    for (const [rank, id] of byMeaning.slice(0, DEEPEST).entries()) {
      score.set(id, (score.get(id) ?? 0) + 1 / (RANK_CONSTANT + rank + 1));
      if (!found.has(id)) found.set(id, { ...this.passages[id]!, coverage: 0 });
    }
    return [...found.values()].sort((a, b) => score.get(b.id)! - score.get(a.id)! || a.id - b.id).slice(0, most);
  }

  /** Headings a visitor might ask about, in the documents' order. */
  topics(most: number): string[] {
    return [...new Set(this.passages.filter((passage) => !passage.remembered).map((passage) => passage.heading))].slice(0, most);
  }

  /** What visitors are likely to say, for the recogniser. */
  phrases(): string[] {
    return this.passages.flatMap((passage) => [passage.heading, passage.text]);
  }
}

/** The documents of these passages, each once; what is remembered is no document. */
export function sourcesOf(passages: readonly Passage[]): Source[] {
  return [...new Map(passages.filter(({ remembered }) => !remembered).map(({ document_id, document_name }) => [document_id, { document_id, document_name }])).values()];
}

/** The passages whose words an answer has, beyond those of the question. */
export function drawnOn<Of extends Passage>(passages: readonly Of[], question: string, answer: string): Of[] {
  const asked = contentWords(question);
  const said = contentWords(answer);
  return passages.filter((passage) => {
    const shared = [...contentWords(`${passage.heading} ${passage.text}`)].filter((word) => said.has(word));
    return shared.length >= 2 && shared.some((word) => !asked.has(word));
  });
}

/** Markdown cut at headings and blank lines; a heading stands with what follows it, also in the next piece. */
function cut(content: string, under: string, changed: (heading: string) => void): { heading: string; text: string }[] {
  let heading = under;
  const passages: { heading: string; text: string }[] = [];
  for (const block of content.split(/\n\s*\n/)) {
    const lines = block.split('\n').filter((line) => {
      const title = /^#{1,6}\s+(.+?)\s*#*$/.exec(line)?.[1];
      if (title) changed((heading = title));
      return !title;
    });
    const text = lines.join(' ').replace(/\s+/g, ' ').trim();
    if (text) passages.push({ heading, text: text.replace(/^[-*]\s+/, '').replace(/[*_`]+/g, '') });
  }
  return passages;
}

/** The words that carry a text's meaning, without their endings. */
export function contentWords(text: string): Set<string> {
  return new Set((text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((term) => !STOP_WORDS.has(term)).map(stem));
}

/** English endings that do not change what is asked for. */
function stem(term: string): string {
  if (term.length <= 4) return term.replace(/s$/, '');
  return term.replace(/(ies)$/, 'y').replace(/(ing|ed|es|s)$/, '');
}

/** Of length 1, so that a product is a cosine. */
function direction(vector: readonly number[]): Float32Array {
  const length = Math.hypot(...vector) || 1;
  return Float32Array.from(vector, (value) => value / length);
}

/** 0 where the model has changed its dimensions. */
function dot(one: Float32Array, other: Float32Array): number {
  if (one.length !== other.length) return 0;
  let sum = 0;
  for (let index = 0; index < one.length; index++) sum += one[index]! * other[index]!;
  return sum;
}
