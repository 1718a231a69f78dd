/** A turn with a model is answered correctly and once, and never with silence, whatever the model does. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Canvas } from '../../src/agent/tools/canvas.ts';
import { call, delta, tool, words, type Answer, type Request } from './scripted-model.ts';
import { event } from './stage.ts';
import { settleAll, wordsOf, stage } from './model-room.ts';

const CARDS: Canvas = {
  components: new Set(['question', 'input', 'calendar', 'text', 'chart', 'alert', 'image']),
  schedulingUrl: null,
};

describe('the agent speaks, whatever the model does', () => {
  const NO_ANSWER = /no answer to that/;
  const wrongCardCall = (name: string, args: object) => [
    call(`canvas_show_${name}`, args),
    delta({}, 'tool_calls'),
  ];
  const cases: [string, (request: Request, number: number) => Answer, RegExp][] = [
    ['empty content', () => [delta({ content: '' }), delta({}, 'stop')], NO_ANSWER],
    ['empty once', (_, number) => (number === 1 ? [delta({}, 'stop')] : words('We open.')), /We open/],
    ['white space', () => words(' \n '), NO_ANSWER],
    ['no choices', () => [{ choices: [] }, delta({}, 'stop')], NO_ANSWER],
    ['content_filter', () => [delta({}, 'content_filter')], NO_ANSWER],
    [
      'a refusal field',
      () => [delta({ refusal: 'I cannot help with that.' }), delta({}, 'stop')],
      /cannot help/,
    ],
    ['an unknown tool', () => [call('fly', {}), delta({}, 'tool_calls')], NO_ANSWER],
    ['an endless loop', (_, number) => [call('look', { number }), delta({}, 'tool_calls')], NO_ANSWER],
    ['the same tool for ever', () => [call('look', {}), delta({}, 'tool_calls')], NO_ANSWER],
    ['only thoughts', () => words('<think>What now? I do not know.'), NO_ANSWER],
    [
      'an update without a card',
      () => [call('update_component', { arguments: { title: 'x' } })],
      /There you are/,
    ],
    ['a clear without a card', () => [call('canvas_clear', {}), delta({}, 'tool_calls')], /There you are/],
    ...[...CARDS.components].map((name): (typeof cases)[number] => [
      `a ${name} that does not fit`,
      () => wrongCardCall(name, { wrong: true, options: [], slots: 'none', mode: 7 }),
      NO_ANSWER,
    ]),
    ['an error in the stream', () => [{ error: { message: 'x' } }], /trouble answering.*From the documents/],
    ['a refused request', () => ({ status: 400 }), /trouble answering.*From the documents/],
    ['no connection', () => ({ status: 503 }), /trouble answering.*From the documents/],
    [
      'a cut stream',
      () => [delta({ content: 'We open at ' }), 'cut'],
      /^We open at\s?… Sorry, I lost my thread/,
    ],
    ['nothing for ever', () => ['hang'], /^(Let me think|Give me a second)/],
    [
      'a stall',
      () => [delta({ content: 'We open at nine. And then ' }), 'hang'],
      /nine\. And then\s?… Sorry, I lost/,
    ],
    [
      'reasoning for ever',
      () => [delta({ reasoning_content: 'hm' }), 'hang'],
      /^(Let me think|Give me a second)/,
    ],
  ];
  for (const [name, answer, expected] of cases)
    test(name, async () => {
      const { stage: room, say, clock } = stage(answer, { tools: [tool('look')], canvas: CARDS });
      say('Hello there');
      assert.match(await wordsOf(room, 1, clock), expected);
      say('And again');
      await wordsOf(room, 2, clock);
    });

  test('in the language of the conversation', async () => {
    const { stage: room, say } = stage(() => [delta({}, 'stop')], { languages: ['de'] });
    say('Guten Tag, wann öffnen Sie?');
    assert.match(await wordsOf(room, 1), /Darauf habe ich leider keine Antwort/);
  });
});

test('the model learns where its answer was interrupted', async () => {
  const {
    stage: room,
    agent,
    say,
    requests,
  } = stage((_, number) =>
    number === 1 ? [delta({ content: 'We open at nine. And then ' }), 'hang'] : words('Yes.'),
  );
  say('When?');
  await settleAll();
  agent.take(event('conversation.interrupt'));
  say('Go on');
  await wordsOf(room, 2);
  assert.match(
    requests[1]!.messages.at(-2)!.content!,
    /^We open at nine\. … \(The visitor interrupted here\.\)$/,
  );
});

test('a model that spent its tokens on reasoning is asked once more without it', async () => {
  const {
    stage: room,
    say,
    requests,
  } = stage((request) =>
    request.max_tokens ? [delta({ reasoning_content: 'hm' }), delta({}, 'length')] : words('At nine.'),
  );
  say('When?');
  assert.equal(await wordsOf(room, 1), 'At nine.');
  assert.equal(requests.length, 2);
});

test('a turn logs its numbers: requests, tokens, tools and times, and no words', async () => {
  const {
    stage: room,
    say,
    logs,
  } = stage(
    (request) =>
      request.messages.at(-1)!.role === 'tool'
        ? [...words('It is swordfish.'), { choices: [], usage: { prompt_tokens: 90, completion_tokens: 5 } }]
        : [call('look', { secret: 'swordfish' }), delta({}, 'tool_calls')],
    { tools: [tool('look', async () => 'swordfish')] },
  );
  say('What is the swordfish?');
  await wordsOf(room, 1);
  await settleAll();
  const [trace] = logs as { turn: Record<string, unknown> & { requests: { usage: unknown }[] } }[];
  assert.equal(trace!.turn['state'], 'said');
  assert.deepEqual(trace!.turn['tools'], [{ name: 'look', started: 0, took: 0, failed: false }]);
  assert.deepEqual(
    trace!.turn.requests.map(({ usage }) => usage),
    [null, { prompt: 90, completion: 5, cached: 0 }],
  );
  assert.equal(trace!.turn['audible'], true);
  assert.doesNotMatch(JSON.stringify(logs), /swordfish/);
});

describe('500 turns against a server that misbehaves at random', () => {
  /** Returns numbers from 0 to 1, in the same sequence for the same seed. */
  const seededRandom = (seed: number) => () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixedBits = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixedBits = (mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), 61 | mixedBits)) ^ mixedBits;
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) / 4294967296;
  };
  test('each has an answer without reasoning, and no tool runs twice', async () => {
    const random = seededRandom(20_261_122);
    const pick = <One>(items: readonly One[]) => items[Math.floor(random() * items.length)]!;
    const startedTools: string[] = [];
    const lookTool = tool('look', async (parameters) => {
      startedTools.push(JSON.stringify(parameters));
      if (random() < 0.2) throw new Error('broken');
      return 'fine';
    });
    let turn = 0;
    const chunks = (): Answer =>
      pick<() => Answer>([
        () => words('We open at nine.'),
        () => [delta({ content: '' }), delta({}, 'stop')],
        () => [delta({}, 'content_filter')],
        () => [delta({ refusal: 'I cannot say that.' }), delta({}, 'stop')],
        () => [call('look', { turn }), delta({}, 'tool_calls')],
        () => [call('look', { turn }), call('look', { turn }, { id: 'z' }), delta({}, 'tool_calls')],
        () => [call('fly', {}), delta({}, 'tool_calls')],
        () => [call('look', '{"broken'), delta({}, 'tool_calls')],
        () => [call('canvas_show_text', { body: 'Nine to five' }), delta({}, 'tool_calls')],
        () => [call('canvas_show_chart', { wrong: 1 }), delta({}, 'tool_calls')],
        () => [call('canvas_clear', {}), delta({}, 'tool_calls')],
        () => [
          delta({ content: '<thi' }),
          delta({ content: 'nk>secret</think>We' }),
          delta({ content: ' open.' }),
          delta({}, 'stop'),
        ],
        () => [delta({ content: '<think>secret' }), delta({}, 'stop')],
        () => [delta({ reasoning_content: 'secret' }), ...words('Nine.')],
        () => [delta({ content: 'We open at' }), 'cut'],
        () => [delta({ content: 'We open' }), 'hang'],
        () => ['hang'],
        () => [': keep-alive\n\n', ...words('Nine.')],
        () => ['data: {oops\n\n'],
        () => [{ error: { message: 'overloaded' } }],
        () => ({ status: pick([400, 401, 404, 422, 429, 500, 503]) }),
      ])();
    const { stage: room, say, clock } = stage(chunks, { tools: [lookTool], canvas: CARDS });
    for (turn = 1; turn <= 500; turn++) {
      say(`Question number ${turn}`);
      const line = await wordsOf(room, turn, clock);
      assert.match(line, /\p{L}/u, `turn ${turn}`);
      assert.doesNotMatch(line, /secret|think>/, `turn ${turn}`);
    }
    assert.equal(new Set(startedTools).size, startedTools.length);
  });
});
