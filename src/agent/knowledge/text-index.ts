/** Texts that can be searched: their sentences, an index of the words of their passages, and the rarity of words. */
import MiniSearch from 'minisearch';
import { Pace } from '@palkit/runtime/pace';
import type { ReadBlocks } from './block-reader.ts';
import {
  partsOf,
  sentenceTable,
  TableBuilder,
  type KnownText,
  type Passage,
  type SentenceTable,
} from './sentence-table.ts';
import { isStopWord, stem, tokens } from './words.ts';

export interface Hit {
  passage: Passage;
  score: number;
  /** The words of the question that the passage contains. */
  terms: readonly string[];
}

/** Maximum number of words of a question that are searched. */
const MAX_TERMS = 32;
/** Maximum number of words that are also searched by prefix. */
const MAX_PREFIXES = 16;
/**
 * Maximum number of words that are also searched with typing errors, which costs 10 ms a word in a million
 * characters.
 */
const MAX_FUZZY = 6;

export class TextIndex {
  readonly table: SentenceTable;
  /** The number of sentences that contain each word. */
  readonly frequencies: ReadonlyMap<string, number>;
  readonly #frequencies = new Map<string, number>();
  readonly #passagesWith = new Map<string, number>();
  readonly #from: number;
  readonly #words = new MiniSearch<Passage>({
    fields: ['heading', 'text'],
    tokenize: tokens,
    processTerm: (term) => (isStopWord(term) ? null : stem(term)),
  });

  private constructor(table: SentenceTable, from: number) {
    this.table = table;
    this.#from = from;
    this.frequencies = this.#frequencies;
  }

  /** Indexes short texts immediately. `from` is the index of the first passage. */
  static of(texts: readonly KnownText[], from = 0): TextIndex {
    const index = new TextIndex(sentenceTable(texts, from), from);
    for (const passage of index.table.passages) index.#addPassage(passage);
    for (const sentence of index.table.sentences) index.#count(sentence.words);
    return index;
  }

  /** Indexes long texts. A worker thread parses their Markdown, and the indexing runs in time slices. */
  static async build(texts: readonly KnownText[], read: ReadBlocks): Promise<TextIndex> {
    const pace = new Pace();
    const builder = new TableBuilder(texts.length);
    for (const text of texts) {
      const parts = partsOf(text);
      let at = 0;
      for await (const blocks of read(parts.map(({ content }) => content))) {
        builder.add(text, parts[at++]!, blocks);
        await pace.rest();
      }
    }
    const index = new TextIndex(builder.table, 0);
    for (const passage of index.table.passages) {
      index.#addPassage(passage);
      await pace.rest();
    }
    for (const sentence of index.table.sentences) {
      index.#count(sentence.words);
      await pace.rest();
    }
    return index;
  }

  get size(): number {
    return this.table.passages.length;
  }

  /** Returns the number of passages that contain a word. */
  passagesWith(term: string): number {
    return this.#passagesWith.get(term) ?? 0;
  }

  /**
   * Searches passages, best first. `weight` returns a factor for a word, in addition to the word's rarity in this
   * index.
   */
  search(question: string, weight?: (term: string) => number): Hit[] {
    if (this.size === 0) return [];
    return this.#words
      .search(question, {
        tokenize: (text) =>
          tokens(text)
            .filter((term) => !isStopWord(term))
            .slice(0, MAX_TERMS),
        boost: { heading: 2 },
        prefix: (term, index) => term.length > 3 && index < MAX_PREFIXES,
        fuzzy: (term, index) => (term.length > 4 && index < MAX_FUZZY ? 0.2 : false),
        combineWith: 'OR',
        ...(weight ? { boostTerm: weight } : {}),
      })
      .map(({ id, score, queryTerms }) => ({
        passage: this.table.passages[(id as number) - this.#from]!,
        score,
        terms: queryTerms,
      }));
  }

  #addPassage(passage: Passage): void {
    this.#words.add(passage);
    const words = new Set(tokens(`${passage.heading} ${passage.text}`).map(stem));
    for (const word of words) this.#passagesWith.set(word, (this.#passagesWith.get(word) ?? 0) + 1);
  }

  #count(words: ReadonlySet<string>): void {
    for (const word of words) this.#frequencies.set(word, (this.#frequencies.get(word) ?? 0) + 1);
  }
}

/** Returns the rarity of a word in all indexes relative to its rarity in `part`, as in BM25. */
export function relativeRarity(term: string, all: readonly TextIndex[], part: TextIndex): number {
  const size = all.reduce((sum, index) => sum + index.size, 0);
  const count = all.reduce((sum, index) => sum + index.passagesWith(term), 0);
  return rarity(size, Math.max(1, count)) / rarity(part.size, Math.max(1, part.passagesWith(term)));
}

const rarity = (size: number, count: number) => Math.log(1 + (size - count + 0.5) / (count + 0.5));

/** Returns the number of sentences in all indexes that contain a word. */
export const countOf = (word: string, indexes: readonly TextIndex[]): number =>
  indexes.reduce((sum, { frequencies }) => sum + (frequencies.get(word) ?? 0), 0);
