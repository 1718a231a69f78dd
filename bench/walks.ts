/**
 * Performs random walks on a page during a call (see `walks/walk.ts`), and measures the heap over cycles of
 * opening and closing.
 *
 *   npm run build && node --import tsx bench/walks.ts --walks 500 --steps 8 --seed 1
 *   node --import tsx bench/walks.ts --walks 1 --seed 42     repeats one walk
 *   node --import tsx bench/walks.ts --walks 0 --cycles 200  measures the heap alone
 */
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { CHROMIUM_FLAGS, findChromium } from '../scripts/chromium.ts';
import { launchChromium, openPage } from '../test/browser.ts';
import { startService } from '../test/journeys/running-service.ts';
import { openWalkSite } from './walks/site.ts';
import { walk } from './walks/walk.ts';

const { values } = parseArgs({
  options: {
    walks: { type: 'string', default: '20' },
    steps: { type: 'string', default: '8' },
    seed: { type: 'string', default: '1' },
    cycles: { type: 'string', default: '0' },
  },
});
const numbers = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]));
const { walks = 0, steps = 0, seed = 0, cycles = 0 } = numbers;

/** Returns the size of the page's heap in bytes after a garbage collection. */
async function heapOf(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  await devtools.detach();
  return usedSize;
}

/** Number of openings after which the browser's caches and its list of layout shifts (150 entries) are full. */
const WARM_UP = 100;

/**
 * Measures the growth of the heap over `count` openings after the first ones. The browser's compilation is
 * disabled, because compilation continues for hundreds of openings and would account for most of the growth.
 */
async function heapGrowth(url: string, count: number): Promise<number> {
  const { path, environment } = await findChromium();
  const browser = await chromium.launch({
    executablePath: path,
    env: { ...(process.env as Record<string, string>), ...environment },
    args: [...CHROMIUM_FLAGS, '--js-flags=--jitless'],
  });
  const page = await openPage(browser);
  await page.goto(url);
  await page.waitForFunction(() => customElements.get('pal-widget') !== undefined);
  // The page itself opens and closes the element, because objects of a driver would be counted.
  const openAndClose = (times: number) =>
    page.evaluate(async (most) => {
      const widget = document.querySelector('pal-widget') as HTMLElement & { open(): void; close(): void };
      const hasPanel = () => widget.shadowRoot!.querySelector('pal-panel') !== null;
      const waitUntilOpen = async (open: boolean) => {
        while (hasPanel() !== open) await new Promise(requestAnimationFrame);
      };
      for (let count = 0; count < most; count++) {
        widget.open();
        await waitUntilOpen(true);
        widget.close();
        await waitUntilOpen(false);
      }
    }, times);
  await openAndClose(WARM_UP);
  const before = await heapOf(page);
  await openAndClose(count);
  const growth = (await heapOf(page)) / before - 1;
  await browser.close();
  return growth;
}

const service = await startService();
const site = await openWalkSite(service.url, service.deployments['widget']!);
const browser = await launchChromium();
let faults = 0;
try {
  for (let next = seed; next < seed + walks; next++) {
    const page = await openPage(browser);
    const result = await walk(page, site.url, next, steps);
    if (result.fault) {
      faults++;
      process.stdout.write(`seed ${next}: ${result.steps.join(', ')}: ${result.fault}\n`);
    }
    await page.close();
  }
  if (walks > 0)
    process.stdout.write(`${walks} walks of ${steps} steps from seed ${seed}: ${faults} faults\n`);
  if (cycles > 0) {
    const growth = await heapGrowth(site.url, cycles);
    process.stdout.write(`the heap after ${cycles} openings: ${(growth * 100).toFixed(1)} %\n`);
    if (growth > 0.05) faults++;
  }
} finally {
  await browser.close();
  site.close();
  await service.close();
}
process.exitCode = faults > 0 ? 1 : 0;
