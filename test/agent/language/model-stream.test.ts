import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import {
  FIRST_WORD_MS,
  ModelError,
  STALL_MS,
  streamModel,
} from '../../../src/agent/language/model-stream.ts';
import { ManualClock, systemClock, type Clock } from '../../../src/runtime/clock.ts';
import {
  answersWith,
  breaks,
  cutsOff,
  endings,
  EngineServer,
  refuses,
  stalls,
  streams,
  type Reaction,
} from '../engine-server.ts';

let server: EngineServer;
before(async () => {
  server = await EngineServer.open();
});
after(() => server.close());
afterEach(() => server.forget());

async function ask(
  {
    clock = systemClock,
    signal = new AbortController().signal,
    onWord,
  }: { clock?: Clock; signal?: AbortSignal; onWord?: () => void } = {},
  settings = {},
): Promise<{ text: string; error: unknown }> {
  let text = '';
  try {
    const endpoint = { account: 1, baseUrl: server.url, apiKey: 'sk-secret', model: 'm', fetch, ...settings };
    for await (const chunk of streamModel(
      endpoint,
      { messages: [{ role: 'user', content: 'swordfish' }] },
      { signal, clock },
    )) {
      text += chunk.text || '';
      onWord?.();
    }
    return { text, error: undefined };
  } catch (error) {
    return { text, error };
  }
}
const reason = (error: unknown) => (error instanceof ModelError ? error.reason : error);

test('words are passed on as they arrive; with a finish reason no [DONE] is needed', async () => {
  server.script.completions = [streams('Seven ', 'bells.')];
  assert.deepEqual(await ask(), { text: 'Seven bells.', error: undefined });
  server.script.completions = [
    answersWith(
      'data: {"choices":[{"delta":{"content":"Yes."}}]}\n\ndata: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n',
    ),
  ];
  assert.deepEqual(await ask(), { text: 'Yes.', error: undefined });
});

test("the PAL's settings are sent, and cannot override the service's own fields", async () => {
  server.script.completions = [streams('Yes.')];
  await ask(
    {},
    {
      temperature: 0.5,
      extra: { top_p: 0.9, temperature: 0.7, stream: false, messages: [] },
      headers: { 'x-team': 'red', 'content-type': 'text/plain' },
    },
  );
  const { body, headers } = server.last('completions');
  assert.deepEqual(JSON.parse(body), {
    temperature: 0.7,
    top_p: 0.9,
    model: 'm',
    stream: true,
    messages: [{ role: 'user', content: 'swordfish' }],
  });
  assert.deepEqual(
    [headers['x-team'], headers['content-type'], headers.authorization],
    ['red', 'application/json', 'Bearer sk-secret'],
  );
});

const cases: [string, Reaction[], string, string | undefined, number][] = [
  ['429 is tried once more', [refuses(429), streams('Yes.')], 'Yes.', undefined, 2],
  ['429 twice is not', [refuses(429), refuses(429), streams('Yes.')], '', 'refused', 2],
  ['500 is tried once more', [refuses(500), streams('Yes.')], 'Yes.', undefined, 2],
  ['a connection that breaks is tried once more', [breaks, streams('Yes.')], 'Yes.', undefined, 2],
  ['twice is not', [breaks, breaks, streams('Yes.')], '', 'unreachable', 2],
  ['401 is not tried again', [refuses(401)], '', 'refused', 1],
  ['a redirect is not followed', [refuses(307, { location: 'http://127.0.0.1:1/' })], '', 'refused', 1],
  [
    'a stream cut before its first word is tried once more',
    [cutsOff(), streams('Yes.')],
    'Yes.',
    undefined,
    2,
  ],
  [
    'a stream cut after words is not, for they were said',
    [cutsOff('We open '), streams('Yes.')],
    'We open ',
    'cut_off',
    1,
  ],
  [
    'a stream that ends without saying so was cut off',
    [endings('We open '), streams('Yes.')],
    'We open ',
    'cut_off',
    1,
  ],
  ['a page is no answer', [answersWith('<html>login</html>')], '', 'bad_response', 1],
  ['broken JSON is no answer', [answersWith('data: {oops\n\n')], '', 'bad_response', 1],
  [
    'an error in the stream is no answer',
    [answersWith('data: {"error":{"message":"quota"}}\n\n')],
    '',
    'bad_response',
    1,
  ],
  ['an endless line is no answer', [answersWith(`data: ${'x'.repeat(5_000_000)}`)], '', 'bad_response', 1],
];
for (const [name, script, text, cause, requests] of cases) {
  test(name, async () => {
    server.script.completions = script;
    const answer = await ask();
    assert.deepEqual([answer.text, reason(answer.error), server.requests.length], [text, cause, requests]);
    if (answer.error) assert.ok(!`${(answer.error as Error).stack}`.match(/sk-secret|swordfish|quota/));
  });
}

test('a missing first word times out without a second request', async () => {
  server.script.completions = [stalls()];
  const clock = new ManualClock();
  const answer = ask({ clock });
  await server.until('completions', 1);
  clock.move(FIRST_WORD_MS);
  assert.equal(reason((await answer).error), 'timeout');
  assert.equal(server.requests.length, 1);
});

test('an answer that stalls is given up, and its words so far stay', async () => {
  server.script.completions = [stalls('We open ')];
  const clock = new ManualClock();
  const { text, error } = await ask({ clock, onWord: () => setImmediate(() => clock.move(STALL_MS)) });
  assert.deepEqual([text, reason(error)], ['We open ', 'timeout']);
});

test('an abort ends it with its own reason, also between two attempts', async () => {
  server.script.completions = [stalls('We ')];
  const stop = new AbortController();
  assert.match(
    String((await ask({ signal: stop.signal, onWord: () => stop.abort(new Error('interrupted')) })).error),
    /interrupted/,
  );
  server.script.completions = [refuses(503)];
  const abandonment = new AbortController();
  const pendingAnswer = ask({ clock: new ManualClock(), signal: abandonment.signal });
  await server.until('completions', 2);
  await new Promise((resolve) => setImmediate(resolve));
  abandonment.abort(new Error('left'));
  assert.match(String((await pendingAnswer).error), /left/);
});
