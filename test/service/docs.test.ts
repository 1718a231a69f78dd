import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { conformance, reference, theming } from '../../scripts/write-docs.ts';
import { CONFORMANCE, SECTIONS } from '../conformance.ts';

test('docs/theming.md says what the manifest says (npm run docs)', () => {
  assert.equal(fs.readFileSync('docs/theming.md', 'utf8'), theming());
});

test('docs/reference.md says what the code says (npm run docs)', () => {
  assert.equal(fs.readFileSync('docs/reference.md', 'utf8'), reference());
});

test('docs/conformance.md says what the list says (npm run docs)', () => {
  assert.equal(fs.readFileSync('docs/conformance.md', 'utf8'), conformance());
});

/** The titles of a file's tests as they stand in its source: a template's with its holes. */
function titles(file: string): string[] {
  const source = fs.readFileSync(path.join('test', file), 'utf8');
  return [...source.matchAll(/\b(?:test|it)\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g)].map(([, , title]) => title!.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16))).replace(/\\(.)/g, '$1'));
}

test('every line of the specification names tests that are there, or says what it waits for', () => {
  const missing: string[] = [];
  for (const { section, line, tests, open } of CONFORMANCE) {
    assert.equal(tests.length === 0, open !== undefined, `${section}: ${line}`);
    for (const { file, name } of tests) {
      if (!fs.existsSync(path.join('test', file)) || !titles(file).some((title) => title.includes(name))) missing.push(`${section}: ${line} → ${file}: ${name}`);
    }
  }
  assert.deepEqual(missing, []);
  for (const section of SECTIONS) assert.ok(CONFORMANCE.some((line) => line.section === section), `${section} has a line`);
  const seen = CONFORMANCE.map(({ section, line }) => `${section}: ${line}`);
  assert.equal(new Set(seen).size, seen.length, 'each line stands once');
});
