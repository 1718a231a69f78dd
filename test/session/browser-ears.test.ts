import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Customization } from '../../src/contract/customization.ts';
import type { DeploymentInit } from '../../src/contract/deployments.ts';
import type { View } from '../../src/elements/session/phases.ts';
import type { SessionOptions } from '../../src/elements/session/session.ts';
import { lookFor, tagsOf } from '../../src/elements/session/recognition.ts';
import { VisitorEvent } from '../../src/contract/room-events.ts';
import { json, MovedClock, settle, START, started, world, type FakeRoom, type World } from './world.ts';
import { scriptedRecogniser, type ScriptedRecogniser } from './scripted-recognition.ts';

const CAPABILITIES = {
  hearing: 'embedded',
  answering: 'documents',
  voice: 'embedded',
  languages: ['en'],
} as const;
const US = { 'en-US': 'available' };
// The one language that these tests' browser has, wherever they run.
Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en-US'] }, configurable: true });

interface Place extends World {
  browser: ScriptedRecogniser;
}
function place(
  hearing: Customization['hearing'],
  browser: ScriptedRecogniser | null,
  more: Partial<SessionOptions> = {},
  deployment: Partial<DeploymentInit> = {},
): Place {
  const it = world(
    { ...deployment, customization: { hearing, ...deployment.customization } },
    { recognition: browser?.recognition ?? null, ...more },
  );
  return { ...it, browser: browser! };
}
/** Once it is so: the ears' code is loaded, which takes as long as it takes. */
function until(it: World, fits: (view: View) => boolean): Promise<void> {
  return new Promise((resolve) => {
    if (fits(it.session.view)) return resolve();
    const stop = it.session.subscribe((view) => {
      if (!fits(view)) return;
      stop();
      resolve();
    });
  });
}
async function begun(it: World): Promise<void> {
  it.session.begin();
  await until(it, ({ phase }) => phase.is === 'joining' || (phase.is === 'gate' && phase.by === 'hearing'));
  await settle();
}
async function live(it: World): Promise<FakeRoom> {
  await begun(it);
  const room = it.rooms.at(-1)!;
  room.connect();
  await until(it, ({ phase }) => phase.is === 'live');
  return room;
}
/** In a live call with an open microphone; what runs has begun to listen. */
async function listening(it: Place): Promise<FakeRoom> {
  const room = await live(it);
  it.session.setMicrophone(true);
  await settle();
  it.browser?.made.at(-1)?.begins();
  return room;
}
const sent = (room: FakeRoom) =>
  room.sent
    .filter(({ event_type }) => /hearing|heard/.test(event_type))
    .map(({ event_type, properties }) => {
      assert.ok(
        VisitorEvent.safeParse({ message_type: 'conversation', event_type, properties }).success,
        'the service takes it',
      );
      return event_type === 'conversation.hearing'
        ? Object.values(properties as object).join(' ')
        : properties;
    });
const words = (room: FakeRoom) =>
  sent(room)
    .filter((one) => typeof one === 'object')
    .map((one) => {
      const { segment, speech, final } = one as { segment: number; speech: string; final: boolean };
      return [segment, speech, final];
    });

describe('which ears', () => {
  test("the service's, where nothing else is wanted: nothing of the browser is asked", async () => {
    for (const hearing of [undefined, 'service'] as const) {
      const browser = scriptedRecogniser({ packs: US });
      const it = place(hearing, browser);
      const room = await listening(it);
      assert.deepEqual(
        [browser.asked, browser.made, sent(room), it.session.view.hearing],
        [[], [], [], null],
      );
    }
  });

  test("the browser's on the device, where it has the language", async () => {
    const it = place('browser', scriptedRecogniser({ packs: US }));
    const room = await live(it);
    assert.deepEqual(
      [it.session.view.hearing, it.browser.made.length],
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
    assert.deepEqual(sent(room), [], 'told when it listens');
    recognition.begins();
    assert.deepEqual([sent(room), it.session.view.hearing!.state], [['browser true'], 'listening']);
  });

  test("as the page's attribute wants it", async () => {
    const on = place(undefined, scriptedRecogniser({ packs: US }), { hearing: 'browser' });
    await listening(on);
    assert.equal(on.session.view.hearing!.state, 'listening');
    const off = place('browser', scriptedRecogniser({ packs: US }), { hearing: 'service' });
    await listening(off);
    assert.deepEqual([off.browser.made, off.session.view.hearing], [[], null]);
  });

  test("the service's, where the browser has none, is silent, refuses, or lacks the language", async () => {
    for (const browser of [
      null,
      scriptedRecogniser(),
      scriptedRecogniser({ local: false }),
      scriptedRecogniser({ packs: { 'de-DE': 'available' } }),
    ]) {
      const it = place('browser', browser);
      const room = await listening(it);
      assert.deepEqual([it.session.view.phase.is, it.session.view.hearing, sent(room)], ['live', null, []]);
    }
    const forbidden = scriptedRecogniser({ packs: US });
    Object.assign(forbidden.recognition, { available: () => Promise.reject(new Error('NotAllowedError')) });
    assert.equal((await live(place('browser', forbidden))).kind, 'media');
    const silent = scriptedRecogniser({ packs: US });
    let asked!: () => void;
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    Object.assign(silent.recognition, { available: () => (asked(), new Promise(() => {})) });
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

  test('none in a chat, in text, or in a room at Daily', async () => {
    const chat = place(
      'browser',
      scriptedRecogniser({ packs: US }),
      {},
      { customization: { modality: 'chat' } },
    );
    await listening(chat);
    assert.deepEqual([chat.browser.asked, chat.browser.made], [[], []]);
    const text = place('browser', scriptedRecogniser({ packs: US }));
    await begun(text);
    await text.clock.advance(8000);
    text.rooms.at(-1)!.connect();
    await settle();
    text.session.setMicrophone(true);
    await settle();
    const daily = place('browser', scriptedRecogniser({ packs: US }));
    const away = (await started().json()) as object;
    daily.service.on(START, () => json({ ...away, conversation_url: 'https://acme.daily.co/room' }));
    await listening(daily);
    assert.deepEqual(daily.browser.made, []);
    assert.deepEqual(
      [text.session.view.phase.is === 'live' && text.session.view.phase.transport, text.browser.made],
      ['text', []],
    );
  });

  test("an override of the page never reaches the servers of a browser's maker", async () => {
    const it = place('browser', scriptedRecogniser({ local: false }));
    it.session.customize({ hearing: 'browser-cloud' });
    await listening(it);
    assert.deepEqual(
      [it.session.view.deployment!.customization.hearing, it.browser.made, it.phases().includes('hearing')],
      ['browser', [], false],
    );
  });
});

describe("the servers of the browser's maker", () => {
  test('are used only after a yes that is asked for before the call', async () => {
    for (const [yes, hearing] of [
      [true, { where: 'cloud', state: 'ready' }],
      [false, null],
    ] as const) {
      const it = place('browser-cloud', scriptedRecogniser({ local: false }));
      await begun(it);
      assert.deepEqual(it.session.view.phase, { is: 'gate', by: 'hearing' });
      assert.equal(it.service.asked.length, 1, 'no call yet');
      it.session.consent();
      assert.deepEqual(it.session.view.phase, { is: 'gate', by: 'hearing' }, 'another consent is none');
      it.session.agreeHearing(yes);
      await until(it, ({ phase }) => phase.is === 'joining');
      await settle();
      assert.deepEqual(it.session.view.hearing, hearing);
      it.rooms[0]!.connect();
      await settle();
      it.session.setMicrophone(true);
      await settle();
      assert.equal(it.browser.made.length, yes ? 1 : 0);
      if (!yes) continue;
      it.browser.last().begins();
      assert.deepEqual(sent(it.rooms[0]!), ['browser false']);
    }
  });

  test('are not asked about once they are not wanted any more', async () => {
    const it = place('browser-cloud', scriptedRecogniser({ local: false }));
    await begun(it);
    it.session.agreeHearing(false);
    await until(it, ({ phase }) => phase.is === 'joining');
    it.session.end();
    it.session.again();
    it.session.customize({ hearing: 'service' });
    await until(it, ({ phase }) => phase.is === 'ready');
    await begun(it);
    assert.equal(it.session.view.phase.is, 'joining');
  });

  test('and the yes lasts while the page is loaded again, no longer', async () => {
    for (const yes of [true, false]) {
      const kept = new Map<string, string>();
      const storage = {
        getItem: (name: string) => kept.get(name) ?? null,
        setItem: (name: string, value: string) => void kept.set(name, value),
        removeItem: (name: string) => void kept.delete(name),
      };
      const before = place('browser-cloud', scriptedRecogniser({ local: false }), { storage });
      await begun(before);
      before.session.agreeHearing(yes);
      await until(before, ({ phase }) => phase.is === 'joining');
      await settle();
      before.rooms[0]!.connect();
      await until(before, ({ phase }) => phase.is === 'live');
      before.session.setMicrophone(true);
      await settle();
      before.rooms[0]!.tell('conversation.disclosure', { phase: 'end', visual_disclosure: '' }, { seq: 5 });
      before.page.dispatchEvent(new Event('pagehide'));
      const it = place('browser-cloud', scriptedRecogniser({ local: false }), { storage });
      await it.session.prepare();
      it.session.resume();
      await until(it, ({ hearing }) => hearing !== null);
      await settle();
      it.rooms[0]!.connect();
      await until(it, ({ devices, phase }) => devices.microphone.state === 'on' && phase.is === 'live');
      await settle();
      assert.equal(it.browser.made.length, yes ? 1 : 0);
      if (!yes) continue;
      it.browser.last().begins();
      it.rooms[0]!.tell('conversation.hearing', { hearing: 'embedded', stop: true }, { seq: 5 });
      assert.equal(it.session.view.hearing!.state, 'listening', 'an earlier page was told that');
    }
  });

  test('are asked about anew for each call, and never where the device can do it', async () => {
    const it = place('browser-cloud', scriptedRecogniser({ local: false }));
    await begun(it);
    it.session.agreeHearing(true);
    await until(it, ({ phase }) => phase.is === 'joining');
    it.session.end();
    it.session.again();
    await until(it, ({ phase }) => phase.is === 'ready');
    await begun(it);
    assert.deepEqual(it.session.view.phase, { is: 'gate', by: 'hearing' });
    const local = place('browser-cloud', scriptedRecogniser({ packs: US }));
    await listening(local);
    assert.deepEqual(
      [local.phases().includes('hearing'), local.browser.last().processLocally],
      [false, true],
    );
  });
});

describe('what the device lacks', () => {
  test('is downloaded by a click; the service hears meanwhile', async () => {
    const it = place('browser', scriptedRecogniser({ packs: { 'en-US': 'downloadable' } }));
    const room = await listening(it);
    assert.deepEqual(
      [it.session.view.hearing, it.browser.made, sent(room)],
      [{ where: 'device', state: 'downloadable' }, [], []],
    );
    it.session.installHearing();
    assert.deepEqual(
      [it.session.view.hearing!.state, it.browser.asked.at(-1)],
      ['downloading', 'install en-US'],
    );
    it.browser.installed(true);
    await settle();
    it.browser.last().begins();
    assert.deepEqual([it.session.view.hearing!.state, sent(room)], ['listening', ['browser true']]);
  });

  test('can be tried again where that failed', async () => {
    for (const failure of [false, new Error('NetworkError')]) {
      const it = place('browser', scriptedRecogniser({ packs: { 'en-US': 'downloadable' } }));
      await listening(it);
      it.session.installHearing();
      it.browser.installed(failure);
      await settle();
      assert.deepEqual([it.session.view.hearing!.state, it.browser.made], ['failed', []]);
      it.session.installHearing();
      it.browser.installed(true);
      await settle();
      assert.equal(it.browser.made.length, 1);
    }
  });

  test('and is on its way already, is waited for', async () => {
    const it = place('browser', scriptedRecogniser({ packs: { 'en-US': 'downloading' } }));
    await listening(it);
    assert.deepEqual(
      [it.session.view.hearing!.state, it.browser.asked.at(-1)],
      ['downloading', 'install en-US'],
    );
  });
});

describe('what it hears', () => {
  test('is sent as it grows, seven times a second at most, and at once when it is complete', async () => {
    const it = place('browser', scriptedRecogniser({ packs: US }));
    const room = await listening(it);
    const ear = it.browser.last();
    ear.says(['when']);
    ear.says(['when do']);
    ear.says(['when do', false], [' you', false]);
    assert.deepEqual(words(room), [[0, 'when', false]]);
    await it.clock.advance(150);
    assert.deepEqual(words(room).slice(1), [[0, 'when do you', false]]);
    ear.says(['When do you open?', true, 0.9]);
    ear.says(['When do you open?', true, 0.9], ['and']);
    await it.clock.advance(150);
    assert.deepEqual(words(room).slice(2), [
      [0, 'When do you open?', true],
      [1, 'and', false],
    ]);
    const complete = sent(room)[3] as { confidence: number; language: string; elapsed: number };
    assert.deepEqual([complete.confidence, complete.language, complete.elapsed], [0.9, 'en-US', 150]);
  });

  test('carries no confidence where the browser says 0, and no more than a message holds', async () => {
    const it = place('browser', scriptedRecogniser({ packs: US }));
    const room = await listening(it);
    it.browser.last().says(['x'.repeat(5000), true, 0]);
    const [, message] = sent(room) as [string, { speech: string; confidence?: number }];
    assert.deepEqual([message.speech.length, 'confidence' in message], [4000, false]);
  });

  test('goes on with new numbers after a start anew', async () => {
    const it = place('browser', scriptedRecogniser({ packs: US }));
    const room = await listening(it);
    await it.clock.advance(20_000);
    it.browser.last().says(['one', true]);
    it.browser.last().ends();
    it.browser.last().begins();
    it.browser.last().says(['two', true]);
    assert.equal(it.browser.made.length, 2);
    assert.deepEqual(words(room), [
      [0, 'one', true],
      [1, 'two', true],
    ]);
    assert.deepEqual(
      sent(room).filter((one) => typeof one === 'string'),
      ['browser true', 'service ended', 'browser true'],
    );
  });

  test('of an older recogniser, late, is not heard', async () => {
    const it = place('browser', scriptedRecogniser({ packs: US }));
    const room = await listening(it);
    const old = it.browser.last();
    await it.clock.advance(5000);
    old.ends();
    old.says(['ghost', true]);
    old.ends();
    assert.deepEqual([words(room), it.browser.made.length], [[], 2]);
  });
});

describe('where it stops', () => {
  for (const error of ['network', 'no-speech', 'aborted', 'audio-capture']) {
    test(`by ${error} the service is told at once, and it is tried again`, async () => {
      const it = place('browser', scriptedRecogniser({ packs: US }));
      const room = await listening(it);
      await it.clock.advance(5000);
      it.browser.last().says(['hello', true]);
      it.browser.last().fails(error);
      assert.deepEqual(sent(room).at(-1), `service ${error}`);
      await it.clock.advance(2000);
      assert.equal(it.browser.made.length, 2);
      it.browser.last().begins();
      assert.deepEqual(sent(room).at(-1), 'browser true');
    });
  }

  for (const error of ['not-allowed', 'service-not-allowed', 'language-not-supported']) {
    test(`by ${error} the service hears for the rest of the call`, async () => {
      const it = place('browser', scriptedRecogniser({ packs: US }));
      const room = await listening(it);
      it.browser.last().fails(error);
      assert.deepEqual([sent(room).at(-1), it.session.view.hearing], [`service ${error}`, null]);
      await it.clock.advance(60_000);
      assert.equal(it.browser.made.length, 1);
    });
  }

  test('four times running without a word, it is given up', async () => {
    const it = place('browser', scriptedRecogniser({ packs: US }));
    const room = await listening(it);
    for (const wait of [2000, 4000, 8000]) {
      it.browser.last().fails('network');
      assert.equal(it.session.view.hearing!.state, 'ready');
      await it.clock.advance(wait);
    }
    assert.equal(it.browser.made.length, 4);
    it.browser.last().fails('network');
    await it.clock.advance(60_000);
    assert.deepEqual(
      [it.browser.made.length, it.session.view.hearing, sent(room).at(-1)],
      [4, null, 'service network'],
    );
  });

  test('a recogniser that cannot even be started changes nothing', async () => {
    const it = place('browser', scriptedRecogniser({ packs: US, refuses: true }));
    const room = await listening(it);
    assert.deepEqual([it.session.view.hearing, sent(room)], [null, ['service not-allowed']]);
  });

  test('the service can send it away for good', async () => {
    const it = place('browser', scriptedRecogniser({ packs: US }));
    const room = await listening(it);
    room.tell('conversation.ready', { capabilities: { ...CAPABILITIES, languages: ['en'] } });
    room.tell('conversation.hearing', { hearing: 'browser' });
    assert.equal(it.session.view.capabilities!.hearing, 'browser');
    room.tell('conversation.hearing', { hearing: 'embedded', stop: true });
    assert.deepEqual(
      [it.session.view.capabilities!.hearing, it.session.view.hearing, it.browser.last().calls],
      ['embedded', null, ['start', 'abort']],
    );
    it.session.setMicrophone(false);
    it.session.setMicrophone(true);
    await settle();
    assert.equal(it.browser.made.length, 1);
  });
});

describe('beside the call', () => {
  test('a muted microphone is not heard: what was said before is understood, then the service is told', async () => {
    const it = place('browser', scriptedRecogniser({ packs: US }));
    const room = await listening(it);
    it.browser.last().says(['good mor']);
    it.session.setMicrophone(false);
    assert.deepEqual(it.browser.last().calls, ['start', 'stop']);
    it.browser.last().says(['good morning', true]);
    it.browser.last().ends();
    assert.deepEqual([words(room).at(-1), sent(room).at(-1)], [[0, 'good morning', true], 'service muted']);
    await it.clock.advance(60_000);
    assert.equal(it.browser.made.length, 1);
    it.session.setMicrophone(true);
    await settle();
    it.browser.last().begins();
    assert.deepEqual([it.browser.made.length, sent(room).at(-1)], [2, 'browser true']);
  });

  test('a browser that forgets to say that it has stopped is not waited for', async () => {
    const it = place('browser', scriptedRecogniser({ packs: US }));
    const room = await listening(it);
    it.session.setMicrophone(false);
    await it.clock.advance(2000);
    assert.deepEqual(
      [it.browser.last().calls, sent(room).at(-1)],
      [['start', 'stop', 'abort'], 'service muted'],
    );
  });

  test('another microphone is listened to from then on', async () => {
    const it = place('browser', scriptedRecogniser({ packs: US }));
    await listening(it);
    it.session.chooseDevice('microphone', 'audio-2');
    await settle();
    it.browser.last().ends();
    await settle();
    assert.deepEqual([it.browser.made.length, it.browser.last().track], [2, it.media.live[0]]);
  });

  test('a lost connection stops it, and the next one is told anew', async () => {
    const it = place('browser', scriptedRecogniser({ packs: US }));
    const room = await listening(it);
    room.listener.lost();
    await settle();
    assert.deepEqual(it.browser.last().calls, ['start', 'abort']);
    const again = it.rooms.at(-1)!;
    again.connect();
    await settle();
    it.browser.last().begins();
    assert.deepEqual([it.browser.made.length, sent(again)], [2, ['browser true']]);
  });

  test('a hidden page does not start it again until it is seen', async () => {
    const page = Object.assign(new EventTarget(), { hidden: false });
    Object.defineProperty(globalThis, 'document', { value: page, configurable: true });
    try {
      const it = place('browser', scriptedRecogniser({ packs: US }));
      const room = await listening(it);
      await it.clock.advance(5000);
      page.hidden = true;
      it.browser.last().says(['still here', true]);
      assert.deepEqual(words(room), [[0, 'still here', true]], 'as long as the browser goes on');
      it.browser.last().ends();
      assert.deepEqual([it.browser.made.length, sent(room).at(-1)], [1, 'service ended']);
      page.hidden = false;
      page.dispatchEvent(new Event('visibilitychange'));
      assert.equal(it.browser.made.length, 2);
    } finally {
      Reflect.deleteProperty(globalThis, 'document');
    }
  });

  test('the end of the call ends it, whatever is on its way', async () => {
    const it = place('browser', scriptedRecogniser({ packs: US }));
    const room = await listening(it);
    const before = sent(room).length;
    it.session.end();
    const ear = it.browser.last();
    assert.deepEqual([ear.calls, it.session.view.hearing], [['start', 'abort'], null]);
    ear.says(['after the end', true]);
    ear.ends();
    await it.clock.advance(60_000);
    assert.deepEqual([sent(room).length, it.browser.made.length, it.session.view.hearing], [before, 1, null]);
  });
});

describe('languages as a browser may know them', () => {
  test("the visitor's own region, then the usual one; what the browser prefers first", () => {
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

  test('a pack that is there goes before one that could be', async () => {
    const browser = scriptedRecogniser({ packs: { 'en-GB': 'downloadable', 'en-US': 'available' } });
    assert.deepEqual(
      await lookFor(browser.recognition, { spoken: ['en'], browser: ['en-GB'] }, new MovedClock()),
      { where: 'device', state: 'ready', language: 'en-US' },
    );
  });
});
