/** Words of a question are compared with words of a text without their endings. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentWords, stem, tokens } from '../../../src/agent/knowledge/words.ts';

test('forms of a word have the same stem', () => {
  for (const forms of [
    'include includes included including',
    'price prices',
    'close closes closed',
    'plan planned',
    'wifi wireless',
  ])
    assert.equal(new Set(forms.split(' ').map(stem)).size, 1, forms);
  for (const different of ['three tree', 'call car', 'bus busy'])
    assert.equal(new Set(different.split(' ').map(stem)).size, 2, different);
});

test('an ending after an apostrophe is not a word, and an optional hyphen joins two words', () => {
  assert.deepEqual(tokens("We're in the children’s Wi-Fi"), ['we', 'in', 'the', 'children', 'wifi']);
  assert.deepEqual(contentWords("what's your e-mail"), contentWords('email'));
  assert.deepEqual(tokens('a two-room flat'), ['a', 'two', 'room', 'flat']);
});
