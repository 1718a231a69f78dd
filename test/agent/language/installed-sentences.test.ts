import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { asset } from '../../../src/service/platform/asset.ts';
import { installedSentenceModel } from '../../../src/service/compose/installed-engines.ts';
import { SENTENCE_MODEL, SentenceModel } from '../../../src/agent/language/sentence-model.ts';
import { systemClock } from '../../../src/runtime/clock.ts';
import { addModel, describedIn } from '../../../src/models/install.ts';
import type { InstalledModel } from '../../../src/models/installed.ts';
import { field, FLOAT, INT64, message, node, port, tensor } from '../onnx-bytes.ts';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-sentences-'));
const models: SentenceModel[] = [];
after(() => {
  for (const model of models) model.close();
  fs.rmSync(root, { recursive: true, force: true });
});

async function install(
  name: string,
  files: Record<string, Uint8Array | string>,
  languages: string[],
): Promise<InstalledModel> {
  const folder = path.join(root, `given-${name}`);
  fs.mkdirSync(folder);
  const description = {
    name,
    for: 'embeddings',
    family: 'sentences',
    languages,
    licence: 'MIT',
    parts: { model: 'model.onnx', tokenizer: 'tokenizer.json' },
  };
  for (const [file, bytes] of Object.entries({ ...files, 'palkit-model.json': JSON.stringify(description) }))
    fs.writeFileSync(path.join(folder, file), bytes);
  return addModel(
    describedIn(folder, name)!,
    {
      dataDir: path.join(root, 'data'),
      outbound: { fetch: () => assert.fail() },
      clock: systemClock,
      allowedHosts: [],
      free: async () => 1e9,
      pause: async () => undefined,
      step: () => undefined,
      progress: () => undefined,
    },
    folder,
  );
}
function createModel(installedModels: InstalledModel[]): SentenceModel {
  const model = new SentenceModel(systemClock, installedSentenceModel(installedModels));
  models.push(model);
  return model;
}

/** Returns an ONNX model with a vector for each token, whatever its context; it needs neither types nor a mask. */
function toyOnnx(tokens: number): Buffer {
  const values = Array.from({ length: tokens * 4 }, (_, index) =>
    Number(index % 4 === Math.floor(index / 4) % 4),
  );
  const graph = message(
    field(1, node('Gather', ['vectors', 'input_ids'], 'last_hidden_state')),
    field(2, 'toy'),
    field(5, tensor('vectors', [tokens, 4], values)),
    field(11, port('input_ids', INT64, ['batch', 'length'])),
    field(12, port('last_hidden_state', FLOAT, ['batch', 'length', 4])),
  );
  return message(
    field(1, 8),
    field(2, 'palkit'),
    field(7, graph),
    field(8, message(field(1, ''), field(2, 13))),
  );
}

/** SentencePiece tokens, as multilingual models have them. */
const PIECES = ['<s>', '</s>', '<unk>', '▁guten', '▁Tag', '▁Hau', 's'];
const TOKENIZER = JSON.stringify({
  version: '1.0',
  truncation: null,
  padding: null,
  added_tokens: [],
  normalizer: null,
  pre_tokenizer: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true },
  post_processor: {
    type: 'TemplateProcessing',
    pair: [],
    single: [
      { SpecialToken: { id: '<s>', type_id: 0 } },
      { Sequence: { id: 'A', type_id: 0 } },
      { SpecialToken: { id: '</s>', type_id: 0 } },
    ],
    special_tokens: {
      '<s>': { id: '<s>', ids: [0], tokens: ['<s>'] },
      '</s>': { id: '</s>', ids: [1], tokens: ['</s>'] },
    },
  },
  decoder: null,
  model: {
    type: 'Unigram',
    unk_id: 2,
    vocab: PIECES.map((chunk, index) => [chunk, index < 3 ? 0 : -1 - index]),
  },
});

test('an installed model replaces the built-in one, under a name of its own', async () => {
  const folder = asset('../assets/embeddings/palkit-sentences-en');
  const files = Object.fromEntries(
    ['model.onnx', 'tokenizer.json'].map((file) => [file, fs.readFileSync(path.join(folder, file))]),
  );
  const installedModel = await install('same', files, ['en', 'de']);
  const [installedEmbeddings, builtInEmbeddings] = [
    createModel([installedModel]).embeddings(),
    createModel([]).embeddings(),
  ];
  assert.deepEqual([installedEmbeddings.languages, installedEmbeddings.calibrated], [['en', 'de'], false]);
  assert.deepEqual([builtInEmbeddings.model, builtInEmbeddings.calibrated], [SENTENCE_MODEL, true]);
  assert.notEqual(installedEmbeddings.model, builtInEmbeddings.model);
  assert.match(installedEmbeddings.model, /^same\//);
  const [[firstVector], [secondVector]] = await Promise.all([
    installedEmbeddings.embed(['When do you open?']),
    builtInEmbeddings.embed(['When do you open?']),
  ]);
  assert.equal(firstVector!.length, 384);
  assert.deepEqual(firstVector, secondVector);
});

test('a model with sentence pieces and without token types is read as well', async () => {
  const installedModel = await install(
    'pieces',
    { 'model.onnx': toyOnnx(PIECES.length), 'tokenizer.json': TOKENIZER },
    ['de'],
  );
  const { vector, words } = await createModel([installedModel]).embeddings().question!('guten Tag Haus');
  assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-6);
  assert.deepEqual(
    words.map(({ text, parts }) => [text, parts.length]),
    [
      ['guten', 1],
      ['Tag', 1],
      ['Haus', 2],
    ],
  );
});

test('without an installed model the built-in one is used', () =>
  assert.equal(installedSentenceModel([]), undefined));
