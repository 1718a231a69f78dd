import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noiseLevel } from '../../../src/agent/speech/background-noise.ts';

const RATE = 16_000;

/** Returns a second of a tone between half seconds of silence, with noise of the amplitude `loudness`. */
function toneInNoise(loudness: number): Int16Array {
  let seed = 7;
  return Int16Array.from({ length: 2 * RATE }, (_, index) => {
    seed = (seed * 48_271) % 2_147_483_647;
    const isTone = index > RATE / 2 && index < 1.5 * RATE;
    const tone = isTone ? 8000 * Math.sin((2 * Math.PI * 300 * index) / RATE) : 0;
    return tone + (seed / 2_147_483_647 - 0.5) * 2 * loudness;
  });
}

test('the level of the noise is its fraction of the voice', () => {
  assert.equal(noiseLevel([toneInNoise(0)]), 0);
  // The root mean square is 8000 / √2 for the tone, and 1000 / √3 for the noise.
  const level = noiseLevel([toneInNoise(1000)]);
  assert.ok(Math.abs(level - 0.102) < 0.015, String(level));
});

test('the parts of the sound do not change the level', () => {
  const sound = toneInNoise(1000);
  const parts = [sound.subarray(0, 777), sound.subarray(777, 20_001), sound.subarray(20_001)];
  assert.equal(noiseLevel(parts), noiseLevel([sound]));
});

test('silence and very short sounds have no noise', () => {
  for (const sound of [
    [],
    [new Int16Array(0)],
    [new Int16Array(RATE)],
    [toneInNoise(3000).subarray(0, 3000)],
  ])
    assert.equal(noiseLevel(sound), 0);
});
