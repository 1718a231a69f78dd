/** A real browser for tests in Node: Chromium, or Firefox if `TEST_BROWSER=firefox`. */
import assert from 'node:assert/strict';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { CHROMIUM_FLAGS, findChromium } from '../scripts/chromium.ts';
import { launchFirefox, mediaPreferences, savedByFirefox } from './browsers/firefox.ts';
import { installScreenPicker, speakIntoMicrophone } from './browsers/page-made-devices.ts';

const name = process.env['TEST_BROWSER'] ?? 'chromium';
if (name !== 'chromium' && name !== 'firefox')
  throw new Error(`TEST_BROWSER is chromium or firefox here, not ${name}.`);
export const inFirefox = name === 'firefox';

/** For each Firefox instance, the speech file that its pages play instead of a microphone. */
const speeches = new WeakMap<Browser, string>();

/** Starts the browser. `speech` is a WAV file that its fake microphone plays. */
export async function launch({ speech }: { speech?: string } = {}): Promise<Browser> {
  if (!inFirefox) return launchChromium(speech);
  const browser = await launchFirefox();
  if (speech) speeches.set(browser, speech);
  return browser;
}

export async function launchChromium(speech?: string): Promise<Browser> {
  const { path, environment } = await findChromium();
  return chromium.launch({
    executablePath: path,
    env: { ...(process.env as Record<string, string>), ...environment },
    args: [...CHROMIUM_FLAGS, ...(speech ? [`--use-file-for-fake-audio-capture=${speech}%noloop`] : [])],
  });
}

/** Maximum milliseconds of a wait in a page. Playwright's 30,000 are too few while other programs use the cores. */
const WAIT_MS = 90_000;

/** Opens a page in a separate context, with the helper that tsx calls in functions and that a page lacks. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (inFirefox ? newFirefoxPage(browser, options) : browser.newPage(options));
  page.setDefaultTimeout(WAIT_MS);
  await page.addInitScript('globalThis.__name ??= (value) => value');
  if (inFirefox) {
    await page.addInitScript(installScreenPicker);
    awaitLoadsBeforeNavigating(page);
  }
  const speech = speeches.get(browser);
  if (speech) await speakIntoMicrophone(page, speech);
  return page;
}

/**
 * Makes each navigation wait until the current document and its frames have loaded. Otherwise Firefox reports the
 * interruption of that load as a failure of the new navigation (`NS_BINDING_ABORTED`).
 */
function awaitLoadsBeforeNavigating(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (...input) => {
    await page.waitForLoadState('load');
    return goto(...input);
  };
  page.reload = async (...input) => {
    await page.waitForLoadState('load');
    return reload(...input);
  };
}

/** Opens a page in Firefox, whose media features apply to the entire browser, so special ones need a new browser. */
async function newFirefoxPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const preferences = mediaPreferences(options);
  if (Object.keys(preferences).length === 0) return browser.newPage(options);
  const ownBrowser = await launchFirefox(preferences);
  const page = await ownBrowser.newPage(options);
  page.once('close', () => void ownBrowser.close());
  browser.once('disconnected', () => void ownBrowser.close());
  return page;
}

/** Returns the path of the file with this name that the page saves while `save` runs. */
export async function savedFile(page: Page, name: RegExp, save: () => Promise<void>): Promise<string> {
  if (inFirefox) {
    await save();
    return savedByFirefox(page, name);
  }
  const [download] = await Promise.all([page.waitForEvent('download'), save()]);
  assert.match(download.suggestedFilename(), name);
  return download.path();
}
