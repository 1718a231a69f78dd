/** Two accounts use one engine: requests of one account never change those of the other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Knowledge } from '../../../src/agent/knowledge/knowledge.ts';
import { ModelResponder } from '../../../src/agent/replies/model-responder.ts';
import { visionModel } from '../../../src/service/perception/perception.ts';
import { factsOf, storeFact } from '../../../src/agent/language/engine-memory.ts';
import { MAX_RETRY_MS } from '../../../src/agent/language/model-request.ts';
import type { Clock } from '../../../src/runtime/clock.ts';
import { call, delta, scriptedModel, tool, words, type Answer, type Request } from '../scripted-model.ts';

const signal = new AbortController().signal;
const refuse = (status: number, error: string): Answer => ({ status, error });

/** A clock on which waits before a second attempt end immediately, and timeouts never expire. */
const CLOCK: Clock = {
  now: () => Date.UTC(2026, 0, 1),
  after(milliseconds, callback, signal) {
    if (milliseconds <= MAX_RETRY_MS) setImmediate(() => signal?.aborted || callback());
  },
};

/** All known kinds of server faults; each may occur at any request. */
const FAULTS: readonly ((request: Request) => Answer)[] = [
  () => refuse(400, "Invalid schema for function 'look': array schema missing items."),
  () => refuse(400, "Invalid 'tools[0].function.name': string does not match pattern."),
  () => refuse(400, "This model's maximum context length is 4096 tokens. Reduce the length of the messages."),
  () => refuse(400, 'Function call is missing a thought_signature in functionCall parts.'),
  () => refuse(400, 'this model does not support tools'),
  () => refuse(400, "'temperature' does not support 0.2 with this model"),
  () => refuse(400, 'Conversation roles must alternate user/assistant'),
  () => refuse(400, 'System role not supported'),
  () => refuse(400, 'Unrecognized request argument supplied: stream_options, include_usage'),
  () => refuse(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."),
  () => refuse(422, 'Unprocessable'),
  () => refuse(404, 'No endpoints found that support tool use.'),
  () => refuse(500, 'tools param requires --jinja flag'),
  () => refuse(500, 'oops'),
  () => refuse(400, "Invalid 'tools[1].function.description': string too long."),
  () => refuse(400, 'Missing `reasoning_content` field in the assistant message.'),
  () => refuse(400, 'Bad request'),
  () => refuse(401, 'Incorrect API key provided'),
  () => refuse(413, 'Request too large'),
  () => ({ status: 429, error: 'Rate limit reached', headers: { 'retry-after': '1' } }),
  () => refuse(503, 'Overloaded'),
  () => [{ error: { message: 'Provider returned error', code: 502 } }],
  () => ['data: <html>\n\n'],
  () => words('hm</think>\n\nAt ten.'),
  () => words('Here is </think> as you asked.'),
  () => words('<think>never ends'),
  () => [delta({ content: 'At' }), 'cut'],
  () => [],
];

/** Returns a random number generator (mulberry32) that returns the same numbers for the same seed. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixedBits = Math.imul(state ^ (state >>> 15), 1 | state);
    mixedBits = (mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), 61 | mixedBits)) ^ mixedBits;
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Pal {
  account: number;
  tools?: readonly string[];
  extra?: Record<string, unknown>;
}

function palOf({ account, tools = ['look', 'book'], extra = {} }: Pal, answer: (request: Request) => Answer) {
  const model = scriptedModel(answer);
  const endpoint = {
    account,
    baseUrl: 'https://shared-engine.example/v1',
    apiKey: 'the same key',
    model: 'm',
    extra,
    fetch: model.fetch,
    temperature: 0.2,
  };
  const ask = async () => {
    const responder = new ModelResponder({
      endpoint,
      knowledge: new Knowledge([]),
      prompt: () => 'Be kind.',
      tools: tools.map((name) => tool(name)),
      clock: CLOCK,
    });
    let text = '';
    const history = [
      { role: 'user', content: 'One' },
      { role: 'assistant', content: 'Yes.' },
    ] as const;
    for await (const chunk of responder.think('When?', { history: [...history], canvas: null, signal }))
      if ('text' in chunk) text += chunk.text;
    return text;
  };
  const facts = () => [...factsOf(endpoint, CLOCK.now())];
  return { ask, facts, requests: model.requests };
}

const NINE = 'The ferry leaves at nine.';

/** Creates a PAL whose server has a random fault at most requests; `faults` counts them. */
function unluckyPal(pal: Pal) {
  const random = seededRandom(20261125);
  const unlucky = { faults: 0, ...palOf(pal, answer) };
  function answer(request: Request): Answer {
    const fault = FAULTS[Math.floor(random() * FAULTS.length)];
    if (!fault || random() < 0.2) return words('At nine.');
    unlucky.faults++;
    return fault(request);
  }
  return unlucky;
}

for (const [title, otherPal, firstAsk] of [
  ['another account, whose server is asked for the first time', { account: 102 }, false],
  ['another PAL of the account, whose server has answered', { account: 101, tools: ['ride'] }, true],
  ['a PAL of the account that sends other fields', { account: 101, extra: { top_p: 0.5 } }, true],
] as const)
  test(`a thousand faults change no answer and no request of ${title}`, { timeout: 120_000 }, async () => {
    const control = palOf({ ...otherPal, account: otherPal.account + 1000 }, () => words(NINE));
    await control.ask();
    const untouched = JSON.stringify(control.requests[0]);
    const unlucky = unluckyPal({ account: 101 });
    const pal = palOf(otherPal, () => words(NINE));
    if (firstAsk) await pal.ask();
    while (unlucky.faults < 1000) {
      await unlucky.ask().catch(() => undefined);
      const previousCount = pal.requests.length;
      assert.equal(await pal.ask(), NINE);
      assert.equal(pal.requests.length, previousCount + 1);
      assert.equal(JSON.stringify(pal.requests.at(-1)), untouched);
    }
  });

test('within an account a refused definition is left out by name, and corrected ones are tried at once', async () => {
  const refuseTools = ({ tools = [] }: Request) => {
    const lookTool = tools.find(({ function: { name } }) => name === 'look');
    return lookTool
      ? refuse(400, "Invalid schema for function 'look': array schema missing items.")
      : words('At nine.');
  };
  const pal = palOf({ account: 3 }, refuseTools);
  assert.equal(await pal.ask(), 'At nine.');
  const names = (request: Request | undefined) => request?.tools?.map(({ function: { name } }) => name);
  assert.deepEqual(pal.requests.map(names), [['look', 'book'], ['book']]);
  assert.equal(await pal.ask(), 'At nine.');
  assert.deepEqual(pal.requests.slice(2).map(names), [['book']]);
});

const STRAY = 'Here it is:</think>\n\nas you asked.';

test('earlier calls become plain lines if the last tool is left out', async () => {
  const pal = palOf({ account: 8, tools: ['look'] }, ({ tools, messages }) => {
    if (messages.some(({ role }) => role === 'tool'))
      return tools
        ? refuse(400, "Invalid schema for function 'look': items missing.")
        : refuse(400, 'toolConfig must be defined when using toolUse');
    return tools ? [call('look', {}), delta({}, 'tool_calls')] : words('At nine.');
  });
  assert.equal(await pal.ask(), 'At nine.');
  assert.equal(pal.requests.length, 3);
});

test('an unmatched end of reasoning silences no later answer', async () => {
  let answer = STRAY;
  const pal = palOf({ account: 4 }, () => words(answer));
  await pal.ask();
  answer = NINE;
  assert.equal(await pal.ask(), NINE);
  assert.equal(await pal.ask(), NINE);
  answer = STRAY;
  await pal.ask();
  assert.deepEqual(pal.facts(), [], 'an engine that answered without a thought does not always begin in one');
});

test('an answer that is cut within its reasoning is restored, and the next one is filtered as before', async () => {
  let answer: Answer = words(STRAY);
  const pal = palOf({ account: 6 }, () => answer);
  await pal.ask();
  answer = [delta({ content: 'The visitor wants' }), delta({}, 'length')];
  assert.equal(await pal.ask(), 'The visitor wants');
  assert.deepEqual(pal.facts(), ['unopened_thought']);
});

test('an error instead of an answer is not a success, and no fact is stored', async () => {
  const pal = palOf({ account: 7 }, ({ stream_options: usage }) =>
    usage ? refuse(400, 'Bad request') : [{ error: { message: 'Provider returned error' } }],
  );
  await assert.rejects(pal.ask());
  assert.deepEqual(pal.facts(), []);
});

test('a long conversation is shortened, and keeps its tools', async () => {
  const pal = palOf({ account: 5 }, (request) =>
    request.messages.length > 3
      ? refuse(400, 'prompt is too long: 9000 tokens > 8000 maximum')
      : words('At nine.'),
  );
  assert.equal(await pal.ask(), 'At nine.');
  assert.ok(pal.requests.at(-1)?.tools);
});

test('facts about a vision model stay with their account, also for the shared model', () => {
  const outbound = { fetch: async () => new Response() };
  const operator = { baseUrl: 'https://vision.example/v1', apiKey: 'key', model: 'sees' };
  const layers = [
    { perception_model: 'sees' },
    { perception_model: 'sees', base_url: 'https://own-vision.example/v1', api_key: 'key' },
  ];
  for (const layer of layers) {
    const engineOf = (account: number) => {
      const endpoint = visionModel(layer, { outbound, config: { perception: operator } } as never, account);
      assert.ok(endpoint);
      return endpoint;
    };
    storeFact(engineOf(8), 'temperature', 0);
    assert.deepEqual([...factsOf(engineOf(8), 1)], ['temperature']);
    assert.deepEqual([...factsOf(engineOf(9), 1)], []);
  }
});
