/** The agent completes its sentence at the time limit, and knows which words were played before an interruption. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Knowledge } from '../../src/agent/knowledge/knowledge.ts';
import { agentSentences } from '../../src/agent/replies/agent-sentences.ts';
import { DocumentResponder } from '../../src/agent/replies/document-responder.ts';
import { ModelResponder } from '../../src/agent/replies/model-responder.ts';
import type { AgentOptions } from '../../src/agent/agent-options.ts';
import { ManualClock } from '../../src/runtime/clock.ts';
import type { SpeechToText } from '../../src/agent/speech/engines.ts';
import { scriptedModel, words } from './scripted-model.ts';
import { begin, createRecogniser, event, QUESTIONS, settle, joinInput } from './stage.ts';

/** Starts a call of an agent whose model gives these answers, without a greeting. */
function call(answer: (number: number) => string, options: Partial<AgentOptions> = {}) {
  const clock = new ManualClock();
  const { fetch, requests } = scriptedModel((_, number) => words(answer(number)));
  const responder = new ModelResponder({
    endpoint: { account: 1, baseUrl: 'https://manners.example/v1', apiKey: null, model: 'm', fetch },
    knowledge: new Knowledge([]),
    prompt: () => 'Be kind.',
    clock,
  });
  const play = begin({ responder, greeting: '', ...options });
  play.agent.take(joinInput());
  return {
    ...play,
    requests,
    say: (text: string) => play.agent.take(event('conversation.respond', { text })),
  };
}
const settleAll = async () => {
  for (let turn = 0; turn < 100; turn++) await settle();
};
const HOURS = 'We open at nine. We close at five.';

describe('the end of a call at its limit', () => {
  test('lets the current sentence finish, and says nothing after it', async () => {
    const { agent, stage, say, entries } = call(() => HOURS);
    say('When?');
    await settleAll();
    stage.begin();
    let overCount = 0;
    agent.atPause(() => overCount++);
    assert.equal(overCount, 0);
    const { id, speech } = stage.queue[0]!;
    agent.take({ type: 'sentence-ended', id, seconds: speech.duration, interrupted: false });
    assert.equal(overCount, 1);
    assert.deepEqual([entries.at(-1)!.content, stage.queue.length], ['We open at nine.', 0]);
    assert.equal(stage.hushed, 1);
  });

  test('comes at once during silence, and after 15 s at most', async () => {
    const { agent, stage, clock, say } = call(() => HOURS);
    let overCount = 0;
    agent.atPause(() => overCount++);
    assert.equal(overCount, 1);
    say('When?');
    await settleAll();
    stage.begin();
    agent.atPause(() => overCount++);
    clock.move(14_000);
    assert.equal(overCount, 1);
    clock.move(1000);
    assert.equal(overCount, 2);
  });
});

describe('a reload in the middle of an answer', () => {
  /** Returns the agent's last line as the page receives it. */
  const lastLineOf = (stage: { sentEvents: { type: string; properties: Record<string, unknown> }[] }) =>
    stage.sentEvents.findLast(({ type, properties }) => type === 'utterance' && properties['role'] === 'pal')!
      .properties;

  test('is known to the model, which may continue it; a complete answer is marked complete', async () => {
    const { agent, stage, say, requests } = call((number) => (number === 1 ? HOURS : 'As I said.'));
    say('When?');
    await settleAll();
    stage.begin();
    agent.take({ type: 'lost' });
    assert.equal(lastLineOf(stage)['interrupted'], true);
    agent.take(joinInput());
    say('Please go on.');
    await settleAll();
    await stage.play();
    const content = requests[1]!.messages.find(({ role }) => role === 'assistant')!.content!;
    assert.match(content, /^We open at nine\. We close at five\. … \(The connection was lost here/);
    agent.take({ type: 'lost' });
    agent.take(joinInput());
    say('Thanks.');
    await settleAll();
    const lines = requests[2]!.messages.filter(({ role }) => role === 'assistant');
    assert.equal(lines.at(-1)!.content, 'As I said.');
    assert.equal('interrupted' in lastLineOf(stage), false);
  });
});

describe('offered topics', () => {
  const offer = { canvas: QUESTIONS, topics: ['Hours', 'Prices'] };
  const calls = (stage: { sentEvents: { type: string; properties: Record<string, unknown> }[] }) =>
    stage.sentEvents.filter(({ type }) => type === 'tool_call').map(({ properties }) => properties);

  test('are removed when the conversation moves on, also with a model', async () => {
    const { stage, say } = call(() => HOURS, offer);
    await stage.play();
    assert.deepEqual(
      calls(stage).map(({ name }) => name),
      ['canvas_show_question'],
    );
    say('May I bring a dog?');
    await settleAll();
    assert.deepEqual(
      calls(stage).map(({ name }) => name),
      ['canvas_show_question', 'canvas_clear'],
    );
  });

  test('stay after a choice, and show what was chosen', async () => {
    const { agent, stage } = call(() => HOURS, offer);
    await stage.play();
    agent.take(
      event('conversation.tool_result', {
        tool_call_id: calls(stage)[0]!['tool_call_id'],
        output: '{"selected":["topic_1"]}',
      }),
    );
    await settleAll();
    assert.deepEqual(
      calls(stage).map(({ name }) => name),
      ['canvas_show_question'],
    );
    assert.deepEqual(stage.lines()[0], ['user', 'Hours']);
  });
});

describe('questions while the agent speaks', () => {
  test('typed lines are all in the history, and the last one is answered with all of them', async () => {
    const { stage, say, requests, entries } = call((number) => (number < 2 ? HOURS : 'On Sundays from ten.'));
    say('When?');
    await settleAll();
    stage.begin();
    say('And on Saturdays?');
    say('And on Sundays?');
    await settleAll();
    await stage.play();
    await settleAll();
    const questions = requests.at(-1)!.messages.filter(({ role }) => role === 'user');
    assert.match(questions.map(({ content }) => content).join('\n'), /When\?[^]*Saturdays\?[^]*Sundays\?/);
    assert.deepEqual(
      entries.filter(({ role }) => role === 'user').map(({ content }) => content),
      ['When?', 'And on Saturdays?', 'And on Sundays?'],
    );
    assert.equal(entries.at(-1)!.content, 'On Sundays from ten.');
  });
});

describe('questions while the agent answers from documents', () => {
  const TEXT = '# Hours\n\nWe open at nine on weekdays.\n\n# Prices\n\nA ticket costs nine euros.';
  const documents = (options: Partial<AgentOptions> = {}) => {
    const knowledge = new Knowledge([{ document_id: 'd', name: 'Shop', content: TEXT }]);
    return call(() => '', { responder: new DocumentResponder('Mira', knowledge), ...options });
  };
  const lastLine = async ({ stage, entries }: ReturnType<typeof call>) => {
    await settleAll();
    await stage.play();
    await settleAll();
    return entries.at(-1)!.content;
  };

  test('typed before a word of the answer was heard, both are answered', async () => {
    const play = documents();
    play.say('When do you open?');
    play.say('What does a ticket cost?');
    const answer = await lastLine(play);
    assert.match(answer, /open at nine[^]*nine euros/);
    assert.equal(answer.match(/open at nine/g)!.length, 1);
  });

  test('typed after a part of the answer was heard, only the new one is answered', async () => {
    const play = documents();
    play.say('When do you open?');
    await settleAll();
    play.stage.begin();
    play.say('What does a ticket cost?');
    assert.doesNotMatch(await lastLine(play), /open at nine/);
  });

  /** Calls `ask` during an answer, before the report arrives that `share` of its sentence was played. */
  const interruptAnswer = async (play: ReturnType<typeof documents>, share: number, ask: () => void) => {
    play.say('When do you open?');
    await settleAll();
    play.stage.begin();
    const { id, speech } = play.stage.queue[0]!;
    play.stage.playing = null;
    play.clock.move(500);
    ask();
    await settleAll();
    assert.equal(play.stage.queue.length, 0, 'nothing is said before the earlier line is written down');
    play.agent.take({ type: 'sentence-ended', id, seconds: speech.duration * share, interrupted: true });
  };
  for (const [title, share] of [
    ['in the middle', 0.5],
    ['in its first word', 0],
  ] as const)
    test(`typed into the answer ${title}, only the new one is answered, even if the room reports late`, async () => {
      const play = documents();
      await interruptAnswer(play, share, () => play.say('What does a ticket cost?'));
      assert.match(await lastLine(play), /^A ticket costs nine euros/);
      assert.equal(
        play.stage.sentEvents.filter(({ properties }) => /open at nine/.test(String(properties['speech'])))
          .length > 1,
        false,
      );
    });

  test('spoken into the answer, only the new one is answered, even if the room reports late', async () => {
    const play = documents({ speechToText: createRecogniser(['What does a ticket cost?']) });
    await interruptAnswer(play, 0.5, () => {
      play.agent.take({ type: 'voice-began' });
      play.clock.move(1500 + (play.stage.flow?.silence ?? 0));
      play.agent.take({ type: 'voice-ended' });
    });
    assert.match(await lastLine(play), /^A ticket costs nine euros/);
  });

  test('two typed into the answer before the room reports are both answered, without the first', async () => {
    const play = documents();
    await interruptAnswer(play, 0.5, () => {
      play.say('What does a ticket cost?');
      play.say('And where are you?');
    });
    assert.match(await lastLine(play), /^A ticket costs nine euros/);
  });

  test('typed during the greeting, both are answered, and the greeting precedes them', async () => {
    const play = documents({ greeting: 'Welcome to the shop. We are glad that you are here.' });
    await settleAll();
    play.stage.begin();
    const { id, speech } = play.stage.queue[0]!;
    // The report of the played part arrives later, as from a media process.
    play.stage.playing = null;
    play.clock.move(500);
    play.say('When do you open?');
    await settleAll();
    play.agent.take({ type: 'sentence-ended', id, seconds: speech.duration / 2, interrupted: true });
    await settleAll();
    play.say('What does a ticket cost?');
    assert.match(await lastLine(play), /open at nine[^]*nine euros/);
  });

  test('a greeting before the question is not repeated', async () => {
    const play = documents();
    play.say('Hello');
    play.say('What does a ticket cost?');
    assert.match(await lastLine(play), /^A ticket costs nine euros/);
  });
});

describe('a spoken turn with one hesitation', () => {
  test('asks the model twice at most, and once without early answers', async () => {
    for (const [isEarly, maximum] of [
      [true, 2],
      [false, 1],
    ] as const) {
      const play = call(() => HOURS, {
        speechToText: createRecogniser(['I would like to know', 'when you open']),
        ...(isEarly
          ? {}
          : {
              turnOptions: {
                silence: 600,
                interruptibility: 'medium',
                idlePromptDelay: null,
                allowsSpeculation: isEarly,
                hasFixedDelay: false,
                settlingDelay: 0,
              },
            }),
      });
      const speak = async () => {
        play.agent.take({ type: 'voice-began' });
        play.clock.move(1000 + play.stage.flow!.silence);
        play.agent.take({ type: 'voice-ended' });
        await settleAll();
      };
      await speak();
      play.clock.move(100);
      await speak();
      play.clock.move(2000);
      await settleAll();
      await play.stage.play();
      await settleAll();
      assert.deepEqual(play.stage.lines(), [
        ['user', 'I would like to know when you open'],
        ['pal', HOURS],
      ]);
      assert.ok(play.requests.length <= maximum, `${play.requests.length} requests, early: ${isEarly}`);
    }
  });
});

describe('a pause of the visitor', () => {
  /** Returns a recogniser that reads `atPause` at the pause and `atEnd` at the end of the utterance. */
  const createPausingRecogniser = (atPause: string, atEnd: string): SpeechToText => ({
    languages: ['en'],
    listen: () => ({ write() {}, pause: async () => atPause, finish: async () => atEnd }),
  });
  const speakWithPause = async (atPause: string, atEnd: string) => {
    const play = call(() => HOURS, { speechToText: createPausingRecogniser(atPause, atEnd) });
    await settleAll();
    play.agent.take({ type: 'voice-began' });
    play.clock.move(1000);
    play.agent.take({ type: 'voice-paused' });
    await settleAll();
    return play;
  };
  const endTurn = async (play: Awaited<ReturnType<typeof speakWithPause>>) => {
    play.clock.move(play.stage.flow!.silence);
    play.agent.take({ type: 'voice-ended' });
    await settleAll();
    play.clock.move(2000);
    await settleAll();
  };

  test('after a whole question starts a request whose answer stays unheard until the turn ends', async () => {
    const play = await speakWithPause('when do you open', 'when do you open');
    assert.equal(play.requests.length, 1);
    assert.deepEqual([play.stage.queue, play.stage.lines()], [[], []]);
    await endTurn(play);
    await play.stage.play();
    assert.equal(play.requests.length, 1);
    assert.deepEqual(play.stage.lines(), [
      ['user', 'when do you open'],
      ['pal', HOURS],
    ]);
  });

  test('within a sentence costs no request', async () => {
    const play = await speakWithPause('I would like to know', 'I would like to know when you open');
    assert.equal(play.requests.length, 0);
    await endTurn(play);
    assert.equal(play.requests.length, 1);
  });

  test('before further words drops the request that it started', async () => {
    const play = await speakWithPause('when do you open', 'when do you open on Sundays');
    await endTurn(play);
    assert.equal(play.requests.length, 2);
    assert.match(play.requests[1]!.messages.at(-1)!.content!, /on Sundays/);
    await play.stage.play();
    assert.equal(play.stage.lines().length, 2);
  });
});

test('a visitor is told about a failing recogniser at its first failure', async () => {
  const silentRecogniser: SpeechToText = {
    languages: ['en'],
    listen: () => ({ write() {}, finish: () => Promise.reject(new Error('down')) }),
  };
  const { agent, clock, stage } = call(() => HOURS, { speechToText: silentRecogniser });
  await settleAll();
  agent.take({ type: 'voice-began' });
  clock.move(1000 + stage.flow!.silence);
  agent.take({ type: 'voice-ended' });
  clock.move(2000);
  await settleAll();
  await stage.play();
  assert.deepEqual(stage.lines(), [['pal', agentSentences('en').notCaught]]);
});
