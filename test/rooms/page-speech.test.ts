/** Sentences that the page speaks itself pass through the room once, and the face moves with them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RoomEvent } from '../../src/agent/ports/room.ts';
import { EmbeddedRoom, type MediaPort } from '../../src/rooms/embedded/embedded-room.ts';
import { ManualClock } from '../../src/runtime/clock.ts';

const SENTENCE = { id: 's', text: 'We open.', language: 'en', mouths: '12', stresses: [], words: [] };

async function openConnectedRoom() {
  const messages: Record<string, unknown>[] = [];
  const moods: string[] = [];
  const events: RoomEvent[] = [];
  const media = {
    join: async () => ({ answer: '' }),
    leave() {},
    send: (_id: string, text: string) => messages.push(JSON.parse(text) as Record<string, unknown>),
    setMood: (_id: string, mood: string) => moods.push(mood),
  } as unknown as MediaPort;
  const options = { face: 'f', faceId: null, callLog: null, watch: false, audioOnly: false };
  const room = new EmbeddedRoom(
    'c',
    options,
    (event) => events.push(event),
    media,
    new ManualClock(),
    () => {},
  );
  await room.join('offer');
  room.onMediaEvent({ is: 'connected', callId: 'c' });
  return { room, sent: messages, moods, events };
}

const visitorSends = (room: EmbeddedRoom, event_type: string, properties: object) =>
  room.onMediaEvent({ is: 'message', callId: 'c', data: JSON.stringify({ event_type, properties }) });

test('a sentence for the page has no number and is never replayed', async () => {
  const { room, sent: sentMessages } = await openConnectedRoom();
  room.send('conversation.speak', SENTENCE);
  room.send('conversation.speak.control', { action: 'stop' });
  room.send('conversation.started_speaking', { role: 'pal' });
  assert.deepEqual(
    sentMessages.map(({ event_type, seq }) => [event_type, seq]),
    [
      ['conversation.speak', undefined],
      ['conversation.speak.control', undefined],
      ['conversation.started_speaking', 1],
    ],
  );
  sentMessages.length = 0;
  visitorSends(room, 'conversation.resume', { after: 0 });
  assert.deepEqual(
    sentMessages.map(({ event_type }) => event_type),
    ['conversation.started_speaking'],
  );
});

test('the face thinks until the page speaks, and a long answer is not a flood of messages', async () => {
  const { room, moods, events } = await openConnectedRoom();
  visitorSends(room, 'conversation.respond', { text: 'When do you open?' });
  assert.deepEqual(moods, ['thinking']);
  for (let index = 0; index < 300; index++)
    assert.ok(
      visitorSends(room, 'conversation.spoken', { id: 's', state: 'word', at: index }),
      `word ${index}`,
    );
  assert.deepEqual(moods, ['thinking', 'idle']);
  assert.equal(events.filter(({ type }) => type === 'message').length, 301);
});
