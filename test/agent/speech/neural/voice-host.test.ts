import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Speech } from '../../../../src/agent/speech/engines.ts';
import { createNeuralTextToSpeech } from '../../../../src/agent/speech/neural/neural-text-to-speech.ts';
import { VoiceHost } from '../../../../src/agent/speech/neural/voice-host.ts';
import { PACKET_SECONDS } from '../../../../src/agent/speech/opus.ts';
import { SynthesisPool } from '../../../../src/agent/speech/synthesis-pool.ts';
import { MOUTHS } from '../../../../src/contract/mouths.ts';
import { ManualClock } from '../../../../src/runtime/clock.ts';
import { writeToyVoice } from './toy-voice.ts';

const folder = mkdtempSync(join(tmpdir(), 'palkit-voice-'));
const setup = writeToyVoice(folder);
const pool = new SynthesisPool({ size: 1 });
const clock = new ManualClock();
const hosts: VoiceHost[] = [];
const host = (program?: string): VoiceHost => {
  const host = new VoiceHost({ name: 'toy', clock, ...setup, ...(program ? { program } : {}) });
  hosts.push(host);
  return host;
};
const standIn = fileURLToPath(new URL('./voice-stand-in.ts', import.meta.url));
afterEach(() => Promise.all(hosts.splice(0).map((entry) => entry.close())));
after(async () => {
  await pool.close();
  rmSync(folder, { recursive: true, force: true });
});

async function collectSpeech(speeches: AsyncIterable<Speech>): Promise<Speech[]> {
  const chunks: Speech[] = [];
  for await (const speech of speeches) chunks.push(speech);
  return chunks;
}

test('speaks sentence after sentence in parts with all words, sound and mouths', async () => {
  const voice = createNeuralTextToSpeech({ host: host(), languages: ['en'], pool });
  const speeches = await collectSpeech(
    voice.speak('My name is Mabel. We are open from nine to six on weekdays.', {}),
  );
  assert.equal(
    speeches
      .map(({ text }) => text)
      .filter(Boolean)
      .join(' '),
    'My name is Mabel. We are open from nine to six on weekdays.',
  );
  assert.ok(speeches.length > 2);
  for (const { packets, mouths, duration } of speeches) {
    assert.equal(mouths.length, Math.ceil(packets.length / 2));
    assert.ok(Math.abs(duration - packets.length * PACKET_SECONDS) < 1e-9);
  }
  // The sounds m, m, m and b up to "Mabel." close the lips four times.
  const firstSpeeches = speeches.slice(0, speeches.findIndex(({ text }) => text.includes('Mabel.')) + 1);
  const shapes = firstSpeeches.flatMap(({ mouths }) => [...mouths].map((mouth) => MOUTHS[mouth]));
  const closures = shapes.filter((shape, index) => shape === 'closed' && shapes[index - 1] !== 'closed');
  assert.equal(closures.length, 4);
});

test('stops an abandoned sentence, and speaks the next one', async () => {
  const firstHost = host(standIn);
  const sentence = { pronunciations: [], speaker: 0, speed: 1, pitch: 0 };
  for await (const chunk of firstHost.speak({ ...sentence, text: 'endless' })) {
    assert.equal(chunk.last, false);
    break;
  }
  const abort = new AbortController();
  const endless = firstHost.speak({ ...sentence, text: 'endless' }, abort.signal);
  await endless.next();
  abort.abort(new Error('interrupted'));
  await assert.rejects(async () => {
    for await (const _ of endless);
  }, /interrupted/);
  const parts = [];
  for await (const part of firstHost.speak({ ...sentence, text: 'short' })) parts.push(part);
  // The stand-in reports how many sentences are still in progress.
  assert.deepEqual([...parts[0]!.samples], [0]);
});

test('a process that crashes fails its sentences and is replaced for the next one', async () => {
  const voice = createNeuralTextToSpeech({ host: host(standIn), languages: ['en'], pool });
  await assert.rejects(collectSpeech(voice.speak('Now die.', {})), { code: 'worker_died' });
  await assert.rejects(collectSpeech(voice.speak('Now throw.', {})), {
    code: 'bad_response',
    message: /RangeError/,
  });
  assert.equal((await collectSpeech(voice.speak('And live.', {}))).length, 1);
});

test('a part that is late fails the sentence, unless it was abandoned', async () => {
  const voiceHost = host(standIn);
  const sentence = { text: 'endless', pronunciations: [], speaker: 0, speed: 1, pitch: 0 };
  const lateSpeech = voiceHost.speak(sentence);
  await lateSpeech.next();
  const nextChunk = lateSpeech.next();
  const patient = voiceHost.speak({ ...sentence, patient: true });
  await patient.next();
  const patientChunk = patient.next();
  clock.move(8000);
  await assert.rejects(nextChunk, { code: 'timeout' });
  await voiceHost.close();
  await assert.rejects(patientChunk, { code: 'closed' });
});

test('a closed voice, or one that cannot be loaded, reports it', async () => {
  const closedHost = host(standIn);
  await closedHost.close();
  await assert.rejects(closedHost.warm(), { code: 'closed' });
  const failingHost = new VoiceHost({ name: 'broken', clock, model: setup.config, config: setup.config });
  hosts.push(failingHost);
  await assert.rejects(failingHost.warm(), { code: 'worker_died' });
});

test('stops after ten idle minutes', async () => {
  const voiceHost = host(standIn);
  await voiceHost.warm();
  clock.move(10 * 60_000);
  assert.equal(voiceHost.isRunning, false);
});
