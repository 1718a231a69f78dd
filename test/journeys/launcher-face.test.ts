/**
 * The agent's face on a launcher and on a closed embed: it appears late, without a layout shift, and only if there is
 * one.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch, openPage } from '../browser.ts';

const FACE = fs.readFileSync(path.join('src', 'assets', 'faces', 'mira.jpg'));

describe('the face before a click', () => {
  let browser: Browser;
  let origin: string;
  let requests: string[] = [];
  /** Sends the picture `/late.jpg`, without which the page is still loading. */
  let release = () => {};
  let gate = Promise.resolve();
  const server = http.createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
    requests.push(pathname);
    const file = path.join('src', 'elements', 'dist', 'script', path.basename(pathname));
    if (pathname.endsWith('.js') && fs.existsSync(file))
      return response.setHeader('content-type', 'text/javascript').end(fs.readFileSync(file));
    if (pathname === '/face/d1') return response.setHeader('content-type', 'image/jpeg').end(FACE);
    if (pathname.startsWith('/face/')) return response.writeHead(204).end();
    if (pathname === '/late.jpg')
      return void gate.then(() => response.setHeader('content-type', 'image/jpeg').end(FACE));
    // The invitation of a wide embed requests the deployment; without its texts the embed does not change.
    if (pathname.endsWith('/init')) return response.setHeader('content-type', 'application/json').end('{}');
    if (pathname !== '/') return response.writeHead(404).end();
    response
      .setHeader('content-type', 'text/html')
      .end(
        '<!doctype html><html lang="en"><title>A shop</title><link rel="icon" href="data:,"><script ' +
          'type="module" src="/palkit.js"></script><img src="/late.jpg" alt="" width="9" height="9">' +
          (searchParams.get('body') ?? ''),
      );
  });

  before(async () => {
    browser = await launch();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  after(async () => {
    await browser?.close();
    server.closeAllConnections();
    server.close();
  });

  /** Opens a page that is still loading; returns it with its layout shifts and console errors. */
  async function openShop(
    body: string,
  ): Promise<{ page: Page; messages: string[]; shifts: () => Promise<number> }> {
    requests = [];
    gate = new Promise((resolve) => (release = resolve));
    const page = await openPage(browser);
    const messages: string[] = [];
    page.on('pageerror', ({ message }) => messages.push(message));
    page.on('console', (message) => message.type() === 'error' && messages.push(message.text()));
    await page.goto(`${origin}?body=${encodeURIComponent(body)}`, { waitUntil: 'commit' });
    await page.evaluate(() => {
      const counters = { shifts: 0 };
      Object.assign(window, counters);
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          (window as unknown as typeof counters).shifts += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const shifts = () => page.evaluate(() => (window as unknown as { shifts: number }).shifts);
    return { page, messages, shifts };
  }

  test('comes after everything else of the page, and nothing moves', async () => {
    const { page, messages, shifts } = await openShop(
      '<pal-widget deployment-id="d1"></pal-widget><pal-embed deployment-id="d1"></pal-embed>',
    );
    await page.locator('pal-launcher svg').waitFor();
    assert.ok(!requests.includes('/face/d1'), 'the page is still on its way');
    const shiftsBefore = await shifts();
    release();
    await page.locator('pal-launcher img').waitFor();
    await page.locator('pal-embed img').waitFor();
    // A wide closed embed loads its invitation once, and no code of a call.
    const scripts = requests
      .filter((url) => url.endsWith('.js'))
      .map((url) => url.replace(/-[\w-]{7}\.js$/, '.js'));
    assert.deepEqual(scripts.sort(), ['/embed-invitation.js', '/palkit.js'], requests.join(' '));
    assert.deepEqual([(await shifts()) - shiftsBefore, messages], [0, []]);
    await page.close();
  });

  test('leaves the icon if it is missing, without an error', async () => {
    const { page, messages } = await openShop('<pal-widget deployment-id="d2"></pal-widget>');
    release();
    await page.waitForResponse((response) => response.url().endsWith('/face/d2'));
    await page.locator('pal-launcher svg').waitFor();
    assert.deepEqual([await page.locator('pal-launcher img').count(), messages], [0, []]);
    await page.close();
  });

  test('is not requested if it is not shown or the page has its own', async () => {
    const { page } = await openShop(
      '<pal-widget variant="compact" deployment-id="d1"></pal-widget><pal-widget deployment-id="d1" ' +
        'poster="/late.jpg"></pal-widget><pal-widget></pal-widget>',
    );
    release();
    await page.waitForLoadState('load');
    await page.locator('pal-launcher img').waitFor();
    assert.ok(!requests.some((url) => url.startsWith('/face/')), requests.join(' '));
    await page.close();
  });

  test('changes with the deployment', async () => {
    const { page } = await openShop('<pal-widget deployment-id="d1"></pal-widget>');
    release();
    await page.locator('pal-launcher img').waitFor();
    await page.locator('pal-widget').evaluate((widget) => widget.setAttribute('deployment-id', 'd2'));
    await page.locator('pal-launcher svg').waitFor();
    assert.equal(await page.locator('pal-launcher img').count(), 0);
    await page.close();
  });
});
