/** Firefox by WebDriver BiDi. */
import { existsSync } from 'node:fs';
import puppeteer, { type Browser } from 'puppeteer-core';
import type { Driver } from './browser-under-test.ts';

const PLACES = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

/** Where Firefox is installed: FIREFOX_PATH, or one of the usual places. */
export const firefoxPath = process.env['FIREFOX_PATH'] ?? PLACES.find((path) => existsSync(path));

/** A camera and a microphone of its own making, given without asking. */
export const FIREFOX_PREFERENCES = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'media.peerconnection.ice.loopback': true,
  'media.peerconnection.ice.obfuscate_host_addresses': false,
};

export async function openFirefox(): Promise<Driver> {
  return driverOf(
    await puppeteer.launch({
      browser: 'firefox',
      executablePath: firefoxPath!,
      headless: true,
      extraPrefsFirefox: FIREFOX_PREFERENCES,
    }),
  );
}

/** A browser that puppeteer started, with one page. */
export async function driverOf(browser: Browser): Promise<Driver> {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 860 });
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
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
    picture: async () => Buffer.from(await page.screenshot()),
    close: () => browser.close(),
  };
}
