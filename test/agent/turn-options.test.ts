/** The table of turn durations: each is within its limits and is used, and no other file defines one. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { TURN_SILENCE } from '../../src/contract/layers.ts';
import { TURN_DURATIONS, turnOptionsOf } from '../../src/agent/turns/turn-options.ts';

const FOLDER = path.join('src', 'agent');
const sources = fs
  .readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.startsWith('dist'))
  .map((file) => ({ file, text: fs.readFileSync(path.join(FOLDER, file), 'utf8') }));

test('each default is within its bounds', () => {
  for (const [name, { default: value, bounds }] of Object.entries(TURN_DURATIONS))
    assert.ok(
      bounds[0] <= value && value <= bounds[1],
      `${name}: ${value} is not within ${bounds.join(' and ')}`,
    );
});

test('each duration is used', () => {
  const allSources = sources.map(({ text }) => text).join('\n');
  for (const name of Object.keys(TURN_DURATIONS).filter((name) => name !== 'endpointingDelay'))
    assert.ok(allSources.includes(`'${name}'`), `${name} has no effect`);
  assert.equal(turnOptionsOf(undefined).silence, TURN_DURATIONS.endpointingDelay.default);
  for (const [level, silence] of Object.entries(TURN_SILENCE))
    assert.equal(turnOptionsOf({ turn_taking_patience: level as 'low' }).silence, silence);
});

test('no other file of the turns contains a duration', () => {
  const ownSources = sources
    .filter(({ file }) => file.startsWith('turns') && !file.endsWith('turn-options.ts'))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/const ([A-Z_]+_MS) = [\d_]+/g)].map(([, name]) => `${file}: ${name}`),
    );
  assert.deepEqual(ownSources, []);
});
