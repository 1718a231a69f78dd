import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { shortenMessages } from '../../../src/agent/language/context-length.ts';
import { questionText } from '../../../src/agent/replies/model-prompt.ts';

const message = fc.record({
  role: fc.constantFrom('system', 'user', 'assistant', 'tool'),
  content: fc.string({ maxLength: 3000 }),
});
const size = (messages: readonly { content: string }[]) =>
  messages.reduce((sum, { content }) => sum + content.length + 1, 0);

test('a request gets shorter with each step, keeps its instructions complete, and reaches an end', () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 40 }), (messages) => {
      const rules = messages.filter(({ role }) => role === 'system');
      let remainingMessages = messages;
      for (let step = 0; ; step++) {
        assert.ok(step < 100);
        const next = shortenMessages(remainingMessages);
        if (next === null) return;
        assert.ok(size(next) < size(remainingMessages));
        assert.deepEqual(
          next.filter(({ role }) => role === 'system'),
          rules,
        );
        remainingMessages = next;
      }
    }),
  );
});

test('instructions that are too long by themselves are not cut', () => {
  const rules = { role: 'system', content: 'Never promise a refund. '.repeat(1000) };
  assert.equal(shortenMessages([rules, { role: 'user', content: 'Hello' }]), null);
});

test('a question keeps its words, before its notes and after a pasted text', () => {
  const notes = 'Our shop is open from Tuesday to Friday. '.repeat(200);
  for (const content of [questionText('When are you open?', notes, ''), `${notes}When are you open?`]) {
    let remainingMessages = [{ role: 'user', content }];
    for (
      let next: typeof remainingMessages | null = remainingMessages;
      next;
      next = shortenMessages(remainingMessages)
    )
      remainingMessages = next;
    assert.match(remainingMessages[0]!.content, /When are you open\?/);
    assert.ok(remainingMessages[0]!.content.length < notes.length / 4);
  }
});
