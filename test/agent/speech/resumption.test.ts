import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FROM_THE_START, joinWords, resumptionAfter } from '../../../src/agent/speech/resumption.ts';
import type { TimedWord } from '../../../src/agent/speech/vosk.ts';

/** Words of 50 ms to 1 s, separated by silences of up to 1 s. */
const lines = fc
  .array(
    fc.record({
      word: fc.string(),
      before: fc.integer({ max: 1000, min: 0 }),
      lasts: fc.integer({ max: 1000, min: 50 }),
    }),
    { maxLength: 20 },
  )
  .map((words) => {
    let now = 0;
    return words.map(({ word, before: silenceBefore, lasts }): TimedWord => {
      const start = now + silenceBefore;
      now = start + lasts;
      return { word, confidence: 1, start: start / 1000, end: now / 1000 };
    });
  });

const wordsFrom = (startTime: number, words: readonly TimedWord[]): TimedWord[] =>
  words.filter(({ start }) => start >= startTime);

test('recognising the same sound again gives every word once, wherever the pause was', () => {
  fc.assert(
    fc.property(lines, fc.integer({ min: 0, max: 40_000 }), (words, pause) => {
      const wordsBefore = words.filter(({ end }) => end <= pause / 1000);
      const resumption = resumptionAfter(wordsBefore, pause / 1000);
      assert.deepEqual(joinWords(resumption, wordsFrom(resumption.from, words)), words);
      assert.ok(pause / 1000 - resumption.from <= 2.5 + 1e-9, 'what is heard again is bounded');
    }),
  );
});

test('the last word before a pause is recognised again, but no long line from its beginning', () => {
  const words = Array.from({ length: 20 }, (_, i): TimedWord => ({
    word: `${i}`,
    confidence: 1,
    start: i * 0.3,
    end: i * 0.3 + 0.25,
  }));
  const { earlierWords, from: startTime, joinTime } = resumptionAfter(words, 5.95);
  assert.ok(joinTime <= words.at(-1)!.start && joinTime > startTime);
  assert.ok(startTime > 4, `heard again from ${startTime} s of 5.95`);
  assert.deepEqual(earlierWords, words.slice(0, earlierWords.length));
  // A word that is cut off by the pause is recognised as another word.
  const cutWords = [...words.slice(0, -1), { ...words.at(-1)!, word: 'cut' }];
  const joinedWords = joinWords(resumptionAfter(cutWords, 5.95), wordsFrom(startTime, words));
  assert.deepEqual(joinedWords, words);
});

test('a few words are recognised again from their beginning', () => {
  assert.equal(resumptionAfter([], 1), FROM_THE_START);
  const twoWords = [0, 0.4].map((start) => ({ word: 'a', confidence: 1, start, end: start + 0.3 }));
  assert.equal(resumptionAfter(twoWords, 2), FROM_THE_START);
  assert.deepEqual(joinWords(FROM_THE_START, twoWords), twoWords);
});

test('a minute of noise with hardly a word is not recognised again from its beginning', () => {
  const twoWords = [0, 0.4].map((start) => ({ word: 'a', confidence: 1, start, end: start + 0.3 }));
  assert.deepEqual(resumptionAfter([], 60), { earlierWords: [], from: 57.5, joinTime: 57.5 });
  assert.deepEqual(resumptionAfter(twoWords, 60), { earlierWords: twoWords, from: 57.5, joinTime: 57.5 });
});
