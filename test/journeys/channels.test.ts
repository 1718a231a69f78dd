import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { speechWav } from '../../scripts/make-speech-wav.ts';
import { launch, openPage } from '../browser.ts';
import { until } from '../service/until.ts';
import { assertAccessible } from './accessible.ts';
import {
  recordComplaints,
  waitForVoice,
  startService,
  waitForFace,
  type RunningService,
} from './running-service.ts';

describe('a visitor talks to the PAL', () => {
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

  /** Opens a page in a browser whose microphone plays this question once, after a silence in seconds. */
  async function openVisitor(question: string | null, silence = 12): Promise<Page> {
    let speech: string | undefined;
    if (question) {
      speech = path.join(folder, `${question.replace(/\W+/g, '-')}.wav`);
      fs.writeFileSync(
        speech,
        speechWav([question], { voice: 'rms', silenceBefore: silence, silenceAfter: 600 }),
      );
    }
    const browser = await launch(speech ? { speech } : {});
    browsers.push(browser);
    return openPage(browser, {
      viewport: { width: 1280, height: 860 },
      permissions: ['microphone', 'camera'],
    });
  }
  const conversationOf = async (page: Page, tag: string) =>
    page
      .locator(tag)
      .evaluate(
        (element) =>
          (element as unknown as { view: { phase: { conversationId: string } } }).view.phase.conversationId,
      );
  const keyHeaders = () => ({ 'x-api-key': service.key });
  const readConversation = async (id: string) =>
    (await (
      await fetch(`${service.url}/v2/conversations/${id}?verbose=true`, { headers: keyHeaders() })
    ).json()) as {
      status: string;
      shutdown_reason: string;
      events: { event_type: string; properties: { transcript?: { role: string; content: string }[] } }[];
    };

  /** Polls, because the page ends a conversation without waiting for the response. */
  const waitForEnd = (id: string) =>
    until('the conversation to end', async () => {
      const conversation = await readConversation(id);
      return conversation.status === 'ended' && conversation;
    });

  // Proves wcag-1.2.4.
  test('the widget: the agent answers a spoken question, and the transcript is stored', async () => {
    const page = await openVisitor('What are your opening hours?');
    const pageErrors = await recordComplaints(page);
    const loadedFiles: string[] = [];
    page.on('request', (request) => loadedFiles.push(new URL(request.url()).pathname));
    await page.goto(service.url);
    await page.evaluate(() => {
      const events: string[] = [];
      Object.assign(window, { events });
      for (const type of ['pal-ready', 'pal-open', 'pal-started', 'pal-ended', 'pal-close', 'pal-error'])
        document.addEventListener(type, () => events.push(type));
    });
    assert.deepEqual(
      loadedFiles.filter((file) => file.startsWith('/palkit/') || file.startsWith('/v2/')),
      ['/palkit/palkit.js'],
      'one file before a click',
    );
    await page.getByRole('button', { name: 'Ask Mira' }).click();
    await page.getByRole('heading', { name: 'Talk to Mira' }).waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Talk', exact: true }).click();
    const face = await waitForFace(page);
    assert.ok(face.moved > 0.3 && face.bright > 60, JSON.stringify(face));
    // The disclosure banner is visible while it is spoken, and disappears before the greeting ends.
    await page.getByText('You are talking with an AI assistant.').waitFor();
    await waitForVoice(page);
    await page.getByRole('button', { name: 'Transcript' }).click();
    const log = page.locator('pal-transcript');
    await log.getByText('Welcome to Northlight Bikes.').first().waitFor();
    await assertAccessible(page);
    await log.getByText(/what are your opening hours/i).waitFor({ timeout: 40_000 });
    await log.getByText(/Tuesday to Friday/).waitFor({ timeout: 20_000 });
    // The card that was offered after the greeting disappears when the visitor asks something else.
    await page.locator('pal-question-card').waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Type a message' }).fill('How long is the warranty?');
    await page.keyboard.press('Enter');
    await log.getByText(/warranty of five years/).waitFor({ timeout: 20_000 });
    const id = await conversationOf(page, 'pal-widget');
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: 'The conversation is over' }).waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Download transcript' }).waitFor();
    assert.deepEqual(await page.evaluate(() => (window as unknown as { events: string[] }).events), [
      'pal-open',
      'pal-ready',
      'pal-started',
      'pal-ended',
    ]);
    await page.keyboard.press('Escape');
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'PAL-WIDGET');
    const conversation = await waitForEnd(id);
    const lines = conversation.events.find((event) => event.event_type === 'application.transcription_ready')!
      .properties.transcript!;
    assert.ok(lines.some((line) => line.role === 'user' && /opening hours/.test(line.content)));
    assert.ok(lines.some((line) => line.role === 'assistant' && /warranty of five years/.test(line.content)));
    assert.deepEqual(pageErrors, []);
  });

  test('the embed: a card is answered and a line typed without a microphone, in a narrow place', async () => {
    const page = await openVisitor(null);
    const pageErrors = await recordComplaints(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${service.url}/demo/product`);
    await page.getByRole('button', { name: 'Start the conversation' }).click();
    await page.getByRole('button', { name: 'Type', exact: true }).click();
    const face = await waitForFace(page);
    assert.ok(face.moved > 0.3 && face.bright > 60, JSON.stringify(face));
    // The topics are shown after the greeting, and a click on one asks about it.
    await page.getByRole('button', { name: 'Parking' }).click({ timeout: 40_000 });
    await page.locator('pal-question-card').waitFor({ state: 'detached', timeout: 10_000 });
    // If there is little width, the controls between the first and the last are behind the button "More".
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Transcript' }).click();
    await page
      .locator('pal-transcript')
      .getByText(/twenty bicycle stands/)
      .waitFor({ timeout: 20_000 });
    await page.getByRole('textbox', { name: 'Type a message' }).fill('How far does the electric bike go?');
    await page.getByRole('button', { name: 'Send' }).click();
    await page
      .locator('pal-transcript')
      .getByText(/one hundred kilometres/)
      .waitFor({ timeout: 20_000 });
    await waitForVoice(page);
    await assertAccessible(page);
    // The element was removed, so the call has ended and no device is in use.
    const id = await conversationOf(page, 'pal-embed');
    await page.locator('pal-embed').evaluate((element) => element.remove());
    await waitForEnd(id);
    assert.deepEqual(pageErrors, []);
  });

  // Proves wcag-2.4.2.
  test('the landing page: the agent answers a spoken question, and leaving the page ends the call', async () => {
    const page = await openVisitor('Where can I find you?');
    const pageErrors = await recordComplaints(page);
    await page.goto(`${service.url}/l/${service.deployments['landing']}`);
    await page.getByRole('heading', { name: 'Talk to Mira', level: 1 }).waitFor();
    const talk = page.getByRole('button', { name: 'Talk', exact: true });
    await talk.waitFor();
    await assertAccessible(page);
    await talk.click();
    const face = await waitForFace(page);
    assert.ok(face.moved > 0.3 && face.bright > 60, JSON.stringify(face));
    await page.getByRole('button', { name: 'Transcript' }).click();
    await page
      .locator('pal-transcript')
      .getByText(/Harbour Street/)
      .waitFor({ timeout: 50_000 });
    const id = await conversationOf(page, 'pal-landing-page');
    await page.goto('about:blank');
    const conversation = await waitForEnd(id);
    // The goodbye and the end request are sent together; whichever arrives first determines the reason.
    assert.match(
      conversation.shutdown_reason,
      /^(end_conversation_endpoint_hit|participant_left_timeout reached)$/,
    );
    assert.deepEqual(pageErrors, []);
  });

  test(
    'a reload during a call: resumed in the same room, its transcript complete, its rating' + 'kept',
    async () => {
      const page = await openVisitor(null);
      const pageErrors = await recordComplaints(page);
      const response = await fetch(`${service.url}/v2/deployments/${service.deployments['widget']}`, {
        method: 'PATCH',
        headers: { 'x-api-key': service.key, 'content-type': 'application/json' },
        body: JSON.stringify([{ op: 'add', path: '/customization/after_call', value: { feedback: true } }]),
      });
      assert.equal(response.status, 200);
      await page.goto(service.url);
      await page.getByRole('button', { name: 'Ask Mira' }).click();
      await page.getByRole('button', { name: 'Type', exact: true }).click();
      await waitForFace(page);
      assert.equal(await page.evaluate(() => sessionStorage.length), 0, 'nothing is stored during a call');
      await page.getByRole('button', { name: 'Transcript' }).click();
      await page.getByRole('textbox', { name: 'Type a message' }).fill('How far does the electric bike go?');
      await page.keyboard.press('Enter');
      await page
        .locator('pal-transcript')
        .getByText(/one hundred kilometres/)
        .waitFor({ timeout: 20_000 });
      const id = await conversationOf(page, 'pal-widget');
      await page.reload();
      // The page opens its first screen without a click.
      await page.getByRole('heading', { name: 'Your conversation is still going on' }).waitFor();
      assert.equal(await page.evaluate(() => sessionStorage.length), 0);
      await assertAccessible(page);
      await page.getByRole('button', { name: 'Resume' }).click();
      await waitForFace(page);
      assert.equal(await conversationOf(page, 'pal-widget'), id);
      const lines = () =>
        page
          .locator('pal-widget')
          .evaluate((element) =>
            (element as unknown as { view: { lines: { text: string }[] } }).view.lines
              .map(({ text }) => text)
              .join(' | '),
          );
      await until('the lines of before the reload', async () =>
        /How far does the electric bike go.*one hundred kilometres/.test(await lines()),
      );
      await page.getByRole('button', { name: 'Transcript' }).click();
      await page.getByRole('button', { name: 'Enlarge' }).click();
      await assertAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByRole('textbox', { name: 'Type a message' }).fill('Where can I find you?');
      await page.keyboard.press('Enter');
      await page
        .locator('pal-transcript')
        .getByText(/Harbour Street/)
        .waitFor({ timeout: 20_000 });
      await page.getByRole('button', { name: 'Leave' }).click();
      await page.getByRole('heading', { name: 'The conversation is over' }).waitFor();
      await waitForEnd(id);
      await page
        .locator('pal-rating label', { has: page.getByRole('radio', { name: '5 of 5 stars' }) })
        .click();
      await page.locator('pal-rating [name=comment]').fill('Quick and kind.');
      await assertAccessible(page);
      await Promise.all([
        page.waitForResponse((answer) => answer.url().endsWith('/feedback') && answer.status() === 204),
        page.getByRole('button', { name: 'Send' }).click(),
      ]);
      await page.getByText('Thank you for telling us.').waitFor();
      assert.deepEqual(
        (await readConversation(id)).events.find(
          (event) => event.event_type === 'application.feedback_received',
        )!.properties,
        { rating: 5, comment: 'Quick and kind.' },
      );
      assert.deepEqual(pageErrors, []);
    },
  );

  // Proves wcag-3.3.8.
  test('the gates: a wrong and a correct password, an automatically solved captcha, and consent', async () => {
    const page = await openVisitor(null);
    const pageErrors = await recordComplaints(page);
    await page.goto(`${service.url}/demo/gates`);
    const gate = (name: string) => page.locator(`[data-gate=${name}]`);
    const start = async (name: string) => {
      await gate(name).getByRole('button', { name: 'Start the conversation' }).click();
      await gate(name).getByRole('button', { name: 'Type', exact: true }).click();
    };

    await start('consent');
    await gate('consent').getByRole('button', { name: 'I agree' }).click();
    await gate('consent').getByRole('button', { name: 'Leave' }).waitFor({ timeout: 40_000 });
    await gate('consent')
      .locator('pal-embed')
      .evaluate((element) => element.remove());

    await start('password');
    await gate('password').getByLabel('Password').fill('wrong');
    await page.keyboard.press('Enter');
    await gate('password').getByText('That is not the password.').waitFor();
    await assertAccessible(page);
    await gate('password').getByLabel('Password').fill('lighthouse');
    await page.keyboard.press('Enter');
    await gate('password').getByRole('button', { name: 'Leave' }).click();
    await gate('password').getByRole('heading', { name: 'The conversation is over' }).waitFor();

    await start('captcha');
    await gate('captcha').getByRole('button', { name: 'Leave' }).waitFor({ timeout: 40_000 });
    await gate('captcha').getByRole('button', { name: 'Leave' }).click();
    // The browser logs the 401 for the wrong password, which is not a fault.
    assert.deepEqual(
      pageErrors.filter((line) => !/status of 401/.test(line)),
      [],
    );
  });

  // Proves wcag-1.4.2.
  test('every way to end a call turns the microphone and the camera off', async () => {
    const page = await openVisitor(null);
    await page.addInitScript(() => {
      const tracks: MediaStreamTrack[] = [];
      const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getUserMedia = async (constraints) => {
        const stream = await open(constraints);
        tracks.push(...stream.getTracks());
        return stream;
      };
      Object.assign(window, {
        on: () =>
          tracks
            .filter(({ readyState }) => readyState === 'live')
            .map(({ kind }) => kind)
            .sort(),
      });
      // Record the devices that are in use when the call's last event fires.
      document.addEventListener('pal-ended', () =>
        Object.assign(window, { onAtTheEnd: (window as unknown as { on(): string[] }).on() }),
      );
    });
    const readActiveDevices = () => page.evaluate(() => (window as unknown as { on(): string[] }).on());
    const onAtTheEnd = () =>
      page
        .waitForFunction(() => (window as unknown as { onAtTheEnd?: string[] }).onAtTheEnd)
        .then((handle) => handle.jsonValue());
    const endings: [string, (id: string) => Promise<unknown>][] = [
      ['leave', () => page.getByRole('button', { name: 'Leave' }).click()],
      [
        'the service',
        (id) => fetch(`${service.url}/v2/conversations/${id}/end`, { method: 'POST', headers: keyHeaders() }),
      ],
      ['removal', () => page.locator('pal-embed').evaluate((element) => element.remove())],
      [
        'the page\u2019s going',
        () => page.evaluate(() => void dispatchEvent(new PageTransitionEvent('pagehide'))),
      ],
    ];
    for (const [name, end] of endings) {
      await page.goto(`${service.url}/demo/product`);
      await page.getByRole('button', { name: 'Start the conversation' }).click();
      await page.getByRole('button', { name: 'Talk', exact: true }).click();
      await page.getByRole('button', { name: 'Leave' }).waitFor();
      await page.getByRole('button', { name: 'Camera' }).click();
      await page.getByRole('button', { name: 'Camera', pressed: true }).waitFor();
      assert.deepEqual(await readActiveDevices(), ['audio', 'video'], name);
      await end(await conversationOf(page, 'pal-embed'));
      // A removed element may be moved elsewhere within half a second, so the devices stay on for that time.
      if (name === 'removal')
        await until('the devices to be off', async () => (await readActiveDevices()).length === 0, 2000);
      else assert.deepEqual(await onAtTheEnd(), [], name);
    }
  });

  test('a call without a media connection continues in text', async () => {
    const page = await openVisitor(null);
    await page.addInitScript(() => {
      // Simulate a network that blocks UDP.
      RTCPeerConnection.prototype.setRemoteDescription = () => new Promise(() => {});
    });
    await page.goto(`${service.url}/demo/product`);
    await page.getByRole('button', { name: 'Start the conversation' }).click();
    await page.getByRole('button', { name: 'Type', exact: true }).click();
    await page.getByText('Video cannot connect from this network.').waitFor({ timeout: 15_000 });
    await page.getByRole('textbox', { name: 'Type a message' }).fill('Do you deliver?');
    await page.keyboard.press('Enter');
    await page
      .locator('pal-transcript')
      .getByText(/deliver bikes within the city/)
      .waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: 'The conversation is over' }).waitFor();
  });
});
