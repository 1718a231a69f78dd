import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { mix } from '../../../scripts/speech-model/mixture.ts';
import {
  readNgramModel,
  writeNgramModel,
  type Context,
  type NgramModel,
} from '../../../scripts/speech-model/ngram-fst.ts';
import { assetPath } from '../../../src/runtime/asset-data.ts';

const END = 'end';
type NextWord = number | typeof END;

function context(
  word: number,
  parent: number,
  nextWords: [number, number][],
  end: number | null,
  backOff: number,
) {
  return {
    word,
    parent,
    backOff: parent < 0 ? Infinity : -Math.log(backOff),
    end: end === null ? null : -Math.log(end),
    words: Int32Array.from(nextWords, ([word]) => word),
    costs: Float32Array.from(nextWords, ([, probability]) => -Math.log(probability)),
  } satisfies Context;
}

/** A model with three words and contexts: none, the beginning of a sentence, word 1, and words 2 and 1. */
const MODEL: NgramModel = {
  head: new Uint8Array(),
  symbols: new Map([
    ['one', 1],
    ['two', 2],
    ['three', 3],
  ]),
  start: 1,
  contexts: [
    context(-1, -1, [[1, 0.4], [2, 0.3], [3, 0.1]], 0.2, 1), // oxfmt-ignore
    context(0, 0, [[1, 0.5]], null, 0.5 / 0.6),
    context(1, 0, [[2, 0.6]], 0.2, 0.2 / 0.5),
    context(2, 2, [[3, 0.7]], null, 0.3 / 0.96),
  ],
};

function probability({ contexts }: NgramModel, words: readonly number[], next: NextWord): number {
  const childOf = (parent: number, word: number): number =>
    contexts.findIndex((entry) => entry.parent === parent && entry.word === word);
  let offset = 0;
  for (const word of [...words].reverse()) {
    const child = childOf(offset, word);
    if (child < 0) break;
    offset = child;
  }
  for (let backOffWeight = 1; offset >= 0; offset = contexts[offset]!.parent) {
    const { words, costs, end, backOff } = contexts[offset]!;
    const index = next === END ? -1 : words.indexOf(next);
    const cost = next === END ? end : index < 0 ? null : costs[index]!;
    if (cost !== null) return backOffWeight * Math.exp(-cost);
    backOffWeight *= Math.exp(-backOff);
  }
  return 0;
}

const CONTEXTS = [[], [0], [1], [2], [3], [0, 1], [2, 1], [1, 2], [3, 3]];
const NEXT: readonly NextWord[] = [1, 2, 3, END];
const MIXING = { share: 0.7, half: 1, least: 1 };

test('after each context the trained model expects a word, with a sum of probabilities of one', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 5 }), { maxLength: 8 }),
      fc.double({ min: 0, max: 0.95, noNaN: true }),
      fc.integer({ min: 1, max: 3 }),
      (sentences, share, minimum) => {
        const taught = mix(MODEL, sentences, { share, half: 1, least: minimum });
        for (const words of CONTEXTS) {
          const sum = NEXT.map((next) => probability(taught, words, next)).reduce((a, b) => a + b);
          assert.ok(Math.abs(sum - 1) < 1e-4, `${words.join()}: ${sum}`);
        }
        for (const [index, { parent, words }] of taught.contexts.entries()) {
          assert.deepEqual(
            [...words].sort((a, b) => a - b),
            [...words],
          );
          assert.ok(parent < index);
        }
      },
    ),
  );
});

test('words of the sentences are expected more often, and other contexts stay unchanged', () => {
  const taught = mix(MODEL, [[3, 1], [3, 1], [3, 3]], MIXING); // oxfmt-ignore
  assert.ok(probability(taught, [0], 3) > 2 * probability(MODEL, [0], 3));
  assert.ok(probability(taught, [0, 3], 1) > probability(taught, [0, 3], 3));
  assert.ok(Math.abs(probability(taught, [2, 1], 3) - probability(MODEL, [2, 1], 3)) < 1e-6);
  const untaught = mix(MODEL, [], MIXING);
  for (const words of CONTEXTS)
    for (const next of NEXT)
      assert.ok(Math.abs(probability(untaught, words, next) - probability(MODEL, words, next)) < 1e-6);
});

test('the embedded language model is read completely: writing it gives the same bytes', () => {
  const bytes = readFileSync(assetPath('speech-to-text/vosk-en-us/graph/Gr.fst'));
  const model = readNgramModel(bytes);
  assert.equal(Buffer.compare(bytes, writeNgramModel(model)), 0);
  const startContext = model.contexts[model.start]!;
  const cost = (word: string): number =>
    startContext.costs[startContext.words.indexOf(model.symbols.get(word)!)] ?? Infinity;
  // Visitors ask questions, whereas narratives begin with "he".
  assert.ok(cost('how') < cost('he'));
});

test('other bytes are refused', () => {
  assert.throws(() => readNgramModel(Buffer.from('a grammar')), /no ngram FST/);
  const bytes = readFileSync(assetPath('speech-to-text/vosk-en-us/graph/Gr.fst'));
  assert.throws(() => readNgramModel(bytes.subarray(0, bytes.length - 4)), /its length is not/);
});
