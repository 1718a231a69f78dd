/**
 * Measures the console in Chromium, in an account with many conversations: the first paint and the first row of
 * each page, and the longest task while the list is scrolled through all its rows.
 *
 *   node --import tsx bench/console-pages.ts [conversations] [lines of each]
 *
 * DATABASE_URL=postgres://… selects PostgreSQL; the database must be empty.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import type { Page } from 'playwright-core';
import { createClient } from '../src/contract/client.ts';
import { readConfig } from '../src/service/config/config.ts';
import { createService } from '../src/service/compose/service.ts';
import { launchChromium } from '../test/browser.ts';
import { freePort } from '../test/free-port.ts';
import { ScriptedMedia } from '../test/service/world.ts';
import { fill, reopenSome } from './many-conversations.ts';
import { activeDeployment, KEY, UNBOUNDED_LIMITS } from './own-service.ts';
import { report } from './results.ts';

const CONVERSATIONS = Number(process.argv[2] ?? 10_000);
const LINES = Number(process.argv[3] ?? 20);
const LOADS = 5;
const PASSWORD = 'a good long password';

/** For each page of the console, the selector of a row or a section that shows its data. */
const PAGES = {
  '': '[aria-labelledby=latest] a',
  '/knowledge': 'palkit-facts h2',
  '/look': 'palkit-look .columns',
  '/conversations': 'palkit-conversation-list tbody tr',
  '/settings': 'palkit-keys li',
} as const;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

async function signIn(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('heading', { name: 'Welcome' }).waitFor();
  await page.locator('wa-input[name=name] input').fill('Alice');
  await page.locator('wa-input[name=password] input').fill(PASSWORD);
  await page.locator('wa-button[type=submit]').click();
  await page.locator('palkit-home h1').waitFor();
}

async function measure(
  page: Page,
  address: string,
  row: string,
): Promise<{ paint: number; content: number }> {
  await page.goto(address);
  await page.locator(row).first().waitFor();
  return page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
    content: performance.now(),
  }));
}

/**
 * Returns the milliseconds of the longest task while all pages of the list are read and scrolled, and the number of
 * rows.
 */
async function pageThrough(page: Page, address: string): Promise<{ longest: number; rows: number }> {
  await page.goto(address);
  const list = page.locator('palkit-conversation-list');
  await list.locator('tbody tr').first().waitFor();
  return page.evaluate(async () => {
    let longest = 0;
    new PerformanceObserver((entries) => {
      for (const { duration } of entries.getEntries()) longest = Math.max(longest, duration);
    }).observe({ type: 'longtask' });
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const findOlderButton = () =>
      document.querySelector<HTMLElement & { disabled: boolean }>(
        'palkit-conversation-list nav wa-button:last-child',
      );
    const firstAddress = () =>
      document.querySelector('palkit-conversation-list tbody a')?.getAttribute('href');
    let rows = 0;
    for (;;) {
      rows += document.querySelectorAll('palkit-conversation-list tbody tr').length;
      for (let top = 0; top < document.body.scrollHeight; top += 500) {
        scrollTo(0, top);
        await nextFrame();
      }
      const button = findOlderButton();
      if (!button || button.disabled) return { longest, rows };
      const addressBefore = firstAddress();
      button.click();
      while (firstAddress() === addressBefore) await nextFrame();
    }
  });
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-bench-'));
const port = await freePort();
const base = `http://localhost:${port}`;
const config = readConfig({
  ...UNBOUNDED_LIMITS,
  DATA_DIR: folder,
  PUBLIC_URL: base,
  ...(process.env['DATABASE_URL'] ? { DATABASE_URL: process.env['DATABASE_URL'] } : {}),
  API_KEYS: `1:${KEY},2:${KEY}-of-another`,
});
const service = await createService(config, {
  media: new ScriptedMedia(),
  engines: { voice: null, ears: null },
  log: pino({ level: 'silent' }),
});
const browser = await launchChromium();
try {
  await fill(service.context.store.db, CONVERSATIONS, LINES);
  await reopenSome(service.context.store.db);
  await service.app.listen({ port, host: 'localhost' });
  await activeDeployment(createClient(base, fetch), {}, 'embed');
  report(`${CONVERSATIONS} conversations, ${CONVERSATIONS * LINES} lines, a window of 1280 by 900\n`);
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'en' });
  // tsx refers to a helper for function names, which the page lacks.
  await page.addInitScript('globalThis.__name = (work) => work');
  await signIn(page, service.consoleLink!);
  for (const [name, row] of Object.entries(PAGES)) {
    const loads = [];
    for (let load = 0; load < LOADS; load++) loads.push(await measure(page, `${base}/console${name}`, row));
    const paint = median(loads.map((load) => load.paint));
    const content = median(loads.map((load) => load.content));
    report(
      `/console${name}: first paint ${paint.toFixed(0)} ms, its data ${content.toFixed(0)} ms (medians of ${LOADS})\n`,
    );
  }
  const { longest, rows } = await pageThrough(page, `${base}/console/conversations`);
  report(
    `${rows} rows paged through and scrolled: longest task ${longest.toFixed(0)} ms (0: none over 50)\n`,
  );
} finally {
  await browser.close();
  await service.close();
  fs.rmSync(folder, { recursive: true, force: true });
}
