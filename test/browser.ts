/** A real browser for tests in Node. */
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { CHROMIUM_FLAGS, findChromium } from '../scripts/chromium.ts';

/** `speech` is a WAV file that the fake microphone plays. */
export async function launch(options: { speech?: string } = {}): Promise<Browser> {
  const { path, environment } = await findChromium();
  return chromium.launch({
    executablePath: path,
    env: { ...(process.env as Record<string, string>), ...environment },
    args: [
      ...CHROMIUM_FLAGS,
      ...(options.speech ? [`--use-file-for-fake-audio-capture=${options.speech}%noloop`] : []),
    ],
  });
}

/**
 * A page in a context of its own. tsx names functions through a helper that functions sent to the page would
 * miss.
 */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.newPage(options);
  await page.addInitScript('globalThis.__name ??= (value) => value');
  return page;
}
