/**
 * The project's own dialogues and scenes (test/scenarios): `palkit test` plays them against a scripted model that
 * behaves, and fails, as real models do.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startServiceForScenarios } from '../../src/service/compose/service-for-scenarios.ts';
import { testCommand } from '../../src/testing/command.ts';
import type { Report } from '../../src/testing/report.ts';
import { readScenarios } from '../../src/testing/scenario-file.ts';

const FOLDER = 'test/scenarios';
const files = fs
  .readdirSync(FOLDER)
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => path.join(FOLDER, name));
/** Numbers in the list of dialogues; 40 and 49 were never used. */
const DIALOGUES = Array.from({ length: 66 }, (_, index) => index + 1).filter(
  (number) => ![40, 49].includes(number),
);
const SCENES = `
  plain barge backch disclose slowtool slowtool2 booking quick pause markdown links
  ttsdown ttsslow noise sttdown guard maxdur think empty err card cough2
  thank noise3 greetcut low high german idle reload emoji
`
  .trim()
  .split(/\s+/);

describe('the dialogues and scenes', () => {
  let folder: string;
  let report: Report;
  let output = '';

  before(async () => {
    // The tested service has the embedded database, so this file is not run on PostgreSQL again.
    const { createFreshFolder } = await import('../service/fresh-database.ts');
    folder = await createFreshFolder();
    const file = path.join(folder, 'report.json');
    // The scenarios mostly wait, so 16 can run in parallel; more would delay each other.
    const code = await testCommand(['--quiet', '--workers', '16', '--report', file, ...files], {
      environment: {},
      startService: startServiceForScenarios,
      llm: null,
      database: path.join(folder, 'database'),
      writeOutput: (text) => (output += text),
      error: (text) => (output += text),
    });
    assert.ok(code < 2, output);
    report = JSON.parse(fs.readFileSync(file, 'utf8')) as Report;
  });
  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  test('all pass', () => {
    const failedScenarios = report.scenarios.filter(({ state }) => state !== 'passed');
    assert.deepEqual(
      failedScenarios.map(({ name, failures, talk }) => ({ name, failures, talk })),
      [],
      output,
    );
    assert.ok(report.scenarios.length >= 93);
  });

  test('leave no expectation unjudged', () => {
    assert.deepEqual(
      report.scenarios.flatMap(({ name, open }) => open.map(({ what }) => `${name}: ${what}`)),
      [],
    );
  });

  test('cover each dialogue and each scene of the list', () => {
    const names = report.scenarios.map(({ name }) => name);
    for (const number of DIALOGUES)
      assert.ok(
        names.some((name) => name.startsWith(`dialogue ${number}:`)),
        `dialogue ${number}`,
      );
    for (const scene of SCENES)
      assert.ok(
        names.some((name) => name.startsWith(`scene ${scene}:`)),
        `scene ${scene}`,
      );
  });

  test('ask the model at most twice for a turn with one hesitation', () => {
    const pause = report.scenarios.find(({ name }) => name.startsWith('scene pause'));
    assert.ok((pause?.requests ?? Infinity) <= 2, `${pause?.requests} requests`);
  });
});

test('state their subject in every file, and their names match the list', () => {
  for (const file of files) {
    assert.match(fs.readFileSync(file, 'utf8'), /^# \S/);
    for (const { name } of readScenarios(file).scenarios)
      assert.match(name, /^(?:dialogue \d+|scene \w+|documents|guide)\b/, `${file}: ${name}`);
  }
});
