import assert from 'node:assert/strict';
import { test } from 'node:test';
import { voiceEvents } from '../../src/rooms/embedded/voice-events.ts';

const FRAME = new Int16Array(320);
const PRE_ROLL = new Int16Array(4800);

test('the end of an utterance reports the silence that ended it', () => {
  const activity = {
    push: () => 'ended' as const,
    speaking: false,
    silence: 390,
    takePreRoll: () => PRE_ROLL,
  };
  assert.deepEqual([...voiceEvents(activity, FRAME)].at(-1), { is: 'voice-ended', silence: 390 });
});

test('a beginning or a resumption is reported before its sound, a pause or an end after it', () => {
  let speaking = false;
  const events = ([null, 'began', null, 'paused', null, 'resumed', 'paused', 'ended', null] as const).map(
    (change) => {
      const activity = {
        push() {
          if (change === 'began' || change === 'ended') speaking = change === 'began';
          return change;
        },
        get speaking() {
          return speaking;
        },
        silence: 390,
        takePreRoll: () => PRE_ROLL,
      };
      return [...voiceEvents(activity, FRAME)].map((event) =>
        event.is === 'voice' ? event.samples.length : event.is,
      );
    },
  );
  assert.deepEqual(events, [
    [],
    ['voice-began', 4800],
    [320],
    [320, 'voice-paused'],
    [320],
    ['voice-resumed', 320],
    [320, 'voice-paused'],
    [320, 'voice-ended'],
    [],
  ]);
});
