import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadPronunciations } from '../../../src/agent/speech/reading/pronouncing-dictionary.ts';
import { WordRecovery } from '../../../src/agent/speech/word-recovery.ts';
import { assetPath } from '../../../src/runtime/asset-data.ts';

const pronounce = loadPronunciations(assetPath('speech-to-text/pronunciations/cmudict-en-us.dict'));
const recovery = new WordRecovery(
  [
    'The most famous painting is The Ferryman by Johanna Lindqvist, painted in 1887.',
    'The museum shop sells posters, books and postcards.',
    'Group tours with a guide must be booked one week ahead.',
    'The flumboxer is sold in every garden shop.',
  ],
  pronounce,
);

/** Splits a line into recognised words. A question mark (`fling?`) gives a word low confidence. */
const wordsIn = (line: string) =>
  line
    .split(' ')
    .map((word) =>
      word.endsWith('?') ? { word: word.slice(0, -1), confidence: 0.45 } : { word, confidence: 1 },
    );

for (const [line, correctedLine] of [
  ['where can i buy a fling? boxer?', 'where can i buy a flumboxer'],
  ['who painted the sorry? man?', 'who painted the ferryman'],
  ['do you have post cards', 'do you have postcards'],
  ['who is joe? hannah? lynn? quist?', 'who is johanna lindqvist'],
] as const) {
  test(`the recognised words "${line}" are corrected to "${correctedLine}"`, () =>
    assert.equal(recovery.recover(wordsIn(line)), correctedLine));
}

test('certain words stay unchanged, however different from the texts', () => {
  for (const line of [
    'my brother in law keeps bees on the roof',
    'the fairy man took us over the lake',
    'can you spell that for me',
  ])
    assert.equal(recovery.recover(wordsIn(line)), line);
});

test('an uncertain word stays if no similar sound fits', () => {
  for (const line of ['my name is gregory?', 'i live in chicago?'])
    assert.equal(recovery.recover(wordsIn(line)), line.replace('?', ''));
});

test('empty input, and input beyond the limit, are returned unchanged', () => {
  assert.equal(recovery.recover([]), '');
  const longLine = Array.from({ length: 41 }, () => 'fling?').join(' ');
  assert.equal(recovery.recover(wordsIn(longLine)), longLine.replaceAll('?', ''));
});

test('words are found in the dictionary by their bytes, otherwise guessed, and left out if unpronounceable', () => {
  assert.deepEqual(pronounce('museum'), ['M', 'Y', 'UW', 'Z', 'IY', 'AH', 'M']);
  assert.deepEqual(pronounce("'bout"), ['B', 'AW', 'T']);
  assert.deepEqual(pronounce('palkit'), ['P', 'AE', 'L', 'K', 'IH', 'T']);
  assert.equal(pronounce('x1'), undefined);
});
