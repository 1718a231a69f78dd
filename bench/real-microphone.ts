/**
 * Measures how well people are understood in real calls: recordings are played into the browser's microphone, and
 * the visitor's lines are compared with the spoken text. Chromium has a fake microphone; TEST_BROWSER=firefox uses
 * one of PulseAudio (Debian: pulseaudio, pulseaudio-utils).
 *
 *   npm run build && node --import tsx bench/real-microphone.ts --human FOLDER [--processing echo,noise,gain]
 *     [--level -12] [--noise 15] [--half tuned]
 *
 * - `--human`: the folder as for `recognition.ts`; missing recordings are skipped.
 * - `--processing`: the browser's sound processing, instead of the page's (`none` for none).
 * - `--level`: decibels. `--noise`: decibels by which white noise is below the speech.
 * - `--half`: only `tuned`, or only `validation`, the half of each set that is never used for tuning.
 *
 * The page requests reduced motion, because the browser and the service share the processors: with a moving face,
 * Firefox without a graphics card lost pieces of the recordings.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { spokenWords } from '../src/agent/speech/reading/spoken-words.ts';
import { inFirefox, launchChromium, openPage } from '../test/browser.ts';
import { launchFirefox } from '../test/browsers/firefox.ts';
import { humanRecordings, type Recording } from './human-recordings.ts';
import { activeDeployment, openService } from './own-service.ts';
import { pause } from './game-day/visitors.ts';
import { report } from './results.ts';
import { startSoundServer } from './sound-server.ts';
import { wordErrors } from './word-errors.ts';

const RATE = 16_000;
/** Seconds of silence before the first recording, while the call starts, and after each recording. */
const LEAD = 20;
const GAP = 7;
/** Seconds without a new line after which the recordings have ended: longer than a recording and its gap. */
const QUIET = 20;

const { values } = parseArgs({
  options: {
    human: { type: 'string' },
    processing: { type: 'string' },
    level: { type: 'string', default: '0' },
    noise: { type: 'string' },
    half: { type: 'string' },
  },
});
if (!values.human) throw new Error('--human FOLDER is missing.');

const rms = (samples: Int16Array) =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length));

/**
 * Returns the recordings with silence around them, or with white noise that is as much below each recording and its
 * surroundings as in `recognition.ts`.
 */
function microphone(recordings: readonly Recording[]): Int16Array {
  const seconds = recordings.reduce((sum, [, samples]) => sum + samples.length / RATE + GAP, LEAD);
  const all = new Int16Array(Math.ceil(seconds * RATE));
  const gain = 10 ** (Number(values.level) / 20);
  let at = LEAD * RATE;
  let noisy = 0;
  for (const [, samples] of recordings) {
    for (const [index, sample] of samples.entries()) all[at + index] = sample * gain;
    at += samples.length + GAP * RATE;
    if (values.noise === undefined) continue;
    // The power of uniform noise is a third of its squared amplitude.
    const amplitude = rms(samples) * gain * 10 ** (-Number(values.noise) / 20) * Math.sqrt(3);
    for (const end = Math.min(all.length, at - (GAP / 2) * RATE); noisy < end; noisy++)
      all[noisy] = Math.max(-32_768, Math.min(32_767, all[noisy]! + (Math.random() * 2 - 1) * amplitude));
  }
  return all;
}

function writeWav(file: string, samples: Int16Array): void {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.byteLength, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(RATE * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.byteLength, 40);
  fs.writeFileSync(file, Buffer.concat([header, Buffer.from(samples.buffer)]));
}

/** Makes the page request this processing instead of its own. */
const asks = (page: Page, processing: string[]) =>
  page.addInitScript((names: string[]) => {
    const media = navigator.mediaDevices;
    const before = media.getUserMedia.bind(media);
    media.getUserMedia = (constraints) =>
      before({
        ...constraints,
        ...(constraints?.audio
          ? {
              audio: {
                echoCancellation: names.includes('echo'),
                noiseSuppression: names.includes('noise'),
                autoGainControl: names.includes('gain'),
              },
            }
          : {}),
      });
  }, processing);

interface Line {
  role: string;
  text: string;
}

async function transcribe(recordings: readonly Recording[]): Promise<string[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-microphone-'));
  const file = path.join(folder, 'speech.wav');
  const samples = microphone(recordings);
  writeWav(file, samples);
  const service = await openService();
  const soundServer = inFirefox ? await startSoundServer() : null;
  const browser = soundServer
    ? await launchFirefox({ ...soundServer.firefoxPreferences, 'ui.prefersReducedMotion': 1 })
    : await launchChromium(file);
  try {
    const deployment = await activeDeployment(service.client, { custom_greeting: 'Hello.' }, 'embed');
    const page = await openPage(
      browser,
      inFirefox ? {} : { permissions: ['microphone'], reducedMotion: 'reduce' },
    );
    if (values.processing !== undefined) await asks(page, values.processing.split(','));
    await page.goto(`${service.base}/embed`);
    await page.addScriptTag({ url: '/palkit/palkit.js', type: 'module' });
    await page.evaluate((id) => {
      const element = document.createElement('pal-embed');
      element.setAttribute('deployment-id', id);
      element.setAttribute('base-url', location.origin);
      element.style.cssText = 'position:fixed;inset:0;z-index:9';
      document.body.append(element);
    }, deployment);
    const call = page.locator('pal-embed').last();
    for (const name of ['Start the conversation', 'Talk'])
      await call.getByRole('button', { name, exact: true }).click();
    soundServer?.play(file);
    await pause((samples.length / RATE) * 1000);
    const readLines = () =>
      page.evaluate(
        () =>
          (document.querySelector('pal-embed:last-of-type') as unknown as { view: { lines: Line[] } }).view
            .lines,
      );
    // The last lines may come a few seconds after the recording ends.
    let lines = await readLines();
    for (let count = -1; count < lines.length; lines = await readLines()) {
      count = lines.length;
      await pause(QUIET * 1000);
    }
    return lines.filter(({ role }) => role === 'user').map(({ text }) => text);
  } finally {
    await browser.close();
    soundServer?.stop();
    await service.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

const words = (texts: readonly string[]) => texts.flatMap((text) => spokenWords(text).flat());
const halves = humanRecordings(values.human, { partial: true });
for (const [name, recordings] of Object.entries(halves)) {
  if (values.half !== undefined && values.half !== name) continue;
  const lines = await transcribe(recordings);
  const expected = words(recordings.map(([text]) => text));
  const errors = wordErrors(expected, words(lines));
  const noise = values.noise === undefined ? '' : `, noise at ${values.noise} dB`;
  const level = values.level === '0' ? '' : `, level ${values.level} dB`;
  const share = ((100 * errors) / expected.length).toFixed(1);
  report(
    `${inFirefox ? 'Firefox' : 'Chromium'}, ${name} half${noise}${level}: ` +
      `${errors} of ${expected.length} words wrong (${share} %), load ${os.loadavg()[0]!.toFixed(1)}`,
  );
  process.stdout.write(`  ${lines.join('\n  ')}\n`);
}
