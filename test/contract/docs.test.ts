import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { cardTables } from '../../scripts/card-tables.ts';
import { localeTables } from '../../scripts/locale-tables.ts';
import { CANVAS_COMPONENTS } from '../../src/contract/canvas.ts';
import { accessibility, conformance, reference, templates, theming } from '../../scripts/write-docs.ts';
import { CRITERIA } from '../accessibility.ts';
import { CONFORMANCE, SECTIONS } from '../conformance.ts';

test('docs/guide/look-and-feel.md says what the manifest says (npm run docs)', () => {
  assert.equal(fs.readFileSync('docs/guide/look-and-feel.md', 'utf8'), theming());
});

test('docs/reference.md says what the code says (npm run docs)', () => {
  assert.equal(fs.readFileSync('docs/reference.md', 'utf8'), reference());
});

test('docs/conformance.md says what the list says (npm run docs)', () => {
  assert.equal(fs.readFileSync('docs/conformance.md', 'utf8'), conformance());
});

test('docs/accessibility.md says what the list says (npm run docs)', () => {
  assert.equal(fs.readFileSync('docs/accessibility.md', 'utf8'), accessibility());
});

test('templates of frameworks are typed by the manifest (npm run docs)', () => {
  for (const [file, text] of templates()) assert.equal(fs.readFileSync(file, 'utf8'), text, file);
});

test('the tables of languages list the files there are (npm run docs)', async () => {
  for (const [file, text] of await localeTables()) assert.equal(fs.readFileSync(file, 'utf8'), text, file);
});

/** A text as a source writes it; a long one is several of them. */
const LITERAL = String.raw`(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|\`(?:\\.|[^\`\\])*\`)`;

/** The titles of a file's tests as they stand in its source: a template's with its holes. */
function titles(file: string): string[] {
  const source = fs.readFileSync(path.join('test', file), 'utf8');
  const calls = new RegExp(String.raw`\b(?:test|it|inChromium)\(\s*(${LITERAL}(?:\s*\+\s*${LITERAL})*)`, 'g');
  return [...source.matchAll(calls)].map(([, parts]) =>
    [...parts!.matchAll(new RegExp(LITERAL, 'g'))]
      .map(([literal]) =>
        literal
          .slice(1, -1)
          .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
          .replace(/\\(.)/g, '$1'),
      )
      .join(''),
  );
}

/** The tests named that are not there. */
function absent(tests: readonly { file: string; name: string }[]): string[] {
  return tests
    .filter(
      ({ file, name }) =>
        !fs.existsSync(path.join('test', file)) || !titles(file).some((title) => title.includes(name)),
    )
    .map(({ file, name }) => `${file}: ${name}`);
}

test('every criterion of WCAG 2.2 A and AA stands once, and the tests it names are there', () => {
  assert.equal(CRITERIA.filter(({ level }) => level === 'A').length, 31);
  assert.equal(CRITERIA.filter(({ level }) => level === 'AA').length, 24);
  assert.equal(new Set(CRITERIA.map(({ number }) => number)).size, CRITERIA.length);
  assert.deepEqual(
    CRITERIA.flatMap(({ number, tests }) => absent(tests).map((one) => `${number} → ${one}`)),
    [],
  );
});

test('every line of the specification names tests that are there', () => {
  const missing: string[] = [];
  for (const { id, section, line, tests } of CONFORMANCE) {
    assert.ok(id.startsWith(`${section.toLowerCase()}-`), id);
    assert.ok(tests.length > 0, `${id}: ${line}`);
    missing.push(...absent(tests).map((one) => `${id}: ${line} → ${one}`));
  }
  assert.deepEqual(missing, []);
  for (const section of SECTIONS)
    assert.ok(
      CONFORMANCE.some((line) => line.section === section),
      `${section} has a line`,
    );
  const seen = CONFORMANCE.flatMap(({ id, section, line }) => [id, `${section}: ${line}`]);
  assert.equal(new Set(seen).size, seen.length, 'each line stands once, with an id of its own');
});

test('what follows from the cards follows from them as they are (npm run docs)', async () => {
  for (const [file, text] of await cardTables()) assert.equal(fs.readFileSync(file, 'utf8'), text, file);
});

test('every card has a story', () => {
  const stories = fs.readFileSync('stories/cards.stories.ts', 'utf8');
  for (const component of Object.keys(CANVAS_COMPONENTS))
    assert.ok(stories.includes(`card('${component}'`), `stories/cards.stories.ts shows no ${component}`);
});
