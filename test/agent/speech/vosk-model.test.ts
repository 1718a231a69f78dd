import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { assetPath } from '../../../src/runtime/asset-data.ts';
import { readConfig } from '../../../src/service/config/config.ts';

const modelFolder = assetPath('speech-to-text/vosk-en-us');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-vosk-'));
after(() => fs.rmSync(folder, { recursive: true, force: true }));
const read = (VOSK_MODEL: string) => readConfig({ VOSK_MODEL }).voskModels;

test('a folder is English, and a list names its languages', () => {
  assert.deepEqual(read(''), []);
  assert.deepEqual(read(modelFolder), [{ language: 'en', folder: modelFolder }]);
  assert.deepEqual(read(`de=${modelFolder}, FR=${modelFolder}`), [
    { language: 'de', folder: modelFolder },
    { language: 'fr', folder: modelFolder },
  ]);
});

test('a folder without a model is reported in one line at the start', () => {
  assert.throws(
    () => read(path.join(folder, 'nothing')),
    /^Error: VOSK_MODEL names .*nothing, which is no folder\.$/,
  );
  assert.throws(
    () => read(folder),
    /VOSK_MODEL names .*am\/final\.mdl is missing\. Give the folder that holds am, conf and graph\.$/,
  );
  for (const file of ['am/final.mdl', 'conf/mfcc.conf', 'conf/model.conf', 'graph/Gr.fst']) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), '');
  }
  assert.throws(
    () => read(`de=${folder}`),
    /graph\/HCLG\.fst, or graph\/HCLr\.fst with graph\/Gr\.fst, is missing\.$/,
  );
  fs.writeFileSync(path.join(folder, 'graph', 'HCLG.fst'), '');
  assert.equal(read(`de=${folder}`).length, 1);
  fs.truncateSync(path.join(folder, 'graph', 'HCLG.fst'), 700 * 1024 * 1024);
  assert.throws(
    () => read(`de=${folder}`),
    /whose 700 MB do not fit into memory: take a small model, up to 600 MB\.$/,
  );
  assert.throws(() => read(`de=${modelFolder},de=${modelFolder}`), /names two models for "de"\.$/);
});

test('an invalid setting is reported', () =>
  assert.throws(() => readConfig({ VOSK_MODELS: modelFolder }), /Unknown setting VOSK_MODELS/));
