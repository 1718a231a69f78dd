/** A face that the visitor's browser draws in a call with the real service, and cases in which a video replaces it. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { inFirefox, launch, openPage } from '../browser.ts';
import { unless } from '../surroundings.ts';
import { mouths, spread } from './open-mouth.ts';
import { recordPeers } from './record-peers.ts';
import {
  recordComplaints,
  waitForVoice,
  waitForFace,
  startService,
  type RunningService,
} from './running-service.ts';

let service: RunningService;
let browser: Browser;
before(async () => {
  [service, browser] = await Promise.all([startService(), launch()]);
});
after(async () => {
  await browser?.close();
  await service?.close();
});

const TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types lit-html palkit";

/** Opens the landing page and starts a text call in which the agent speaks. */
async function call(prepare?: () => void): Promise<{ page: Page; pageErrors: string[] }> {
  const page = await openPage(browser, { viewport: { width: 700, height: 800 } });
  const pageErrors = await recordComplaints(page);
  await page.addInitScript(recordPeers);
  if (prepare) await page.addInitScript(prepare);
  // Use the strictest policy that docs/guide recommends.
  await page.route('**/l/*', async (route) => {
    const answer = await route.fetch();
    const policy = `${answer.headers()['content-security-policy']}; ${TRUSTED_TYPES}`;
    await route.fulfill({
      response: answer,
      headers: { ...answer.headers(), 'content-security-policy': policy },
    });
  });
  await page.goto(`${service.url}/l/${service.deployments['landing']}`);
  await page.getByRole('button', { name: 'Type', exact: true }).click();
  return { page, pageErrors };
}

async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole('textbox').fill(question);
  await page.getByRole('textbox').press('Enter');
}

/** Returns the received bytes of sound, picture and messages; Firefox reports none for the whole transport. */
const receivedBytes = (page: Page) =>
  page.evaluate(async () => {
    const { peers } = window as unknown as { peers: RTCPeerConnection[] };
    const stats = [...(await peers.at(-1)!.getStats()).values()] as {
      type: string;
      bytesReceived?: number;
    }[];
    return stats
      .filter(({ type }) => type === 'inbound-rtp' || type === 'data-channel')
      .reduce((sum, { bytesReceived = 0 }) => sum + bytesReceived, 0);
  });

describe('a face that the browser draws', () => {
  const inChromium = { skip: unless(!inFirefox, 'chromium') };
  test(
    'moves its lips with the voice, needs no video, and is not drawn while the page is hidden',
    inChromium,
    async () => {
      const { page, pageErrors } = await call();
      assert.equal((await waitForFace(page)).by, 'canvas');
      await page.getByRole('button', { name: 'Skip' }).click();
      const [bytesBefore, startedAt] = [await receivedBytes(page), Date.now()];
      await ask(page, 'When are you open on Saturday?');
      await waitForVoice(page);
      const speaking = await mouths(page, 2);
      const kilobits = ((await receivedBytes(page)) - bytesBefore) / ((Date.now() - startedAt) / 1000) / 125;
      assert.ok(kilobits < 60, `${kilobits} kbit/s`);
      assert.ok(spread(speaking) > 40, `the mouth's dark varies by ${spread(speaking)} pixels`);
      assert.ok(new Set(speaking).size > 10, 'it opens by many steps');
      await page.getByText('Skip').waitFor({ state: 'detached' });
      const isStill = () =>
        page.locator('pal-stage canvas.drawn').evaluate(async (element) => {
          const context = new OffscreenCanvas(128, 128).getContext('2d', { willReadFrequently: true })!;
          const pixels = () => {
            context.drawImage(element as HTMLCanvasElement, 0, 0, 128, 128);
            return context.getImageData(0, 0, 128, 128).data.join();
          };
          const firstPixels = pixels();
          for (let frame = 0; frame < 40; frame++) {
            await new Promise(requestAnimationFrame);
            if (pixels() !== firstPixels) return false;
          }
          return true;
        });
      const setPageHidden = (hidden: boolean) =>
        page.evaluate((value) => {
          Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
          document.dispatchEvent(new Event('visibilitychange'));
          return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        }, hidden);
      assert.equal(await isStill(), false);
      await setPageHidden(true);
      assert.equal(await isStill(), true);
      await setPageHidden(false);
      assert.equal(await isStill(), false);
      assert.deepEqual(pageErrors, []);
      await page.close();
    },
  );

  test('is drawn on the main thread if the page allows no worker', async () => {
    const { page } = await call(() => {
      window.Worker = class {
        constructor() {
          throw new Error('refused');
        }
      } as unknown as typeof Worker;
    });
    assert.equal((await waitForFace(page)).by, 'canvas');
    await page.close();
  });

  test('is visible and alive in a call that continues in writing', async () => {
    const { page, pageErrors } = await call(() => {
      RTCPeerConnection.prototype.setRemoteDescription = () => new Promise(() => {});
    });
    await page.getByText('You can go on in writing').waitFor();
    await page.getByRole('button', { name: 'Skip' }).click();
    await ask(page, 'When are you open on Saturday?');
    await page.getByText('Saturday from ten to four').first().waitFor();
    assert.equal((await waitForFace(page)).by, 'canvas');
    assert.deepEqual(pageErrors, []);
    await page.close();
  });

  test('is a video if the browser has no canvas for it', async () => {
    const { page } = await call(() => {
      Reflect.deleteProperty(window, 'OffscreenCanvasRenderingContext2D');
    });
    assert.equal((await waitForFace(page)).by, 'video');
    await page.close();
  });

  test('is a video if the owner wants the service to draw', async () => {
    const id = service.deployments['landing']!;
    const patch = (value: object[]) =>
      fetch(`${service.url}/v2/deployments/${id}`, {
        method: 'PATCH',
        headers: { 'x-api-key': service.key, 'content-type': 'application/json' },
        body: JSON.stringify(value),
      });
    const answer = await patch([{ op: 'add', path: '/customization/face_rendering', value: 'service' }]);
    assert.equal(answer.status, 200, await answer.text());
    const { page } = await call();
    assert.equal((await waitForFace(page)).by, 'video');
    await page.close();
    assert.equal((await patch([{ op: 'remove', path: '/customization/face_rendering' }])).status, 200);
  });
});
