/** The voices that the service offers are listed, each with a sample. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getVoiceSample, listVoices } from '../../../src/contract/voices.ts';
import type { InstalledModel } from '../../../src/models/installed.ts';
import { voicesOf as listedVoices } from '../../../src/service/resources/voices.ts';
import { toneVoice } from '../tone.ts';
import { ALICE, openWorld, type World } from '../world.ts';

let world: World;
let endpoint: World;
const voiceNames: (string | undefined)[] = [];
before(async () => {
  const voice = toneVoice();
  world = await openWorld({
    engines: {
      ears: null,
      voice: {
        ...voice,
        speak(text, options) {
          voiceNames.push(options.voice);
          return voice.speak(text, options);
        },
      },
    },
  });
  endpoint = await openWorld({
    environment: { TTS_BASE_URL: 'http://127.0.0.1:9/v1', TTS_VOICE: 'nova' },
  });
});
after(async () => {
  await world.close();
  await endpoint.close();
});

const voicesOf = async (targetWorld: World, query = {}) =>
  (await targetWorld.call(listVoices, { credential: ALICE, query })).result;

test('the built-in voices are listed, one of them the default', async () => {
  const { data, total_count } = await voicesOf(world);
  assert.deepEqual(
    data.map(({ voice_id, is_default }) => [voice_id, is_default]),
    [
      ['slt', true],
      ['rms', false],
      ['awb', false],
    ],
  );
  assert.equal(total_count, 3);
  assert.deepEqual((await voicesOf(world, { search: 'RMS' })).total_count, 1);
  assert.deepEqual((await voicesOf(world, { limit: '2', page: '2' })).data.length, 1);
});

test('an installed voice replaces the built-in voices for the faces that it fits', () => {
  const installedModel = (name: string, language: string, speakers?: Record<string, number>) =>
    ({ name, for: 'text_to_speech', languages: [language], licence: 'MIT', speakers }) as InstalledModel;
  const voiceIdsOf = (...models: InstalledModel[]) =>
    listedVoices({ tts: null, models }).map(({ voice_id, is_default }) => [voice_id, is_default]);
  const maleVoice = installedModel('man', 'en', { rms: 0, awb: 0 });
  assert.deepEqual(voiceIdsOf(maleVoice), [
    ['man', false],
    ['slt', true],
  ]);
  assert.deepEqual(voiceIdsOf(maleVoice, installedModel('woman', 'en', { slt: 0 })), [
    ['man', false],
    ['woman', true],
  ]);
  const german = installedModel('german', 'de', { rms: 0 });
  assert.deepEqual(voiceIdsOf(german).slice(0, 2), [
    ['german', true],
    ['slt', true],
  ]);
  assert.deepEqual(voiceIdsOf(installedModel('anybody', 'en')), [['anybody', true]]);
});

test('a configured endpoint replaces the built-in voices', async () => {
  const { data } = await voicesOf(endpoint);
  assert.deepEqual(
    data.map(({ voice_id, source, languages }) => [voice_id, source, languages]),
    [['nova', 'endpoint', []]],
  );
});

test('a sample is synthesised once', async () => {
  const sample = async (voice_id: string) =>
    (await world.call(getVoiceSample, { credential: ALICE, params: { voice_id } })).result;
  const firstSample = await sample('rms');
  assert.deepEqual(await sample('rms'), firstSample);
  assert.deepEqual(voiceNames, ['rms']);
  assert.notEqual((await sample('slt')).sample_url, firstSample.sample_url);
  const response = await world.service.app.inject({ url: new URL(firstSample.sample_url).pathname });
  assert.equal(response.statusCode, 200);
  assert.match(String(response.headers['content-type']), /ogg/);
  const refusal = await world.refusal(getVoiceSample, {
    credential: ALICE,
    params: { voice_id: 'nobody' },
  });
  assert.equal(refusal.code, 'voice_not_found');
});
