/** Measures the console: the size of its first page, and the number of lines of its sources. */
import fs from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const ROOT = path.join('src', 'console');
const ASSETS = path.join(ROOT, 'dist', 'assets');
/** Maximum size of a page with all its scripts and styles, in bytes with brotli. */
const PAGE_BUDGET = 130_000;
/** Maximum number of lines of all sources. */
const MAX_LINES = 4000;
/** Code that is loaded only if the user presses a button because the service cannot read a film. */
const ON_DEMAND = /^film-conversion-/;

/** Returns the files below `assets/` that a text names. */
const filesIn = (text: string): string[] =>
  [...text.matchAll(/(?:assets\/|["'`]\.\/)([\w-]+\.(?:js|css))/g)]
    .map(([, name = '']) => name)
    .filter((name) => !ON_DEMAND.test(name));

function weightOf(page: string): number {
  const html = fs.readFileSync(path.join(ROOT, 'dist', page));
  const files = new Set(filesIn(html.toString()));
  for (const file of files)
    if (file.endsWith('.js'))
      for (const importedFile of filesIn(fs.readFileSync(path.join(ASSETS, file), 'utf8')))
        files.add(importedFile);
  const bytes = [html, ...[...files].map((file) => fs.readFileSync(path.join(ASSETS, file)))];
  return bytes.reduce((sum, content) => sum + brotliCompressSync(content).length, 0);
}

function sourceLines(): number {
  return (
    fs
      .readdirSync(ROOT, { recursive: true, withFileTypes: true })
      .filter(
        (entry) =>
          entry.isFile() &&
          /\.(ts|css|html)$/.test(entry.name) &&
          !/\/(dist|node_modules)(\/|$)/.test(entry.parentPath),
      )
      .map(({ parentPath, name }) => fs.readFileSync(path.join(parentPath, name), 'utf8'))
      // Text after the last line break is not a line.
      .reduce((sum, text) => sum + text.split('\n').length - 1, 0)
  );
}

/** Prints the sizes. Returns true if all are within their budgets. */
export function checkConsole(): boolean {
  const pages = fs.readdirSync(path.join(ROOT, 'dist')).filter((file) => file.endsWith('.html'));
  const weights = pages.map((page) => [page, weightOf(page)] as const);
  const lines = sourceLines();
  const list = weights.map(([page, bytes]) => `${page} ${(bytes / 1000).toFixed(1)} kB`).join(', ');
  process.stdout.write(`console: ${list} of ${PAGE_BUDGET / 1000} kB each; ${lines} of ${MAX_LINES} lines\n`);
  return lines <= MAX_LINES && weights.every(([, bytes]) => bytes <= PAGE_BUDGET);
}
