import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { reference, theming } from '../../scripts/write-docs.ts';

test('docs/theming.md says what the manifest says (npm run docs)', () => {
  assert.equal(fs.readFileSync('docs/theming.md', 'utf8'), theming());
});

test('docs/reference.md says what the code says (npm run docs)', () => {
  assert.equal(fs.readFileSync('docs/reference.md', 'utf8'), reference());
});
