import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { assetPath } from '../../src/runtime/asset-data.ts';

test('the face models are exactly the published files, unchanged', () => {
  const folder = assetPath('face-landmarks');
  const sums = readFileSync(path.join(folder, 'SHA256SUMS'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(/\s+/) as [string, string]);
  const documents = ['LICENSE', 'NOTICE.md', 'SHA256SUMS'];
  assert.deepEqual(readdirSync(folder).sort(), [...documents, ...sums.map(([, name]) => name)].sort());
  for (const [sum, name] of sums)
    assert.equal(
      createHash('sha256')
        .update(readFileSync(path.join(folder, name)))
        .digest('hex'),
      sum,
      name,
    );
});
