/** The end of a turn: two utterances close together, and the silence after the last word. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { turnOptionsOf } from '../../src/agent/turns/turn-options.ts';
import { LineContinued, type Responder } from '../../src/agent/replies/responder.ts';
import { begin, createRecogniser, event, settle, joinInput } from './stage.ts';
import { EARLY_READ_MS, type Play, turnOptions, speak, user } from './spoken-turns.ts';

/** Milliseconds of silence after `EARLY_READ_MS` until the turn ends. */
const REST = 440;

/** Moves the clock to the end of the turn, after which the speculative answer is spoken. */
async function passRest({ clock }: Play): Promise<void> {
  clock.move(REST);
  await settle();
}

describe('two utterances close together', () => {
  /** Creates a responder that records the questions and answers when the test calls `answer`. */
  function createSlowResponder(): { responder: Responder; questions: string[]; answer: () => void } {
    const questions: string[] = [];
    let answer = () => {};
    const responder: Responder = {
      kind: 'model',
      async *think(question, { signal }) {
        questions.push(question);
        await new Promise<void>((resolve) => {
          answer = resolve;
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
        if (!signal.aborted) yield { text: 'Here you are.' };
      },
    };
    return { responder, questions, answer: () => answer() };
  }

  test('are one turn before the first sound of the answer, and the early answer is dropped unheard', async () => {
    const { responder, questions, answer } = createSlowResponder();
    const play = begin({ responder, speechToText: createRecogniser(['i would like', 'a ticket']) });
    play.agent.take(joinInput());
    await play.stage.play();
    await speak(play, 1000);
    assert.deepEqual([questions, user(play.stage)], [['i would like'], []]);
    await speak(play, 1000, EARLY_READ_MS);
    assert.deepEqual(questions, ['i would like', 'i would like a ticket']);
    answer();
    await passRest(play);
    await play.stage.play();
    assert.deepEqual(play.stage.lines().slice(1), [
      ['user', 'i would like a ticket'],
      ['pal', 'Here you are.'],
    ]);
    assert.deepEqual(
      play.entries.slice(1).map(({ role, content, duration }) => [role, content, duration]),
      [
        ['user', 'i would like a ticket', 2.52],
        ['assistant', 'Here you are.', 0],
      ],
    );
  });

  test('are one turn also if the answer is ready but not heard yet', async () => {
    const play = begin({ speechToText: createRecogniser(['two tickets', 'for tomorrow']) });
    play.agent.take(joinInput());
    await play.stage.play();
    await speak(play, 1000);
    assert.equal(play.stage.queue.length, 0, 'made, and held back until the turn is surely over');
    await passRest(play);
    assert.ok(play.stage.queue.length > 0);
    await speak(play, 1000, EARLY_READ_MS);
    await passRest(play);
    await play.stage.play();
    assert.deepEqual(play.stage.lines().slice(1), [
      ['user', 'two tickets for tomorrow'],
      ['pal', 'We open at ten. We close at seven.'],
    ]);
  });

  test('begin no early answer that does something irreversible', async () => {
    const answers: string[] = [];
    const reasons: unknown[] = [];
    const responder: Responder = {
      kind: 'model',
      async *think(question, { signal, turnEnd }) {
        signal.addEventListener('abort', () => reasons.push(signal.reason));
        await turnEnd;
        if (signal.aborted) return;
        answers.push(question);
        yield { text: 'Done.' };
      },
    };
    const play = begin({
      responder,
      speechToText: createRecogniser(['cancel my order', 'of bread', 'and tell me']),
    });
    play.agent.take(joinInput());
    await play.stage.play();
    await speak(play, 1000);
    assert.deepEqual(answers, [], 'the turn may go on');
    await speak(play, 1000, EARLY_READ_MS);
    assert.ok(reasons[0] instanceof LineContinued);
    await passRest(play);
    assert.deepEqual(answers, ['cancel my order of bread']);
    play.agent.take(event('conversation.respond', { text: 'Typed.' }));
    await settle();
    assert.deepEqual(answers, ['cancel my order of bread', 'Typed.'], 'what is typed is complete');
  });

  test('without early answers get one answer per whole turn, and pauses cost nothing', async () => {
    const { responder, questions, answer } = createSlowResponder();
    const play = begin({
      responder,
      turnOptions: turnOptions(undefined, { speculative_inference: false }),
      speechToText: createRecogniser(['i would like', 'a ticket']),
    });
    play.agent.take(joinInput());
    await play.stage.play();
    await speak(play, 1000);
    assert.deepEqual(questions, []);
    await speak(play, 1000, EARLY_READ_MS);
    assert.deepEqual(questions, [], 'the turn may go on');
    await passRest(play);
    assert.deepEqual(questions, ['i would like a ticket']);
    answer();
    await play.stage.play();
    assert.deepEqual(play.stage.lines().slice(1), [
      ['user', 'i would like a ticket'],
      ['pal', 'Here you are.'],
    ]);
    play.agent.take(event('conversation.respond', { text: 'Typed.' }));
    await settle();
    assert.deepEqual(questions.at(-1), 'Typed.', 'what is typed is whole');
  });

  test('with a noise between them only begin the answer again', async () => {
    const { responder, questions, answer } = createSlowResponder();
    const play = begin({ responder, speechToText: createRecogniser(['two tickets', '']) });
    play.agent.take(joinInput());
    await play.stage.play();
    await speak(play, 1000);
    await speak(play, 200);
    assert.deepEqual(questions, ['two tickets', 'two tickets']);
    answer();
    await play.stage.play();
    assert.deepEqual(play.stage.lines().slice(1), [
      ['user', 'two tickets'],
      ['pal', 'Here you are.'],
    ]);
  });

  test('wait for the rest if words arrive after the visitor has continued', async () => {
    const finish: ((text: string) => void)[] = [];
    const { responder, questions } = createSlowResponder();
    const play = begin({
      responder,
      capabilities: { hearing: 'endpoint', answering: 'model', voice: 'embedded', languages: [] },
      speechToText: {
        languages: ['en'],
        listen: () => ({ write() {}, finish: () => new Promise((resolve) => finish.push(resolve)) }),
      },
    });
    play.agent.take(joinInput());
    await play.stage.play();
    await speak(play, 500);
    play.agent.take({ type: 'voice-began' });
    finish[0]!('when do you');
    await settle();
    assert.deepEqual(questions, []);
    play.clock.move(900);
    play.agent.take({ type: 'voice-ended' });
    finish[1]!('open');
    await settle();
    assert.deepEqual(questions, ['when do you open']);
  });

  test('become a complete line by a typed line or the end of the call', async () => {
    const { responder } = createSlowResponder();
    const play = begin({ responder, speechToText: createRecogniser(['one', 'two']) });
    play.agent.take(joinInput());
    await play.stage.play();
    await speak(play, 1000);
    play.agent.take(event('conversation.respond', { text: 'Typed.' }));
    await speak(play, 1000);
    play.agent.close();
    assert.deepEqual(
      play.entries.slice(1).map(({ content }) => content),
      ['one', 'Typed.', 'two'],
    );
  });
});

describe('the silence that ends a turn', () => {
  /** Returns the milliseconds from the last word to the first sound of the answer. */
  async function waitBeforeAnswer(
    text: string[],
    layer?: Parameters<typeof turnOptionsOf>[0],
    languages: readonly string[] = [],
  ): Promise<number> {
    const play = begin({ speechToText: createRecogniser(text), turnOptions: turnOptions(layer), languages });
    play.agent.take(joinInput());
    await play.stage.play();
    for (const _ of text) await speak(play, 1000, EARLY_READ_MS);
    for (let silence = EARLY_READ_MS; ; silence += 20) {
      if (play.stage.queue.length > 0) return silence;
      assert.ok(silence < 5000, 'never answered');
      await (play.clock.move(20), settle());
    }
  }

  test('is shorter after a whole question and twice as long if more is to come, by the settings', async () => {
    for (const [timeoutMs, silence] of [
      ['low', 400],
      ['medium', 600],
      ['high', 1200],
    ] as const) {
      const counters = await Promise.all(
        [['when are you open on sundays'], ['two tickets please'], ['i would like to']].map((words) =>
          waitBeforeAnswer(words, { turn_taking_patience: timeoutMs }),
        ),
      );
      assert.deepEqual(
        counters,
        [0.6, 1, 2].map((share) => Math.max(EARLY_READ_MS, share * silence)),
        timeoutMs,
      );
    }
  });

  test('depends on the whole line, whatever its parts', async () => {
    assert.equal(await waitBeforeAnswer(['my number is', 'five five five']), 1200);
    assert.equal(await waitBeforeAnswer(['when are you', 'open on sundays']), 360);
  });

  test('is exactly the configured milliseconds, also in other languages', async () => {
    assert.equal(await waitBeforeAnswer(['i would like to'], { turn_detection: { silence_ms: 500 } }), 500);
    assert.equal(await waitBeforeAnswer(['ich möchte'], undefined, ['de']), 600);
  });
});
