/** Tools in a turn: their calls are assembled from any chunks, and each runs once. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { call, delta, tool, words, type Answer, type Request } from './scripted-model.ts';
import { settleAll, wordsOf, stage } from './model-room.ts';

describe('streamed tool calls', () => {
  const endsWithResult = (request: Request) => request.messages.at(-1)!.role === 'tool';
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
      const startedTools: string[] = [];
      const createNotingTool = (toolName: string) =>
        tool(toolName, async () => (startedTools.push(toolName), 'fine'));
      const { stage: room, say } = stage(
        (request) => (endsWithResult(request) ? words('It is fine.') : [...chunks, delta({}, 'tool_calls')]),
        {
          tools: [createNotingTool('look'), createNotingTool('book')],
        },
      );
      say('Please look');
      assert.equal(await wordsOf(room, 1), 'It is fine.');
      assert.deepEqual(startedTools, expected);
    });
});

describe('a tool', () => {
  /** Creates a tool whose calls end when the test releases them, and lists their arguments. */
  function createSlowTool(name: string) {
    const calls: { parameters: object; key: string | undefined; signal: AbortSignal }[] = [];
    const finish: (() => void)[] = [];
    const slowTool = tool(name, (parameters, signal, extraFields) => {
      calls.push({ parameters, key: extraFields?.idempotencyKey, signal });
      return new Promise((resolve) => finish.push(() => resolve('{"booked":true,"number":77}')));
    });
    return { tool: slowTool, calls, finish };
  }
  const bookTable = (request: Request): Answer =>
    request.messages.at(-1)!.role === 'tool'
      ? words('Your table is booked, number 77.')
      : [call('book', { seats: 2 }), delta({}, 'tool_calls')];

  test('runs once if more is typed meanwhile; the next answer has its result', async () => {
    const book = createSlowTool('book');
    const { stage: room, say, requests } = stage(bookTable, { tools: [book.tool] });
    say('Please book a table');
    await settleAll();
    say('by the window please');
    await settleAll();
    assert.equal(book.calls.length, 1);
    assert.equal(book.calls[0]!.signal.aborted, false);
    book.finish[0]!();
    await settleAll();
    assert.equal(book.calls.length, 1);
    assert.match(room.lines().at(-1)![1] as string, /number 77/);
    assert.ok(
      requests.at(-1)!.messages.some(({ role, content }) => role === 'tool' && content!.includes('77')),
    );
  });

  test('appears in a later line as it was called', async () => {
    const book = createSlowTool('book');
    const { stage: room, say, requests } = stage(bookTable, { tools: [book.tool] });
    say('Please book a table');
    await settleAll();
    book.finish[0]!();
    await wordsOf(room, 1);
    say('What was my number?');
    await settleAll();
    assert.deepEqual(
      requests
        .at(-1)!
        .messages.slice(1)
        .map(({ role }) => role)
        .slice(0, 4),
      ['user', 'assistant', 'tool', 'assistant'],
    );
  });

  test('gets the same key for the same call and another key for another call', async () => {
    const keys: (string | undefined)[] = [];
    const book = tool('book', async (_, __, extraFields) => (keys.push(extraFields?.idempotencyKey), 'fine'));
    const { stage: room, say } = stage(
      (request) =>
        request.messages.at(-1)!.role === 'tool'
          ? words('Done.')
          : [call('book', { seats: 2 }), delta({}, 'tool_calls')],
      { tools: [book] },
    );
    say('One table');
    await wordsOf(room, 1);
    say('Another one');
    await wordsOf(room, 2);
    assert.equal(keys.length, 2);
    assert.notEqual(keys[0], keys[1]);
    for (const key of keys) assert.match(key!, /^[0-9a-f]{40}$/);
  });

  test('is called once if one answer requests it twice', async () => {
    let runCount = 0;
    const book = tool('book', async () => String(++runCount));
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
    await wordsOf(room, 1);
    assert.equal(runCount, 1);
  });

  test('runs while a question is answered; then its result is given, and it is not begun again', async () => {
    const book = createSlowTool('book');
    const {
      stage: room,
      say,
      clock,
    } = stage(
      (request) =>
        request.messages.at(-1)!.content?.includes('are you there')
          ? words('Yes, I am.')
          : bookTable(request),
      { tools: [book.tool] },
    );
    say('Please book a table');
    await settleAll();
    clock.move(1500);
    await settleAll();
    assert.match(JSON.stringify(room.sentEvents.at(-1)), /One moment, I am looking that up/);
    say('Hello, are you there?');
    await settleAll();
    assert.equal(room.lines().at(-1)![1], 'Yes, I am.');
    book.finish[0]!();
    await settleAll();
    assert.equal(book.calls.length, 1);
    assert.match(room.lines().at(-1)![1] as string, /number 77/);
    await settleAll();
    assert.equal(room.lines().filter(([, text]) => /77/.test(text as string)).length, 1);
  });

  test('is given up after twenty seconds, and the model says so', async () => {
    const book = createSlowTool('book');
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
    await settleAll();
    clock.move(20_000);
    assert.match(await wordsOf(room, 1), /One moment.*It takes too long\.$/);
  });
});
