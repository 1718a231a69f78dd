/**
 * Measures the face that a browser draws while the agent speaks in a call with the built service: how far the lips
 * are ahead of the sound, the frames per second, and a frame's cost on the main thread.
 *
 *   npm run build && node --import tsx bench/presence.ts [main]
 *
 * TEST_BROWSER=firefox selects Firefox. With `main` the page allows no worker, so the main thread draws. The lead
 * of the lips is found by cross-correlation of the dark area of the mouth in the canvas with the level of the
 * agent's track. On a machine without a GPU the browser draws in software.
 */
import os from 'node:os';
import type { Page } from 'playwright-core';
import { createClient } from '../src/contract/client.ts';
import { getDeployment } from '../src/contract/deployments.ts';
import { patchPal } from '../src/contract/pals.ts';
import { inFirefox, launch, openPage } from '../test/browser.ts';
import {
  startService,
  waitForFace,
  waitForVoice,
  type RunningService,
} from '../test/journeys/running-service.ts';
import { report } from './results.ts';

const ON_MAIN_THREAD = process.argv[2] === 'main';
/** Seconds of a measurement; an answer is a little longer. */
const SECONDS = 4;
const ROUNDS = 3;
const QUESTION = 'Which words test your lips?';
/** Syllables of silent closed lips and loud open vowels, so that the lips and the level change together. */
const ANSWER = 'Papa, papa, a pop, a pub, papa, pop, papa, a pub, a papa, pop, papa, pub.';
/** Maximum shift that is tried, and step, both in milliseconds. */
const FARTHEST = 200;
const STEP = 5;

interface Sample {
  /** Time of the picture by the page's clock, in milliseconds. */
  at: number;
  dark: number;
  soundAt: number;
  level: number;
}

/** Counts the page's long tasks, and measures its animation frames. */
function watchPage(refusesWorkers: boolean): void {
  const readCounts = { longTasks: 0, frames: 0, busy: 0 };
  if (refusesWorkers)
    window.Worker = class {
      constructor() {
        throw new Error('refused');
      }
    } as unknown as typeof Worker;
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) =>
    request((time) => {
      const startedAt = performance.now();
      callback(time);
      readCounts.frames++;
      readCounts.busy += performance.now() - startedAt;
    });
  if (PerformanceObserver.supportedEntryTypes.includes('longtask'))
    new PerformanceObserver((list) => (readCounts.longTasks += list.getEntries().length)).observe({
      type: 'longtask',
    });
  Object.assign(window, { watched: readCounts });
}

/** Returns the dark area of the mouth and the level of the sound, frame by frame. */
const samplesOf = (page: Page): Promise<Sample[]> =>
  page.locator('pal-stage canvas.drawn').evaluate(async (element, seconds) => {
    const canvas = element as HTMLCanvasElement;
    const { width, height } = canvas;
    const side = width / height > 1 && width / height < 1.4 ? width : height;
    const x = (width - side) / 2 + 0.44 * side;
    const top = (height - side) * 0.3 + 0.5 * side;
    const context = new OffscreenCanvas(80, 48).getContext('2d', { willReadFrequently: true })!;
    const root = canvas.getRootNode() as ShadowRoot;
    const stream = root.querySelector<HTMLVideoElement>('video.agent')!.srcObject as MediaStream;
    const sound = new AudioContext();
    const analyser = sound.createAnalyser();
    analyser.fftSize = 1024;
    sound.createMediaStreamSource(new MediaStream(stream.getAudioTracks())).connect(analyser);
    const wave = new Float32Array(analyser.fftSize);
    /** Half of the waveform in milliseconds: the level belongs to the middle of the waveform, not to its end. */
    const middle = (wave.length / sound.sampleRate / 2) * 1000;
    const samples: Sample[] = [];
    for (const end = performance.now() + seconds * 1000; performance.now() < end;) {
      await new Promise(requestAnimationFrame);
      const at = performance.now();
      context.drawImage(canvas, x, top, 0.11 * side, 0.065 * side, 0, 0, 80, 48);
      const { data } = context.getImageData(0, 0, 80, 48);
      let dark = 0;
      for (let pixel = 0; pixel < data.length; pixel += 4)
        if (data[pixel]! < 130 && data[pixel + 1]! < 60 && data[pixel + 2]! < 70) dark++;
      const soundAt = performance.now();
      analyser.getFloatTimeDomainData(wave);
      const level = Math.sqrt(wave.reduce((sum, value) => sum + value * value, 0) / wave.length);
      samples.push({ at, dark, soundAt: soundAt - middle, level });
    }
    await sound.close();
    return samples;
  }, SECONDS);

/** Samples a signal at equal steps; each value holds until the next. */
function sampleEvenly(points: readonly { at: number; value: number }[], from: number, to: number): number[] {
  const sorted = [...points].sort((a, b) => a.at - b.at);
  let index = 0;
  return Array.from({ length: Math.floor((to - from) / STEP) }, (_, step) => {
    while (sorted[index + 1] && sorted[index + 1]!.at <= from + step * STEP) index++;
    return sorted[index]!.value;
  });
}

/** Returns the correlation of `lips` with `sound` that is `shift` steps later. */
function fit(lips: readonly number[], sound: readonly number[], shift: number): number {
  const pairs = lips.flatMap((value, at) => {
    const other = sound[at + shift];
    return other === undefined ? [] : [[value, other] as const];
  });
  const means = [0, 1].map((side) => pairs.reduce((sum, pair) => sum + pair[side]!, 0) / pairs.length);
  const of = (one: 0 | 1, other: 0 | 1) =>
    pairs.reduce((sum, pair) => sum + (pair[one] - means[one]!) * (pair[other] - means[other]!), 0);
  return of(0, 1) / Math.sqrt(of(0, 0) * of(1, 1));
}

/** Subtracts the mean over half a second from a signal, so that head movements have little influence. */
function subtractMean(signal: readonly number[]): number[] {
  const reach = 250 / STEP;
  return signal.map((value, at) => {
    const window = signal.slice(Math.max(0, at - reach), at + reach + 1);
    return value - window.reduce((sum, value) => sum + value, 0) / window.length;
  });
}

/** Returns the shift at which the lips match the sound best over all rounds. */
function leadOf(rounds: readonly (readonly Sample[])[]): { lead: number; fit: number } {
  const signals = rounds.map((samples) => {
    const [from, to] = [samples[0]!.at, samples.at(-1)!.soundAt];
    const lips = samples.map(({ at, dark }) => ({ at, value: dark }));
    const sound = samples.map(({ soundAt, level }) => ({ at: soundAt, value: Math.sqrt(level) }));
    return [lips, sound].map((points) => subtractMean(sampleEvenly(points, from, to))) as [
      number[],
      number[],
    ];
  });
  const fits = Array.from({ length: (2 * FARTHEST) / STEP + 1 }, (_, index) => {
    const shift = index - FARTHEST / STEP;
    const sum = signals.reduce((all, [lips, sound]) => all + fit(lips, sound, shift), 0);
    return { lead: shift * STEP, fit: sum / signals.length };
  });
  return fits.reduce((best, each) => (each.fit > best.fit ? each : best));
}

/** Measures the frames of the face's worker or the page, and the main thread's milliseconds per 1/60 s. */
async function costOf(page: Page): Promise<string> {
  const readWatch = () =>
    page.evaluate(
      () => (window as unknown as { watched: Record<'longTasks' | 'frames' | 'busy', number> }).watched,
    );
  const worker = page.workers()[0];
  const session = inFirefox ? null : await page.context().newCDPSession(page);
  await session?.send('Performance.enable');
  const taskSeconds = async () => {
    const { metrics } = (await session?.send('Performance.getMetrics')) ?? { metrics: [] };
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  await worker?.evaluate(() => {
    const request = requestAnimationFrame;
    const scope = globalThis as unknown as { painted: number; requestAnimationFrame: typeof request };
    scope.painted = 0;
    scope.requestAnimationFrame = (callback) =>
      request((time) => {
        callback(time);
        scope.painted++;
      });
  });
  const [before, busyBefore] = [await readWatch(), await taskSeconds()];
  const startedAt = performance.now();
  await page.waitForTimeout(SECONDS * 1000);
  const [after, busyAfter] = [await readWatch(), await taskSeconds()];
  const elapsed = (performance.now() - startedAt) / 1000;
  const painted = await worker?.evaluate(() => (globalThis as unknown as { painted: number }).painted);
  const parts = [
    painted === undefined
      ? `${((after.frames - before.frames) / elapsed).toFixed(1)} callbacks of animation frames a second, ` +
        `${((after.busy - before.busy) / (after.frames - before.frames)).toFixed(2)} ms each`
      : `${(painted / elapsed).toFixed(1)} frames a second by the worker`,
    ...(session
      ? [`main thread ${(((busyAfter - busyBefore) / elapsed / 60) * 1000).toFixed(2)} ms of each 16.7 ms`]
      : []),
    ...(inFirefox ? [] : [`${after.longTasks - before.longTasks} long tasks`]),
  ];
  return parts.join(', ');
}

/** Teaches the agent of the landing page to say the syllables. */
async function instructAgent({ url, key, deployments }: RunningService): Promise<void> {
  const call = createClient<AbortSignal>(url, fetch);
  const params = { deployment_id: deployments['landing']! };
  const { result: deployment } = await call(getDeployment, { credential: key, params });
  const facts = { prices: [], lines: [`${QUESTION} ${ANSWER}`] };
  await call(patchPal, {
    credential: key,
    params: { pal_id: deployment.pal_id },
    body: [{ op: 'add', path: '/facts', value: facts }],
  });
}

const service = await startService({ LOG_LEVEL: 'error' });
const browser = await launch();
try {
  await instructAgent(service);
  const page = await openPage(browser, { viewport: { width: 720, height: 900 } });
  await page.addInitScript(watchPage, ON_MAIN_THREAD);
  await page.goto(`${service.url}/l/${service.deployments['landing']}`);
  await page.getByRole('button', { name: 'Type', exact: true }).click();
  await waitForFace(page);
  await page.getByRole('button', { name: 'Skip' }).click();
  const speak = async () => {
    await page.getByRole('textbox').fill(QUESTION);
    await page.getByRole('textbox').press('Enter');
    await waitForVoice(page);
  };
  const rounds: Sample[][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await speak();
    rounds.push(await samplesOf(page));
    await page.getByText('Skip').waitFor({ state: 'detached' });
  }
  await speak();
  const cost = await costOf(page);
  const lead = leadOf(rounds);
  const size = await page
    .locator('pal-stage canvas.drawn')
    .evaluate((canvas) => `${(canvas as HTMLCanvasElement).width}×${(canvas as HTMLCanvasElement).height}`);
  report(
    `${inFirefox ? 'Firefox' : 'Chromium'}, drawn ` +
      `${ON_MAIN_THREAD ? 'on the main thread' : 'by the worker if it may'}, ` +
      `${size} px, load ${os.loadavg()[0]!.toFixed(1)}\n` +
      `lips ${lead.lead} ms before the sound (limit 0 to 40), correlation ${lead.fit.toFixed(2)}\n` +
      `${cost}\n`,
  );
} finally {
  await browser.close();
  await service.close();
}
