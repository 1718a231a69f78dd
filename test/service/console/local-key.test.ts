/** Several processes of `palkit console` that start at the same time agree on one key for the service. */
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { ensureLocalKey, readLocalKey } from '../../../src/service/console/local-key.ts';

const folders: string[] = [];
after(() => Promise.all(folders.map((folder) => fs.rm(folder, { recursive: true }))));

async function emptyFolder(): Promise<string> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'palkit-key-'));
  folders.push(folder);
  return folder;
}

test('processes that start at once agree on one key, and leave no file behind', async () => {
  const folder = await emptyFolder();
  const keys = await Promise.all(Array.from({ length: 20 }, () => ensureLocalKey(folder)));
  assert.equal(new Set(keys).size, 1);
  assert.equal(keys[0], await readLocalKey(folder));
  assert.deepEqual(await fs.readdir(folder), ['console.key']);
});

test('a file without a key is replaced', async () => {
  const folder = await emptyFolder();
  await fs.writeFile(path.join(folder, 'console.key'), 'half');
  assert.match((await ensureLocalKey(folder)) ?? '', /^[\w-]{43}$/);
});
