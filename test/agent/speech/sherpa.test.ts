import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, afterEach, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SKIP_REASONS } from '../../surroundings.ts';
import { createInstalledEngines } from '../../../src/service/compose/installed-engines.ts';
import type { SpeechToText, Speech, TextToSpeech } from '../../../src/agent/speech/engines.ts';
import { loadFlite } from '../../../src/agent/speech/flite.ts';
import { createSherpaSpeechToText } from '../../../src/agent/speech/sherpa/sherpa-speech-to-text.ts';
import { SherpaHost } from '../../../src/agent/speech/sherpa/sherpa-host.ts';
import { createSherpaTextToSpeech } from '../../../src/agent/speech/sherpa/sherpa-text-to-speech.ts';
import { SynthesisPool } from '../../../src/agent/speech/synthesis-pool.ts';
import { ManualClock } from '../../../src/runtime/clock.ts';
import { addModel, describedIn } from '../../../src/models/install.ts';
import { hasEngine } from '../../../src/models/engine.ts';
import type { InstalledModel } from '../../../src/models/installed.ts';
import { writeToyRecogniser } from './toy-recogniser.ts';

const program = fileURLToPath(new URL('./sherpa-stand-in.ts', import.meta.url));
const clock = new ManualClock();
const pool = new SynthesisPool({ size: 1 });
const hosts: SherpaHost[] = [];
const host = (threads = 1): SherpaHost => {
  const host = new SherpaHost({
    name: 'tried',
    clock,
    program,
    package: '',
    family: 'piper',
    parts: {},
    threads,
  });
  hosts.push(host);
  return host;
};
afterEach(() => Promise.all(hosts.splice(0).map((entry) => entry.close())));
after(() => pool.close());

async function collectSpeech(speeches: AsyncIterable<Speech>): Promise<Speech[]> {
  const chunks: Speech[] = [];
  for await (const speech of speeches) chunks.push(speech);
  return chunks;
}

describe('a voice in a separate process', () => {
  test('speaks in parts, and the mouth follows its loudness', async () => {
    const voice = createSherpaTextToSpeech({ host: host(), languages: ['de'], pool });
    const speeches = await collectSpeech(voice.speak('Guten Tag. Wie geht es Ihnen?', {}));
    assert.deepEqual(
      speeches.map(({ text }) => text),
      ['Guten Tag.', 'Wie geht es Ihnen?'],
    );
    for (const { packets, mouths, duration } of speeches) {
      assert.ok(duration > 0.4 && packets.length > 20);
      assert.ok(mouths.some((mouth) => mouth > 0) && mouths.at(-1) === 0);
    }
  });

  test('reports a crash, and works again for the next sentence', async () => {
    const voice = createSherpaTextToSpeech({ host: host(), languages: ['en'], pool });
    await assert.rejects(collectSpeech(voice.speak('Now die.', {})), { code: 'worker_died' });
    assert.equal((await collectSpeech(voice.speak('And live.', {}))).length, 1);
    await assert.rejects(collectSpeech(voice.speak('Now throw.', {})), {
      code: 'bad_response',
      message: /RangeError/,
    });
  });

  test('fails after a minute if it never starts', async () => {
    const idleHost = host(0);
    const warm = idleHost.warm();
    clock.move(60_000);
    await assert.rejects(warm, { code: 'worker_died' });
    await assert.rejects(host(13).warm(), { code: 'worker_died' });
  });

  test('stops after ten idle minutes, not while it speaks, and starts again', async () => {
    const firstHost = host();
    const voice = createSherpaTextToSpeech({ host: firstHost, languages: ['en'], pool });
    assert.equal(firstHost.isRunning, false, 'nothing is loaded before it is needed');
    await collectSpeech(voice.speak('Hello.', {}));
    clock.move(9 * 60_000);
    assert.equal(firstHost.isRunning, true);
    await collectSpeech(voice.speak('Again.', {}));
    clock.move(9 * 60_000);
    assert.equal(firstHost.isRunning, true);
    clock.move(60_001);
    assert.equal(firstHost.isRunning, false);
    await collectSpeech(voice.speak('Once more.', {}));
    const hanging = collectSpeech(voice.speak('Now hang.', {}));
    clock.move(11 * 60_000);
    assert.equal(firstHost.isRunning, true);
    await firstHost.close();
    await assert.rejects(hanging, { code: 'closed' });
    await assert.rejects(collectSpeech(voice.speak('Late.', {})), { code: 'closed' });
  });

  test("maps each embedded voice's name to a speaker, and accepts a number", async () => {
    const speakers: number[] = [];
    const counting = {
      ask: async (request: { speaker: number }) => (
        speakers.push(request.speaker),
        { id: 0, samples: new Int16Array(2400).fill(900) }
      ),
    } as unknown as SherpaHost;
    const voice = createSherpaTextToSpeech({
      host: counting,
      languages: ['en'],
      speakers: { slt: 3, rms: 6 },
      pool,
    });
    for (const name of ['slt', 'rms', '7', 'alloy', undefined, 'toString'])
      await collectSpeech(voice.speak('Hi.', { voice: name }));
    assert.deepEqual(speakers, [3, 6, 7, 3, 3, 3]);
  });

  test('stops at an abort', async () => {
    const stop = new AbortController();
    const voice = createSherpaTextToSpeech({ host: host(), languages: ['en'], pool });
    const texts: string[] = [];
    await assert.rejects(async () => {
      for await (const { text } of voice.speak('One is here. Two is here.', { signal: stop.signal })) {
        texts.push(text);
        stop.abort(new Error('interrupted'));
      }
    }, /interrupted/);
    assert.deepEqual(texts, ['One is here.']);
    // An abort also works in the middle of a piece that the process continues to synthesise.
    const lateController = new AbortController();
    const hanging = collectSpeech(voice.speak('Now hang.', { signal: lateController.signal }));
    lateController.abort(new Error('enough'));
    await assert.rejects(hanging, /enough/);
  });
});

describe('a recogniser in a separate process', () => {
  test('recognises at a pause, and need not repeat it all if that was the end', async () => {
    const hearing = createSherpaSpeechToText(host(), ['en']).listen({});
    hearing.write(new Int16Array(1600));
    assert.equal(await hearing.pause!(), 'so far 1600');
    hearing.write(new Int16Array(400));
    const [staleText, freshText] = await Promise.all([hearing.pause!(), hearing.pause!()]);
    assert.deepEqual([staleText, freshText], [null, 'so far 2000']);
    assert.equal(await hearing.finish(), 'all 2000 heard');
    hearing.write(new Int16Array(100));
    assert.equal(await hearing.finish(), 'all 2000 heard', 'what comes after it is not heard');
  });

  test('separates utterances, recognises a minute at most, and drops aborted ones', async () => {
    const recogniser = createSherpaSpeechToText(host(), ['en']);
    const stop = new AbortController();
    const [firstStream, secondStream, stoppedStream] = [
      recogniser.listen({}),
      recogniser.listen({}),
      recogniser.listen({ signal: stop.signal }),
    ];
    firstStream.write(new Int16Array(100));
    for (let seconds = 0; seconds < 70; seconds += 1) secondStream.write(new Int16Array(16_000));
    stoppedStream.write(new Int16Array(100));
    stop.abort(new Error('left'));
    await assert.rejects(stoppedStream.finish(), /left/);
    assert.deepEqual([await firstStream.finish(), await secondStream.finish()], ['all 100', 'all 960000']);
  });

  test('reports at the end of the utterance that it is busy or has crashed', async () => {
    const voiceHost = host();
    const recogniser = createSherpaSpeechToText(voiceHost, ['en']);
    const open = Array.from({ length: 65 }, () => recogniser.listen({}));
    await assert.rejects(open[64]!.finish(), { code: 'busy' });
    await open[0]!.finish();
    assert.equal(await recogniser.listen({}).finish(), 'all 0');
    await voiceHost.close();
    const lateStream = recogniser.listen({});
    lateStream.write(new Int16Array(100));
    await assert.rejects(lateStream.finish(), { code: 'closed' });
  });
});

describe('installed models', () => {
  const row = (name: string, purpose: InstalledModel['for'], languages: string[]): InstalledModel => ({
    name,
    for: purpose,
    languages,
    family: purpose === 'text_to_speech' ? 'piper' : 'ctc',
    engine: 'sherpa-onnx',
    licence: 'MIT',
    sources: [],
    installed_at: '2026-01-01T00:00:00.000Z',
    folder: '/nowhere',
    parts: { model: 'm', tokens: 't', data: 'd' },
  });
  const silentVoice: TextToSpeech = { languages: ['en'], speak: () => (async function* () {})() };
  const silentRecogniser: SpeechToText = {
    languages: ['en'],
    listen: () => ({ write() {}, finish: async () => 'embedded' }),
  };
  const createEngines = (...models: InstalledModel[]) =>
    createInstalledEngines(models, {
      dataDir: '/nowhere',
      clock,
      pool,
      embedded: { voice: silentVoice, ears: () => silentRecogniser },
    });

  test('add their languages to the built-in ones', async () => {
    const engines = createEngines(
      row('piper-de', 'text_to_speech', ['de']),
      row('ears-fr', 'speech_to_text', ['fr', 'de']),
    );
    assert.deepEqual(engines.voice!.languages, ['de', 'en']);
    assert.deepEqual(engines.ears!.languages, ['fr', 'de', 'en']);
    assert.deepEqual(await collectSpeech(engines.voice!.speak('Hello.', { language: 'en-GB' })), []);
    assert.equal(await engines.ears!.listen({ language: 'en' }).finish(), 'embedded');
    assert.equal(await engines.ears!.listen({}).finish(), 'embedded');
    await assert.rejects(engines.ears!.listen({ language: 'fr' }).finish(), { code: 'worker_died' });
    await assert.rejects(collectSpeech(engines.voice!.speak('Hallo.', { language: 'de' })), {
      code: 'worker_died',
    });
    await assert.rejects(
      collectSpeech(engines.voice!.speak('Hello.', { language: 'en', voice: 'piper-de/0' })),
      {
        code: 'worker_died',
      },
    );
    await engines.close();
  });

  test('are loaded for a call in their language only', async (context) => {
    const warmedModels: string[] = [];
    context.mock.method(SherpaHost.prototype, 'warm', async function (this: SherpaHost) {
      warmedModels.push(this.name);
    });
    const engines = createEngines(
      row('piper-de', 'text_to_speech', ['de']),
      row('piper-en', 'text_to_speech', ['en']),
      row('ears', 'speech_to_text', ['de', 'en']),
    );
    engines.warm(['de-AT', 'en']);
    engines.warm([]);
    engines.warm(['fr']);
    assert.deepEqual(warmedModels, ['piper-de', 'ears', 'piper-en', 'ears']);
    await engines.close();
  });

  test('speak for the faces that fit, and for others if named or if no other voice exists', async (context) => {
    const spokenTexts: string[] = [];
    context.mock.method(SherpaHost.prototype, 'ask', async function (this: SherpaHost) {
      spokenTexts.push(this.name);
      return { id: 0, text: '' };
    });
    const voice = (name: string, language: string, speakers: Record<string, number>) => ({
      ...row(name, 'text_to_speech', [language]),
      speakers,
    });
    const engines = createEngines(voice('man', 'en', { rms: 0, awb: 0 }), voice('german', 'de', { rms: 0 }));
    const speakerFor = async (options: { voice?: string; language?: string }): Promise<string> => {
      spokenTexts.length = 0;
      await collectSpeech(engines.voice!.speak('Hello.', options));
      return spokenTexts[0] ?? 'embedded';
    };
    assert.equal(await speakerFor({ voice: 'slt' }), 'embedded');
    assert.equal(await speakerFor({ voice: 'rms' }), 'man');
    assert.equal(await speakerFor({ voice: 'man' }), 'man');
    assert.equal(await speakerFor({}), 'man', 'a trained face names no voice');
    assert.equal(await speakerFor({ voice: 'slt', language: 'de' }), 'german', 'nothing else speaks it');
    const warm = context.mock.method(SherpaHost.prototype, 'warm', async () => undefined);
    engines.warm(['en'], 'slt');
    assert.equal(warm.mock.callCount(), 0, 'a voice that will not speak is not loaded');
    await engines.close();
  });

  test('are empty without a folder, or for another engine', () => {
    assert.deepEqual([createEngines().voice, createEngines().ears], [null, null]);
    assert.equal(
      createEngines({ ...row('vosk-de', 'speech_to_text', ['de']), engine: 'vosk', family: 'vosk' }).ears,
      null,
    );
  });
});

test('are loaded by sherpa-onnx, which then recognises speech', async (context) => {
  const dataDir = path.resolve(process.env['DATA_DIR'] ?? './data');
  if (!hasEngine(dataDir, 'sherpa-onnx')) {
    return context.skip(SKIP_REASONS.sherpa);
  }
  const ownFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-sherpa-'));
  context.after(() => fs.rmSync(ownFolder, { recursive: true, force: true }));
  fs.mkdirSync(path.join(ownFolder, 'data'));
  fs.symlinkSync(path.join(dataDir, 'engines'), path.join(ownFolder, 'data', 'engines'));
  writeToyRecogniser(path.join(ownFolder, 'toy'));
  assert.ok(fs.statSync(path.join(ownFolder, 'toy', 'model.onnx')).size < 1500);
  const model = await addModel(
    describedIn(path.join(ownFolder, 'toy'), 'toy')!,
    {
      dataDir: path.join(ownFolder, 'data'),
      outbound: { fetch: () => assert.fail() },
      clock,
      allowedHosts: [],
      free: async () => 1e9,
      pause: async () => undefined,
      step: () => undefined,
      progress: () => undefined,
    },
    path.join(ownFolder, 'toy'),
  );
  const unusedVoice: TextToSpeech = { languages: [], speak: () => assert.fail() };
  const engines = createInstalledEngines([model], {
    dataDir: path.join(ownFolder, 'data'),
    clock,
    pool,
    embedded: { voice: unusedVoice, ears: () => assert.fail() },
  });
  const { samples } = loadFlite()('Hello there, who is it?');
  const stream = engines.ears!.listen({});
  for (let index = 0; index < samples.length; index += 320)
    stream.write(samples.subarray(index, index + 320));
  assert.match((await stream.pause!())!, /^hello( hello)*$/);
  assert.match(await stream.finish(), /^hello( hello)*$/);
  const silent = engines.ears!.listen({});
  silent.write(new Int16Array(16_000));
  assert.equal(await silent.finish(), '');
  await engines.close();
});
