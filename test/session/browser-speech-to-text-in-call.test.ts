/** The browser's speech recognition in a call: its messages, its stops, and its effects on the call. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { settle, type FakeRoom } from './world.ts';
import { scriptedRecogniser } from './scripted-recognition.ts';
import { US, startListening, place, sentEvents } from './hearing-world.ts';

const CAPABILITIES = {
  hearing: 'embedded',
  answering: 'documents',
  voice: 'embedded',
  languages: ['en'],
} as const;

const words = (room: FakeRoom) =>
  sentEvents(room)
    .filter((one) => typeof one === 'object')
    .map((one) => {
      const { segment, speech, final } = one as { segment: number; speech: string; final: boolean };
      return [segment, speech, final];
    });

describe('recognised words', () => {
  test('are sent as they grow, at most seven times a second, and at once when they are complete', async () => {
    const it = place('browser', scriptedRecogniser({ packs: US }));
    const room = await startListening(it);
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
    const complete = sentEvents(room)[3] as { confidence: number; language: string; elapsed: number };
    assert.deepEqual([complete.confidence, complete.language, complete.elapsed], [0.9, 'en-US', 150]);
  });

  test('have no confidence if the browser reports 0, and fit a message', async () => {
    const it = place('browser', scriptedRecogniser({ packs: US }));
    const room = await startListening(it);
    it.browser.last().says(['x'.repeat(5000), true, 0]);
    const [, message] = sentEvents(room) as [string, { speech: string; confidence?: number }];
    assert.deepEqual([message.speech.length, 'confidence' in message], [4000, false]);
  });

  test('continue with new numbers after a restart', async () => {
    const it = place('browser', scriptedRecogniser({ packs: US }));
    const room = await startListening(it);
    await it.clock.advance(20_000);
    it.browser.last().says(['one', true]);
    it.browser.last().ends();
    it.browser.last().begins();
    it.browser.last().says(['two', true]);
    assert.equal(it.browser.created.length, 2);
    assert.deepEqual(words(room), [
      [0, 'one', true],
      [1, 'two', true],
    ]);
    assert.deepEqual(
      sentEvents(room).filter((one) => typeof one === 'string'),
      ['browser true', 'service ended', 'browser true'],
    );
  });

  test('of a stopped recogniser are ignored', async () => {
    const it = place('browser', scriptedRecogniser({ packs: US }));
    const room = await startListening(it);
    const oldRecogniser = it.browser.last();
    await it.clock.advance(5000);
    oldRecogniser.ends();
    oldRecogniser.says(['ghost', true]);
    oldRecogniser.ends();
    assert.deepEqual([words(room), it.browser.created.length], [[], 2]);
  });
});

describe('a stop of the recogniser', () => {
  for (const error of ['network', 'no-speech', 'aborted', 'audio-capture']) {
    test(`by ${error} is reported to the service at once, and it is tried again`, async () => {
      const it = place('browser', scriptedRecogniser({ packs: US }));
      const room = await startListening(it);
      await it.clock.advance(5000);
      it.browser.last().says(['hello', true]);
      it.browser.last().fails(error);
      assert.deepEqual(sentEvents(room).at(-1), `service ${error}`);
      await it.clock.advance(2000);
      assert.equal(it.browser.created.length, 2);
      it.browser.last().begins();
      assert.deepEqual(sentEvents(room).at(-1), 'browser true');
    });
  }

  for (const error of ['not-allowed', 'service-not-allowed', 'language-not-supported']) {
    test(`by ${error} lets the service recognise for the rest of the call`, async () => {
      const it = place('browser', scriptedRecogniser({ packs: US }));
      const room = await startListening(it);
      it.browser.last().fails(error);
      assert.deepEqual([sentEvents(room).at(-1), it.session.view.hearing], [`service ${error}`, null]);
      await it.clock.advance(60_000);
      assert.equal(it.browser.created.length, 1);
    });
  }

  test('four times in a row without a word is final', async () => {
    const it = place('browser', scriptedRecogniser({ packs: US }));
    const room = await startListening(it);
    for (const wait of [2000, 4000, 8000]) {
      it.browser.last().fails('network');
      assert.equal(it.session.view.hearing!.state, 'ready');
      await it.clock.advance(wait);
    }
    assert.equal(it.browser.created.length, 4);
    it.browser.last().fails('network');
    await it.clock.advance(60_000);
    assert.deepEqual(
      [it.browser.created.length, it.session.view.hearing, sentEvents(room).at(-1)],
      [4, null, 'service network'],
    );
  });

  test('a recogniser that cannot be started changes nothing', async () => {
    const it = place('browser', scriptedRecogniser({ packs: US, refuses: true }));
    const room = await startListening(it);
    assert.deepEqual([it.session.view.hearing, sentEvents(room)], [null, ['service not-allowed']]);
  });

  test('the service can turn it off permanently', async () => {
    const it = place('browser', scriptedRecogniser({ packs: US }));
    const room = await startListening(it);
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
    assert.equal(it.browser.created.length, 1);
  });
});

describe('recognition beside the call', () => {
  test('ignores a muted microphone: earlier words are recognised, then the service is informed', async () => {
    const it = place('browser', scriptedRecogniser({ packs: US }));
    const room = await startListening(it);
    it.browser.last().says(['good mor']);
    it.session.setMicrophone(false);
    assert.deepEqual(it.browser.last().calls, ['start', 'stop']);
    it.browser.last().says(['good morning', true]);
    it.browser.last().ends();
    assert.deepEqual(
      [words(room).at(-1), sentEvents(room).at(-1)],
      [[0, 'good morning', true], 'service muted'],
    );
    await it.clock.advance(60_000);
    assert.equal(it.browser.created.length, 1);
    it.session.setMicrophone(true);
    await settle();
    it.browser.last().begins();
    assert.deepEqual([it.browser.created.length, sentEvents(room).at(-1)], [2, 'browser true']);
  });

  test('does not wait for a browser that never reports its stop', async () => {
    const it = place('browser', scriptedRecogniser({ packs: US }));
    const room = await startListening(it);
    it.session.setMicrophone(false);
    await it.clock.advance(2000);
    assert.deepEqual(
      [it.browser.last().calls, sentEvents(room).at(-1)],
      [['start', 'stop', 'abort'], 'service muted'],
    );
  });

  test('uses another microphone once it is chosen', async () => {
    const it = place('browser', scriptedRecogniser({ packs: US }));
    await startListening(it);
    it.session.chooseDevice('microphone', 'audio-2');
    await settle();
    it.browser.last().ends();
    await settle();
    assert.deepEqual([it.browser.created.length, it.browser.last().track], [2, it.media.live[0]]);
  });

  test('stops with a lost connection, and the next connection is informed again', async () => {
    const it = place('browser', scriptedRecogniser({ packs: US }));
    const room = await startListening(it);
    room.listener.lost();
    await settle();
    assert.deepEqual(it.browser.last().calls, ['start', 'abort']);
    const nextRoom = it.rooms.at(-1)!;
    nextRoom.connect();
    await settle();
    it.browser.last().begins();
    assert.deepEqual([it.browser.created.length, sentEvents(nextRoom)], [2, ['browser true']]);
  });

  test('does not restart on a hidden page until it is visible', async () => {
    const page = Object.assign(new EventTarget(), { hidden: false });
    Object.defineProperty(globalThis, 'document', { value: page, configurable: true });
    try {
      const it = place('browser', scriptedRecogniser({ packs: US }));
      const room = await startListening(it);
      await it.clock.advance(5000);
      page.hidden = true;
      it.browser.last().says(['still here', true]);
      assert.deepEqual(words(room), [[0, 'still here', true]], 'as long as the browser goes on');
      it.browser.last().ends();
      assert.deepEqual([it.browser.created.length, sentEvents(room).at(-1)], [1, 'service ended']);
      page.hidden = false;
      page.dispatchEvent(new Event('visibilitychange'));
      assert.equal(it.browser.created.length, 2);
    } finally {
      Reflect.deleteProperty(globalThis, 'document');
    }
  });

  test('ends with the call, whatever is pending', async () => {
    const it = place('browser', scriptedRecogniser({ packs: US }));
    const room = await startListening(it);
    const before = sentEvents(room).length;
    it.session.end();
    const ear = it.browser.last();
    assert.deepEqual([ear.calls, it.session.view.hearing], [['start', 'abort'], null]);
    ear.says(['after the end', true]);
    ear.ends();
    await it.clock.advance(60_000);
    assert.deepEqual(
      [sentEvents(room).length, it.browser.created.length, it.session.view.hearing],
      [before, 1, null],
    );
  });
});
