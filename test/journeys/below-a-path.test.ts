/**
 * A service that visitors reach below a path, through a proxy that removes the path: each address in a page or
 * response must lead through the proxy. Also tests the same service under another of its host names.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launch, openPage } from '../browser.ts';
import { startPathProxy, type PathProxy } from './path-proxy.ts';
import { recordComplaints, startService, type RunningService } from './running-service.ts';

describe('below a path', () => {
  let service: RunningService;
  let browser: Browser;
  let proxy: PathProxy;
  let url: string;
  let otherPaths: string[];

  before(async () => {
    proxy = await startPathProxy('/pal');
    ({ url, beside: otherPaths } = proxy);
    service = await startService({ PUBLIC_URL: `${url}/`, HOST: '127.0.0.1' });
    proxy.leadTo(service.url);
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await service?.close();
    proxy?.close();
  });

  const key = () => ({ headers: { 'x-api-key': service.key } });
  const answerOf = async (path: string) => (await fetch(`${url}${path}`, key())).text();
  /** Returns the status of the response to an address, and the address. */
  async function fetchStatus(address: string): Promise<string> {
    const answer = await fetch(address, { ...key(), redirect: 'manual' });
    await answer.body?.cancel();
    return `${answer.status} ${address}`;
  }

  test('every page and every address in it leads through the proxy', async () => {
    const { widget, landing } = service.deployments;
    const pages = [
      '/',
      '/demo/product',
      '/demo/gates',
      `/embed?deployment=${widget}`,
      `/l/${landing}`,
      '/l/none',
    ];
    const links = new Set<string>();
    for (const page of [...pages, '/api', '/v/0123456789abcdef0123456789abcdef']) {
      const at = `${url}${page}`;
      const html = await (await fetch(at, { headers: { accept: 'text/html' } })).text();
      assert.match(html, /^<!doctype html>/, page);
      for (const [, address] of html.matchAll(/ (?:href|src|poster|content)="((?:https?:|\/)[^"]*)"/g)) {
        const link = new URL(address!.replaceAll('&#38;', '&'), at);
        if (link.origin === new URL(url).origin) links.add(link.href.replace(/#.*/, ''));
      }
    }
    assert.ok(links.size > 12, [...links].join(' '));
    for (const link of links) assert.match(await fetchStatus(link), /^200 /);
    assert.deepEqual(otherPaths, []);
  });

  test('every address of the service in an answer is below the path', async () => {
    const { widget, captcha, landing } = service.deployments;
    const [origin] = /^https?:\/\/[^/]+/.exec(url)!;
    const addresses = new Set<string>();
    const answers = ['/v2/faces', '/v2/pals', '/v2/deployments', '/v2/conversations', '/openapi.json'];
    for (const id of [widget, captcha, landing]) answers.push(`/v2/deployments/${id}/init`);
    for (const path of answers) {
      const text = await answerOf(path);
      for (const [address] of text.matchAll(/https?:\/\/[^"\s\\]+/g))
        if (address.startsWith(origin)) addresses.add(address);
    }
    const files = [...addresses].filter((address) => /\/(media|v2)\//.test(address));
    assert.ok(files.length >= 5, files.join(' '));
    for (const address of addresses) assert.ok(address === url || address.startsWith(`${url}/`), address);
    for (const file of files) assert.match(await fetchStatus(file), /^200 /);
    const { servers, paths } = JSON.parse(await answerOf('/openapi.json')) as {
      servers: { url: string }[];
      paths: Record<string, unknown>;
    };
    assert.ok('/v2/faces' in paths);
    assert.match(await fetchStatus(`${servers[0]!.url}/v2/faces`), /^200 /);
    assert.ok(
      (await answerOf('/embed')).includes(`src=&#34;${url}/palkit/palkit.js&#34;`),
      'the line to paste',
    );
  });

  test('a visitor talks on the page behind the proxy, with the script only', async () => {
    otherPaths.length = 0;
    const page = await openPage(browser, { viewport: { width: 1100, height: 800 } });
    const pageErrors = await recordComplaints(page);
    await page.goto(`${url}/`);
    await page.getByRole('button', { name: 'Ask Mira' }).click();
    await page.getByRole('button', { name: 'Type', exact: true }).click();
    await page.getByRole('button', { name: 'Leave' }).waitFor({ timeout: 40_000 });
    await page.waitForFunction(
      () =>
        (document.querySelector('pal-widget') as unknown as { view: { phase: { is: string } } }).view.phase
          .is === 'live',
      undefined,
      { timeout: 40_000 },
    );
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: 'The conversation is over' }).waitFor();
    assert.deepEqual(pageErrors, []);
    assert.deepEqual(otherPaths, []);
    await page.close();
  });

  test('opened by another name and without the proxy, the face appears and no request is refused', async () => {
    const directUrl = `http://localhost:${new URL(service.url).port}`;
    for (const path of ['/', `/l/${service.deployments['landing']}`]) {
      const page = await openPage(browser, { viewport: { width: 1100, height: 800 } });
      const pageErrors = await recordComplaints(page);
      await page.goto(`${directUrl}${path}`);
      if (path === '/') await page.getByRole('button', { name: 'Ask Mira' }).click();
      const face = page.locator('pal-panel img.face');
      await face.waitFor();
      const { source, width } = await face.evaluate(async (element) => {
        const image = element as HTMLImageElement;
        await image.decode();
        return { source: image.src, width: image.naturalWidth };
      });
      assert.ok(width > 0);
      assert.ok(source.startsWith(`${directUrl}/`), source);
      assert.deepEqual(pageErrors, []);
      await page.close();
    }
  });
});
