/**
 * The script tag on a customer's page with another origin: pinned by its hash, under the policy that the service
 * shows, included twice, three times or late, and in a page that is rewritten.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { PublishedScript } from '../../scripts/publish-script.ts';
import { launch, openPage } from '../browser.ts';
import { until } from '../service/until.ts';
import { recordComplaints, startService, type RunningService } from './running-service.ts';

describe('a customer\u2019s page', () => {
  let service: RunningService;
  let browser: Browser;
  let origin: string;
  let publishedScript: PublishedScript;
  /** The body of the customer's page that is served next. */
  let body = '';
  let policy = '';
  const customer = http.createServer((request, response) => {
    // Another version of the script, from the customer's own host.
    const file = path.join('src', 'elements', 'dist', 'script', path.basename(request.url ?? ''));
    if (request.url?.startsWith('/older/') && fs.existsSync(file)) {
      response.setHeader('content-type', 'text/javascript').end(fs.readFileSync(file));
    } else
      response
        .setHeader('content-type', 'text/html')
        .setHeader('content-security-policy', policy)
        .end(`<!doctype html><html lang="en"><meta charset="utf-8"><title>A shop</title><body>${body}`);
  });

  before(async () => {
    service = await startService();
    browser = await launch();
    await new Promise<void>((resolve) => customer.listen(0, '127.0.0.1', resolve));
    origin = `http://localhost:${(customer.address() as AddressInfo).port}`;
    publishedScript = (await (await fetch(`${service.url}/palkit/integrity.json`)).json()) as PublishedScript;
  });
  after(async () => {
    await browser?.close();
    await service?.close();
    customer.closeAllConnections();
    customer.close();
  });

  /** Returns the code on the service's embed page that contains this marker. */
  const codeAfter = async (marker: string) => {
    const page = await (await fetch(`${service.url}/embed`)).text();
    const blocks = [...page.matchAll(/<code>([^]*?)<\/code>/g)].map(([, text]) =>
      text!.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))),
    );
    return blocks.find((block) => block.includes(marker))!;
  };
  const printedPolicy = async () =>
    `${(await codeAfter('Content-Security-Policy: ')).replace('Content-Security-Policy: ', '')}; ` +
    `${await codeAfter('require-trusted-types-for')}`;
  const visit = async (html: string, under = ''): Promise<Page> => {
    body = html;
    policy = under;
    const page = await openPage(browser, { viewport: { width: 1100, height: 800 } });
    return page;
  };
  const talk = async (page: Page, tag: string) => {
    await page
      .locator(tag)
      .evaluate((element) => void (element as unknown as { start(mode: 'text'): unknown }).start('text'));
    await page.locator(tag).getByRole('button', { name: 'Leave' }).waitFor({ timeout: 40_000 });
    // Wait until the call is live: the service does not learn that a page was closed earlier, because this browser
    // sends no request on unload.
    await page.waitForFunction(
      (selector) => {
        const element = document.querySelector(selector) as unknown as { view: { phase: { is: string } } };
        return element.view.phase.is === 'live';
      },
      tag,
      { timeout: 40_000 },
    );
  };
  const conversation = (page: Page, tag: string) =>
    page
      .locator(tag)
      .evaluate(
        (element) =>
          (element as unknown as { view: { phase: { conversationId: string } } }).view.phase.conversationId,
      );
  const waitForEnd = (id: string) =>
    until('the conversation to end', async () => {
      const answer = await fetch(`${service.url}/v2/conversations/${id}`, {
        headers: { 'x-api-key': service.key },
      });
      return ((await answer.json()) as { status: string }).status === 'ended';
    });

  test('pinned by its hash, under the printed policy with Trusted Types, has a call without a refusal', async () => {
    const page = await visit(
      `${await codeAfter('integrity=')}<pal-embed deployment-id="${service.deployments['captcha']}"></pal-embed>`,
      await printedPolicy(),
    );
    const pageErrors = await recordComplaints(page);
    await page.goto(origin);
    await talk(page, 'pal-embed');
    await page.locator('pal-embed').getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: 'The conversation is over' }).waitFor();
    assert.deepEqual(pageErrors, []);
    await page.close();
  });

  test('does not run a file with another hash, and stays intact', async () => {
    const wrongHash = (await codeAfter('integrity=')).replace(
      /(palkit\.js" integrity="sha384-)..../,
      '$1AAAA',
    );
    const page = await visit(`<h1>A shop</h1>${wrongHash}<pal-widget deployment-id="x"></pal-widget>`);
    const pageErrors = await recordComplaints(page);
    await page.goto(origin);
    await until('the browser to say so', async () => pageErrors.some((line) => /integrity/i.test(line)));
    assert.equal(await page.evaluate(() => customElements.get('pal-widget') === undefined), true);
    await page.getByRole('heading', { name: 'A shop' }).waitFor();
    await page.close();
  });

  test('with two copies and two versions keeps the first one, and it works', async () => {
    const scripts = [
      `${service.url}/palkit/palkit.js`,
      `${service.url}/palkit/${publishedScript.version}/${publishedScript.script}`,
      `${origin}/older/palkit.js`,
    ]
      .map((src) => `<script type="module" src="${src}"></script>`)
      .join('');
    const page = await visit(
      `${scripts}<pal-widget deployment-id="${service.deployments['widget']}" base-url="${service.url}"></pal-widget>`,
    );
    const pageErrors = await recordComplaints(page);
    await page.goto(origin);
    await talk(page, 'pal-widget');
    assert.equal(
      await page
        .locator('pal-widget')
        .evaluate((element) => element.shadowRoot!.querySelectorAll('pal-panel').length),
      1,
    );
    const id = await conversation(page, 'pal-widget');
    await page.close({ runBeforeUnload: true });
    await waitForEnd(id);
    assert.deepEqual(pageErrors, []);
  });

  test('with three widgets: each has its own visit, and only the used one sends requests', async () => {
    const positions = ['bottom-right', 'bottom-left', 'top-right'];
    const id = service.deployments['widget'];
    const widgets = positions.map(
      (corner) => `<pal-widget id="${corner}" position="${corner}" deployment-id="${id}"></pal-widget>`,
    );
    const page = await visit(
      `<script type="module" src="${service.url}/palkit/palkit.js"></script>${widgets.join('')}`,
    );
    const requests: string[] = [];
    page.on(
      'request',
      (request) => request.url().includes('/v2/') && requests.push(new URL(request.url()).pathname),
    );
    await page.goto(origin);
    await page.locator('#top-right pal-launcher').waitFor();
    assert.equal(requests.length, 0);
    await page.evaluate(() => {
      const events: string[] = [];
      Object.assign(window, { events });
      document.addEventListener('pal-ended', (event) => events.push((event.target as Element).id));
    });
    await talk(page, '#bottom-left');
    await talk(page, '#top-right');
    assert.equal(requests.filter((path) => path.endsWith('/init')).length, 2);
    assert.notEqual(await conversation(page, '#bottom-left'), await conversation(page, '#top-right'));
    await page.locator('#bottom-left').evaluate((element) => (element as unknown as { end(): void }).end());
    assert.deepEqual(await page.evaluate(() => (window as unknown as { events: string[] }).events), [
      'bottom-left',
    ]);
    assert.equal(await page.locator('#top-right').getByRole('button', { name: 'Leave' }).isVisible(), true);
    await page.close();
  });

  test('adds, moves and removes it with its route: the call survives the move only', async () => {
    const page = await visit(
      `<main></main><aside></aside><script type="module" src="${service.url}/palkit/palkit.js"></script>`,
    );
    await page.goto(origin);
    await page.waitForFunction(() => customElements.get('pal-embed'));
    await page.evaluate((deployment) => {
      document.querySelector('main')!.innerHTML =
        `<pal-embed deployment-id="${deployment}" style="block-size: 480px"></pal-embed>`;
    }, service.deployments['widget']!);
    await talk(page, 'pal-embed');
    const id = await conversation(page, 'pal-embed');
    await page.evaluate(() => {
      history.pushState({}, '', '/other');
      document.querySelector('aside')!.append(document.querySelector('pal-embed')!);
    });
    assert.equal(await conversation(page, 'pal-embed'), id);
    await page.locator('pal-embed').getByRole('button', { name: 'Leave' }).waitFor();
    await page.evaluate(() => {
      history.pushState({}, '', '/third');
      document.querySelector('aside')!.replaceChildren();
    });
    await waitForEnd(id);
    await page.close();
  });
});
