/**
 * Measures the time from the click on the launcher to the panel, the face and the first screen with its heading,
 * in Chromium. Prints medians in milliseconds. `warm` is a person's click: the pointer is on the launcher before,
 * so the code is already loaded. `cold` is a click by a script, which loads the code. Each click is in a
 * new browser context with an empty cache.
 *
 * A time ends when the frame with the step was painted: an animation frame posts a message, which arrives after
 * the painting. The face counts as soon as its picture starts to move from the launcher to the panel.
 *
 *   npm run build && node --import tsx bench/first-screen.ts [rounds] [another build's dist/script, to compare]
 */
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { launchChromium, openPage } from '../test/browser.ts';
import { openService } from './own-service.ts';
import { report } from './results.ts';

const ROUNDS = Number(process.argv[2] ?? 15);
/** Limits in milliseconds on an idle machine. */
const LIMITS = { screen: 60, face: 80 };
const WAYS = ['warm', 'cold'] as const;
const STEPS = ['panel', 'face', 'screen'] as const;
type StepTimes = Record<(typeof STEPS)[number], number>;

/** Serves a customer's page from a separate origin. */
async function openShop(script: string, service: string, deployment: string) {
  const server = http.createServer((_request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
          `<title>A shop</title><h1>A shop</h1><script type="module" src="${script}"></script>` +
          `<pal-widget deployment-id="${deployment}" base-url="${service}"></pal-widget>`,
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => (server.closeAllConnections(), server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close };
}

/** Serves another build of the script from this machine with brotli, as the service does. */
async function serveBuild(folder: string) {
  const server = http.createServer((request, response) => {
    const file = path.join(folder, path.basename(request.url ?? ''));
    if (!fs.existsSync(`${file}.br`)) return response.writeHead(404).end();
    response
      .writeHead(200, {
        'content-type': 'text/javascript',
        'content-encoding': 'br',
        'access-control-allow-origin': '*',
      })
      .end(fs.readFileSync(`${file}.br`));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => (server.closeAllConnections(), server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/palkit.js`, close };
}

async function clickOnce(browser: Browser, url: string, way: (typeof WAYS)[number]): Promise<StepTimes> {
  const page = await openPage(browser, { viewport: { width: 1280, height: 800 } });
  try {
    await page.goto(url);
    const launcher = page.getByRole('button', { name: /Talk/ });
    await launcher.locator('img').waitFor();
    if (way === 'warm') {
      await launcher.hover();
      await page.waitForFunction(() => customElements.get('pal-panel'));
    }
    // Wait until the page has finished loading, so that only the click is measured.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    const times = page.evaluate(watchClick, STEPS);
    if (way === 'warm') await launcher.click();
    else await launcher.dispatchEvent('click');
    return await times;
  } finally {
    await page.context().close();
  }
}

/** Runs in the page. Returns the milliseconds from the next click until each step was painted. */
function watchClick(steps: typeof STEPS): Promise<StepTimes> {
  const root = document.querySelector('pal-widget')!.shadowRoot!;
  const isVisible = (element: Element | null | undefined) =>
    (element?.getBoundingClientRect().width ?? 0) > 1 &&
    (!(element instanceof HTMLImageElement) || element.complete);
  const find: Record<(typeof STEPS)[number], () => boolean> = {
    panel: () => isVisible(root.querySelector('dialog[open]')),
    face: () =>
      isVisible(root.querySelector('.flight')) ||
      isVisible(root.querySelector('pal-panel')?.shadowRoot?.querySelector('.face')),
    screen: () => isVisible(root.querySelector('pal-panel')?.shadowRoot?.querySelector('h2:not(.hidden)')),
  };
  return new Promise((resolve) => {
    const times: Partial<StepTimes> = {};
    const checkSteps = (clickedAt: number) => {
      const reachedSteps = steps.filter((name) => times[name] === undefined && find[name]());
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        for (const name of reachedSteps) times[name] = performance.now() - clickedAt;
        if (steps.every((name) => times[name] !== undefined)) resolve(times as StepTimes);
        else requestAnimationFrame(() => checkSteps(clickedAt));
      };
      port2.postMessage(null);
    };
    addEventListener('click', ({ timeStamp }) => requestAnimationFrame(() => checkSteps(timeStamp)), {
      once: true,
      capture: true,
    });
  });
}

const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!;
const show = (list: number[]) =>
  `${median(list).toFixed(0)} (${Math.min(...list).toFixed(0)} to ${Math.max(...list).toFixed(0)})`;

const service = await openService();
const deployment = await service.createDeployment('Hello.');
// This process serves both builds, so that the service does the same work for both.
const builds = process.argv[3]
  ? await Promise.all(['src/elements/dist/script', process.argv[3]].map(serveBuild))
  : [];
const shops = await Promise.all(
  (builds.length > 0 ? builds.map(({ url }) => url) : [`${service.base}/palkit/palkit.js`]).map((script) =>
    openShop(script, service.base, deployment),
  ),
);
const browser = await launchChromium();
const rounds = shops.map(() => ({ warm: [] as StepTimes[], cold: [] as StepTimes[] }));
// The first round warms up the service and the browser.
for (let round = -1; round < ROUNDS; round++)
  for (const way of WAYS)
    for (const [index, { url }] of shops.entries()) {
      const times = await clickOnce(browser, url, way);
      if (round >= 0) rounds[index]![way].push(times);
    }
await browser.close();
for (const { close } of [...shops, ...builds]) close();
await service.close();
for (const [index, ways] of rounds.entries()) {
  report(index === 0 ? '' : `${process.argv[3]}:\n`);
  for (const way of WAYS)
    report(
      `${way}: ${STEPS.map((name) => `${name} ${show(ways[way].map((times) => times[name]))}`).join(', ')} ms\n`,
    );
}
report(
  `limits: screen ${LIMITS.screen}, face ${LIMITS.face}; ${ROUNDS} rounds, load ${os.loadavg()[0]!.toFixed(1)}\n`,
);
const within = WAYS.every((way) =>
  (['screen', 'face'] as const).every(
    (name) => median(rounds[0]![way].map((times) => times[name])) <= LIMITS[name],
  ),
);
process.exitCode = within ? 0 : 1;
