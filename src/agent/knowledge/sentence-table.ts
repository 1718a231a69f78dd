/**
 * The sentences that an agent can answer with. Each has a position, index words and, once computed, two vectors:
 * one of the sentence alone, and one of the sentence with its headings and the sentence that it depends on.
 */
import type { Source } from '@palkit/contract/room-events';
import { agreeingPassages } from './agreement.ts';
import { blocksOf, type Block, type Heading } from './passages.ts';
import { pattern } from './pattern.ts';
import { contentWords } from './words.ts';

/** A source text: a document in Markdown, or memories of the visitor. */
export interface KnownText {
  document_id: string;
  name: string;
  content: string;
  remembered?: boolean;
  /** The same content in pieces, each with the vectors of its sentences if they exist. */
  parts?: readonly Part[];
}
export interface Part {
  content: string;
  /** The vectors of `textsOf(blocks)` as bytes of `packVectors`; null until they are computed. */
  vectors: Uint8Array | null;
}

/** Prefix of the `document_id` of facts that the owner stated. */
export const FACTS_ID = 'fact:';

export interface Passage {
  id: number;
  document_id: string;
  document_name: string;
  /** The heading above the passage; without one, the document's name. */
  heading: string;
  text: string;
  /** True for a memory of this visitor, which is never offered as a topic. */
  remembered: boolean;
}

export interface KnownSentence {
  text: string;
  /** The sentence, preceded by the previous one if it cannot be understood alone. */
  inContext: string;
  /** `passage` is the index of the sentence's passage, and `place` the sentence's index in it. */
  passage: number;
  place: number;
  block: Block;
  /** Identifies the section: the document and the headings above the sentence. */
  section: string;
  words: ReadonlySet<string>;
  /** Unit vectors multiplied by 127; null until they are computed. */
  vectors: SentenceVectors | null;
}
export interface SentenceVectors {
  inContext: Int8Array;
  alone: Int8Array;
}

/** Version of the algorithm that splits texts into sentences. Vectors of another version do not match. */
const SPLIT_VERSION = 3;

/** Returns the key of stored vectors: the model's name and the version of the splitting. */
export const vectorsName = (model: string): string => `${model}#${SPLIT_VERSION}`;

/** Beginnings of sentences that need the previous sentence to be understood. */
const DEPENDENT_START = pattern('i')`
  ^(it|its|they|them|their|he|she|his|her|this|these|those|that|
  the (nearest|others?|rest|second|first|latter|former)|both|each|one|neither|there|then|also|instead|
  otherwise|but|and|or|so)\b
`;

export interface SentenceTable {
  passages: Passage[];
  sentences: KnownSentence[];
}

/**
 * Maximum number of sentences of a table. Each question is compared with all of them, so the rest of a text is
 * omitted.
 */
const MAX_SENTENCES = 15_000;

/** Builds a table from complete texts. `from` is the index of the first passage. */
export function sentenceTable(texts: readonly KnownText[], from = 0): SentenceTable {
  const builder = new TableBuilder(texts.length, from);
  for (const text of texts) {
    const under: Heading[] = [];
    for (const part of partsOf(text)) builder.add(text, part, blocksOf(part.content, under));
  }
  return builder.table;
}

export const partsOf = (text: KnownText): readonly Part[] =>
  text.parts ?? [{ content: text.content, vectors: null }];

/**
 * Builds a table from texts that arrive in pieces. The maximum number of sentences is divided equally among
 * the texts.
 */
export class TableBuilder {
  readonly table: SentenceTable = { passages: [], sentences: [] };
  readonly #from: number;
  readonly #share: number;
  readonly #counts = new Map<KnownText, number>();

  constructor(texts: number, from = 0) {
    this.#from = from;
    this.#share = Math.floor(MAX_SENTENCES / Math.max(1, texts));
  }

  /** Adds the next piece of a text, with its blocks. */
  add(text: KnownText, { vectors }: Part, blocks: readonly Block[]): void {
    const { sentences } = this.table;
    const before = sentences.length;
    const count = this.#counts.get(text) ?? 0;
    if (count >= this.#share) return;
    for (const block of blocks) this.#addBlock(text, block);
    this.#counts.set(text, count + sentences.length - before);
    if (vectors) unpackVectors(vectors, sentences.slice(before));
  }

  #addBlock(text: KnownText, block: Block): void {
    const { passages, sentences } = this.table;
    const passage: Passage = {
      id: this.#from + passages.length,
      document_id: text.document_id,
      document_name: text.name,
      remembered: text.remembered ?? false,
      heading: block.headings.at(-1) ?? text.name,
      text: [block.lead, ...block.sentences].filter(Boolean).join(' '),
    };
    passages.push(passage);
    const headings = headingsOf(block).flatMap((heading) => [...contentWords(heading)]);
    const section = JSON.stringify([text.document_id, ...block.headings]);
    block.sentences.forEach((sentence, place) => {
      const inContext = contextOf(block, place);
      sentences.push({
        text: sentence,
        inContext,
        passage: passage.id,
        place,
        block,
        section,
        words: new Set([...headings, ...contentWords(inContext)]),
        vectors: null,
      });
    });
  }
}

/** Returns the texts that get vectors: two for each sentence of the blocks. */
export function textsOf(blocks: readonly Block[], name: string): string[] {
  return blocks.flatMap((block) =>
    block.sentences.flatMap((sentence, place) => [withHeadings(block, name, place), sentence]),
  );
}

/** Returns a sentence with its headings and the sentence that it depends on. */
export function withHeadings(block: Block, name: string, place: number): string {
  return `${headingsOf(block).join(', ') || name}: ${contextOf(block, place)}`;
}

/** Packs the vectors of a model as bytes. Each is scaled to length 127, which is precise enough for a cosine. */
export function packVectors(vectors: readonly (readonly number[])[]): Uint8Array {
  const dimensions = vectors[0]?.length ?? 0;
  const packedBytes = new Int8Array(vectors.length * dimensions);
  for (const [index, vector] of vectors.entries()) {
    const length = Math.hypot(...vector) || 1;
    vector.forEach(
      (value, at) => (packedBytes[index * dimensions + at] = Math.round((127 * value) / length)),
    );
  }
  return new Uint8Array(packedBytes.buffer);
}

/**
 * Assigns vectors to sentences. If there are not two for each sentence, the text was split by another version, and
 * the vectors are ignored.
 */
export function unpackVectors(packedBytes: Uint8Array, sentences: readonly KnownSentence[]): void {
  const dimensions = packedBytes.length / (2 * sentences.length);
  if (!Number.isInteger(dimensions) || dimensions < 1) return;
  const all = new Int8Array(packedBytes.buffer, packedBytes.byteOffset, packedBytes.length);
  const at = (index: number) => all.subarray(index * dimensions, (index + 1) * dimensions);
  sentences.forEach((sentence, index) => {
    sentence.vectors = { inContext: at(2 * index), alone: at(2 * index + 1) };
  });
}

/** Omits the outermost heading if there are others, because the title describes a sentence poorly. */
function headingsOf({ headings }: Block): readonly string[] {
  return headings.length > 1 ? headings.slice(1) : headings;
}

function contextOf({ kind, lead, sentences }: Block, place: number): string {
  const sentence = sentences[place]!;
  const before =
    kind === 'text' ? (place > 0 && DEPENDENT_START.test(sentence) ? sentences[place - 1] : '') : lead;
  return before ? `${before} ${sentence}` : sentence;
}

/** Minimum number of characters of a sentence that counts as quoted. */
const MIN_SENTENCE_LENGTH = 12;
/** Minimum number of characters of a row's name and of a cell that count as quoted. */
const MIN_NAME_LENGTH = 3;
const MIN_VALUE_LENGTH = 2;

/** Returns the sections with sentences that a line quotes. */
export function sectionsOf(line: string, sentences: readonly KnownSentence[]): ReadonlySet<string> {
  return new Set(sentences.filter((sentence) => isQuoted(sentence, line)).map(({ section }) => section));
}

/** True if the line contains the sentence or, for a table row, its name and one of its values. */
export function isQuoted({ text, block, place }: KnownSentence, line: string): boolean {
  if (text.length >= MIN_SENTENCE_LENGTH && line.includes(text)) return true;
  const [label = '', ...values] = block.table?.rows[place] ?? [];
  if (label.length < MIN_NAME_LENGTH || !line.includes(label)) return false;
  return values.some((value) => value.length >= MIN_VALUE_LENGTH && line.includes(value));
}

const MAX_NEAR = 3;

/** Returns the first headings of these passages without duplicates. Memories of a visitor are not topics. */
export function nearHeadings(passages: readonly Passage[]): string[] {
  return [...new Set(passages.filter(({ remembered }) => !remembered).map(({ heading }) => heading))].slice(
    0,
    MAX_NEAR,
  );
}

/** Returns the documents of these passages without duplicates. Memories are not documents. */
export function sourcesOf(passages: readonly Passage[]): Source[] {
  const documents = passages.filter(({ remembered }) => !remembered);
  return [
    ...new Map(
      documents.map(({ document_id, document_name }) => [document_id, { document_id, document_name }]),
    ).values(),
  ];
}

/**
 * Returns the passages that agree with an answer and share at least two words with it, one of which is not from the
 * question.
 */
export function supportingPassages<Of extends Passage>(
  passages: readonly Of[],
  question: string,
  answer: string,
): Of[] {
  const questionWords = contentWords(question);
  const answerWords = contentWords(answer);
  const sharing = passages.filter((passage) => {
    const sharedWords = [...contentWords(`${passage.heading} ${passage.text}`)].filter((word) =>
      answerWords.has(word),
    );
    return sharedWords.length >= 2 && sharedWords.some((word) => !questionWords.has(word));
  });
  return agreeingPassages(sharing, answer, question);
}
