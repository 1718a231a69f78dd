/** Ways into a call that need no WebRTC, in WebKit: all of it in writing. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startService, type RunningService } from '../journeys/running-service.ts';
import { BrowserUnderTest } from './browser-under-test.ts';
import { hasWebKit, openWebKit } from './webkit.ts';

describe(
  'a visitor with WebKit',
  { skip: hasWebKit ? false : 'needs WebKit (Debian: webkit2gtk-driver, xvfb)' },
  () => {
    let service: RunningService;
    let browser: BrowserUnderTest;
    before(async () => {
      service = await startService();
      browser = new BrowserUnderTest(await openWebKit());
    });
    after(async () => {
      await browser?.driver.close();
      await service?.close();
    });

    const asks = async (question: string, answer: string) => {
      await browser.say(question);
      await browser.sees(answer);
      await browser.press('Leave');
      await browser.sees('The conversation is over');
      assert.deepEqual(await browser.driver.complaints(), []);
    };

    test('on the landing page, a typed question is answered', async () => {
      await browser.driver.open(`${service.url}/l/${service.deployments['landing']}`);
      await browser.press('Start the conversation');
      await asks('Where can I find you?', 'Harbour Street');
    });

    test('in a page’s own place, a typed question is answered', async () => {
      await browser.driver.open(`${service.url}/demo/product`);
      await browser.press('Start the conversation');
      await asks('How long is the warranty?', 'warranty of five years');
    });
  },
);
