/** The script tag also works without `type="module"`. If it cannot, the console shows the correct form. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launch, openPage } from '../browser.ts';
import { recordComplaints, startService, type RunningService } from './running-service.ts';

describe('a page that includes the module script as a classic one', () => {
  let service: RunningService;
  let browser: Browser;
  let origin: string;
  let body = '';
  let policy = '';
  const customer = http.createServer((_request, response) =>
    response
      .setHeader('content-type', 'text/html')
      .setHeader('content-security-policy', policy)
      .end(`<!doctype html><html lang="en"><meta charset="utf-8"><title>A shop</title><body>${body}`),
  );
  before(async () => {
    service = await startService();
    browser = await launch();
    await new Promise<void>((resolve) => customer.listen(0, '127.0.0.1', resolve));
    origin = `http://localhost:${(customer.address() as AddressInfo).port}`;
  });
  after(async () => {
    await browser?.close();
    await service?.close();
    customer.closeAllConnections();
    customer.close();
  });
  const widget = () =>
    `<pal-widget deployment-id="${service.deployments['widget']}" text="Ask us"></pal-widget>`;

  for (const [position, attributes] of [
    ['in its place', ''],
    ['deferred', 'defer'],
    ['twice, and once as a module', 'async'],
  ] as const) {
    test(`has a widget that opens: ${position}`, async () => {
      const tag = `<script ${attributes} src="${service.url}/palkit/palkit.js"></script>`;
      const repeatedTags = `${tag}<script type="module" src="${service.url}/palkit/palkit.js"></script>`;
      body = tag + (attributes === 'async' ? repeatedTags : '') + widget();
      policy = `script-src ${service.url}; connect-src ${service.url}`;
      const page = await openPage(browser);
      const pageErrors = await recordComplaints(page);
      await page.goto(origin);
      await page.getByRole('button', { name: 'Ask us' }).click();
      await page.getByRole('button', { name: 'Talk', exact: true }).waitFor();
      assert.deepEqual(pageErrors, []);
      await page.close();
    });
  }

  test('explains the fix if Trusted Types forbid the loading', async () => {
    body = `<script src="${service.url}/palkit/palkit.js"></script>${widget()}`;
    policy = "require-trusted-types-for 'script'; trusted-types lit-html palkit";
    const page = await openPage(browser);
    const warning = page.waitForEvent('console', (message) => message.text().startsWith('palkit: '));
    await page.goto(origin);
    assert.match(
      (await warning).text(),
      /<script type="module" src="http:\/\/localhost:\d+\/palkit\/palkit\.js">/,
    );
    await page.close();
  });

  test('a module script gets the module, and no cache keeps the classic answer', async () => {
    // `fetch` cannot send these headers, so use a plain request.
    const ask = async (mode: string) => {
      const headers = { 'sec-fetch-dest': 'script', 'sec-fetch-mode': mode };
      const request = http.get(`${service.url}/palkit/palkit.js`, { headers });
      const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
      return { text: await text(answer), caching: answer.headers['cache-control'] };
    };
    assert.ok((await ask('cors')).text.includes('import.meta'));
    const classic = await ask('no-cors');
    assert.ok(classic.text.includes('currentScript'));
    assert.equal(classic.caching, 'no-store');
  });
});
