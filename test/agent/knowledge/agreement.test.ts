/** The agreement of an answer with its passage, on pairs that were written before the rules. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { agreeingPassages } from '../../../src/agent/knowledge/agreement.ts';
import { PAIRS, UNSEEN } from './agreement-pairs.ts';

const isAgreed = (answer: string, text: string, question: string): boolean =>
  agreeingPassages([{ heading: '', text }], answer, question).length === 1;

for (const [index, { passage, question, answer, agrees: expected }] of PAIRS.entries())
  test(`${index % 2 === 0 ? 'tuned' : 'not tuned'}: "${answer}" ${expected ? 'agrees' : 'disagrees'}`, () => {
    assert.equal(isAgreed(answer, passage, question), expected);
  });

test('a passage agrees with each of its own sentences, and any text is judged in time', () => {
  for (const { passage, question } of PAIRS)
    for (const sentence of passage.split('. '))
      assert.equal(isAgreed(sentence, passage, question), true, sentence);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.string(), (answer, passage) => {
      assert.equal(typeof isAgreed(answer, passage, ''), 'boolean');
    }),
  );
});

test('of pairs without a rule of their own, nine of ten are judged as a person judges them', () => {
  const misjudgedPairs = UNSEEN.filter(
    (pair) => isAgreed(pair.answer, pair.passage, pair.question) !== pair.agrees,
  );
  assert.ok(misjudgedPairs.length <= UNSEEN.length / 10, JSON.stringify(misjudgedPairs, null, 1));
});

test('an answer from two passages is compared with both, and only a contradicting one is left out', () => {
  const shop = {
    heading: 'Shop',
    text: 'The shop is open from Tuesday to Sunday. It sells 40 kinds of postcards.',
  };
  const cafe = {
    heading: 'Café',
    text: 'The café serves lunch from 12 to 14:30. Dogs are not allowed in the café.',
  };
  const names = (answer: string) =>
    agreeingPassages([shop, cafe], answer, 'Shop and café?').map(({ heading }) => heading);
  assert.deepEqual(names('The shop sells 40 kinds of postcards, and the café serves lunch until 14:30.'), [
    'Shop',
    'Café',
  ]);
  assert.deepEqual(names('The shop is open on Mondays. The café serves lunch until 14:30.'), ['Café']);
  assert.deepEqual(names('The shop is open on Sunday. Dogs are allowed in the café.'), ['Shop']);
});
