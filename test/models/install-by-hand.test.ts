/** Models can be added from a folder or an archive, incomplete folders are reported, and models can be removed. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { addModel, removeModel } from '../../src/models/install.ts';
import { installedModels, RECORD_FILE } from '../../src/models/installed.ts';
import { noise, sha256, tarGz, VOSK } from './publisher.ts';
import {
  ZIP,
  dataDir,
  remainingFiles,
  parts,
  publisher,
  refusalOf,
  installedNames,
  tinyModel,
} from './installing.ts';

describe('a model that is added by hand', () => {
  test('may be a folder, unchanged', async () => {
    const folder = path.join(dataDir, 'given');
    for (const [name, bytes] of Object.entries(VOSK)) {
      const file = path.join(folder, name.replace('tiny-vosk/', ''));
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, bytes);
    }
    const addedModel = await addModel(tinyModel({ sha256: sha256(ZIP) }), parts(), folder);
    assert.deepEqual([addedModel.sources, publisher.requests], [[], []]);
    assert.ok(fs.existsSync(path.join(folder, 'am', 'final.mdl')), 'it stays where it was');
  });

  test('may be the archive, checked like a downloaded one', async () => {
    const file = path.join(dataDir, 'tiny.zip');
    fs.writeFileSync(file, noise(5000));
    await assert.rejects(
      addModel(tinyModel({ sha256: sha256(ZIP) }), parts(), file),
      refusalOf('checksum', /published is/),
    );
    fs.writeFileSync(file, ZIP);
    await addModel(tinyModel({ sha256: sha256(ZIP) }), parts(), file);
    assert.deepEqual([installedNames(), publisher.requests, fs.existsSync(file)], [['tiny'], [], true]);
  });

  test('is refused if it is something else', async () => {
    await assert.rejects(
      addModel(tinyModel(), parts(), path.join(dataDir, 'nothing')),
      refusalOf('usage', /There is nothing at/),
    );
    fs.writeFileSync(path.join(dataDir, 'other.zip'), ZIP);
    await assert.rejects(
      addModel(tinyModel(), parts(), path.join(dataDir, 'other.zip')),
      refusalOf('usage', /is not the file of tiny. Give tiny.zip/),
    );
    fs.mkdirSync(path.join(dataDir, 'empty'));
    await assert.rejects(
      addModel(tinyModel(), parts(), path.join(dataDir, 'empty')),
      refusalOf('archive', /lacks am/),
    );
    assert.deepEqual(remainingFiles(), []);
  });
});

describe('a folder with an incomplete model', () => {
  test('is not used, is reported, and is replaced by adding', async () => {
    const { folder } = await addModel(tinyModel(), parts());
    fs.rmSync(path.join(folder, 'am'), { recursive: true });
    const problems: string[] = [];
    assert.deepEqual(
      installedModels(dataDir, (problem) => problems.push(problem)),
      [],
    );
    assert.match(
      problems[0]!,
      /The model tiny is not used: its folder lacks am\. .* palkit models remove tiny/,
    );
    await addModel(tinyModel(), parts());
    assert.deepEqual(installedNames(), ['tiny']);
    fs.writeFileSync(path.join(folder, RECORD_FILE), '{"name": "../../etc"}');
    assert.deepEqual(installedNames(), []);
  });

  test('leaves nothing if it is hostile', async () => {
    publisher.publish(
      'tiny.tar.gz',
      tarGz([
        { path: 'am/x', body: 'x' },
        { path: '../../../../evil', body: 'x' },
      ]),
    );
    await assert.rejects(
      addModel(tinyModel({ address: publisher.address('tiny.tar.gz'), packed: 'tar.gz' }), parts()),
      refusalOf('archive', /leads out/),
    );
    assert.deepEqual([installedNames(), remainingFiles()], [[], []]);
  });
});

test('removing deletes a model, and reports a missing one', async () => {
  await addModel(tinyModel(), parts());
  await removeModel('tiny', dataDir);
  assert.deepEqual([installedNames(), remainingFiles()], [[], ['pins.json']]);
  await assert.rejects(removeModel('tiny', dataDir), refusalOf('unknown', /There is no model tiny/));
});
