import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadFlite } from '../../src/agent/speech/flite.ts';
import {
  BEGIN_AFTER,
  FRAME_SAMPLES,
  INTERRUPT_AFTER,
  loadVoiceActivity,
} from '../../src/rooms/embedded/voice-activity.ts';
import { turnOptionsOf, guardedFrames } from '../../src/agent/turns/turn-options.ts';
import type { VoiceActivity } from '../../src/rooms/embedded/voice-activity.ts';

const RATE = 16_000;
const createVoiceActivity = await loadVoiceActivity();
const speech = loadFlite()('Where can I park my bicycle?', { voice: 'rms' }).samples;

/** Returns noise that is the same in every run. */
function noise(seconds: number, loudness: number): Int16Array {
  let seed = 7;
  return Int16Array.from({ length: seconds * RATE }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return (seed / 2_147_483_647 - 0.5) * 2 * loudness;
  });
}

function joinSamples(...parts: Int16Array[]): Int16Array {
  const allEntries = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    allEntries.set(part, offset);
    offset += part.length;
  }
  return allEntries;
}

/** Returns each event with the second at which it occurred. */
function events(detector: VoiceActivity, samples: Int16Array): Array<{ type: string; at: number }> {
  const changes: Array<{ type: string; at: number }> = [];
  for (let index = 0; index + FRAME_SAMPLES <= samples.length; index += FRAME_SAMPLES) {
    const type = detector.push(samples.subarray(index, index + FRAME_SAMPLES));
    if (type) changes.push({ type, at: (index + FRAME_SAMPLES) / RATE });
  }
  return changes;
}

const voiceStart = speech.findIndex((sample) => Math.abs(sample) > 1_000) / RATE;
const voiceEnd = speech.findLastIndex((sample) => Math.abs(sample) > 1_000) / RATE;

for (const timeoutMs of [400, 600, 1000]) {
  test(`speech between silences begins at once and ends after ${timeoutMs} ms`, () => {
    const allEvents = events(
      createVoiceActivity({ patience: timeoutMs }),
      joinSamples(noise(1, 20), speech, noise(2, 20)),
    );
    const pause = allEvents.findLast(({ type }) => type === 'paused')!;
    const changes = allEvents.filter(({ type }) => type === 'began' || type === 'ended');
    assert.deepEqual(
      changes.map(({ type }) => type),
      ['began', 'ended'],
    );
    const startDelay = changes[0]!.at - 1 - voiceStart;
    assert.ok(startDelay > 0 && startDelay < 0.25, `began ${startDelay} s after the voice`);
    const endDelay = changes[1]!.at - 1 - voiceEnd - timeoutMs / 1000;
    assert.ok(endDelay > -0.05 && endDelay < 0.1, `ended ${endDelay} s beside its patience`);
    assert.ok(
      Math.abs(changes[1]!.at - pause.at - (timeoutMs - 120) / 1000) < 0.001,
      'the pause before the end is told in its first frame',
    );
  });
}

test('a voice that fades into a hum has a pause, too, two frames later', () => {
  const hum = Int16Array.from(
    { length: 2 * RATE },
    (_, index) => 2600 * Math.sin((index / RATE) * 30 * 2 * Math.PI),
  );
  const changes = events(createVoiceActivity({ patience: 600 }), joinSamples(noise(1, 20), speech, hum));
  const [pause, end] = changes.slice(-2);
  assert.deepEqual([pause?.type, end?.type], ['paused', 'ended']);
  assert.ok(Math.abs(end!.at - pause!.at - 0.44) < 0.001, `${end!.at - pause!.at} s before the end`);
});

test('a pause is reported if the voice continues after it', () => {
  const speechTwice = joinSamples(noise(1, 20), speech, speech, noise(2, 20));
  const changes = events(createVoiceActivity({ patience: 1500 }), speechTwice).map(({ type }) => type);
  assert.deepEqual([changes[0], changes.at(-2), changes.at(-1)], ['began', 'paused', 'ended']);
  const middleTypes = changes.slice(1, -2);
  assert.ok(middleTypes.length >= 2, changes.join(' '));
  assert.ok(
    middleTypes.every((type, index) => type === (index % 2 ? 'resumed' : 'paused')),
    changes.join(' '),
  );
});

test('while the agent speaks a voice is detected within 200 ms', () => {
  for (const level of ['medium', 'high'] as const) {
    const detector = createVoiceActivity();
    detector.beginAfter = guardedFrames(turnOptionsOf({ pal_interruptibility: level }));
    const [firstChange] = events(detector, joinSamples(noise(1, 20), speech));
    const delayAfter = firstChange!.at - 1 - voiceStart;
    // Add 20 ms, because a packet is sent every 20 ms and the next packet after the voice is silent.
    assert.ok(delayAfter > 0 && delayAfter + 0.02 <= 0.2, `${level}: ${delayAfter} s after the voice`);
  }
});

test('the silence that ends a turn can be changed in a call', () => {
  const detector = createVoiceActivity({ patience: 1000 });
  detector.patience = 300;
  const changes = events(detector, joinSamples(noise(1, 20), speech, noise(2, 20)));
  const endDelay = changes[1]!.at - 1 - voiceEnd - 0.3;
  assert.ok(endDelay > -0.2 && endDelay < 0.25, `${endDelay}`);
});

test('quiet noise, a click and silence begin no utterance', () => {
  const click = noise(0.04, 20_000);
  const changes = events(
    createVoiceActivity(),
    joinSamples(noise(3, 150), click, noise(1, 100), new Int16Array(RATE), click, new Int16Array(RATE)),
  );
  assert.deepEqual(changes, []);
});

test('the pre-roll contains the whole beginning, once', () => {
  const detector = createVoiceActivity();
  const samples = joinSamples(noise(1, 20), speech);
  let utterance: Int16Array | undefined;
  let end = 0;
  for (let index = 0; !utterance && index + FRAME_SAMPLES <= samples.length; index += FRAME_SAMPLES) {
    if (detector.push(samples.subarray(index, index + FRAME_SAMPLES)) !== 'began') continue;
    end = index + FRAME_SAMPLES;
    utterance = detector.takePreRoll();
  }
  assert.ok(utterance);
  assert.equal(utterance.length, (15 + BEGIN_AFTER) * FRAME_SAMPLES);
  assert.deepEqual(utterance, samples.slice(end - utterance.length, end));
  assert.ok(end - utterance.length <= (1 + voiceStart) * RATE, 'starts before the voice');
  assert.equal(detector.takePreRoll().length, 0);
});

test('an interruption needs more voiced frames than the first words', () => {
  const detectionTime = (beginAfter: number): number => {
    const detector = createVoiceActivity();
    detector.beginAfter = beginAfter;
    return events(detector, joinSamples(noise(1, 20), speech))[0]!.at;
  };
  const extraDelay = detectionTime(INTERRUPT_AFTER) - detectionTime(BEGIN_AFTER);
  assert.ok(extraDelay >= 0.08 - 1e-9 && extraDelay < 0.3, `${extraDelay} s`);
});

test('a reset drops the utterance, and a second one is detected like the first', () => {
  const detector = createVoiceActivity();
  const eventsIn = (...parts: Int16Array[]) =>
    events(detector, joinSamples(...parts))
      .map(({ type }) => type)
      .filter((type) => type === 'began' || type === 'ended');
  assert.deepEqual(eventsIn(noise(1, 20), speech), ['began']);
  detector.reset();
  assert.equal(detector.speaking, false);
  assert.deepEqual(eventsIn(noise(1, 20), speech, noise(1, 20)), ['began', 'ended']);
});

test('many detectors work side by side and can be closed', () => {
  for (let i = 0; i < 500; i += 1) {
    const detector = createVoiceActivity();
    detector.push(new Int16Array(FRAME_SAMPLES));
    detector.close();
    detector.close();
    assert.equal(detector.push(new Int16Array(FRAME_SAMPLES)), null);
  }
  assert.throws(() => createVoiceActivity().push(new Int16Array(10)), RangeError);
  assert.equal(events(createVoiceActivity(), joinSamples(noise(1, 20), speech))[0]!.type, 'began');
});

/** Returns speech between silences, with noise that is `decibels` below the speech. */
function noisySpeech(decibels: number): Int16Array {
  const power = speech.reduce((sum, sample) => sum + sample * sample, 0) / speech.length;
  const paddedSpeech = joinSamples(new Int16Array(RATE), speech, new Int16Array(RATE));
  // The power of uniform noise is a third of its squared amplitude.
  const background = noise(paddedSpeech.length / RATE, Math.sqrt((3 * power) / 10 ** (decibels / 10)));
  return paddedSpeech.map((sample, index) => sample + background[index]!);
}

for (const [decibels, patience, silence] of [
  [40, 260, 260],
  [12, 260, 390],
  [12, 300, 400],
  [12, 600, 600],
] as const)
  test(`with noise ${decibels} dB below the voice, ${silence} ms end an utterance instead of ${patience}`, () => {
    const activity = createVoiceActivity({ patience });
    const changes = events(activity, noisySpeech(decibels));
    assert.equal(activity.silence, silence);
    const end = changes.findLast(({ type }) => type === 'ended');
    const delay = end!.at - 1 - voiceEnd;
    assert.ok(Math.abs(delay - silence / 1000) < 0.13, `ended after ${delay} s`);
  });
