/** The service's owner installs models from their publisher, one at a time, and reads the latest progress. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import type { ApiError } from '../../../src/contract/api-error.ts';
import { ERRORS } from '../../../src/contract/errors.ts';
import { createKey } from '../../../src/contract/keys.ts';
import { installLanguage, installModel, listModels, removeModel } from '../../../src/contract/models.ts';
import type { RunNpm } from '../../../src/models/engine.ts';
import { MODELS } from '../../../src/models/catalogue.ts';
import { ModelInstaller } from '../../../src/models/installer.ts';
import { model, noise, Publisher, sha256, VOSK, zip } from '../../models/publisher.ts';
import { until } from '../until.ts';
import { ALICE, BOB, openWorld, type World } from '../world.ts';

const ZIP = zip(VOSK);
const CARD = {
  address: 'https://publisher.example/card',
  dataset: 'Recordings',
  datasetLicence: 'CC0',
  training: 'from scratch',
  research: null,
};
let publisher: Publisher;
let world: World;
let npmRuns = 0;
let npm: RunNpm;
before(async () => (publisher = await Publisher.open()));
after(async () => {
  await world.close();
  publisher.close();
});
beforeEach(async () => {
  await world?.close();
  npm = async () => ({ code: (npmRuns += 1), output: 'npm error no registry' });
  for (const name of ['tiny', 'wrong', 'card', 'engine', 'heard', 'said'])
    publisher.publish(`${name}.zip`, ZIP);
  const modelOf = (name: string, source: object = {}, extraFields: object = {}) =>
    model({ address: publisher.address(`${name}.zip`), ...source }, { name, ...extraFields });
  world = await openWorld({
    environment: { OUTBOUND_ALLOWED_HOSTS: publisher.host },
    models: new ModelInstaller(
      [
        modelOf('tiny', { sha256: sha256(ZIP), bytes: ZIP.length }),
        modelOf('wrong', { sha256: sha256(noise(3)) }),
        modelOf('gone'),
        modelOf('card', {}, { for: 'text_to_speech', card: CARD }),
        modelOf('engine', {}, { family: 'ctc' }),
        modelOf('heard', {}, { languages: ['la'] }),
        modelOf('said', {}, { languages: ['la'], for: 'text_to_speech', card: CARD }),
      ],
      {
        npm: (...run) => npm(...run),
        pause: async () => undefined,
      },
    ),
  });
});

const list = async () => (await world.call(listModels, { credential: ALICE })).result;
const add = async (name: string, body = {}) =>
  (await world.call(installModel, { credential: ALICE, params: { name }, body })).result;
const row = async (name: string) => (await list()).data.find((entry) => entry.name === name)!;
async function waitForEnd() {
  await until('the end of the installation', async () => (await list()).installation?.state !== 'running');
  return (await list()).installation!;
}

test('only the owner can list and add models', async () => {
  const { data, installation } = await list();
  assert.equal(installation, null);
  assert.deepEqual(data[0], {
    name: 'tiny',
    engine: 'ears',
    languages: ['en'],
    description: "A test's.",
    licence: 'MIT',
    bytes: ZIP.length,
    card: null,
    notice: null,
    installed: false,
  });
  assert.equal(data[1]!.bytes, null);
  assert.match(data[4]!.notice ?? '', /GPL-3.0/, 'the licence of the program that comes along');
  const params = { name: 'tiny' };
  const { result: modelsOfBob } = await world.call(listModels, { credential: BOB });
  assert.deepEqual(modelsOfBob, { data: [], languages: [], installation: null });
  assert.equal((await world.refusal(installModel, { credential: BOB, params, body: {} })).code, 'forbidden');
  const { result } = await world.call(createKey, { credential: ALICE, body: { name: 'A', scope: 'read' } });
  for (const endpoint of [listModels, installModel, removeModel] as const)
    assert.equal((await world.refusal(endpoint, { credential: result.key, params })).code, 'scope_missing');
  const language = { params: { language: 'la' }, body: {} };
  for (const [credential, code] of [
    [BOB, 'forbidden'],
    [result.key, 'scope_missing'],
  ] as const)
    assert.equal((await world.refusal(installLanguage, { credential, ...language })).code, code);
  assert.equal((await list()).installation, null);
});

test('a model is downloaded, verified and installed, and its progress can be read', async () => {
  publisher.holding = true;
  const request = publisher.nextHold();
  const answer = await add('tiny');
  assert.deepEqual([answer.name, answer.state, answer.error_code], ['tiny', 'running', null]);
  await request;
  await until('some bytes', async () => ((await list()).installation?.bytes ?? 0) > 0);
  const { installation } = await list();
  assert.match(installation!.step, /^Fetching tiny\.zip from 127\.0\.0\.1/);
  assert.equal(installation!.total_bytes, ZIP.length);
  // A second installation is rejected while the first one is running, and the first one continues.
  const params = { name: 'card' };
  const refusal = await world.refusal(installModel, { credential: ALICE, params, body: { agreed: true } });
  assert.equal(refusal.code, 'model_busy');
  publisher.holding = false;
  publisher.cut();
  assert.equal((await waitForEnd()).state, 'installed');
  assert.ok((await row('tiny')).installed);
  const { dataDir } = world.service.context.config;
  assert.ok(fs.existsSync(path.join(dataDir, 'models', 'tiny', 'am', 'final.mdl')));
  assert.equal((await add('card', { agreed: true })).state, 'running');
  assert.equal((await waitForEnd()).state, 'installed');
});

test('the catalogue and the current step can be read in German', async () => {
  const modelInstaller = new ModelInstaller(MODELS);
  const { dataDir } = world.service.context.config;
  const [english, german] = (['en', 'de'] as const).map((language) => modelInstaller.list(dataDir, language));
  const sentences = (rows: typeof english) =>
    rows!.map(({ description, notice, card }) => [description, notice, card?.training, card?.research]);
  const sameModel = sentences(english)
    .flat()
    .filter((text, index) => text && text === sentences(german).flat()[index]);
  assert.deepEqual(sameModel, ['Hindi.']);
  const voice = german!.find(({ name }) => name === 'piper-en')!;
  assert.equal(voice.licence, 'MIT; Aufnahmen gemeinfrei');
  assert.match(voice.card!.dataset, /eine Frau liest/);
  await add('tiny');
  await waitForEnd();
  const { result } = await world.call(listModels, { credential: ALICE, query: { language: 'de' } });
  assert.equal(result.installation!.step, 'Auspacken');
  const query = { language: 'fr' } as never;
  assert.equal((await world.refusal(listModels, { credential: ALICE, query })).code, 'invalid_request');
});

test('a refused, a missing and a damaged download give errors of the table, and leave no files', async () => {
  publisher.files.delete('/gone.zip');
  for (const [name, message] of [
    ['wrong', /published is .*Nothing was installed/],
    ['gone', /answered 404/],
    ['engine', /could not be installed by npm/],
  ] as const) {
    await add(name);
    const { state, error_code, error_message } = await waitForEnd();
    assert.deepEqual([state, error_code], ['failed', 'model_not_added']);
    assert.ok(error_code! in ERRORS);
    assert.match(error_message!, message);
    assert.equal((await row(name)).installed, false);
  }
  assert.equal(npmRuns, 1);
  publisher.publish('gone.zip', ZIP);
  await add('gone');
  assert.equal((await waitForEnd()).state, 'installed');
});

test('a voice is added only after its licence is accepted, and an unknown model never', async () => {
  assert.deepEqual((await row('card')).card, {
    address: CARD.address,
    dataset: 'Recordings',
    dataset_licence: 'CC0',
    training: 'from scratch',
    research: null,
  });
  const attempts = [
    ['card', {}, 'invalid_request'],
    ['card', { agreed: false }, 'invalid_request'],
    ['card', { agreed: 'yes' }, 'invalid_request'],
    ['nobody', {}, 'model_not_found'],
    ['../tiny', {}, 'model_not_found'],
  ] as const;
  for (const [name, body, code] of attempts) {
    const refusal = await world.refusal(installModel, {
      credential: ALICE,
      params: { name },
      body: body as { agreed?: boolean },
    });
    assert.equal(refusal.code, code, name);
  }
  assert.equal((await list()).installation, null);
});

test(
  'a cancelled download leaves no files, and an added model can be removed',
  { timeout: 60_000 },
  async () => {
    const remove = (name: string, credential = ALICE) =>
      world.call(removeModel, { credential, params: { name } }).then(
        () => 'removed',
        (error: ApiError) => error.code,
      );
    const onDisk = () => {
      const { dataDir } = world.service.context.config;
      const names = ['models', 'engines'].map((name) => path.join(dataDir, name)).filter(fs.existsSync);
      return names.flatMap((folder) => fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })).sort();
    };
    for (const name of ['tiny', 'nobody', '../tiny']) assert.equal(await remove(name), 'model_not_found');
    assert.equal(await remove('tiny', BOB), 'forbidden');
    publisher.holding = true;
    const request = publisher.nextHold();
    await add('tiny');
    await request;
    await until('some bytes on the disk', async () => onDisk().some((name) => name.endsWith('.part')));
    assert.equal(await remove('wrong'), 'model_not_found', 'not the one that is being added');
    assert.equal(await remove('tiny'), 'removed');
    publisher.holding = false;
    assert.deepEqual(onDisk(), ['.incoming']);
    const { installation } = await list();
    assert.deepEqual([installation!.state, installation!.error_code], ['stopped', null]);
    await add('tiny');
    assert.equal((await waitForEnd()).state, 'installed');
    assert.equal(await remove('tiny'), 'removed');
    assert.deepEqual(onDisk(), ['.incoming']);
    assert.equal((await row('tiny')).installed, false);
    const npmRuns = new Promise<void>((resolve) => {
      npm = async (_words, folder, signal) => {
        fs.writeFileSync(path.join(folder, 'half'), '');
        resolve();
        await once(signal!, 'abort');
        return { code: 1, output: '' };
      };
    });
    await add('engine');
    await npmRuns;
    assert.equal(await remove('engine'), 'removed', 'while npm installs its engine');
    assert.deepEqual(onDisk(), ['.incoming', '.incoming']);
  },
);

test('an installation stops with the service', { timeout: 60_000 }, async () => {
  publisher.holding = true;
  const request = publisher.nextHold();
  await add('tiny');
  await request;
  await world.service.context.background.close();
  publisher.holding = false;
  const { installation, data } = await list();
  assert.deepEqual([installation!.state, installation!.error_code], ['failed', 'model_not_added']);
  assert.equal(data[0]!.installed, false);
  const params = { name: 'tiny' };
  const refusal = await world.refusal(installModel, { credential: ALICE, params, body: {} });
  assert.equal(refusal.code, 'service_stopping');
});

test("a language's models are added by one request, and a failure keeps those that have come", async () => {
  const addLanguage = async (language: string, body = {}) =>
    (await world.call(installLanguage, { credential: ALICE, params: { language }, body })).result;
  const refusal = (language: string, body = {}) =>
    world.refusal(installLanguage, { credential: ALICE, params: { language }, body });
  assert.deepEqual((await list()).languages[1], { language: 'la', models: ['heard', 'said'] });
  assert.equal((await refusal('xx', { agreed: true })).code, 'model_not_found');
  assert.match((await refusal('la')).text, /card/);
  publisher.files.delete('/said.zip');
  const answer = await addLanguage('la', { agreed: true });
  assert.deepEqual([answer.name, answer.names, answer.state], ['heard', ['heard', 'said'], 'running']);
  const failedModel = await waitForEnd();
  assert.deepEqual(
    [failedModel.name, failedModel.state, failedModel.error_code],
    ['said', 'failed', 'model_not_added'],
  );
  assert.match(failedModel.error_message ?? '', /404 for .*said\.zip/);
  assert.deepEqual([(await row('heard')).installed, (await row('said')).installed], [true, false]);
  publisher.publish('said.zip', ZIP);
  await addLanguage('la', { agreed: true });
  assert.equal((await waitForEnd()).state, 'installed');
  assert.equal((await row('said')).installed, true);
});
