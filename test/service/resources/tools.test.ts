/** An account's tools are created, attached to PALs, and called in conversations. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addressOf, filledTemplate } from '../../../src/agent/tools/tool-templates.ts';
import { createConversation } from '../../../src/contract/conversations.ts';
import { deletePal } from '../../../src/contract/pals.ts';
import { ToolFields } from '../../../src/contract/tools.ts';
import { ModelServer } from '../model-server.ts';
import { Receiver } from '../receiver.ts';
import { ALICE, BOB, visitorEvents, openWorld, talk, type World } from '../world.ts';

let world: World;
let model: ModelServer;
let receiver: Receiver;
before(async () => {
  model = await ModelServer.open();
  receiver = await Receiver.open();
  world = await openWorld({
    environment: { LLM_BASE_URL: model.url, OUTBOUND_ALLOWED_HOSTS: receiver.host },
  });
});
after(async () => {
  await world.close();
  await receiver.close();
  await model.close();
});

interface Answer {
  status: number;
  body: Record<string, unknown>;
}
const send = async (method: string, url: string, payload?: object, key = ALICE): Promise<Answer> => {
  const headers = { 'x-api-key': key };
  const answer = await world.service.app.inject({
    method: method as 'GET',
    url,
    headers,
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.body ? answer.json<Record<string, unknown>>() : {} };
};
const weather = {
  name: 'weather',
  description: 'Tells the weather of a city.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};
const api = (fields: object) => ({ delivery: { api: { url: receiver.url('/weather'), ...fields } } });
const create = async (fields: object = {}) => {
  const { status, body } = await send('POST', '/v2/tools', { ...weather, ...fields });
  assert.equal(status, 200, JSON.stringify(body));
  return body['tool_id'] as string;
};
const idsOf = ({ body }: Answer) => (body['data'] as { tool_id: string }[]).map(({ tool_id }) => tool_id);

describe('a tool', () => {
  test('is returned without its headers and credentials', async () => {
    const id = await create(
      api({ auth: { type: 'bearer', token: 'sesame-1' }, headers: { 'x-shop': 'sesame-2' } }),
    );
    const answer = await send('GET', `/v2/tools/${id}`);
    assert.deepEqual((answer.body['delivery'] as { api: object }).api, {
      url: receiver.url('/weather'),
      method: 'POST',
      timeout: 10,
      auth: { type: 'bearer' },
    });
    const rows = await world.service.context.store.db.selectFrom('tools').selectAll().execute();
    for (const text of [JSON.stringify(answer.body), JSON.stringify(rows)])
      assert.doesNotMatch(text, /sesame/);
  });

  test('keeps its credentials in a patch, and loses them when its origin changes', async () => {
    const auth = { type: 'api_key', name: 'x-key', value: 'sesame', location: 'header' };
    const id = await create(api({ auth }));
    const authOf = async (change: object) =>
      ((await send('PATCH', `/v2/tools/${id}`, change)).body['delivery'] as { api: { auth?: object } }).api
        .auth;
    const expected = { type: 'api_key', name: 'x-key', location: 'header' };
    assert.deepEqual(await authOf({ description: 'Other words.' }), expected);
    assert.deepEqual(await authOf(api({ method: 'PUT' })), expected);
    assert.equal(await authOf({ delivery: { api: { url: 'https://other.example/' } } }), undefined);
  });

  test('is refused by name if it is out of bounds', async () => {
    for (const [fields, message] of [
      [{ name: 'no spaces' }, /name must be 1 to 64/],
      [{ name: 'canvas_clear' }, /name is the name of a tool of the service/],
      [{ origin: 'audio' }, /origin must be llm or vision. No tool can be triggered by sounds/],
      [{ origin: 'vision', ...api({}) }, /delivery must be app_message: true if origin is vision/],
      [{ origin: 'vision', on_resolve: 'generate_response' }, /on_resolve must be fire_and_forget if/],
      [{ origin: 'vision', on_call: 'generate_filler' }, /on_call must be left out if origin is vision/],
      [
        { origin: 'vision', parameters: { type: 'object', title: 'x'.repeat(19_900) } },
        /origin is vision, so the tool must be at most 20000 characters of JSON/,
      ],
      [{ on_call: 'silent' }, /on_call must be generate_filler or static_filler/],
      [{ on_call: 'static_filler' }, /static_filler is required/],
      [{ on_resolve: 'response_in_result' }, /on_resolve must be/],
      [{ delivery: {} }, /delivery must have either app_message: true or api/],
      [{ delivery: { app_message: true, api: { url: 'https://a.example' } } }, /delivery must have either/],
      [api({ url: 'https://a.example/{town}' }), /must not name \{town\}/],
      [api({ url: 'https://{city}.example/' }), /must have a host without placeholders/],
      [api({ url: 'http://10.0.0.1/' }), /must not be on a private/],
      [api({ url: 'https://[/' }), /must not be on a private/],
      [api({ auth: { type: 'hmac', secret: 'x' } }), /auth.*must be none, bearer, basic or api_key/],
      [api({ method: 'GET', body_template: { a: 1 } }), /body_template is not allowed/],
      [api({ timeout: 60 }), /timeout must be more than 0 and at most 20/],
      [api({ surprising: 1 }), /surprising/],
      [{ surprising: 1 }, /surprising/],
    ] as const) {
      const { status, body } = await send('POST', '/v2/tools', { ...weather, ...fields });
      assert.equal(status, 400, JSON.stringify(fields));
      assert.match(String(body['error']), message);
    }
  });
});

describe('a PAL\u2019s tools', () => {
  test('can be attached, listed in order, and detached', async () => {
    const pal = await world.pal();
    const url = `/v2/pals/${pal}/tools`;
    const [firstTool, secondTool] = [await create({ name: 'one' }), await create({ name: 'two' })];
    assert.deepEqual(idsOf(await send('POST', `${url}/`, { tool_ids: [secondTool] })), [secondTool]);
    assert.deepEqual(idsOf(await send('POST', url, { tool_ids: [firstTool, secondTool] })), [
      secondTool,
      firstTool,
    ]);
    assert.deepEqual((await send('GET', `/v2/pals/${pal}`)).body['tool_ids'], [secondTool, firstTool]);
    assert.equal((await send('DELETE', `${url}/${secondTool}`)).status, 204);
    assert.equal((await send('DELETE', `${url}/${secondTool}`)).status, 404);
    assert.deepEqual(idsOf(await send('GET', `${url}/`)), [firstTool]);
    assert.equal((await send('DELETE', `/v2/tools/${firstTool}`)).status, 204);
    assert.deepEqual(idsOf(await send('GET', url)), []);
  });

  test('belong to its account, and have different names', async () => {
    const pal = await world.pal();
    const url = `/v2/pals/${pal}/tools`;
    const foreign = (await send('POST', '/v2/tools', weather, BOB)).body['tool_id'];
    for (const tool_ids of [[foreign], ['t0']]) {
      const { status, body } = await send('POST', url, { tool_ids });
      assert.equal(status, 400);
      assert.match(String(body['error']), /Unknown tool/);
    }
    const twice = await send('POST', url, { tool_ids: [await create(), await create()] });
    assert.match(String(twice.body['error']), /Two of the tools have the name weather/);
    const patched = await send('PATCH', `/v2/pals/${pal}`, [
      { op: 'add', path: '/tool_ids', value: [foreign] },
    ]);
    assert.equal(patched.status, 400);
    await world.call(deletePal, { credential: ALICE, params: { pal_id: pal } });
  });
});

describe('visual tools of a PAL', () => {
  test('are at most twenty for a PAL, and a patch refuses invalid ones too', async () => {
    const url = `/v2/pals/${await world.pal()}/tools`;
    const ids: string[] = [];
    for (let number = 0; number < 21; number++)
      ids.push(await create({ name: `see_${number}`, origin: 'vision' }));
    const refusal = await send('POST', url, { tool_ids: ids });
    assert.equal(refusal.status, 400);
    assert.match(String(refusal.body['error']), /tools of the origin vision must hold at most 20 tools/);
    assert.equal((await send('POST', url, { tool_ids: ids.slice(1) })).status, 200);
    const toolPath = `/v2/tools/${ids[0]}`;
    assert.equal((await send('GET', toolPath)).body['on_resolve'], 'fire_and_forget');
    const patchAnswer = await send('PATCH', toolPath, { delivery: { api: { url: 'https://a.example/' } } });
    assert.match(String(patchAnswer.body['error']), /delivery must be app_message: true if origin is vision/);
    assert.equal((await send('PATCH', toolPath, { origin: 'llm' })).body['on_resolve'], 'generate_response');
  });
});

describe('an attached tool in a call', () => {
  const call = async (fields: object, parameters: object) => {
    receiver.received.length = 0;
    model.reset();
    const pal_id = await world.pal();
    const tool = await create(fields);
    await send('POST', `/v2/pals/${pal_id}/tools`, { tool_ids: [tool] });
    const { result } = await world.call(createConversation, { credential: ALICE, body: { pal_id } });
    model.answer = ({ messages }) =>
      messages.at(-1)!.role === 'tool' ? 'Sunny.' : [{ name: 'weather', arguments: parameters }];
    await talk(world, result, 'What is the weather like?');
    return result;
  };

  test('is requested with its template and credentials', async () => {
    await call(
      {
        ...api({
          url: `${receiver.url('/weather')}/{city}`,
          query_params: { units: 'metric', place: '{city}' },
          body_template: { where: '{city}', days: 3, label: 'For {city}!' },
          auth: { type: 'basic', username: 'shop', password: 'sesame' },
          headers: { 'x-shop': '1' },
        }),
        on_call: 'static_filler',
        static_filler: 'One moment, please.',
      },
      { city: 'Ash/ford' },
    );
    const [request] = receiver.received;
    assert.equal(request!.path, '/weather/Ash%2Fford?place=Ash%2Fford&units=metric');
    assert.deepEqual(request!.json, { where: 'Ash/ford', days: 3, label: 'For Ash/ford!' });
    assert.equal(request!.headers['authorization'], `Basic ${Buffer.from('shop:sesame').toString('base64')}`);
    assert.equal(request!.headers['x-shop'], '1');
  });

  test('reaches the page by a message, without waiting for an answer', async () => {
    const toolCall = await call({ on_resolve: 'fire_and_forget' }, { city: 'Ashford' });
    const events = await visitorEvents(world, toolCall);
    const callEvents = events.filter(({ event_type }) => event_type === 'conversation.tool_call');
    assert.equal(callEvents.length, 1);
    assert.deepEqual(JSON.parse(String((callEvents[0]!.properties as { arguments: string }).arguments)), {
      city: 'Ashford',
    });
  });
});

test('fills templates with its arguments by type, which never change the host', () => {
  const args = { city: 'a/b?c#d', count: 3, list: [1], nothing: null };
  assert.deepEqual(filledTemplate({ a: ['{count}', '{list}', '{nothing}', 'x{city}y{count}'] }, args), {
    a: [3, [1], null, 'xa/b?c#dy3'],
  });
  const { delivery } = ToolFields.parse({
    ...weather,
    delivery: { api: { url: 'https://a.example/{city}/x', method: 'GET' } },
  });
  const url = addressOf(delivery.api!, { city: '//evil.example/../..?x=1#y' }, false);
  assert.equal(url.href, 'https://a.example/%2F%2Fevil.example%2F..%2F..%3Fx%3D1%23y/x');
  const query = { ...delivery.api!, url: 'https://a.example/x?a=1' };
  assert.equal(addressOf(query, { city: 'b c', n: 2 }, false).href, 'https://a.example/x?a=1&city=b+c&n=2');
});
