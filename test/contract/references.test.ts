/** Files, pages and lines of the specification that comments refer to exist. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { RULES } from '../../scripts/claims.ts';

const GENERATED_FOLDERS = new Set(['node_modules', 'dist', '.git', '.cache', 'data', 'coverage']);
function* filesBelow(folder: string): Iterable<string> {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    if (GENERATED_FOLDERS.has(entry.name)) continue;
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(file);
    else yield file;
  }
}
const files = [...filesBelow('.')];
const paths = new Set(files);
const sources = files.filter((file) => /^(src|test|scripts|bench|stories|demo)\/.*\.[jt]s$/.test(file));

const commentsOf = (text: string) =>
  [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|[\s;{}(])\/\/[^\n]*/g)].map(([comment]) =>
    comment.replace(/\n\s*\* ?/g, ' '),
  );
const allComments = sources.flatMap((file) =>
  commentsOf(fs.readFileSync(file, 'utf8')).map((comment) => ({ file, comment })),
);

/** Returns the anchors that GitHub creates for the headings of a page. */
function anchorsOf(page: string): Set<string> {
  const headings = fs.readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm);
  return new Set(
    [...headings].map(([, headingText]) =>
      headingText!
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** True if the file exists, relative to the root or to the file that names it, and a page has the named heading. */
function isThere(reference: string, sourceFile: string): boolean {
  const [file = '', anchor] = reference.split('#');
  const source = [file, path.join(path.dirname(sourceFile), file)].find((candidate) =>
    paths.has(path.normalize(candidate)),
  );
  if (!source) return false;
  return anchor === undefined || !source.endsWith('.md') || anchorsOf(source).has(anchor);
}

/** Names that look like files of the repository: of modules and built files, and file endings. */
const NO_SOURCES = /^(pdf\.js|sample\.ts|initialise\.js|draw\.js|\.draw\.js)$|^\/|\/dist\//;

test('a source or page that a comment names exists', () => {
  const missingReferences = allComments.flatMap(({ file, comment }) =>
    [...comment.matchAll(/(?<![\w:/.-])[\w./-]+\.(?:ts|js|md)(?:#[\w-]+)?(?![\w(])/g)]
      .map(([reference]) => reference)
      .filter((reference) => !NO_SOURCES.test(reference) && !isThere(reference, file))
      .map((reference) => `${file}: ${reference}`),
  );
  assert.deepEqual(missingReferences, []);
});

test('a line of the specification that a comment names has its id, and the id exists', () => {
  const faults = allComments.flatMap(({ file, comment }) => [
    ...(/[Ss]pecification, [A-Z]|[Dd]ecisions,? §/.test(comment) ? [`${file}: ${comment}`] : []),
    ...[...comment.matchAll(/[Ss]pecification: ([a-z]+-\d+(?:(?:,| to) [a-z]+-\d+)*)/g)].flatMap(([, ids]) =>
      ids!
        .split(/,? (?:to )?/)
        .filter((id) => !RULES.has(id))
        .map((id) => `${file}: ${id}`),
    ),
  ]);
  assert.deepEqual(faults, []);
});

test('a section sign follows the name of a public document', () => {
  const faults = allComments.filter(({ comment }) =>
    /§/.test(
      comment.replace(
        /(RFC \d+|HTML|Unicode TR\d+|ISO [\d-]+|ECMA-\d+( part \d+)?),?( §[\d.]+(,? and)?)+/g,
        '',
      ),
    ),
  );
  assert.deepEqual(faults, []);
});
