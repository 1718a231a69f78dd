/**
 * Post-processes the script-tag build: writes a hash of each file for an `integrity` attribute (W3C Subresource
 * Integrity), and compresses each file. A version is a folder of files, because chunks import the loader by name.
 */
import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import fs from 'node:fs';
import path from 'node:path';

export interface PublishedScript {
  version: string;
  /** The file of the loader. */
  script: string;
  /** Files that the first click fetches, for `<link rel="modulepreload">`. */
  preload: string[];
  /** Hash by file name: `sha384-…`. */
  integrity: Record<string, string>;
}

export function publishScript(folder = path.join('src', 'elements', 'dist', 'script')): PublishedScript {
  const { version } = JSON.parse(fs.readFileSync('src/elements/package.json', 'utf8')) as { version: string };
  const script = 'palkit.js';
  fs.copyFileSync('src/elements/classic.js', path.join(folder, 'classic.js'));
  const files = fs
    .readdirSync(folder)
    .filter((file) => file.endsWith('.js'))
    .sort();
  const hash = (file: string) =>
    `sha384-${createHash('sha384')
      .update(fs.readFileSync(path.join(folder, file)))
      .digest('base64')}`;
  const publishedScript: PublishedScript = {
    version,
    script,
    preload: files.filter((file) => file.startsWith('open-session-')),
    integrity: Object.fromEntries(files.map((file) => [file, hash(file)])),
  };
  for (const file of files) {
    const bytes = fs.readFileSync(path.join(folder, file));
    const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
    fs.writeFileSync(path.join(folder, `${file}.br`), brotliCompressSync(bytes, best));
    fs.writeFileSync(path.join(folder, `${file}.gz`), gzipSync(bytes, { level: 9 }));
  }
  fs.writeFileSync(path.join(folder, 'integrity.json'), `${JSON.stringify(publishedScript, null, 2)}\n`);
  return publishedScript;
}
