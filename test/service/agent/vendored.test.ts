import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { asset } from '../../../src/service/asset.ts';

test('the vendored recogniser is what its build script made', () => {
  const folder = 'agent/engines/pocketsphinx';
  const lines = readFileSync(asset(`${folder}/SHA256SUMS`), 'utf8').trim().split('\n');
  assert.ok(lines.length >= 11);
  for (const line of lines) {
    const [sum, name] = line.split(/\s+/);
    assert.equal(createHash('sha256').update(readFileSync(asset(`${folder}/${name}`))).digest('hex'), sum, name);
  }
});
