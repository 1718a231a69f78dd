/** Detects a voice from microphone levels. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LEVEL_MS, VoiceDetector } from '../../src/elements/session/level-meter.ts';

/** Feeds a level for `milliseconds`; returns the last result. */
function feed(detector: VoiceDetector, level: number, milliseconds: number): boolean {
  let isVoice = false;
  for (let time = 0; time < milliseconds; time += LEVEL_MS) isVoice = detector.next(level);
  return isVoice;
}

test('the level is measured at least ten times a second, so that it shows within 100 ms', () => {
  assert.ok(LEVEL_MS + 17 <= 100);
});

test('a voice is detected within 300 ms, with the gaps between syllables', () => {
  const detector = new VoiceDetector();
  assert.equal(feed(detector, 0.5, 150), false);
  assert.equal(feed(detector, 0, 100), false);
  assert.equal(feed(detector, 0.5, 150), true);
});

test('knocks, keys and a quiet room are not a voice', () => {
  const detector = new VoiceDetector();
  for (let knocks = 0; knocks < 20; knocks++) {
    assert.equal(feed(detector, 1, 100), false);
    assert.equal(feed(detector, 0, 400), false);
  }
  assert.equal(feed(detector, 0.1, 10_000), false);
});

test('a voice ends three seconds after its last word', () => {
  const detector = new VoiceDetector();
  feed(detector, 0.5, 1000);
  assert.equal(feed(detector, 0, 2900), true);
  assert.equal(feed(detector, 0, 200), false);
  assert.equal(feed(detector, 0.5, 250), false, 'it begins anew');
});
