/** All links in the documentation lead to an existing file and heading. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const pages = [
  ...[
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'CODE_OF_CONDUCT.md',
    'CHANGELOG.md',
    '.changeset/README.md',
  ],
  ...fs
    .readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join('docs', name)),
].filter((file) => fs.existsSync(file));

/** Returns the anchor that forges create for a heading. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
const anchors = (file: string) =>
  [...fs.readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchor(heading!));

test('every link of the documentation leads somewhere', () => {
  const brokenLinks: string[] = [];
  for (const page of pages) {
    const prose = fs.readFileSync(page, 'utf8').replace(/```[^]*?```/g, '');
    for (const [, target] of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target!)) continue;
      const [file, heading] = target!.split('#') as [string, string?];
      const targetPath = file ? path.join(path.dirname(page), file) : page;
      if (!fs.existsSync(targetPath)) brokenLinks.push(`${page}: ${target}`);
      else if (heading !== undefined && !anchors(targetPath).includes(heading))
        brokenLinks.push(`${page}: ${target}`);
    }
  }
  assert.deepEqual(brokenLinks, []);
});

test('every page of the documentation can be reached from its map', () => {
  const reachedFiles = new Set<string>();
  const follow = (page: string): void => {
    if (reachedFiles.has(page)) return;
    reachedFiles.add(page);
    for (const [, target] of fs.readFileSync(page, 'utf8').matchAll(/\]\(([^)#\s]+\.md)/g))
      if (!/^[a-z]+:/.test(target!)) follow(path.join(path.dirname(page), target!));
  };
  follow(path.join('docs', 'README.md'));
  assert.deepEqual(
    pages.filter((page) => !reachedFiles.has(page) && !/^(CODE_OF_CONDUCT|SECURITY)/.test(page)),
    [],
  );
});
