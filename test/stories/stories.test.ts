/**
 * Visits each story of the static Storybook: it must render, log no error, and pass axe. There are twelve modes:
 * light, dark and forced colours; left to right and right to left; desktop and 320 px. Each day a quarter of the
 * stories are tested in the first mode (light, left to right, desktop), and each story in one of the other eleven.
 * `STORIES=all` tests all stories in all modes.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch, openPage } from '../browser.ts';

const FOLDER = path.resolve('dist', 'storybook');
const MEDIA: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.css': 'text/css',
  '.jpg': 'image/jpeg',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

interface FinishedStory {
  storyId: string;
  status: string;
  reporters: {
    type: string;
    status: string;
    result?: { violations?: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[] };
  }[];
}

let server: http.Server;
let browser: Browser;
let page: Page;
let origin: string;
const errors: string[] = [];
const requests: string[] = [];

before(async () => {
  server = http
    .createServer((request, response) => {
      const file = path.join(FOLDER, path.normalize(new URL(request.url!, 'http://localhost').pathname));
      if (!file.startsWith(FOLDER) || !fs.existsSync(file) || fs.statSync(file).isDirectory())
        return response.writeHead(404).end();
      response
        .writeHead(200, { 'content-type': MEDIA[path.extname(file)] ?? 'application/octet-stream' })
        .end(fs.readFileSync(file));
    })
    .listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await launch();
  page = await openPage(browser, { viewport: { width: 1180, height: 800 }, reducedMotion: 'reduce' });
  page.on(
    'console',
    (message) => message.type() === 'error' && errors.push(`${message.text()} ${message.location().url}`),
  );
  page.on('pageerror', (error) => errors.push(error.message));
  page.on(
    'request',
    (request) =>
      !request.url().startsWith(origin) && /^https?:/.test(request.url()) && requests.push(request.url()),
  );
});
after(async () => {
  await browser?.close();
  server?.close();
});

interface Way {
  colors: 'light' | 'dark' | 'forced';
  locale: 'en' | 'ar';
  width: number;
}
const WAYS: Way[] = (['light', 'dark', 'forced'] as const).flatMap((colors) =>
  (['en', 'ar'] as const).flatMap((locale) => [1180, 320].map((width) => ({ colors, locale, width }))),
);

const { entries } = JSON.parse(fs.readFileSync(path.join(FOLDER, 'index.json'), 'utf8')) as {
  entries: Record<string, { id: string; type: string; title: string; name: string }>;
};
const stories = Object.values(entries).filter(({ type }) => type === 'story');

const middle = Math.ceil(stories.length / 2);
const HALVES = { first: stories.slice(0, middle), second: stories.slice(middle) };

/** Day number; on every fourth day, the same stories are tested in the first mode. */
const day = Math.floor(Date.now() / 86_400_000);
/** The stories of each mode in two tests: a quarter of all in the first mode, an eleventh in the others. */
const parts = WAYS.flatMap((way, turn) =>
  Object.entries(HALVES).map(([half, those]) => ({
    ...way,
    half,
    picture:
      process.env['STORIES'] === 'all'
        ? those
        : those.filter((_, index) =>
            turn === 0 ? index % 4 === day % 4 : index % (WAYS.length - 1) === turn - 1,
          ),
  })),
);

for (const { half, picture, colors, locale, width } of parts) {
  const direction = locale === 'ar' ? 'right to left' : 'left to right';
  const part = `${width} px wide, ${half} half`;
  // Proves wcag-1.1.1, wcag-1.3.1, wcag-1.4.1, wcag-1.4.3, wcag-1.4.5, wcag-2.4.1, wcag-2.4.4, wcag-2.4.6,
  // wcag-2.5.3, wcag-3.3.2, wcag-4.1.2.
  test(`stories in ${colors} colours, ${direction}, ${part}: render silently and are accessible`, async (t) => {
    assert.ok(stories.length > 150, `only ${stories.length} stories`);
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({
      colorScheme: colors === 'dark' ? 'dark' : 'light',
      forcedColors: colors === 'forced' ? 'active' : 'none',
    });
    const globals = [
      ...(colors === 'dark' ? ['theme:dark'] : []),
      ...(locale === 'en' ? [] : [`locale:${locale}`]),
    ].join(';');
    // Open another story first, so that the first story of the part is rendered again.
    await page.goto(
      `${origin}/iframe.html?viewMode=story&id=${stories.find((story) => story !== picture[0])!.id}` +
        `${globals && `&globals=${globals}`}`,
    );
    await page.waitForFunction('window.__STORYBOOK_ADDONS_CHANNEL__?.last("storyFinished")');
    for (const { id, title, name } of picture)
      await t.test(`${title} / ${name}`, () => look(id, colors === 'forced' ? ['color-contrast'] : []));
    assert.deepEqual(requests, [], 'no story asks a network');
  });
}

/**
 * Tests a story. `unjudged` lists rules that axe cannot check in this mode: with forced colours, the
 * visitor's colours are drawn instead of the computed ones.
 */
async function look(id: string, unjudged: readonly string[]): Promise<void> {
  errors.length = 0;
  const finishedStory = (await page.evaluate(
    (storyId) =>
      new Promise<unknown>((resolve) => {
        const { __STORYBOOK_ADDONS_CHANNEL__: channel } = window as unknown as {
          __STORYBOOK_ADDONS_CHANNEL__: {
            on(event: string, listener: (result: { storyId: string }) => void): void;
            off(event: string, listener: unknown): void;
            emit(event: string, data: unknown): void;
          };
        };
        const handleFinished = (result: { storyId: string }) => {
          if (result.storyId !== storyId) return;
          channel.off('storyFinished', handleFinished);
          resolve(result);
        };
        channel.on('storyFinished', handleFinished);
        channel.emit('setCurrentStory', { storyId, viewMode: 'story' });
      }),
    id,
  )) as FinishedStory;
  const looked = finishedStory.reporters.find(({ type }) => type === 'a11y');
  assert.deepEqual(
    looked?.result?.violations
      ?.filter((violation) => !unjudged.includes(violation.id))
      .map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .map(({ target, failureSummary }) => `${target.flat().join(' ')} ${failureSummary ?? ''}`)
            .join('; ')}`,
      ),
    [],
    'axe finds nothing',
  );
  if (unjudged.length === 0) assert.equal(finishedStory.status, 'success');
  assert.deepEqual(errors, []);
  assert.equal((await page.locator('#storybook-root > *').count()) > 0, true);
  if (process.env['STORY_PICTURES'])
    await page.screenshot({
      path: path.join(process.env['STORY_PICTURES'], `${id}.jpg`),
      type: 'jpeg',
      quality: 70,
    });
}
