import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { reference } from '../../scripts/write-docs.ts';

test('docs/reference.md says what the code says (npm run docs)', () => {
  assert.equal(fs.readFileSync('docs/reference.md', 'utf8'), reference());
});
