/** Small endpoints that API clients use: tags, checks, all skills together, other addresses. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { SKILL_CONFIGS } from '../../../src/contract/skills.ts';
import { ALICE, BOB, openWorld, type World } from '../world.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

const send = async (method: string, url: string, payload?: object, key = ALICE) => {
  const headers = { 'x-api-key': key };
  const answer = await world.service.app.inject({
    method: method as 'GET',
    url,
    headers,
    ...(payload && { payload }),
  });
  return {
    status: answer.statusCode,
    body: answer.body ? answer.json<Record<string, unknown>>() : ({} as Record<string, unknown>),
  };
};

test('the list of guardrail tags has the count of each', async () => {
  const guardrail = { guardrail_prompt: 'x', modality: 'verbal' };
  for (const [name, tags, key] of [
    ['a', ['shop', 'safe'], ALICE],
    ['b', ['shop'], ALICE],
    ['c', ['foreign'], BOB],
  ] as const)
    await send('POST', '/v2/guardrails', { ...guardrail, guardrail_name: name, tags }, key);
  assert.deepEqual((await send('GET', '/v2/guardrails/tags')).body, {
    tags: ['safe', 'shop'],
    data: [
      { tag: 'safe', guardrail_count: 1 },
      { tag: 'shop', guardrail_count: 2 },
    ],
    total_count: 2,
  });
  assert.deepEqual((await send('GET', '/v2/guardrails/tags?search=SA')).body['tags'], ['safe']);
  assert.deepEqual((await send('GET', '/v2/guardrails/tags?limit=1&page=2')).body['tags'], ['shop']);
});

describe('a check of objectives', () => {
  const objective = (objective_name: string, next?: object[]) => ({
    objective_name,
    objective_prompt: 'x',
    ...(next && { next }),
  });

  test('lists what a conversation can reach', async () => {
    const data = [
      { ...objective('greet'), next_required_objective: 'ask' },
      objective('aside'),
      objective('ask', []),
    ];
    const before = (await send('GET', '/v2/objectives')).body['total_count'];
    const { status, body } = await send('POST', '/v2/objectives/validate', { data });
    assert.equal(status, 200);
    assert.deepEqual(body, { valid: true, first_objective: 'greet', unreachable: ['aside'], last: ['ask'] });
    assert.equal((await send('GET', '/v2/objectives')).body['total_count'], before);
  });

  test('refuses what a create refuses', async () => {
    for (const body of [{ data: [] }, { data: [objective('a', [{ objective_name: 'b', condition: 'x' }])] }])
      assert.deepEqual(
        await send('POST', '/v2/objectives/validate', body),
        await send('POST', '/v2/objectives', body),
      );
  });
});

test('a memory can also be deleted at its older path', async () => {
  const pal_id = await world.pal();
  const store = await send('POST', '/v2/memory-stores', {
    pal_id,
    participant_tag: 'ada',
    pinned_memories: ['Likes tea.'],
  });
  const [{ memory_id }] = store.body['pinned_memories'] as [{ memory_id: string }];
  const path = `/v2/memories/${String(store.body['memory_store_id'])}/${memory_id}`;
  assert.equal((await send('DELETE', path, undefined, BOB)).status, 403);
  assert.equal((await send('DELETE', path)).status, 204);
  assert.equal((await send('DELETE', path)).status, 404);
});

describe('skills', () => {
  test('of the registry can each be read with the schema of their configuration', async () => {
    for (const id of Object.keys(SKILL_CONFIGS)) {
      const { status, body } = await send('GET', `/v2/skills/${id}`);
      assert.equal(status, 200);
      assert.equal(body['skill_id'], id);
      assert.equal((body['config_schema'] as { type: string }).type, 'object');
    }
    assert.equal((await send('GET', '/v2/skills/nothing')).status, 404);
    assert.equal(((await send('GET', '/v2/skills?limit=1&page=2')).body['data'] as object[]).length, 1);
  });

  test('of a PAL are replaced all at once or not at all', async () => {
    const url = `/v2/pals/${await world.pal()}/skills`;
    const names = async () => Object.keys((await send('GET', url)).body);
    const canvas = { magic_canvas: { components: { chart: { enabled: false } } } };
    const putResponse = await send('PUT', `${url}/`, { skills: canvas });
    assert.equal(putResponse.status, 200, JSON.stringify(putResponse.body));
    assert.deepEqual((putResponse.body['magic_canvas'] as { config: object }).config, canvas.magic_canvas);
    for (const [skills, status] of [
      [{ magic_canvas: {}, nothing: {} }, 404],
      [{ presentation: { document_ids: ['d0'] } }, 400],
      [{ internet_search: {} }, 409],
      [{ magic_canvas: { config: { surprising: 1 } } }, 400],
    ] as const) {
      assert.equal((await send('PUT', url, { skills })).status, status);
      assert.deepEqual(await names(), ['magic_canvas']);
    }
    assert.equal((await send('PUT', url, {})).status, 400);
    assert.equal((await send('PUT', url, { skills: {} }, BOB)).status, 403);
    assert.deepEqual((await send('PUT', url, { skills: {} })).body, {});
    assert.deepEqual(await names(), []);
  });
});
