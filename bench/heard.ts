/**
 * Measures how soon a visitor sees that they are heard, with the embedded recogniser: from the first sound to the
 * microphone level on the screen, and from the end of the first recognised words to the frame that shows them.
 *
 *   npm run build && node --import tsx bench/heard.ts [--record]
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { speechWav } from '../scripts/make-speech-wav.ts';
import { FLITE_SAMPLE_RATE, loadFlite } from '../src/agent/speech/flite.ts';
import { launch, openPage } from '../test/browser.ts';
import { startService } from '../test/journeys/running-service.ts';
import { report } from './results.ts';
import { openWalkSite } from './walks/site.ts';

const QUESTIONS = [
  'When are you open on Saturdays?',
  'How long is the warranty of a bicycle?',
  'What does a repair of the brakes cost?',
  'Where can I find your shop?',
  'Can I take a test ride tomorrow?',
];
/** Seconds before the first question, in which the agent greets, and after each question, in which it answers. */
const SECONDS_BEFORE = 16;
const LISTENING_SECONDS = 14;
/** Maximum milliseconds from a sound to its level on the screen, and from the end of words to the words. */
const LIMITS = { level: 100, words: 600 };
/** Fraction of full scale below which the sound is the silence between two questions. */
const AUDIBLE = 0.01;

interface Sighting {
  /** Times of `performance.now()`: of the first sound, of its level on the screen, and of the words (null before). */
  sound: number;
  level: number | null;
  words: number | null;
  text: string;
}
type WatchedWindow = typeof globalThis & { sightings: Sighting[] };

/** Records each first sound after a silence, and the frames in which the level and the words then appear. */
function watch(minimumLevel: number): void {
  const watchedWindow = globalThis as WatchedWindow;
  watchedWindow.sightings = [];
  const { mediaDevices } = navigator;
  const ask = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (constraints) => {
    const stream = await ask(constraints);
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    analyser.fftSize = 256;
    context.createMediaStreamSource(stream.clone()).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    let lastSound = performance.now();
    setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      const now = performance.now();
      if (Math.max(...samples) < minimumLevel) return;
      if (now - lastSound > 5000)
        watchedWindow.sightings.push({ sound: now, level: null, words: null, text: '' });
      lastSound = now;
    }, 4);
    return stream;
  };
  const see = (): void => {
    const sighting = watchedWindow.sightings.at(-1);
    const call = document
      .querySelector('pal-widget')
      ?.shadowRoot?.querySelector('pal-panel')
      ?.shadowRoot?.querySelector('pal-call')?.shadowRoot;
    const findWithin = (part: string, selector: string) =>
      call?.querySelector(part)?.shadowRoot?.querySelector<HTMLElement>(selector);
    if (sighting && call) {
      const now = performance.now();
      const microphone = findWithin('pal-controls', '[part~=microphone]');
      if (Number(microphone?.style.getPropertyValue('--_level')) > 0) sighting.level ??= now;
      const captionText =
        findWithin('pal-captions', '.heard')
          ?.textContent.trim()
          .replace(/^You\s*/, '') ?? '';
      if (captionText && sighting.words === null) Object.assign(sighting, { words: now, text: captionText });
    }
    requestAnimationFrame(see);
  };
  requestAnimationFrame(see);
}

const synthesise = loadFlite();
/** Returns the milliseconds from the first to the last sound of the first words of a text. */
function durationOf(text: string): number {
  const { samples } = synthesise(text, { voice: 'rms' });
  const isLoud = (sample: number) => Math.abs(sample) > AUDIBLE * 32_768;
  return ((samples.findLastIndex(isLoud) - samples.findIndex(isLoud)) / FLITE_SAMPLE_RATE) * 1000;
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-heard-'));
const speech = path.join(folder, 'questions.wav');
fs.writeFileSync(
  speech,
  speechWav(QUESTIONS, { voice: 'rms', silenceBefore: SECONDS_BEFORE, silenceAfter: LISTENING_SECONDS }),
);
const service = await startService();
const site = await openWalkSite(service.url, service.deployments['widget']!);
const browser = await launch({ speech });
let isLate = false;
const show = (description: string, times: number[], limit: number) => {
  const sorted = times.toSorted((a, b) => a - b);
  const wholeMs = sorted.map(Math.round);
  isLate ||= times.length < QUESTIONS.length || sorted[Math.floor(sorted.length / 2)]! > limit;
  report(
    `${description}: median ${wholeMs[Math.floor(wholeMs.length / 2)]} ms of at most ${limit} (${wholeMs.join(', ')})`,
  );
};
try {
  const page = await openPage(browser, {
    permissions: ['microphone'],
    viewport: { width: 1280, height: 800 },
  });
  await page.addInitScript(watch, AUDIBLE);
  await page.goto(site.url);
  await page.locator('pal-widget pal-launcher button').click();
  await page.locator('pal-panel .actions .primary').click();
  await page
    .waitForFunction(
      (count) =>
        (globalThis as WatchedWindow).sightings.filter(({ words }) => words !== null).length >= count,
      QUESTIONS.length,
      { timeout: (SECONDS_BEFORE + QUESTIONS.length * (LISTENING_SECONDS + 10)) * 1000, polling: 500 },
    )
    .catch((error: Error) => {
      // Ignore a timeout, because the result also counts words that never appeared.
      if (error.name !== 'TimeoutError') throw error;
    });
  const sightings = await page.evaluate(() => (globalThis as WatchedWindow).sightings);
  show(
    'the level after the first sound',
    sightings.flatMap(({ sound, level }) => (level ? [level - sound] : [])),
    LIMITS.level,
  );
  const firstWords = sightings.flatMap(({ sound, words: recognisedWords, text }, index) => {
    const questionPart = QUESTIONS[index]!.split(' ').slice(0, text.split(/\s+/).length).join(' ');
    return recognisedWords
      ? [
          {
            text,
            sinceSound: recognisedWords - sound,
            sinceWords: recognisedWords - sound - durationOf(questionPart),
          },
        ]
      : [];
  });
  show(
    'the first words after they were spoken',
    firstWords.map(({ sinceWords }) => sinceWords),
    LIMITS.words,
  );
  report(
    firstWords
      .map(({ text, sinceSound }) => `"${text}" ${Math.round(sinceSound)} ms after the first sound`)
      .join(', '),
  );
} finally {
  await browser.close();
  site.close();
  await service.close();
  fs.rmSync(folder, { recursive: true });
}
process.exitCode = isLate ? 1 : 0;
