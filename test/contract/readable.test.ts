/** No file is wider than a screen or too long, including files that the linter does not read. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

/** Maximum number of columns. oxfmt keeps code below 110, but not long texts and regular expressions. */
const WIDEST = 120;
/** Maximum number of columns of a paragraph in Markdown; tables and code are not limited. */
const WIDEST_PROSE = 160;
const MAX_LINES = 400;

/** Files that `npm run docs` generates, or that are copied from elsewhere. */
const GENERATED =
  /^(src\/elements\/frameworks\/\w+-templates\.ts|bench\/organisations\/[\w-]+\/[\w-]+\.html)$/;
const SOURCES = /\.([cm]?[jt]sx?|css|html)$/;

/** Folders of builds and installed packages, which git ignores; listed because not every machine has git. */
const IGNORED = /(^|\/)(node_modules|dist)(\/|$)/;

const files = ['src', 'test', 'scripts', 'bench']
  .flatMap((folder) => fs.readdirSync(folder, { withFileTypes: true, recursive: true }))
  .filter((entry) => entry.isFile() && SOURCES.test(entry.name))
  .map((entry) => path.join(entry.parentPath, entry.name).split(path.sep).join('/'))
  .filter((file) => !IGNORED.test(file) && !GENERATED.test(file))
  .map((file) => ({ file, lines: fs.readFileSync(file, 'utf8').split('\n') }));

/** Counts visible characters, because a vowel sign is drawn above its letter. */
const columns = (line: string) => [...line.replace(/\p{M}/gu, '')].length;

test(`no line is wider than ${WIDEST} columns`, () => {
  assert.ok(files.length > 800, 'the files are found');
  const wideLines = files.flatMap(({ file, lines }) =>
    lines.flatMap((line, index) =>
      columns(line) > WIDEST ? [`${file}:${index + 1}: ${columns(line)} columns`] : [],
    ),
  );
  assert.deepEqual(wideLines, []);
});

/** Pages that a command generates. */
const WRITTEN_FILES = [
  ...['reference', 'measurements', 'conformance', 'accessibility', 'guide/look-and-feel', 'guide/frameworks'],
  ...['palkit', 'palkit-contract', 'palkit-service'].map((name) => `api/${name}`),
].map((name) => `docs/${name}.md`);

test(`no prose of a page is wider than ${WIDEST_PROSE} columns`, () => {
  const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...pagesBelow('docs')].filter(
    (page) => !WRITTEN_FILES.includes(page),
  );
  const wideLines = pages.flatMap((page) =>
    fs
      .readFileSync(page, 'utf8')
      .replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/.+/g, ''))
      .split('\n')
      .flatMap((line, index) =>
        !/^\s*[|<!]/.test(line) && columns(line) > WIDEST_PROSE ? [`${page}:${index + 1}`] : [],
      ),
  );
  assert.deepEqual(wideLines, []);
});

const pagesBelow = (folder: string) =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join(folder, name).split(path.sep).join('/'));

test(`no file is longer than ${MAX_LINES} lines`, () => {
  const longFiles = files
    .filter(({ lines }) => lines.length - 1 > MAX_LINES)
    .map(({ file, lines }) => `${file}: ${lines.length - 1} lines`);
  assert.deepEqual(longFiles, []);
});
