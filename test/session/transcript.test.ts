import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { AgentEvent } from '../../src/contract/room-events.ts';
import type { Line } from '../../src/elements/session/phases.ts';
import { nextTranscript, addTypedLine } from '../../src/elements/session/transcript.ts';
import { agentEvent } from './world.ts';

type Role = 'user' | 'pal';
const utterance = (role: Role, speech: string, extraFields: Record<string, unknown> = {}) =>
  agentEvent('conversation.utterance', { role, speech }, extraFields);
const spokenEvent = (role: Role, speech: string, extraFields: Record<string, unknown> = {}, final = false) =>
  agentEvent('conversation.utterance.streaming', { role, speech, final }, extraFields);
const stopSpeaking = (extraFields: Record<string, unknown> = {}) =>
  agentEvent('conversation.stopped_speaking', { role: 'pal', interrupted: true }, extraFields);
const fold = (events: AgentEvent[], initialLines: readonly Line[] = []) =>
  events.reduce((lines, event) => nextTranscript(lines, event, 1000), initialLines);
const texts = (lines: readonly Line[]) =>
  lines.map(({ role, text, streaming }) => `${role}: ${text}${streaming ? '…' : ''}`);

test('a line grows under one id and is complete in the end', () => {
  const turn = { inference_id: 'a', turn_idx: 1, timestamp: 5 };
  const steps = [
    spokenEvent('pal', 'Hello,', turn),
    spokenEvent('pal', 'Hello, I am', turn),
    utterance('pal', 'Hello, I am Mira.', turn),
  ];
  const ids = new Set(steps.map((_, index) => fold(steps.slice(0, index + 1))[0]!.id));
  assert.equal(ids.size, 1);
  assert.deepEqual(texts(fold(steps.slice(0, 2))), ['pal: Hello, I am…']);
  assert.deepEqual(texts(fold(steps)), ['pal: Hello, I am Mira.']);
  assert.equal(fold(steps)[0]!.at, 5000);
});

test('an answer keeps its sources, whether it streamed or not, also through a late piece', () => {
  const sources = [{ document_id: 'd1', document_name: 'Opening hours' }];
  const event = agentEvent(
    'conversation.utterance',
    { role: 'pal', speech: 'At ten.', sources },
    { inference_id: 'a' },
  );
  assert.deepEqual(
    fold([event]).map((line) => line.sources),
    [sources],
  );
  assert.deepEqual(
    fold([
      spokenEvent('pal', 'At', { inference_id: 'a' }),
      event,
      spokenEvent('pal', 'At ten.', { inference_id: 'a' }, true),
      stopSpeaking({ inference_id: 'a' }),
    ]).map((line) => line.sources),
    [sources],
  );
  assert.deepEqual(
    fold([agentEvent('conversation.utterance', { role: 'pal', speech: 'No.', sources: [] })]).map(
      (line) => 'sources' in line,
    ),
    [false],
  );
});

test('a final streaming line is closed, and its complete line shows once', () => {
  const turn = { inference_id: 'a' };
  assert.deepEqual(texts(fold([spokenEvent('pal', 'Yes.', turn, true)])), ['pal: Yes.']);
  assert.deepEqual(texts(fold([spokenEvent('pal', 'Yes.', turn, true), utterance('pal', 'Yes.', turn)])), [
    'pal: Yes.',
  ]);
});

test('recognised words that the agent takes back disappear', () => {
  const turn = { turn_idx: 3 };
  assert.deepEqual(
    texts(fold([spokenEvent('user', 'in the', turn), spokenEvent('user', '', turn, true)])),
    [],
  );
});

test('a line without an end is not overwritten by the next', () => {
  assert.deepEqual(
    texts(
      fold([
        spokenEvent('pal', 'I was say', { inference_id: 'a' }),
        spokenEvent('pal', 'Now then', { inference_id: 'b' }),
      ]),
    ),
    ['pal: I was say', 'pal: Now then…'],
  );
});

test('a visitor and an agent in one turn keep lines of their own', () => {
  const lines = fold([
    spokenEvent('user', 'What', { turn_idx: 3 }),
    spokenEvent('pal', 'Well', { turn_idx: 3 }),
    utterance('user', 'What now?', { turn_idx: 3 }),
    utterance('pal', 'Well, this.', { turn_idx: 3 }),
  ]);
  assert.deepEqual(texts(lines), ['user: What now?', 'pal: Well, this.']);
  assert.equal(new Set(lines.map(({ id }) => id)).size, 2);
});

test('the older role name marks the same line, which shows once', () => {
  const event = (role: string, extraFields: Record<string, unknown>) =>
    agentEvent('conversation.utterance', { role: role as 'pal', speech: 'Hello.' }, extraFields);
  for (const [firstRole, secondRole] of [
    [{ inference_id: 'a' }, { inference_id: 'a' }],
    [{ turn_idx: 2 }, { turn_idx: 2 }],
    [{ turn_idx: 2, inference_id: 'a' }, { turn_idx: 2 }],
    [{}, {}],
  ]) {
    for (const [firstEvent, secondEvent] of [
      ['pal', 'replica'],
      ['replica', 'pal'],
    ] as const) {
      assert.deepEqual(texts(fold([event(firstEvent, firstRole!), event(secondEvent, secondRole!)])), [
        'pal: Hello.',
      ]);
    }
  }
});

test('the same words in another turn are another line', () => {
  assert.deepEqual(
    texts(
      fold([
        utterance('user', 'Yes', { turn_idx: 1 }),
        utterance('pal', 'Sure?', { inference_id: 'a' }),
        utterance('user', 'Yes', { turn_idx: 2 }),
      ]),
    ),
    ['user: Yes', 'pal: Sure?', 'user: Yes'],
  );
  assert.deepEqual(
    texts(fold([utterance('user', 'Yes', { turn_idx: 1 }), utterance('user', 'Yes', { turn_idx: 2 })])),
    ['user: Yes', 'user: Yes'],
  );
  assert.deepEqual(
    texts(fold([utterance('user', 'Yes'), utterance('pal', 'Sure?'), utterance('user', 'Yes')])),
    ['user: Yes', 'pal: Sure?', 'user: Yes'],
  );
});

test('typed lines are confirmed in their order, each once, under their ids', () => {
  const lines = addTypedLine(addTypedLine(addTypedLine([], 'yes', 1), 'no', 2), 'yes', 3);
  const ids = lines.map(({ id }) => id);
  const after = fold(
    [
      utterance('user', 'yes', { turn_idx: 1 }),
      utterance('user', 'no', { turn_idx: 2 }),
      utterance('user', ' yes', { turn_idx: 3 }),
    ],
    lines,
  );
  assert.deepEqual(
    after.map(({ id, text }) => [id, text]),
    [
      [ids[0], 'yes'],
      [ids[1], 'no'],
      [ids[2], 'yes'],
    ],
  );
  assert.equal(new Set(ids).size, 3);
  assert.deepEqual(
    texts(fold([utterance('user', 'yes', { turn_idx: 4 })], after)).length,
    4,
    'what is said later is a line of its own',
  );
});

test('a card’s answer sent as the visitor’s line is a line although it was not typed', () => {
  assert.deepEqual(
    texts(fold([utterance('user', 'Prices', { turn_idx: 1 })], addTypedLine([], 'Hello', 1))),
    ['user: Hello', 'user: Prices'],
  );
});

test('an interruption marks the interrupted line, and the spoken part stays', () => {
  const turn = { inference_id: 'b', turn_idx: 2 };
  const lines = fold([
    utterance('pal', 'First.', { inference_id: 'a' }),
    spokenEvent('pal', 'Second and third', turn),
    stopSpeaking(turn),
    utterance('pal', 'Second', turn),
  ]);
  assert.deepEqual(
    lines.map(({ text, interrupted, streaming }) => [text, interrupted, streaming]),
    [
      ['First.', false, false],
      ['Second', true, false],
    ],
  );
  assert.equal(
    fold([utterance('pal', 'First.', { inference_id: 'a' }), stopSpeaking({ inference_id: 'unheard' })])[0]!
      .interrupted,
    false,
    'cut before a word was heard',
  );
});

test('late and empty messages change nothing', () => {
  const turn = { inference_id: 'a', turn_idx: 1 };
  assert.deepEqual(texts(fold([utterance('pal', 'All of it.', turn), spokenEvent('pal', 'All of', turn)])), [
    'pal: All of it.',
  ]);
  assert.deepEqual(fold([utterance('pal', '  '), spokenEvent('user', '')]), []);
  assert.deepEqual(texts(fold([spokenEvent('pal', 'Half', turn), utterance('pal', '', turn)])), [
    'pal: Half',
  ]);
});

test('events without lines leave the same lines', () => {
  const lines = fold([utterance('pal', 'Hello.')]);
  for (const event of [
    agentEvent('conversation.started_speaking', { role: 'pal' }),
    agentEvent('conversation.stopped_speaking', { role: 'pal' }),
    agentEvent('conversation.ended', { shutdown_reason: 'x' }),
    agentEvent('conversation.tool_call', { name: 'canvas_clear', arguments: '{}', tool_call_id: 'a' }),
  ])
    assert.equal(nextTranscript(lines, event, 1), lines);
});

const anyEvent = fc.record({
  role: fc.constantFrom<Role>('user', 'pal'),
  speech: fc.constantFrom('', 'yes', 'no', 'yes and no'),
  inference_id: fc.constantFrom('a', 'b', null, undefined),
  turn_idx: fc.constantFrom(1, 2, undefined),
  kind: fc.constantFrom('said', 'saying', 'final', 'cut', 'typed'),
});

test('ids are unique and stay in place, no complete line vanishes, and a repeated event adds nothing', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 30 }), (events) => {
      let lines: readonly Line[] = [];
      for (const { role, speech, kind, inference_id, turn_idx } of events) {
        const isTakenBack = kind === 'final' && role === 'user' && !speech && lines.at(-1)?.streaming;
        const before = (isTakenBack ? lines.slice(0, -1) : lines).map(({ id }) => id);
        const turnFields = { inference_id, turn_idx };
        if (kind === 'typed') lines = addTypedLine(lines, speech || 'x', 1);
        else
          lines = nextTranscript(
            lines,
            kind === 'said'
              ? utterance(role, speech, turnFields)
              : kind === 'cut'
                ? stopSpeaking(turnFields)
                : spokenEvent(role, speech, turnFields, kind === 'final'),
            1,
          );
        const after = lines.map(({ id }) => id);
        assert.deepEqual(after.slice(0, before.length), before);
        assert.ok(after.length - before.length <= 1);
        assert.equal(new Set(after).size, after.length);
        assert.ok(lines.filter((line) => line.streaming && line.role === 'pal').length <= 1);
        assert.ok(lines.every(({ text }) => text.trim() !== ''));
        if (kind === 'said' && inference_id)
          assert.equal(nextTranscript(lines, utterance(role, speech, turnFields), 2).length, lines.length);
      }
    }),
  );
});

test("a person's line is labelled as theirs, and the agent's next one as its own", () => {
  const person = agentEvent(
    'conversation.utterance',
    { role: 'pal', speech: 'Dogs may wait outside.', person: 'Anna' },
    { inference_id: 'person:1', turn_idx: 2 },
  );
  const lines = fold([person, utterance('pal', 'I am here again.', { inference_id: 'b', turn_idx: 3 })]);
  assert.deepEqual(
    lines.map((line) => line.person),
    ['Anna', undefined],
  );
});
