/** The answers of twelve servers, each read in one piece and byte by byte. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { callingMessage } from '../../../../src/agent/replies/model-messages.ts';
import { streamAnswer } from '../../../../src/agent/language/model-answer.ts';
import { ModelError } from '../../../../src/agent/language/model-request.ts';
import { ManualClock } from '../../../../src/runtime/clock.ts';
import { ANSWER, CITIES, DIALECTS, type RecordedAnswer } from './dialects.ts';

const TOOLS = [
  {
    type: 'function',
    function: {
      name: 'get_weather',
      description: 'Weather',
      parameters: { type: 'object', properties: { city: { type: 'string' } } },
    },
  },
];
let engines = 0;

async function ask({ body, status = 200, type = 'text/event-stream' }: RecordedAnswer, size = Infinity) {
  const bytes = new TextEncoder().encode(body);
  const endpoint = {
    account: 1,
    baseUrl: `https://dialect-${++engines}.example/v1`,
    apiKey: null,
    model: 'm',
    fetch: async () => {
      let offset = 0;
      const stream = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (offset >= bytes.length) return controller.close();
          controller.enqueue(bytes.slice(offset, (offset += Math.min(size, bytes.length))));
        },
      });
      return new Response(stream, { status, headers: { 'content-type': type } });
    },
  };
  const request = { messages: [{ role: 'user', content: 'When?' }], tools: TOOLS };
  const signal = new AbortController().signal;
  const clock = new ManualClock();
  // After a status that may be temporary, the request is repeated once without a wait.
  clock.after = (_milliseconds, run) => void (status === 200 || setImmediate(run));
  const stream = streamAnswer(endpoint, request, { signal, clock });
  let [words, reasoned] = ['', false];
  try {
    for (;;) {
      const next = await stream.next();
      if (next.done) return { words, reasoned, end: next.value, fault: null };
      if ('text' in next.value) words += next.value.text;
      else reasoned = true;
    }
  } catch (error) {
    assert.ok(error instanceof ModelError, String(error));
    return { words, reasoned, end: null, fault: error.reason };
  }
}

for (const [name, dialect] of Object.entries(DIALECTS))
  describe(name, () => {
    for (const size of [Infinity, 1]) {
      const title = size === 1 ? ', byte by byte' : '';
      const read = (answer: RecordedAnswer) => ask(answer, size);
      test(`a plain answer${title}`, async () => {
        const { words, fault, end } = await read(dialect.plain);
        assert.deepEqual([words, fault, end?.calls], [ANSWER, null, []]);
      });
      test(`a tool, with the fields that have to come back${title}`, async () => {
        const { words, fault, end } = await read(dialect.tool);
        const calls = end?.calls ?? [];
        assert.deepEqual([words.trim(), fault, calls.length], ['', null, 1]);
        assert.equal(calls[0]?.name, 'get_weather');
        assert.deepEqual(JSON.parse(calls[0]?.arguments ?? ''), { city: CITIES[0] });
        const { role, content, tool_calls: sentCalls, ...message } = callingMessage('', calls);
        assert.deepEqual([role, content], ['assistant', null]);
        assert.deepEqual(message, dialect.fields?.message ?? {});
        const {
          id,
          type,
          function: calledFunction,
          ...fields
        } = sentCalls?.[0] ?? assert.fail('no call is sent');
        assert.deepEqual(fields, dialect.fields?.call ?? {});
        assert.ok(id && type === 'function' && calledFunction.name === 'get_weather');
      });
      test(`two parallel tools${title}`, async () => {
        const { fault, end } = await read(dialect.twoTools);
        const calls = end?.calls ?? [];
        assert.equal(fault, null);
        assert.deepEqual(
          calls.map((call) => [call.name, JSON.parse(call.arguments) as unknown]),
          CITIES.map((city) => ['get_weather', { city }]),
        );
        assert.equal(new Set(calls.map(({ id }) => id)).size, 2);
      });
      test(`a refusal${title}`, async () => {
        const { words, fault, end } = await read(dialect.refusal);
        assert.equal(words, '');
        if (dialect.refusalWords) assert.equal(end?.refusal, dialect.refusalWords);
        else assert.ok(fault ?? end?.finish.startsWith('content_filter'), `${fault} ${end?.finish}`);
      });
      test(`a cut stream${title}`, async () => {
        const { words, fault } = await read(dialect.cut);
        assert.deepEqual([words, fault], ['The ferry leaves ', 'cut_off']);
      });
      test(`reasoning, which is not spoken${title}`, async () => {
        const { words, reasoned, fault } = await read(dialect.reasoning);
        assert.deepEqual([words, fault], [ANSWER, null]);
        assert.equal(reasoned, name !== 'OpenAI', 'OpenAI does not show it');
      });
    }
  });

test('twelve servers are covered', () => assert.equal(Object.keys(DIALECTS).length, 12));
