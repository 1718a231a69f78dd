import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toCurrent, toLegacy } from '../../src/contract/aliases.ts';
import { QuestionArguments } from '../../src/contract/canvas.ts';
import { AgentEvent, readMessage, VisitorEvent } from '../../src/contract/room-events.ts';

const envelope = (event_type: string, properties: unknown) => ({
  message_type: 'conversation',
  event_type,
  conversation_id: 'c1',
  properties,
});

test('any input of the channel is a message or null, never an exception', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.jsonValue().map((value) =>
          JSON.stringify({
            message_type: 'conversation',
            event_type: 'conversation.respond',
            properties: value,
          }),
        ),
      ),
      (text) => {
        for (const schema of [AgentEvent, VisitorEvent]) {
          const message = readMessage(schema, text);
          assert.ok(message === null || message.message_type === 'conversation');
        }
      },
    ),
  );
});

test('a message over 64 KiB is dropped', () => {
  const largeEvent = JSON.stringify(
    envelope('conversation.append_llm_context', { context: 'x'.repeat(65_600) }),
  );
  assert.equal(readMessage(VisitorEvent, largeEvent), null);
});

test('the older role name is read as the newer one', () => {
  for (const role of ['pal', 'replica']) {
    const event = readMessage(
      AgentEvent,
      JSON.stringify(envelope('conversation.utterance', { role, speech: 'Hello' })),
    );
    assert.ok(event?.event_type === 'conversation.utterance');
    assert.equal(event.properties.role, 'pal');
  }
});

test("visitors' messages have bounds", () => {
  const rows: [string, unknown, boolean][] = [
    ['conversation.respond', { text: 'Hello' }, true],
    ['conversation.respond', { text: '   ' }, false],
    ['conversation.respond', { text: 'x'.repeat(4001) }, false],
    ['conversation.respond', {}, false],
    ['conversation.interrupt', undefined, true],
    ['conversation.resume', { after: 3 }, true],
    ['conversation.resume', { after: -1 }, false],
    ['conversation.tool_result', { tool_call_id: 't', output: '{}' }, true],
    ['conversation.echo', { text: 'x' }, true],
    ['conversation.echo', { audio: 'AAAA', sample_rate: 24000, done: true }, true],
    ['conversation.echo', { sample_rate: 1 }, false],
    ['unheard.of', {}, false],
  ];
  const event = { segment: 0, speech: 'hello', final: false, elapsed: 120 };
  rows.push(
    ['conversation.hearing', { by: 'browser', on_device: true }, true],
    ['conversation.hearing', { by: 'browser' }, false],
    ['conversation.hearing', { by: 'somebody' }, false],
    ['conversation.hearing', { by: 'service', reason: 'no-speech' }, true],
    ['conversation.hearing', { by: 'service', reason: 'Any words' }, false],
    ['conversation.heard', event, true],
    ['conversation.heard', { ...event, confidence: 0.4, language: 'pt-BR' }, true],
    ['conversation.heard', { ...event, segment: -1 }, false],
    ['conversation.heard', { ...event, segment: 1_000_001 }, false],
    ['conversation.heard', { ...event, speech: 'x'.repeat(4001) }, false],
    ['conversation.heard', { ...event, final: 'yes' }, false],
    ['conversation.heard', { ...event, elapsed: -1 }, false],
    ['conversation.heard', { ...event, elapsed: 600_001 }, false],
    ['conversation.heard', { ...event, confidence: 2 }, false],
    ['conversation.heard', { ...event, language: 'not a tag' }, false],
  );
  const wordEvent = { id: 'a.0.1', state: 'word', at: 12 };
  rows.push(
    ['conversation.speaking', { languages: ['en', 'pt-BR'] }, true],
    ['conversation.speaking', { languages: [] }, true],
    ['conversation.speaking', {}, false],
    ['conversation.speaking', { languages: ['not a tag'] }, false],
    ['conversation.speaking', { languages: Array.from({ length: 101 }, () => 'en') }, false],
    ['conversation.spoken', wordEvent, true],
    ['conversation.spoken', { id: 'a', state: 'ended' }, true],
    ['conversation.spoken', { ...wordEvent, state: 'sung' }, false],
    ['conversation.spoken', { ...wordEvent, id: 'x'.repeat(101) }, false],
    ['conversation.spoken', { ...wordEvent, at: -1 }, false],
    ['conversation.spoken', { ...wordEvent, at: 4001 }, false],
    ['conversation.spoken', { ...wordEvent, at: 1.5 }, false],
  );
  for (const [type, properties, isValid] of rows)
    assert.equal(
      VisitorEvent.safeParse(envelope(type, properties)).success,
      isValid,
      `${type} ${JSON.stringify(properties)}`,
    );
});

test('a question has 2 to 10 options with unique ids', () => {
  const options = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ id: `o${index}`, label: `Option ${index}` }));
  for (const [value, isValid] of [
    [{ question: 'Which?', options: options(2) }, true],
    [{ question: 'Which?', options: options(10) }, true],
    [{ question: 'Which?', options: options(1) }, false],
    [{ question: 'Which?', options: options(11) }, false],
    [{ question: '', options: options(2) }, false],
    [{ question: 'Which?', options: [...options(2), { id: 'o1', label: 'Again' }] }, false],
  ] as const)
    assert.equal(QuestionArguments.safeParse(value).success, isValid);
});

test('names are converted to the older ones and back', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('pal_id', 'pal_name', 'default_face_id', 'other'), fc.string()),
      (object) => {
        assert.deepEqual(toCurrent(toLegacy(object)).value, { ...object });
      },
    ),
  );
  assert.equal(toCurrent({ pal_name: 'a', persona_name: 'b' }).conflict, 'pal_name');
  assert.equal(toCurrent({ pal_name: 'a', persona_name: 'a' }).conflict, undefined);
});
