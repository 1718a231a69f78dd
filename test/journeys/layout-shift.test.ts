/**
 * No channel causes a layout shift, from before its script loads until after its call. Scripts open everything,
 * because shifts within half a second after a click do not count. Only Chromium measures shifts.
 */
import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { embedMethods } from '../../src/developer-tools/embed-ways.ts';
import { inFirefox, launch, openPage } from '../browser.ts';
import { unless } from '../surroundings.ts';
import { startService, type RunningService } from './running-service.ts';

/** Timeout in milliseconds, on a machine that also runs other tests. */
const TIMEOUT_MS = 90_000;

type Channel = HTMLElement & {
  open(): void;
  close(): void;
  start(): Promise<void>;
  say(text: string): void;
  end(): void;
  expanded: boolean;
  view: { phase: { is: string }; lines: readonly { role: string }[] } | null;
};
interface Shift extends PerformanceEntry {
  value: number;
  sources: readonly { previousRect: DOMRect; currentRect: DOMRect }[];
}
type Recorder = typeof globalThis & { step: string; shifts: string[] };

/** Records each shift together with the current step of the page. */
function record(): void {
  const recorder = globalThis as Recorder;
  recorder.step = 'the page';
  recorder.shifts = [];
  const rect = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join();
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Shift[])
      recorder.shifts.push(
        `${recorder.step}: ${value.toFixed(4)} ` +
          sources.map((item) => `${rect(item.previousRect)} to ${rect(item.currentRect)}`).join('; '),
      );
  }).observe({ type: 'layout-shift', buffered: true });
}

describe('layout shift', { skip: unless(!inFirefox, 'chromium') }, () => {
  let service: RunningService;
  let browser: Browser;
  let origin: string;
  let body = '';
  const customer = http.createServer((_request, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>A shop</title><link rel="icon" href="data:,">' +
          `<meta name="viewport" content="width=device-width"><body><h1>A shop</h1>${body}<p>Words below</p>`,
      ),
  );
  before(async () => {
    service = await startService();
    browser = await launch();
    await new Promise<void>((resolve) => customer.listen(0, '127.0.0.1', resolve));
    origin = `http://localhost:${(customer.address() as AddressInfo).port}/`;
  });
  after(async () => {
    await browser?.close();
    await service?.close();
    customer.closeAllConnections();
    customer.close();
  });

  const isIn = ([tag, phase]: [string, string]) =>
    document.querySelector<Channel>(tag)?.view?.phase.is === phase;
  const hasAnswers = ([tag, count]: [string, number]) =>
    document.querySelector<Channel>(tag)!.view!.lines.filter(({ role }) => role === 'pal').length >= count;

  /** Returns the HTML lines that the service shows for its demo deployment, without the optional picture. */
  const linesOf = (channel: 'embed'): string =>
    embedMethods(service.url, { id: service.deployments[channel]!, channel, image: null, accent: null })[0]!
      .lines!;

  async function take(page: Page, tag: string, step: string, act: (channel: Channel) => void): Promise<void> {
    await page.evaluate((name) => void ((globalThis as Recorder).step = name), step);
    await page.locator(tag).evaluate(act as (element: HTMLElement | SVGElement) => void);
  }
  const waitUntilQuiet = (page: Page) =>
    page.evaluate(async () => {
      for (let frame = 0; frame < 40; frame++) await new Promise(requestAnimationFrame);
    });

  const KINDS = {
    'a widget': ['pal-widget', '<pal-widget deployment-id="$widget"></pal-widget>'],
    'a widget without its face': [
      'pal-widget',
      '<pal-widget variant="tiny" deployment-id="$widget"></pal-widget>',
    ],
    'a large widget': ['pal-widget', '<pal-widget expanded deployment-id="$widget"></pal-widget>'],
    'a widget on the left': [
      'pal-widget',
      '<pal-widget position="top-left" deployment-id="$widget"></pal-widget>',
    ],
    'an embed': ['pal-embed', 'of the lines that the service offers'],
    'an embed in a narrow column': ['pal-embed', '<div style="width: 340px">'],
    'a landing page': ['pal-landing-page', ''],
  } as const;
  for (const [kind, [tag, markup]] of Object.entries(KINDS))
    for (const [width, height] of [
      [1280, 800],
      [390, 844],
    ] as const)
      test(`is zero with ${kind} at ${width}x${height}`, async () => {
        body =
          tag === 'pal-embed'
            ? `${markup.startsWith('<') ? markup : '<div>'}${linesOf('embed')}</div>`
            : `<script type="module" src="${service.url}/palkit/palkit.js"></script>` +
              markup.replace('$widget', service.deployments['widget']!);
        const page = await openPage(browser, { viewport: { width, height }, permissions: ['microphone'] });
        page.setDefaultTimeout(TIMEOUT_MS);
        await page.addInitScript(record);
        await page.goto(markup ? origin : `${service.url}/l/${service.deployments['landing']}`);
        await page.waitForFunction((name) => customElements.get(name) !== undefined, tag);
        await page.waitForLoadState('networkidle');
        await waitUntilQuiet(page);
        await take(page, tag, 'opening', (channel) => channel.open());
        await page.waitForFunction(isIn, [tag, 'ready'] as [string, string]);
        await waitUntilQuiet(page);
        await take(page, tag, 'starting', (channel) => void channel.start());
        await page.waitForFunction(isIn, [tag, 'live'] as [string, string]);
        await page.waitForFunction(hasAnswers, [tag, 1] as [string, number]);
        await take(page, tag, 'talking', (channel) => channel.say('Where are you?'));
        await page.waitForFunction(hasAnswers, [tag, 2] as [string, number]);
        await waitUntilQuiet(page);
        if (tag === 'pal-widget') {
          await take(page, tag, 'minimising', (channel) => channel.close());
          await waitUntilQuiet(page);
          await take(page, tag, 'opening again', (channel) => channel.open());
          await waitUntilQuiet(page);
          await take(page, tag, 'another size', (channel) => (channel.expanded = !channel.expanded));
          await waitUntilQuiet(page);
        }
        await take(page, tag, 'ending', (channel) => channel.end());
        await page.waitForFunction(isIn, [tag, 'ended'] as [string, string]);
        await waitUntilQuiet(page);
        if (tag !== 'pal-landing-page') await take(page, tag, 'closing', (channel) => channel.close());
        await waitUntilQuiet(page);
        assert.deepEqual(await page.evaluate(() => (globalThis as Recorder).shifts), []);
        await page.close();
      });
});
