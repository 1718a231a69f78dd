import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import { ManualClock } from '../../src/runtime/clock.ts';
import { MODELS } from '../../src/models/catalogue.ts';
import { modelsCommand } from '../../src/models/command.ts';
import { SYSTEM_FACES } from '../../src/service/seed/system-faces.ts';
import { installEngine } from '../../src/models/engine.ts';
import { ENGINES } from '../../src/models/engine-packages.ts';
import { RECORD_FILE } from '../../src/models/installed.ts';
import { FAMILIES, ModelDescription } from '../../src/models/model.ts';
import { progressBar } from '../../src/models/progress.ts';
import { createOutbound } from '../../src/outbound/outbound.ts';
import { model, Publisher, sha256, VOSK, zip } from './publisher.ts';

const publisher = await Publisher.open();
const clock = new ManualClock();
const outbound = createOutbound({ clock, allowedHosts: [publisher.host] });
const root = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-command-'));
let dataDir: string;
let output: string;
let errorText: string;
after(async () => {
  publisher.close();
  await outbound.close();
  fs.rmSync(root, { recursive: true, force: true });
});
beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(root, 'data-'));
  publisher.publish('tiny.zip', zip(VOSK));
});

const row = model({ address: publisher.address('tiny.zip'), sha256: sha256(zip(VOSK)) });
const voice = model(
  { address: publisher.address('voice.zip') },
  {
    name: 'voice',
    for: 'text_to_speech',
    family: 'piper',
    parts: { model: 'a.onnx', tokens: 'tokens.txt', data: 'data' },
  },
);
const VOICE = {
  'a.onnx': new Uint8Array(9),
  'tokens.txt': new Uint8Array(9),
  'data/phontab': new Uint8Array(9),
};
/** Replaces npm and creates the package. */
const npm: Parameters<typeof installEngine>[2] = async (_words, folder) => {
  const directory = path.join(folder, 'node_modules', 'sherpa-onnx-node');
  fs.mkdirSync(directory, { recursive: true });
  fs.writeFileSync(path.join(directory, 'package.json'), '{}');
  return { code: 0, output: '' };
};
async function run(
  words: string,
  overrides: Partial<Parameters<typeof modelsCommand>[1]> = {},
): Promise<number> {
  output = '';
  errorText = '';
  return modelsCommand(words.split(' ').filter(Boolean), {
    catalogue: [row, voice],
    dataDir,
    outbound,
    clock,
    allowedHosts: [publisher.host],
    npm,
    confirm: null,
    faces: SYSTEM_FACES,
    free: async () => 1e12,
    pause: async () => undefined,
    bar: progressBar({ write: (text) => (output += text) }),
    out: (text) => void (output += text),
    error: (text) => void (errorText += text),
    ...overrides,
  });
}

describe('palkit models', () => {
  test('lists, adds and removes', async () => {
    assert.equal(await run('list'), 0);
    assert.match(output, /^name +for +languages +MB +licence\ntiny +ears +en +\? +MIT\nvoice +voice/);
    await run('list', { catalogue: [row, { ...voice, tried: null }] });
    assert.match(output, /\nvoice \* +voice[^]*\* Never fetched in the making of Palkit/);
    assert.equal(await run('add tiny'), 0);
    assert.match(
      output,
      new RegExp(
        String.raw`Fetching tiny\.zip from 127\.0\.0\.1:\d+ …\n +0 % .*\n[^]* 100 % .*\n` +
          String.raw`Unpacking …\nAdded tiny \(MIT\) in .*models.tiny\n`,
      ),
    );
    await run('list');
    assert.match(output, /\ntiny .* installed +MIT\n/);
    assert.equal(await run('add tiny'), 0);
    assert.match(output, /installed already.*palkit models remove tiny/);
    assert.equal(await run('remove tiny'), 0);
    assert.match(output, /Removed tiny/);
  });

  test('adds the models of a language, after one consent to all of them', async () => {
    publisher.publish('voice.zip', zip(VOICE));
    const catalogue = [row, voice].map((item) => ({ ...item, languages: ['la'] }));
    assert.equal(await run('add --language la', { catalogue }), 2);
    assert.match(output, /^tiny \(la\).*\n +licence: +MIT\n +download: .*\nvoice \(la\)/);
    const questions: string[] = [];
    const ask = (isAgreed: boolean) => (question: string) => {
      questions.push(question);
      return Promise.resolve(isAgreed);
    };
    assert.equal(await run('add --language la', { catalogue, confirm: ask(false) }), 0);
    assert.match(output, /Nothing was added/);
    assert.equal(await run('add --language la', { catalogue, confirm: ask(true) }), 0);
    assert.match(output, /Added tiny [^]*Added voice /);
    assert.deepEqual(questions, Array(2).fill('Add tiny, voice?'));
    assert.equal(await run('add --language la --yes', { catalogue }), 0);
    assert.match(output, /installed already/);
    assert.equal(await run('add --language xx --yes'), 3);
    assert.match(errorText, /There is no model for "xx"/);
    assert.equal(await run('add --language la --from x'), 2);
  });

  test("shows a voice's card before it is downloaded, and asks", async () => {
    const card = {
      address: 'https://voices.example/MODEL_CARD',
      dataset: 'one woman reads',
      datasetLicence: 'public domain',
      training: 'from another voice',
      research: 'that voice is for research only',
    };
    const catalogue = [{ ...row, speakers: { slt: 0 }, card }];
    const questions: string[] = [];
    const confirmWith = (answer: boolean) => ({
      catalogue,
      confirm: async (question: string) => {
        questions.push(question);
        return answer;
      },
    });
    assert.equal(await run('add tiny', { catalogue }), 2);
    assert.match(errorText, /say --yes/);
    assert.match(output, /recordings: +one woman reads \(public domain\)\n +training: +from another voice\n/);
    assert.match(output, /caution: +that voice is for research only\n +speaks for: +Mira, Noor, and /);
    assert.equal(await run('add tiny', confirmWith(false)), 0);
    assert.match(output, /model card: +https:\/\/voices.example\/MODEL_CARD\n[^]*tiny was not added\./);
    assert.equal(fs.existsSync(path.join(dataDir, 'models', 'tiny')), false);
    assert.equal(await run('add tiny', confirmWith(true)), 0);
    assert.match(output, /Added tiny/);
    assert.deepEqual(questions, ['Add tiny?', 'Add tiny?']);
    // A model that is already installed needs no confirmation.
    assert.equal(await run('add tiny', { catalogue }), 0);
    await run('remove tiny');
    assert.equal(await run('add tiny --yes', { catalogue }), 0);
    assert.match(output, /caution:[^]*Added tiny/);
  });

  test('ends with a code and one sentence for each failure', async () => {
    const cases: readonly (readonly [string, number, RegExp, object?])[] = [
      ['', 2, /^usage:/],
      ['add', 2, /^usage:/],
      ['add tiny --form x', 2, /^usage:/],
      ['list all', 2, /^usage:/],
      ['add ../tiny', 2, /^palkit: "\.\.\/tiny" is no model's name/],
      ['add nothing', 3, /^palkit: There is no model nothing\./],
      ['remove tiny', 3, /^palkit: There is no model tiny/],
      ['add tiny', 4, /^palkit: .* is not https/, { allowedHosts: [] }],
      [
        'add tiny',
        5,
        /^palkit: .* published is/,
        { catalogue: [{ ...row, sources: [{ ...row.sources[0]!, sha256: '0'.repeat(64) }] }] },
      ],
      ['add tiny', 6, /^palkit: \d+ MB are needed and 0 MB are free/, { free: async () => 0 }],
      [
        'add tiny',
        7,
        /^palkit: What was unpacked is no tiny: it lacks/,
        { catalogue: [{ ...row, parts: { am: 'elsewhere', conf: 'conf' } }] },
      ],
      [
        'add voice',
        9,
        /^palkit: The engine sherpa-onnx-node 1\.13\.8 could not be installed by npm: code E404\. Copy/,
        { npm: async () => ({ code: 1, output: 'npm error code E404\nnpm error /root/x\n' }) },
      ],
    ];
    for (const [words, code, message, otherMessage] of cases) {
      assert.equal(await run(words, otherMessage), code, words);
      assert.match(errorText, message);
      assert.ok(code === 2 || errorText.split('\n').length === 2, `one line: ${errorText}`);
    }
    const stop = new AbortController();
    stop.abort(new Error('stopped'));
    assert.equal(await run('add tiny', { signal: stop.signal }), 130);
    assert.match(errorText, /The part received so far is stored/);
  });

  test('installs the engine before the first model that needs it, and not again', async () => {
    publisher.publish('voice.zip', zip(VOICE));
    let calls = 0;
    const countingNpm: typeof npm = async (...args) => (calls++, npm(...args));
    assert.equal(await run('add voice', { npm: countingNpm }), 0);
    assert.match(
      output,
      /^Installing the engine sherpa-onnx-node 1\.13\.8 by npm …\n.*espeak-ng \(GPL-3\.0-or-later\)/,
    );
    assert.match(output, /No sha256 of it was known; the one that came is pinned now/);
    await run('remove voice');
    assert.equal(await run('add voice', { npm: countingNpm }), 0);
    assert.equal(calls, 1);
    await run('list');
    assert.match(output, /\nvoice .* installed /);
    fs.rmSync(path.join(dataDir, 'engines'), { recursive: true });
    await run('list');
    assert.match(output, /\nvoice .* no engine /);
  });

  test('accepts a model of the owner that declares its kind', async () => {
    const folder = path.join(dataDir, 'own');
    fs.mkdirSync(path.join(folder, 'am'), { recursive: true });
    fs.mkdirSync(path.join(folder, 'conf'));
    const say = (record: object) => fs.writeFileSync(path.join(folder, RECORD_FILE), JSON.stringify(record));
    const ownRecord = {
      name: 'own',
      for: 'speech_to_text',
      family: 'vosk',
      languages: ['gd'],
      licence: 'CC0-1.0',
      parts: { am: 'am', conf: 'conf' },
    };
    for (const [invalid, message] of [
      [{ ...ownRecord, family: 'hal' }, /family/],
      [{ ...ownRecord, parts: { am: '../../am', conf: 'conf' } }, /parts\.am must be a path within/],
      [{ ...ownRecord, name: 'other' }, /names the model other, not own/],
      [{ ...ownRecord, languages: [] }, /languages/],
    ] as const) {
      say(invalid);
      assert.notEqual(await run(`add own --from ${folder}`), 0);
      assert.match(errorText, message);
    }
    say(ownRecord);
    assert.equal(await run(`add own --from ${folder}`), 0);
    await run('list');
    assert.match(output, /\nown +ears +gd +\? +installed +CC0-1\.0\n/);
  });
});

describe('the engine', () => {
  test('is requested from npm by version and hash, without an address, for every kind of machine', async () => {
    let lock:
      | {
          packages: Record<string, { version: string; integrity: string; os?: string[]; resolved?: string }>;
        }
      | undefined;
    await installEngine(dataDir, 'sherpa-onnx', async (parameters, folder) => {
      assert.deepEqual(parameters.slice(0, 2), ['ci', '--ignore-scripts']);
      lock = JSON.parse(fs.readFileSync(path.join(folder, 'package-lock.json'), 'utf8')) as typeof lock;
      return npm(parameters, folder);
    });
    const packages = Object.entries(lock!.packages).filter(([name]) => name !== '');
    assert.equal(packages.length, Object.keys(ENGINES['sherpa-onnx']!.integrity).length);
    for (const [, entry] of packages) {
      assert.equal(entry.version, '1.13.8');
      assert.match(entry.integrity, /^sha512-[A-Za-z0-9+/]{86}==$/);
      assert.equal(entry.resolved, undefined);
    }
    await assert.rejects(
      installEngine(fs.mkdtempSync(path.join(root, 'other-')), 'sherpa-onnx', npm, undefined, {
        os: 'sunos',
        cpu: 'sparc',
      }),
      { code: 'engine', message: /no build for sunos/ },
    );
  });
});

describe('the table of models', () => {
  test('contains rows that can be installed, each once, with a permissive licence', () => {
    assert.equal(new Set(MODELS.map(({ name }) => name)).size, MODELS.length);
    for (const entry of MODELS) {
      ModelDescription.parse({ ...entry, languages: [...entry.languages] });
      for (const part of FAMILIES[entry.family].parts)
        assert.ok(entry.parts[part], `${entry.name} lacks ${part}`);
      assert.match(entry.licence, /^(MIT|Apache-2\.0|CC0-1\.0|CC-BY-4\.0|public domain)\b/, entry.name);
      assert.doesNotMatch(entry.licence, /\bNC\b|research/i, entry.name);
      assert.ok(entry.sources.length > 0);
      for (const { address, sha256: hash, md5, bytes } of entry.sources) {
        assert.equal(new URL(address).protocol, 'https:');
        if (hash !== null) assert.match(hash, /^[0-9a-f]{64}$/);
        if (md5 !== undefined) assert.match(md5, /^[0-9a-f]{32}$/);
        assert.ok(bytes === null || bytes > 1e3);
      }
    }
  });
});

test('a progress bar moves on a terminal and is lines elsewhere', () => {
  let text = '';
  const bar = progressBar({ write: (output) => (text += output), isTTY: true }, () => 0);
  bar.step('Fetching');
  bar.progress(0, 200e6);
  bar.progress(100e6, 200e6);
  bar.progress(200e6, 200e6);
  bar.end();
  assert.equal(text.split('\r').length, 3, 'no more often than it can be seen');
  assert.match(text, /█{24} 100 % {2}200 of 200 MB\n$/);
  text = '';
  const plainBar = progressBar({ write: (output) => (text += output) });
  for (let bytes = 0; bytes <= 200e6; bytes += 1e6) plainBar.progress(bytes, 200e6);
  assert.equal(text.trim().split('\n').length, 11);
  text = '';
  plainBar.end();
  plainBar.progress(3e6, null);
  assert.equal(text, '  3.0 MB\n');
});

test("the package's command explains itself, in words and by its exit code", () => {
  const palkit = (...texts: string[]) =>
    spawnSync(process.execPath, ['src/service/dist/palkit.js', ...texts], {
      encoding: 'utf8',
      env: { ...process.env, DATA_DIR: dataDir },
    });
  assert.match(palkit('help').stdout, /palkit start[^]*palkit keys[^]*palkit models/);
  const unknownCommand = palkit('modles');
  assert.deepEqual(
    [unknownCommand.status, unknownCommand.stderr.split('\n')[0]],
    [2, 'palkit: There is no "modles".'],
  );
  assert.equal(palkit('models', 'list').status, 0);
  assert.equal(palkit('models', 'add', 'nothing').status, 3);
  const { bin } = JSON.parse(fs.readFileSync('src/service/package.json', 'utf8')) as {
    bin: { palkit: string };
  };
  const { scripts } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as { scripts: { models: string } };
  assert.equal(bin.palkit, 'dist/palkit.js');
  assert.match(scripts.models, /node src\/service\/dist\/palkit\.js models$/);
  assert.match(fs.readFileSync('src/service/palkit.ts', 'utf8'), /^#!\/usr\/bin\/env node\n/);
});
