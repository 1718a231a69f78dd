/**
 * Opens a widget, has a call, ends it and closes the widget, again and again, in Chromium against the real
 * service. Compares the page after some cycles with the page at the end, after a garbage collection. Fails if the
 * heap grows by more than 5 %, or the number of nodes, listeners, workers or objects of a call grows.
 *
 *   npm run build && node --import tsx bench/open-close.ts --cycles 200
 *   node --import tsx bench/open-close.ts --cycles 200 --mode text --anew   text calls, each in a new element
 */
import { parseArgs } from 'node:util';
import { chromium, type CDPSession, type Page } from 'playwright-core';
import { CHROMIUM_FLAGS, findChromium } from '../scripts/chromium.ts';
import { openPage } from '../test/browser.ts';
import { startService } from '../test/journeys/running-service.ts';
import { report } from './results.ts';
import { openWalkSite } from './walks/site.ts';

const { values } = parseArgs({
  options: {
    cycles: { type: 'string', default: '200' },
    'warm-up': { type: 'string', default: '20' },
    mode: { type: 'string', default: 'voice' },
    anew: { type: 'boolean', default: false },
    jit: { type: 'boolean', default: false },
  },
});
const cycles = Number(values.cycles);
const warmUp = Number(values['warm-up']);

/** Maximum growth of the heap, as a share of its size after the first cycles. */
const MAX_GROWTH = 0.05;
/** Number of objects of the last call that a garbage collection may not have found yet. */
const MAX_UNCOLLECTED_OBJECTS = 4;
/** Maximum milliseconds for one cycle. */
const CYCLE_MS = 60_000;
/**
 * Milliseconds for which the visitor listens, so that no connection is closed with an event still to fire:
 * Chromium never frees such a connection, also on a page without this library.
 */
const LISTEN_MS = 1000;
/** Kinds of objects that a call creates and that must go with it. */
const OBJECTS = [
  'RTCPeerConnection',
  'RTCDataChannel',
  'MediaStreamTrack',
  'AudioContext',
  'Worker',
] as const;

type Element = HTMLElement & {
  start(mode?: 'text'): Promise<void>;
  end(): void;
  close(): void;
  view: { phase: { is: string }; activity: string } | null;
};

/** Performs `count` cycles in the page itself, because objects of a driver would be counted. */
function perform(page: Page, count: number): Promise<void> {
  return page.evaluate(
    async ({ times, isWritten, anew, milliseconds, listenMs }) => {
      let widget = document.querySelector('pal-widget') as unknown as Element;
      const until = async (name: string, holds: () => boolean) => {
        const end = performance.now() + milliseconds;
        while (!holds()) {
          if (performance.now() > end) throw new Error(`no ${name} but ${widget.view?.phase.is}`);
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      };
      const phase = () => widget.view?.phase.is;
      for (let cycle = 0; cycle < times; cycle++) {
        void widget.start(isWritten ? 'text' : undefined);
        await until('call', () => phase() === 'live');
        await until('greeting', () => isWritten || widget.view!.activity === 'speaking');
        await new Promise((resolve) => setTimeout(resolve, listenMs));
        widget.end();
        await until('end', () => phase() === 'ended');
        widget.close();
        await until('closed panel', () => widget.shadowRoot!.querySelector('dialog') === null);
        if (!anew) continue;
        const copy = widget.cloneNode() as Element;
        widget.remove();
        widget = document.body.appendChild(copy);
      }
    },
    {
      times: count,
      isWritten: values.mode === 'text',
      anew: values.anew,
      milliseconds: CYCLE_MS,
      listenMs: LISTEN_MS,
    },
  );
}

type HeapCounts = Record<string, number>;

/** Counts what the page holds after garbage collections. */
async function countHeap(devtools: CDPSession): Promise<HeapCounts> {
  // Finalizers of media objects and removed elements run between collections.
  for (let round = 0; round < 3; round++) {
    await devtools.send('HeapProfiler.collectGarbage');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const counts: HeapCounts = { heap: usedSize };
  for (const name of ['Nodes', 'JSEventListeners', 'AudioHandlers'])
    counts[name] = metrics.find((metric) => metric.name === name)?.value ?? 0;
  for (const name of OBJECTS) {
    const { result } = await devtools.send('Runtime.evaluate', { expression: `${name}.prototype` });
    const { objects } = await devtools.send('Runtime.queryObjects', {
      prototypeObjectId: result.objectId!,
      objectGroup: 'counted',
    });
    const { result: length } = await devtools.send('Runtime.callFunctionOn', {
      objectId: objects.objectId!,
      functionDeclaration: 'function () { return this.length; }',
      returnByValue: true,
    });
    counts[name] = length.value as number;
    await devtools.send('Runtime.releaseObjectGroup', { objectGroup: 'counted' });
  }
  return counts;
}

const service = await startService();
const site = await openWalkSite(service.url, service.deployments['widget']!);
const { path, environment } = await findChromium();
const browser = await chromium.launch({
  executablePath: path,
  env: { ...(process.env as Record<string, string>), ...environment },
  args: [...CHROMIUM_FLAGS, ...(values.jit ? [] : ['--js-flags=--jitless'])],
});
try {
  const page = await openPage(browser);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(site.url);
  await page.waitForFunction(() => customElements.get('pal-widget') !== undefined);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  const samples: HeapCounts[] = [];
  let cycle = 0;
  while (cycle < cycles) {
    const next = Math.min(warmUp, cycles - cycle);
    await perform(page, next);
    cycle += next;
    const now = await countHeap(devtools);
    samples.push({ ...now, workers: page.workers().length });
    report(`${String(cycle).padStart(4)} cycles: ${JSON.stringify(samples.at(-1))}\n`);
  }
  const [first, last] = [samples[0]!, samples.at(-1)!];
  const growth = last['heap']! / first['heap']! - 1;
  const grownCounts = Object.keys(first).filter(
    (name) => name !== 'heap' && last[name]! > first[name]! + MAX_UNCOLLECTED_OBJECTS,
  );
  report(
    `from cycle ${warmUp} to ${cycles}: heap ${(growth * 100).toFixed(1)} %, ` +
      `grown: ${grownCounts.join(', ') || 'nothing'}, console errors: ${errors.length}\n`,
  );
  if (errors.length > 0) report(`${errors.slice(0, 5).join('\n')}\n`);
  if (growth > MAX_GROWTH || grownCounts.length > 0 || errors.length > 0) process.exitCode = 1;
} finally {
  await browser.close();
  site.close();
  await service.close();
}
