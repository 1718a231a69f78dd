import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AgentOptions } from '../../src/agent/agent-options.ts';
import type { SpeechToText } from '../../src/agent/speech/engines.ts';
import { LineContinued, type Responder } from '../../src/agent/replies/responder.ts';
import { turnOptionsOf } from '../../src/agent/turns/turn-options.ts';
import { begin, createPausingRecogniser, event, settle, joinInput } from './stage.ts';

const FRAME = new Int16Array(320);
const EARLY = 260;

/**
 * Creates a model that records its questions; the test releases each answer. `finishedReplies` lists the questions
 * whose turn has certainly ended.
 */
function model() {
  const questions: string[] = [];
  const droppedReplies: unknown[] = [];
  const finishedReplies: string[] = [];
  const ready: (() => void)[] = [];
  const responder: Responder = {
    kind: 'model',
    async *think(question, { signal, turnEnd }) {
      questions.push(question);
      signal.addEventListener('abort', () => droppedReplies.push(signal.reason));
      void Promise.resolve(turnEnd).then(() => signal.aborted || finishedReplies.push(question));
      await new Promise<void>((resolve) => {
        ready.push(resolve);
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
      signal.throwIfAborted();
      yield { text: 'Here you are. ' };
      yield { text: 'Anything else?' };
    },
  };
  return {
    responder,
    questions,
    dropped: droppedReplies,
    finished: finishedReplies,
    answer: () => ready.at(-1)!(),
  };
}

async function call(recogniser: SpeechToText, options: Partial<AgentOptions> = {}) {
  const thinking = model();
  const watchedLines: string[] = [];
  const play = begin({
    responder: thinking.responder,
    speechToText: recogniser,
    watch: {
      takeLine: (line) => void watchedLines.push(`heard ${line}`),
      openTurn: () => void watchedLines.push('begun'),
      endCall: () => void watchedLines.push('closed'),
    },
    ...options,
  });
  play.agent.take(joinInput());
  await play.stage.play();
  const sentCount = play.stage.sentEvents.length;
  return {
    ...play,
    ...thinking,
    watched: watchedLines,
    /** Returns the types of the messages to the page since the greeting. */
    messages: () => play.stage.sentEvents.slice(sentCount).map(({ type }) => type),
    speak: () => (play.agent.take({ type: 'voice-began' }), play.clock.move(1000)),
    pause: async () => (play.agent.take({ type: 'voice-paused' }), await settle()),
    end: async () => (play.clock.move(EARLY), play.agent.take({ type: 'voice-ended' }), await settle()),
    rest: async () => (play.clock.move(440), await settle()),
  };
}

describe('an early answer that is begun at a pause', () => {
  test('is adopted if the turn has the same words: one request, no event before', async () => {
    const play = await call(createPausingRecogniser(['when are you open'], ['when are you open']));
    play.speak();
    await play.pause();
    assert.deepEqual(
      [play.questions, play.messages(), play.entries.length, play.watched],
      [['when are you open'], ['started_speaking'], 1, []],
    );
    play.answer();
    await settle();
    assert.deepEqual(
      [play.messages(), play.stage.queue.length],
      [['started_speaking'], 0],
      'not even where the answer is there',
    );
    await play.end();
    assert.deepEqual(
      [play.questions.length, play.stage.queue.length, play.watched],
      [1, 0, ['heard when are you open', 'begun']],
    );
    assert.deepEqual(play.finished, [], 'the turn may go on');
    await play.rest();
    assert.deepEqual(play.finished, ['when are you open']);
    await play.stage.play();
    assert.deepEqual(play.stage.lines().slice(1), [
      ['user', 'when are you open'],
      ['pal', 'Here you are. Anything else?'],
    ]);
    assert.deepEqual([play.questions.length, play.dropped], [1, []]);
  });

  test('does nothing irreversible before it is adopted, however long that takes', async () => {
    let resolveText!: (text: string) => void;
    const play = await call({
      languages: ['en'],
      listen: () => ({
        write() {},
        pause: async () => 'cancel my order',
        finish: () => new Promise((resolve) => (resolveText = resolve)),
      }),
    });
    play.speak();
    await play.pause();
    await play.end();
    await play.rest();
    assert.deepEqual([play.questions, play.finished], [['cancel my order'], []]);
    resolveText('cancel my order');
    await settle();
    assert.deepEqual([play.questions, play.finished], [['cancel my order'], ['cancel my order']]);
  });

  test('is dropped if the turn has other words', async () => {
    for (const [message, question] of [
      ['when are you open on sundays', ['when are you open', 'when are you open on sundays']],
      ['', ['when are you open']],
    ] as const) {
      const play = await call(createPausingRecogniser(['when are you open'], [message]));
      play.speak();
      await play.pause();
      await play.end();
      await play.rest();
      assert.deepEqual(
        [play.questions, play.dropped.length, play.dropped[0] instanceof LineContinued],
        [question, 1, true],
        message,
      );
      assert.deepEqual(play.finished, question.slice(1));
    }
  });

  test('is dropped if the voice continues, and begun again at the next pause', async () => {
    const play = await call(
      createPausingRecogniser(['i would like', 'i would like a ticket'], ['i would like a ticket']),
    );
    play.speak();
    await play.pause();
    for (let frame = 0; frame < 8; frame++) play.agent.take({ type: 'voice', samples: FRAME });
    assert.equal(play.dropped.length, 0, 'so much silence may be the end');
    play.agent.take({ type: 'voice', samples: FRAME });
    assert.ok(play.dropped[0] instanceof LineContinued);
    await play.pause();
    await play.end();
    await play.rest();
    assert.deepEqual(
      [play.questions, play.dropped.length, play.finished],
      [['i would like', 'i would like a ticket'], 1, ['i would like a ticket']],
    );
  });

  test('continues after a click with the same words; later words of the voice begin none', async () => {
    const twice = await call(
      createPausingRecogniser(['when are you open', 'when are you open'], ['when are you open']),
    );
    twice.speak();
    await twice.pause();
    await twice.pause();
    await twice.end();
    assert.deepEqual([twice.questions, twice.dropped], [['when are you open'], []]);
    const lateCall = await call(createPausingRecogniser(['i would like'], ['i would like a ticket']));
    lateCall.speak();
    lateCall.agent.take({ type: 'voice-paused' });
    for (let frame = 0; frame < 9; frame++) lateCall.agent.take({ type: 'voice', samples: FRAME });
    await settle();
    assert.deepEqual(lateCall.questions, []);
  });

  test('is begun for all of a line that continues', async () => {
    const play = await call(
      createPausingRecogniser(['i would like', 'a ticket'], ['i would like', 'a ticket']),
    );
    play.speak();
    await play.pause();
    await play.end();
    play.speak();
    assert.equal(play.dropped.length, 1);
    await play.pause();
    await play.end();
    play.answer();
    await play.rest();
    assert.deepEqual(
      [play.questions, play.finished],
      [['i would like', 'i would like a ticket'], ['i would like a ticket']],
    );
    await play.stage.play();
    assert.deepEqual(play.stage.lines().slice(1), [
      ['user', 'i would like a ticket'],
      ['pal', 'Here you are. Anything else?'],
    ]);
  });

  test('is dropped by a typed line, words for the model, a lost connection and the end of the call', async () => {
    const typedCall = await call(createPausingRecogniser(['when are you open'], ['when are you open']));
    typedCall.speak();
    await typedCall.pause();
    typedCall.agent.take(event('conversation.respond', { text: 'when are you open' }));
    await settle();
    assert.deepEqual([typedCall.questions.length, typedCall.dropped[0] instanceof LineContinued], [2, true]);
    const context = await call(createPausingRecogniser(['when are you open'], ['when are you open']));
    context.speak();
    await context.pause();
    context.agent.take(event('conversation.append_llm_context', { context: 'It is Sunday.' }));
    await context.end();
    assert.deepEqual([context.questions.length, context.dropped.length], [2, 1]);
    for (const title of ['lost', 'close'] as const) {
      const play = await call(createPausingRecogniser(['when are you open'], ['when are you open']));
      play.speak();
      await play.pause();
      if (title === 'lost') play.agent.take({ type: 'lost' });
      else play.agent.close();
      await settle();
      assert.deepEqual([play.dropped[0] instanceof LineContinued, play.finished], [true, []], title);
    }
  });

  test('is not begun if it is off, while the agent speaks, or before the words are recognised', async () => {
    const callWithoutSpeculation = await call(
      createPausingRecogniser(['when are you open'], ['when are you open']),
      {
        turnOptions: turnOptionsOf(undefined, { llm: { speculative_inference: false }, hurried: true }),
      },
    );
    callWithoutSpeculation.speak();
    await callWithoutSpeculation.pause();
    await callWithoutSpeculation.end();
    assert.deepEqual(callWithoutSpeculation.questions, []);
    await callWithoutSpeculation.rest();
    assert.deepEqual(callWithoutSpeculation.questions, ['when are you open']);
    const unreadPlay = await call(createPausingRecogniser([null, ' '], ['when are you open']));
    unreadPlay.speak();
    await unreadPlay.pause();
    await unreadPlay.pause();
    assert.deepEqual(unreadPlay.questions, []);
    const endedPlay = await call(createPausingRecogniser(['stop it now please'], ['stop it now please']));
    endedPlay.agent.take(event('conversation.respond', { text: 'When?' }));
    await settle();
    endedPlay.answer();
    await settle();
    endedPlay.stage.begin();
    endedPlay.speak();
    await endedPlay.pause();
    assert.deepEqual(endedPlay.questions, ['When?']);
  });

  /** Creates a responder that sends notes and then calls its model; `requestedTexts` lists the questions. */
  function createNotingResponder() {
    const requestedTexts: string[] = [];
    const responder: Responder = {
      kind: 'model',
      async *think(question, { signal }) {
        yield { notes: [] };
        requestedTexts.push(question);
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      },
    };
    return { responder, requested: requestedTexts };
  }

  test('asks the model once per utterance for possibly complete words, and always for a whole question', async () => {
    const { responder, requested: requestedTexts } = createNotingResponder();
    const pauses = ['i have a dog', 'i have a dog and a cat', 'when are you open'];
    const play = await call(createPausingRecogniser([...pauses], ['when are you open']), { responder });
    play.speak();
    for (const _ of pauses) await play.pause();
    assert.deepEqual(requestedTexts, ['i have a dog', 'when are you open']);
  });

  test('asks no model if the voice continued before the words are recognised, or more is to come', async () => {
    const otherResponder = createNotingResponder();
    let resumed = 0;
    const recogniser = createPausingRecogniser(
      ['i have a dog'],
      ['i have a dog and a cat'],
      () => void (resumed += 1),
    );
    const play = await call(recogniser, otherResponder);
    play.speak();
    play.agent.take({ type: 'voice-paused' });
    play.agent.take({ type: 'voice-resumed' });
    await settle();
    assert.deepEqual(otherResponder.requested, []);
    assert.equal(resumed, 1, 'the ears are told');
    const extraFields = createNotingResponder();
    const runningPlay = await call(
      createPausingRecogniser(['i would like to'], ['i would like to come']),
      extraFields,
    );
    runningPlay.speak();
    await runningPlay.pause();
    assert.deepEqual(extraFields.requested, []);
  });

  test('tells the responder that the line was spoken, early or not, and that another was typed', async () => {
    const calls: unknown[] = [];
    const responder: Responder = {
      kind: 'documents',
      async *think(question, { spoken }) {
        calls.push([question, spoken]);
        yield { text: 'Here you are.' };
      },
    };
    const play = await call(
      createPausingRecogniser(['when are you open', null], ['when are you open', 'and on sundays']),
      {
        responder,
      },
    );
    play.speak();
    await play.pause();
    await play.end();
    await play.rest();
    await play.stage.play();
    play.speak();
    await play.end();
    await play.rest();
    await play.stage.play();
    play.agent.take(event('conversation.respond', { text: 'Where are you?' }));
    await settle();
    assert.deepEqual(calls, [
      ['when are you open', true],
      ['and on sundays', true],
      ['Where are you?', false],
    ]);
  });

  test('is replaced by the fallback if it fails, like any other', async () => {
    const failing: Responder = {
      kind: 'model',
      async *think() {
        throw new Error('no');
      },
    };
    const play = await call(createPausingRecogniser(['when are you open'], ['when are you open']), {
      responder: failing,
      fallback: {
        kind: 'documents',
        async *think() {
          yield { text: 'At ten.' };
        },
      },
    });
    play.speak();
    await play.pause();
    assert.deepEqual([play.warnings, play.messages()], [[], ['started_speaking']]);
    await play.end();
    await play.rest();
    await play.stage.play();
    assert.match(String(play.stage.lines().at(-1)![1]), /At ten\.$/);
  });
});
