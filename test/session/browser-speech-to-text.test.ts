import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findSupport, tagsOf } from '../../src/elements/session/recognition.ts';
import { json, MovedClock, settle, START, startedResponse } from './world.ts';
import { scriptedRecogniser } from './scripted-recognition.ts';
import {
  US,
  beginCall,
  startListening,
  startLiveCall,
  place,
  sentEvents,
  waitForView,
} from './hearing-world.ts';

describe('the choice of speech recognition', () => {
  test('is the service without other settings, and no browser API is used', async () => {
    for (const hearing of [undefined, 'service'] as const) {
      const browser = scriptedRecogniser({ packs: US });
      const it = place(hearing, browser);
      const room = await startListening(it);
      assert.deepEqual(
        [browser.calls, browser.created, sentEvents(room), it.session.view.hearing],
        [[], [], [], null],
      );
    }
  });

  test("is the browser's on the device, if it has the language", async () => {
    const it = place('browser', scriptedRecogniser({ packs: US }));
    const room = await startLiveCall(it, 'text');
    assert.deepEqual(
      [it.session.view.hearing, it.browser.created.length],
      [{ where: 'device', state: 'ready' }, 0],
      'not before the microphone is on',
    );
    it.session.setMicrophone(true);
    await settle();
    const recognition = it.browser.last();
    assert.deepEqual(
      [
        recognition.lang,
        recognition.continuous,
        recognition.interimResults,
        recognition.processLocally,
        recognition.track,
      ],
      ['en-US', true, true, true, it.media.tracks[0]],
    );
    assert.deepEqual(sentEvents(room), [], 'told when it listens');
    recognition.begins();
    assert.deepEqual([sentEvents(room), it.session.view.hearing!.state], [['browser true'], 'listening']);
  });

  test("follows the page's attribute", async () => {
    const on = place(undefined, scriptedRecogniser({ packs: US }), { hearing: 'browser' });
    await startListening(on);
    assert.equal(on.session.view.hearing!.state, 'listening');
    const disabledWorld = place('browser', scriptedRecogniser({ packs: US }), { hearing: 'service' });
    await startListening(disabledWorld);
    assert.deepEqual([disabledWorld.browser.created, disabledWorld.session.view.hearing], [[], null]);
  });

  test('is the service if the browser has none, is silent, refuses, or lacks the language', async () => {
    for (const browser of [
      null,
      scriptedRecogniser(),
      scriptedRecogniser({ local: false }),
      scriptedRecogniser({ packs: { 'de-DE': 'available' } }),
    ]) {
      const it = place('browser', browser);
      const room = await startListening(it);
      assert.deepEqual(
        [it.session.view.phase.is, it.session.view.hearing, sentEvents(room)],
        ['live', null, []],
      );
    }
    const forbidden = scriptedRecogniser({ packs: US });
    Object.assign(forbidden.recognition, { available: () => Promise.reject(new Error('NotAllowedError')) });
    assert.equal((await startLiveCall(place('browser', forbidden))).kind, 'media');
    const silent = scriptedRecogniser({ packs: US });
    let markAsked!: () => void;
    const isAsked = new Promise<void>((resolve) => (markAsked = resolve));
    Object.assign(silent.recognition, { available: () => (markAsked(), new Promise(() => {})) });
    const it = place('browser', silent);
    it.session.begin();
    await isAsked;
    await settle();
    assert.equal(it.session.view.phase.is, 'ready');
    await it.clock.advance(1500);
    assert.deepEqual(
      [it.session.view.phase.is, it.session.view.hearing],
      ['joining', null],
      'a browser that does not answer holds nobody up',
    );
  });

  test('is none in a chat, in text, or in a Daily room', async () => {
    const chat = place(
      'browser',
      scriptedRecogniser({ packs: US }),
      {},
      { customization: { modality: 'chat' } },
    );
    await startListening(chat);
    assert.deepEqual([chat.browser.calls, chat.browser.created], [[], []]);
    const text = place('browser', scriptedRecogniser({ packs: US }));
    await beginCall(text);
    await text.clock.advance(8000);
    text.rooms.at(-1)!.connect();
    await settle();
    text.session.setMicrophone(true);
    await settle();
    const daily = place('browser', scriptedRecogniser({ packs: US }));
    const away = (await startedResponse().json()) as object;
    daily.service.on(START, () => json({ ...away, conversation_url: 'https://acme.daily.co/room' }));
    await startListening(daily);
    assert.deepEqual(daily.browser.created, []);
    assert.deepEqual(
      [text.session.view.phase.is === 'live' && text.session.view.phase.transport, text.browser.created],
      ['text', []],
    );
  });

  test("never sends sound to the vendor's servers because of a page's override", async () => {
    const it = place('browser', scriptedRecogniser({ local: false }));
    it.session.customize({ hearing: 'browser-cloud' });
    await startListening(it);
    assert.deepEqual(
      [
        it.session.view.deployment!.customization.hearing,
        it.browser.created,
        it.phases().includes('hearing'),
      ],
      ['browser', [], false],
    );
  });
});

describe("the servers of the browser's vendor", () => {
  test('are used only after a consent before the call', async () => {
    for (const [yes, hearing] of [
      [true, { where: 'cloud', state: 'ready' }],
      [false, null],
    ] as const) {
      const it = place('browser-cloud', scriptedRecogniser({ local: false }));
      await beginCall(it);
      assert.deepEqual(it.session.view.phase, { is: 'gate', by: 'hearing' });
      assert.equal(it.service.requests.length, 1, 'no call yet');
      it.session.consent();
      assert.deepEqual(it.session.view.phase, { is: 'gate', by: 'hearing' }, 'another consent is none');
      it.session.agreeHearing(yes);
      await waitForView(it, ({ phase }) => phase.is === 'joining');
      await settle();
      assert.deepEqual(it.session.view.hearing, hearing);
      it.rooms[0]!.connect();
      await settle();
      it.session.setMicrophone(true);
      await settle();
      assert.equal(it.browser.created.length, yes ? 1 : 0);
      if (!yes) continue;
      it.browser.last().begins();
      assert.deepEqual(sentEvents(it.rooms[0]!), ['browser false']);
    }
  });

  test('need no consent once they are not chosen any more', async () => {
    const it = place('browser-cloud', scriptedRecogniser({ local: false }));
    await beginCall(it);
    it.session.agreeHearing(false);
    await waitForView(it, ({ phase }) => phase.is === 'joining');
    it.session.end();
    it.session.again();
    it.session.customize({ hearing: 'service' });
    await waitForView(it, ({ phase }) => phase.is === 'ready');
    await beginCall(it);
    assert.equal(it.session.view.phase.is, 'joining');
  });

  test('keep the consent until the page is reloaded', async () => {
    for (const yes of [true, false]) {
      const values = new Map<string, string>();
      const storage = {
        getItem: (name: string) => values.get(name) ?? null,
        setItem: (name: string, value: string) => void values.set(name, value),
        removeItem: (name: string) => void values.delete(name),
      };
      const before = place('browser-cloud', scriptedRecogniser({ local: false }), { storage });
      await beginCall(before);
      before.session.agreeHearing(yes);
      await waitForView(before, ({ phase }) => phase.is === 'joining');
      await settle();
      before.rooms[0]!.connect();
      await waitForView(before, ({ phase }) => phase.is === 'live');
      before.session.setMicrophone(true);
      await settle();
      before.rooms[0]!.tell('conversation.disclosure', { phase: 'end', visual_disclosure: '' }, { seq: 5 });
      before.page.dispatchEvent(new Event('pagehide'));
      const it = place('browser-cloud', scriptedRecogniser({ local: false }), { storage });
      await it.session.prepare();
      it.session.resume();
      await waitForView(it, ({ hearing }) => hearing !== null);
      await settle();
      it.rooms[0]!.connect();
      await waitForView(it, ({ devices, phase }) => devices.microphone.state === 'on' && phase.is === 'live');
      await settle();
      assert.equal(it.browser.created.length, yes ? 1 : 0);
      if (!yes) continue;
      it.browser.last().begins();
      it.rooms[0]!.tell('conversation.hearing', { hearing: 'embedded', stop: true }, { seq: 5 });
      assert.equal(it.session.view.hearing!.state, 'listening', 'an earlier page was told that');
    }
  });

  test('need a new consent for each call, and none if the device can recognise', async () => {
    const it = place('browser-cloud', scriptedRecogniser({ local: false }));
    await beginCall(it);
    it.session.agreeHearing(true);
    await waitForView(it, ({ phase }) => phase.is === 'joining');
    it.session.end();
    it.session.again();
    await waitForView(it, ({ phase }) => phase.is === 'ready');
    await beginCall(it);
    assert.deepEqual(it.session.view.phase, { is: 'gate', by: 'hearing' });
    const local = place('browser-cloud', scriptedRecogniser({ packs: US }));
    await startListening(local);
    assert.deepEqual(
      [local.phases().includes('hearing'), local.browser.last().processLocally],
      [false, true],
    );
  });
});

describe('a missing language of the device', () => {
  test('is downloaded by a click; the service recognises meanwhile', async () => {
    const it = place('browser', scriptedRecogniser({ packs: { 'en-US': 'downloadable' } }));
    const room = await startListening(it);
    assert.deepEqual(
      [it.session.view.hearing, it.browser.created, sentEvents(room)],
      [{ where: 'device', state: 'downloadable' }, [], []],
    );
    it.session.installHearing();
    assert.deepEqual(
      [it.session.view.hearing!.state, it.browser.calls.at(-1)],
      ['downloading', 'install en-US'],
    );
    it.browser.finishInstallation(true);
    await settle();
    it.browser.last().begins();
    assert.deepEqual([it.session.view.hearing!.state, sentEvents(room)], ['listening', ['browser true']]);
  });

  test('can be tried again after a failure', async () => {
    for (const failure of [false, new Error('NetworkError')]) {
      const it = place('browser', scriptedRecogniser({ packs: { 'en-US': 'downloadable' } }));
      await startListening(it);
      it.session.installHearing();
      it.browser.finishInstallation(failure);
      await settle();
      assert.deepEqual([it.session.view.hearing!.state, it.browser.created], ['failed', []]);
      it.session.installHearing();
      it.browser.finishInstallation(true);
      await settle();
      assert.equal(it.browser.created.length, 1);
    }
  });

  test('is awaited if its download is running', async () => {
    const it = place('browser', scriptedRecogniser({ packs: { 'en-US': 'downloading' } }));
    await startListening(it);
    assert.deepEqual(
      [it.session.view.hearing!.state, it.browser.calls.at(-1)],
      ['downloading', 'install en-US'],
    );
  });
});

describe('languages of the browser', () => {
  test("prefer the visitor's own region, then the usual one, in the browser's order", () => {
    for (const [spoken, browser, expected] of [
      [['en'], ['en-GB', 'de'], ['en-GB', 'en-US']],
      [['en'], ['de-DE'], ['en-US']],
      [
        ['en', 'de'],
        ['de-AT', 'en'],
        ['de-AT', 'de-DE', 'en-US'],
      ],
      [['pt-BR'], ['pt-PT'], ['pt-BR']],
      [['zh'], [], ['zh-CN']],
      [[], ['fr-CA', 'en'], ['fr-CA', 'fr-FR']],
      [[], [], []],
      [['not a tag', 'it'], ['x'], ['it-IT']],
    ] as const)
      assert.deepEqual(tagsOf(spoken, browser), expected, `${spoken.join()} for ${browser.join()}`);
    assert.equal(tagsOf(['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt'], []).length, 6);
  });

  test('prefer an installed pack to one that could be downloaded', async () => {
    const browser = scriptedRecogniser({ packs: { 'en-GB': 'downloadable', 'en-US': 'available' } });
    assert.deepEqual(
      await findSupport(browser.recognition, { spoken: ['en'], browser: ['en-GB'] }, new MovedClock()),
      { where: 'device', state: 'ready', language: 'en-US' },
    );
  });
});
