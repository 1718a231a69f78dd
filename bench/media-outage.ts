/**
 * Measures how long a page has no pictures when the media process hangs (SIGSTOP) or dies (SIGKILL), with the built
 * service and a call in Chromium. Limit: 6 s.
 *
 *   npm run build && node --import tsx bench/media-outage.ts
 */
import fs from 'node:fs';
import os from 'node:os';
import type { Page } from 'playwright-core';
import { launchChromium, openPage } from '../test/browser.ts';
import { pause } from './game-day/visitors.ts';
import { activeDeployment, openService } from './own-service.ts';
import { report } from './results.ts';

/** Milliseconds for which the page is observed. */
const WATCHED_MS = 25_000;

function mediaProcessOf(pid: number): number {
  const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  const media = children.find((child) =>
    fs.readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('media-process'),
  );
  if (media === undefined) throw new Error('The service has no media process.');
  return media;
}

/** Records in `window.pictures` the time of each picture in any video of the page. */
const watchPictures = (page: Page) =>
  page.evaluate(() => {
    const pictures: number[] = [];
    Object.assign(window, { pictures });
    const watchedVideos = new WeakSet<HTMLVideoElement>();
    const videosIn = (root: ParentNode): HTMLVideoElement[] =>
      [...root.querySelectorAll('*')].flatMap((node) => [
        ...(node instanceof HTMLVideoElement ? [node] : []),
        ...(node.shadowRoot ? videosIn(node.shadowRoot) : []),
      ]);
    setInterval(() => {
      for (const video of videosIn(document)) {
        if (watchedVideos.has(video)) continue;
        watchedVideos.add(video);
        const note = (now: number) => {
          pictures.push(now);
          video.requestVideoFrameCallback(note);
        };
        video.requestVideoFrameCallback(note);
      }
    }, 50);
  });

async function measureOutage(signal: 'SIGSTOP' | 'SIGKILL'): Promise<number> {
  const service = await openService();
  const browser = await launchChromium();
  try {
    const deployment = await activeDeployment(service.client, { custom_greeting: 'Hello.' }, 'embed');
    const page = await openPage(browser, { permissions: ['microphone'] });
    await page.goto(`${service.base}/embed`);
    await page.addScriptTag({ url: '/palkit/palkit.js', type: 'module' });
    await page.evaluate((id) => {
      const element = document.createElement('pal-embed');
      element.setAttribute('deployment-id', id);
      element.setAttribute('base-url', location.origin);
      element.style.cssText = 'position:fixed;inset:0;z-index:9';
      document.body.append(element);
    }, deployment);
    const call = page.locator('pal-embed').last();
    for (const name of ['Start the conversation', 'Talk'])
      await call.getByRole('button', { name, exact: true }).click();
    await pause(5000);
    await watchPictures(page);
    await pause(1000);
    process.kill(mediaProcessOf(service.pid), signal);
    await pause(WATCHED_MS);
    const pictures = await page.evaluate(() => (window as unknown as { pictures: number[] }).pictures);
    const end = await page.evaluate(() => performance.now());
    return Math.max(...pictures.map((time, index) => (pictures[index + 1] ?? end) - time));
  } finally {
    await browser.close();
    await service.close();
  }
}

for (const signal of ['SIGSTOP', 'SIGKILL'] as const) {
  const time = await measureOutage(signal);
  report(`${signal}: ${(time / 1000).toFixed(1)} s without pictures, load ${os.loadavg()[0]!.toFixed(1)}\n`);
}
