/** A page that is wider than a phone's screen: the launcher and its panel stay within the visible area. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { inFirefox, launch, openPage } from '../browser.ts';
import { unless } from '../surroundings.ts';

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const SCRIPT = path.join('src', 'elements', 'dist', 'script');

describe('a page that is wider than the phone', { skip: unless(!inFirefox, 'chromium') }, () => {
  let browser: Browser;
  before(async () => (browser = await launch()));
  after(() => browser?.close());

  /** Opens a page of this width with a widget; returns it and the names of the scripts that it requested. */
  async function visit(
    width: number,
    position: string,
    dir = 'ltr',
  ): Promise<{ page: Page; requests: string[] }> {
    const page = await openPage(browser, PHONE);
    const requests: string[] = [];
    await page.route('**/*', (route) => {
      const name = path.basename(new URL(route.request().url()).pathname);
      if (!name.endsWith('.js'))
        return route.fulfill({
          contentType: 'text/html',
          body:
            `<!doctype html><html lang="en" dir="${dir}"><meta name="viewport" ` +
            'content="width=device-width, initial-scale=1"><title>A shop</title>' +
            '<body style="margin: 0"><div style="width: ' +
            `${width}px; height: 3000px"></div><pal-widget position="${position}" deployment-id="d1">` +
            '</pal-widget><script type="module" src="/palkit/palkit.js"></script>',
        });
      requests.push(name);
      return route.fulfill({
        contentType: 'text/javascript',
        body: fs.readFileSync(path.join(SCRIPT, name)),
      });
    });
    await page.goto('https://shop.example/');
    await page.locator('pal-launcher').getByRole('button').waitFor();
    return { page, requests };
  }

  /** Waits until an element is completely within the visible area. */
  const isVisible = (page: Page, selector: string) =>
    page.waitForFunction(
      (selector) => {
        const findWithin = (root: ParentNode): Element | null =>
          root.querySelector(selector) ??
          [...root.querySelectorAll('*')].reduce<Element | null>(
            (match, { shadowRoot }) => match ?? (shadowRoot && findWithin(shadowRoot)),
            null,
          );
        const box = findWithin(document)?.getBoundingClientRect();
        const { offsetLeft, offsetTop, width, height } = visualViewport!;
        return (
          box &&
          box.width > 0 &&
          box.left >= offsetLeft - 1 &&
          box.right <= offsetLeft + width + 1 &&
          box.top >= offsetTop - 1 &&
          box.bottom <= offsetTop + height + 1
        );
      },
      selector,
      { timeout: 5000 },
    );

  for (const [position, dir] of [
    ['bottom-right', 'ltr'],
    ['top-left', 'ltr'],
    ['bottom-right', 'rtl'],
    ['top-left', 'rtl'],
  ] as const)
    test(`in ${dir}, the launcher at ${position} is on the screen, and its panel covers it`, async () => {
      const { page } = await visit(900, position, dir);
      await isVisible(page, 'pal-launcher');
      await page.evaluate((x) => scrollTo(x, 400), dir === 'ltr' ? 300 : -300);
      await isVisible(page, 'pal-launcher');
      await page.locator('pal-launcher').getByRole('button').tap();
      await page.locator('pal-widget').getByRole('dialog').waitFor();
      await isVisible(page, 'dialog');
      const width = await page.getByRole('dialog').evaluate((dialog) => (dialog as HTMLElement).offsetWidth);
      assert.equal(width, PHONE.viewport.width);
      await page.close();
    });

  test('a page that fits loads nothing for it', async () => {
    const { page, requests } = await visit(300, 'bottom-right');
    await isVisible(page, 'pal-launcher');
    assert.deepEqual(requests, ['palkit.js']);
    await page.close();
  });
});
