import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../src/runtime/clock.ts';
import type { MediaEvent } from '../../src/rooms/embedded/media-messages.ts';
import { EmbeddedRooms } from '../../src/rooms/embedded/rooms.ts';

function openRooms() {
  const felt: string[] = [];
  let tell: (event: MediaEvent) => void = () => {};
  const rooms = new EmbeddedRooms(
    {
      join: () => Promise.resolve({ answer: '' }),
      leave() {},
      say() {},
      hush() {},
      send() {},
      listen() {},
      feel: (_call, mood) => void felt.push(mood),
      subscribe: (listener) => {
        tell = listener;
        return () => {};
      },
    },
    new ManualClock(),
  );
  const room = rooms.open('c1', 'face', () => {});
  return { felt, room, tell: (event: object) => tell({ callId: 'c1', ...event } as MediaEvent) };
}
const respond = JSON.stringify({
  message_type: 'conversation',
  event_type: 'conversation.respond',
  conversation_id: 'c1',
  properties: { text: 'When do you open?' },
});

test('the face listens to a voice, thinks until the answer begins, and relaxes again', () => {
  const { felt, tell } = openRooms();
  for (const is of ['connected', 'voice-began', 'voice-ended']) tell({ is });
  assert.deepEqual(felt, ['listening', 'thinking']);
  tell({ is: 'saying', utteranceId: 'u1' });
  tell({ is: 'said', utteranceId: 'u1', seconds: 1, interrupted: false });
  assert.deepEqual(felt, ['listening', 'thinking', 'idle']);
});

test('it thinks about typed text', () => {
  const { felt, tell } = openRooms();
  tell({ is: 'connected' });
  tell({ is: 'message', data: respond });
  assert.deepEqual(felt, ['thinking']);
});

test('a face that apologises is worried until the visitor continues', () => {
  const { felt, room, tell } = openRooms();
  for (const is of ['connected', 'voice-began', 'voice-ended']) tell({ is });
  tell({ is: 'saying', utteranceId: 'u1' });
  room.showMood('worried');
  tell({ is: 'said', utteranceId: 'u1', seconds: 1, interrupted: false });
  assert.deepEqual(felt.slice(2), ['idle', 'worried']);
  tell({ is: 'voice-began' });
  assert.deepEqual(felt.slice(4), ['listening']);
});

test('the face listens to an interrupting visitor until the end', () => {
  const { felt, tell } = openRooms();
  tell({ is: 'connected' });
  tell({ is: 'saying', utteranceId: 'u1' });
  tell({ is: 'voice-began' });
  tell({ is: 'said', utteranceId: 'u1', seconds: 1, interrupted: true });
  assert.deepEqual(felt, ['listening']);
});

test('a new connection of the call shows the same mood', () => {
  const { felt, tell } = openRooms();
  for (const is of ['connected', 'voice-began', 'lost', 'connected', 'voice-ended']) tell({ is });
  assert.deepEqual(felt, ['listening', 'listening', 'thinking']);
});
