/**
 * Entries to a call without WebRTC in WebKit: a call in text, with a service below a path. The proxy that removes the
 * path also adds a script to each page that records errors from the start.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { unless } from '../surroundings.ts';
import { startPathProxy, type PathProxy } from '../journeys/path-proxy.ts';
import { startService, type RunningService } from '../journeys/running-service.ts';
import { BrowserUnderTest } from './browser-under-test.ts';
import { COLLECT_COMPLAINTS, hasWebKit, openWebKit } from './webkit.ts';

/** Folder for screenshots of each screen, for people to look at. */
const PICTURES = path.join('.cache', 'browsers');

describe('a visitor with WebKit', { skip: unless(hasWebKit, 'webkit') }, () => {
  let service: RunningService;
  let proxy: PathProxy;
  let browser: BrowserUnderTest;
  before(async () => {
    fs.mkdirSync(PICTURES, { recursive: true });
    proxy = await startPathProxy('/pal', `${COLLECT_COMPLAINTS} window.complaints.early = true;`);
    service = await startService({ PUBLIC_URL: `${proxy.url}/`, HOST: '127.0.0.1' });
    proxy.leadTo(service.url);
    browser = new BrowserUnderTest(await openWebKit());
  });
  after(async () => {
    await browser?.driver.close();
    await service?.close();
    proxy?.close();
  });

  /** Starts the conversation on the demo page of gates (password, captcha, consent), with all but one removed. */
  const openGate = async (gate: string) => {
    await browser.driver.open(`${proxy.url}/demo/gates`);
    await browser.run(
      `for (const other of document.querySelectorAll('[data-gate]:not([data-gate=${gate}])')) other.remove();`,
    );
    await begin();
  };
  /** Opens the first screen from the facade and presses its only button, because there is no WebRTC here. */
  const begin = async () => {
    await browser.press('Start the conversation');
    // The facade's button has the same name, and the page's menu contains "Talk to Mira", too.
    const facade = "[...all(document)].some((element) => element.matches('[part=facade]'))";
    await browser.run(`await until(() => !${facade}, 'the first screen');`);
    await browser.press('Start the conversation');
  };

  const savePicture = async (name: string) => {
    await browser.waitUntilSettled();
    fs.writeFileSync(path.join(PICTURES, `webkit-${name}.png`), await browser.driver.picture());
  };

  const askAndWait = async (question: string, answer: string) => {
    await browser.say(question);
    await browser.waitForText(answer);
    await browser.press('Leave');
    await browser.waitForText('The conversation is over');
    assert.equal(await browser.driver.evaluate('window.complaints.early'), true);
    assert.deepEqual(await browser.driver.complaints(), []);
    assert.deepEqual(proxy.beside, [], 'asked for beside the path');
  };

  test('gets an answer to a typed question in the widget', async () => {
    await browser.driver.open(`${proxy.url}/`);
    await browser.press('Ask Mira');
    await browser.waitForText('Talk to Mira');
    await browser.press('Start the conversation');
    await askAndWait('How long is the warranty?', 'warranty of five years');
  });

  test('has errors of the page recorded', async () => {
    await browser.driver.open(`${proxy.url}/demo/product`);
    await browser.run(`
        console.error('the test itself');
        const nothing = document.body.appendChild(new Image());
        await new Promise((failed) => ((nothing.onerror = failed), (nothing.src = '${proxy.url}/none.png')));`);
    const [writtenComplaint, missingComplaint, ...otherComplaints] = await browser.driver.complaints();
    assert.equal(writtenComplaint, 'the test itself');
    assert.match(missingComplaint ?? '', /^not loaded: .*none\.png$/);
    assert.deepEqual(otherComplaints, []);
  });

  test('gets an answer to a typed question on the landing page', async () => {
    await browser.driver.open(`${proxy.url}/l/${service.deployments['landing']}`);
    await browser.press('Start the conversation');
    await askAndWait('Where can I find you?', 'Harbour Street');
  });

  test('gets an answer to a typed question in an embed', async () => {
    await browser.driver.open(`${proxy.url}/demo/product`);
    await begin();
    await askAndWait('How long is the warranty?', 'warranty of five years');
  });

  test('passes the password: a wrong one, then the right one without touching the field again', async () => {
    await openGate('password');
    await browser.waitForText('This conversation is protected');
    await savePicture('password');
    await browser.say('wrong', 'input');
    await browser.waitForText('That is not the password.');
    assert.equal(await browser.focusedTag(), 'input');
    await savePicture('password-wrong');
    await browser.driver.type('lighthouse\n');
    await askAndWait('How long is the warranty?', 'warranty of five years');
  });

  test('passes a captcha that solves itself', async () => {
    await openGate('captcha');
    await askAndWait('How long is the warranty?', 'warranty of five years');
  });

  test('passes a consent', async () => {
    await openGate('consent');
    await browser.waitForText('Before we start');
    await savePicture('consent');
    await browser.press('I agree');
    await askAndWait('How long is the warranty?', 'warranty of five years');
  });
});
