/** Words that no text has are replaced by more common ones. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inCommonWords } from '../../../src/agent/knowledge/common-words.ts';
import { contentWords } from '../../../src/agent/knowledge/words.ts';

const replaced = (question: string, text: string): string => {
  const words = contentWords(text);
  return inCommonWords(question, (word) => words.has(word));
};

test('a word that the texts have remains', () => {
  assert.equal(
    replaced('where are the tablets', 'Tablets are under the sink. Medicine'),
    'where are the tablets',
  );
});

test('a word that no text has is replaced by one of a text', () => {
  assert.equal(replaced('he needs a tablet', 'Giving medicine'), 'he needs a medicine');
  assert.equal(replaced('do you get money back', 'Refund within a week'), 'do you get refund');
  assert.equal(replaced('can i sign up', 'Register at the desk'), 'can i register');
});

test('without a better word the question stays unchanged', () => {
  assert.equal(replaced('he needs a tablet', 'Opening hours'), 'he needs a tablet');
});
