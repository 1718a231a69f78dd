import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { unless } from '../surroundings.ts';
import { startService, type RunningService } from '../journeys/running-service.ts';
import { until } from '../service/until.ts';
import { BrowserUnderTest } from './browser-under-test.ts';
import { firefoxPath, openFirefox } from './firefox.ts';
import { hasWebKit, openWebKit } from './webkit.ts';

/** Folder for screenshots of each screen, for people to look at. */
const PICTURES = path.join('.cache', 'browsers');

describe('a visitor with another browser', () => {
  let service: RunningService;
  before(async () => {
    service = await startService();
    fs.mkdirSync(PICTURES, { recursive: true });
  });
  after(() => service?.close());

  const savePicture = async (browser: BrowserUnderTest, name: string) => {
    await browser.waitUntilSettled();
    fs.writeFileSync(path.join(PICTURES, `${name}.png`), await browser.driver.picture());
  };

  /** Asserts an empty console. The test first writes a line, which proves that the console is recorded. */
  const assertNoComplaints = async (browser: BrowserUnderTest) => {
    await browser.run(`console.error('the test itself');`);
    let complaints: string[] = [];
    await until('the console to be heard', async () => {
      complaints = await browser.driver.complaints();
      return complaints.some((line) => line.includes('the test itself'));
    });
    assert.equal(complaints.length, 1, complaints.join('\n'));
  };

  test(
    'Firefox: a call with moving pictures, a typed question answered, the end',
    { skip: unless(firefoxPath, 'firefox'), timeout: 120_000 },
    async () => {
      const browser = new BrowserUnderTest(await openFirefox());
      try {
        await browser.driver.open(service.url);
        await savePicture(browser, 'firefox-page');
        await browser.press('Ask Mira');
        await browser.waitForText('Talk to Mira');
        await savePicture(browser, 'firefox-first');
        await browser.press('Talk');
        const { by: drawnBy, moved, bright: brightness } = await browser.measureFace();
        assert.equal(drawnBy, 'canvas', 'the page draws the face');
        assert.ok(moved > 0.3 && brightness > 60, JSON.stringify({ moved, bright: brightness }));
        const stopReasons: string[] = [];
        for (let step = 0; step < 12; step++) {
          await browser.driver.type('\t');
          stopReasons.push(await browser.focusedTag());
        }
        assert.ok(stopReasons.includes('textarea'), String(stopReasons));
        assert.ok(!stopReasons.includes('video'), `the picture is no stop of Tab: ${stopReasons}`);
        await browser.press('Transcript');
        await browser.say('How long is the warranty?');
        await browser.waitForText('warranty of five years');
        await savePicture(browser, 'firefox-call');
        await browser.press('Leave');
        await browser.waitForText('The conversation is over');
        await savePicture(browser, 'firefox-end');
        await assertNoComplaints(browser);
      } finally {
        await browser.driver.close();
      }
    },
  );

  test(
    'WebKit without WebRTC: no microphone prompt, a typed question answered, the end',
    { skip: unless(hasWebKit, 'webkit'), timeout: 120_000 },
    async () => {
      const browser = new BrowserUnderTest(await openWebKit());
      try {
        await browser.driver.open(service.url);
        await savePicture(browser, 'webkit-page');
        await browser.press('Ask Mira');
        await browser.waitForText('Talk to Mira');
        await savePicture(browser, 'webkit-first');
        await browser.press('Start the conversation');
        await browser.say('How long is the warranty?');
        await browser.waitForText('warranty of five years');
        await savePicture(browser, 'webkit-call');
        await browser.press('Leave');
        await browser.waitForText('The conversation is over');
        await savePicture(browser, 'webkit-end');
        await assertNoComplaints(browser);
      } finally {
        await browser.driver.close();
      }
    },
  );
});
