/** Each engine of the service comes from a setting, otherwise an installed model, otherwise it is built in. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import type { Embeddings, SpeechToText } from '../../../src/agent/index.ts';
import { readEngines } from '../../../src/contract/engines.ts';
import type { InstalledModel } from '../../../src/models/installed.ts';
import type { Purpose } from '../../../src/models/model.ts';
import { toneVoice } from '../tone.ts';
import { ALICE, openWorld, type World, type WorldOptions } from '../world.ts';

const worlds: World[] = [];
after(() => Promise.all(worlds.map((world) => world.close())));

const installedModel = (name: string, purpose: Purpose): InstalledModel => ({
  name,
  for: purpose,
  family: 'whisper',
  languages: ['en'],
  licence: 'MIT',
  parts: {},
  sources: [],
  installed_at: '2026-11-27T00:00:00.000Z',
  folder: `/models/${name}`,
  engine: 'sherpa-onnx',
});
const MODELS = [
  installedModel('voice-1', 'text_to_speech'),
  installedModel('ears-1', 'speech_to_text'),
  installedModel('sentences-1', 'embeddings'),
  installedModel('words-1', 'language_model'),
];
const unusedRecogniser: SpeechToText = { transcribe: () => assert.fail('nothing is heard here') } as never;
const vectors = { model: 'sentences/q8', languages: ['en'], calibrated: true, embed: async () => [] };
const voice = toneVoice();
const EMBEDDED: WorldOptions['engines'] = {
  voice,
  ears: unusedRecogniser,
  embedded: { voice, ears: () => unusedRecogniser },
  sentences: { embeddings: () => vectors satisfies Embeddings, warm: () => undefined },
};

async function readSources(options: WorldOptions, models: readonly InstalledModel[] = []): Promise<string[]> {
  const world = await openWorld(options);
  worlds.push(world);
  // Like the command line, read the models once and pass them with the settings.
  Object.assign(world.service.context.config, { models });
  const { result } = await world.call(readEngines, { credential: ALICE });
  return result.data.map(({ engine, source, model }) => `${engine}: ${source} ${model ?? '-'}`);
}

test('an engine that comes with Palkit is reported as built in, with the name of its model', async () => {
  assert.deepEqual(await readSources({ engines: EMBEDDED }), [
    'language: built_in -',
    'voice: built_in -',
    'ears: built_in -',
    'embeddings: built_in sentences/q8',
  ]);
});

test('an installed model takes precedence over the built-in one', async () => {
  assert.deepEqual(await readSources({ engines: EMBEDDED }, MODELS), [
    'language: installed words-1',
    'voice: installed voice-1',
    'ears: installed ears-1',
    'embeddings: installed sentences-1',
  ]);
});

test('a setting takes precedence over both', async () => {
  const environment = Object.fromEntries(
    ['LLM', 'STT', 'TTS', 'EMBEDDINGS'].flatMap((engine) => [
      [`${engine}_BASE_URL`, 'https://engines.example/v1'],
      [`${engine}_MODEL`, `${engine.toLowerCase()}-2`],
    ]),
  );
  assert.deepEqual(await readSources({ engines: EMBEDDED, environment }, MODELS), [
    'language: setting llm-2',
    'voice: setting tts-2',
    'ears: setting stt-2',
    'embeddings: setting embeddings-2',
  ]);
});

test('VOSK_MODEL counts as a setting of the recogniser, after an installed model of another engine', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-vosk-'));
  for (const name of ['am', 'conf', 'graph']) fs.mkdirSync(path.join(folder, name));
  for (const file of ['am/final.mdl', 'conf/mfcc.conf', 'conf/model.conf', 'graph/HCLG.fst'])
    fs.writeFileSync(path.join(folder, file), 'x');
  const environment = { VOSK_MODEL: `de=${folder}` };
  assert.equal((await readSources({ engines: EMBEDDED, environment }))[2], 'ears: setting -');
  assert.equal((await readSources({ engines: EMBEDDED, environment }, MODELS))[2], 'ears: installed ears-1');
  const vosk = [{ ...installedModel('vosk-de', 'speech_to_text'), engine: 'vosk' as const }];
  assert.equal((await readSources({ engines: EMBEDDED }, vosk))[2], 'ears: installed vosk-de');
  assert.equal((await readSources({ engines: EMBEDDED, environment }, vosk))[2], 'ears: setting -');
  fs.rmSync(folder, { recursive: true });
});
