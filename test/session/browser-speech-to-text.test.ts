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
      const visitor = place(hearing, browser);
      const room = await startListening(visitor);
      assert.deepEqual(
        [browser.calls, browser.created, sentEvents(room), visitor.session.view.hearing],
        [[], [], [], null],
      );
    }
  });

  test("is the browser's on the device, if it has the language", async () => {
    const visitor = place('browser', scriptedRecogniser({ packs: US }));
    const room = await startLiveCall(visitor, 'text');
    assert.deepEqual(
      [visitor.session.view.hearing, visitor.browser.created.length],
      [{ where: 'device', state: 'ready' }, 0],
      'not before the microphone is on',
    );
    visitor.session.setMicrophone(true);
    await settle();
    const recognition = visitor.browser.last();
    assert.deepEqual(
      [
        recognition.lang,
        recognition.continuous,
        recognition.interimResults,
        recognition.processLocally,
        recognition.track,
      ],
      ['en-US', true, true, true, visitor.media.tracks[0]],
    );
    assert.deepEqual(sentEvents(room), [], 'told when it listens');
    recognition.begins();
    assert.deepEqual(
      [sentEvents(room), visitor.session.view.hearing!.state],
      [['browser true'], 'listening'],
    );
  });

  test("follows the page's attribute", async () => {
    const enabled = place(undefined, scriptedRecogniser({ packs: US }), { hearing: 'browser' });
    await startListening(enabled);
    assert.equal(enabled.session.view.hearing!.state, 'listening');
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
      const visitor = place('browser', browser);
      const room = await startListening(visitor);
      assert.deepEqual(
        [visitor.session.view.phase.is, visitor.session.view.hearing, sentEvents(room)],
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
    const silentPage = place('browser', silent);
    silentPage.session.begin();
    await isAsked;
    await settle();
    assert.equal(silentPage.session.view.phase.is, 'ready');
    await silentPage.clock.advance(1500);
    assert.deepEqual(
      [silentPage.session.view.phase.is, silentPage.session.view.hearing],
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
    const startBody = (await startedResponse().json()) as object;
    daily.service.on(START, () => json({ ...startBody, conversation_url: 'https://acme.daily.co/room' }));
    await startListening(daily);
    assert.deepEqual(daily.browser.created, []);
    assert.deepEqual(
      [text.session.view.phase.is === 'live' && text.session.view.phase.transport, text.browser.created],
      ['text', []],
    );
  });

  test("never sends sound to the vendor's servers because of a page's override", async () => {
    const visitor = place('browser', scriptedRecogniser({ local: false }));
    visitor.session.customize({ hearing: 'browser-cloud' });
    await startListening(visitor);
    assert.deepEqual(
      [
        visitor.session.view.deployment!.customization.hearing,
        visitor.browser.created,
        visitor.phases().includes('hearing'),
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
      const visitor = place('browser-cloud', scriptedRecogniser({ local: false }));
      await beginCall(visitor);
      assert.deepEqual(visitor.session.view.phase, { is: 'gate', by: 'hearing' });
      assert.equal(visitor.service.requests.length, 1, 'no call yet');
      visitor.session.consent();
      assert.deepEqual(visitor.session.view.phase, { is: 'gate', by: 'hearing' }, 'another consent is none');
      visitor.session.agreeHearing(yes);
      await waitForView(visitor, ({ phase }) => phase.is === 'joining');
      await settle();
      assert.deepEqual(visitor.session.view.hearing, hearing);
      visitor.rooms[0]!.connect();
      await settle();
      visitor.session.setMicrophone(true);
      await settle();
      assert.equal(visitor.browser.created.length, yes ? 1 : 0);
      if (!yes) continue;
      visitor.browser.last().begins();
      assert.deepEqual(sentEvents(visitor.rooms[0]!), ['browser false']);
    }
  });

  test('need no consent once they are not chosen any more', async () => {
    const visitor = place('browser-cloud', scriptedRecogniser({ local: false }));
    await beginCall(visitor);
    visitor.session.agreeHearing(false);
    await waitForView(visitor, ({ phase }) => phase.is === 'joining');
    visitor.session.end();
    visitor.session.again();
    visitor.session.customize({ hearing: 'service' });
    await waitForView(visitor, ({ phase }) => phase.is === 'ready');
    await beginCall(visitor);
    assert.equal(visitor.session.view.phase.is, 'joining');
  });

  test('keep the consent until the page is reloaded', async () => {
    for (const yes of [true, false]) {
      const values = new Map<string, string>();
      const storage = {
        getItem: (name: string) => values.get(name) ?? null,
        setItem: (name: string, value: string) => void values.set(name, value),
        removeItem: (name: string) => void values.delete(name),
      };
      const firstVisit = place('browser-cloud', scriptedRecogniser({ local: false }), { storage });
      await beginCall(firstVisit);
      firstVisit.session.agreeHearing(yes);
      await waitForView(firstVisit, ({ phase }) => phase.is === 'joining');
      await settle();
      firstVisit.rooms[0]!.connect();
      await waitForView(firstVisit, ({ phase }) => phase.is === 'live');
      firstVisit.session.setMicrophone(true);
      await settle();
      firstVisit.rooms[0]!.tell(
        'conversation.disclosure',
        { phase: 'end', visual_disclosure: '' },
        { seq: 5 },
      );
      firstVisit.page.dispatchEvent(new Event('pagehide'));
      const visitor = place('browser-cloud', scriptedRecogniser({ local: false }), { storage });
      await visitor.session.prepare();
      visitor.session.resume();
      await waitForView(visitor, ({ hearing }) => hearing !== null);
      await settle();
      visitor.rooms[0]!.connect();
      await waitForView(
        visitor,
        ({ devices, phase }) => devices.microphone.state === 'on' && phase.is === 'live',
      );
      await settle();
      assert.equal(visitor.browser.created.length, yes ? 1 : 0);
      if (!yes) continue;
      visitor.browser.last().begins();
      visitor.rooms[0]!.tell('conversation.hearing', { hearing: 'embedded', stop: true }, { seq: 5 });
      assert.equal(visitor.session.view.hearing!.state, 'listening', 'an earlier page was told that');
    }
  });

  test('need a new consent for each call, and none if the device can recognise', async () => {
    const visitor = place('browser-cloud', scriptedRecogniser({ local: false }));
    await beginCall(visitor);
    visitor.session.agreeHearing(true);
    await waitForView(visitor, ({ phase }) => phase.is === 'joining');
    visitor.session.end();
    visitor.session.again();
    await waitForView(visitor, ({ phase }) => phase.is === 'ready');
    await beginCall(visitor);
    assert.deepEqual(visitor.session.view.phase, { is: 'gate', by: 'hearing' });
    const localSession = place('browser-cloud', scriptedRecogniser({ packs: US }));
    await startListening(localSession);
    assert.deepEqual(
      [localSession.phases().includes('hearing'), localSession.browser.last().processLocally],
      [false, true],
    );
  });
});

describe('a missing language of the device', () => {
  test('is downloaded by a click; the service recognises meanwhile', async () => {
    const visitor = place('browser', scriptedRecogniser({ packs: { 'en-US': 'downloadable' } }));
    const room = await startListening(visitor);
    assert.deepEqual(
      [visitor.session.view.hearing, visitor.browser.created, sentEvents(room)],
      [{ where: 'device', state: 'downloadable' }, [], []],
    );
    visitor.session.installHearing();
    assert.deepEqual(
      [visitor.session.view.hearing!.state, visitor.browser.calls.at(-1)],
      ['downloading', 'install en-US'],
    );
    visitor.browser.finishInstallation(true);
    await settle();
    visitor.browser.last().begins();
    assert.deepEqual(
      [visitor.session.view.hearing!.state, sentEvents(room)],
      ['listening', ['browser true']],
    );
  });

  test('can be tried again after a failure', async () => {
    for (const failure of [false, new Error('NetworkError')]) {
      const visitor = place('browser', scriptedRecogniser({ packs: { 'en-US': 'downloadable' } }));
      await startListening(visitor);
      visitor.session.installHearing();
      visitor.browser.finishInstallation(failure);
      await settle();
      assert.deepEqual([visitor.session.view.hearing!.state, visitor.browser.created], ['failed', []]);
      visitor.session.installHearing();
      visitor.browser.finishInstallation(true);
      await settle();
      assert.equal(visitor.browser.created.length, 1);
    }
  });

  test('is awaited if its download is running', async () => {
    const visitor = place('browser', scriptedRecogniser({ packs: { 'en-US': 'downloading' } }));
    await startListening(visitor);
    assert.deepEqual(
      [visitor.session.view.hearing!.state, visitor.browser.calls.at(-1)],
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
