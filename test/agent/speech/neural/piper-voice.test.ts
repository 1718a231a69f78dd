import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { PiperVoice } from '../../../../src/agent/speech/neural/piper-voice.ts';
import {
  FRAME_SAMPLES,
  VOICE_RATE,
  type Sentence,
  type VoicePart,
} from '../../../../src/agent/speech/neural/protocol.ts';
import { FRAMES_A_SYMBOL, writeToyVoice } from './toy-voice.ts';

const folder = mkdtempSync(join(tmpdir(), 'palkit-voice-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const ignoreFault = (): undefined => undefined;
const sentence = (text: string, settings: Partial<Sentence> = {}): Sentence => ({
  text,
  pronunciations: [],
  speaker: 0,
  speed: 1,
  pitch: 0,
  ...settings,
});
const TEXT = 'A long sentence that is heard in parts, since so much of it is said at once.';
/** A text with more frames than all blocks of the flow (`BLOCK_FRAMES`) together. */
const LONG_TEXT = `${TEXT} ${TEXT} ${TEXT}`;
const load = (form: Parameters<typeof writeToyVoice>[1] = {}) =>
  PiperVoice.load(writeToyVoice(join(folder, JSON.stringify(form)), form), ignoreFault);

async function collectParts(parts: AsyncIterable<VoicePart>): Promise<VoicePart[]> {
  const voiceParts: VoicePart[] = [];
  for await (const chunk of parts) voiceParts.push(chunk);
  return voiceParts;
}
const samplesOf = (parts: readonly VoicePart[]): number[] => parts.flatMap(({ samples }) => [...samples]);

test('a sentence comes in parts of whole video frames, with the predicted length', async () => {
  const parts = await collectParts((await load()).speak(sentence(TEXT)));
  assert.ok(parts.length > 3);
  for (const { samples, last: isLast } of parts.slice(0, -1))
    assert.ok(!isLast && samples.length % FRAME_SAMPLES === 0);
  assert.equal(parts.at(-1)!.last, true);
  assert.ok(parts[0]!.samples.length <= 0.4 * VOICE_RATE);
  assert.equal(samplesOf(parts).length, Math.round(parts[0]!.duration! * VOICE_RATE));
});

for (const form of [{}, { flow: false }])
  test(`parts sound like the sentence in one piece, ${form.flow === false ? 'without' : 'with'} a flow`, async () => {
    const [parts, wholeSpeech] = await Promise.all(
      [form, { tangled: true }].map(async (entry) =>
        collectParts((await load(entry)).speak(sentence(LONG_TEXT))),
      ),
    );
    assert.equal(wholeSpeech!.length, 1);
    assert.ok(parts!.length > 5);
    const [splitSamples, single] = [samplesOf(parts!), samplesOf(wholeSpeech!)];
    assert.equal(splitSamples.length, single.length);
    assert.ok(Math.max(...single.slice(0, 40_000).map(Math.abs)) > 1000);
    // Interpolated samples are rounded, and each part starts at a different position.
    for (const [index, sample] of splitSamples.entries())
      assert.ok(Math.abs(sample - single[index]!) <= 16, `sample ${index}`);
  });

test('each sound ends with its symbols', async () => {
  const [firstPart] = await collectParts((await load()).speak(sentence('Map.')));
  // The symbols are m, ˈæ, p and the punctuation mark, each followed by a separator.
  const symbol = (2 * FRAMES_A_SYMBOL * 256) / 22_050;
  const endings = firstPart!.phones!.map(({ name, end }) => [name, Math.round(end * 1000)]);
  const startSeconds = 0.02;
  assert.deepEqual(
    endings.slice(1, 4),
    [
      ['m', startSeconds + symbol],
      ['ae', startSeconds + 3 * symbol],
      ['p', startSeconds + 4 * symbol],
    ].map(([name, end]) => [name, Math.round(Number(end) * 1000)]),
  );
});

test('speed changes only the duration of a sentence, and a pitch shift only its frequency', async () => {
  const voice = await load();
  const [usualParts, fastParts, highParts] = await Promise.all(
    [{}, { speed: 2 }, { pitch: 3 }].map(async (settings) =>
      collectParts(voice.speak(sentence(TEXT, settings))),
    ),
  );
  const [usualLength, shortLength, unchangedLength] = [usualParts!, fastParts!, highParts!].map(
    (parts) => samplesOf(parts).length,
  );
  assert.ok(shortLength! < 0.7 * usualLength!);
  assert.ok(Math.abs(unchangedLength! / usualLength! - 1) < 0.2);
  assert.ok(crossings(highParts!) > 1.1 * crossings(usualParts!));
});

/** Returns the number of zero crossings per second. */
function crossings(parts: readonly VoicePart[]): number {
  const samples = samplesOf(parts);
  let count = 0;
  for (let index = 1; index < samples.length; index += 1)
    if (samples[index - 1]! < 0 !== samples[index]! < 0) count += 1;
  return (count / samples.length) * VOICE_RATE;
}

test('a text without a word gives no sound', async () => {
  assert.deepEqual(await collectParts((await load()).speak(sentence('🙂 …'))), []);
});

test('a file without a voice is refused', async () => {
  const setup = writeToyVoice(join(folder, 'broken'));
  writeFileSync(setup.model, 'no graph');
  await assert.rejects(PiperVoice.load(setup, ignoreFault));
  writeFileSync(setup.config, JSON.stringify({ audio: { sample_rate: 1 } }));
  await assert.rejects(PiperVoice.load(setup, ignoreFault), { name: 'ZodError' });
});
