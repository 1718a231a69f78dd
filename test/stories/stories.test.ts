/** Goes through every story of the static Storybook in one page: each is drawn, nothing is logged as an error, axe finds nothing. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch, openPage } from '../browser.ts';

const FOLDER = path.resolve('dist', 'storybook');
const MEDIA: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.json': 'application/json', '.css': 'text/css', '.jpg': 'image/jpeg', '.svg': 'image/svg+xml', '.woff2': 'font/woff2' };

interface Finished { storyId: string; status: string; reporters: { type: string; status: string; result?: { violations?: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[] } }[] }

let server: http.Server;
let browser: Browser;
let page: Page;
let origin: string;
const heard: string[] = [];
const asked: string[] = [];

before(async () => {
  server = http.createServer((request, response) => {
    const file = path.join(FOLDER, path.normalize(new URL(request.url!, 'http://localhost').pathname));
    if (!file.startsWith(FOLDER) || !fs.existsSync(file) || fs.statSync(file).isDirectory()) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': MEDIA[path.extname(file)] ?? 'application/octet-stream' }).end(fs.readFileSync(file));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await launch();
  page = await openPage(browser, { viewport: { width: 1180, height: 800 }, reducedMotion: 'reduce' });
  page.on('console', (message) => message.type() === 'error' && heard.push(`${message.text()} ${message.location().url}`));
  page.on('pageerror', (error) => heard.push(error.message));
  page.on('request', (request) => !request.url().startsWith(origin) && /^https?:/.test(request.url()) && asked.push(request.url()));
});
after(async () => {
  await browser?.close();
  server?.close();
});

test('every story is drawn, quiet and accessible', async (t) => {
  const { entries } = JSON.parse(fs.readFileSync(path.join(FOLDER, 'index.json'), 'utf8')) as { entries: Record<string, { id: string; type: string; title: string; name: string }> };
  const stories = Object.values(entries).filter(({ type }) => type === 'story');
  assert.ok(stories.length > 150, `only ${stories.length} stories`);
  await page.goto(`${origin}/iframe.html?viewMode=story&id=${stories.at(-1)!.id}`);
  await page.waitForFunction('window.__STORYBOOK_ADDONS_CHANNEL__?.last("storyFinished")');
  for (const { id, title, name } of stories) {
    await t.test(`${title} / ${name}`, async () => {
      heard.length = 0;
      const finished = (await page.evaluate((storyId) => new Promise<unknown>((resolve) => {
        const { __STORYBOOK_ADDONS_CHANNEL__: channel } = window as unknown as { __STORYBOOK_ADDONS_CHANNEL__: { on(event: string, listener: (told: { storyId: string }) => void): void; off(event: string, listener: unknown): void; emit(event: string, told: unknown): void } };
        const told = (result: { storyId: string }) => {
          if (result.storyId !== storyId) return;
          channel.off('storyFinished', told);
          resolve(result);
        };
        channel.on('storyFinished', told);
        channel.emit('setCurrentStory', { storyId, viewMode: 'story' });
      }), id)) as Finished;
      const looked = finished.reporters.find(({ type }) => type === 'a11y');
      assert.deepEqual(looked?.result?.violations?.map((violation) => `${violation.id}: ${violation.nodes.map(({ target, failureSummary }) => `${target.flat().join(' ')} ${failureSummary ?? ''}`).join('; ')}`), [], 'axe finds nothing');
      assert.equal(finished.status, 'success');
      assert.deepEqual(heard, []);
      assert.equal(await page.locator('#storybook-root > *').count() > 0, true);
      if (process.env['STORY_PICTURES']) await page.screenshot({ path: path.join(process.env['STORY_PICTURES'], `${id}.jpg`), type: 'jpeg', quality: 70 });
    });
  }
  assert.deepEqual(asked, [], 'no story asks a network');
});
