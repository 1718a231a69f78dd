import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

test('this Node accepts the option that delays the optimising of WebAssembly', () => {
  const script = `(await import('./src/runtime/wasm-budget.ts')).optimiseOnlyHotWasm();`;
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', script],
    { encoding: 'utf8', timeout: 60_000 },
  );
  assert.deepEqual([status, stderr], [0, '']);
});
