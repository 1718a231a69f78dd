/** Kinds of pages on which an element must work: frames and windows without an address, and cached pages. */
import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Browser, Frame, Page } from 'playwright-core';
import { launch, openPage } from '../browser.ts';
import { until } from '../service/until.ts';
import { recordComplaints, startService, type RunningService } from './running-service.ts';

type Element = HTMLElement & {
  start(mode?: 'text'): Promise<void>;
  close(): void;
  view: { phase: { is: string; conversationId: string } } | null;
};

describe('a call', () => {
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

  const markup = () =>
    `<script type="module" src="${service.url}/palkit/palkit.js"></script>` +
    `<pal-widget deployment-id="${service.deployments['widget']}"></pal-widget>`;
  const visit = async (content: string, headers = ''): Promise<Page> => {
    body = content;
    policy = headers;
    const page = await openPage(browser, { viewport: { width: 1100, height: 800 } });
    return page;
  };
  const isIn = (phase: string) =>
    document.querySelector<HTMLElement & Pick<Element, 'view'>>('pal-widget')?.view?.phase.is === phase;
  async function startCall(page: Page | Frame): Promise<string> {
    const widget = page.locator('pal-widget');
    await page.waitForFunction(() => customElements.get('pal-widget') !== undefined);
    await widget.evaluate((element) => void (element as Element).start('text'));
    await page.waitForFunction(isIn, 'live', { timeout: 40_000 });
    return widget.evaluate((element) => (element as Element).view!.phase.conversationId);
  }

  const FRAMES = { plain: '', sandboxed: 'sandbox="allow-scripts allow-forms"' };
  for (const [kind, attributes] of Object.entries(FRAMES))
    test(`starts in a ${kind} frame with srcdoc`, async () => {
      const content = `<!doctype html><html lang=en><body>${markup()}`.replaceAll('"', '&quot;');
      const page = await visit(
        `<iframe ${attributes} allow="microphone; camera; autoplay" width="900" height="700" ` +
          `srcdoc="${content}"></iframe>`,
      );
      await page.goto(origin);
      const frame = await until('the frame', () => Promise.resolve(page.frames()[1]));
      await startCall(frame);
      await page.close();
    });

  test('starts in a window that a script writes', async () => {
    const page = await visit('');
    await page.goto(origin);
    const [newPage] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate((content) => {
        const openedWindow = window.open('', '_blank', 'width=700,height=800')!;
        openedWindow.document.write(content);
        openedWindow.document.close();
      }, `<!doctype html><html lang="en"><body>${markup()}`),
    ]);
    await startCall(newPage);
    await newPage.close();
    await page.close();
  });

  test('continues when its page returns from the back/forward cache', async () => {
    const page = await visit(markup());
    await page.goto(origin);
    const id = await startCall(page);
    // Chromium does not cache pages that a test drives, so fire the events that a cached page would receive.
    await page.evaluate(() => {
      for (const type of ['pagehide', 'pageshow'])
        window.dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
    });
    await page.waitForFunction(isIn, 'resumable', { timeout: 20_000 });
    await page.locator('pal-widget').evaluate((element) => void (element as Element).start());
    await page.waitForFunction(isIn, 'live', { timeout: 40_000 });
    assert.equal(
      await page.locator('pal-widget').evaluate((element) => (element as Element).view!.phase.conversationId),
      id,
    );
    await page.close();
  });

  test('obeys a policy without inline styles while it is minimised', async () => {
    const page = await visit(
      markup(),
      `script-src ${service.url}; style-src ${service.url}; connect-src ${service.url}`,
    );
    const pageErrors = await recordComplaints(page);
    await page.goto(origin);
    await startCall(page);
    await page.locator('pal-widget').evaluate((element) => (element as Element).close());
    const face = page.locator('pal-minimised .face');
    await face.waitFor();
    await page.locator('pal-minimised').getByRole('button', { name: 'Microphone' }).click();
    await page.waitForFunction(
      () => {
        const minimised = document.querySelector('pal-widget')!.shadowRoot!.querySelector('pal-minimised')!;
        const ring = minimised.shadowRoot!.querySelector('.face')!;
        return Number(getComputedStyle(ring).getPropertyValue('--_level')) > 0;
      },
      null,
      { timeout: 20_000 },
    );
    assert.deepEqual(pageErrors, []);
    await page.close();
  });
});
