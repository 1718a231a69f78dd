/**
 * Measures how long fifty scenarios take without a model: `node --import tsx bench/scenarios.ts [scenarios]`. The
 * limit is a minute on two cores, including the start of the service and the creation of its database.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startServiceForScenarios } from '../src/service/compose/service-for-scenarios.ts';
import { testCommand } from '../src/testing/command.ts';

const total = Number(process.argv[2] ?? 50);
const lines = fs.readFileSync('test/scenarios/documents.yaml', 'utf8').split('scenarios:\n');
const four = lines[1]!;
const copies = Array.from({ length: Math.ceil(total / 4) }, (_, copy) =>
  four.replace(/documents: /g, `documents ${copy + 1}: `),
);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-bench-'));
const file = path.join(folder, 'scenarios.yaml');
fs.writeFileSync(file, `${lines[0]}scenarios:\n${copies.join('')}`);
const startedAt = performance.now();
const code = await testCommand(['--quiet', file], {
  environment: {},
  startService: startServiceForScenarios,
  llm: null,
  writeOutput: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
});
process.stdout.write(
  `${copies.length * 4} scenarios in ${((performance.now() - startedAt) / 1000).toFixed(1)} s; load ` +
    `${os.loadavg()[0]!.toFixed(1)} on ${os.availableParallelism()} cores\n`,
);
fs.rmSync(folder, { recursive: true, force: true });
process.exit(code);
