import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentEvent, settle, world } from './world.ts';

const call = (name: string, args: unknown = {}, tool_call_id = 'call-1', seq?: number) =>
  agentEvent(
    'conversation.tool_call',
    { name, arguments: typeof args === 'string' ? args : JSON.stringify(args), tool_call_id },
    seq === undefined ? {} : { seq },
  );
const results = (room: { sentMessages: { event_type: string; properties?: unknown }[] }) =>
  room.sentMessages
    .filter(({ event_type }) => event_type === 'conversation.tool_result')
    .map(({ properties }) => properties);

test('a tool of the page is called once with its arguments, and its result is sent', async () => {
  const calls: unknown[] = [];
  const visitor = world(
    {},
    { callTool: (name, args) => (calls.push([name, args]), Promise.resolve({ items: 3 })) },
  );
  const room = await visitor.live();
  room.listener.message(call('open_basket', { article: 'bell' }, 'call-1', 7));
  room.listener.message(call('open_basket', { article: 'bell' }, 'call-1', 7));
  await settle();
  assert.deepEqual(calls, [['open_basket', { article: 'bell' }]]);
  assert.deepEqual(results(room), [{ tool_call_id: 'call-1', output: '{"items":3}', status: 'success' }]);
});

for (const [title, callTool, args, expected] of [
  ['a text is told as it is', () => 'done', {}, { output: 'done', status: 'success' }],
  ['nothing is null', () => undefined, {}, { output: 'null', status: 'success' }],
  [
    'a throw is an error',
    () => {
      throw new Error('no basket');
    },
    {},
    { output: 'Error: no basket', status: 'error' },
  ],
  [
    'a rejection is an error',
    () => Promise.reject(new Error('no')),
    {},
    { output: 'Error: no', status: 'error' },
  ],
  ['what JSON cannot hold is an error', () => 1n, {}, { status: 'error' }],
  ['a long text is cut', () => 'x'.repeat(30_000), {}, { output: 'x'.repeat(20_000), status: 'success' }],
  ['arguments that are no JSON are an error', () => 'never', '{', { status: 'error' }],
] as const) {
  test(title, async () => {
    const visitor = world({}, { callTool });
    const room = await visitor.live();
    room.listener.message(call('tool', args));
    await settle();
    const [result] = results(room) as Record<string, unknown>[];
    for (const [key, value] of Object.entries(expected)) assert.equal(result![key], value);
  });
}

test('calls for the canvas are not for the page; the end of the call aborts running tools silently', async () => {
  const calls: string[] = [];
  let signal!: AbortSignal;
  let finish!: (value: string) => void;
  const visitor = world(
    {},
    {
      callTool: (name, _, callSignal) => (
        calls.push(name),
        (signal = callSignal),
        new Promise((resolve) => (finish = resolve))
      ),
    },
  );
  const room = await visitor.live();
  for (const name of ['canvas_show_question', 'canvas_clear', 'update_component', 'slow'])
    room.listener.message(call(name));
  await settle();
  assert.deepEqual(calls, ['slow']);
  visitor.session.end();
  assert.equal(signal.aborted, true);
  finish('late');
  await settle();
  const invalidResult = { tool_call_id: 'call-1', output: '{"error":"invalid_arguments"}', status: 'error' };
  assert.deepEqual(results(room), [invalidResult], 'the card that came without a question');
});
