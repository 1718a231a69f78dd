/**
 * Measures a transcript of 10,000 lines in Chromium: opening it, a growing line, a new line, scrolling through all
 * lines, and searching. Prints the browser's long tasks (above 50 ms in real time) and the processor time of the
 * longest task, which is more meaningful on a busy machine.
 *
 *   npm run build && node --import tsx bench/transcript.ts [lines]
 */
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { launch, openPage } from '../test/browser.ts';

const LINES = Number(process.argv[2] ?? 10_000);
const FOLDER = path.join('src', 'elements', 'dist', 'script');

interface Bench {
  open(): Promise<number>;
  run(what: 'grow' | 'append', times: number): Promise<number[]>;
  scroll(): Promise<number[]>;
  search(words: string): Promise<[number, string]>;
}

const server = http.createServer((request, response) => {
  const file = path.join(FOLDER, path.basename(request.url ?? ''));
  if (request.url === '/')
    response
      .setHeader('content-type', 'text/html')
      .end(
        '<!doctype html><meta charset="utf-8"><script type="module" ' +
          'src="/palkit/palkit.js"></script><pal-embed deployment-id="d"></pal-embed>',
      );
  else if (fs.existsSync(file))
    response.setHeader('content-type', 'text/javascript').end(fs.readFileSync(file));
  else response.writeHead(404).end();
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const browser = await launch();
try {
  const page = await openPage(browser, { viewport: { width: 1000, height: 800 } });
  await page.goto(`http://127.0.0.1:${(server.address() as { port: number }).port}/`);
  await page.evaluate((count) => {
    const WORDS = (
      'we have rooms with a view of the garden and breakfast until eleven what does that cost for ' +
      'two nights in march thank you'
    ).split(' ');
    const say = (index: number) =>
      Array.from(
        { length: 4 + ((index * 7) % 30) },
        (_, at) => WORDS[(index * 13 + at * 5) % WORDS.length],
      ).join(' ');
    const line = (index: number, text = say(index)) => ({
      id: `l${index}`,
      role: index % 2 ? 'user' : 'pal',
      text,
      streaming: false,
      interrupted: index % 17 === 0,
      at: 1_700_000_000_000 + index * 4000,
    });
    const listeners = new Set<(view: unknown) => void>();
    const doNothing = () => {};
    let view: Record<string, unknown> = {
      phase: { is: 'live', conversationId: 'c', transport: 'media', connection: 'good' },
      lines: [],
      caption: null,
      canvas: { card: null, state: 'open' },
      disclosure: null,
      activity: 'idle',
      agent: null,
      screen: { offered: false, stream: null },
      capabilities: null,
      devices: {
        microphones: [],
        cameras: [],
        microphone: { state: 'off', id: null },
        camera: { state: 'off', id: null },
        preview: null,
        level: 0,
      },
      deployment: {
        deployment_id: 'd',
        channel: 'embed',
        customization: {},
        has_password: false,
        thumbnail_video_url: '',
        thumbnail_image_url: '',
        pal_display_name: 'Mira',
        languages: [],
        limits: { max_call_duration: 60 },
        captcha: null,
        is_available: true,
        unavailable_reason: null,
      },
    };
    const session = new Proxy(
      {},
      {
        get: (_, name) =>
          name === 'view'
            ? view
            : name === 'subscribe'
              ? (listener: (view: unknown) => void) => listeners.add(listener)
              : name === 'prepare'
                ? () => Promise.resolve()
                : doNothing,
      },
    );
    const show = (lines: unknown[]) => {
      view = { ...view, lines };
      for (const listener of listeners) listener(view);
    };
    const find = (root: ParentNode, selector: string): HTMLElement | null => {
      const match = root.querySelector<HTMLElement>(selector);
      if (match) return match;
      for (const element of root.querySelectorAll('*')) {
        const nested = element.shadowRoot && find(element.shadowRoot, selector);
        if (nested) return nested;
      }
      return null;
    };
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    const waitForPaint = async () => {
      await frame();
      await new Promise((resolve) => setTimeout(resolve));
    };
    let lines: ReturnType<typeof line>[] = [];
    const embed = document.querySelector('pal-embed')! as HTMLElement & {
      createSession?: unknown;
      open(): void;
    };
    const long: number[] = [];
    new PerformanceObserver((list) =>
      long.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({ type: 'longtask' });
    Object.assign(window, {
      long,
      bench: {
        async open() {
          await customElements.whenDefined('pal-embed');
          embed.createSession = () => session;
          embed.open();
          while (!find(embed.shadowRoot!, 'button[title=Transcript]')) await waitForPaint();
          lines = Array.from({ length: count }, (_, index) => line(index));
          show(lines);
          await waitForPaint();
          long.length = 0;
          const startedAt = performance.now();
          find(embed.shadowRoot!, 'button[title=Transcript]')!.click();
          await waitForPaint();
          return performance.now() - startedAt;
        },
        async run(description: string, times: number) {
          const spentTimes: number[] = [];
          for (let turn = 0; turn < times; turn++) {
            lines =
              description === 'grow'
                ? lines.with(-1, { ...lines.at(-1)!, text: `${lines.at(-1)!.text} more` })
                : [...lines, line(lines.length)];
            const startedAt = performance.now();
            show(lines);
            await waitForPaint();
            spentTimes.push(performance.now() - startedAt);
          }
          return spentTimes;
        },
        async scroll() {
          const scroller = find(embed.shadowRoot!, '.scroll')!;
          while (find(embed.shadowRoot!, '.block:empty')) await waitForPaint();
          const times: number[] = [];
          for (let turn = 0; turn <= 300; turn++) {
            const startedAt = performance.now();
            scroller.scrollTop = scroller.scrollHeight * (1 - turn / 300);
            await waitForPaint();
            times.push(performance.now() - startedAt);
          }
          return times;
        },
        async search(words: string) {
          (find(embed.shadowRoot!, 'button[title=Search]') as HTMLElement).click();
          await waitForPaint();
          const input = find(embed.shadowRoot!, 'input[type=search]') as HTMLInputElement;
          input.value = words;
          const startedAt = performance.now();
          input.dispatchEvent(new Event('input'));
          await waitForPaint();
          return [performance.now() - startedAt, find(embed.shadowRoot!, '.count')!.textContent];
        },
      } satisfies Bench,
    });
  }, LINES);
  const bench = <Name extends keyof Bench>(name: Name, ...args: Parameters<Bench[Name]>) =>
    page.evaluate(
      ([name, values]) =>
        (window as unknown as { bench: Record<string, (...values: unknown[]) => unknown> }).bench[name]!(
          ...values,
        ),
      [name, args] as const,
    ) as Promise<Awaited<ReturnType<Bench[Name]>>>;
  interface TraceEvent {
    name: string;
    pid: number;
    tid: number;
    /** Processor time of the event in microseconds. */
    tdur?: number;
    args: { name?: string };
  }
  /** Measures the processor time of the page's longest task during the work, in milliseconds. */
  const traceRun = async <Result>(run: () => Promise<Result>): Promise<[Result, number]> => {
    await browser.startTracing(page, { categories: ['toplevel'] });
    const result = await run();
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
      traceEvents: TraceEvent[];
    };
    const mains = new Set(
      traceEvents
        .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
        .map(({ pid, tid }) => `${pid} ${tid}`),
    );
    return [
      result,
      Math.max(
        0,
        ...traceEvents
          .filter(({ name, pid, tid }) => name.endsWith('RunTask') && mains.has(`${pid} ${tid}`))
          .map(({ tdur }) => (tdur ?? 0) / 1000),
      ),
    ];
  };
  const tell = async (description: string, run: () => Promise<number[]>) => {
    const [times, longest] = await traceRun(run);
    const sorted = times.toSorted((a, b) => a - b);
    const at = (share: number) =>
      sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(1).padStart(6);
    const long = await page.evaluate(() =>
      (window as unknown as { long: number[] }).long.splice(0).map(Math.round),
    );
    process.stdout.write(
      `${description.padEnd(26)} median ${at(0.5)}  p95 ${at(0.95)}  most ${at(1)} ms   longest task ` +
        `${longest.toFixed(1).padStart(5)} ms of the processor   long tasks: ` +
        `${long.length ? long.join(', ') : 'none'}\n`,
    );
  };
  process.stdout.write(`${LINES} lines; each time includes the wait for the next frame (16.7 ms at most)\n`);
  await tell('opening it', async () => [await bench('open')]);
  await tell('a line that grows', () => bench('run', 'grow', 100));
  await tell('a line more', () => bench('run', 'append', 100));
  await tell('scrolling to the start', () => bench('scroll'));
  await tell('a line more, unfollowed', () => bench('run', 'append', 50));
  let matchCount = '';
  await tell('searching', async () => {
    const [time, count] = await bench('search', 'garden');
    matchCount = count;
    return [time];
  });
  process.stdout.write(`found: ${matchCount}\n`);
} finally {
  await browser.close();
  server.close();
}
