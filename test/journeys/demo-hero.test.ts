/**
 * The first page of the demo: a face that moves, can be paused, and opens the call; and questions that start a text
 * call.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch, openPage } from '../browser.ts';
import { assertAccessible } from './accessible.ts';
import {
  recordComplaints,
  waitForFace,
  startService,
  waitForTranscript,
  type RunningService,
} from './running-service.ts';

describe('the demo’s hero', () => {
  let service: RunningService;
  let browser: Browser;
  before(async () => {
    [service, browser] = await Promise.all([startService(), launch()]);
  });
  after(async () => {
    await browser?.close();
    await service?.close();
  });

  const moves = (page: Page) =>
    page.waitForFunction(() => document.querySelector('video')!.currentTime > 0.1, undefined, {
      timeout: 10_000,
    });

  test('moves, is paused by its button, and makes room for the panel', async () => {
    const page = await openPage(browser, { reducedMotion: 'no-preference' });
    await page.goto(service.url);
    await moves(page);
    const button = page.getByRole('button', { name: 'Pause Mira' });
    assert.equal(await button.getAttribute('aria-pressed'), 'false');
    await button.click();
    await page.locator('.mira [aria-pressed=true]').waitFor();
    assert.equal(await page.locator('.face video').evaluate((video: HTMLVideoElement) => video.paused), true);
    await page.getByRole('button', { name: 'Ask Mira' }).click();
    await page.locator('.face video').waitFor({ state: 'hidden' });
    await page.close();
  });

  test('stands still for visitors who want less motion', async () => {
    const page = await openPage(browser, { reducedMotion: 'reduce' });
    await page.goto(service.url);
    await page.locator('.mira [aria-pressed=true]').waitFor();
    const stillImage = await page
      .locator('.face video')
      .evaluate((video: HTMLVideoElement) => video.paused && video.currentTime === 0);
    assert.equal(stillImage, true);
    await page.close();
  });

  test('opens the call at a click on the face, and Talk starts it', async () => {
    const page = await openPage(browser, { permissions: ['microphone'] });
    const pageErrors = await recordComplaints(page);
    await page.goto(service.url);
    await page.getByRole('button', { name: 'Hello, I am Mira.' }).click();
    await page.getByRole('button', { name: 'Talk', exact: true }).click();
    await waitForFace(page);
    await page.close();
    assert.deepEqual(pageErrors, []);
  });

  test('starts a text call with a question on the picture, and asks a second one in the same call', async () => {
    const page = await openPage(browser, { viewport: { width: 1440, height: 900 } });
    await page.goto(service.url);
    await assertAccessible(page);
    await page.getByRole('button', { name: 'When are you open?' }).first().click();
    await page.getByRole('button', { name: 'Transcript' }).click();
    await waitForTranscript(page, /Tuesday to Friday/);
    await page.locator('.questions').getByRole('button', { name: 'Can I take a test ride?' }).click();
    await waitForTranscript(page, /thirty minutes/);
    const pages = await Promise.all(
      ['index.html', 'demo/product', 'demo/gates', 'embed', 'api', `l/${service.deployments['landing']}`].map(
        async (path) => (await fetch(`${service.url}/${path.replace('index.html', '')}`)).text(),
      ),
    );
    for (const html of pages) assert.match(html, /<meta name="description" content="[^"]{20,200}">/);
    await page.close();
  });

  test('`/embed` has tabs that the keyboard operates, and copies all of one', async () => {
    const page = await openPage(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
    const pageErrors = await recordComplaints(page);
    await page.goto(`${service.url}/embed?deployment=${service.deployments['landing']}`);
    await page.getByRole('tab', { name: 'Script' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tabpanel', { name: 'React' }).getByRole('button', { name: 'Copy all' }).click();
    assert.match(
      await page.evaluate(() => navigator.clipboard.readText()),
      /<PalLandingPage deploymentId="d/,
    );
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'React' }).press('End');
    const code = page.getByRole('tabpanel', { name: 'QR code' }).getByRole('img');
    await page.waitForFunction(
      (picture) => (picture as HTMLImageElement).naturalWidth > 0,
      await code.elementHandle(),
    );
    await assertAccessible(page);
    await page.goto(`${service.url}/api`);
    await assertAccessible(page);
    await page.close();
    assert.deepEqual(pageErrors, []);
  });
});
