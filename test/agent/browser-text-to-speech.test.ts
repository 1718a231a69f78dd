/** An agent that speaks with the browser's voice: the page's reports, interruptions, and the service's fallback. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  startAnsweringCall,
  captions,
  controls,
  joinedCall,
  LANGUAGES,
  report,
  sentences,
  speakAll,
  speakingCall,
  type Sentence,
} from './browser-speaking.ts';
import { turnDuration } from '../../src/agent/turns/turn-options.ts';
import { answers, event, joinInput, settle } from './stage.ts';

describe("the page's voice", () => {
  test('speaks every line, with captions and transcript, and the service makes no sound', async () => {
    const play = await joinedCall();
    assert.deepEqual(
      sentences(play).map(({ text, language }) => [text, language]),
      [['Welcome.', 'en']],
    );
    assert.deepEqual(captions(play), [], 'no caption before its first word');
    await report(play, 'began');
    assert.deepEqual(captions(play), ['Welcome.']);
    await report(play, 'ended');
    assert.deepEqual(play.stage.lines(), [['pal', 'Welcome.']]);
    play.agent.take(event('conversation.respond', { text: 'When do you open?' }));
    await settle();
    await speakAll(play);
    assert.deepEqual(play.stage.lines().at(-1), ['pal', 'We open at ten. We close at seven.']);
    assert.deepEqual(play.entries.at(-1)?.content, 'We open at ten. We close at seven.');
    assert.deepEqual([play.served, play.stage.queue], [[], []]);
  });

  test('gets a mouth shape for each 40 ms and a time for each word', async () => {
    const play = await joinedCall({ greeting: 'My name is Mira.' });
    const [{ mouths, words, text }] = sentences(play) as [Sentence];
    assert.match(mouths, /^[0-6]{20,60}$/);
    assert.deepEqual(
      words.map(({ at }) => text.slice(at).split(' ')[0]),
      ['My', 'name', 'is', 'Mira.'],
    );
  });

  test('also speaks a greeting that was prepared while it connected', async () => {
    const play = speakingCall();
    play.agent.take({ type: 'connecting' });
    await settle();
    play.agent.take(joinInput());
    await settle();
    play.agent.take(event('conversation.speaking', LANGUAGES));
    await settle();
    assert.deepEqual([sentences(play).map(({ text }) => text), play.served], [['Welcome.'], []]);
  });

  test('has the microphone guarded while it speaks', async () => {
    const play = await joinedCall();
    assert.equal(play.stage.guard, 'guarded');
    await speakAll(play);
    assert.equal(play.stage.guard, 'open');
  });

  test('pauses while the visitor speaks, and resumes after a cough', async () => {
    const play = await startAnsweringCall();
    play.agent.take({ type: 'voice-began' });
    assert.deepEqual(controls(play), ['pause']);
    play.agent.take({ type: 'voice-ended' });
    await settle();
    assert.deepEqual(controls(play), ['pause', 'resume']);
    await report(play, 'ended', undefined, play.first);
    await report(play, 'began', undefined, play.second);
    await report(play, 'ended', undefined, play.second);
    assert.equal(play.stage.lines().at(-1)?.[1], 'We open at ten. We close at seven.');
  });

  test('is not paused by a message that arrives after its last sentence', async () => {
    const play = await startAnsweringCall();
    await report(play, 'ended', undefined, play.first);
    await report(play, 'began', undefined, play.second);
    play.agent.take({ type: 'voice-began' });
    await report(play, 'ended', undefined, play.second);
    play.agent.take({ type: 'voice-ended' });
    await settle();
    assert.deepEqual(controls(play), ['pause', 'resume']);
  });

  test('counts as silent while it is paused', async () => {
    const play = await startAnsweringCall();
    play.agent.take({ type: 'voice-began' });
    // After this time without words, the agent resumes.
    play.clock.move(turnDuration('wordlessInterruptionTimeout') - 1);
    await settle();
    assert.deepEqual(controls(play), ['pause']);
  });
});

describe('an interruption', () => {
  test('keeps the words before the word that the page reported last', async () => {
    const play = await startAnsweringCall();
    await report(play, 'word', 8, play.first);
    play.agent.take(event('conversation.interrupt'));
    assert.deepEqual(controls(play), ['stop']);
    await report(play, 'cut', 11, play.first);
    assert.deepEqual(play.stage.lines().at(-1), ['pal', 'We open at']);
    assert.equal(play.stage.sentEvents.at(-1)?.properties['interrupted'], true);
  });

  test('ends soon without an answer of the page, at the last report', async () => {
    const play = await startAnsweringCall();
    await report(play, 'word', 8, play.first);
    play.agent.take(event('conversation.interrupt'));
    play.clock.move(300);
    await settle();
    assert.deepEqual(play.stage.lines().at(-1), ['pal', 'We open']);
  });

  test('counts by the clock if the voice reports no words, without the time on hold', async () => {
    for (const hold of [0, 5000]) {
      const play = await startAnsweringCall();
      if (hold > 0) {
        play.agent.take({ type: 'voice-began' });
        play.clock.move(hold);
        play.agent.take({ type: 'voice-ended' });
        await settle();
        assert.deepEqual(controls(play), ['pause', 'resume']);
      }
      play.clock.move(720);
      play.agent.take(event('conversation.interrupt'));
      await report(play, 'cut', undefined, play.first);
      assert.deepEqual(play.stage.lines().at(-1), ['pal', 'We open at'], `${hold} ms`);
    }
  });

  test('after a whole sentence keeps that sentence', async () => {
    const play = await startAnsweringCall();
    await report(play, 'ended', undefined, play.first);
    play.agent.take(event('conversation.interrupt'));
    play.clock.move(1000);
    await settle();
    assert.deepEqual(play.stage.lines().at(-1), ['pal', 'We open at ten.']);
  });
});

describe("the service's voice", () => {
  test("speaks without an announcement in time, and the page's voice speaks from the next line on", async () => {
    const play = await joinedCall({}, null);
    assert.deepEqual([play.stage.queue.length, sentences(play).length], [0, 0]);
    play.clock.move(1500);
    await play.stage.play();
    assert.deepEqual(play.served, ['Welcome.']);
    play.agent.take(event('conversation.speaking', LANGUAGES));
    play.agent.take(event('conversation.respond', { text: 'When do you open?' }));
    await settle();
    assert.equal(sentences(play)[0]?.text, 'We open at ten.');
  });

  test('speaks at once if the page has no voice, or none for the language', async () => {
    for (const languages of [[], ['de', 'fr']]) {
      const play = await joinedCall({}, { languages });
      await play.stage.play();
      assert.deepEqual([play.served, sentences(play)], [['Welcome.'], []]);
    }
  });

  test('speaks if the setting is off, whatever the page announces', async () => {
    const play = await joinedCall({ browserVoice: false });
    await play.stage.play();
    assert.deepEqual([play.served, sentences(play)], [['Welcome.'], []]);
  });

  test('repeats a sentence that failed before its first word', async () => {
    const play = await joinedCall();
    await report(play, 'failed');
    await play.stage.play();
    assert.deepEqual([play.served, play.stage.lines()], [['Welcome.'], [['pal', 'Welcome.']]]);
    assert.deepEqual(captions(play), ['Welcome.']);
  });

  test('continues at the word at which the page failed; no word is lost or repeated', async () => {
    const play = await startAnsweringCall();
    await report(play, 'word', 8, play.first);
    await report(play, 'failed', undefined, play.first);
    assert.deepEqual(controls(play), ['stop']);
    await play.stage.play();
    assert.deepEqual(play.served, ['at ten.', 'We close at seven.']);
    assert.deepEqual(play.stage.lines().at(-1), ['pal', 'We open at ten. We close at seven.']);
    assert.deepEqual(captions(play).slice(-2), ['We open at ten.', 'We open at ten. We close at seven.']);
    // The service speaks for the rest of the connection, even if the page announces voices again.
    play.agent.take(event('conversation.speaking', LANGUAGES));
    play.agent.take(event('conversation.respond', { text: 'When do you open?' }));
    await play.stage.play();
    assert.deepEqual(play.served.slice(2), ['We open at ten.', 'We close at seven.']);
  });

  test('takes over from a page that never begins or never ends', async () => {
    const silent = await joinedCall();
    silent.clock.move(3000);
    await silent.stage.play();
    assert.deepEqual(silent.served, ['Welcome.']);
    const endless = await startAnsweringCall();
    await report(endless, 'word', 11, endless.first);
    endless.clock.move(20_000);
    await endless.stage.play();
    assert.deepEqual(endless.served, ['ten.', 'We close at seven.']);
  });

  test('can be interrupted in the rest of a sentence: both parts count', async () => {
    const play = await startAnsweringCall();
    await report(play, 'word', 8, play.first);
    await report(play, 'failed', undefined, play.first);
    play.stage.begin();
    play.agent.take(event('conversation.interrupt'));
    await settle();
    assert.deepEqual(play.stage.lines().at(-1), ['pal', 'We open at']);
  });

  test('leaves the words as text if it is missing', async () => {
    const play = await joinedCall({ voice: null });
    await report(play, 'failed');
    assert.deepEqual(play.stage.lines(), [['pal', 'Welcome.']]);
    const voicelessCall = await joinedCall({ voice: null }, { languages: [] });
    assert.deepEqual([voicelessCall.stage.lines(), voicelessCall.warnings], [[['pal', 'Welcome.']], []]);
  });

  test("speaks sounds and other languages in their order among the page's sentences", async () => {
    const play = await joinedCall({
      languages: ['en', 'de'],
      responder: answers({
        text: 'We open at ten every day. Wir haben am Montag leider geschlossen. Goodbye then.',
      }),
    });
    await speakAll(play);
    play.agent.take(event('conversation.respond', { text: 'When do you open?' }));
    await settle();
    assert.deepEqual(play.stage.queue.length, 0, 'waits for the page');
    const firstSentence = sentences(play).at(-1)!;
    await report(play, 'began', undefined, firstSentence);
    await report(play, 'ended', undefined, firstSentence);
    assert.deepEqual(play.served, ['Wir haben am Montag leider geschlossen.']);
    assert.equal(sentences(play).at(-1), firstSentence, 'waits for the room');
    await play.stage.play();
    assert.equal(sentences(play).at(-1)!.text, 'Goodbye then.');
  });
});
