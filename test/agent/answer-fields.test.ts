/** Fields that a server expects back with its answer or tool calls are returned to it, also in later turns. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, delta, tool, words, type Answer, type Request } from './scripted-model.ts';
import { settleAll, wordsOf, stage } from './model-room.ts';

type Fields = Record<string, unknown>;
type Messages = (Fields & { role: string; tool_calls?: (Fields & { function: Fields })[] })[];
const messagesOf = (request: Request) => request.messages as unknown as Messages;
const callsOf = (request: Request) => messagesOf(request).flatMap((message) => message.tool_calls ?? []);
const isAnswered = (request: Request) => request.messages.at(-1)?.role === 'tool';
const withFields = (name: string, args: object, call_fields: Fields, function_fields: Fields = {}) =>
  delta({
    tool_calls: [
      {
        index: 0,
        id: `id-${JSON.stringify(args).length}`,
        ...call_fields,
        function: { name, arguments: JSON.stringify(args), ...function_fields },
      },
    ],
  });

/** Sends two lines and returns the requests. The model replies with `answer`, and to a tool's result with a text. */
async function sendTwoLines(answer: (request: Request, line: number) => Answer) {
  const requests: Request[] = [];
  const room = stage(
    (request) => {
      requests.push(request);
      const line = request.messages.filter(({ role }) => role === 'user').length;
      return isAnswered(request) ? words(`Answer ${line}.`) : answer(request, line);
    },
    { tools: [tool('look')] },
  );
  for (const [index, line] of ['How warm is it?', 'And tomorrow?'].entries()) {
    room.say(line);
    assert.equal(await wordsOf(room.stage, index + 1, room.clock), `Answer ${index + 1}.`);
    await settleAll();
  }
  return requests;
}

test('a signature is returned with its tool call, wherever the server put it', async () => {
  const requests = await sendTwoLines((_, line) => [
    withFields(
      'look',
      { line: 'x'.repeat(line) },
      { extra_content: { google: { thought_signature: `SIG-${line}` } } },
      { thought_signature: `INNER-${line}` },
    ),
    delta({}, 'tool_calls'),
  ]);
  const lastCalls = callsOf(requests.at(-1) as Request);
  assert.deepEqual(
    lastCalls.map((entry) => [entry['extra_content'], entry.function['thought_signature']]),
    [1, 2].map((line) => [{ google: { thought_signature: `SIG-${line}` } }, `INNER-${line}`]),
  );
});

test('reasoning and its details are returned with the message, also in later turns', async () => {
  const requests = await sendTwoLines((_, line) => [
    delta({ reasoning_content: `Thought ` }),
    delta({
      reasoning_content: String(line),
      reasoning_details: [{ type: 'reasoning.encrypted', data: 'D' }],
    }),
    delta({ something_new: { a: line } }),
    call('look', { line }),
    delta({}, 'tool_calls'),
  ]);
  const calling = messagesOf(requests.at(-1) as Request).filter((message) => message.tool_calls);
  assert.deepEqual(
    calling.map((message) => [
      message['reasoning_content'],
      message['reasoning_details'],
      message['something_new'],
    ]),
    [1, 2].map((line) => [`Thought ${line}`, [{ type: 'reasoning.encrypted', data: 'D' }], { a: line }]),
  );
});

test('two rounds of tool calls stay two messages, each with its own fields', async () => {
  let round = 0;
  const {
    stage: room,
    say,
    requests,
  } = stage(
    (request) => {
      round++;
      if (round > 2) return words(round === 3 ? 'Warm.' : 'Still warm.');
      assert.equal(messagesOf(request).filter((message) => message.tool_calls).length, round - 1);
      return [
        delta({ reasoning_content: `Round ${round}` }),
        call('look', { round }),
        delta({}, 'tool_calls'),
      ];
    },
    { tools: [tool('look')] },
  );
  say('How warm is it?');
  assert.equal(await wordsOf(room, 1), 'Warm.');
  await settleAll();
  say('Are you sure?');
  assert.equal(await wordsOf(room, 2), 'Still warm.');
  const laterCalls = messagesOf(requests.at(-1) as Request).filter((message) => message.tool_calls);
  assert.deepEqual(
    laterCalls.map((message) => [message['reasoning_content'], message.tool_calls?.length]),
    [
      ['Round 1', 1],
      ['Round 2', 1],
    ],
  );
});

test('fields of an answer without a tool call are returned with it', async () => {
  const {
    stage: room,
    say,
    requests,
  } = stage((_, number) => [
    delta({ content: `Answer ${number}.`, extra_content: { google: { thought_signature: `S${number}` } } }),
    delta({}, 'stop'),
  ]);
  say('How warm is it?');
  assert.equal(await wordsOf(room, 1), 'Answer 1.');
  await settleAll();
  say('And tomorrow?');
  assert.equal(await wordsOf(room, 2), 'Answer 2.');
  const earlierAnswer = messagesOf(requests.at(-1) as Request).find(({ role }) => role === 'assistant');
  assert.deepEqual(earlierAnswer?.['extra_content'], { google: { thought_signature: 'S1' } });
});

test('a server that sent no such fields gets none; one that refuses its own fields is asked without them', async () => {
  const plainRequests = await sendTwoLines((_, line) => [call('look', { line }), delta({}, 'tool_calls')]);
  for (const message of messagesOf(plainRequests.at(-1) as Request).filter(
    ({ role }) => role === 'assistant',
  ))
    assert.deepEqual(
      Object.keys(message).filter((name) => !['role', 'content', 'tool_calls'].includes(name)),
      [],
    );

  const refusals = [
    "'messages.3' : for 'role:assistant' the following must be satisfied" +
      "[('messages.3' : property 'reasoning_content' is unsupported)]",
    '[{"type":"extra_forbidden","loc":["body","messages",2,"assistant","reasoning"],"msg":"Extra inputs"}]',
    'Unrecognized request argument supplied: messages[3].extra_content',
  ];
  for (const error of refusals) {
    let refusalCount = 0;
    const { stage: room, say } = stage(
      (request) => {
        const hasFields = messagesOf(request).some((message) => 'reasoning_content' in message);
        if (hasFields) return (refusalCount++, { status: 400, error });
        assert.ok(request.tools, 'no other field is left out');
        if (isAnswered(request)) return words('Warm.');
        return [delta({ reasoning_content: 'Hm.' }), call('look', {}), delta({}, 'tool_calls')];
      },
      { tools: [tool('look')] },
    );
    say('How warm is it?');
    assert.equal(await wordsOf(room, 1), 'Warm.', error);
    assert.equal(refusalCount, 1);
  }
});
