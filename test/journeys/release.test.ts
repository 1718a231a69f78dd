/** A page stays open while a release replaces the service's files: it can still open, talk and end a call. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launch, openPage } from '../browser.ts';
import { createFreshFolder } from '../service/fresh-database.ts';
import { recordComplaints, startService, waitForTranscript, type RunningService } from './running-service.ts';

const BUILD = path.join('src', 'elements', 'dist', 'script');

/** Copies the build with other file names, like those of an earlier release. */
function copyEarlierBuild(target: string): void {
  fs.mkdirSync(target, { recursive: true });
  const files = fs.readdirSync(BUILD).filter((file) => file.endsWith('.js'));
  const names = new Map(
    files.map((file) => [
      file,
      file.replace(/-([\w-]{6,8})\.js$/, (_, hash: string) => `-Z${hash.slice(1)}.js`),
    ]),
  );
  for (const file of files) {
    let text = fs.readFileSync(path.join(BUILD, file), 'utf8');
    for (const [name, earlierName] of names) text = text.replaceAll(name, earlierName);
    fs.writeFileSync(path.join(target, names.get(file)!), text);
  }
}

let service: RunningService;
let browser: Browser;
let folder: string;
before(async () => {
  folder = await createFreshFolder();
  const release = path.join(folder, 'releases', 'earlier');
  copyEarlierBuild(path.join(release, 'script'));
  fs.writeFileSync(
    path.join(release, 'release.json'),
    JSON.stringify({ version: '0.0.9', replacedAt: Date.now() }),
  );
  [service, browser] = await Promise.all([startService({ DATA_DIR: folder }), launch()]);
});
after(async () => {
  await browser?.close();
  await service?.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

test('an open page loads the rest of its own release, and its call ends with its own screens', async () => {
  const page = await openPage(browser);
  const pageErrors = await recordComplaints(page);
  // The page received its loader before the release; all other files come from the current service.
  await page.route('**/palkit/palkit.js', (route) =>
    route.fulfill({ path: path.join(folder, 'releases', 'earlier', 'script', 'palkit.js') }),
  );
  const loadedFiles: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/palkit/')) loadedFiles.push(`${response.status()} ${pathname}`);
  });
  await page.goto(service.url);
  await page.getByRole('button', { name: 'Ask Mira' }).click();
  await page.getByRole('button', { name: 'Type', exact: true }).click();
  await page.getByRole('button', { name: 'Transcript' }).click();
  await waitForTranscript(page, /Welcome to Northlight Bikes/);
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('button', { name: 'Download transcript' }).waitFor();
  assert.ok(loadedFiles.some((file) => /^200 \/palkit\/open-session-Z/.test(file)));
  assert.deepEqual(
    loadedFiles.filter((file) => !/^200 \/palkit\/([\w-]+-Z[\w-]{5,7}|palkit)\.js$/.test(file)),
    [],
  );
  assert.deepEqual(pageErrors, []);
  await page.close();
});

test('the earlier version’s address answers, too, and this release’s own files were kept', async () => {
  const earlierScript = await fetch(`${service.url}/palkit/0.0.9/palkit.js`);
  assert.equal(earlierScript.status, 200);
  assert.equal((await fetch(`${service.url}/palkit/open-session-nobody.js`)).status, 404);
  const [current] = fs.readdirSync(path.join(folder, 'releases')).filter((name) => name !== 'earlier');
  const names = fs.readdirSync(path.join(folder, 'releases', current!, 'script'));
  assert.ok(names.includes('palkit.js') && names.some((name) => name.startsWith('open-session-')));
});
