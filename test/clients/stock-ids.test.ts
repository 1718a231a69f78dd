/** Ids that the Pipecat and LiveKit clients send by default: they start a conversation in any account. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DEFAULT_FACE_ID } from '../../src/contract/faces.ts';
import { ALICE, BOB, openWorld, type World } from '../service/world.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

async function request(method: 'GET' | 'POST', url: string, key: string, payload?: object) {
  const answer = await world.service.app.inject({
    method,
    url,
    headers: { 'x-api-key': key },
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: JSON.parse(answer.body) as Record<string, unknown> };
}

const countPals = async (key: string) => (await request('GET', '/v2/pals', key)).body['total_count'];

test('a conversation starts with each stock id, for each account with a PAL of its own', async () => {
  const ids = new Set<unknown>();
  for (const key of [ALICE, BOB])
    for (const persona_id of ['pipecat0', 'pb87e71797da']) {
      const started = await request('POST', '/v2/conversations', key, {
        replica_id: 'r4067604db72',
        persona_id,
      });
      assert.equal(started.status, 200, JSON.stringify(started.body));
      const answer = await request(
        'GET',
        `/v2/conversations/${String(started.body['conversation_id'])}`,
        key,
      );
      assert.equal(answer.body['face_id'], DEFAULT_FACE_ID);
      ids.add(answer.body['pal_id']);
    }
  assert.equal(ids.size, 2);
  assert.deepEqual([await countPals(ALICE), await countPals(BOB)], [1, 1]);
});

test('reading a stock id before its first use creates nothing', async () => {
  const freshWorld = await openWorld();
  const firstWorld = world;
  world = freshWorld;
  try {
    const persona = await request('GET', '/v2/personas/pipecat0', ALICE);
    assert.deepEqual(
      [persona.status, persona.body['persona_name'], persona.body['pipeline_mode']],
      [200, 'Echo', 'echo'],
    );
    assert.equal(await countPals(ALICE), 0);
    const replica = await request('GET', '/v2/replicas/r4067604db72', ALICE);
    assert.equal(replica.body['replica_id'], DEFAULT_FACE_ID);
    assert.equal((await request('GET', '/v2/personas/pipecat1', ALICE)).status, 404);
  } finally {
    world = firstWorld;
    await freshWorld.close();
  }
});
