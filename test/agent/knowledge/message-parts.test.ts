/** A message is split into its statements and its questions. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isEmptyQuestion, isStatement, messageParts } from '../../../src/agent/knowledge/message-parts.ts';

describe('message parts', () => {
  test('a question after a statement stands alone', () => {
    for (const [line, statement, question] of [
      ['my bike has a flat tyre, can you mend it', 'my bike has a flat tyre', 'can you mend it'],
      ['the lamp in room 4 is dark who do i tell', 'the lamp in room 4 is dark', 'who do i tell'],
      ['Ok great. Is there a kiosk?', '', 'Is there a kiosk?'],
    ] as const)
      assert.deepEqual(messageParts(line), { statement, questions: [question] }, line);
  });

  test('two questions are separate, and one question stays whole', () => {
    assert.deepEqual(messageParts('what is the entry fee and are there lockers').questions, [
      'what is the entry fee',
      'and are there lockers',
    ]);
    for (const line of [
      'how many benches are there',
      'how old do you have to be',
      'how long can i stay',
      'do you know how i get to the lake',
      'what happens if i am late',
    ])
      assert.deepEqual(messageParts(line).questions, [line], line);
  });

  test('a message is a statement only if it neither asks nor wishes something', () => {
    for (const line of ['we are three adults and a baby', 'Im new here', 'your kiosk was closed again'])
      assert.ok(isStatement(line), line);
    for (const line of [
      'i would like to hire a canoe',
      'the blue one',
      'on sunday',
      'is the lake warm',
      'we need 2 tents',
    ])
      assert.ok(!isStatement(line), line);
  });

  test('a question without content refers to the statement before it', () => {
    for (const line of ['what can i do?', 'who do i ask', 'and what now', 'is that ok'])
      assert.ok(isEmptyQuestion(line), line);
    assert.ok(!isEmptyQuestion('what can i do with children'));
  });
});
