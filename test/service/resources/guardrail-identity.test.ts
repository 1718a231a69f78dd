/** An item of a guardrail set and the single guardrail that mirrors it stay one object under every patch. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  deleteGuardrail,
  getGuardrail,
  patchGuardrail,
  type Guardrail,
  type GuardrailSet,
} from '../../../src/contract/guardrails.ts';
import { ALICE, BOB } from '../world.ts';
import {
  UUID,
  change,
  list,
  readSet,
  patchRefusal,
  remove,
  rule,
  set,
  tagOf,
  world,
} from './guardrails-world.ts';
import { newName, STEPS, type ModelItem } from '../http/modelled-patches.ts';

describe('guardrails', () => {
  const assertGone = async (guardrails_id: string) =>
    assert.equal(
      (await world.refusal(getGuardrail, { credential: ALICE, params: { guardrails_id } })).code,
      'guardrail_not_found',
    );

  /** Returns the ids of all single guardrails of the account. */
  const singleIds = async () => {
    const all: Guardrail[] = [];
    for (let page = 1; ; page++) {
      const { data } = await list({ legacy: false, page });
      all.push(...(data as Guardrail[]));
      if (data.length < 100) return all;
    }
  };

  // Proves endpoints-4.
  test('identity: edited and moved items keep it; replaced, added and copied items get a new one', async () => {
    const id = await set(['a', 'b', 'c']);
    const [a, b, c] = (await readSet(id)).data.map((item) => item.uuid) as [string, string, string];
    const ids = async (patch: unknown) =>
      ((await change(id, patch)).result as GuardrailSet).data.map((item) => item.uuid);
    assert.deepEqual(
      await ids([
        { op: 'replace', path: '/data/1/guardrail_prompt', value: 'x' },
        { op: 'add', path: '/data/1/tags/-', value: 't' },
      ]),
      [a, b, c],
    );
    assert.deepEqual(await ids([{ op: 'move', from: '/data/0', path: '/data/2' }]), [b, c, a]);
    assert.deepEqual(
      await ids([
        { op: 'test', path: '/data/0/uuid', value: b },
        { op: 'test', path: '/data/0', value: (await readSet(id)).data[0] },
      ]),
      [b, c, a],
    );
    const idsAfterAdding = await ids([{ op: 'add', path: '/data/1', value: rule('new', { uuid: a }) }]);
    assert.deepEqual([idsAfterAdding[0], idsAfterAdding[2], idsAfterAdding[3]], [b, c, a]);
    assert.ok(
      UUID.test(idsAfterAdding[1]!) && ![a, b, c].includes(idsAfterAdding[1]!),
      'a uuid cannot be brought along',
    );
    assert.deepEqual(await ids([{ op: 'remove', path: '/data/1' }]), [b, c, a]);
    await assertGone(idsAfterAdding[1]!);
    const idsAfterCopying = await ids([{ op: 'copy', from: '/data/0', path: '/data/-' }]);
    assert.deepEqual(idsAfterCopying.slice(0, 3), [b, c, a]);
    assert.ok(!idsAfterCopying.slice(0, 3).includes(idsAfterCopying[3]!));
    const idsAfterReplacing = await ids([
      { op: 'replace', path: '/data/0', value: (await readSet(id)).data[0] },
    ]);
    assert.notEqual(idsAfterReplacing[0], b);
    assert.deepEqual(idsAfterReplacing.slice(1), idsAfterCopying.slice(1));
    await assertGone(b);
    // The identity does not change if an item is moved away and back.
    assert.deepEqual(
      await ids([
        { op: 'move', from: '/data/1', path: '/data/0/kept' },
        { op: 'move', from: '/data/0/kept', path: '/data/1' },
      ]),
      idsAfterReplacing,
    );
    assert.equal(new Set(await ids([{ op: 'replace', path: '/data', value: [rule('z')] }])).size, 1);
    for (const uuid of [a, c, ...idsAfterReplacing]) await assertGone(uuid);
  });

  // Proves endpoints-4.
  test('any patch keeps the identity of unchanged items, and both views agree', async () => {
    const operation = fc.record({
      kind: fc.constantFrom(...(Object.keys(STEPS) as (keyof typeof STEPS)[])),
      from: fc.nat(1000),
      to: fc.nat(1000),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 5 }),
        fc.array(fc.array(operation, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 }),
        async (size, patches) => {
          const id = await set(Array.from({ length: size }, newName));
          const ids = new Set((await readSet(id)).data.map((item) => item.uuid));
          for (const steps of patches) {
            const model: ModelItem[] = (await readSet(id)).data.map((item) => ({
              uuid: item.uuid,
              name: item.guardrail_name,
              prompt: item.guardrail_prompt,
            }));
            const uuidsBefore = model.map((item) => item.uuid);
            const patch = steps.flatMap((step) => STEPS[step.kind](model, step) ?? []);
            const answer = (await change(id, patch)).result as GuardrailSet;
            assert.deepEqual(answer, await readSet(id));
            assert.deepEqual(
              answer.data.map((item) => [item.guardrail_name, item.guardrail_prompt]),
              model.map((item) => [item.name, item.prompt]),
            );
            for (const [index, { uuid }] of answer.data.entries()) {
              if (model[index]!.uuid !== null)
                assert.equal(uuid, model[index]!.uuid, `item ${index} after ${JSON.stringify(patch)}`);
              else assert.ok(!ids.has(uuid), `item ${index} is new after ${JSON.stringify(patch)}`);
            }
            const uuids = answer.data.map((item) => item.uuid);
            assert.equal(new Set(uuids).size, uuids.length);
            const rows = await world.service.context.store.db
              .selectFrom('guardrails')
              .select('uuid')
              .where('set_id', '=', id)
              .execute();
            assert.deepEqual(rows.map((row) => row.uuid).sort(), [...uuids].sort());
            for (const uuid of uuidsBefore) if (!uuids.includes(uuid!)) await assertGone(uuid!);
            for (const uuid of uuids) ids.add(uuid);
          }
          await remove(id);
        },
      ),
      { numRuns: 60 },
    );
  });

  // Proves endpoints-5, resources-22.
  test('a change to an item appears in its set, and the reverse', async () => {
    const id = await set(['a', 'b']);
    const [a, b] = (await readSet(id)).data;
    const tag = await tagOf(id);
    const { result, answer } = await change(a!.uuid, [
      { op: 'replace', path: '/guardrail_prompt', value: 'New.' },
      { op: 'add', path: '/tags/-', value: 'shop' },
    ]);
    assert.equal((result as Guardrail).guardrail_prompt, 'New.');
    assert.equal(answer.headers.get('etag'), await tagOf(a!.uuid));
    assert.deepEqual(
      [(await readSet(id)).data[0]!.guardrail_prompt, (await readSet(id)).data[0]!.tags],
      ['New.', ['shop']],
    );
    assert.notEqual(await tagOf(id), tag, 'the set has changed with it');
    for (const [patch, code] of [
      [[{ op: 'replace', path: '/uuid', value: 'x' }], 'invalid_patch'],
      [[{ op: 'replace', path: '/modality', value: 'x' }], 'invalid_patch'],
      [[{ op: 'test', path: '/guardrail_name', value: 'x' }], 'patch_test_failed'],
    ] as const)
      assert.equal(await patchRefusal(a!.uuid, patch), code);
    assert.equal(
      (
        await world.refusal(patchGuardrail, {
          credential: ALICE,
          params: { guardrails_id: a!.uuid },
          body: [],
          headers: { 'if-match': '"old"' },
        })
      ).code,
      'version_conflict',
    );
    await remove(a!.uuid);
    assert.deepEqual(
      (await readSet(id)).data.map((item) => item.uuid),
      [b!.uuid],
    );
    const remainingTag = await tagOf(id);
    await change(id, []);
    assert.equal(await tagOf(id), remainingTag);
    assert.equal(
      (await world.refusal(deleteGuardrail, { credential: BOB, params: { guardrails_id: b!.uuid } })).code,
      'forbidden',
    );
    await remove(id);
    await assertGone(id);
    await assertGone(b!.uuid);
    assert.ok(!(await singleIds()).some((row) => row.guardrails_id === id));
  });
});
