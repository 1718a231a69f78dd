import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ServiceError } from '../../../src/contract/service-error.ts';
import type { JsonPatch } from '../../../src/contract/json-patch.ts';
import {
  createObjectives,
  deleteObjectives,
  getObjectives,
  listObjectives,
  patchObjectives,
} from '../../../src/contract/objectives.ts';
import { createPal, getPal, patchPal } from '../../../src/contract/pals.ts';
import { SYSTEM_FACE } from '../../../src/service/seed/seed.ts';
import { ALICE, BOB, openWorld, type World } from '../world.ts';

const NAME = {
  objective_name: 'name',
  objective_prompt: 'Find out the name.',
  output_variables: ['first_name', 'last_name'],
  callback_url: 'https://example.com/done',
};

describe('objectives', () => {
  let world: World;
  before(async () => {
    world = await openWorld();
  });
  after(() => world.close());

  const create = async (data: unknown = [NAME]) =>
    (await world.call(createObjectives, { credential: ALICE, body: { data } as never })).result;
  const change = (objectives_id: string, body: unknown, ifMatch?: string) =>
    world.call(patchObjectives, {
      credential: ALICE,
      params: { objectives_id },
      body: body as JsonPatch,
      ...(ifMatch ? { headers: { 'if-match': ifMatch } } : {}),
    });

  // Proves resources-5.
  test('objectives can be created, read, listed and deleted', async () => {
    const objectives = await create();
    assert.match(objectives.objectives_id, /^o[0-9a-f]{16,}$/);
    assert.deepEqual(objectives.data, [NAME]);
    const params = { objectives_id: objectives.objectives_id };
    assert.deepEqual((await world.call(getObjectives, { credential: ALICE, params })).result, objectives);
    world.clock.move(1000);
    const laterObjectives = await create([{ objective_name: 'a', objective_prompt: 'b' }]);
    assert.deepEqual(laterObjectives.data[0]!.output_variables, []);
    const list = async (query: Record<string, unknown>, credential = ALICE) =>
      (await world.call(listObjectives, { credential, query })).result;
    assert.deepEqual(
      (await list({})).data.map(({ objectives_id }) => objectives_id),
      [laterObjectives.objectives_id, objectives.objectives_id],
    );
    assert.deepEqual(
      [
        (await list({ limit: 1, page: 2 })).data[0]!.objectives_id,
        (await list({})).total_count,
        (await list({}, BOB)).total_count,
      ],
      [objectives.objectives_id, 2, 0],
    );
    assert.equal(
      (await world.refusal(listObjectives, { credential: ALICE, query: { page: -1 } as never })).code,
      'invalid_request',
    );
    await world.call(deleteObjectives, { credential: ALICE, params });
    assert.equal(
      (await world.refusal(getObjectives, { credential: ALICE, params })).code,
      'objectives_not_found',
    );
  });

  test('creating objectives with invalid values is refused with a message', async () => {
    const cases: [unknown, RegExp][] = [
      [undefined, /^data is required/],
      ['x', /^data must be a list/],
      [[], /^data must hold at least one/],
      [Array.from({ length: 51 }, () => NAME), /^data must hold at most 50/],
      [['x'], /^data\.0 must be an object/],
      [[{ objective_prompt: 'x' }], /^data\.0\.objective_name is required/],
      [[{ ...NAME, objective_name: ' ' }], /^data\.0\.objective_name must not be empty/],
      [[NAME, { objective_name: 'x' }], /^data\.1\.objective_prompt is required/],
      [[{ ...NAME, output_variables: 'x' }], /^data\.0\.output_variables must be a list/],
      [[{ ...NAME, output_variables: ['a', 7] }], /^data\.0\.output_variables\.1 must be a string/],
      [[{ ...NAME, callback_url: 'ftp://x' }], /^data\.0\.callback_url must be an http/],
    ];
    for (const [data, message] of cases)
      assert.match(
        (await world.refusal(createObjectives, { credential: ALICE, body: { data } as never })).text,
        message,
      );
  });

  test('a patch is applied completely or not at all, and changes the version', async () => {
    const { objectives_id } = await create();
    const { result, answer } = await change(objectives_id, [
      { op: 'replace', path: '/data/0/objective_prompt', value: 'New.' },
      { op: 'add', path: '/data/-', value: { objective_name: 'b', objective_prompt: 'c' } },
      { op: 'test', path: '/data/1/objective_name', value: 'b' },
    ]);
    assert.deepEqual(
      result.data.map(({ objective_prompt }) => objective_prompt),
      ['New.', 'c'],
    );
    const tag = answer.headers.get('etag')!;
    assert.equal((await change(objectives_id, [], tag)).answer.headers.get('etag'), tag, 'nothing changed');
    const cases: [unknown, string][] = [
      [{}, 'invalid_patch'],
      [[{ op: 'replace', path: '/objectives_id', value: 'x' }], 'invalid_patch'],
      [[{ op: 'replace', path: '', value: {} }], 'invalid_patch'],
      [[{ op: 'remove', path: '/data/7' }], 'invalid_patch'],
      [
        [
          { op: 'replace', path: '/data/0/objective_name', value: 'A' },
          { op: 'test', path: '/data/1/objective_name', value: 'A' },
        ],
        'patch_test_failed',
      ],
      [[{ op: 'replace', path: '/data', value: [] }], 'invalid_patch'],
      [[{ op: 'add', path: '/data/__proto__/x', value: 1 }], 'invalid_patch'],
      [[{ op: 'move', from: '/data/0', path: '/data/0/x' }], 'invalid_patch'],
    ];
    for (const [patch, code] of cases)
      assert.equal(
        (
          await world.refusal(patchObjectives, {
            credential: ALICE,
            params: { objectives_id },
            body: patch as JsonPatch,
          })
        ).code,
        code,
        JSON.stringify(patch),
      );
    assert.deepEqual(
      (await world.call(getObjectives, { credential: ALICE, params: { objectives_id } })).result,
      result,
    );
    const attempts = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) =>
        change(objectives_id, [{ op: 'replace', path: '/data/0/objective_name', value: `n${index}` }], tag),
      ),
    );
    assert.equal(attempts.filter((attempt) => attempt.status === 'fulfilled').length, 1);
    assert.ok(
      attempts.every(
        (attempt) =>
          attempt.status === 'fulfilled' || (attempt.reason as ServiceError).code === 'version_conflict',
      ),
    );
  });

  // Proves resources-41.
  test('a PAL can refer to objectives, and loses the reference when they are deleted', async () => {
    const { objectives_id } = await create();
    const pal_id = await world.pal({ objectives_id });
    const pal = async () => world.call(getPal, { credential: ALICE, params: { pal_id } });
    const palBefore = await pal();
    assert.equal(palBefore.result.objectives_id, objectives_id);
    const fields = { system_prompt: 'x', default_face_id: SYSTEM_FACE.id };
    assert.match(
      (
        await world.refusal(createPal, {
          credential: ALICE,
          body: { ...fields, objectives_id: 'o00000000000000000000' },
        })
      ).text,
      /^Unknown objectives/,
    );
    assert.equal(
      (await world.refusal(createPal, { credential: BOB, body: { ...fields, objectives_id } })).code,
      'unknown_reference',
    );
    assert.equal(
      (
        await world.refusal(patchPal, {
          credential: ALICE,
          params: { pal_id },
          body: [{ op: 'replace', path: '/objectives_id', value: 'o1' }],
        })
      ).code,
      'unknown_reference',
    );
    await world.call(deleteObjectives, { credential: ALICE, params: { objectives_id } });
    const cleaned = await pal();
    assert.equal(cleaned.result.objectives_id ?? null, null);
    assert.notEqual(cleaned.answer.headers.get('etag'), palBefore.answer.headers.get('etag'));
  });

  test('no reference to objectives outlives them, whichever of two simultaneous requests comes first', async () => {
    const { objectives_id } = await create();
    const attempts = await Promise.allSettled([
      ...Array.from({ length: 8 }, () => world.pal({ objectives_id })),
      world.call(deleteObjectives, { credential: ALICE, params: { objectives_id } }),
      ...Array.from({ length: 8 }, () => world.pal({ objectives_id })),
    ]);
    for (const attempt of attempts)
      if (attempt.status === 'rejected')
        assert.equal((attempt.reason as ServiceError).code, 'unknown_reference');
    for (const attempt of attempts) {
      if (attempt.status !== 'fulfilled' || typeof attempt.value !== 'string') continue;
      assert.equal(
        (await world.call(getPal, { credential: ALICE, params: { pal_id: attempt.value } })).result
          .objectives_id ?? null,
        null,
      );
    }
  });
});
