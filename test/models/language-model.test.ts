/** A language model is a row of the table or a file of the owner, and its engine is installed with the first one. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import { MODELS } from '../../src/models/catalogue.ts';
import { modelsCommand } from '../../src/models/command.ts';
import { installEngine, type RunNpm } from '../../src/models/engine.ts';
import { ENGINES } from '../../src/models/engine-packages.ts';
import { inLanguage } from '../../src/models/german.ts';
import { smallModelNote } from '../../src/models/gguf.ts';
import { ModelInstaller } from '../../src/models/installer.ts';
import { languageModels } from '../../src/models/languages.ts';
import { progressBar } from '../../src/models/progress.ts';
import { usableModels } from '../../src/models/usable.ts';
import { ManualClock } from '../../src/runtime/clock.ts';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-gguf-'));
after(() => fs.rmSync(root, { recursive: true, force: true }));
let dataDir: string;
let output: string;
let errorText: string;
beforeEach(() => (dataDir = fs.mkdtempSync(path.join(root, 'data-'))));

/** Replaces npm and creates the package. */
const npm: RunNpm = async (_words, folder) => {
  const directory = path.join(folder, 'node_modules', 'node-llama-cpp');
  fs.mkdirSync(directory, { recursive: true });
  fs.writeFileSync(path.join(directory, 'package.json'), '{}');
  return { code: 0, output: '' };
};
async function run(parameters: readonly string[]): Promise<number> {
  output = '';
  errorText = '';
  return modelsCommand(parameters, {
    catalogue: MODELS,
    dataDir,
    outbound: { fetch: () => assert.fail('nothing is downloaded here') },
    clock: new ManualClock(),
    allowedHosts: [],
    npm,
    confirm: null,
    faces: [],
    free: async () => 1e12,
    pause: async () => undefined,
    bar: progressBar({ write: (text) => (output += text) }),
    out: (text) => void (output += text),
    error: (text) => void (errorText += text),
  });
}

const integer = (size: 4 | 8, value: number): Buffer => {
  const bytes = Buffer.alloc(size);
  bytes.writeUInt32LE(value);
  return bytes;
};
const text = (value: string) => Buffer.concat([integer(8, value.length), Buffer.from(value)]);
/** Returns the beginning of a GGUF file with a number and some texts as facts. */
const gguf = (facts: Readonly<Record<string, string>>) =>
  Buffer.concat([
    Buffer.from('GGUF'),
    integer(4, 3),
    integer(8, 0),
    integer(8, Object.keys(facts).length + 1),
    ...[text('general.quantization_version'), integer(4, 4), integer(4, 2)],
    ...Object.entries(facts).flatMap(([key, value]) => [text(key), integer(4, 8), text(value)]),
  ]);

describe('a GGUF file of the owner', () => {
  const addFile = (bytes: Uint8Array) => {
    const file = path.join(dataDir, 'Any Name.Q4.gguf');
    fs.writeFileSync(file, bytes);
    return run(['add', 'mine', '--from', file]);
  };

  test('is added with the licence that it states, and with a warning if it is small', async () => {
    assert.equal(await addFile(gguf({ 'general.license': 'apache-2.0' })), 0, errorText);
    assert.match(
      output,
      /^Installing the engine node-llama-cpp 3\.21\.1 by npm …\n {2}node-llama-cpp \(MIT\) contains/,
    );
    assert.match(output, /fewer than a billion weights often asserts what it does not know/);
    assert.match(output, /Added mine \(apache-2\.0\) in /);
    await run(['list']);
    assert.match(output, /\nmine +answers +en +\? +installed +apache-2\.0\n/);
    assert.equal(usableModels(dataDir, assert.fail)[0]?.for, 'language_model');
  });

  test('is not used without its engine, which is named', async () => {
    await addFile(gguf({}));
    fs.rmSync(path.join(dataDir, 'engines'), { recursive: true });
    const problems: string[] = [];
    assert.deepEqual(
      usableModels(dataDir, (problem) => problems.push(problem)),
      [],
    );
    assert.match(
      problems[0]!,
      /its engine node-llama-cpp is not installed\. Install it: palkit models add mine/,
    );
  });

  test('may state no licence, and end within a fact', async () => {
    assert.equal(await addFile(gguf({ 'general.name': 'Mine' }).subarray(0, -2)), 0, errorText);
    assert.match(output, /Added mine \(not stated by the file/);
  });

  test('is refused if it is another file', async () => {
    assert.equal(await addFile(Buffer.from('<html>Not found, but with this ending</html>')), 7);
    assert.match(errorText, /Any Name\.Q4\.gguf is no GGUF file/);
    assert.equal(await run(['add', 'mine', '--from', path.join(dataDir, 'missing.gguf')]), 3);
    assert.match(errorText, /--from FILE\.gguf/);
  });

  test('in place of a row of the table has to be the published one', async () => {
    const file = path.join(dataDir, 'qwen2.5-1.5b-instruct-q4_k_m.gguf');
    fs.writeFileSync(file, gguf({}));
    assert.equal(await run(['add', 'qwen', '--from', file]), 5);
    assert.match(errorText, /published is 6a1a2eb6/);
  });
});

test('the engine is requested with all that it needs, each by its hash', async () => {
  let packages: Record<string, { integrity?: string; dependencies?: Record<string, string> }> = {};
  await installEngine(dataDir, 'node-llama-cpp', async (parameters, folder) => {
    const lock = fs.readFileSync(path.join(folder, 'package-lock.json'), 'utf8');
    ({ packages } = JSON.parse(lock) as { packages: typeof packages });
    return npm(parameters, folder);
  });
  const { '': _root, ...otherPackages } = packages;
  const { integrity, dependencies = {} } = ENGINES['node-llama-cpp']!;
  assert.equal(
    Object.keys(otherPackages).length,
    Object.keys(integrity).length + Object.keys(dependencies).length,
  );
  for (const [packagePath, { integrity: hash }] of Object.entries(otherPackages))
    assert.match(hash ?? '', /^sha512-[A-Za-z0-9+/]{86}==$/, packagePath);
  // npm removes packages on which no other package depends.
  const needed = Object.values(packages).flatMap((entry) => Object.keys(entry.dependencies ?? {}));
  for (const packagePath of Object.keys(otherPackages))
    if (!packagePath.includes('@node-llama-cpp/'))
      assert.ok(needed.includes(packagePath.split('node_modules/').at(-1)!), packagePath);
});

test('the table offers one of at least a billion weights, and no language needs it', () => {
  const rows = MODELS.filter((row) => row.for === 'language_model');
  assert.equal(rows.length, 1);
  for (const { sources, description, languages } of rows) {
    assert.equal(smallModelNote(sources[0]!.bytes!), null);
    assert.notEqual(inLanguage(description, 'de'), description);
    for (const language of languages)
      assert.ok(languageModels(MODELS, language).every((model) => model.for !== 'language_model'));
  }
  const listedModel = new ModelInstaller(MODELS).list(dataDir, 'de').find(({ name }) => name === 'qwen');
  assert.deepEqual(
    [listedModel?.engine, listedModel?.bytes, listedModel?.installed, listedModel?.notice?.slice(0, 36)],
    ['language', 1_117_320_736, false, 'node-llama-cpp (MIT) enthält llama.c'],
  );
});
