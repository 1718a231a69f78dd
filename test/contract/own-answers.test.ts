/** An owner's answer is stored as a line of facts, even if other clients change the facts meanwhile. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApiError } from '../../src/contract/api-error.ts';
import { changeLatest } from '../../src/contract/client.ts';
import { answerOf, isSameQuestion, lineOf, withAnswer } from '../../src/contract/own-answers.ts';

describe('an own answer', () => {
  test('is a line that is read back unchanged', () => {
    const ownAnswer = { question: 'Do you rent bikes?', answer: 'Yes, for 20 euros a day.' };
    assert.equal(lineOf(ownAnswer), 'Do you rent bikes? Yes, for 20 euros a day.');
    assert.deepEqual(answerOf(lineOf(ownAnswer)), ownAnswer);
    assert.deepEqual(answerOf('We are closed in August.'), {
      question: '',
      answer: 'We are closed in August.',
    });
  });

  test('replaces the one for the same question, but no statement', () => {
    assert.ok(isSameQuestion('Do you rent  bikes?', 'do you rent bikes'));
    const facts = { prices: [], lines: ['Do you rent bikes? No.', 'We are closed in August.'] };
    assert.deepEqual(withAnswer(facts, { question: 'Do you rent bikes', answer: 'Yes.' }).lines, [
      'We are closed in August.',
      'Do you rent bikes? Yes.',
    ]);
    assert.equal(withAnswer(facts, { question: '', answer: 'We have a café.' }).lines.length, 3);
  });
});

describe('a change of the latest state', () => {
  /** Creates a resource that another client changes before each of the first `otherWrites` writes. */
  function createSharedResource(otherWrites: number) {
    let version = 1;
    return {
      read: async () => ({
        result: version,
        answer: {
          ok: true,
          status: 200,
          headers: { get: () => `"${version}"` },
          text: async () => '',
        },
      }),
      write: async (read: number, headers: { 'if-match': string }) => {
        if (version <= otherWrites) version++;
        if (headers['if-match'] !== `"${version}"`) throw new ApiError('version_conflict', 'Changed.');
        return read;
      },
    };
  }

  test('is repeated on the state that others have written meanwhile', async () => {
    const { read, write } = createSharedResource(3);
    assert.equal(await changeLatest(read, write), 4);
  });

  test('is given up if others keep writing, and at once after any other refusal', async () => {
    const { read, write } = createSharedResource(1000);
    await assert.rejects(changeLatest(read, write), /Changed/);
    let writes = 0;
    const refuseWrite = () => {
      writes++;
      return Promise.reject(new ApiError('forbidden', 'No.'));
    };
    await assert.rejects(changeLatest(read, refuseWrite), /No/);
    assert.equal(writes, 1);
  });
});
