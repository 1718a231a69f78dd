import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DocumentResponder } from '../../src/agent/replies/document-responder.ts';
import { warmUp } from '../../src/agent/warm-up.ts';

test('the warm-up answers its questions to the end', async (t) => {
  const questions: string[] = [];
  const originalThink = DocumentResponder.prototype.think;
  t.mock.method(
    DocumentResponder.prototype,
    'think',
    async function* (this: DocumentResponder, ...parameters: Parameters<typeof originalThink>) {
      yield* originalThink.apply(this, parameters);
      questions.push(parameters[0]);
    },
  );
  const faults: unknown[] = [];
  await warmUp({ warn: (fields: unknown) => void faults.push(fields) });
  assert.deepEqual(faults, []);
  assert.deepEqual(questions, ['When are you open?', 'What does a ticket cost?', 'Do you sell bikes?']);
});
