import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageModel } from '../../../src/agent/speech/language-model.ts';
import { guessPronunciation } from '../../../src/agent/speech/reading/pronunciation.ts';
import { spokenWords } from '../../../src/agent/speech/reading/spoken-words.ts';

test('the probabilities of every context add up to one', () => {
  const { words, probability } = languageModel(
    ['The museum opens at nine. The museum shop sells posters.', 'Dogs may not enter the museum.'],
    () => true,
  );
  for (const history of [
    [],
    ['<s>'],
    ['the'],
    ['posters'],
    ['the', 'museum'],
    ['<s>', 'what'],
    ['museum', 'nine'],
  ]) {
    const total = [...words, '</s>'].reduce((sum, word) => sum + probability(history, word), 0);
    assert.ok(Math.abs(total - 1) < 0.01, `after "${history.join(' ')}" ${total}`);
  }
  assert.ok(probability(['the', 'museum'], 'shop') > probability(['the', 'museum'], 'dogs') * 5);
  assert.ok(probability(['what', 'is'], 'the') > probability(['what', 'is'], 'may') * 5);
});

test('a word that cannot be recognised is left out and its neighbours stay', () => {
  const { words } = languageModel(['The xqz flies over the hill.'], (word) => word !== 'xqz');
  assert.ok(!words.includes('xqz'));
  assert.ok(words.includes('flies') && words.includes('hill'));
});

test('a huge text stays within bounds', () => {
  const name = (i: number): string => `w${String(i).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)}`;
  const { words } = languageModel([Array.from({ length: 100_000 }, (_, i) => name(i)).join(' ')], () => true);
  assert.ok(words.length < 9_000, `${words.length} words`);
});

const cases: ReadonlyArray<readonly [text: string, words: string]> = [
  ['Open 9:30 to 17:00.', 'open nine thirty to seventeen'],
  ['It costs $1,200.50 & more', 'it costs one thousand two hundred point five zero dollars and more'],
  ['In 1887, and since 2005', 'in eighteen eighty seven and since two thousand five'],
  ['The 21st of May, 3rd row', 'the twenty first of may third row'],
  ['Write to info@example.org', 'write to info at example dot org'],
  ['It’s a café', "it's a cafe"],
];
for (const [text, message] of cases) {
  test(`pronounces ${text}`, () => assert.equal(spokenWords(text).flat().join(' '), message));
}

const guesses: ReadonlyArray<readonly [word: string, phones: string | undefined]> = [
  ['palkit', 'P AE L K IH T'],
  ['snackle', 'S N AE K AH L'],
  ['phone', 'F OW N'],
  ['xml', 'EH K S EH M EH L'],
  ['x', undefined],
  ['bcdfghjkl', undefined],
];
for (const [word, phones] of guesses) {
  test(`guesses ${word}`, () => assert.equal(guessPronunciation(word), phones));
}
