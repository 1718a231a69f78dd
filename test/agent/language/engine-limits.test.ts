/**
 * Servers that claim to be compatible with OpenAI, but refuse some requests. Questions are answered anyway,
 * and the limit of a server is detected only once.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod';
import { createJudge } from '../../../src/agent/rules/judge.ts';
import { Knowledge } from '../../../src/agent/knowledge/knowledge.ts';
import { ModelResponder } from '../../../src/agent/replies/model-responder.ts';
import type { Limit } from '../../../src/agent/language/engine-limits.ts';
import { factsOf } from '../../../src/agent/language/engine-memory.ts';
import { ManualClock } from '../../../src/runtime/clock.ts';
import { delta, scriptedModel, tool, words, type Answer, type Request } from '../scripted-model.ts';

let engines = 0;
const signal = new AbortController().signal;
const HISTORY = [
  { role: 'assistant', content: 'Hello, I am Ferry.' },
  { role: 'user', content: 'One' },
  { role: 'user', content: 'Two' },
  { role: 'assistant', content: 'Yes.' },
] as const;

function engine(answer: (request: Request, number: number) => Answer) {
  const model = scriptedModel(answer);
  const learnedLimits: string[] = [];
  const endpoint = {
    account: 1,
    baseUrl: `https://limits-${++engines}.example/v1`,
    apiKey: null,
    model: 'm',
    fetch: model.fetch,
    temperature: 0.2,
    onLearned: (message: string) => void learnedLimits.push(message),
  };
  const ask = async () => {
    const responder = new ModelResponder({
      endpoint,
      knowledge: new Knowledge([]),
      prompt: () => 'Be kind.',
      tools: [tool('look')],
      clock: new ManualClock(),
    });
    let text = '';
    for await (const chunk of responder.think('When?', { history: [...HISTORY], canvas: null, signal }))
      if ('text' in chunk) text += chunk.text;
    return text;
  };
  return { ask, endpoint, learned: learnedLimits, requests: model.requests };
}

const roles = ({ messages }: Request) => messages.map(({ role }) => role);
const refuse = (status: number, error: string) => ({ status, error });
type Case = [name: string, refuses: (request: Request) => Answer | null, limit: Limit | null];
const CASES: Case[] = [
  [
    'a template that wants roles in turns, from a user on',
    (request) => {
      const talk = roles(request).filter((role) => role !== 'system');
      return talk.some((role, index) => role !== (index % 2 ? 'assistant' : 'user'))
        ? refuse(400, 'Conversation roles must alternate user/assistant/user/assistant/...')
        : null;
    },
    null,
  ],
  [
    'Ollama, a model without tools',
    (request) =>
      request.tools ? refuse(400, 'registry.ollama.ai/library/gemma3 does not support tools') : null,
    'tools',
  ],
  [
    'vLLM without a parser',
    (request) =>
      request.tools
        ? refuse(
            400,
            '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
          )
        : null,
    'tools',
  ],
  [
    'llama.cpp without jinja',
    (request) => (request.tools ? refuse(500, 'tools param requires --jinja flag') : null),
    'tools',
  ],
  [
    'OpenRouter, no such provider',
    (request) => (request.tools ? refuse(404, 'No endpoints found that support tool use.') : null),
    'tools',
  ],
  [
    'a reasoning model',
    (request) =>
      request.temperature !== undefined
        ? refuse(
            400,
            "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) " +
              'value is supported.',
          )
        : null,
    'temperature',
  ],
  [
    'o1, developer for system',
    (request) =>
      roles(request).includes('system')
        ? refuse(400, "Unsupported value: 'messages[0].role' does not support 'system' with this model.")
        : null,
    'developer_role',
  ],
  [
    'Gemma, no role for instructions',
    (request) =>
      roles(request).some((role) => role === 'system' || role === 'developer')
        ? refuse(400, 'System role not supported')
        : null,
    'system_role',
  ],
];
for (const [name, refuseRequest, limit] of CASES)
  test(name, async () => {
    const { ask, requests, endpoint, learned } = engine(
      (request) => refuseRequest(request) ?? words('At nine.'),
    );
    assert.equal(await ask(), 'At nine.');
    if (limit) assert.ok(factsOf(endpoint, new ManualClock().now()).has(limit));
    const firstCount = requests.length;
    assert.equal(await ask(), 'At nine.');
    assert.equal(requests.length, firstCount + 1, 'it was found out once');
    assert.equal(learned.length > 0, limit !== null);
    const instructed = requests.at(-1)!.messages.find(({ content }) => content?.includes('Be kind.'));
    assert.ok(instructed, 'the instructions are still there');
  });

test('an unspecific refusal leads to a request without tools, and the next request has them again', async () => {
  const { ask, requests, learned } = engine((request) =>
    request.tools ? refuse(422, 'Unprocessable') : words('At nine.'),
  );
  assert.equal(await ask(), 'At nine.');
  const firstCount = requests.length;
  assert.equal(await ask(), 'At nine.');
  assert.ok(requests[firstCount]?.tools);
  assert.deepEqual(learned, []);
});

test('a request that is refused for its content is not repeated in other forms', async () => {
  const { ask, requests } = engine(() => refuse(400, 'The response was filtered: content_filter'));
  await assert.rejects(ask(), /refused/);
  assert.equal(requests.length, 1);
});

const judgeCases: Case[] = [
  [
    'no temperature of 0',
    (request) =>
      request.temperature !== undefined
        ? refuse(400, "'temperature' does not support 0 with this model")
        : null,
    'temperature',
  ],
  [
    'LM Studio, no JSON mode',
    (request) =>
      request.response_format ? refuse(400, "'response_format.type' must be 'json_schema' or 'text'") : null,
    'json_mode',
  ],
  [
    'neither',
    (request) => (request.response_format || request.temperature !== undefined ? refuse(400, 'bad') : null),
    'json_mode',
  ],
];
for (const [name, refuseRequest] of judgeCases)
  test(`a judge: ${name}`, async () => {
    const server = scriptedModel((request) => refuseRequest(request) ?? []);
    const fetch = (async (url: string, init: RequestInit) => {
      const refusal = await server.fetch(url, init);
      return refusal.ok
        ? Response.json({ choices: [{ message: { content: '<think>{"no":1}</think>{"yes":true}' } }] })
        : refusal;
    }) as typeof globalThis.fetch;
    const endpoint = {
      account: 1,
      baseUrl: `https://judge-${++engines}.example/v1`,
      apiKey: null,
      model: 'm',
      fetch,
    };
    const judge = createJudge(endpoint, new ManualClock());
    const question = { rules: 'Judge.', transcript: 'x', schema: z.object({ yes: z.boolean() }), signal };
    assert.deepEqual(await judge.ask(question), { yes: true });
    const firstCount = server.requests.length;
    await judge.ask(question);
    // Only the last change before a success is remembered, so two changes are detected one after the other.
    const secondCount = server.requests.length;
    assert.ok(secondCount <= firstCount + 2);
    await judge.ask(question);
    assert.equal(server.requests.length, secondCount + 1);
  });

const STREAMS: [string, Answer, string][] = [
  [
    'keep-alive comments',
    [': OPENROUTER PROCESSING\n\n', ': OPENROUTER PROCESSING\n\n', ...words('Nine.')],
    'Nine.',
  ],
  ["Azure's first piece", [{ choices: [], prompt_filter_results: [] }, ...words('Nine.')], 'Nine.'],
  [
    'a last piece of usage',
    [...words('Nine.'), { choices: [], usage: { prompt_tokens: 9, completion_tokens: 2 } }],
    'Nine.',
  ],
  [
    'parts of content',
    [
      delta({
        content: [
          { type: 'thinking', thinking: [] },
          { type: 'text', text: 'Nine.' },
        ],
      }),
      delta({}, 'stop'),
    ],
    'Nine.',
  ],
  [
    'null fields',
    [
      { choices: [{ delta: { role: 'assistant', content: null, tool_calls: null, refusal: null } }] },
      ...words('Nine.'),
    ],
    'Nine.',
  ],
  [
    'reasoning beside it',
    [delta({ reasoning: 'hm' }), delta({ reasoning_content: 'hm', content: null }), ...words('Nine.')],
    'Nine.',
  ],
];
for (const [name, answer, expected] of STREAMS)
  test(`a stream with ${name}`, async () => {
    assert.equal(await engine(() => answer).ask(), expected);
  });

test('a server that does not stream', async () => {
  const { endpoint, ask } = engine(() => []);
  endpoint.fetch = async () =>
    Response.json({
      choices: [{ message: { role: 'assistant', content: 'Nine.' }, finish_reason: 'stop' }],
    });
  assert.equal(await ask(), 'Nine.');
});
