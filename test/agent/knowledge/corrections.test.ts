/** A correction is read without its words of denial. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutCorrection } from '../../../src/agent/knowledge/corrections.ts';

test('a corrected part continues the previous question', () => {
  for (const [line, rest] of [
    ['no i meant for both of them', 'what about for both of them'],
    ['sorry, I mean the large tent', 'what about the large tent'],
    ['hold on, we meant kayaks', 'what about kayaks'],
    ['no, in the garden', 'what about in the garden'],
  ] as const)
    assert.equal(withoutCorrection(line), rest);
});

test('a corrected question stands alone', () => {
  assert.equal(withoutCorrection('no hang on, i meant is it vegan'), 'is it vegan');
  assert.equal(withoutCorrection('I meant how long does it take?'), 'how long does it take?');
});

test('another line stays unchanged', () => {
  for (const line of [
    'no',
    'i mean to come on sunday',
    'what is meant by half board',
    'no dogs in the garden?',
  ])
    assert.equal(withoutCorrection(line), line);
});
