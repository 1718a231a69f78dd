import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Line } from '../../src/elements/session/phases.ts';
import { nextTranscript } from '../../src/elements/session/transcript.ts';
import { agentEvent } from './world.ts';

test('an interrupted line is marked, also if a page receives it complete after a reload', () => {
  const turn = { inference_id: 'a', turn_idx: 1 };
  const speechEvent = agentEvent(
    'conversation.utterance',
    { role: 'pal', speech: 'At nine.', interrupted: true },
    turn,
  );
  const marks = (events: Parameters<typeof nextTranscript>[1][]) =>
    events
      .reduce<readonly Line[]>((lines, event) => nextTranscript(lines, event, 1000), [])
      .map(({ text, interrupted }) => [text, interrupted]);
  const stopEvent = agentEvent('conversation.stopped_speaking', { role: 'pal', interrupted: true }, turn);
  const streaming = agentEvent(
    'conversation.utterance.streaming',
    { role: 'pal', speech: 'At', final: false },
    turn,
  );
  assert.deepEqual(marks([stopEvent, speechEvent]), [['At nine.', true]]);
  assert.deepEqual(marks([streaming, speechEvent]), [['At nine.', true]]);
  assert.deepEqual(marks([streaming, stopEvent, speechEvent, speechEvent]), [['At nine.', true]]);
  const completeLine = agentEvent('conversation.utterance', { role: 'pal', speech: 'At nine.' }, turn);
  assert.deepEqual(marks([streaming, completeLine]), [['At nine.', false]]);
});
