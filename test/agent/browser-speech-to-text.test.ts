import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AgentOptions } from '../../src/agent/agent-options.ts';
import { endpointingDelayFor } from '../../src/agent/turns/turn-end.ts';
import { turnOptionsOf } from '../../src/agent/turns/turn-options.ts';
import { answers, begin, event, settle, joinInput } from './stage.ts';
import {
  EARLY_READ_MS,
  SILENCE_MS,
  type Play,
  hears,
  startListeningCall,
  pass,
  second,
  createServiceRecogniser,
  hearingEvents,
  user,
  playVoice,
} from './browser-hearing.ts';

const streamedTexts = ({ stage }: Play) =>
  stage.sentEvents
    .filter(({ type, properties }) => type === 'utterance.streaming' && properties['role'] === 'user')
    .map(({ properties }) => properties['speech']);

describe("the browser's speech recognition", () => {
  test("gives the visitor's line, and the service's recogniser is not used", async () => {
    const { recogniser, used: countUsed } = createServiceRecogniser('never');
    const play = await startListeningCall({ speechToText: recogniser });
    assert.deepEqual(hearingEvents(play), [{ hearing: 'browser' }]);
    await playVoice(play, 900, () => play.agent.take(hears(0, 'when do you open')));
    play.agent.take(hears(0, 'When do you open?', true, { confidence: 0.9 }));
    await settle();
    await pass(play, SILENCE_MS);
    await play.stage.play();
    assert.deepEqual(user(play), ['When do you open?']);
    assert.equal(countUsed(), 0);
  });

  test("shows partial words while they are spoken, under the line's own turn", async () => {
    const play = await startListeningCall();
    await playVoice(play, 900, () => {
      play.agent.take(hears(0, 'when'));
      play.agent.take(hears(0, 'when do you open'));
    });
    play.agent.take(hears(0, 'When do you open?', true));
    await settle();
    assert.deepEqual(streamedTexts(play).slice(0, 3), ['when', 'when do you open', 'When do you open?']);
    await pass(play, SILENCE_MS);
    await play.stage.play();
    const turns = play.stage.sentEvents
      .filter(({ type, properties }) => type.startsWith('utterance') && properties['role'] === 'user')
      .map(({ turn }) => turn!.turn_idx);
    assert.equal(new Set(turns).size, 1);
  });

  test('ends the wait at once with a complete text; the answer keeps the endpointing delay', async () => {
    let calls = 0;
    const play = await startListeningCall({
      responder: {
        kind: 'documents',
        async *think() {
          calls++;
          yield { text: 'At ten.' };
        },
      },
    });
    await playVoice(play, 900);
    assert.equal(calls, 0);
    play.agent.take(hears(0, 'When do you open?', true));
    await settle();
    assert.equal(calls, 1, 'begun early');
    assert.equal(play.stage.queue.length, 0, 'but not heard yet');
    // A complete question needs less silence than the full time.
    await pass(play, endpointingDelayFor('When do you open?', SILENCE_MS) - EARLY_READ_MS - 1);
    assert.equal(play.stage.queue.length, 0);
    await pass(play, 1);
    assert.equal(play.stage.queue.length, 1);
  });

  test('takes words as final if they do not change for 340 ms after the voice', async () => {
    let calls = 0;
    const play = await startListeningCall({
      responder: {
        kind: 'documents',
        async *think() {
          calls++;
          yield { text: 'At ten.' };
        },
      },
      turnOptions: turnOptionsOf({ turn_taking_patience: 'high' }, { hurried: true }),
    });
    await playVoice(play, 900, () => play.agent.take(hears(0, 'when do you open')));
    await pass(play, 340 - (EARLY_READ_MS - 40) - 1);
    assert.equal(calls, 1, 'guessed at the pause');
    assert.equal(play.entries.filter(({ role }) => role === 'user').length, 0);
    await pass(play, 1);
    assert.deepEqual(
      play.entries.filter(({ role }) => role === 'user').map(({ content }) => content),
      ['when do you open'],
    );
    assert.equal(calls, 1, 'and the guess is the answer');
  });

  test('joins the words around a pause into one line, each word once', async () => {
    const play = await startListeningCall();
    await playVoice(play, 800, () => play.agent.take(hears(0, 'I would like')));
    await pass(play, 230);
    await playVoice(play, 800, () => play.agent.take(hears(0, 'I would like two croissants')));
    play.agent.take(hears(0, 'I would like two croissants.', true));
    await settle();
    await pass(play, SILENCE_MS);
    await play.stage.play();
    assert.deepEqual(user(play), ['I would like two croissants.']);
  });

  test('makes words without a detected voice a turn', async () => {
    const play = await startListeningCall();
    play.agent.take(hears(0, 'when do'));
    play.agent.take(hears(0, 'when do you open'));
    assert.ok(play.stage.types().includes('started_speaking'));
    await pass(play, 340);
    await pass(play, SILENCE_MS);
    await play.stage.play();
    assert.deepEqual(user(play), ['when do you open']);
    assert.equal(play.stage.types().filter((type) => type === 'stopped_speaking').length > 0, true);
  });

  test('assigns a voice that is detected after its first words to the same turn', async () => {
    const play = await startListeningCall();
    play.agent.take(hears(0, 'when'));
    await playVoice(play, 700, () => play.agent.take(hears(0, 'when do you open', true)));
    await pass(play, 340);
    await pass(play, SILENCE_MS);
    await play.stage.play();
    assert.deepEqual(user(play), ['when do you open']);
    assert.equal(
      play.stage.sentEvents.filter(
        ({ type, properties }) => type === 'started_speaking' && properties['role'] === 'user',
      ).length,
      1,
    );
  });

  test("sets the line's language if it is one of the conversation's", async () => {
    const play = await startListeningCall({ languages: ['en', 'de'] });
    await playVoice(play, 900, () => play.agent.take(hears(0, 'Hotel Berlin', false, { language: 'de-DE' })));
    play.agent.take(hears(0, 'Hotel Berlin', true, { language: 'de-DE' }));
    await settle();
    assert.equal(play.agent.language, 'de');
  });

  test('is used if the service has no recogniser for the language', async () => {
    const capabilities = {
      hearing: 'none',
      answering: 'documents',
      voice: 'endpoint',
      languages: ['de'],
    } as const;
    const play = await startListeningCall({
      speechToText: null,
      languages: ['de'],
      capabilities: { ...capabilities, languages: ['de'] },
    });
    await playVoice(play, 900, () => play.agent.take(hears(0, 'Wann öffnen Sie', true)));
    await pass(play, 340 + SILENCE_MS);
    await play.stage.play();
    assert.deepEqual(user(play), ['Wann öffnen Sie']);
    play.agent.take(event('conversation.hearing', { by: 'service', reason: 'network' }));
    assert.deepEqual(hearingEvents(play).at(-1), { hearing: 'none' });
  });
});

describe("over the agent's voice", () => {
  const startSpokenCall = async (options: Partial<AgentOptions> = {}): Promise<Play> => {
    const play = await startListeningCall(options);
    play.agent.take(event('conversation.respond', { text: 'When?' }));
    await settle();
    play.stage.begin();
    return play;
  };

  test("a voice silences the agent at once, and the browser's words end its line", async () => {
    const play = await startSpokenCall();
    play.agent.take({ type: 'voice-began' });
    assert.deepEqual([play.stage.isHeld, play.stage.hushed], [true, 0]);
    play.agent.take({ type: 'voice', samples: second() });
    await pass(play, 900);
    play.agent.take(hears(0, 'what about sundays'));
    play.agent.take({ type: 'voice-paused' });
    await pass(play, 600);
    play.agent.take({ type: 'voice-ended' });
    await settle();
    assert.equal(play.stage.hushed, 1);
    await pass(play, SILENCE_MS);
    await play.stage.play();
    assert.deepEqual(user(play), ['When?', 'what about sundays']);
  });

  test('a "mhm" lets the agent continue', async () => {
    const play = await startSpokenCall();
    play.agent.take({ type: 'voice-began' });
    play.agent.take({ type: 'voice', samples: second(300) });
    await pass(play, 300);
    play.agent.take({ type: 'voice-paused' });
    play.agent.take(hears(0, 'mhm', true));
    await pass(play, 600);
    play.agent.take({ type: 'voice-ended' });
    await settle();
    assert.deepEqual([play.stage.isHeld, play.stage.hushed], [false, 0]);
  });

  test('words without a voice count as echo: they neither interrupt nor appear later', async () => {
    const play = await startSpokenCall();
    play.agent.take(hears(0, 'we open at ten'));
    await pass(play, 2000);
    play.agent.take(hears(0, 'we open at ten', true));
    assert.equal(play.stage.hushed, 0);
    await play.stage.play();
    await playVoice(play, 900, () => play.agent.take(hears(1, 'that is all', true)));
    await pass(play, 340 + SILENCE_MS);
    await play.stage.play();
    assert.deepEqual(user(play), ['When?', 'that is all']);
  });

  test("echo of the agent is not part of the visitor's next line", async () => {
    const play = await startSpokenCall();
    play.agent.take(hears(0, 'we open at ten', true));
    await play.stage.play();
    play.agent.take(hears(1, 'that is all', true));
    await pass(play, SILENCE_MS);
    await play.stage.play();
    assert.deepEqual(user(play), ['When?', 'that is all']);
  });

  test("words just before a detected voice are the visitor's", async () => {
    const play = await startSpokenCall();
    play.agent.take(hears(0, 'what'));
    await pass(play, 150);
    play.agent.take({ type: 'voice-began' });
    play.agent.take({ type: 'voice', samples: second() });
    await pass(play, 800);
    play.agent.take(hears(0, 'what about sundays'));
    play.agent.take({ type: 'voice-paused' });
    await pass(play, 600);
    play.agent.take({ type: 'voice-ended' });
    await settle();
    await pass(play, SILENCE_MS);
    await play.stage.play();
    assert.deepEqual(user(play), ['When?', 'what about sundays']);
  });
});

describe('the boundaries of an utterance', () => {
  test('a complete text before the end of the voice does not end the utterance', async () => {
    const play = await startListeningCall();
    await playVoice(play, 1500, () => play.agent.take(hears(0, 'Good morning.', true)));
    await pass(play, 50);
    play.agent.take(hears(1, 'when do you open'));
    await pass(play, 340);
    const beginEvents = play.stage.sentEvents.filter(
      ({ type, properties }) => type === 'started_speaking' && properties['role'] === 'user',
    );
    assert.equal(beginEvents.length, 1, 'one turn');
    await pass(play, SILENCE_MS);
    await play.stage.play();
    assert.deepEqual(user(play), ['Good morning. when do you open']);
  });

  test('if the voice continues at once, the known words are the line and are not recognised again', async () => {
    const { recogniser, used: countUsed } = createServiceRecogniser('never');
    const play = await startListeningCall({ speechToText: recogniser });
    await playVoice(play, 800, () => play.agent.take(hears(0, 'I would like')));
    await pass(play, 50);
    await playVoice(play, 800, () => play.agent.take(hears(0, 'I would like two croissants')));
    await pass(play, 3000);
    await play.stage.play();
    assert.deepEqual([user(play), countUsed()], [['I would like two croissants'], 0]);
  });

  test('words without a voice become a line after 340 ms without a change', async () => {
    const play = await startListeningCall();
    play.agent.take(hears(0, 'when do you open'));
    await pass(play, 339);
    assert.equal(play.entries.filter(({ role }) => role === 'user').length, 0);
    await pass(play, 1);
    assert.equal(play.entries.filter(({ role }) => role === 'user').length, 1);
  });

  test('at most a minute of sound is stored', async () => {
    const { recogniser, streams } = createServiceRecogniser('much');
    const play = await startListeningCall({ speechToText: recogniser });
    play.agent.take({ type: 'voice-began' });
    for (let count = 0; count < 70; count++) play.agent.take({ type: 'voice', samples: second() });
    play.agent.take(event('conversation.hearing', { by: 'service', reason: 'network' }));
    assert.equal(streams.find(({ samples }) => samples > 0)!.samples, 60 * 16_000);
  });

  test('a typed line is separate from the utterance being spoken', async () => {
    const play = await startListeningCall();
    play.agent.take(hears(0, 'when do'));
    play.agent.take(event('conversation.respond', { text: 'Do you have bells?' }));
    await settle();
    await play.stage.play();
    const turnOf = (text: string) =>
      play.stage.sentEvents.find(({ properties }) => properties['speech'] === text)!.turn!.turn_idx;
    assert.notEqual(turnOf('when do'), turnOf('Do you have bells?'));
  });
});

describe('refusals', () => {
  test("the cloud recogniser of the browser's vendor is refused unless the deployment allows it", async () => {
    for (const [cloudHearing, expected] of [
      [false, { hearing: 'embedded', stop: true }],
      [true, { hearing: 'browser' }],
    ] as const) {
      const play = await startListeningCall({ cloudHearing }, { by: 'browser', on_device: false });
      assert.deepEqual(hearingEvents(play), [expected]);
      play.agent.take(hears(0, 'hello there', true));
      await pass(play, 340);
      assert.equal(
        play.stage.types().includes('started_speaking') && streamedTexts(play).length > 0,
        cloudHearing,
      );
    }
  });

  test('words are refused in a text call, in echo mode, and before an announcement', async () => {
    const text = begin();
    text.agent.take(joinInput('text'));
    text.agent.take(event('conversation.hearing', { by: 'browser', on_device: true }));
    text.agent.take(hears(0, 'hello', true));
    const echo = begin({ responder: null });
    echo.agent.take(joinInput());
    echo.agent.take(event('conversation.hearing', { by: 'browser', on_device: true }));
    echo.agent.take(hears(0, 'hello', true));
    const unannounced = begin();
    unannounced.agent.take(joinInput());
    unannounced.agent.take(hears(0, 'hello', true));
    for (const play of [text, echo, unannounced]) {
      await pass(play, 2000);
      assert.deepEqual([hearingEvents(play), streamedTexts(play)], [[], []]);
    }
  });

  test('more than thirty messages a second are refused and logged once, without their words', async () => {
    const play = await startListeningCall({ responder: answers({ text: 'Yes.' }) });
    for (let count = 0; count < 100; count++) play.agent.take(hears(0, `word ${count}`));
    assert.equal(streamedTexts(play).length, 30);
    assert.deepEqual(play.warnings, [{ engine: 'ears', fault: 'page_floods' }]);
    await pass(play, 1000);
    play.agent.take(hears(0, 'word word word'));
    assert.equal(streamedTexts(play).length > 30, true);
  });
});
