/**
 * A visitor whose browser recognises speech, with the real service: a scripted SpeechRecognition listens to the
 * call's microphone.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { speechWav } from '../../scripts/make-speech-wav.ts';
import { launch, openPage } from '../browser.ts';
import { recordComplaints, startService, type RunningService } from './running-service.ts';

/**
 * The microphone plays one text and the scripted recogniser returns another, so that the test can see which of them
 * is used.
 */
const SPOKEN_QUESTION = 'What are your opening hours?';
const INTERIM_RESULTS = ['how', 'how long is', 'how long is the', 'how long is the warranty'];

/**
 * Runs in the page: recognises one more of `words` for each 250 ms of a voice. With `errorCode`, it stops with that
 * error after the first word.
 */
function installRecogniser({ words, errorCode }: { words: string[]; errorCode: string | null }): void {
  const recognitionStarts: { local: boolean | undefined; track: string | undefined }[] = [];
  Object.assign(window, { started: recognitionStarts });
  class SpeechRecognition extends EventTarget {
    static available = async ({ langs }: { langs: string[] }) =>
      langs[0] === 'en-US' ? 'available' : 'unavailable';
    static install = async () => true;
    #stopping = new AbortController();
    start(track?: MediaStreamTrack): void {
      recognitionStarts.push({
        local: (this as { processLocally?: boolean }).processLocally,
        track: track?.kind,
      });
      const audio = new AudioContext();
      const analyser = audio.createAnalyser();
      audio.createMediaStreamSource(new MediaStream([track!])).connect(analyser);
      const samples = new Float32Array(analyser.fftSize);
      this.dispatchEvent(new Event('start'));
      let count = 0;
      let voiced = -Infinity;
      let next = 0;
      const listen = (): void => {
        if (this.#stopping.signal.aborted) return void audio.close();
        analyser.getFloatTimeDomainData(samples);
        const now = performance.now();
        if (Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length) > 0.02)
          voiced = now;
        if (voiced === now && count < words.length && now >= next) {
          this.#tell(words[count++]!, false);
          next = now + 250;
          if (errorCode) {
            this.dispatchEvent(Object.assign(new Event('error'), { error: errorCode }));
            return this.#end();
          }
        }
        if (count > 0 && now - voiced > 500) {
          this.#tell(words.at(-1)!, true);
          count = -Infinity;
        }
        requestAnimationFrame(listen);
      };
      listen();
    }
    stop(): void {
      this.#end();
    }
    abort(): void {
      this.#end();
    }
    #tell(transcript: string, isFinal: boolean): void {
      this.dispatchEvent(
        Object.assign(new Event('result'), {
          results: [Object.assign([{ transcript, confidence: 0.9 }], { isFinal })],
        }),
      );
    }
    #end(): void {
      this.#stopping.abort();
      queueMicrotask(() => this.dispatchEvent(new Event('end')));
    }
  }
  Object.defineProperty(SpeechRecognition.prototype, 'processLocally', { value: false, writable: true });
  Object.assign(window, { SpeechRecognition });
}

describe('a visitor whose browser recognises speech', () => {
  let service: RunningService;
  let folder: string;
  const browsers: Browser[] = [];
  before(async () => {
    service = await startService();
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-speech-'));
  });
  after(async () => {
    for (const browser of browsers) await browser.close();
    await service?.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  /** Opens a call of the demo with the microphone on; the visitor speaks once, some seconds later. */
  async function openVisitor(errorCode: string | null): Promise<Page> {
    const speech = path.join(folder, 'question.wav');
    fs.writeFileSync(
      speech,
      speechWav([SPOKEN_QUESTION], { voice: 'rms', silenceBefore: 14, silenceAfter: 600 }),
    );
    const browser = await launch({ speech });
    browsers.push(browser);
    const page = await openPage(browser, {
      viewport: { width: 1280, height: 860 },
      permissions: ['microphone'],
    });
    await page.addInitScript(installRecogniser, { words: INTERIM_RESULTS, errorCode });
    await page.goto(service.url);
    await page
      .locator('pal-widget')
      .first()
      .evaluate((element) => Object.assign(element, { hearing: 'browser' }));
    await page.getByRole('button', { name: 'Ask Mira' }).click();
    await page.getByRole('button', { name: 'Talk', exact: true }).click();
    return page;
  }

  test('gets an answer to its words; the page shows who listens', { timeout: 120_000 }, async () => {
    const page = await openVisitor(null);
    const pageErrors = await recordComplaints(page);
    await page.getByText('Your device turns your voice into text.').waitFor();
    assert.deepEqual(await page.evaluate(() => (window as unknown as { started: unknown }).started), [
      { local: true, track: 'audio' },
    ]);
    await page.getByRole('button', { name: 'Transcript' }).click();
    const log = page.locator('pal-transcript');
    await log.getByText('how long is the warranty').waitFor({ timeout: 60_000 });
    await log.getByText(/warranty of five years/).waitFor({ timeout: 20_000 });
    assert.doesNotMatch(await log.innerText(), /opening hours/i, 'the service did not listen besides');
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: 'The conversation is over' }).waitFor();
    assert.deepEqual(pageErrors, []);
  });

  test(
    "loses no word if the browser's recogniser fails within a sentence",
    { timeout: 120_000 },
    async () => {
      const page = await openVisitor('language-not-supported');
      await page.getByText('Your device turns your voice into text.').waitFor();
      await page.getByRole('button', { name: 'Transcript' }).click();
      const log = page.locator('pal-transcript');
      await log.getByText(/what are your opening hours/i).waitFor({ timeout: 60_000 });
      await log.getByText(/Tuesday to Friday/).waitFor({ timeout: 20_000 });
      assert.equal(await page.getByText('Your device turns your voice into text.').count(), 0);
    },
  );
});
