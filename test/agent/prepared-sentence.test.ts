/** The first sentence of an early answer is synthesised at the visitor's pause, before the turn is over. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AgentOptions } from '../../src/agent/agent-options.ts';
import type { TextToSpeech } from '../../src/agent/speech/engines.ts';
import type { Responder } from '../../src/agent/replies/responder.ts';
import { answers, begin, createPausingEars, joinInput, settle } from './stage.ts';

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

/** Begins a call whose greeting was played; the visitor then says `words`, with a pause after each of `pauses`. */
async function call(pauses: string[], words: string, options: Partial<AgentOptions>) {
  const it = begin({ speechToText: createPausingEars(pauses, [words]), ...options });
  it.agent.take(joinInput());
  await it.stage.play();
  return {
    ...it,
    speak: () => (it.agent.take({ type: 'voice-began' }), it.clock.move(1000)),
    pause: async () => (it.agent.take({ type: 'voice-paused' }), await settle()),
    continue: () => {
      for (let frame = 0; frame < 9; frame++) it.agent.take({ type: 'voice', samples: FRAME });
    },
    /** Ends the voice; the turn is certainly over after the clock has moved further. */
    end: async () => (it.clock.move(260), it.agent.take({ type: 'voice-ended' }), await settle()),
    finish: async () => (it.clock.move(440), await it.stage.play()),
  };
}

describe('the voice of an early answer', () => {
  test('synthesises its first sentence once, at the pause, and the visitor hears it after the turn', async () => {
    const { voice, requested, stopped } = createRecordingVoice();
    const it = await call(['when are you open'], 'when are you open', {
      voice,
      responder: OPENING,
    });
    it.speak();
    await it.pause();
    assert.deepEqual(requested, ['Welcome.', 'We open at ten.']);
    await it.end();
    assert.deepEqual([it.stage.queue.length, stopped.slice(1)], [0, []], 'the turn may continue');
    await it.finish();
    assert.deepEqual(requested, ['Welcome.', 'We open at ten.', 'We close at seven.']);
    assert.deepEqual(it.stage.lines().at(-1), ['pal', 'We open at ten. We close at seven.']);
  });

  test('prepares a sentence whose end comes with a later chunk, or with the end of the answer', async () => {
    for (const [chunks, first] of [
      [['We open', ' at ten.', ' Come in.'], 'We open at ten.'],
      [['We open', ' at ten'], 'We open at ten'],
      [['# Hours', '\n', 'At ten.'], 'Hours.'],
    ] as const) {
      const { voice, requested } = createRecordingVoice();
      const it = await call(['when are you open'], 'when are you open', {
        voice,
        responder: answers(...chunks.map((text) => ({ text }))),
      });
      it.speak();
      await it.pause();
      assert.deepEqual(requested.slice(1), [first]);
    }
  });

  test('is stopped if the visitor continues, and begins again for the same sentence', async () => {
    const { voice, requested, stopped } = createRecordingVoice();
    const lines = ['when are you open', 'when are you open today'];
    const it = await call([...lines], lines[1]!, { voice, responder: OPENING });
    it.speak();
    await it.pause();
    it.continue();
    assert.deepEqual(stopped.slice(1), ['We open at ten.']);
    await it.pause();
    assert.deepEqual(requested.slice(1), ['We open at ten.', 'We open at ten.']);
    await it.end();
    await it.finish();
    assert.equal(requested.length, 4, 'the second sentence follows');
    assert.deepEqual(it.stage.lines().at(-1), ['pal', 'We open at ten. We close at seven.']);
  });

  test('is not heard if the turn has other words, whose answer differs', async () => {
    const { voice, stopped } = createRecordingVoice();
    const responder: Responder = {
      kind: 'documents',
      async *think(question) {
        yield { text: question.endsWith('sundays') ? 'We are closed.' : 'We open at ten.' };
      },
    };
    const it = await call(['when are you open'], 'when are you open on sundays', {
      voice,
      responder,
    });
    it.speak();
    await it.pause();
    await it.end();
    assert.deepEqual(stopped.slice(1), ['We open at ten.']);
    await it.finish();
    assert.deepEqual(it.stage.lines().at(-1), ['pal', 'We are closed.']);
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
    const it = await call(['when are you open'], 'when are you open', {
      voice,
      responder: answers({ text: 'We open at ten.' }),
    });
    it.speak();
    await it.pause();
    await it.end();
    await it.finish();
    assert.deepEqual(requestedTexts, ['Welcome.', 'We open at ten.', 'We open at ten.']);
    assert.deepEqual(it.warnings, []);
    assert.deepEqual(it.stage.lines().at(-1), ['pal', 'We open at ten.']);
  });

  test('is not used for words that may continue', async () => {
    const { voice, requested } = createRecordingVoice();
    const it = await call(['i would like to'], 'i would like to come', {
      voice,
      responder: OPENING,
    });
    it.speak();
    await it.pause();
    assert.deepEqual(requested, ['Welcome.']);
  });
});
