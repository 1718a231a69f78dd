/** The first sentence of an early answer is synthesised at the visitor's pause, before the turn is over. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AgentOptions } from '../../src/agent/agent-options.ts';
import type { TextToSpeech } from '../../src/agent/speech/engines.ts';
import type { Responder } from '../../src/agent/replies/responder.ts';
import { answers, begin, createPausingRecogniser, joinInput, settle } from './stage.ts';

const FRAME = new Int16Array(320);
const OPENING = answers({ text: 'We open at ten. We close at seven.' });

/** Creates a voice that records the texts that it is asked for, and those whose synthesis was stopped. */
function createRecordingVoice() {
  const requestedTexts: string[] = [];
  const stoppedTexts: string[] = [];
  const voice: TextToSpeech = {
    languages: ['en'],
    async *speak(text, { signal }) {
      requestedTexts.push(text);
      signal?.addEventListener('abort', () => stoppedTexts.push(text));
      yield { text, packets: [], mouths: new Uint8Array(), duration: 2 };
    },
  };
  return { voice, requested: requestedTexts, stopped: stoppedTexts };
}

/** Begins a call whose greeting was played; the visitor then says `text`, with a pause after each of `pauses`. */
async function call(pauses: string[], text: string, options: Partial<AgentOptions>) {
  const play = begin({ speechToText: createPausingRecogniser(pauses, [text]), ...options });
  play.agent.take(joinInput());
  await play.stage.play();
  return {
    ...play,
    speak: () => (play.agent.take({ type: 'voice-began' }), play.clock.move(1000)),
    pause: async () => (play.agent.take({ type: 'voice-paused' }), await settle()),
    continue: () => {
      for (let frame = 0; frame < 9; frame++) play.agent.take({ type: 'voice', samples: FRAME });
    },
    /** Ends the voice; the turn is certainly over after the clock has moved further. */
    end: async () => (play.clock.move(260), play.agent.take({ type: 'voice-ended' }), await settle()),
    finish: async () => (play.clock.move(440), await play.stage.play()),
  };
}

describe('the voice of an early answer', () => {
  test('synthesises its first sentence once, at the pause, and the visitor hears it after the turn', async () => {
    const { voice, requested: requestedTexts, stopped: stoppedTexts } = createRecordingVoice();
    const play = await call(['when are you open'], 'when are you open', {
      voice,
      responder: OPENING,
    });
    play.speak();
    await play.pause();
    assert.deepEqual(requestedTexts, ['Welcome.', 'We open at ten.']);
    await play.end();
    assert.deepEqual([play.stage.queue.length, stoppedTexts.slice(1)], [0, []], 'the turn may continue');
    await play.finish();
    assert.deepEqual(requestedTexts, ['Welcome.', 'We open at ten.', 'We close at seven.']);
    assert.deepEqual(play.stage.lines().at(-1), ['pal', 'We open at ten. We close at seven.']);
  });

  test('prepares a sentence whose end comes with a later chunk, or with the end of the answer', async () => {
    for (const [chunks, firstSentence] of [
      [['We open', ' at ten.', ' Come in.'], 'We open at ten.'],
      [['We open', ' at ten'], 'We open at ten'],
      [['# Hours', '\n', 'At ten.'], 'Hours.'],
    ] as const) {
      const { voice, requested: requestedTexts } = createRecordingVoice();
      const play = await call(['when are you open'], 'when are you open', {
        voice,
        responder: answers(...chunks.map((text) => ({ text }))),
      });
      play.speak();
      await play.pause();
      assert.deepEqual(requestedTexts.slice(1), [firstSentence]);
    }
  });

  test('is stopped if the visitor continues, and begins again for the same sentence', async () => {
    const { voice, requested: requestedTexts, stopped: stoppedTexts } = createRecordingVoice();
    const lines = ['when are you open', 'when are you open today'];
    const play = await call([...lines], lines[1]!, { voice, responder: OPENING });
    play.speak();
    await play.pause();
    play.continue();
    assert.deepEqual(stoppedTexts.slice(1), ['We open at ten.']);
    await play.pause();
    assert.deepEqual(requestedTexts.slice(1), ['We open at ten.', 'We open at ten.']);
    await play.end();
    await play.finish();
    assert.equal(requestedTexts.length, 4, 'the second sentence follows');
    assert.deepEqual(play.stage.lines().at(-1), ['pal', 'We open at ten. We close at seven.']);
  });

  test('is not heard if the turn has other words, whose answer differs', async () => {
    const { voice, stopped: stoppedTexts } = createRecordingVoice();
    const responder: Responder = {
      kind: 'documents',
      async *think(question) {
        yield { text: question.endsWith('sundays') ? 'We are closed.' : 'We open at ten.' };
      },
    };
    const play = await call(['when are you open'], 'when are you open on sundays', {
      voice,
      responder,
    });
    play.speak();
    await play.pause();
    await play.end();
    assert.deepEqual(stoppedTexts.slice(1), ['We open at ten.']);
    await play.finish();
    assert.deepEqual(play.stage.lines().at(-1), ['pal', 'We are closed.']);
  });

  test('that fails is requested again for the answer', async () => {
    const requestedTexts: string[] = [];
    const voice: TextToSpeech = {
      languages: ['en'],
      async *speak(text) {
        requestedTexts.push(text);
        if (requestedTexts.length === 2) throw new Error('busy');
        yield { text, packets: [], mouths: new Uint8Array(), duration: 2 };
      },
    };
    const play = await call(['when are you open'], 'when are you open', {
      voice,
      responder: answers({ text: 'We open at ten.' }),
    });
    play.speak();
    await play.pause();
    await play.end();
    await play.finish();
    assert.deepEqual(requestedTexts, ['Welcome.', 'We open at ten.', 'We open at ten.']);
    assert.deepEqual(play.warnings, []);
    assert.deepEqual(play.stage.lines().at(-1), ['pal', 'We open at ten.']);
  });

  test('is not used for words that may continue', async () => {
    const { voice, requested: requestedTexts } = createRecordingVoice();
    const play = await call(['i would like to'], 'i would like to come', {
      voice,
      responder: OPENING,
    });
    play.speak();
    await play.pause();
    assert.deepEqual(requestedTexts, ['Welcome.']);
  });
});
