/** A visitor interrupts the disclosure or the greeting; the agent then greets only if the visitor asked nothing. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { turnOptionsOf } from '../../src/agent/turns/turn-options.ts';
import { begin, createRecogniser, event, settle, joinInput } from './stage.ts';

const DISCLOSURE = { verbal: 'I am an AI.', visual: 'AI' };
const QUIET_MS = 1500;

/** Lets a visitor begin to speak (`words`) in the middle of the agent's first line, and plays what is left. */
async function interruptFirstLine(words: string, disclosure: typeof DISCLOSURE | null = DISCLOSURE) {
  const play = begin({
    disclosure,
    speechToText: createRecogniser([words]),
    turnOptions: turnOptionsOf({ pal_interruptibility: 'high' }),
  });
  play.agent.take(joinInput());
  await settle();
  play.stage.begin();
  assert.equal(play.stage.hushed, 0);
  play.agent.take({ type: 'voice-began' });
  assert.equal(play.stage.hushed, 1);
  await play.stage.play();
  const hasWelcomed = () => play.stage.lines().some(([, text]) => text === 'Welcome.');
  return { ...play, hasWelcomed };
}

describe('an interrupted disclosure', () => {
  test('ends with its banner', async () => {
    const { stage } = await interruptFirstLine('');
    const phases = stage.sentEvents
      .filter(({ type }) => type === 'disclosure')
      .map(({ properties }) => properties['phase']);
    assert.deepEqual(phases, ['begin', 'end']);
  });

  test('is followed by the greeting after a pause if the voice had no words', async () => {
    const { agent, stage, clock, hasWelcomed } = await interruptFirstLine('');
    clock.move(300);
    agent.take({ type: 'voice-ended' });
    await stage.play();
    assert.equal(hasWelcomed(), false, 'at once');
    clock.move(QUIET_MS);
    await stage.play();
    assert.equal(hasWelcomed(), true);
  });

  test('is followed by an answer only, if the voice asked something', async () => {
    const { agent, stage, clock, hasWelcomed } = await interruptFirstLine('when do you open');
    clock.move(1000);
    agent.take({ type: 'voice-ended' });
    for (let step = 0; step < 10; step++) {
      await stage.play();
      clock.move(QUIET_MS);
    }
    await stage.play();
    assert.equal(hasWelcomed(), false);
    assert.deepEqual(stage.lines().slice(1), [
      ['user', 'when do you open'],
      ['pal', 'We open at ten. We close at seven.'],
    ]);
  });

  test('is followed by no greeting while the voice continues, nor after a written question', async () => {
    const { agent, stage, clock, hasWelcomed } = await interruptFirstLine('');
    clock.move(QUIET_MS);
    await stage.play();
    assert.equal(hasWelcomed(), false, 'the voice goes on');
    agent.take(event('conversation.respond', { text: 'When?' }));
    agent.take({ type: 'voice-ended' });
    for (let step = 0; step < 10; step++) {
      await stage.play();
      clock.move(QUIET_MS);
    }
    assert.equal(hasWelcomed(), false, 'the visitor wrote');
  });

  test('waits at most four pauses for a voice to end', async () => {
    const { agent, stage, clock, hasWelcomed } = await interruptFirstLine('');
    for (let step = 0; step < 4; step++) {
      clock.move(QUIET_MS);
      await stage.play();
    }
    agent.take({ type: 'voice-ended' });
    for (let step = 0; step < 4; step++) {
      await stage.play();
      clock.move(QUIET_MS);
    }
    assert.equal(hasWelcomed(), false);
  });

  test('is not followed by a greeting after the call', async () => {
    const { agent, stage, clock } = await interruptFirstLine('');
    agent.take({ type: 'voice-ended' });
    agent.close();
    const lines = stage.lines();
    clock.move(10 * QUIET_MS);
    await stage.play();
    assert.deepEqual(stage.lines(), lines);
  });
});

test('an interrupted greeting is not repeated', async () => {
  const { agent, stage, clock, hasWelcomed } = await interruptFirstLine('', null);
  clock.move(300);
  agent.take({ type: 'voice-ended' });
  for (let step = 0; step < 6; step++) {
    await stage.play();
    clock.move(QUIET_MS);
  }
  await stage.play();
  assert.equal(hasWelcomed(), false);
});
