/** Five of the random walks in `bench/walks.ts` with fixed seeds: no call is lost, and no error is logged. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openWalkSite, type WalkSite } from '../../bench/walks/site.ts';
import { walk } from '../../bench/walks/walk.ts';
import { launchChromium, openPage } from '../browser.ts';
import { startService, type RunningService } from './running-service.ts';

/** Number of steps of each walk; all walks run at the same time. */
const STEPS = 3;

describe('a page that changes around a call', () => {
  let service: RunningService;
  let site: WalkSite;
  let browser: Browser;
  before(async () => {
    // The commands to freeze a page and to go offline exist only in Chromium.
    [service, browser] = await Promise.all([startService(), launchChromium()]);
    site = await openWalkSite(service.url, service.deployments['widget']!);
  });
  after(async () => {
    await browser?.close();
    site?.close();
    await service?.close();
  });

  test('keeps it, whatever the page does', async () => {
    const walks = await Promise.all(
      [1, 2, 3, 4, 5].map(async (seed) => walk(await openPage(browser), site.url, seed, STEPS)),
    );
    assert.deepEqual(
      walks.filter(({ fault }) => fault !== null),
      [],
    );
  });
});
