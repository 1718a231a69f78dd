import assert from 'node:assert/strict';
import { test } from 'node:test';
import { speechWav } from '../../../scripts/make-speech-wav.ts';
import { loadFlite } from '../../../src/agent/speech/flite.ts';

test('writes silence, speech, silence at 48 kHz', () => {
  const file = speechWav(['Where is the exit?'], { voice: 'awb', silenceBefore: 0.5, silenceAfter: 2 });
  const view = new DataView(file.buffer, file.byteOffset);
  assert.equal(view.getUint32(24, true), 48_000);
  assert.equal(view.getUint32(40, true), file.length - 44);
  const samples = new Int16Array(file.slice(44).buffer);
  const speech = loadFlite()('Where is the exit?', { voice: 'awb' }).samples;
  assert.equal(samples.length, 2.5 * 48_000 + speech.length * 3);
  assert.ok(samples.subarray(0, 24_000).every((sample) => sample === 0));
  assert.ok(samples.subarray(-96_000).every((sample) => sample === 0));
  assert.deepEqual(
    speech,
    Int16Array.from(speech, (_, i) => samples[24_000 + i * 3]!),
  );
});
