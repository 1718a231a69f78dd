import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { assetPath } from '../../../src/runtime/asset-data.ts';

/** These files are written by hand and therefore have no checksums. */
const OWN_FILES = ['LICENSE', 'NOTICE.md', 'SHA256SUMS'];

for (const folder of ['speech-to-text/vosk-en-us', 'speech-to-text/pronunciations']) {
  test(`${folder} contains exactly the files that its NOTICE.md lists, unchanged`, () => {
    const sums = new Map(
      readFileSync(assetPath(`${folder}/SHA256SUMS`), 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.split(/\s+/).reverse() as [string, string]),
    );
    const entries = readdirSync(assetPath(folder), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const files = entries.map((entry) =>
      path.relative(assetPath(folder), path.join(entry.parentPath, entry.name)).split(path.sep).join('/'),
    );
    assert.deepEqual(files.filter((file) => !OWN_FILES.includes(file)).sort(), [...sums.keys()].sort());
    for (const [name, sum] of sums)
      assert.equal(
        createHash('sha256')
          .update(readFileSync(assetPath(`${folder}/${name}`)))
          .digest('hex'),
        sum,
        name,
      );
    for (const name of OWN_FILES) assert.ok(readFileSync(assetPath(`${folder}/${name}`)).length > 0);
  });
}
