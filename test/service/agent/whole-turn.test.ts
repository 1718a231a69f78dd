/** A turn with a model behind it is right, once, and never silent, whatever the model does. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Knowledge } from '../../../src/service/agent/knowledge/knowledge.ts';
import { ModelResponder } from '../../../src/service/agent/replies/model-responder.ts';
import type { Canvas } from '../../../src/service/agent/tools/canvas.ts';
import type { Tool } from '../../../src/service/agent/tools/tool.ts';
import { ManualClock } from '../../../src/service/platform/clock.ts';
import { call, delta, scriptedModel, tool, words, type Answer, type Request } from './scripted-model.ts';
import { answers, begin, event, settle, type Stage } from './stage.ts';

const CARDS: Canvas = {
  components: new Set(['question', 'input', 'calendar', 'text', 'chart', 'alert', 'image']),
  schedulingUrl: null,
};
let engines = 0;

/** An agent in a room that is read, with a scripted model. */
function stage(
  answer: (request: Request, number: number) => Answer,
  { tools = [] as Tool[], languages = [] as string[], canvas = null as Canvas | null } = {},
) {
  const model = scriptedModel(answer);
  const clock = new ManualClock();
  const responder = new ModelResponder({
    endpoint: {
      baseUrl: `https://model-${++engines}.example/v1`,
      apiKey: null,
      model: 'm',
      fetch: model.fetch,
    },
    knowledge: new Knowledge([]),
    prompt: () => 'Be kind.',
    tools,
    clock,
  });
  const made = begin({
    clock,
    responder,
    languages,
    canvas,
    greeting: '',
    fallback: answers({ text: 'From the documents.' }),
  });
  made.stage.audible = false;
  made.agent.joined('text');
  return {
    ...made,
    clock,
    requests: model.requests,
    say: (text: string) => made.agent.message(event('conversation.respond', { text })),
  };
}
/** Turns of the event loop until the agent has said something and nothing is being said. */
async function said(room: Stage, count: number, clock?: ManualClock): Promise<string> {
  for (let turn = 0; turn < 4000; turn++) {
    const lines = room.lines().filter(([role]) => role === 'pal');
    if (lines.length >= count) return lines[count - 1]![1] as string;
    await settle();
    if (clock && turn % 20 === 19) clock.move(500);
  }
  throw new Error('waited in vain for words of the agent');
}
const rounds = 200;
const quiet = async () => {
  for (let turn = 0; turn < rounds; turn++) await settle();
};

describe('whatever the model does, something is said', () => {
  const NO_ANSWER = /no answer to that/;
  const bad = (name: string, given: object) => [call(`canvas_show_${name}`, given), delta({}, 'tool_calls')];
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
      () => bad(name, { wrong: true, options: [], slots: 'none', mode: 7 }),
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
      assert.match(await said(room, 1, clock), expected);
      say('And again');
      await said(room, 2, clock);
    });

  test('in the language of the conversation', async () => {
    const { stage: room, say } = stage(() => [delta({}, 'stop')], { languages: ['de'] });
    say('Guten Tag, wann öffnen Sie?');
    assert.match(await said(room, 1), /Darauf habe ich leider keine Antwort/);
  });
});

describe('calls are put together however they come', () => {
  const fine = (request: Request) => request.messages.at(-1)!.role === 'tool';
  const cases: [string, object[], string[]][] = [
    ['two under one index', [call('look', {}, { id: 'a' }), call('book', {}, { id: 'b' })], ['look', 'book']],
    [
      'a name that is repeated',
      [
        delta({ tool_calls: [{ index: 0, id: 'a', function: { name: 'look', arguments: '{"a":' } }] }),
        delta({ tool_calls: [{ index: 0, id: 'a', function: { name: 'look', arguments: '1}' } }] }),
      ],
      ['look'],
    ],
    [
      'arguments as an object',
      [delta({ tool_calls: [{ id: 'a', function: { name: 'look', arguments: { a: 1 } } }] })],
      ['look'],
    ],
    [
      'no id and no index',
      [delta({ tool_calls: [{ function: { name: 'look', arguments: '{}' } }] })],
      ['look'],
    ],
    ['the old field', [delta({ function_call: { name: 'look', arguments: '{}' } })], ['look']],
    ['as text', words('<tool_call>{"name":"look","arguments":{"a":1}}</tool_call>'), ['look']],
  ];
  for (const [name, chunks, expected] of cases)
    test(name, async () => {
      const ran: string[] = [];
      const noting = (which: string) => tool(which, async () => (ran.push(which), 'fine'));
      const { stage: room, say } = stage(
        (request) => (fine(request) ? words('It is fine.') : [...chunks, delta({}, 'tool_calls')]),
        {
          tools: [noting('look'), noting('book')],
        },
      );
      say('Please look');
      assert.equal(await said(room, 1), 'It is fine.');
      assert.deepEqual(ran, expected);
    });
});

describe('a tool runs once', () => {
  /** A tool that is done when the test says so, and what it was called with. */
  function slow(name: string) {
    const calls: { parameters: object; key: string | undefined; signal: AbortSignal }[] = [];
    const done: (() => void)[] = [];
    const made = tool(name, (parameters, signal, more) => {
      calls.push({ parameters, key: more?.idempotencyKey, signal });
      return new Promise((resolve) => done.push(() => resolve('{"booked":true,"number":77}')));
    });
    return { tool: made, calls, done };
  }
  const booking = (request: Request): Answer =>
    request.messages.at(-1)!.role === 'tool'
      ? words('Your table is booked, number 77.')
      : [call('book', { seats: 2 }), delta({}, 'tool_calls')];

  test('where more is typed while it runs; the next answer has its outcome', async () => {
    const book = slow('book');
    const { stage: room, say, requests } = stage(booking, { tools: [book.tool] });
    say('Please book a table');
    await quiet();
    say('by the window please');
    await quiet();
    assert.equal(book.calls.length, 1);
    assert.equal(book.calls[0]!.signal.aborted, false);
    book.done[0]!();
    await quiet();
    assert.equal(book.calls.length, 1);
    assert.match(room.lines().at(-1)![1] as string, /number 77/);
    assert.ok(
      requests.at(-1)!.messages.some(({ role, content }) => role === 'tool' && content!.includes('77')),
    );
  });

  test('a later line sees it as it was called', async () => {
    const book = slow('book');
    const { stage: room, say, requests } = stage(booking, { tools: [book.tool] });
    say('Please book a table');
    await quiet();
    book.done[0]!();
    await said(room, 1);
    say('What was my number?');
    await quiet();
    assert.deepEqual(
      requests
        .at(-1)!
        .messages.slice(1)
        .map(({ role }) => role)
        .slice(0, 4),
      ['user', 'assistant', 'tool', 'assistant'],
    );
  });

  test('the key is the same for the same call and another one for another', async () => {
    const keys: (string | undefined)[] = [];
    const book = tool('book', async (_, __, more) => (keys.push(more?.idempotencyKey), 'fine'));
    const { stage: room, say } = stage(
      (request) =>
        request.messages.at(-1)!.role === 'tool'
          ? words('Done.')
          : [call('book', { seats: 2 }), delta({}, 'tool_calls')],
      { tools: [book] },
    );
    say('One table');
    await said(room, 1);
    say('Another one');
    await said(room, 2);
    assert.equal(keys.length, 2);
    assert.notEqual(keys[0], keys[1]);
    for (const key of keys) assert.match(key!, /^[0-9a-f]{40}$/);
  });

  test('asked twice in one answer, it is called once', async () => {
    let ran = 0;
    const book = tool('book', async () => String(++ran));
    const { stage: room, say } = stage(
      (request) =>
        request.messages.at(-1)!.role === 'tool'
          ? words('Done.')
          : [
              call('book', { a: 1, b: 2 }),
              call('book', '{"b":2,"a":1}', { index: 1 }),
              delta({}, 'tool_calls'),
            ],
      { tools: [book] },
    );
    say('Book');
    await said(room, 1);
    assert.equal(ran, 1);
  });

  test('while it runs a question is answered; then the outcome is told, and it is not begun again', async () => {
    const book = slow('book');
    const {
      stage: room,
      say,
      clock,
    } = stage(
      (request) =>
        request.messages.at(-1)!.content?.includes('are you there') ? words('Yes, I am.') : booking(request),
      { tools: [book.tool] },
    );
    say('Please book a table');
    await quiet();
    clock.move(1500);
    await quiet();
    assert.match(JSON.stringify(room.sent.at(-1)), /One moment, I am looking that up/);
    say('Hello, are you there?');
    await quiet();
    assert.equal(room.lines().at(-1)![1], 'Yes, I am.');
    book.done[0]!();
    await quiet();
    assert.equal(book.calls.length, 1);
    assert.match(room.lines().at(-1)![1] as string, /number 77/);
    await quiet();
    assert.equal(room.lines().filter(([, text]) => /77/.test(text as string)).length, 1);
  });

  test('one that does not end is given up after twenty seconds, and the model says so', async () => {
    const book = slow('book');
    const {
      stage: room,
      say,
      clock,
    } = stage(
      (request) =>
        request.messages.at(-1)!.role === 'tool'
          ? words(
              /did not answer in time/.test(request.messages.at(-1)!.content!)
                ? 'It takes too long.'
                : 'Booked.',
            )
          : [call('book', {}), delta({}, 'tool_calls')],
      { tools: [book.tool] },
    );
    say('Book');
    await quiet();
    clock.move(20_000);
    assert.match(await said(room, 1), /One moment.*It takes too long\.$/);
  });
});

test('the model is told where its answer was interrupted', async () => {
  const {
    stage: room,
    agent,
    say,
    requests,
  } = stage((_, number) =>
    number === 1 ? [delta({ content: 'We open at nine. And then ' }), 'hang'] : words('Yes.'),
  );
  say('When?');
  await quiet();
  agent.message(event('conversation.interrupt'));
  say('Go on');
  await said(room, 2);
  assert.match(
    requests[1]!.messages.at(-2)!.content!,
    /^We open at nine\. … \(The visitor interrupted here\.\)$/,
  );
});

test('a model that thought to its limit is asked once more without one', async () => {
  const {
    stage: room,
    say,
    requests,
  } = stage((request) =>
    request.max_tokens ? [delta({ reasoning_content: 'hm' }), delta({}, 'length')] : words('At nine.'),
  );
  say('When?');
  assert.equal(await said(room, 1), 'At nine.');
  assert.equal(requests.length, 2);
});

test('a turn leaves its numbers in the log: requests, tokens, tools, when it was heard, and no words', async () => {
  const {
    stage: room,
    say,
    told,
  } = stage(
    (request) =>
      request.messages.at(-1)!.role === 'tool'
        ? [...words('It is swordfish.'), { choices: [], usage: { prompt_tokens: 90, completion_tokens: 5 } }]
        : [call('look', { secret: 'swordfish' }), delta({}, 'tool_calls')],
    { tools: [tool('look', async () => 'swordfish')] },
  );
  say('What is the swordfish?');
  await said(room, 1);
  await quiet();
  const [trace] = told as { turn: Record<string, unknown> & { requests: { usage: unknown }[] } }[];
  assert.equal(trace!.turn['state'], 'said');
  assert.deepEqual(trace!.turn['tools'], [{ name: 'look', took: 0, failed: false }]);
  assert.deepEqual(
    trace!.turn.requests.map(({ usage }) => usage),
    [null, { prompt: 90, completion: 5, cached: 0 }],
  );
  assert.equal(trace!.turn['audible'], true);
  assert.doesNotMatch(JSON.stringify(told), /swordfish/);
});

describe('500 turns against a server that misbehaves at random', () => {
  /** A number from 0 to 1, the same sequence for the same seed. */
  const seeded = (seed: number) => () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  test('each has a word, none has a thought in it, and no call is made twice', async () => {
    const random = seeded(20_261_122);
    const pick = <One>(all: readonly One[]) => all[Math.floor(random() * all.length)]!;
    const ran: string[] = [];
    const look = tool('look', async (parameters) => {
      ran.push(JSON.stringify(parameters));
      if (random() < 0.2) throw new Error('broken');
      return 'fine';
    });
    let turn = 0;
    const pieces = (): Answer =>
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
    const { stage: room, say, clock } = stage(pieces, { tools: [look], canvas: CARDS });
    for (turn = 1; turn <= 500; turn++) {
      say(`Question number ${turn}`);
      const line = await said(room, turn, clock);
      assert.match(line, /\p{L}/u, `turn ${turn}`);
      assert.doesNotMatch(line, /secret|think>/, `turn ${turn}`);
    }
    assert.equal(new Set(ran).size, ran.length);
  });
});
