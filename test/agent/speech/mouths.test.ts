import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOUTHS, STRESS } from '../../../src/contract/mouths.ts';
import { mouthsOfLoudness, mouthsOfPhones, withLoudStresses } from '../../../src/agent/speech/mouths.ts';

const names = (mouths: Uint8Array): string[] => [...mouths].map((index) => MOUTHS[index % STRESS]!);

test('each sound has its shape, at its time', () => {
  const phones = [
    ['pau', 0.08],
    ['m', 0.16],
    ['aa', 0.28],
    ['f', 0.36],
    ['iy', 0.48],
    ['uw', 0.6],
    ['pau', 0.72],
  ] as const;
  assert.deepEqual(
    names(
      mouthsOfPhones(
        phones.map(([name, end]) => ({ name, end })),
        18,
      ),
    ),
    [
      'rest',
      'rest',
      'closed',
      'closed',
      'open',
      'open',
      'open',
      'teeth',
      'teeth',
      'wide',
      'wide',
      'wide',
      'round',
      'round',
      'round',
      'rest',
      'rest',
      'rest',
    ],
  );
});

test('shapes never flicker, however short the sounds', () => {
  const sounds = ['b', 'aa', 't', 'iy', 'm', 'ow', 'v', 'eh', 's', 'p'];
  const phones = Array.from({ length: 100 }, (_, i) => ({
    name: sounds[(i * 7) % 10]!,
    end: (i + 1) * 0.031,
  }));
  const mouths = [...mouthsOfPhones(phones, 78)];
  const holdDurations = mouths
    .join('')
    .match(/(.)\1*/g)!
    .map((hold) => hold.length);
  assert.ok(Math.min(...holdDurations) >= 2, `holds of ${holdDurations.join(' ')}`);
  assert.ok(new Set(mouths).size >= 4, 'the mouth still moves');
  assert.equal(MOUTHS[mouths.at(-1)!], 'rest');
});

test('a sound of a few frames is all rest', () => {
  assert.deepEqual(names(mouthsOfPhones([{ name: 'aa', end: 0.12 }], 3)), ['rest', 'rest', 'rest']);
  assert.equal(mouthsOfPhones([], 0).length, 0);
});

test('short parts of a continuing sound move the mouth too, and do not close it', () => {
  const rate = 24_000;
  const voiced = Int16Array.from({ length: rate * 0.4 }, (_, index) => 12_000 * Math.sin(index / 9));
  for (const frames of [1, 2, 3, 5, 10]) {
    const mouths = Array.from({ length: 10 / frames }, (_, part) => [
      ...mouthsOfLoudness(
        voiced.slice(part * frames * rate * 0.04, (part + 1) * frames * rate * 0.04),
        rate,
        frames,
        { part: true },
      ),
    ]).flat();
    assert.ok(
      mouths.every((mouth) => MOUTHS[mouth % STRESS] === 'open'),
      `parts of ${frames} frames: ${mouths.join(' ')}`,
    );
  }
  const hum = Int16Array.from({ length: rate * 0.4 }, (_, index) => 90 * Math.sin(index / 9));
  assert.ok(
    mouthsOfLoudness(hum, rate, 10, { part: true }).every((mouth) => mouth === 0),
    'noise is no voice',
  );
});

test('loudness opens the mouth and silence closes it', () => {
  const rate = 24_000;
  const samples = new Int16Array(rate);
  for (let i = rate / 4; i < rate / 2; i += 1) samples[i] = 12_000 * Math.sin(i / 9);
  const mouths = names(mouthsOfLoudness(samples, rate, 25));
  assert.equal(mouths[2], 'rest');
  assert.equal(mouths[9], 'open');
  assert.ok(mouths.slice(15).every((mouth) => mouth === 'rest'));
});

const stresses = (mouths: Uint8Array): number[] =>
  [...mouths.keys()].filter((position) => mouths[position]! >= STRESS);

test('a stressed vowel is marked at its beginning', () => {
  const phones = [
    { name: 'pau', end: 0.08 },
    { name: 'm', end: 0.16 },
    { name: 'aa', end: 0.32, stressed: true },
    { name: 't', end: 0.4 },
    { name: 'iy', end: 0.56 },
    { name: 'pau', end: 0.72 },
  ];
  assert.deepEqual(stresses(mouthsOfPhones(phones, 18)), [4]);
});

test('a voice without stress marks is stressed on loud vowels, or at the loudest sound', () => {
  const rate = 8000;
  const [quietAmplitude, loudAmplitude] = [1500, 9000];
  const levels = [
    quietAmplitude,
    quietAmplitude,
    loudAmplitude,
    quietAmplitude,
    quietAmplitude,
    loudAmplitude,
    quietAmplitude,
  ];
  const samples = Int16Array.from(
    { length: levels.length * 0.2 * rate },
    (_, index) =>
      levels[Math.floor(index / rate / 0.2)]! *
      Math.sin(index / 3) *
      Math.sin((index / rate / 0.2) * Math.PI),
  );
  const phones = levels.flatMap((_, index) => [
    { name: 'ah', end: index * 0.2 + 0.15 },
    { name: 't', end: index * 0.2 + 0.2 },
  ]);
  assert.deepEqual(
    withLoudStresses(phones, samples, rate).flatMap(({ stressed }, at) => (stressed ? [at] : [])),
    [4, 10],
  );
  for (const [stressIndex, expected] of stresses(mouthsOfLoudness(samples, rate, 35)).map(
    (frame, index) => [frame * 0.04, [0.5, 1.1][index]!] as const,
  ))
    assert.ok(Math.abs(stressIndex - expected) <= 0.06, `${stressIndex} s, not ${expected}`);
  assert.equal(stresses(mouthsOfLoudness(samples, rate, 35)).length, 2);
});
