/** If the browser's recogniser stops, the service recognises speech instead. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { event, settle, joinInput } from './stage.ts';
import {
  EARLY_READ_MS,
  SILENCE_MS,
  hears,
  startListeningCall,
  pass,
  second,
  createServiceRecogniser,
  hearingEvents,
  user,
  playVoice,
} from './browser-hearing.ts';

describe("the service's recogniser", () => {
  for (const reason of ['network', 'no-speech', 'not-allowed', 'language-not-supported', 'aborted']) {
    test(`recognises the current speech from its beginning if the page's recogniser stops by ${reason}`, async () => {
      const { recogniser, streams } = createServiceRecogniser('when do you open');
      const play = await startListeningCall({ speechToText: recogniser });
      play.agent.take({ type: 'voice-began' });
      play.agent.take({ type: 'voice', samples: second(500) });
      await pass(play, 500);
      play.agent.take(hears(0, 'when'));
      play.agent.take(event('conversation.hearing', { by: 'service', reason }));
      assert.deepEqual(hearingEvents(play), [{ hearing: 'browser' }, { hearing: 'embedded' }]);
      play.agent.take({ type: 'voice', samples: second(500) });
      await pass(play, 660);
      play.agent.take({ type: 'voice-ended' });
      await settle();
      await pass(play, SILENCE_MS);
      await play.stage.play();
      assert.deepEqual(user(play), ['when do you open']);
      assert.equal(streams.find(({ samples }) => samples > 0)!.samples, 16_000, 'all of the sound, once');
    });
  }

  test('is told that a voice that it took over continues after a pause', async () => {
    const { recogniser, streams } = createServiceRecogniser('when do you open');
    const play = await startListeningCall({ speechToText: recogniser });
    play.agent.take({ type: 'voice-began' });
    play.agent.take({ type: 'voice', samples: second(500) });
    await pass(play, 500);
    play.agent.take(event('conversation.hearing', { by: 'service', reason: 'network' }));
    play.agent.take({ type: 'voice-paused' });
    play.agent.take({ type: 'voice-resumed' });
    assert.deepEqual(
      streams.filter(({ samples }) => samples > 0).map(({ resumed }) => resumed),
      [1],
    );
  });

  test("takes over words that came before the voice, if the page's recogniser stops between the two", async () => {
    const { recogniser } = createServiceRecogniser('what are your opening hours');
    const play = await startListeningCall({ speechToText: recogniser });
    play.agent.take(hears(0, 'how'));
    play.agent.take(event('conversation.hearing', { by: 'service', reason: 'network' }));
    await pass(play, 100);
    await playVoice(play, 900);
    await pass(play, SILENCE_MS);
    await play.stage.play();
    assert.deepEqual(user(play), ['what are your opening hours']);
  });

  test("keeps the page's words if there is no voice", async () => {
    const { recogniser, used: countUsed } = createServiceRecogniser('never');
    const play = await startListeningCall({ speechToText: recogniser });
    play.agent.take(hears(0, 'when do you open'));
    play.agent.take(event('conversation.hearing', { by: 'service', reason: 'network' }));
    await pass(play, 340);
    await pass(play, SILENCE_MS);
    await play.stage.play();
    assert.deepEqual([user(play), countUsed()], [['when do you open'], 0]);
  });

  test('prevents a returning page recogniser from repeating its words', async () => {
    const { recogniser } = createServiceRecogniser('when do you open');
    const play = await startListeningCall({ speechToText: recogniser });
    play.agent.take(event('conversation.hearing', { by: 'service', reason: 'no-speech' }));
    play.agent.take({ type: 'voice-began' });
    play.agent.take({ type: 'voice', samples: second() });
    await pass(play, 500);
    play.agent.take(event('conversation.hearing', { by: 'browser', on_device: true }));
    await pass(play, 500);
    play.agent.take(hears(4, 'you open', false, { elapsed: 300 }));
    await pass(play, EARLY_READ_MS);
    play.agent.take({ type: 'voice-ended' });
    await settle();
    await pass(play, 100);
    play.agent.take(hears(5, 'you open', true, { elapsed: 700 }));
    await pass(play, SILENCE_MS);
    await play.stage.play();
    assert.deepEqual(user(play), ['when do you open']);
  });

  test('starts a second after a voice for which the browser reported no words', async () => {
    const { recogniser, used: countUsed } = createServiceRecogniser('when do you open');
    const play = await startListeningCall({ speechToText: recogniser });
    await playVoice(play, 900);
    await pass(play, 1000 - (EARLY_READ_MS - 40) - 1);
    assert.equal(countUsed(), 0);
    await pass(play, 1);
    assert.equal(countUsed(), 1);
    await pass(play, SILENCE_MS);
    await play.stage.play();
    assert.deepEqual(user(play), ['when do you open']);
  });

  test('prevents late words of the browser for that voice from being repeated', async () => {
    const { recogniser } = createServiceRecogniser('when do you open');
    const play = await startListeningCall({ speechToText: recogniser });
    await playVoice(play, 900);
    await pass(play, 1000 - (EARLY_READ_MS - 40));
    play.agent.take(hears(0, 'when do you open', true, { elapsed: 1800 }));
    await pass(play, SILENCE_MS);
    await play.stage.play();
    assert.deepEqual(user(play), ['when do you open']);
  });

  test('does not start after a cough', async () => {
    const { recogniser, used: countUsed } = createServiceRecogniser('what');
    const play = await startListeningCall({ speechToText: recogniser });
    await playVoice(play, 200);
    await pass(play, 3000);
    assert.equal(countUsed(), 0);
    assert.deepEqual(user(play), []);
  });

  test('takes over permanently after two such voices in a row, and reports it', async () => {
    const { recogniser, used: countUsed } = createServiceRecogniser('one', 'two', 'three');
    const play = await startListeningCall({ speechToText: recogniser });
    for (let count = 0; count < 2; count++) {
      await playVoice(play, 900);
      await pass(play, 1000);
      await pass(play, SILENCE_MS);
      await play.stage.play();
    }
    assert.deepEqual(hearingEvents(play).at(-1), { hearing: 'embedded', stop: true });
    play.agent.take(event('conversation.hearing', { by: 'browser', on_device: true }));
    assert.deepEqual(hearingEvents(play).at(-1), { hearing: 'embedded', stop: true });
    await playVoice(play, 900);
    await pass(play, SILENCE_MS);
    await play.stage.play();
    assert.equal(countUsed(), 3);
    assert.deepEqual(user(play), ['one', 'two', 'three']);
  });

  test('does not take over if the browser understood an utterance between the two', async () => {
    const { recogniser } = createServiceRecogniser('one', 'three');
    const play = await startListeningCall({ speechToText: recogniser });
    for (const [segment, message] of ['', 'two', ''].entries()) {
      await playVoice(play, 900, () => message && play.agent.take(hears(segment, message, true)));
      await pass(play, 1000);
      await pass(play, SILENCE_MS);
      await play.stage.play();
    }
    assert.deepEqual([user(play), hearingEvents(play)], [['one', 'two', 'three'], [{ hearing: 'browser' }]]);
  });

  test('recognises words again for which the browser reports a low confidence', async () => {
    const { recogniser, used: countUsed } = createServiceRecogniser('Northlight');
    const play = await startListeningCall({ speechToText: recogniser });
    await playVoice(play, 900, () => {});
    play.agent.take(hears(0, 'north light', true, { confidence: 0.1 }));
    await pass(play, SILENCE_MS);
    await play.stage.play();
    assert.deepEqual([user(play), countUsed()], [['Northlight'], 1]);
  });

  test('is used from a new connection on, until the page announces its own', async () => {
    const { recogniser, used: countUsed } = createServiceRecogniser('hello');
    const play = await startListeningCall({ speechToText: recogniser });
    play.agent.take({ type: 'lost' });
    play.agent.take(joinInput());
    play.agent.take(hears(0, 'ghost', true));
    await playVoice(play, 900);
    await pass(play, SILENCE_MS);
    await play.stage.play();
    assert.deepEqual([user(play), countUsed()], [['hello'], 1]);
  });
});

test("is replaced by the browser's again after a connection that was lost meanwhile", async () => {
  const play = await startListeningCall();
  play.agent.take(event('conversation.hearing', { by: 'service', reason: 'no-speech' }));
  play.agent.take({ type: 'voice-began' });
  play.agent.take({ type: 'lost' });
  play.agent.take(joinInput());
  play.agent.take(event('conversation.hearing', { by: 'browser', on_device: true }));
  play.agent.take(hears(0, 'I am back now', true));
  await pass(play, SILENCE_MS);
  await play.stage.play();
  assert.deepEqual(user(play), ['I am back now']);
});
