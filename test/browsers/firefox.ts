/** Firefox as distributions build it, driven by WebDriver BiDi. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { firefox, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { until } from '../service/until.ts';
import type { Driver } from './browser-under-test.ts';

const PLACES = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

/** The path of Firefox: FIREFOX_PATH, or one of the usual locations. */
export const firefoxPath = process.env['FIREFOX_PATH'] ?? PLACES.find((path) => existsSync(path));

/** Identifies the style that Playwright adds for a screenshot. A strict policy rejects it, which is no fault. */
const STYLE_FOR_PICTURES = createHash('sha256').update('body {}').digest('base64');

type Preferences = Record<string, string | number | boolean>;

/** Simulated camera, microphone and loudspeaker, permitted without a prompt. */
export const FIREFOX_PREFERENCES: Preferences = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'media.cubeb.force_mock_context': true,
  'media.peerconnection.ice.loopback': true,
  'media.peerconnection.ice.obfuscate_host_addresses': false,
};

/** Returns Firefox's preferences for the colour scheme and for reduced motion. */
export function mediaPreferences({ colorScheme, reducedMotion }: BrowserContextOptions): Preferences {
  return {
    ...(colorScheme
      ? { 'layout.css.prefers-color-scheme.content-override': colorScheme === 'dark' ? 0 : 1 }
      : {}),
    ...(reducedMotion ? { 'ui.prefersReducedMotion': reducedMotion === 'reduce' ? 1 : 0 } : {}),
  };
}

/** The folder in which each Firefox instance saves files; it is removed when the browser closes. */
const downloadFolders = new WeakMap<Browser, string>();

export async function launchFirefox(preferences: Preferences = {}): Promise<Browser> {
  if (!firefoxPath) throw new Error('Firefox is not installed: FIREFOX_PATH, or Debian’s firefox-esr.');
  const downloadsPath = await mkdtemp(path.join(os.tmpdir(), 'palkit-downloads-'));
  const browser = await firefox.launch({
    // Use BiDi, because Playwright's own build of Firefox uses another protocol.
    channel: 'moz-firefox',
    executablePath: firefoxPath,
    firefoxUserPrefs: { ...FIREFOX_PREFERENCES, ...preferences },
    downloadsPath,
  });
  downloadFolders.set(browser, downloadsPath);
  browser.once('disconnected', () => void rm(downloadsPath, { recursive: true, force: true }));
  return browser;
}

/** Waits for a file with content that a page of this Firefox instance saves; BiDi reports no download of a Blob. */
export async function savedByFirefox(page: Page, name: RegExp): Promise<string> {
  const folder = downloadFolders.get(page.context().browser()!)!;
  let file = '';
  await until(`a saved file named ${name}`, async () => {
    const names = (await readdir(folder, { recursive: true })).filter((entry) => name.test(entry));
    if (!names[0] || names.some((name) => name.endsWith('.part'))) return false;
    file = path.join(folder, names[0]);
    return (await stat(file)).size > 0;
  });
  return file;
}

export const openFirefox = async (): Promise<Driver> => driverOf(await launchFirefox());

/** Opens one page in a browser that Playwright has started, and returns a driver for it. */
export async function driverOf(browser: Browser): Promise<Driver> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
  const complaints: string[] = [];
  const complain = (description: string) => {
    if (!description.includes(STYLE_FOR_PICTURES)) complaints.push(description);
  };
  page.on('pageerror', (error) => complain(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complain(message.text());
  });
  return {
    complaints: async () => complaints,
    open: async (url) => void (await page.goto(url)),
    evaluate: (expression) => page.evaluate(expression),
    click: (x, y) => page.mouse.click(x, y),
    async type(text) {
      for (const part of text.split(/([\n\t])/)) {
        const key = part === '\n' ? 'Enter' : part === '\t' ? 'Tab' : null;
        if (key) await page.keyboard.press(key);
        else await page.keyboard.type(part);
      }
    },
    picture: () => page.screenshot(),
    close: () => browser.close(),
  };
}
