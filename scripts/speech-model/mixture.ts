/**
 * Adapts a back-off language model to sentences of another kind: the more often a context occurs in these
 * sentences, the more weight have the continuations that follow it there. Other contexts stay unchanged. MAP
 * interpolation (Bacchiani and others, Computer Speech and Language 20, 2006); counts are smoothed after Witten
 * and Bell.
 */
import type { Context, NgramModel } from './ngram-fst.ts';

export interface Mixing {
  /** Weight of the sentences after a frequent context, 0 to 1. */
  share: number;
  /** Number of occurrences of a context at which the weight is half of `share`. */
  half: number;
  /** Minimum number of occurrences of a continuation of two words. */
  least: number;
}

/** Word numbers for the beginning of a sentence as a context, and for its end as a continuation. */
const BEGIN = 0;
const END = -2;

/** A context during the adaptation. */
interface Node {
  /** Word numbers, oldest first. */
  readonly words: readonly number[];
  /** The context without its oldest word; null for the root. */
  readonly parent: Node | null;
  readonly children: Map<number, Node>;
  /** The context before the adaptation; null if only the added sentences contain it. */
  readonly before: Context | null;
  /** Probabilities of continuations, including `END`. */
  readonly after: Map<number, number>;
  /** Factor on probabilities when falling back to the parent. */
  rest: number;
}

/** Counts of the continuations of a context in the sentences. */
interface ContextCounts {
  words: readonly number[];
  total: number;
  after: Map<number, number>;
}

/** Returns the adapted model. `sentences` contain word numbers of the model. */
export function mix(
  model: NgramModel,
  sentences: readonly (readonly number[])[],
  { share, half, least }: Mixing,
): NgramModel {
  const sightings = countAll(sentences);
  const root = treeOf(model.contexts);
  for (const { words, after } of sightings.values())
    if (words.length < 2 || Math.max(...after.values()) >= least) place(root, words);

  const expectedProbability = (node: Node | null, word: number): number => {
    if (!node) return originalProbability(root, word);
    const lower = expectedProbability(node.parent, word);
    const entry = sightings.get(node.words.join());
    if (!entry) return lower;
    const kinds = entry.after.size;
    return ((entry.after.get(word) ?? 0) + kinds * lower) / (entry.total + kinds);
  };
  // Shorter contexts first, because longer ones fall back to them.
  for (let level = [root]; level.length > 0; level = childrenOf(level)) {
    for (const node of level) {
      const entry = sightings.get(node.words.join());
      const weight = entry ? (share * entry.total) / (entry.total + half) : 0;
      let [sum, lower] = [0, 0];
      for (const word of wordsAfter(node, entry, least)) {
        const originalShare = originalProbability(node, word);
        const probability =
          weight === 0
            ? originalShare
            : (1 - weight) * originalShare + weight * expectedProbability(node, word);
        node.after.set(word, probability);
        sum += probability;
        lower += node.parent ? adaptedProbability(node.parent, word) : 0;
      }
      node.rest = Math.max(MIN_FALLBACK_PROBABILITY, 1 - sum) / Math.max(MIN_FALLBACK_PROBABILITY, 1 - lower);
    }
  }
  return { ...model, contexts: contextsOf(root) };
}

/** Returns all continuations of a context in the model and in the sentences. */
function wordsAfter({ before, words }: Node, entry: ContextCounts | undefined, least: number): Set<number> {
  const nextWords = new Set(before?.words);
  if (before && before.end !== null) nextWords.add(END);
  for (const [word, times] of entry?.after ?? []) if (words.length < 2 || times >= least) nextWords.add(word);
  return nextWords;
}

/** Minimum probability of falling back, if rounding leaves none. */
const MIN_FALLBACK_PROBABILITY = 1e-6;

function countAll(sentences: readonly (readonly number[])[]): Map<string, ContextCounts> {
  const contexts = new Map<string, ContextCounts>();
  for (const sentence of sentences) {
    const line = [BEGIN, ...sentence, END];
    for (let index = 1; index < line.length; index += 1) {
      for (let from = Math.max(0, index - 2); from <= index; from += 1) {
        const context = line.slice(from, index);
        let entry = contexts.get(context.join());
        if (!entry) contexts.set(context.join(), (entry = { words: context, total: 0, after: new Map() }));
        entry.total += 1;
        entry.after.set(line[index]!, (entry.after.get(line[index]!) ?? 0) + 1);
      }
    }
  }
  return contexts;
}

function treeOf(contexts: readonly Context[]): Node {
  const nodes: Node[] = [];
  for (const context of contexts) {
    const parent = nodes[context.parent] ?? null;
    nodes.push(newNode(parent, context.word, context));
  }
  return nodes[0]!;
}

function newNode(parent: Node | null, oldest: number, before: Context | null): Node {
  const words = parent ? [oldest, ...parent.words] : [];
  const node: Node = { words, parent, children: new Map(), before, after: new Map(), rest: 1 };
  parent?.children.set(oldest, node);
  return node;
}

function place(root: Node, words: readonly number[]): void {
  let node = root;
  for (const word of [...words].reverse()) node = node.children.get(word) ?? newNode(node, word, null);
}

function childrenOf(level: readonly Node[]): Node[] {
  return level.flatMap((node) => [...node.children].sort(([a], [b]) => a - b).map(([, child]) => child));
}

/** Returns the probability of a word after a context in the original model. */
function originalProbability(node: Node, word: number): number {
  let backOff = 1;
  for (let ancestor: Node | null = node; ancestor; ancestor = ancestor.parent) {
    if (!ancestor.before) continue;
    const cost = costOf(ancestor.before, word);
    if (cost !== null) return backOff * Math.exp(-cost);
    backOff *= Math.exp(-ancestor.before.backOff);
  }
  return 0;
}

/** Returns the probability of a word in the adapted model, in which the context's level must be complete. */
function adaptedProbability(node: Node, word: number): number {
  let backOff = 1;
  for (let ancestor: Node | null = node; ancestor; ancestor = ancestor.parent) {
    const probability = ancestor.after.get(word);
    if (probability !== undefined) return backOff * probability;
    backOff *= ancestor.rest;
  }
  return 0;
}

/** Returns the cost of a word after a context; null if it does not follow the context. */
function costOf(context: Context, word: number): number | null {
  if (word === END) return context.end;
  let [lower, upper] = [0, context.words.length - 1];
  while (lower <= upper) {
    const middle = (lower + upper) >> 1;
    const middleWord = context.words[middle]!;
    if (middleWord === word) return context.costs[middle]!;
    if (middleWord < word) lower = middle + 1;
    else upper = middle - 1;
  }
  return null;
}

function contextsOf(root: Node): Context[] {
  const contexts: Context[] = [];
  const numbers = new Map<Node, number>();
  for (let level = [root]; level.length > 0; level = childrenOf(level)) {
    for (const node of level) {
      numbers.set(node, contexts.length);
      const words = Int32Array.from([...node.after.keys()].filter((word) => word !== END)).sort();
      const end = node.after.get(END);
      contexts.push({
        word: node.words[0] ?? -1,
        parent: node.parent ? numbers.get(node.parent)! : -1,
        backOff: node.parent ? -Math.log(node.rest) : Infinity,
        end: end === undefined ? null : -Math.log(end),
        words,
        costs: Float32Array.from(words, (word) => -Math.log(node.after.get(word)!)),
      });
    }
  }
  return contexts;
}
