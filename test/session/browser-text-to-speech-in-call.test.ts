/** A session whose deployment uses the voices of the visitor's device. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Customization } from '../../src/contract/customization.ts';
import { startLiveCall, waitForView } from './hearing-world.ts';
import { ScriptedSpeech } from './scripted-speech.ts';
import { settle, world, type FakeRoom } from './world.ts';

const SENTENCE = { id: 's1', text: 'We open at ten.', language: 'en', mouths: '', stresses: [], words: [] };

function place(customization: Customization, speech: ScriptedSpeech | null = new ScriptedSpeech()) {
  return {
    ...world({ customization: { modality: 'audio', ...customization } }, { speech: speech?.port ?? null }),
    speech: speech!,
  };
}
const reports = (room: FakeRoom) =>
  room.sentMessages
    .filter(({ event_type }) => /speaking|spoken/.test(event_type))
    .map(({ properties }) => properties);

test('the page speaks in a call if the deployment chooses it', async () => {
  const visitor = place({ voice: 'browser' });
  const room = await startLiveCall(visitor);
  assert.deepEqual(reports(room), [{ languages: ['en'] }]);
  room.tell('conversation.speak', SENTENCE);
  visitor.speech.begins();
  visitor.speech.reaches(3);
  room.tell('conversation.speak.control', { action: 'stop' });
  assert.deepEqual(reports(room).slice(1), [
    { id: 's1', state: 'began' },
    { id: 's1', state: 'word', at: 3 },
    { id: 's1', state: 'cut', at: 3 },
  ]);
});

test('a browser without voices announces none, so that the agent does not wait', async () => {
  assert.deepEqual(reports(await startLiveCall(place({ voice: 'browser' }, null))), [{ languages: [] }]);
});

test('the page does not speak without the setting, or in a chat', async () => {
  for (const [customization, speech] of [
    [{}, new ScriptedSpeech()],
    [{ voice: 'service' }, new ScriptedSpeech()],
    [{ voice: 'browser', modality: 'chat' }, new ScriptedSpeech()],
  ] as const) {
    const visitor = place(customization, speech);
    const room = await startLiveCall(visitor);
    room.tell('conversation.speak', SENTENCE);
    assert.deepEqual(reports(room), [], JSON.stringify(customization));
    assert.deepEqual(speech.log, []);
  }
});

test('a lost connection ends its speech, and the next one receives its voices again', async () => {
  const visitor = place({ voice: 'browser' });
  const room = await startLiveCall(visitor);
  room.tell('conversation.speak', SENTENCE);
  visitor.speech.begins();
  room.listener.lost();
  assert.deepEqual(visitor.speech.log.slice(-2), ['cancel', 'resume']);
  await settle();
  const next = visitor.rooms.at(-1)!;
  assert.notEqual(next, room);
  next.connect();
  await waitForView(visitor, ({ phase }) => phase.is === 'live' && phase.connection === 'good');
  assert.deepEqual(reports(next), [{ languages: ['en'] }]);
});

test('the end of the call ends its speech', async () => {
  const visitor = place({ voice: 'browser' });
  const room = await startLiveCall(visitor);
  room.tell('conversation.speak', SENTENCE);
  visitor.speech.begins();
  room.tell('conversation.ended', { shutdown_reason: 'agent' });
  assert.deepEqual(visitor.speech.log.slice(-2), ['cancel', 'resume']);
});
