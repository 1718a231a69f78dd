/** A page requests the microphone only after the service has accepted the password, with and without a device check. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launch, openPage } from '../browser.ts';
import { startService, type RunningService } from './running-service.ts';

type Recorder = typeof globalThis & { steps: string[] };

/** Records in order the status of each request to start a call, and each request for a device. */
function record(): void {
  const recorder = globalThis as Recorder;
  recorder.steps = [];
  const { fetch, navigator } = globalThis;
  recorder.fetch = async (input, init) => {
    const response = await fetch(input, init);
    const address = input instanceof Request ? input.url : String(input);
    if (address.endsWith('/start')) recorder.steps.push(`start ${response.status}`);
    return response;
  };
  const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = (constraints) => {
    recorder.steps.push('microphone');
    return ask(constraints);
  };
}

describe('a deployment with a password', () => {
  let service: RunningService;
  let browser: Browser;
  before(async () => {
    [service, browser] = await Promise.all([startService(), launch()]);
  });
  after(async () => {
    await browser?.close();
    await service?.close();
  });

  for (const showsCheck of [false, true])
    test(`asks for the microphone after it was accepted${showsCheck ? ', in the device check' : ''}`, async () => {
      const page = await openPage(browser, { permissions: ['microphone'] });
      page.setDefaultTimeout(60_000);
      await page.addInitScript(record);
      await page.goto(`${service.url}/demo/gates`);
      const embed = page.locator('[data-gate=password] pal-embed');
      await embed.evaluate((element, show_haircheck) => {
        Object.assign(element, { override: { show_haircheck } });
        void (element as HTMLElement & { start(): Promise<void> }).start();
      }, showsCheck);
      const field = embed.locator('input[type=password]');
      for (const word of ['wrong', 'lighthouse']) {
        await field.fill(word);
        await embed.locator('pal-password .primary').click();
        if (word === 'wrong') await embed.locator('pal-password [role=alert]:not(:empty)').waitFor();
      }
      if (showsCheck) await embed.locator('pal-device-check button').first().click();
      await page.waitForFunction(() => (globalThis as Recorder).steps.includes('microphone'));
      const steps = await page.evaluate(() => (globalThis as Recorder).steps);
      assert.deepEqual(steps.slice(0, 3), ['start 401', 'start 200', 'microphone']);
      await page.close();
    });
});
