/**
 * Measures the time from the visitor's click on "Talk" to the agent's first picture, in Chromium and Firefox by
 * turns. Prints medians in milliseconds and their ratio. Uses the built service on this machine.
 *
 *   npm run build && node --import tsx bench/browsers.ts [calls]
 */
import { launchChromium } from '../test/browser.ts';
import { BrowserUnderTest } from '../test/browsers/browser-under-test.ts';
import { driverOf, firefoxPath, openFirefox } from '../test/browsers/firefox.ts';
import { startService } from '../test/journeys/running-service.ts';

const CALLS = Number(process.argv[2] ?? 5);
if (!firefoxPath) throw new Error('Firefox is not installed: FIREFOX_PATH, or Debian’s firefox-esr.');

const openChromium = async () => driverOf(await launchChromium());

/** Returns the milliseconds from the click to the first drawn picture. */
async function firstPicture(browser: BrowserUnderTest, url: string): Promise<number> {
  await browser.driver.open(url);
  await browser.press('Ask Mira');
  await browser.waitForText('Talk to Mira');
  await browser.run(
    `addEventListener('click', () => (window.clicked = performance.now()), { capture: true });`,
  );
  await browser.press('Talk');
  const milliseconds = await browser.run(`
    const isFace = (element) =>
      element.matches('canvas.drawn')
        ? element.getRootNode().host.drawn
        : element.matches('video.agent') && element.videoWidth > 0;
    await until(() => [...all(document)].find(isFace), 'a picture');
    return performance.now() - window.clicked;`);
  await browser.press('Leave');
  await browser.waitForText('The conversation is over');
  return milliseconds as number;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;
const service = await startService();
const times = { Chromium: [] as number[], Firefox: [] as number[] };
try {
  for (let call = 0; call < CALLS; call++)
    for (const [name, open] of [
      ['Chromium', openChromium],
      ['Firefox', openFirefox],
    ] as const) {
      const browser = new BrowserUnderTest(await open());
      try {
        times[name].push(await firstPicture(browser, service.url));
      } finally {
        await browser.driver.close();
      }
    }
} finally {
  await service.close();
}
for (const [name, values] of Object.entries(times))
  process.stdout.write(`${name}: ${Math.round(median(values))} ms (${values.map(Math.round).join(', ')})\n`);
process.stdout.write(`ratio ${(median(times.Firefox) / median(times.Chromium)).toFixed(2)}\n`);
