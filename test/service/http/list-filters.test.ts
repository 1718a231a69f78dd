/** Filters that are common to lists: time, name, owner. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import * as z from 'zod/mini';
import { endpoints } from '../../../src/contract/endpoints.ts';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { SYSTEM_FACE } from '../../../src/service/seed/seed.ts';
import { ALICE, openWorld, type World } from '../world.ts';

const rows = endpoints as readonly Endpoint[];
const parameters = ({ query }: Endpoint) =>
  query instanceof z.ZodMiniObject ? Object.keys(query.shape) : [];
/** Lists with these filters. test/service/resources/conversation-list.test.ts tests that of conversations. */
const filterable = rows.filter(
  (row) => parameters(row).includes('created_after') && !row.path.startsWith('/v2/conversations'),
);

let world: World;
let middleTime: string;
const create = async (url: string, payload: object) => {
  const answer = await world.service.app.inject({
    method: 'POST',
    url,
    headers: { 'x-api-key': ALICE },
    payload,
  });
  assert.ok(answer.statusCode < 300, answer.body);
};
const createGeneration = async (name: string) => {
  const pal_id = await world.pal({ pal_name: `PAL ${name}` });
  await world.deployment({ pal_id, name: `Deployment ${name}` });
  await create('/v2/objectives', {
    name: `Objectives ${name}`,
    data: [{ objective_name: 'a', objective_prompt: 'b' }],
  });
  await create('/v2/guardrails', {
    guardrail_name: `Guardrail ${name}`,
    guardrail_prompt: 'b',
    modality: 'verbal',
    tags: [name],
  });
  await create('/v2/guardrails', { name: `Set ${name}`, data: [] });
  await create('/v2/documents', { document_url: 'http://127.0.0.1/', document_name: `Document ${name}` });
  await create('/v2/connectors', { server_url: 'http://127.0.0.1/', name: `Connector ${name}` });
  await create('/v2/memory-stores', { pal_id, participant_tag: name });
  await create('/v2/faces', { train_video_url: 'http://127.0.0.1/', face_name: `Face ${name}` });
  await create('/v2/tools', { name: `tool_${name}`, description: 'x' });
  await create('/v2/pronunciation-dictionaries', { name: `Dictionary ${name}` });
  await create('/v2/keys', { name: `Key ${name}` });
  // The end of this conversation causes callbacks, which are then in the list of callbacks.
  await create('/v2/conversations', { pal_id, test_mode: true, callback_url: 'https://crm.example/' });
  await create('/v2/videos', {
    face_id: SYSTEM_FACE.id,
    audio_url: 'http://127.0.0.1/',
    video_name: `Video ${name}`,
  });
};
before(async () => {
  world = await openWorld();
  await createGeneration('early');
  world.clock.move(3_600_000);
  middleTime = new Date(world.clock.now() - 1000).toISOString();
  await createGeneration('late');
});
after(() => world.close());

const listWith = async (path: string, query: string) => {
  const answer = await world.service.app.inject({
    url: `${path}?limit=200&${query}`,
    headers: { 'x-api-key': ALICE },
  });
  assert.equal(answer.statusCode, 200, `${path}?${query} ${answer.body}`);
  const body = answer.json<Record<string, unknown>>();
  return (body['data'] ?? body['deployments']) as Record<string, unknown>[];
};
const textOf = async (path: string, query: string) => JSON.stringify(await listWith(path, query));

const NO_TIMES = ['yesterday', '\r\nx: 1', '2026-13-01', '2026-02-30T10:00', '', '2026-02-30', '0000-11-21'];
/** Times that are outside the database's range after conversion from their time zone. */
const OUT_OF_RANGE = ['0001-01-01T00:00:00+14:00', '9999-12-31T23:59:00-14:00'];
for (const row of rows.filter((endpoint) => parameters(endpoint).includes('created_after')))
  test(`${row.name} refuses an invalid time`, async () => {
    for (const time of [...NO_TIMES, ...OUT_OF_RANGE])
      for (const name of ['created_after', 'created_before']) {
        const path = row.path.replace(/\{\w+\}/g, 'm00000000000000000000');
        const url = `${path}?${name}=${encodeURIComponent(time)}`;
        const answer = await world.service.app.inject({ url, headers: { 'x-api-key': ALICE } });
        assert.deepEqual(
          [answer.statusCode, answer.body.includes(name)],
          [400, true],
          `${time} ${answer.body}`,
        );
      }
  });

for (const row of filterable.filter(({ path }) => !path.includes('{')))
  describe(row.name, () => {
    test('a filter by time returns the items of that time', async () => {
      const allEntries = await listWith(row.path, '');
      const lateList = await listWith(row.path, `created_after=${middleTime}`);
      const earlyResult = await listWith(row.path, `created_before=${middleTime}`);
      assert.equal(lateList.length + earlyResult.length, allEntries.length);
      if (row.name !== 'listSpeech') assert.ok(lateList.length > 0 && earlyResult.length > 0);
      assert.deepEqual(
        await listWith(row.path, `created_after=${middleTime}&created_before=${middleTime}`),
        [],
      );
      assert.deepEqual(await listWith(row.path, 'created_after=2999-01-01'), []);
    });
    if (parameters(row).includes('search') && row.name !== 'listSpeech')
      test('a filter by name finds a part of it, or a whole id', async () => {
        for (const query of ['search', 'name_or_uuid']) {
          const page = await listWith(row.path, `${query}=LATE`);
          assert.equal(page.length, 1, query);
          const id = Object.entries(page[0]!).find(([name]) => /_id$|^uuid$/.test(name))![1] as string;
          assert.ok((await textOf(row.path, `${query}=${id}`)).includes(id));
        }
        assert.deepEqual(await listWith(row.path, 'search=%25'), []);
      });
  });

test('guardrails are filtered by tag and owner', async () => {
  assert.equal((await listWith('/v2/guardrails', 'legacy=false&tags=late,none')).length, 1);
  assert.equal((await listWith('/v2/guardrails', 'legacy=false&tags=none')).length, 0);
  assert.equal((await listWith('/v2/guardrails', 'tags=late')).length, 0);
  assert.equal((await listWith('/v2/guardrails', 'legacy=false&type=all')).length, 2);
  assert.equal((await listWith('/v2/guardrails', 'legacy=false&type=system')).length, 0);
});

test('faces are filtered by owner and status, under both names', async () => {
  const ownList = await listWith('/v2/faces', 'face_type=user');
  assert.equal(ownList.length, 2);
  const system = await listWith('/v2/faces', 'face_type=system&status=completed');
  assert.ok(system.some(({ face_id }) => face_id === SYSTEM_FACE.id));
  assert.equal((await listWith('/v2/faces', 'face_type=system&status=error')).length, 0);
  assert.equal((await listWith('/v2/replicas', 'replica_type=user')).length, 2);
});
