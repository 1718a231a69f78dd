/** Checks an application of the matrix in a browser, as a visitor uses it. */
import type { Browser, Page } from 'playwright-core';
import { openPage } from '../../browser.ts';

/** Features that are checked in each application; `null` if an application does not have the feature. */
export interface Findings {
  build: true;
  ssr: boolean | null;
  properties: boolean;
  events: boolean;
  talks: boolean;
  /** True if the captcha was solved in a worker. */
  worker: boolean;
  /** Errors in the page's console. */
  complaints: string[];
}

/** Milliseconds of the timeout for each wait. */
const TIMEOUT_MS = 30_000;

const waitForLog = (page: Page, word: string) =>
  page.waitForFunction((line) => (globalThis as unknown as { log?: string[] }).log?.includes(line), word, {
    timeout: TIMEOUT_MS,
  });

/** True for a site's icon, which a full Chromium requests from each site; the applications do not have one. */
const isFavicon = (source: string) => /^https?:\/\/[^/]+\/favicon\.ico$/.test(source);

/** Makes a call: solves the captcha, types a question, reads the answer and ends the call. */
export async function visit(browser: Browser, url: string, rendered: boolean): Promise<Findings> {
  const ssr = rendered ? /<pal-embed[^>]*\sdeployment-id="d\w+"/.test(await (await fetch(url)).text()) : null;
  const page = await openPage(browser);
  page.setDefaultTimeout(TIMEOUT_MS);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const { url: source } = message.location();
    if (message.type() === 'error' && !isFavicon(source)) complaints.push(`${message.text()} ${source}`);
  });
  // If no worker can be started, the main thread solves the captcha; record which of them does.
  await page.addInitScript(() => {
    globalThis.Worker = class extends Worker {
      constructor(...args: ConstructorParameters<typeof Worker>) {
        super(...args);
        this.addEventListener('message', ({ data }) => {
          if (data) Object.assign(globalThis, { workerAnswered: true });
        });
      }
    };
  });
  await page.goto(url);
  await page.locator('pal-embed:defined').waitFor();
  const properties = await page
    .waitForFunction(
      () => {
        const { override, tools } = document.querySelector('pal-embed') as unknown as {
          override: { after_call?: { title?: string } } | null;
          tools: Record<string, unknown>;
        };
        return override?.after_call?.title === 'Matrix' && typeof tools['basket'] === 'function';
      },
      undefined,
      { timeout: 5_000 },
    )
    .then(
      () => true,
      () => false,
    );
  const findings: Findings = {
    build: true,
    ssr,
    properties,
    events: false,
    talks: false,
    worker: false,
    complaints,
  };
  try {
    await page
      .locator('pal-embed')
      .evaluate((element) => (element as unknown as { start(mode: 'text'): unknown }).start('text'));
    await page.locator('pal-composer textarea:enabled').fill('How long is the warranty?');
    findings.worker = await page.evaluate(() => 'workerAnswered' in globalThis);
    await page.locator('pal-composer textarea').press('Enter');
    await page
      .locator('pal-embed p[role=log], pal-transcript')
      .filter({ hasText: /5 years|five years/i })
      .first()
      .waitFor({ state: 'attached' });
    findings.talks = true;
    await page.locator('pal-embed').evaluate((element) => (element as unknown as { end(): unknown }).end());
    for (const word of ['pal-state-change live', 'pal-started', 'pal-ended']) await waitForLog(page, word);
    findings.events = true;
  } catch (error) {
    complaints.push(String(error).split('\n')[0]!);
  }
  await page.context().close();
  return findings;
}
