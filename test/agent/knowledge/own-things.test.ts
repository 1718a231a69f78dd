/** The animals and things of a visitor are found, but no people. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownThings } from '../../../src/agent/knowledge/own-things.ts';

test('a noun after "my" or "we have a" is a thing of the visitor', () => {
  assert.deepEqual(ownThings('my cat needs a tablet'), ['cat']);
  assert.deepEqual(ownThings('we have a dog and our canoe is red'), ['dog', 'canoe']);
});

test('people, days and verbs are none', () => {
  assert.deepEqual(ownThings('my son comes on my day off'), []);
});
