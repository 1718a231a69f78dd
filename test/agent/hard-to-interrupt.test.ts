/** A PAL that is hard to interrupt continues unless a voice is long; the silence after a voice does not count. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { turnOptionsOf } from '../../src/agent/turns/turn-options.ts';
import { begin, createRecogniser, event, settle, joinInput } from './stage.ts';

/** Milliseconds of silence that end the turn of a visitor who speaks during the agent's answer. */
const SILENCE = 1200;

/** Starts a call in which a visitor speaks for 900 ms in the middle of an answer, and pauses. */
async function startInterruptedCall() {
  const play = begin({
    turnOptions: turnOptionsOf({ pal_interruptibility: 'low', turn_taking_patience: 'high' }),
    speechToText: createRecogniser(['and on sundays']),
  });
  play.agent.take(joinInput());
  await play.stage.play();
  play.agent.take(event('conversation.respond', { text: 'When?' }));
  await settle();
  play.stage.begin();
  play.agent.take({ type: 'voice-began' });
  play.clock.move(900);
  play.agent.take({ type: 'voice-paused' });
  return play;
}

test('silence after a short voice does not make it a long one: it is answered afterwards', async () => {
  const { agent, clock, stage } = await startInterruptedCall();
  clock.move(SILENCE);
  agent.take({ type: 'voice-ended' });
  await settle();
  assert.deepEqual([stage.isHeld, stage.hushed], [false, 0]);
});

test('a voice that continues after a pause is a long one, and interrupts', async () => {
  const { agent, clock, stage } = await startInterruptedCall();
  clock.move(SILENCE + 1);
  assert.equal(stage.isHeld, true, 'it has gone on: else it would be over');
  agent.take({ type: 'voice-ended' });
  await settle();
  assert.equal(stage.hushed, 1);
});
