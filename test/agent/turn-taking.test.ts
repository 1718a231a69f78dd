import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isBackChannel } from '../../src/agent/turns/back-channels.ts';
import type { AgentOptions } from '../../src/agent/agent-options.ts';
import { Playout } from '../../src/rooms/embedded/playout.ts';
import { begin, createRecogniser, event, settle, joinInput } from './stage.ts';
import { EARLY_READ_MS, type Play, turnOptions, speak, user } from './spoken-turns.ts';

/** Starts a call and plays its greeting, then types a question and begins to play the answer. */
async function startAnsweringCall(options: Partial<AgentOptions> = {}): Promise<Play> {
  const play = begin(options);
  play.agent.take(joinInput());
  await play.stage.play();
  play.agent.take(event('conversation.respond', { text: 'When?' }));
  await settle();
  play.stage.begin();
  return play;
}

// Proves resources-46.
test('turn-taking settings map to the expected options', () => {
  assert.deepEqual(turnOptions(undefined), {
    silence: 600,
    interruptibility: 'medium',
    idlePromptDelay: null,
    allowsSpeculation: true,
    hasFixedDelay: false,
    settlingDelay: 0,
  });
  assert.equal(
    turnOptions({ face_interruptibility: 'high', replica_interruptibility: 'low' }).interruptibility,
    'high',
  );
  assert.deepEqual(
    turnOptions({
      turn_taking_patience: 'low',
      pal_interruptibility: 'high',
      replica_interruptibility: 'low',
      idle_engagement: 'patient',
    }),
    {
      silence: 400,
      interruptibility: 'high',
      idlePromptDelay: 30_000,
      allowsSpeculation: true,
      hasFixedDelay: false,
      settlingDelay: 0,
    },
  );
  assert.deepEqual(
    turnOptions({
      turn_taking_patience: 'high',
      turn_detection: { silence_ms: 250 },
      replica_interruptibility: 'low',
      idle_engagement: 'eager',
      idle_seconds: 7,
    }),
    {
      silence: 250,
      interruptibility: 'low',
      idlePromptDelay: 7000,
      allowsSpeculation: true,
      hasFixedDelay: true,
      settlingDelay: 0,
    },
  );
  assert.deepEqual(
    [
      turnOptions({ turn_taking_patience: 'high' }).silence,
      turnOptions({ idle_engagement: 'off', idle_seconds: 9 }).idlePromptDelay,
    ],
    [1200, null],
  );
});

test('the room receives the silence that ends a turn, and the interruptibility of the agent', async () => {
  for (const [level, frames] of [
    ['low', 10],
    ['medium', 8],
    ['high', 6],
  ] as const) {
    const { agent, stage } = begin({
      turnOptions: turnOptions({ pal_interruptibility: level, turn_taking_patience: 'high' }),
    });
    agent.take(joinInput());
    await settle();
    assert.deepEqual([stage.guard, stage.flow], ['guarded', { guardedFrames: frames, silence: 1200 }]);
    assert.ok(frames * 20 <= 200, 'a voice is noticed within 200 ms');
    await stage.play();
    assert.deepEqual([stage.guard, stage.flow!.silence], ['open', EARLY_READ_MS]);
  }
});

describe("a voice over the agent's", () => {
  test('silences it at once, and ends the line if it contains words', async () => {
    const play = await startAnsweringCall({ speechToText: createRecogniser(['what about sundays']) });
    play.agent.take({ type: 'voice-began' });
    assert.deepEqual(
      [play.stage.isHeld, play.stage.hushed],
      [true, 0],
      'silent before a millisecond has passed',
    );
    play.clock.move(1000);
    play.agent.take({ type: 'voice-ended' });
    await settle();
    assert.equal(play.stage.hushed, 1);
    assert.deepEqual(user(play.stage), ['When?']);
    await play.stage.play();
    assert.deepEqual(user(play.stage), ['When?', 'what about sundays']);
    assert.equal(play.entries.at(1)!.content, 'When?');
  });

  test('that is only a back-channel or a cough lets the agent continue, and is no line', async () => {
    for (const [message, milliseconds] of [
      ['uh-huh', 900],
      ['yeah yeah', 700],
      ['', 300],
      ['', 1100],
      ['the', 300],
    ] as const) {
      const play = await startAnsweringCall({ speechToText: createRecogniser([message]) });
      play.agent.take({ type: 'voice-began' });
      assert.equal(play.stage.isHeld, true);
      play.clock.move(milliseconds);
      play.agent.take({ type: 'voice-ended' });
      await settle();
      assert.deepEqual([play.stage.isHeld, play.stage.hushed], [false, 0], message);
      assert.deepEqual(
        play.stage.sentEvents.at(-1)!.properties,
        { role: 'pal', speech: 'We open at ten.', final: false },
        'the page is told that it goes on',
      );
      await play.stage.play();
      assert.deepEqual(
        [play.stage.lines().at(-1)![1], user(play.stage)],
        ['We open at ten. We close at seven.', ['When?']],
      );
    }
  });

  test('ends the line if it is a short word that means stop', async () => {
    const play = await startAnsweringCall({ speechToText: createRecogniser(['stop']) });
    await speak(play, 300);
    assert.equal(play.stage.hushed, 1);
  });

  test('silences it while it lasts, and ends the line if it contains words', async () => {
    const play = await startAnsweringCall({ speechToText: createRecogniser(['and what about sundays']) });
    play.agent.take({ type: 'voice-began' });
    play.clock.move(5000);
    assert.deepEqual([play.stage.isHeld, play.stage.hushed], [true, 0]);
    play.agent.take({ type: 'voice-ended' });
    await settle();
    assert.equal(play.stage.hushed, 1);
  });

  test('that is noise of any length, or invented words for a noise, lets the agent continue', async () => {
    for (const [message, milliseconds] of [
      ['', 3000],
      ['Thank you.', 380],
      ['Thanks for watching!', 8000],
      ['[BLANK_AUDIO]', 2000],
      ['Untertitel der Amara.org-Community', 3000],
      ['ご視聴ありがとうございました', 3000],
    ] as const) {
      const play = await startAnsweringCall({ speechToText: createRecogniser([message]) });
      await speak(play, milliseconds);
      assert.deepEqual([play.stage.isHeld, play.stage.hushed], [false, 0], message);
      await play.stage.play();
      assert.deepEqual(
        [play.stage.lines().at(-1)![1], user(play.stage)],
        ['We open at ten. We close at seven.', ['When?']],
        message,
      );
    }
  });

  test('lets the agent continue if the recogniser does not answer', async () => {
    const play = await startAnsweringCall({
      speechToText: {
        languages: ['en'],
        listen: () => ({ write() {}, finish: () => new Promise(() => {}) }),
      },
    });
    play.agent.take({ type: 'voice-began' });
    play.clock.move(500);
    play.agent.take({ type: 'voice-ended' });
    play.clock.move(2999);
    assert.equal(play.stage.isHeld, true);
    play.clock.move(1);
    assert.deepEqual([play.stage.isHeld, play.stage.hushed], [false, 0]);
  });

  test('at interruptibility high ends the line at once', async () => {
    const play = await startAnsweringCall({ turnOptions: turnOptions({ pal_interruptibility: 'high' }) });
    play.agent.take({ type: 'voice-began' });
    assert.equal(play.stage.hushed, 1);
  });

  test('at interruptibility low is answered later if it is short, and interrupts if it is long', async () => {
    const play = await startAnsweringCall({
      turnOptions: turnOptions({ replica_interruptibility: 'low' }),
      speechToText: createRecogniser(['and on sundays']),
    });
    await speak(play, 800);
    assert.deepEqual([play.stage.isHeld, play.stage.hushed, user(play.stage)], [false, 0, ['When?']]);
    await play.stage.play();
    assert.deepEqual(play.stage.lines().slice(1), [
      ['user', 'When?'],
      ['pal', 'We open at ten. We close at seven.'],
      ['user', 'and on sundays'],
      ['pal', 'We open at ten. We close at seven.'],
    ]);
    const longCall = await startAnsweringCall({
      turnOptions: turnOptions({ pal_interruptibility: 'low' }),
      speechToText: createRecogniser(['and on sundays']),
    });
    longCall.agent.take({ type: 'voice-began' });
    longCall.clock.move(1500);
    assert.deepEqual([longCall.stage.isHeld, longCall.stage.hushed], [true, 0]);
    longCall.agent.take({ type: 'voice-ended' });
    await settle();
    assert.equal(longCall.stage.hushed, 1);
  });

  test('during the disclosure is an interruption, and is answered', async () => {
    const play = begin({
      disclosure: { verbal: 'I am an AI.', visual: 'AI' },
      greeting: '',
      speechToText: createRecogniser(['when are you open']),
    });
    play.agent.take(joinInput());
    await settle();
    play.stage.begin();
    await speak(play, 900);
    assert.equal(play.stage.hushed, 1);
    await play.stage.play();
    const lines = play.stage.lines().map(([, text]) => text);
    assert.deepEqual(lines.slice(-2), ['when are you open', 'We open at ten. We close at seven.']);
  });
});

describe('a silent call', () => {
  // Proves resources-46.
  test('the agent asks twice whether the visitor is there, then stays silent until they speak', async () => {
    const play = begin({ turnOptions: turnOptions({ idle_engagement: 'eager' }) });
    play.agent.take(joinInput());
    await play.stage.play();
    const countQuestions = () =>
      play.stage.lines().filter(([, words]) => /still there/.test(String(words))).length;
    play.clock.move(11_999);
    await play.stage.play();
    assert.equal(countQuestions(), 0);
    for (const count of [1, 2, 2, 2]) {
      play.clock.move(12_000);
      await play.stage.play();
      assert.equal(countQuestions(), count);
    }
    play.agent.take(event('conversation.respond', { text: 'When?' }));
    await play.stage.play();
    play.clock.move(12_000);
    await play.stage.play();
    assert.equal(countQuestions(), 3);
  });

  test('the agent does not ask while someone speaks, while no visitor is there, or unless configured', async () => {
    const play = begin({ turnOptions: turnOptions({ idle_engagement: 'eager' }) });
    play.agent.take(joinInput());
    await play.stage.play();
    play.agent.take({ type: 'voice-began' });
    play.clock.move(60_000);
    play.agent.take({ type: 'lost' });
    play.clock.move(60_000);
    await play.stage.play();
    assert.equal(play.stage.lines().length, 1);
    const callWithoutInterruption = begin();
    callWithoutInterruption.agent.take(joinInput());
    await callWithoutInterruption.stage.play();
    callWithoutInterruption.clock.move(600_000);
    await callWithoutInterruption.stage.play();
    assert.equal(callWithoutInterruption.stage.lines().length, 1);
  });
});

test('back-channels of a listener', () => {
  for (const [message, milliseconds] of [
    ['mhm', 2000],
    ['Uh-huh.', 2000],
    ['Okay, great!', 1500],
    ['ja genau', 1500],
    ['うん', 800],
    ['', 5000],
    ['table', 400],
  ] as const)
    assert.ok(isBackChannel(message, milliseconds), message);
  for (const [message, milliseconds] of [
    ['yeah but when', 900],
    ['No.', 300],
    ['wait', 200],
    ['tickets', 700],
    ['mhm mhm mhm mhm mhm', 900],
    ['when open', 400],
  ] as const)
    assert.ok(!isBackChannel(message, milliseconds), message);
});

test('a mouth shape shows one frame ahead, across the end of a sentence', () => {
  const playout = new Playout(() => {});
  const packets = (count: number) => Array.from({ length: count }, (_, index) => Uint8Array.of(index));
  playout.add('a', { text: 'x', packets: packets(4), mouths: Uint8Array.of(3, 4), duration: 0.08 });
  assert.deepEqual([playout.mouth(), playout.mouth(1), playout.mouth(2)], [3, 4, null]);
  playout.add('b', { text: 'y', packets: packets(2), mouths: Uint8Array.of(5), duration: 0.04 });
  for (let packet = 0; packet < 2; packet++) playout.next();
  assert.deepEqual([playout.mouth(), playout.mouth(1), playout.mouth(2)], [4, 5, null]);
  playout.hold(true);
  assert.equal(playout.mouth(1), null);
});

test('a paused sentence keeps its mouth closed, and continues with the next packet', () => {
  const events: unknown[] = [];
  const playout = new Playout((event) => events.push(event.is));
  playout.add('a', {
    text: 'x',
    packets: [Uint8Array.of(1), Uint8Array.of(2), Uint8Array.of(3)],
    mouths: Uint8Array.of(3, 3),
    duration: 0.06,
  });
  assert.deepEqual(playout.next()?.packet, Uint8Array.of(1));
  assert.equal(playout.mouth(), 3);
  playout.hold(true);
  assert.deepEqual([playout.next(), playout.mouth()], [null, null]);
  playout.hold(false);
  assert.deepEqual(playout.next()?.packet, Uint8Array.of(2));
  playout.hold(true);
  playout.hush();
  playout.add('b', { text: 'y', packets: [Uint8Array.of(9)], mouths: new Uint8Array(), duration: 0.02 });
  assert.deepEqual(playout.next()?.packet, Uint8Array.of(9), 'what is new is not held');
  assert.deepEqual(events, ['saying', 'said', 'saying']);
});
