/**
 * A back-off language model taught with sentences of another kind: the more often a context was seen among them, the
 * more is expected there what they have (interpolation by MAP, Bacchiani and others, Computer Speech and Language 20,
 * 2006; the sentences' own model is smoothed after Witten and Bell). What was never seen among them stays as it was.
 */
import type { Context, NgramModel } from './ngram-fst.ts';

export interface Mixing {
  /** How much the sentences weigh after a context that is frequent among them, from 0 to 1. */
  share: number;
  /** After a context seen so often among them they weigh half of that. */
  half: number;
  /** What follows two words is taken from so many sightings on. */
  least: number;
}

/** The number of no word: a sentence's beginning as a context, and its end as what follows one. */
const BEGIN = 0;
const END = -2;

/** A context while it is mixed. */
interface Node {
  /** Oldest first. */
  readonly words: readonly number[];
  /** Without the oldest word; null for the root. */
  readonly parent: Node | null;
  readonly children: Map<number, Node>;
  /** What it was; null where only the sentences have it. */
  readonly before: Context | null;
  /** Probabilities of what is seen after it, `END` among them. */
  readonly after: Map<number, number>;
  /** What the rest is multiplied by where it falls back to its parent. */
  rest: number;
}

/** What was seen after a context of the sentences, and how often. */
interface Sightings {
  words: readonly number[];
  total: number;
  after: Map<number, number>;
}

/** `sentences`: words by the numbers that they have in the model. */
export function mix(
  model: NgramModel,
  sentences: readonly (readonly number[])[],
  { share, half, least }: Mixing,
): NgramModel {
  const sightings = countAll(sentences);
  const root = treeOf(model.contexts);
  for (const { words, after } of sightings.values())
    if (words.length < 2 || Math.max(...after.values()) >= least) place(root, words);

  const taught = (node: Node | null, word: number): number => {
    if (!node) return was(root, word);
    const lower = taught(node.parent, word);
    const seen = sightings.get(node.words.join());
    if (!seen) return lower;
    const kinds = seen.after.size;
    return ((seen.after.get(word) ?? 0) + kinds * lower) / (seen.total + kinds);
  };
  // The shorter contexts first, since the longer ones fall back to them.
  for (let level = [root]; level.length > 0; level = childrenOf(level)) {
    for (const node of level) {
      const seen = sightings.get(node.words.join());
      const weight = seen ? (share * seen.total) / (seen.total + half) : 0;
      let [sum, lower] = [0, 0];
      for (const word of seenAfter(node, seen, least)) {
        const old = was(node, word);
        const probability = weight === 0 ? old : (1 - weight) * old + weight * taught(node, word);
        node.after.set(word, probability);
        sum += probability;
        lower += node.parent ? is(node.parent, word) : 0;
      }
      node.rest = Math.max(LEAST_REST, 1 - sum) / Math.max(LEAST_REST, 1 - lower);
    }
  }
  return { ...model, contexts: contextsOf(root) };
}

/** All that is known after a context by itself, of the model and of the sentences. */
function seenAfter({ before, words }: Node, seen: Sightings | undefined, least: number): Set<number> {
  const all = new Set(before?.words);
  if (before && before.end !== null) all.add(END);
  for (const [word, times] of seen?.after ?? []) if (words.length < 2 || times >= least) all.add(word);
  return all;
}

/** What is kept for falling back where rounding leaves nothing. */
const LEAST_REST = 1e-6;

function countAll(sentences: readonly (readonly number[])[]): Map<string, Sightings> {
  const found = new Map<string, Sightings>();
  for (const sentence of sentences) {
    const line = [BEGIN, ...sentence, END];
    for (let at = 1; at < line.length; at += 1) {
      for (let from = Math.max(0, at - 2); from <= at; from += 1) {
        const words = line.slice(from, at);
        let seen = found.get(words.join());
        if (!seen) found.set(words.join(), (seen = { words, total: 0, after: new Map() }));
        seen.total += 1;
        seen.after.set(line[at]!, (seen.after.get(line[at]!) ?? 0) + 1);
      }
    }
  }
  return found;
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
  return level.flatMap((node) =>
    [...node.children].sort(([one], [other]) => one - other).map(([, child]) => child),
  );
}

/** The model's own probability. */
function was(node: Node, word: number): number {
  let left = 1;
  for (let at: Node | null = node; at; at = at.parent) {
    if (!at.before) continue;
    const cost = costOf(at.before, word);
    if (cost !== null) return left * Math.exp(-cost);
    left *= Math.exp(-at.before.backOff);
  }
  return 0;
}

/** The mixed one, of a context whose level is done. */
function is(node: Node, word: number): number {
  let left = 1;
  for (let at: Node | null = node; at; at = at.parent) {
    const known = at.after.get(word);
    if (known !== undefined) return left * known;
    left *= at.rest;
  }
  return 0;
}

/** Null where the context has not seen it. */
function costOf(context: Context, word: number): number | null {
  if (word === END) return context.end;
  let [low, high] = [0, context.words.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = context.words[middle]!;
    if (found === word) return context.costs[middle]!;
    if (found < word) low = middle + 1;
    else high = middle - 1;
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
