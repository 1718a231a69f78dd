/** Files of earlier releases are kept for a month, limited in number, and complete or absent. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { keepRelease, keptReleases } from '../../../src/service/platform/kept-releases.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-26T12:00:00Z');

describe('kept releases', () => {
  let root: string;
  beforeEach(() => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-releases-'));
  });
  afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

  const data = () => path.join(root, 'data');
  /** Simulates a build with one chunk named by `hash`, and the start of its service. */
  function start(hash: string, now: number, version = '1.0.0'): void {
    const script = path.join(root, hash);
    fs.mkdirSync(script, { recursive: true });
    fs.writeFileSync(path.join(script, `open-session-${hash}.js`), `export const build = '${hash}';`);
    keepRelease(data(), version, { script, console: null }, now);
  }
  const chunks = () => keptReleases(data()).map(({ script }) => fs.readdirSync(script)[0]);

  test('the files of a release are served for a month after it was replaced', () => {
    start('aaaaaa', NOW);
    assert.deepEqual(keptReleases(data()), [], 'the one that runs is served from its own folder');
    start('bbbbbb', NOW + DAY, '1.1.0');
    assert.deepEqual(chunks(), ['open-session-aaaaaa.js']);
    assert.equal(keptReleases(data())[0]!.version, '1.0.0');
    // Starting the same release again changes nothing.
    start('bbbbbb', NOW + 20 * DAY, '1.1.0');
    assert.deepEqual(chunks(), ['open-session-aaaaaa.js']);
    start('bbbbbb', NOW + 32 * DAY, '1.1.0');
    assert.deepEqual(chunks(), []);
  });

  test('a release that ran for a year is kept from the day of its replacement', () => {
    start('aaaaaa', NOW - 365 * DAY);
    start('bbbbbb', NOW);
    assert.deepEqual(chunks(), ['open-session-aaaaaa.js']);
  });

  test('a downgrade runs the older release, and keeps the newer one', () => {
    start('aaaaaa', NOW);
    start('bbbbbb', NOW + DAY);
    start('aaaaaa', NOW + 2 * DAY);
    assert.deepEqual(chunks(), ['open-session-bbbbbb.js']);
  });

  test('the latest six are kept', () => {
    for (let build = 0; build < 10; build++) start(`build${build}`, NOW + build * DAY);
    assert.deepEqual(
      chunks(),
      [8, 7, 6, 5, 4, 3].map((build) => `open-session-build${build}.js`),
    );
    assert.equal(fs.readdirSync(path.join(data(), 'releases')).length, 7);
  });

  test('an incomplete copy, or an unreadable record, is made again or removed', () => {
    start('aaaaaa', NOW);
    const releasesFolder = path.join(data(), 'releases');
    const [id] = fs.readdirSync(releasesFolder) as [string];
    fs.writeFileSync(path.join(releasesFolder, id, 'release.json'), '{"version":');
    fs.mkdirSync(path.join(releasesFolder, 'stray'));
    start('bbbbbb', NOW + DAY);
    assert.deepEqual(chunks(), []);
    assert.equal(fs.readdirSync(releasesFolder).length, 1);
    start('aaaaaa', NOW + 2 * DAY);
    assert.deepEqual(chunks(), ['open-session-bbbbbb.js']);
  });
});
