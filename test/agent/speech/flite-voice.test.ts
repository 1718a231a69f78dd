import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Decoder } from '@evan/opus';
import { EngineError } from '../../../src/agent/language/engine-error.ts';
import { MOUTHS } from '../../../src/contract/mouths.ts';
import type { Speech } from '../../../src/agent/speech/engines.ts';
import { createFliteTextToSpeech } from '../../../src/agent/speech/flite-text-to-speech.ts';
import { SynthesisPool } from '../../../src/agent/speech/synthesis-pool.ts';

const pool = new SynthesisPool({ size: 1 });
const voice = createFliteTextToSpeech(pool);
after(() => pool.close());

async function collectSpeech(speeches: AsyncIterable<Speech>): Promise<Speech[]> {
  const chunks: Speech[] = [];
  for await (const speech of speeches) chunks.push(speech);
  return chunks;
}

/** Returns the loudness of each 20 ms, from 0 to 1. */
function loudness(speech: Speech): number[] {
  const decoder = new Decoder({ channels: 1, sample_rate: 16000 });
  return speech.packets.map((packet) => {
    const bytes = decoder.decode(packet).slice();
    const samples = new Int16Array(bytes.buffer);
    assert.equal(samples.length, 320);
    return Math.sqrt(samples.reduce((sum, sample) => sum + (sample / 32768) ** 2, 0) / samples.length);
  });
}

for (const name of ['slt', 'rms', 'awb']) {
  test(`${name} starts at once, and packets, mouths and duration agree`, async () => {
    const [speech, ...otherSpeeches] = await collectSpeech(
      voice.speak('We are open from Monday to Friday.', { voice: name }),
    );
    assert.ok(speech);
    assert.deepEqual(otherSpeeches, []);
    assert.ok(speech.duration > 1 && speech.duration < 4, `${speech.duration} s`);
    assert.equal(speech.packets.length, Math.round(speech.duration / 0.02));
    assert.equal(speech.mouths.length, Math.ceil(speech.packets.length / 2));
    assert.equal(MOUTHS[speech.mouths.at(-1)!], 'rest');
    assert.ok(new Set(speech.mouths).size >= 4);
    const levels = loudness(speech);
    assert.ok(levels.findIndex((level) => level > 0.01) <= 6, 'no leading pause');
    assert.ok(levels.length - levels.findLastIndex((level) => level > 0.01) <= 20, 'no long trailing pause');
  });
}

test('a sentence is followed by a third of a second of silence, a clause by less', async () => {
  const text =
    'We are open on all days of the week but not on the days of the year that all of us know, and then ' +
    'we are far away.';
  const [clause, sentence] = await collectSpeech(voice.speak(text, {}));
  const silence = (speech: Speech): number => {
    const levels = loudness(speech);
    return (levels.length - 1 - levels.findLastIndex((level) => level > 0.01)) * 20;
  };
  assert.ok(clause!.text.endsWith(','), clause!.text);
  assert.ok(silence(sentence!) >= 300 && silence(sentence!) <= 400, `${silence(sentence!)} ms`);
  assert.ok(silence(clause!) >= 80 && silence(clause!) <= 200, `${silence(clause!)} ms`);
});

test("the first face's voice has a pitch range of seven semitones and speaks 150 to 180 words a minute", async () => {
  const text =
    'The battery lasts about eight hours and charges in ninety minutes. Your appointment is on Tuesday the ' +
    'fourteenth of March at half past nine. Which size do you need, small, medium or large?';
  const speeches = await collectSpeech(voice.speak(text, { voice: 'slt' }));
  const wordCount = text.split(' ').length;
  const pace = (60 * wordCount) / speeches.reduce((sum, { duration }) => sum + duration, 0);
  assert.ok(pace >= 150 && pace <= 180, `${pace.toFixed(0)} words a minute`);
  const tones = speeches.flatMap(pitches).sort((a, b) => a - b);
  const quantile = (share: number): number => tones[Math.floor(share * (tones.length - 1))]!;
  const range = 12 * Math.log2(quantile(0.95) / quantile(0.05));
  assert.ok(range >= 7 && range < 12, `${range.toFixed(1)} semitones`);
});

/** Returns the pitch of each loud 20 ms by autocorrelation, without those outside 110 to 300 Hz. */
function pitches(speech: Speech): number[] {
  const decoder = new Decoder({ channels: 1, sample_rate: 16_000 });
  const samples = speech.packets.flatMap((packet) => {
    const bytes = decoder.decode(packet).slice();
    return [...new Int16Array(bytes.buffer)];
  });
  const frequencies: number[] = [];
  for (let from = 0; from + 600 <= samples.length; from += 320) {
    const energy = correlation(samples, from, 0);
    if (energy / 400 < (0.03 * 32_768) ** 2) continue;
    let [best, lag] = [0.5 * energy, 0];
    for (let count = 40; count < 200; count += 1) {
      const value = correlation(samples, from, count);
      if (value > best) [best, lag] = [value, count];
    }
    const pitch = 16_000 / lag;
    if (pitch > 110 && pitch < 300) frequencies.push(pitch);
  }
  return frequencies;
}

function correlation(samples: readonly number[], from: number, lag: number): number {
  let sum = 0;
  for (let index = from; index < from + 400; index += 1) sum += samples[index]! * samples[index + lag]!;
  return sum;
}

test('three sentences arrive as three, in order and unchanged', async () => {
  const speeches = await collectSpeech(
    voice.speak('We open at 9. Ask **Dr. Jones** at https://example.com/help. Goodbye!', {}),
  );
  assert.deepEqual(
    speeches.map(({ text }) => text),
    ['We open at 9.', 'Ask Dr. Jones at example.com.', 'Goodbye!'],
  );
});

test('speed shortens the speech', async () => {
  const [slowSpeech] = await collectSpeech(voice.speak('This sentence has a few words.', { speed: 0.8 }));
  const [fast] = await collectSpeech(voice.speak('This sentence has a few words.', { speed: 1.6 }));
  assert.ok(slowSpeech!.duration > fast!.duration * 1.6, `${slowSpeech!.duration} and ${fast!.duration}`);
});

test('a text without English letters produces no sound', async () => {
  assert.deepEqual(await collectSpeech(voice.speak('🙂 … Привет.', {})), []);
});

test('an abort ends the speech between sentences', async () => {
  const stop = new AbortController();
  const texts: string[] = [];
  await assert.rejects(async () => {
    for await (const { text } of voice.speak('One is here. Two is here. Three is here.', {
      signal: stop.signal,
    })) {
      texts.push(text);
      stop.abort(new Error('interrupted'));
    }
  }, /interrupted/);
  assert.deepEqual(texts, ['One is here.']);
});

test('an abort removes waiting work from the queue', async () => {
  const stop = new AbortController();
  const pendingSounds = Array.from({ length: 5 }, () =>
    pool.synthesise({ text: 'A long queue.', voice: 'slt', speed: 1 }, stop.signal),
  );
  stop.abort(new Error('gone'));
  for (const outcome of await Promise.allSettled(pendingSounds)) assert.equal(outcome.status, 'rejected');
});

test('a worker that crashes fails its job and is replaced', async () => {
  // Opus does not support this sample rate, so the worker throws.
  const doomedSound = pool.encode({ samples: new Int16Array(320), sampleRate: 11_025 as 8000 });
  const queuedSound = pool.synthesise({ text: 'Still here.', voice: 'slt', speed: 1 });
  await assert.rejects(doomedSound, (error) => error instanceof EngineError && error.code === 'worker_died');
  assert.ok((await queuedSound).packets.length > 20);
});

test('a full queue refuses work; a closed pool refuses work and rejects waiting work', async () => {
  const smallPool = new SynthesisPool({ size: 1, limit: 1 });
  const work = { text: 'Too many words.', voice: 'slt', speed: 1 } as const;
  const firstSpeech = smallPool.synthesise(work);
  const secondSpeech = smallPool.synthesise(work);
  await assert.rejects(smallPool.synthesise(work), { code: 'busy' });
  const outcomes = Promise.allSettled([firstSpeech, secondSpeech]);
  await smallPool.close();
  assert.deepEqual(
    (await outcomes).map((each) => each.status === 'rejected' && (each.reason as EngineError).code),
    ['closed', 'closed'],
  );
  await assert.rejects(smallPool.synthesise(work), { code: 'closed' });
});

test('speech for a call comes before background work', async () => {
  const order: string[] = [];
  const say = (text: string, patient: boolean) =>
    pool.synthesise({ text, voice: 'slt', speed: 1 }, undefined, { patient }).then(() => order.push(text));
  await Promise.all([
    say('One.', true),
    say('Two.', true),
    say('Three.', true),
    say('Call one.', false),
    say('Call two.', false),
  ]);
  assert.deepEqual(order, ['One.', 'Call one.', 'Call two.', 'Two.', 'Three.']);
});

test('accounts take turns, and a queue that one account has filled accepts sentences of another', async () => {
  const smallPool = new SynthesisPool({ size: 1, limit: 6 });
  const order: string[] = [];
  const say = (account: number, text: string, patient = false) =>
    smallPool
      .synthesise({ text, voice: 'slt', speed: 1 }, undefined, { account, patient })
      .then(() => order.push(text));
  const firstSpeeches = Array.from({ length: 7 }, (_, index) => say(1, `First ${index}.`));
  await assert.rejects(say(1, 'First too many.'), { code: 'busy' });
  await Promise.all([...firstSpeeches, say(2, 'Second 0.'), say(2, 'Second 1.'), say(3, 'Patient.', true)]);
  assert.deepEqual(order.slice(0, 5), ['First 0.', 'First 1.', 'Second 0.', 'First 2.', 'Second 1.']);
  assert.equal(order.at(-1), 'Patient.');
  await smallPool.close();
});
