import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const PROGRAM = 'test/face-training/collected-canvases.ts';

test('an unused canvas is encoded safely during garbage collection', { timeout: 60_000 }, async () => {
  // Each picture has a separate memory mapping, so that reading one after its release crashes immediately.
  const env = { ...process.env, MALLOC_MMAP_THRESHOLD_: '65536', NODE_OPTIONS: '' };
  const flags = ['--expose-gc', '--import', 'tsx', PROGRAM];
  const { stdout } = await promisify(execFile)(process.execPath, flags, { env });
  assert.equal(stdout, 'encoded');
});

test('only the encoder, which holds its canvas, encodes in another thread', () => {
  const sources = fs
    .readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/(^|[\\/])(dist|node_modules)[\\/]/.test(file))
    .filter((file) => {
      const text = fs.readFileSync(path.join('src', file), 'utf8');
      return text.includes("'@napi-rs/canvas'") && /\.(encode|toBlob)\(\s*'/.test(text);
    });
  assert.deepEqual(sources, [path.join('face-training', 'encoder.ts')]);
});
