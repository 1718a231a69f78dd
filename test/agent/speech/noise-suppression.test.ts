import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { loadFlite } from '../../../src/agent/speech/flite.ts';
import {
  loadNoiseSuppression,
  SUPPRESSION_DELAY,
  type SuppressorFactory,
} from '../../../src/agent/speech/noise-suppression.ts';
import { UtteranceSound } from '../../../src/agent/speech/utterance-sound.ts';

const RATE = 16_000;
const createSuppressor = await loadNoiseSuppression();
const { samples: speech } = loadFlite()('Where can I park my bicycle?', { voice: 'rms' });
const voiceStart = speech.findIndex((sample) => Math.abs(sample) > 1_000);

/** Returns the speech after half a second of silence, with noise of this amplitude that is the same in every run. */
function noisySpeech(amplitude: number): Int16Array {
  let seed = 7;
  return Int16Array.from({ length: RATE / 2 + speech.length }, (_, index) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return (speech[index - RATE / 2] ?? 0) + (seed / 2_147_483_647 - 0.5) * 2 * amplitude;
  });
}

const framesOf = (samples: Int16Array, length: number): Int16Array[] =>
  Array.from({ length: Math.ceil(samples.length / length) }, (_, index) =>
    samples.slice(index * length, (index + 1) * length),
  );

function joinFrames(frames: readonly Int16Array[]): Int16Array {
  return Int16Array.from(frames.flatMap((frame) => [...frame]));
}

const levelOf = (samples: Int16Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

function suppress(samples: Int16Array, length = 320): Int16Array {
  const suppressor = createSuppressor(samples.subarray(0, 6_400));
  const frames = framesOf(samples, length).map((frame) => suppressor.push(frame));
  suppressor.close();
  return joinFrames(frames);
}

describe('noise suppression', () => {
  test('returns as many samples as it receives, for chunks of any length', () => {
    for (const length of [1, 7, 320, 5000]) {
      const suppressor = createSuppressor(new Int16Array(0));
      for (let count = 0; count < 4; count++)
        assert.equal(suppressor.push(new Int16Array(length)).length, length);
      suppressor.close();
    }
  });

  test('halves steady noise and keeps the level of the voice', () => {
    const sound = noisySpeech(700);
    const result = suppress(sound);
    const silence = [RATE / 4, RATE / 2] as const;
    assert.ok(levelOf(result.subarray(...silence)) < 0.6 * levelOf(sound.subarray(...silence)));
    const [levelBefore, levelAfter] = [levelOf(sound.subarray(RATE / 2)), levelOf(result.subarray(RATE / 2))];
    assert.ok(
      levelAfter > 0.8 * levelBefore && levelAfter < 1.05 * levelBefore,
      `${levelBefore} became ${levelAfter}`,
    );
  });

  test('delays the sound by the stated time', () => {
    const sound = noisySpeech(0);
    const result = suppress(sound);
    const similarity = (delay: number) => {
      let sum = 0;
      for (let offset = RATE / 2; offset + delay < result.length; offset++)
        sum += sound[offset]! * result[offset + delay]!;
      return sum;
    };
    const delays = Array.from({ length: 81 }, (_, index) => SUPPRESSION_DELAY - 40 + index);
    const best = delays.reduce((a, b) => (similarity(b) > similarity(a) ? b : a));
    assert.ok(Math.abs(best - SUPPRESSION_DELAY) <= 4, `the delay is ${best}`);
  });

  test('does not depend on the length of the chunks', () => {
    const sound = noisySpeech(700);
    assert.deepEqual(suppress(sound, 111), suppress(sound, 320));
  });
});

describe('the sound of an utterance', () => {
  /** Returns an utterance as a room reports it: 300 ms of background, and the voice. */
  const noisyUtterance = (noise: number) => noisySpeech(noise).slice(RATE / 2 + voiceStart - 4_800);

  function soundOf(samples: Int16Array, create: SuppressorFactory | null = createSuppressor): UtteranceSound {
    const sound = new UtteranceSound(create);
    for (const frame of framesOf(samples, 320)) sound.write(frame);
    sound.flush();
    return sound;
  }

  test('is unchanged in quiet surroundings', () => {
    const samples = noisyUtterance(20);
    const sound = soundOf(samples);
    assert.equal(sound.isNoisy, false);
    assert.deepEqual(joinFrames(sound.chunks), samples);
  });

  test('has its noise suppressed from the beginning', () => {
    const samples = noisyUtterance(700);
    const sound = soundOf(samples);
    assert.equal(sound.isNoisy, true);
    sound.close();
    assert.deepEqual(joinFrames(sound.chunks), suppress(samples));
  });

  test('is unchanged but marked as noisy if the suppression could not be loaded', () => {
    const samples = noisyUtterance(700);
    const sound = soundOf(samples, null);
    assert.equal(sound.isNoisy, true);
    assert.deepEqual(joinFrames(sound.chunks), samples);
    sound.close();
  });

  test('is available at a pause, even if it is shorter than the measurement', () => {
    const sound = new UtteranceSound(createSuppressor);
    sound.write(new Int16Array(320));
    assert.equal(sound.chunks.length, 0);
    sound.flush();
    sound.write(new Int16Array(320));
    assert.equal(sound.chunks.length, 2);
  });
});
