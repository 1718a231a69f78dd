import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { holdFolder } from '../../../src/runtime/folder-lock.ts';

test('the lock of a deleted folder does not apply to a new folder', async () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-lock-'));
  const folder = (name: string) => {
    fs.mkdirSync(path.join(root, name));
    return path.join(root, name);
  };
  try {
    const firstFolder = folder('first');
    const releaseFolder = await holdFolder(firstFolder);
    assert.ok(releaseFolder);
    assert.equal(await holdFolder(firstFolder), null, 'once at a time');
    fs.rmSync(firstFolder, { recursive: true });
    // File systems reuse the inode number of a deleted folder for the next one.
    for (let count = 0; count < 20; count++) {
      const next = await holdFolder(folder(`next-${count}`));
      assert.ok(next, `folder ${count} is held by nobody`);
      await next();
    }
    await releaseFolder();
  } finally {
    fs.rmSync(root, { recursive: true, force: true });
  }
});
