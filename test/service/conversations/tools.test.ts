/** A PAL's model calls tools over HTTP, tools in the visitor's page, and web search. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createConversation } from '../../../src/contract/conversations.ts';
import { createPal, getPal, patchPal } from '../../../src/contract/pals.ts';
import { attachPalSkill, listPalSkills } from '../../../src/contract/skills.ts';
import { SYSTEM_FACE } from '../../../src/service/seed/seed.ts';
import { until } from '../until.ts';
import { ALICE, ask, openWorld, talk } from '../world.ts';
import {
  answerWith,
  answerWithCalls,
  create,
  host,
  model,
  toolRequests,
  tool,
  world,
} from './tools-world.ts';

describe('tools over HTTP', () => {
  test('arguments go out as the body or the query, with the headers; the response goes to the model', async () => {
    answerWith(({ url }) => ({ body: JSON.stringify({ from: url.split('?')[0] }) }));
    const conversation = await create([
      tool('order', { http: { url: `http://${host()}/order?shop=1`, headers: { 'X-Key': 'sesame' } } }),
      tool('stock', { http: { url: `http://${host()}/stock?shop=1`, method: 'GET' } }),
    ]);
    answerWithCalls(
      { name: 'order', arguments: { article: 'bell' } },
      { name: 'stock', arguments: { article: 'a b', sizes: [1, 2] } },
    );
    assert.equal(
      await talk(world, conversation, 'Order a bell.'),
      'Told: {"from":"/order"} | {"from":"/stock"}',
    );
    assert.deepEqual(
      model.requests[0]!.tools!.map((tool) => tool.function.name),
      ['order', 'stock'],
    );
    const [orderTool, stockTool] = [
      toolRequests.find(({ url }) => url.startsWith('/order'))!,
      toolRequests.find(({ url }) => url.startsWith('/stock'))!,
    ];
    assert.deepEqual(
      [
        orderTool.method,
        orderTool.url,
        orderTool.body,
        orderTool.headers['content-type'],
        orderTool.headers['x-key'],
      ],
      ['POST', '/order?shop=1', '{"article":"bell"}', 'application/json', 'sesame'],
    );
    assert.deepEqual(
      [stockTool.method, stockTool.url, stockTool.body],
      ['GET', '/stock?shop=1&article=a+b&sizes=%5B1%2C2%5D', ''],
    );
  });

  test('the model gets errors with a message, and the call continues', async () => {
    const cases: [Record<string, unknown>, Parameters<typeof answerWith>[0], RegExp][] = [
      [
        {},
        () => ({ status: 404, body: 'no such article' }),
        /^Told: Error: the address answered 404\. no such article$/,
      ],
      [{}, () => ({ body: 'x'.repeat(1_100_000) }), /^Told: Error: The response is too large\.$/],
      [{ url: 'http://10.1.2.3/' }, () => ({ body: '' }), /^Told: Error: The address is not public\.$/],
      [{ url: 'http://169.254.169.254/latest' }, () => ({ body: '' }), /not public/],
    ];
    for (const [http, answer, message] of cases) {
      answerWith(answer);
      answerWithCalls({ name: 'stock', arguments: {} });
      assert.match(
        await talk(
          world,
          await create([tool('stock', { http: { url: `http://${host()}/`, ...http } })]),
          'Is it there?',
        ),
        message,
      );
    }
    answerWith(() => ({ body: 'y'.repeat(50_000) }));
    answerWithCalls({ name: 'stock', arguments: {} });
    const longConversation = await create([tool('stock', { http: { url: `http://${host()}/` } })]);
    // The model repeats the tool's result, but an answer has at most 4000 characters and an ellipsis.
    assert.equal((await talk(world, longConversation, 'Is it there?')).length, 4001);
    const outcome = model.requests.at(-1)?.messages.findLast(({ role }) => role === 'tool')?.content;
    assert.equal(outcome?.length, 20_000);
  });

  test('a server without an answer times out after 15 seconds', async () => {
    answerWith(() => 'silence');
    answerWithCalls({ name: 'stock', arguments: {} });
    const answer = await ask(
      world,
      await create([tool('stock', { http: { url: `http://${host()}/` } })]),
      'Is it there?',
    );
    await until('the tool to be called', () => toolRequests.length > 0);
    world.clock.move(15_000);
    assert.equal(
      await answer(),
      'One moment, I am looking that up. Told: Error: The server did not answer in time.',
    );
  });

  test('headers are write-only, also when something else changes', async () => {
    const { result, answer } = await world.call(createPal, {
      credential: ALICE,
      body: {
        system_prompt: 'x',
        default_face_id: SYSTEM_FACE.id,
        layers: {
          llm: {
            tools: [
              {
                ...tool('order', {
                  http: { url: `http://${host()}/order`, headers: { authorization: 'Bearer sesame' } },
                }),
                function: {
                  name: 'order',
                  parameters: { type: 'object', properties: { token: { type: 'string' } } },
                },
              },
            ],
          },
        },
      } as never,
    });
    assert.ok(!(await answer.text()).includes('sesame'));
    const { pal_id } = result;
    await world.call(patchPal, {
      credential: ALICE,
      params: { pal_id },
      body: [{ op: 'replace', path: '/pal_name', value: 'Nora' }],
    });
    const palAnswer = await world.call(getPal, { credential: ALICE, params: { pal_id } });
    assert.ok(!JSON.stringify(palAnswer.result).includes('sesame'));
    assert.deepEqual(palAnswer.result.layers.llm!.tools![0]!.http, {
      url: `http://${host()}/order`,
      method: 'POST',
    });
    assert.deepEqual(
      palAnswer.result.layers.llm!.tools![0]!.function.parameters,
      { type: 'object', properties: { token: { type: 'string' } } },
      "an argument's name is no secret",
    );
    answerWithCalls({ name: 'order', arguments: {} });
    await talk(
      world,
      (await world.call(createConversation, { credential: ALICE, body: { pal_id } })).result,
      'Order.',
    );
    assert.equal(toolRequests[0]!.headers.authorization, 'Bearer sesame');
  });

  test('an invalid tool is refused with a message', async () => {
    const cases: [unknown, RegExp][] = [
      ['x', /^layers\.llm\.tools must be a list of tools/],
      [[{}], /^layers\.llm\.tools\.0\.function is required/],
      [[tool('with space')], /function\.name must be 1 to 64 letters/],
      [[tool('x'.repeat(65))], /1 to 64/],
      [[tool('canvas_clear')], /name of a tool of the service/],
      [[tool('internet_search')], /tool of the service/],
      [[tool('a'), tool('a')], /^layers\.llm\.tools\.1\.function\.name is used twice/],
      [[{ ...tool('a'), type: 'code' }], /type must be function/],
      [[tool('a', { http: { url: 'ftp://x' } })], /http\.url must be an http/],
      [
        [tool('a', { http: { url: 'https://x.example', method: 'TRACE' } })],
        /http\.method must be GET, POST/,
      ],
      [[tool('a', { http: { url: 'https://x.example', headers: { 'a b': 'x' } } })], /headers/],
      [
        [tool('a', { http: { url: 'https://x.example', headers: { a: 'x\r\ny: z' } } })],
        /headers\.a must be one line/,
      ],
      [[tool('a', { http: { url: 'https://x.example', secret: 1 } })], /\.http\.secret is unknown here/],
      [
        [{ type: 'function', function: { name: 'a', parameters: { x: 'y'.repeat(20_000) } } }],
        /parameters must be at most 20000/,
      ],
      [Array.from({ length: 51 }, (_, index) => tool(`t${index}`)), /at most 50 tools/],
    ];
    for (const [tools, message] of cases) {
      const refusal = await world.refusal(createPal, {
        credential: ALICE,
        body: { system_prompt: 'x', default_face_id: SYSTEM_FACE.id, layers: { llm: { tools } } } as never,
      });
      assert.equal(refusal.code, 'invalid_request');
      assert.match(refusal.text, message, JSON.stringify(tools).slice(0, 100));
    }
  });
});

describe('internet_search', () => {
  const createSearchingCall = async () => {
    const pal_id = await world.pal();
    await world.call(attachPalSkill, { credential: ALICE, params: { pal_id, skill_id: 'internet_search' } });
    return (await world.call(createConversation, { credential: ALICE, body: { pal_id } })).result;
  };

  test('calls the endpoint, and the model gets titles, addresses and contents', async () => {
    answerWith(() => ({
      body: JSON.stringify({
        query: 'x',
        results: [
          ...Array.from({ length: 9 }, (_, index) => ({
            title: `Title ${index}`,
            url: `https://x.example/${index}`,
            content: index ? 'c' : 'z'.repeat(5000),
          })),
        ],
      }),
    }));
    answerWithCalls({ name: 'internet_search', arguments: { query: 'bells & whistles' } });
    const answer = await talk(world, await createSearchingCall(), 'What is new?');
    assert.equal(toolRequests[0]!.url, '/searx/search?q=bells+%26+whistles&format=json');
    assert.equal(toolRequests[0]!.headers.authorization, 'Bearer search-key');
    assert.match(answer, /1\. Title 0\s+https:\/\/x\.example\/0\s+z{600}\s+2\. Title 1/);
    assert.ok(answer.includes('Title 5') && !answer.includes('Title 6'));
  });

  test('passes errors on to the model', async () => {
    for (const [args, answer, message] of [
      [{ query: 'x' }, { body: '{"results":[]}' }, /Nothing was found/],
      [{ query: 'x' }, { status: 500, body: '' }, /answered 500/],
      [{ query: 'x' }, { body: '<html>' }, /does not work right now/],
      [{ query: ' ' }, { body: '' }, /query must be a text/],
      [{ query: 'x' }, { body: JSON.stringify({ results: [], x: 'x'.repeat(2_200_000) }) }, /too much/],
    ] as const) {
      answerWith(() => answer);
      answerWithCalls({ name: 'internet_search', arguments: args });
      assert.match(await talk(world, await createSearchingCall(), 'What is new?'), message);
    }
  });

  test('is refused without an endpoint, and a PAL that has it already continues without it', async () => {
    const plainWorld = await openWorld({ environment: { LLM_BASE_URL: model.url } });
    try {
      const pal_id = await plainWorld.pal();
      const params = { pal_id, skill_id: 'internet_search' };
      const refusal = await plainWorld.refusal(attachPalSkill, { credential: ALICE, params });
      assert.equal(refusal.code, 'search_not_configured');
      assert.match(refusal.text, /SEARCH_BASE_URL/);
      assert.deepEqual(
        (await plainWorld.call(listPalSkills, { credential: ALICE, params: { pal_id } })).result,
        {},
      );
      const now = new Date(plainWorld.clock.now());
      await plainWorld.service.context.store.db
        .insertInto('pal_skills')
        .values({ pal_id, skill_id: 'internet_search', config: '{}', attached_at: now, updated_at: now })
        .execute();
      assert.equal(
        await talk(
          plainWorld,
          (await plainWorld.call(createConversation, { credential: ALICE, body: { pal_id } })).result,
          'What is new?',
        ),
        'Yes.',
      );
      assert.equal(
        model.requests[0]!.tools?.some((tool) => tool.function.name === 'internet_search') ?? false,
        false,
      );
    } finally {
      await plainWorld.close();
    }
  });
});
