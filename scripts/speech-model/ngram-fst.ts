/**
 * Reads and writes a back-off language model in OpenFst's format (`ngram` FST, fst/extensions/ngram/ngram-fst.h). Its
 * contexts are a trie, last word first, stored level by level, each with the numbers of the words that follow it.
 * Costs are negative natural logarithms. The header and the symbol tables are copied unchanged.
 */

/** The continuations of a context: `words` in ascending order, with their `costs`. */
export interface Context {
  /** The oldest word, and the index of the context without it for falling back; both are -1 for the root. */
  word: number;
  parent: number;
  /** Cost of falling back to the parent. */
  backOff: number;
  /** Cost of the end of the sentence; null if it requires falling back. */
  end: number | null;
  words: Int32Array;
  costs: Float32Array;
}

export interface NgramModel {
  /** All bytes before the numbers: the header and both symbol tables. */
  head: Uint8Array;
  symbols: Map<string, number>;
  /** Index of the context at a sentence's beginning. */
  start: number;
  /** All contexts level by level; index 0 is the root, the empty context. */
  contexts: Context[];
}

const MAGIC = 2_125_659_606;

class Reader {
  readonly #view: DataView;
  at = 0;

  constructor(readonly bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  int(): number {
    this.at += 4;
    return this.#view.getInt32(this.at - 4, true);
  }

  long(): number {
    this.at += 8;
    return Number(this.#view.getBigInt64(this.at - 8, true));
  }

  text(): string {
    const length = this.int();
    this.at += length;
    return Buffer.from(this.bytes.subarray(this.at - length, this.at)).toString('utf8');
  }

  /** Reads a bit field, stored in 64-bit words. */
  bits(count: number): (index: number) => boolean {
    const from = this.at;
    this.at += 8 * Math.ceil(count / 64);
    return (index) => ((this.bytes[from + (index >> 3)]! >> (index & 7)) & 1) === 1;
  }

  ints(count: number): Int32Array {
    const from = this.bytes.byteOffset + this.at;
    this.at += 4 * count;
    return new Int32Array(this.bytes.buffer.slice(from, from + 4 * count));
  }

  floats(count: number): Float32Array {
    return new Float32Array(this.ints(count).buffer);
  }
}

function readSymbols(reader: Reader): Map<string, number> {
  reader.int();
  reader.text();
  reader.long();
  const count = reader.long();
  return new Map(Array.from({ length: count }, () => [reader.text(), reader.long()] as const));
}

/** Throws if the bytes are not a model of this format. */
export function readNgramModel(bytes: Uint8Array): NgramModel {
  const reader = new Reader(bytes);
  if (reader.int() !== MAGIC || reader.text() !== 'ngram') throw new Error('this is no ngram FST');
  reader.text();
  reader.int();
  const flags = reader.int();
  reader.long();
  const start = reader.long();
  reader.long();
  reader.long();
  if (flags !== 3) throw new Error('both symbol tables are needed');
  const symbols = readSymbols(reader);
  readSymbols(reader);
  const head = bytes.subarray(0, reader.at);
  const [states, futures, finals] = [reader.long(), reader.long(), reader.long()];
  const children = reader.bits(states * 2 + 1);
  const hasFuture = reader.bits(futures + states + 1);
  const finalBits = reader.bits(states);
  const words = reader.ints(states + 1);
  const futureWords = reader.ints(futures);
  const backOffs = reader.floats(states + 1);
  const finalCosts = reader.floats(finals);
  const futureCosts = reader.floats(futures + 1);
  if (reader.at !== bytes.length) throw new Error('its length is not what its head says');

  const parents = new Int32Array(states).fill(-1);
  // The bits are "10" for the root, then for each context a 1 per child and a 0.
  for (let bit = 2, parent = 0, child = 1; parent < states; bit += 1) {
    if (children(bit)) parents[child++] = parent;
    else parent += 1;
  }
  const contexts: Context[] = [];
  for (let state = 0, bit = 1, future = 0, final = 0; state < states; state += 1, bit += 1) {
    const from = future;
    for (; hasFuture(bit); bit += 1) future += 1;
    contexts.push({
      word: words[state]!,
      parent: parents[state]!,
      backOff: backOffs[state]!,
      end: finalBits(state) ? finalCosts[final++]! : null,
      words: futureWords.subarray(from, future),
      costs: futureCosts.subarray(from, future),
    });
  }
  return { head, symbols, start, contexts };
}

/**
 * Returns the bytes that `readNgramModel` reads. `contexts` must be ordered by level, and children by their
 * words.
 */
export function writeNgramModel({ head, contexts }: NgramModel): Uint8Array {
  const states = contexts.length;
  const futures = contexts.reduce((sum, { words }) => sum + words.length, 0);
  const finals = contexts.reduce((sum, { end }) => sum + (end === null ? 0 : 1), 0);
  const bitsOf = (count: number): number => 8 * Math.ceil(count / 64);
  const sizes = [
    bitsOf(states * 2 + 1),
    bitsOf(futures + states + 1),
    bitsOf(states),
    4 * (states + 1),
    4 * futures,
    4 * (states + 1),
    4 * finals,
    4 * (futures + 1),
  ];
  const bytes = new Uint8Array(head.length + 24 + sizes.reduce((sum, size) => sum + size, 0));
  bytes.set(head);
  const view = new DataView(bytes.buffer);
  let offset = head.length;
  for (const count of [states, futures, finals]) {
    view.setBigInt64(offset, BigInt(count), true);
    offset += 8;
  }
  const [children, futureBits, ends, words, futureWords, backOffs, finalCosts, futureCosts] = sizes.map(
    (size) => {
      offset += size;
      return offset - size;
    },
  ) as [number, number, number, number, number, number, number, number];
  const set = (from: number, bit: number): void => {
    bytes[from + (bit >> 3)]! |= 1 << (bit & 7);
  };

  const kinds = new Int32Array(states);
  for (const { parent } of contexts) if (parent >= 0) kinds[parent]! += 1;
  set(children, 0);
  for (let state = 0, bit = 2; state < states; state += 1, bit += 1)
    for (let child = 0; child < kinds[state]!; child += 1) set(children, bit++);
  let [bit, future, final] = [1, 0, 0];
  for (const [state, context] of contexts.entries()) {
    view.setInt32(words + 4 * state, context.word, true);
    view.setFloat32(backOffs + 4 * state, context.backOff, true);
    if (context.end !== null) {
      set(ends, state);
      view.setFloat32(finalCosts + 4 * final++, context.end, true);
    }
    for (const [index, word] of context.words.entries()) {
      set(futureBits, bit++);
      view.setInt32(futureWords + 4 * future, word, true);
      view.setFloat32(futureCosts + 4 * future++, context.costs[index]!, true);
    }
    bit += 1;
  }
  return bytes;
}
