/**
 * Records the README's animation from the built service: six seconds in which a visitor has asked aloud and gets
 * an answer, as an animated WebP without sound. Run `npm run loop`, check the result, and commit it.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { launch, openPage } from '../test/browser.ts';
import { startService, waitForFace } from '../test/journeys/running-service.ts';
import { animatedWebp, type Part } from './animated-webp.ts';
import { speechWav } from './make-speech-wav.ts';

const OUTPUT_FILE = 'docs/talk.webp';
const MAX_BYTES = 600_000;
const SECONDS = 6;
/** Pictures per second. */
const RATE = 10;
/** Milliseconds that are shown before the answer starts. */
const BEFORE_MS = 700;
const VIEW = { width: 1120, height: 700 };
/** Size of the resulting picture in pixels. */
const SIZE = { width: 800, height: 500 };
const QUESTION = 'How far does the electric bike go?';
/** Seconds before the question, in which the visitor joins and is greeted. */
const SILENCE = 16;

interface Screenshot {
  jpeg: string;
  /** Time of the screenshot in seconds. */
  at: number;
}

/** Records the page until it is stopped. */
async function recordPage(page: Page): Promise<{ shots: Screenshot[]; stop(): Promise<void> }> {
  const cdp = await page.context().newCDPSession(page);
  const shots: Screenshot[] = [];
  cdp.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    shots.push({ jpeg: data, at: metadata.timestamp! });
    void cdp.send('Page.screencastFrameAck', { sessionId });
  });
  await cdp.send('Page.startScreencast', { format: 'jpeg', quality: 95 });
  return {
    shots,
    async stop() {
      await cdp.send('Page.stopScreencast');
    },
  };
}

/** Plays a visitor of a shop who asks aloud. Returns the frames and the time at which the answer began. */
async function playVisitor(): Promise<{ shots: Screenshot[]; startedAt: number }> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-loop-'));
  const speech = path.join(folder, 'question.wav');
  fs.writeFileSync(
    speech,
    speechWav([QUESTION], { voice: 'rms', silenceBefore: SILENCE, silenceAfter: 600 }),
  );
  const service = await startService();
  const browser = await launch({ speech });
  try {
    const page = await openPage(browser, {
      viewport: VIEW,
      permissions: ['microphone'],
      reducedMotion: 'no-preference',
    });
    await page.goto(service.url);
    await page.getByRole('button', { name: 'Ask Mira' }).click();
    await page.getByRole('button', { name: 'Talk', exact: true }).click();
    await waitForFace(page);
    const { shots, stop } = await recordPage(page);
    await page
      .locator('pal-captions')
      .getByText(/hundred kilomet/)
      .first()
      .waitFor({ timeout: 60_000 });
    const lastShot = shots.at(-1);
    if (!lastShot) throw new Error('The page showed nothing.');
    await page.waitForTimeout(SECONDS * 1000);
    await stop();
    return { shots, startedAt: lastShot.at };
  } finally {
    await browser.close();
    await service.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the frame that was visible at each picture's time. */
function sampleEvenly(shots: readonly Screenshot[], from: number): string[] {
  return Array.from({ length: SECONDS * RATE }, (_, index) => {
    const time = from + index / RATE;
    return (shots.findLast((shot) => shot.at <= time) ?? shots[0]!).jpeg;
  });
}

/** Encodes each picture as WebP of the part that differs from the previous one. */
async function encode(jpegs: readonly string[], quality: number): Promise<Part[]> {
  const browser = await launch();
  try {
    const page = await openPage(browser);
    const parts: Part[] = [];
    await page.setContent('<canvas></canvas>');
    for (const jpeg of jpegs) {
      const part = await page.evaluate(
        async ({ jpeg, quality, width, height }) => {
          const image = new Image();
          image.src = `data:image/jpeg;base64,${jpeg}`;
          await image.decode();
          const canvas = new OffscreenCanvas(width, height);
          const context = canvas.getContext('2d', { willReadFrequently: true })!;
          context.imageSmoothingQuality = 'high';
          context.drawImage(image, 0, 0, width, height);
          const now = context.getImageData(0, 0, width, height).data;
          const store = globalThis as unknown as { before?: Uint8ClampedArray };
          const { before } = store;
          let [left, top, right, bottom] = before ? [width, height, 0, 0] : [0, 0, width, height];
          for (let index = 0; before && index < now.length; index += 4) {
            // JPEG artefacts of an unchanged picture differ by less than this.
            if (
              Math.abs(now[index]! - before[index]!) +
                Math.abs(now[index + 1]! - before[index + 1]!) +
                Math.abs(now[index + 2]! - before[index + 2]!) <
              40
            )
              continue;
            const [x, y] = [(index / 4) % width, Math.floor(index / 4 / width)];
            [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
            [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
          }
          if (right <= left) return null;
          store.before = now;
          // WebP requires even positions.
          [left, top] = [left - (left % 2), top - (top % 2)];
          const crop = new OffscreenCanvas(right - left, bottom - top);
          crop.getContext('2d')!.drawImage(canvas, -left, -top);
          const blob = await crop.convertToBlob({ type: 'image/webp', quality });
          const bytes = new Uint8Array(await blob.arrayBuffer());
          const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
          return { left, top, width: crop.width, height: crop.height, text };
        },
        { jpeg, quality, ...SIZE },
      );
      // Without a change, the previous part is shown longer.
      if (part) parts.push({ ...part, webp: Buffer.from(part.text, 'base64'), milliseconds: 1000 / RATE });
      else parts.at(-1)!.milliseconds += 1000 / RATE;
    }
    return parts;
  } finally {
    await browser.close();
  }
}

const { shots, startedAt } = await playVisitor();
const jpegs = sampleEvenly(shots, startedAt - BEFORE_MS / 1000);
for (const quality of [0.8, 0.7, 0.6, 0.5, 0.4, 0.3]) {
  const file = animatedWebp(SIZE, await encode(jpegs, quality));
  if (file.length > MAX_BYTES) continue;
  fs.writeFileSync(OUTPUT_FILE, file);
  process.stdout.write(`${OUTPUT_FILE}: ${(file.length / 1024).toFixed(0)} KiB at quality ${quality}\n`);
  break;
}
