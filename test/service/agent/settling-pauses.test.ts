/** A pause that may be a closed consonant: the recognised text is read after a delay, or immediately. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createConversation } from '../../../src/contract/conversations.ts';
import { turnOptionsOf } from '../../../src/agent/turns/turn-options.ts';
import type { SpeechToText } from '../../../src/agent/speech/engines.ts';
import { ALICE, waitUntilConnected, openWorld, type World } from '../world.ts';
import { begin, settle, joinInput } from '../../agent/stage.ts';

const SILENT_FRAME = new Int16Array(320);

/** Creates a recogniser that records in `calls` when its text is read at a pause, and when the voice goes on. */
function createRecordingRecogniser() {
  const calls: string[] = [];
  const recogniser: SpeechToText = {
    languages: ['en'],
    listen: () => ({
      write() {},
      pause: async () => (calls.push('read'), 'when are you open'),
      resume: () => void calls.push('goes on'),
      finish: async () => '',
    }),
  };
  return { recogniser, calls };
}

async function createPausedCall(hurried: boolean) {
  const { recogniser, calls } = createRecordingRecogniser();
  const questions: string[] = [];
  const play = begin({
    speechToText: recogniser,
    turnOptions: turnOptionsOf(undefined, { hurried }),
    responder: {
      kind: 'documents',
      async *think(question) {
        questions.push(question);
        yield { text: 'Until six.' };
      },
    },
  });
  play.agent.take(joinInput());
  await play.stage.play();
  play.agent.take({ type: 'voice-began' });
  play.clock.move(1000);
  play.agent.take({ type: 'voice-paused' });
  return {
    ...play,
    calls,
    questions,
    frame: () => play.agent.take({ type: 'voice', samples: SILENT_FRAME }),
  };
}

describe('the words at a pause', () => {
  test('are recognised once after three more frames, and an answer is begun', async () => {
    const play = await createPausedCall(false);
    play.frame();
    play.frame();
    assert.deepEqual(play.calls, []);
    play.frame();
    await settle();
    play.frame();
    assert.deepEqual([play.calls, play.questions], [['read'], ['when are you open']]);
  });

  test('are recognised at once if something else takes longer', async () => {
    const play = await createPausedCall(true);
    await settle();
    assert.deepEqual([play.calls, play.questions], [['read'], ['when are you open']]);
  });

  test('are not recognised if the voice continues before, and the recogniser is not informed', async () => {
    const play = await createPausedCall(false);
    play.frame();
    play.frame();
    play.agent.take({ type: 'voice-resumed' });
    for (let frame = 0; frame < 4; frame += 1) play.frame();
    await settle();
    assert.deepEqual([play.calls, play.questions], [[], []]);
    play.agent.take({ type: 'voice-paused' });
    for (let frame = 0; frame < 3; frame += 1) play.frame();
    assert.deepEqual(play.calls, ['read'], 'the next pause is another');
    play.agent.take({ type: 'voice-resumed' });
    assert.deepEqual(play.calls, ['read', 'goes on']);
  });

  test('are incomplete if the voice continues after a longer silence, which the recogniser learns', async () => {
    const play = await createPausedCall(false);
    for (let frame = 0; frame < 12; frame += 1) play.frame();
    play.agent.take({ type: 'voice-resumed' });
    assert.deepEqual(play.calls, ['read', 'goes on']);
  });

  test('drop an earlier early answer even if the pause was no real one', async () => {
    const play = await createPausedCall(false);
    for (let frame = 0; frame < 3; frame += 1) play.frame();
    await settle();
    play.agent.take({ type: 'voice-resumed' });
    play.agent.take({ type: 'voice-paused' });
    play.agent.take({ type: 'voice-resumed' });
    for (let frame = 0; frame < 9; frame += 1) play.frame();
    play.agent.take({ type: 'voice-paused' });
    for (let frame = 0; frame < 3; frame += 1) play.frame();
    await settle();
    assert.equal(
      play.questions.length,
      2,
      'the same words are asked again, for the first asking was dropped',
    );
  });
});

describe('in a call', () => {
  const { recogniser, calls } = createRecordingRecogniser();
  let world: World;
  before(async () => {
    world = await openWorld({
      engines: { voice: null, ears: recogniser },
      environment: { OUTBOUND_ALLOWED_HOSTS: '127.0.0.1' },
    });
  });
  after(() => world.close());

  for (const [title, layers, requests] of [
    ['of the embedded engines the words wait for the pause', {}, []],
    ['with a model they do not', { llm: { base_url: 'http://127.0.0.1:9/v1' } }, ['read']],
  ] as const)
    test(title, async () => {
      const { result } = await world.call(createConversation, {
        credential: ALICE,
        body: { pal_id: await world.pal({ layers, custom_greeting: 'Hi.' }) },
      });
      const callId = result.conversation_id;
      await waitUntilConnected(world, callId);
      calls.length = 0;
      world.media.emit({ is: 'voice-began', callId });
      world.media.emit({ is: 'voice', callId, samples: new Int16Array(1600) });
      world.media.emit({ is: 'voice-paused', callId });
      assert.deepEqual(calls, requests);
    });
});
