import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

const PROGRAM = 'test/face-training/collected-canvases.ts';

test(
  'a canvas that is no longer used is encoded safely while memory is collected',
  { timeout: 60_000 },
  async () => {
    // Pictures have mappings of their own, so that reading one after its release fails at once.
    const env = { ...process.env, MALLOC_MMAP_THRESHOLD_: '65536', NODE_OPTIONS: '' };
    const flags = ['--expose-gc', '--import', 'tsx', PROGRAM];
    const { stdout } = await promisify(execFile)(process.execPath, flags, { env });
    assert.equal(stdout, 'encoded');
  },
);
