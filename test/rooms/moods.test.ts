import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../src/runtime/clock.ts';
import type { MediaEvent } from '../../src/rooms/embedded/media-messages.ts';
import { EmbeddedRooms } from '../../src/rooms/embedded/rooms.ts';

function openRooms() {
  const moods: string[] = [];
  let emit: (event: MediaEvent) => void = () => {};
  const rooms = new EmbeddedRooms(
    {
      join: () => Promise.resolve({ answer: '' }),
      leave() {},
      say() {},
      hush() {},
      send() {},
      listen() {},
      setMood: (_call, mood) => void moods.push(mood),
      subscribe: (listener) => {
        emit = listener;
        return () => {};
      },
    },
    new ManualClock(),
  );
  const room = rooms.open('c1', 'face', () => {});
  return { felt: moods, room, tell: (event: object) => emit({ callId: 'c1', ...event } as MediaEvent) };
}
const respond = JSON.stringify({
  message_type: 'conversation',
  event_type: 'conversation.respond',
  conversation_id: 'c1',
  properties: { text: 'When do you open?' },
});

test('the face listens to a voice, thinks until the answer begins, and relaxes again', () => {
  const { felt: moods, tell: emit } = openRooms();
  for (const eventName of ['connected', 'voice-began', 'voice-ended']) emit({ is: eventName });
  assert.deepEqual(moods, ['listening', 'thinking']);
  emit({ is: 'saying', utteranceId: 'u1' });
  emit({ is: 'said', utteranceId: 'u1', seconds: 1, interrupted: false });
  assert.deepEqual(moods, ['listening', 'thinking', 'idle']);
});

test('the face thinks about typed text', () => {
  const { felt: moods, tell: emit } = openRooms();
  emit({ is: 'connected' });
  emit({ is: 'message', data: respond });
  assert.deepEqual(moods, ['thinking']);
});

test('a face that apologises is worried until the visitor continues', () => {
  const { felt: moods, room, tell: emit } = openRooms();
  for (const eventName of ['connected', 'voice-began', 'voice-ended']) emit({ is: eventName });
  emit({ is: 'saying', utteranceId: 'u1' });
  room.showMood('worried');
  emit({ is: 'said', utteranceId: 'u1', seconds: 1, interrupted: false });
  assert.deepEqual(moods.slice(2), ['idle', 'worried']);
  emit({ is: 'voice-began' });
  assert.deepEqual(moods.slice(4), ['listening']);
});

test('the face listens to an interrupting visitor until the end', () => {
  const { felt: moods, tell: emit } = openRooms();
  emit({ is: 'connected' });
  emit({ is: 'saying', utteranceId: 'u1' });
  emit({ is: 'voice-began' });
  emit({ is: 'said', utteranceId: 'u1', seconds: 1, interrupted: true });
  assert.deepEqual(moods, ['listening']);
});

test('a new connection of the call shows the same mood', () => {
  const { felt: moods, tell: emit } = openRooms();
  for (const eventName of ['connected', 'voice-began', 'lost', 'connected', 'voice-ended'])
    emit({ is: eventName });
  assert.deepEqual(moods, ['listening', 'listening', 'thinking']);
});
