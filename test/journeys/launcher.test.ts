/**
 * The launcher on an otherwise empty page: it does nothing while it is closed, and it informs the visitor if its
 * panel loads slowly or fails to load.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch, openPage } from '../browser.ts';

/** Also matches the second address of the chunk, which is used after a failure. */
const CHUNK = '**/open-session-*.js*';

describe('the launcher', () => {
  let browser: Browser;
  let origin: string;
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://localhost');
    const file = path.join('src', 'elements', 'dist', 'script', path.basename(pathname));
    if (pathname.endsWith('.js') && fs.existsSync(file))
      return response.setHeader('content-type', 'text/javascript').end(fs.readFileSync(file));
    if (request.url !== '/') return response.writeHead(404).end();
    response
      .setHeader('content-type', 'text/html')
      .end(
        '<!doctype html><html lang="en"><title>A shop</title><script type="module" ' +
          'src="/palkit.js"></script><pal-widget deployment-id="d1"></pal-widget><pal-embed ' +
          'deployment-id="d1"></pal-embed>',
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

  const animationOf = (page: Page, selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).animationName);
  const dialog = (page: Page) => page.locator('pal-widget').getByRole('dialog');

  test('requests no frame and sets no timer while it is closed', async () => {
    const page = await openPage(browser);
    await page.addInitScript(() => {
      const calls: string[] = [];
      const frame = requestAnimationFrame.bind(window);
      for (const name of [
        'requestAnimationFrame',
        'requestIdleCallback',
        'setTimeout',
        'setInterval',
      ] as const) {
        const originalFunction = window[name].bind(window) as (...given: unknown[]) => number;
        Object.assign(window, {
          [name]: (...args: unknown[]) => (calls.push(name), originalFunction(...args)),
        });
      }
      Object.assign(window, {
        calls,
        frames: async (count: number) => {
          for (; count > 0; count--) await new Promise(frame);
        },
      });
    });
    await page.goto(origin);
    await page.locator('pal-launcher').getByRole('button').waitFor();
    const scheduledCallbacks = await page.evaluate(async () => {
      const { calls, frames } = window as unknown as {
        calls: string[];
        frames(count: number): Promise<void>;
      };
      await frames(90);
      return calls;
    });
    assert.deepEqual(scheduledCallbacks, []);
    assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
    await page.close();
  });

  for (const motion of ['no-preference', 'reduce'] as const) {
    test(`shows that the panel is loading (${motion})`, async () => {
      const page = await openPage(browser, { reducedMotion: motion });
      let release = () => {};
      const gate = new Promise<void>((resolve) => (release = resolve));
      await page.route(CHUNK, async (route) => {
        await gate;
        await route.continue();
      });
      await page.goto(origin);
      const launcher = page.locator('pal-launcher').getByRole('button');
      assert.equal(await launcher.getAttribute('aria-busy'), 'false');
      await launcher.click();
      await page.locator('pal-launcher button[aria-busy=true]').waitFor();
      assert.equal(await launcher.getAttribute('aria-expanded'), 'false', 'nothing is open yet');
      assert.equal(
        await animationOf(page, 'pal-launcher button > svg'),
        motion === 'reduce' ? 'none' : 'wait',
      );
      await page.locator('pal-embed .facade').click();
      assert.equal(
        await animationOf(page, 'pal-embed .facade[aria-busy=true] span'),
        motion === 'reduce' ? 'none' : 'wait',
      );
      release();
      await dialog(page).waitFor();
      assert.deepEqual(
        [await launcher.getAttribute('aria-busy'), await launcher.getAttribute('aria-expanded')],
        ['false', 'true'],
      );
      await page.close();
    });
  }

  test('reports a failed load, and tries again with the next click', async () => {
    const page = await openPage(browser);
    let isFailing = true;
    await page.route(CHUNK, (route) => (isFailing ? route.abort() : route.continue()));
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    const messages: string[] = [];
    page.on('console', (message) => messages.push(message.text()));
    await page.goto(origin);
    const launcher = page.locator('pal-launcher').getByRole('button');
    await launcher.click();
    await page.locator('pal-launcher').getByText('⚠ Try again').waitFor();
    assert.equal(messages.filter((text) => text.startsWith('palkit: ')).length, 1);
    assert.deepEqual(
      [
        await launcher.textContent().then((text) => text?.trim()),
        await launcher.getAttribute('aria-busy'),
        await launcher.getAttribute('aria-expanded'),
      ],
      ['⚠ Try again', 'false', 'false'],
    );
    await page.locator('pal-embed .facade').click();
    await page.locator('pal-embed').getByText('⚠ Try again').waitFor();
    isFailing = false;
    await launcher.click();
    await dialog(page).waitFor();
    await page.locator('pal-embed .facade').click();
    await page.locator('pal-embed pal-panel').waitFor();
    assert.equal(await page.locator('pal-launcher').getByRole('button', { name: 'Talk to us' }).count(), 1);
    assert.deepEqual(faults, [], 'nothing is left unhandled');
    await page.close();
  });
});
