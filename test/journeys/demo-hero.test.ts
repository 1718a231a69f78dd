/** The demo's first page: a face that talks, which can be held still and does not move for who wants that. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch, openPage } from '../browser.ts';
import { startService, type RunningService } from './running-service.ts';

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

  test('moves, is held still by its button, and makes way for the panel', async () => {
    const page = await openPage(browser, { reducedMotion: 'no-preference' });
    await page.goto(service.url);
    await moves(page);
    const button = page.getByRole('button', { name: 'Pause Mira' });
    assert.equal(await button.getAttribute('aria-pressed'), 'false');
    await button.click();
    await page.locator('.talking [aria-pressed=true]').waitFor();
    assert.equal(
      await page.locator('.talking video').evaluate((video: HTMLVideoElement) => video.paused),
      true,
    );
    await page.getByRole('button', { name: 'Ask Mira' }).click();
    await page.locator('.talking').waitFor({ state: 'hidden' });
    await page.close();
  });

  test('stands still for who wants less motion', async () => {
    const page = await openPage(browser, { reducedMotion: 'reduce' });
    await page.goto(service.url);
    await page.locator('.talking [aria-pressed=true]').waitFor();
    const still = await page
      .locator('.talking video')
      .evaluate((video: HTMLVideoElement) => video.paused && video.currentTime === 0);
    assert.equal(still, true);
    await page.close();
  });
});
