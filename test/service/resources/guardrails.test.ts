import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ServiceError } from '../../../src/contract/service-error.ts';
import {
  createGuardrail,
  listGuardrails,
  type Guardrail,
  type GuardrailSet,
} from '../../../src/contract/guardrails.ts';
import type { JsonPatch } from '../../../src/contract/json-patch.ts';
import { createPal, getPal, patchPal } from '../../../src/contract/pals.ts';
import { SYSTEM_FACE } from '../../../src/service/seed/seed.ts';
import { ALICE, BOB } from '../world.ts';
import {
  UUID,
  change,
  create,
  list,
  read,
  readSet,
  patchRefusal,
  remove,
  rule,
  set,
  tagOf,
  world,
} from './guardrails-world.ts';

describe('guardrails', () => {
  const createSingle = async (name = 'a', extraFields: object = {}) =>
    (await create(rule(name, extraFields))) as Guardrail;

  const pal = async (pal_id: string) => world.call(getPal, { credential: ALICE, params: { pal_id } });

  // Proves endpoints-2, resources-4, resources-20, resources-21.
  test('the body decides between a guardrail set and a single guardrail', async () => {
    const guardrailSet = (await create({
      name: 'House rules',
      data: [rule('a', { callback_url: 'https://example.com/a' }), rule('b', { modality: 'visual' })],
    })) as { guardrails_id: string };
    assert.deepEqual(Object.keys(guardrailSet).sort(), [
      'created_at',
      'guardrails_id',
      'guardrails_name',
      'status',
    ]);
    assert.match(guardrailSet.guardrails_id, /^g[0-9a-f]{16,}$/);
    const { uuid, name, data } = await readSet(guardrailSet.guardrails_id);
    assert.deepEqual(
      [uuid, name, data.map((item) => [item.guardrail_name, item.modality, item.callback_url])],
      [
        guardrailSet.guardrails_id,
        'House rules',
        [
          ['a', 'verbal', 'https://example.com/a'],
          ['b', 'visual', undefined],
        ],
      ],
    );
    const item = (await read(data[1]!.uuid)) as Guardrail;
    assert.deepEqual([item.guardrail_name, item.guardrails_id], ['b', guardrailSet.guardrails_id]);
    const singleGuardrail = await createSingle('c', { tags: ['shop'], name: 'not a set', data: [] });
    assert.match(singleGuardrail.uuid, UUID);
    assert.deepEqual([singleGuardrail.guardrails_id, singleGuardrail.tags], [null, ['shop']]);
    assert.deepEqual(await read(singleGuardrail.uuid), singleGuardrail);
  });

  // Proves endpoints-2.
  test('creating a guardrail with invalid values is refused with a message', async () => {
    const cases: [unknown, RegExp][] = [
      [{}, /^name is required/],
      [{ name: 'x' }, /^data is required/],
      [{ name: ' ', data: [] }, /^name must not be empty/],
      [{ name: 'x', data: {} }, /^data must be a list/],
      [{ name: 'x', data: ['a'] }, /^data\.0 must be an object/],
      [
        { name: 'x', data: [rule('a'), { ...rule('b'), modality: 'smell' }] },
        /^data\.1\.modality must be verbal or visual/,
      ],
      [
        { name: 'x', data: [{ ...rule('b'), guardrail_prompt: undefined }] },
        /^data\.0\.guardrail_prompt is required/,
      ],
      [{ name: 'x', data: Array.from({ length: 51 }, () => rule('a')) }, /^data must hold at most 50/],
      [{ guardrail_name: 'x' }, /^guardrail_prompt is required/],
      [{ guardrail_name: 'x', guardrail_prompt: 'y' }, /^modality is required/],
      [
        { guardrail_name: '', guardrail_prompt: 'y', modality: 'verbal' },
        /^guardrail_name must not be empty/,
      ],
      [rule('a', { callback_url: 'x' }), /^callback_url must be an http/],
      [rule('a', { tags: 'x' }), /^tags must be a list/],
      [rule('a', { tags: [''] }), /^tags\.0 must not be empty/],
    ];
    for (const [body, message] of cases)
      assert.match(
        (await world.refusal(createGuardrail, { credential: ALICE, body: body as never })).text,
        message,
        JSON.stringify(body).slice(0, 100),
      );
  });

  // Proves endpoints-3, versioning-6.
  test('the list returns sets by default, or every single guardrail including those of sets', async () => {
    const listBefore = await list({ legacy: false });
    const id = await set(['a', 'b']);
    const singleGuardrail = await createSingle('c');
    const sets = await list({ limit: 1 });
    assert.deepEqual(
      (sets.data as GuardrailSet[])[0]!.data.map((item) => item.guardrail_name),
      ['a', 'b'],
    );
    const listAfter = await list({ legacy: 'false' });
    assert.equal(listAfter.total_count, listBefore.total_count + 3);
    const ownGuardrails = (listAfter.data as Guardrail[]).filter(
      (row) => row.guardrails_id === id || row.uuid === singleGuardrail.uuid,
    );
    assert.deepEqual(ownGuardrails.map((row) => row.guardrail_name).sort(), ['a', 'b', 'c']);
    for (let index = 0; index < 12; index++) await set([`x${index}`]);
    assert.equal((await list({})).data.length, 10);
    assert.ok((await list({ legacy: false })).data.length > 10, 'pages of 100');
    assert.equal((await list({ legacy: 'true', limit: 100 })).data.length, (await list({})).total_count);
    assert.deepEqual(
      [(await list({}, BOB)).total_count, (await list({ legacy: false }, BOB)).total_count],
      [0, 0],
    );
    assert.equal(
      (await world.refusal(listGuardrails, { credential: ALICE, query: { legacy: 'maybe' } as never })).code,
      'invalid_request',
    );
  });

  // Proves endpoints-4.
  test('a patch is applied completely or not at all, and changes the version', async () => {
    const id = await set(['a', 'b']);
    const [setBefore, tag] = [await readSet(id), await tagOf(id)];
    const cases: [unknown, string][] = [
      [{}, 'invalid_patch'],
      [[{ op: 'replace', path: '/uuid', value: 'x' }], 'invalid_patch'],
      [[{ op: 'replace', path: '/data/0/uuid', value: 'x' }], 'invalid_patch'],
      [[{ op: 'remove', path: '/data/0/uuid' }], 'invalid_patch'],
      [[{ op: 'move', from: '/data/0/uuid', path: '/data/1/guardrail_name' }], 'invalid_patch'],
      [[{ op: 'remove', path: '/data/2' }], 'invalid_patch'],
      [[{ op: 'add', path: '/data/4', value: rule('x') }], 'invalid_patch'],
      [[{ op: 'replace', path: '/data/0/modality', value: 'smell' }], 'invalid_patch'],
      [[{ op: 'add', path: '/data/0/colour', value: 'red' }], 'invalid_patch'],
      [[{ op: 'remove', path: '/data/0/guardrail_prompt' }], 'invalid_patch'],
      [[{ op: 'remove', path: '/data' }], 'invalid_patch'],
      [[{ op: 'replace', path: '/data', value: 'x' }], 'invalid_patch'],
      [[{ op: 'replace', path: '/data/0', value: null }], 'invalid_patch'],
      [[{ op: 'add', path: '/data/__proto__', value: {} }], 'invalid_patch'],
      [[{ op: 'move', from: '/data/0', path: '/data/0/guardrail_name' }], 'invalid_patch'],
      [
        [
          { op: 'remove', path: '/data/0' },
          { op: 'test', path: '/name', value: 'other' },
        ],
        'patch_test_failed',
      ],
      [Array.from({ length: 49 }, () => ({ op: 'copy', from: '/data/0', path: '/data/-' })), 'invalid_patch'],
    ];
    for (const [patch, code] of cases)
      assert.equal(await patchRefusal(id, patch), code, JSON.stringify(patch).slice(0, 120));
    assert.deepEqual([await readSet(id), await tagOf(id)], [setBefore, tag]);
    await change(id, [{ op: 'test', path: '/name', value: 'Set' }]);
    assert.equal(await tagOf(id), tag, 'nothing changed');
    const attempts = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) =>
        change(id, [{ op: 'replace', path: '/data/0/guardrail_prompt', value: `p${index}` }], tag),
      ),
    );
    assert.equal(attempts.filter((attempt) => attempt.status === 'fulfilled').length, 1);
    assert.ok(
      attempts.every(
        (attempt) =>
          attempt.status === 'fulfilled' || (attempt.reason as ServiceError).code === 'version_conflict',
      ),
    );
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        change(id, [{ op: 'add', path: '/data/-', value: rule(`r${index}`) }]),
      ),
    );
    assert.equal((await readSet(id)).data.length, 12, 'none is lost');
  });

  // Proves endpoints-5.
  test('deleting a guardrail removes it from every PAL', async () => {
    const id = await set(['a', 'b', 'c']);
    const [a, b, c] = (await readSet(id)).data.map((item) => item.uuid) as [string, string, string];
    const singleUuid = (await createSingle()).uuid;
    const pal_id = await world.pal({ guardrail_ids: [a, singleUuid, b, c], guardrails_id: id });
    const otherPal = await world.pal({ guardrail_ids: [singleUuid] });
    const untouched = (await pal(otherPal)).answer.headers.get('etag');
    const readReferences = async () => {
      const { guardrail_ids, guardrails_id } = (await pal(pal_id)).result;
      return [guardrail_ids, guardrails_id ?? null];
    };
    await remove(a);
    assert.deepEqual(await readReferences(), [[singleUuid, b, c], id]);
    await change(id, [{ op: 'remove', path: '/data/1' }]);
    assert.deepEqual(await readReferences(), [[singleUuid, b], id]);
    await change(id, [{ op: 'replace', path: '/data/0/guardrail_name', value: 'x' }]);
    assert.deepEqual(await readReferences(), [[singleUuid, b], id]);
    assert.equal((await pal(otherPal)).answer.headers.get('etag'), untouched);
    await remove(id);
    assert.deepEqual(await readReferences(), [[singleUuid], null]);
    await remove(singleUuid);
    assert.deepEqual([await readReferences(), (await pal(otherPal)).result.guardrail_ids], [[[], null], []]);
  });

  // Proves errors-10, limits-8, resources-40, versioning-6.
  test('a PAL can refer only to existing guardrails, at most 50 in total', async () => {
    const fields = { system_prompt: 'x', default_face_id: SYSTEM_FACE.id };
    const singleUuid = (await createSingle('a', { tags: ['own'] })).uuid;
    const createRefusal = async (more: object, credential = ALICE) =>
      world.refusal(createPal, { credential, body: { ...fields, ...more } });
    assert.deepEqual(await createRefusal({ guardrail_ids: [singleUuid, 'nothing'] }), {
      code: 'unknown_reference',
      text: 'Unknown guardrail nothing.',
      retryAfter: undefined,
    });
    assert.equal((await createRefusal({ guardrails_id: 'g0' })).code, 'unknown_reference');
    assert.equal((await createRefusal({ guardrail_ids: [singleUuid] }, BOB)).code, 'unknown_reference');
    const largeSet = await set(Array.from({ length: 30 }, (_, index) => `s${index}`));
    assert.equal((await createRefusal({ guardrails_id: largeSet }, BOB)).code, 'unknown_reference');
    const mirroredUuids = (await readSet(largeSet)).data.map((item) => item.uuid);
    const taggedGuardrails = await Promise.all(
      Array.from({ length: 19 }, (_, index) => createSingle(`t${index}`, { tags: ['many', `t${index}`] })),
    );
    // 30 guardrails of the set (10 of them also by id), 19 by tag and one by id: 50 guardrails, each counted once.
    const pal_id = await world.pal({
      guardrail_ids: [singleUuid, ...mirroredUuids.slice(0, 10)],
      guardrail_tags: ['many', 't1'],
      guardrails_id: largeSet,
    });
    const extra = await createSingle('extra');
    const patch = (body: JsonPatch) => world.call(patchPal, { credential: ALICE, params: { pal_id }, body });
    const refusal = await world.refusal(patchPal, {
      credential: ALICE,
      params: { pal_id },
      body: [{ op: 'add', path: '/guardrail_ids/-', value: extra.uuid }],
    });
    assert.deepEqual(
      [refusal.code, refusal.text],
      ['invalid_request', 'A PAL can have at most 50 guardrails in total.'],
    );
    assert.match(
      (
        await createRefusal({
          guardrail_ids: [singleUuid, extra.uuid],
          guardrail_tags: ['many'],
          guardrails_id: largeSet,
        })
      ).text,
      /at most 50/,
    );
    // The number of guardrails with a tag may grow later, and the PAL's other fields can still be changed.
    await createSingle('late', { tags: ['many'] });
    await patch([{ op: 'replace', path: '/pal_name', value: 'Renamed' }]);
    await patch([{ op: 'replace', path: '/guardrail_tags', value: [] }]);
    assert.match(
      (
        await world.refusal(patchPal, {
          credential: ALICE,
          params: { pal_id },
          body: [{ op: 'replace', path: '/guardrail_tags', value: ['many'] }],
        })
      ).text,
      /at most 50/,
    );
    assert.equal(taggedGuardrails.length, 19);
  });

  test('no reference to a guardrail outlives it, whichever of two simultaneous requests comes first', async () => {
    const id = await set(['a']);
    const { uuid } = (await readSet(id)).data[0]!;
    const refer = () => world.pal({ guardrail_ids: [uuid], guardrails_id: id });
    const oldPals = await Promise.all(Array.from({ length: 6 }, () => world.pal()));
    const patches = oldPals.map((pal_id) => async () => {
      await world.call(patchPal, {
        credential: ALICE,
        params: { pal_id },
        body: [
          { op: 'add', path: '/guardrail_ids/-', value: uuid },
          { op: 'add', path: '/guardrails_id', value: id },
        ],
      });
      return pal_id;
    });
    const edit = () => change(id, [{ op: 'replace', path: '/data/0/guardrail_prompt', value: 'x' }]);
    const attempts = await Promise.allSettled([
      ...Array.from({ length: 6 }, refer),
      ...patches.slice(0, 3).map((patch) => patch()),
      edit(),
      remove(id),
      edit(),
      ...patches.slice(3).map((patch) => patch()),
      ...Array.from({ length: 6 }, refer),
    ]);
    for (const attempt of attempts) {
      if (attempt.status === 'rejected')
        assert.ok(
          ['unknown_reference', 'guardrail_not_found'].includes((attempt.reason as ServiceError).code),
          String(attempt.reason),
        );
      else if (typeof attempt.value === 'string') {
        const { guardrail_ids, guardrails_id } = (await pal(attempt.value)).result;
        assert.deepEqual([guardrail_ids, guardrails_id ?? null], [[], null]);
      }
    }
  });
});
