/** `conversation.sensitivity` and `set_emotion` have an effect, or are answered with the reason why they have none. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guardedFrames, turnDuration, turnOptionsOf } from '../../src/agent/turns/turn-options.ts';
import { TURN_SILENCE } from '../../src/contract/layers.ts';
import { begin, event, joinInput, settle } from './stage.ts';

const warnings = ({ stage }: ReturnType<typeof begin>) =>
  stage.sentEvents.filter(({ type }) => type === 'warning').map(({ properties }) => properties['event_type']);

function createCall(pause?: unknown, interrupt?: unknown) {
  const turnOptions = turnOptionsOf({ turn_detection: { silence_ms: 700 } }, { hurried: true });
  const play = begin({ turnOptions });
  play.agent.take(joinInput());
  play.agent.take(
    event('conversation.sensitivity', {
      participant_pause_sensitivity: pause,
      participant_interrupt_sensitivity: interrupt,
    }),
  );
  return { ...play, turnOptions };
}

test('sensitivity changes the turn taking of this call, and the room applies it at once', () => {
  const eager = createCall('high', 'high');
  assert.deepEqual(
    [eager.turnOptions.silence, eager.turnOptions.hasFixedDelay, eager.turnOptions.interruptibility],
    [TURN_SILENCE.low, false, 'high'],
  );
  assert.deepEqual(eager.stage.flow, {
    guardedFrames: guardedFrames(eager.turnOptions),
    silence: Math.min(turnDuration('minEndpointingDelay'), TURN_SILENCE.low),
  });
  assert.deepEqual(warnings(eager), []);
  const patientCall = createCall('verylow');
  assert.deepEqual(
    [patientCall.turnOptions.silence, patientCall.turnOptions.interruptibility],
    [TURN_SILENCE.high, 'medium'],
  );
});

for (const levels of [[], [null, null], ['loud'], ['low', 'constructor'], [''], [0.5], [{}]] as const)
  test(`sensitivity of ${JSON.stringify(levels)} changes nothing and is refused`, () => {
    const { turnOptions, ...play } = createCall(...levels);
    assert.deepEqual(turnOptions, turnOptionsOf({ turn_detection: { silence_ms: 700 } }, { hurried: true }));
    assert.deepEqual(warnings(play), ['conversation.sensitivity']);
  });

test('an emotion is acknowledged, and the call continues', async () => {
  const play = begin();
  play.agent.take(joinInput('text'));
  play.agent.take(event('conversation.set_emotion', { emotion: 'happy' }));
  assert.deepEqual(warnings(play), ['conversation.set_emotion']);
  await settle();
  play.agent.take(event('conversation.respond', { text: 'When do you open?' }));
  await play.stage.play();
  assert.ok(play.stage.lines().some(([role]) => role === 'pal'));
});
