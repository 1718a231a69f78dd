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

const speechTexts = (room: FakeRoom) =>
  sentEvents(room)
    .filter((sentEvent) => typeof sentEvent === 'object')
    .map((sentEvent) => {
      const { segment, speech, final } = sentEvent as { segment: number; speech: string; final: boolean };
      return [segment, speech, final];
    });

describe('recognised words', () => {
  test('are sent as they grow, at most seven times a second, and at once when they are complete', async () => {
    const visitor = place('browser', scriptedRecogniser({ packs: US }));
    const room = await startListening(visitor);
    const recognition = visitor.browser.last();
    recognition.says(['when']);
    recognition.says(['when do']);
    recognition.says(['when do', false], [' you', false]);
    assert.deepEqual(speechTexts(room), [[0, 'when', false]]);
    await visitor.clock.advance(150);
    assert.deepEqual(speechTexts(room).slice(1), [[0, 'when do you', false]]);
    recognition.says(['When do you open?', true, 0.9]);
    recognition.says(['When do you open?', true, 0.9], ['and']);
    await visitor.clock.advance(150);
    assert.deepEqual(speechTexts(room).slice(2), [
      [0, 'When do you open?', true],
      [1, 'and', false],
    ]);
    const complete = sentEvents(room)[3] as { confidence: number; language: string; elapsed: number };
    assert.deepEqual([complete.confidence, complete.language, complete.elapsed], [0.9, 'en-US', 150]);
  });

  test('have no confidence if the browser reports 0, and fit a message', async () => {
    const visitor = place('browser', scriptedRecogniser({ packs: US }));
    const room = await startListening(visitor);
    visitor.browser.last().says(['x'.repeat(5000), true, 0]);
    const [, message] = sentEvents(room) as [string, { speech: string; confidence?: number }];
    assert.deepEqual([message.speech.length, 'confidence' in message], [4000, false]);
  });

  test('continue with new numbers after a restart', async () => {
    const visitor = place('browser', scriptedRecogniser({ packs: US }));
    const room = await startListening(visitor);
    await visitor.clock.advance(20_000);
    visitor.browser.last().says(['one', true]);
    visitor.browser.last().ends();
    visitor.browser.last().begins();
    visitor.browser.last().says(['two', true]);
    assert.equal(visitor.browser.created.length, 2);
    assert.deepEqual(speechTexts(room), [
      [0, 'one', true],
      [1, 'two', true],
    ]);
    assert.deepEqual(
      sentEvents(room).filter((sentEvent) => typeof sentEvent === 'string'),
      ['browser true', 'service ended', 'browser true'],
    );
  });

  test('of a stopped recogniser are ignored', async () => {
    const visitor = place('browser', scriptedRecogniser({ packs: US }));
    const room = await startListening(visitor);
    const oldRecogniser = visitor.browser.last();
    await visitor.clock.advance(5000);
    oldRecogniser.ends();
    oldRecogniser.says(['ghost', true]);
    oldRecogniser.ends();
    assert.deepEqual([speechTexts(room), visitor.browser.created.length], [[], 2]);
  });
});

describe('a stop of the recogniser', () => {
  for (const error of ['network', 'no-speech', 'aborted', 'audio-capture']) {
    test(`by ${error} is reported to the service at once, and it is tried again`, async () => {
      const visitor = place('browser', scriptedRecogniser({ packs: US }));
      const room = await startListening(visitor);
      await visitor.clock.advance(5000);
      visitor.browser.last().says(['hello', true]);
      visitor.browser.last().fails(error);
      assert.deepEqual(sentEvents(room).at(-1), `service ${error}`);
      await visitor.clock.advance(2000);
      assert.equal(visitor.browser.created.length, 2);
      visitor.browser.last().begins();
      assert.deepEqual(sentEvents(room).at(-1), 'browser true');
    });
  }

  for (const error of ['not-allowed', 'service-not-allowed', 'language-not-supported']) {
    test(`by ${error} lets the service recognise for the rest of the call`, async () => {
      const visitor = place('browser', scriptedRecogniser({ packs: US }));
      const room = await startListening(visitor);
      visitor.browser.last().fails(error);
      assert.deepEqual([sentEvents(room).at(-1), visitor.session.view.hearing], [`service ${error}`, null]);
      await visitor.clock.advance(60_000);
      assert.equal(visitor.browser.created.length, 1);
    });
  }

  test('four times in a row without a word is final', async () => {
    const visitor = place('browser', scriptedRecogniser({ packs: US }));
    const room = await startListening(visitor);
    for (const wait of [2000, 4000, 8000]) {
      visitor.browser.last().fails('network');
      assert.equal(visitor.session.view.hearing!.state, 'ready');
      await visitor.clock.advance(wait);
    }
    assert.equal(visitor.browser.created.length, 4);
    visitor.browser.last().fails('network');
    await visitor.clock.advance(60_000);
    assert.deepEqual(
      [visitor.browser.created.length, visitor.session.view.hearing, sentEvents(room).at(-1)],
      [4, null, 'service network'],
    );
  });

  test('a recogniser that cannot be started changes nothing', async () => {
    const visitor = place('browser', scriptedRecogniser({ packs: US, refuses: true }));
    const room = await startListening(visitor);
    assert.deepEqual([visitor.session.view.hearing, sentEvents(room)], [null, ['service not-allowed']]);
  });

  test('the service can turn it off permanently', async () => {
    const visitor = place('browser', scriptedRecogniser({ packs: US }));
    const room = await startListening(visitor);
    room.tell('conversation.ready', { capabilities: { ...CAPABILITIES, languages: ['en'] } });
    room.tell('conversation.hearing', { hearing: 'browser' });
    assert.equal(visitor.session.view.capabilities!.hearing, 'browser');
    room.tell('conversation.hearing', { hearing: 'embedded', stop: true });
    assert.deepEqual(
      [
        visitor.session.view.capabilities!.hearing,
        visitor.session.view.hearing,
        visitor.browser.last().calls,
      ],
      ['embedded', null, ['start', 'abort']],
    );
    visitor.session.setMicrophone(false);
    visitor.session.setMicrophone(true);
    await settle();
    assert.equal(visitor.browser.created.length, 1);
  });
});

describe('recognition beside the call', () => {
  test('ignores a muted microphone: earlier words are recognised, then the service is informed', async () => {
    const visitor = place('browser', scriptedRecogniser({ packs: US }));
    const room = await startListening(visitor);
    visitor.browser.last().says(['good mor']);
    visitor.session.setMicrophone(false);
    assert.deepEqual(visitor.browser.last().calls, ['start', 'stop']);
    visitor.browser.last().says(['good morning', true]);
    visitor.browser.last().ends();
    assert.deepEqual(
      [speechTexts(room).at(-1), sentEvents(room).at(-1)],
      [[0, 'good morning', true], 'service muted'],
    );
    await visitor.clock.advance(60_000);
    assert.equal(visitor.browser.created.length, 1);
    visitor.session.setMicrophone(true);
    await settle();
    visitor.browser.last().begins();
    assert.deepEqual([visitor.browser.created.length, sentEvents(room).at(-1)], [2, 'browser true']);
  });

  test('does not wait for a browser that never reports its stop', async () => {
    const visitor = place('browser', scriptedRecogniser({ packs: US }));
    const room = await startListening(visitor);
    visitor.session.setMicrophone(false);
    await visitor.clock.advance(2000);
    assert.deepEqual(
      [visitor.browser.last().calls, sentEvents(room).at(-1)],
      [['start', 'stop', 'abort'], 'service muted'],
    );
  });

  test('uses another microphone once it is chosen', async () => {
    const visitor = place('browser', scriptedRecogniser({ packs: US }));
    await startListening(visitor);
    visitor.session.chooseDevice('microphone', 'audio-2');
    await settle();
    visitor.browser.last().ends();
    await settle();
    assert.deepEqual(
      [visitor.browser.created.length, visitor.browser.last().track],
      [2, visitor.media.live[0]],
    );
  });

  test('stops with a lost connection, and the next connection is informed again', async () => {
    const visitor = place('browser', scriptedRecogniser({ packs: US }));
    const room = await startListening(visitor);
    room.listener.lost();
    await settle();
    assert.deepEqual(visitor.browser.last().calls, ['start', 'abort']);
    const nextRoom = visitor.rooms.at(-1)!;
    nextRoom.connect();
    await settle();
    visitor.browser.last().begins();
    assert.deepEqual([visitor.browser.created.length, sentEvents(nextRoom)], [2, ['browser true']]);
  });

  test('does not restart on a hidden page until it is visible', async () => {
    const page = Object.assign(new EventTarget(), { hidden: false });
    Object.defineProperty(globalThis, 'document', { value: page, configurable: true });
    try {
      const visitor = place('browser', scriptedRecogniser({ packs: US }));
      const room = await startListening(visitor);
      await visitor.clock.advance(5000);
      page.hidden = true;
      visitor.browser.last().says(['still here', true]);
      assert.deepEqual(speechTexts(room), [[0, 'still here', true]], 'as long as the browser goes on');
      visitor.browser.last().ends();
      assert.deepEqual([visitor.browser.created.length, sentEvents(room).at(-1)], [1, 'service ended']);
      page.hidden = false;
      page.dispatchEvent(new Event('visibilitychange'));
      assert.equal(visitor.browser.created.length, 2);
    } finally {
      Reflect.deleteProperty(globalThis, 'document');
    }
  });

  test('ends with the call, whatever is pending', async () => {
    const visitor = place('browser', scriptedRecogniser({ packs: US }));
    const room = await startListening(visitor);
    const previousCount = sentEvents(room).length;
    visitor.session.end();
    const recognition = visitor.browser.last();
    assert.deepEqual([recognition.calls, visitor.session.view.hearing], [['start', 'abort'], null]);
    recognition.says(['after the end', true]);
    recognition.ends();
    await visitor.clock.advance(60_000);
    assert.deepEqual(
      [sentEvents(room).length, visitor.browser.created.length, visitor.session.view.hearing],
      [previousCount, 1, null],
    );
  });
});
