/** Two accounts on one engine: whatever one of them makes it answer, nothing changes for the other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Knowledge } from '../../../src/service/agent/knowledge/knowledge.ts';
import { ModelResponder } from '../../../src/service/agent/replies/model-responder.ts';
import { visionModel } from '../../../src/service/perception/perception.ts';
import { factsOf, learn } from '../../../src/service/language/engine-memory.ts';
import { LONGEST_RETRY_MS } from '../../../src/service/language/model-request.ts';
import type { Clock } from '../../../src/service/platform/clock.ts';
import { delta, scriptedModel, tool, words, type Answer, type Request } from '../agent/scripted-model.ts';

const signal = new AbortController().signal;
const refuse = (status: number, error: string): Answer => ({ status, error });

/** Waits before a second try end at once; time-outs never come. */
const CLOCK: Clock = {
  now: () => Date.UTC(2026, 0, 1),
  after(milliseconds, callback, signal) {
    if (milliseconds <= LONGEST_RETRY_MS) setImmediate(() => signal?.aborted || callback());
  },
};

/** Faults of a server, as many kinds as are known, each possible at any request. */
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
  () => words('hm</think>\n\nAt ten.'),
  () => words('Here is </think> as you asked.'),
  () => words('<think>never ends'),
  () => [delta({ content: 'At' }), 'cut'],
  () => [],
];

/** mulberry32: the same numbers for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function accountOf(account: number, answer: (request: Request) => Answer) {
  const model = scriptedModel(answer);
  const endpoint = {
    account,
    baseUrl: 'https://shared-engine.example/v1',
    apiKey: 'the same key',
    model: 'm',
    fetch: model.fetch,
    temperature: 0.2,
  };
  const ask = async () => {
    const responder = new ModelResponder({
      endpoint,
      knowledge: new Knowledge([]),
      prompt: () => 'Be kind.',
      tools: [tool('look'), tool('book')],
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
  return { ask, requests: model.requests };
}

/** The request without the times in its instructions. */
const shape = (request: Request | undefined) =>
  JSON.stringify({ ...request, messages: request?.messages.map(({ role }) => role) });

test(
  'a thousand faults of one account change no answer and no request of another',
  { timeout: 120_000 },
  async () => {
    const random = seeded(20261125);
    let faults = 0;
    const unlucky = accountOf(1, (request) => {
      const fault = FAULTS[Math.floor(random() * FAULTS.length)];
      if (!fault || random() < 0.2) return words('At nine.');
      faults++;
      return fault(request);
    });
    const other = accountOf(2, () => words('The ferry leaves at nine.'));
    assert.equal(await other.ask(), 'The ferry leaves at nine.');
    const untouched = shape(other.requests[0]);
    while (faults < 1000) {
      await unlucky.ask().catch(() => undefined);
      const before = other.requests.length;
      assert.equal(await other.ask(), 'The ferry leaves at nine.');
      assert.equal(other.requests.length, before + 1);
      assert.equal(shape(other.requests.at(-1)), untouched);
    }
  },
);

test('within an account a refused definition is left out by name, and corrected ones are tried at once', async () => {
  const refuses = ({ tools = [] }: Request) => {
    const bad = tools.find(({ function: { name } }) => name === 'look');
    return bad
      ? refuse(400, "Invalid schema for function 'look': array schema missing items.")
      : words('At nine.');
  };
  const account = accountOf(3, refuses);
  assert.equal(await account.ask(), 'At nine.');
  const names = (request: Request | undefined) => request?.tools?.map(({ function: { name } }) => name);
  assert.deepEqual(account.requests.map(names), [['look', 'book'], ['book']]);
  assert.equal(await account.ask(), 'At nine.');
  assert.deepEqual(account.requests.slice(2).map(names), [['book']]);
});

test('a stray end of a thought silences no later answer', async () => {
  let answer = 'Here it is:</think>\n\nas you asked.';
  const account = accountOf(4, () => words(answer));
  await account.ask();
  answer = 'The ferry leaves at nine.';
  assert.equal(await account.ask(), answer);
  assert.equal(await account.ask(), answer);
});

test('a long talk is shortened, and keeps its tools', async () => {
  const account = accountOf(5, (request) =>
    request.messages.length > 3
      ? refuse(400, 'prompt is too long: 9000 tokens > 8000 maximum')
      : words('At nine.'),
  );
  assert.equal(await account.ask(), 'At nine.');
  assert.ok(account.requests.at(-1)?.tools);
});

test('however many engines an account uses, another one forgets nothing', () => {
  const engine = (account: number, model: string) => ({
    account,
    baseUrl: 'https://e.example',
    apiKey: null,
    model,
  });
  learn(engine(6, 'm'), 'temperature', 0);
  for (let model = 0; model < 1000; model++) learn(engine(7, `m${model}`), 'usage', 1);
  assert.deepEqual([...factsOf(engine(6, 'm'), 2)], ['temperature']);
  assert.deepEqual([...factsOf(engine(7, 'm0'), 2)], []);
  assert.deepEqual([...factsOf(engine(6, 'm'), 3_600_000)], []);
});

test('what is learned of a vision model stays with its account, also of the one that all share', () => {
  const outbound = { fetch: async () => new Response() };
  const operator = { baseUrl: 'https://vision.example/v1', apiKey: 'key', model: 'sees' };
  const layers = [
    { perception_model: 'sees' },
    { perception_model: 'sees', base_url: 'https://own-vision.example/v1', api_key: 'key' },
  ];
  for (const layer of layers) {
    const of = (account: number) => {
      const endpoint = visionModel(layer, { outbound, config: { perception: operator } } as never, account);
      assert.ok(endpoint);
      return endpoint;
    };
    learn(of(8), 'temperature', 0);
    assert.deepEqual([...factsOf(of(8), 1)], ['temperature']);
    assert.deepEqual([...factsOf(of(9), 1)], []);
  }
});
