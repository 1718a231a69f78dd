/**
 * A call continues on pages that Chromium has prerendered, and on pages in its back/forward cache (the Chromium
 * from npm caches none). Playwright disables both, so Puppeteer drives the browser here. The pages report to their
 * server, because Puppeteer loses a prerendered page that replaces the current one.
 */
import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import puppeteer, { type Browser } from 'puppeteer-core';
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/chromium.ts';
import { inFirefox } from '../browser.ts';
import { until } from '../service/until.ts';
import { unless } from '../surroundings.ts';
import { startService, type RunningService } from './running-service.ts';

interface Report {
  page: string;
  phase: string;
  /** True if the browser prerendered the page. */
  prerendered: boolean;
}

/** Reports the page and each change of its session. The first page begins a call, the second one goes back. */
const SCRIPT = `
  const tell = (phase) => {
    const report = { page: document.title, phase, ...was };
    navigator.sendBeacon('/report', JSON.stringify(report));
  };
  const was = { prerendered: document.prerendering };
  addEventListener('pal-state-change', ({ phase }) => {
    tell(phase.is);
    if (phase.is === 'live' && document.title === 'first')
      fetch('/leave').then(() => document.querySelector('a').click());
    if (phase.is === 'resumable' && document.title === 'second') setTimeout(() => history.back());
  });
  customElements.whenDefined('pal-widget').then(() => {
    tell('defined');
    if (document.title === 'first') document.querySelector('pal-widget').start('text');
  });`;

const RULES = '{"prerender":[{"source":"list","urls":["/second"],"eagerness":"immediate"}]}';

describe('a call', { skip: unless(!inFirefox, 'chromium') }, () => {
  let service: RunningService;
  let browser: Browser;
  let origin: string;
  const reports: Report[] = [];
  /** Lets the first page follow its link. */
  let leave: (() => void) | undefined;
  const site = http.createServer((request, response) => {
    if (request.url === '/report') {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => (body += text));
      return request.on('end', () => {
        reports.push(JSON.parse(body) as Report);
        response.end();
      });
    }
    if (request.url === '/leave') return (leave = () => response.end());
    const [, name, rules] = /^\/(\w+)(\?prerender)?/.exec(request.url!) ?? [];
    return response
      .setHeader('content-type', 'text/html')
      .end(
        `<!doctype html><html lang="en"><meta charset="utf-8"><title>${name}</title><link rel="icon" href="data:,">` +
          `${rules ? `<script type="speculationrules">${RULES}</script>` : ''}<a href="/second">The next page</a>` +
          `<script type="module" src="${service.url}/palkit/palkit.js"></script><script>${SCRIPT}</script>` +
          `<pal-widget deployment-id="${service.deployments['widget']}"></pal-widget>`,
      );
  });
  before(async () => {
    const { path, environment } = await findChromium();
    [service, browser] = await Promise.all([
      startService(),
      puppeteer.launch({
        executablePath: path,
        env: { ...process.env, ...environment },
        args: CHROMIUM_FLAGS,
        ignoreDefaultArgs: ['--disable-back-forward-cache'],
      }),
    ]);
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    origin = `http://localhost:${(site.address() as AddressInfo).port}`;
  });
  after(async () => {
    await browser?.close();
    site.closeAllConnections();
    site.close();
    await service?.close();
  });

  for (const prerenders of [false, true])
    test(`is offered on ${prerenders ? 'a prerendered' : 'the next'} page, and after Back`, async () => {
      reports.splice(0);
      const page = await browser.newPage();
      // This does not resolve if the page is replaced by a prerendered one.
      void page.goto(`${origin}/first${prerenders ? '?prerender' : ''}`).catch(() => {});
      const waitForReport = (name: string, phase: string) =>
        until(`${phase} on the ${name} page`, () =>
          reports.find((report) => report.page === name && report.phase === phase),
        );
      await waitForReport('first', 'live');
      // A click by the driver would wait for the page that is replaced.
      if (prerenders) await waitForReport('second', 'defined');
      (await until('the request of the first page', () => leave))();
      leave = undefined;
      assert.equal((await waitForReport('second', 'resumable')).prerendered, prerenders);
      await waitForReport('first', 'resumable');
      await page.close();
    });
});
