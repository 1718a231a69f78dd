import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import type { ServiceError } from '../../src/contract/service-error.ts';
import {
  createGuardrail,
  deleteGuardrail,
  getGuardrail,
  listGuardrails,
  patchGuardrail,
  type Guardrail,
  type GuardrailSet,
} from '../../src/contract/guardrails.ts';
import type { JsonPatch } from '../../src/contract/json-patch.ts';
import { createPal, getPal, patchPal } from '../../src/contract/pals.ts';
import { SYSTEM_FACE } from '../../src/service/seed/seed.ts';
import { ALICE, BOB, openWorld, type World } from './world.ts';

const rule = (name: string, more: object = {}) => ({
  guardrail_name: name,
  guardrail_prompt: `Never say ${name}.`,
  modality: 'verbal' as const,
  ...more,
});
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('guardrails', () => {
  let world: World;
  before(async () => {
    world = await openWorld();
  });
  after(() => world.close());

  const create = async (body: unknown) =>
    (await world.call(createGuardrail, { credential: ALICE, body: body as never })).result;
  const single = async (name = 'a', more: object = {}) => (await create(rule(name, more))) as Guardrail;
  const set = async (names: string[], name = 'Set') =>
    ((await create({ name, data: names.map((each) => rule(each)) })) as { guardrails_id: string })
      .guardrails_id;
  const read = async (guardrails_id: string) =>
    (await world.call(getGuardrail, { credential: ALICE, params: { guardrails_id } })).result;
  const readSet = async (id: string) => (await read(id)) as GuardrailSet;
  const tagOf = async (guardrails_id: string) =>
    (await world.call(getGuardrail, { credential: ALICE, params: { guardrails_id } })).answer.headers.get(
      'etag',
    )!;
  const change = (guardrails_id: string, body: unknown, ifMatch?: string) =>
    world.call(patchGuardrail, {
      credential: ALICE,
      params: { guardrails_id },
      body: body as JsonPatch,
      ...(ifMatch ? { headers: { 'if-match': ifMatch } } : {}),
    });
  const refused = async (guardrails_id: string, body: unknown) =>
    (
      await world.refused(patchGuardrail, {
        credential: ALICE,
        params: { guardrails_id },
        body: body as JsonPatch,
      })
    ).code;
  const remove = (guardrails_id: string) =>
    world.call(deleteGuardrail, { credential: ALICE, params: { guardrails_id } });
  const gone = async (guardrails_id: string) =>
    assert.equal(
      (await world.refused(getGuardrail, { credential: ALICE, params: { guardrails_id } })).code,
      'guardrail_not_found',
    );
  const list = async (query: Record<string, unknown>, credential = ALICE) =>
    (await world.call(listGuardrails, { credential, query: query })).result;
  /** Every individual guardrail of the account. */
  const flat = async () => {
    const all: Guardrail[] = [];
    for (let page = 1; ; page++) {
      const { data } = await list({ legacy: false, page });
      all.push(...(data as Guardrail[]));
      if (data.length < 100) return all;
    }
  };
  const pal = async (pal_id: string) => world.call(getPal, { credential: ALICE, params: { pal_id } });

  test('the body tells the two forms apart', async () => {
    const made = (await create({
      name: 'House rules',
      data: [rule('a', { callback_url: 'https://example.com/a' }), rule('b', { modality: 'visual' })],
    })) as { guardrails_id: string };
    assert.deepEqual(Object.keys(made).sort(), ['created_at', 'guardrails_id', 'guardrails_name', 'status']);
    assert.match(made.guardrails_id, /^g[0-9a-f]{16,}$/);
    const { uuid, name, data } = await readSet(made.guardrails_id);
    assert.deepEqual(
      [uuid, name, data.map((item) => [item.guardrail_name, item.modality, item.callback_url])],
      [
        made.guardrails_id,
        'House rules',
        [
          ['a', 'verbal', 'https://example.com/a'],
          ['b', 'visual', undefined],
        ],
      ],
    );
    const item = (await read(data[1]!.uuid)) as Guardrail;
    assert.deepEqual([item.guardrail_name, item.guardrails_id], ['b', made.guardrails_id]);
    const alone = await single('c', { tags: ['shop'], name: 'not a set', data: [] });
    assert.match(alone.uuid, UUID);
    assert.deepEqual([alone.guardrails_id, alone.tags], [null, ['shop']]);
    assert.deepEqual(await read(alone.uuid), alone);
  });

  test('what may not be made is refused in words', async () => {
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
    for (const [body, words] of cases)
      assert.match(
        (await world.refused(createGuardrail, { credential: ALICE, body: body as never })).text,
        words,
        JSON.stringify(body).slice(0, 100),
      );
  });

  test('lists: sets by default, or every individual guardrail with the mirrored ones', async () => {
    const before = await list({ legacy: false });
    const id = await set(['a', 'b']);
    const alone = await single('c');
    const sets = await list({ limit: 1 });
    assert.deepEqual(
      (sets.data as GuardrailSet[])[0]!.data.map((item) => item.guardrail_name),
      ['a', 'b'],
    );
    const after = await list({ legacy: 'false' });
    assert.equal(after.total_count, before.total_count + 3);
    const mine = (after.data as Guardrail[]).filter(
      (row) => row.guardrails_id === id || row.uuid === alone.uuid,
    );
    assert.deepEqual(mine.map((row) => row.guardrail_name).sort(), ['a', 'b', 'c']);
    for (let index = 0; index < 12; index++) await set([`x${index}`]);
    assert.equal((await list({})).data.length, 10);
    assert.ok((await list({ legacy: false })).data.length > 10, 'pages of 100');
    assert.equal((await list({ legacy: 'true', limit: 100 })).data.length, (await list({})).total_count);
    assert.deepEqual(
      [(await list({}, BOB)).total_count, (await list({ legacy: false }, BOB)).total_count],
      [0, 0],
    );
    assert.equal(
      (await world.refused(listGuardrails, { credential: ALICE, query: { legacy: 'maybe' } as never })).code,
      'invalid_request',
    );
  });

  test('identity: edits, moves and removes keep it; replaced, added and copied items are new', async () => {
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
    const added = await ids([{ op: 'add', path: '/data/1', value: rule('new', { uuid: a }) }]);
    assert.deepEqual([added[0], added[2], added[3]], [b, c, a]);
    assert.ok(UUID.test(added[1]!) && ![a, b, c].includes(added[1]!), 'a uuid cannot be brought along');
    assert.deepEqual(await ids([{ op: 'remove', path: '/data/1' }]), [b, c, a]);
    await gone(added[1]!);
    const copied = await ids([{ op: 'copy', from: '/data/0', path: '/data/-' }]);
    assert.deepEqual(copied.slice(0, 3), [b, c, a]);
    assert.ok(!copied.slice(0, 3).includes(copied[3]!));
    const replaced = await ids([{ op: 'replace', path: '/data/0', value: (await readSet(id)).data[0] }]);
    assert.notEqual(replaced[0], b);
    assert.deepEqual(replaced.slice(1), copied.slice(1));
    await gone(b);
    // Through a field and back: the object is the same.
    assert.deepEqual(
      await ids([
        { op: 'move', from: '/data/1', path: '/data/0/kept' },
        { op: 'move', from: '/data/0/kept', path: '/data/1' },
      ]),
      replaced,
    );
    assert.equal(new Set(await ids([{ op: 'replace', path: '/data', value: [rule('z')] }])).size, 1);
    for (const uuid of [a, c, ...replaced]) await gone(uuid);
  });

  test('a patch is applied whole or not at all, and versioned', async () => {
    const id = await set(['a', 'b']);
    const [before, tag] = [await readSet(id), await tagOf(id)];
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
      assert.equal(await refused(id, patch), code, JSON.stringify(patch).slice(0, 120));
    assert.deepEqual([await readSet(id), await tagOf(id)], [before, tag]);
    await change(id, [{ op: 'test', path: '/name', value: 'Set' }]);
    assert.equal(await tagOf(id), tag, 'nothing changed');
    const racers = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) =>
        change(id, [{ op: 'replace', path: '/data/0/guardrail_prompt', value: `p${index}` }], tag),
      ),
    );
    assert.equal(racers.filter((racer) => racer.status === 'fulfilled').length, 1);
    assert.ok(
      racers.every(
        (racer) => racer.status === 'fulfilled' || (racer.reason as ServiceError).code === 'version_conflict',
      ),
    );
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        change(id, [{ op: 'add', path: '/data/-', value: rule(`r${index}`) }]),
      ),
    );
    assert.equal((await readSet(id)).data.length, 12, 'none is lost');
  });

  test("any patch keeps every item's identity where it may, and both views agree", async () => {
    let names = 0;
    const operation = fc.record({
      kind: fc.constantFrom(
        'edit',
        'tag',
        'replace',
        'add',
        'append',
        'remove',
        'move',
        'copy',
        'test',
        'rename',
      ),
      from: fc.nat(1000),
      to: fc.nat(1000),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 5 }),
        fc.array(fc.array(operation, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 }),
        async (size, patches) => {
          const id = await set(Array.from({ length: size }, () => `n${names++}`));
          const known = new Set((await readSet(id)).data.map((item) => item.uuid));
          for (const steps of patches) {
            // The model: what RFC 6902 makes of a plain list, each item with its identity beside it (null:
            // new).
            const model: { uuid: string | null; name: string; prompt: string }[] = (
              await readSet(id)
            ).data.map((item) => ({
              uuid: item.uuid,
              name: item.guardrail_name,
              prompt: item.guardrail_prompt,
            }));
            const before = model.map((item) => item.uuid);
            const fresh = () => ({ uuid: null, name: `n${names++}`, prompt: '' });
            const value = (item: { name: string; prompt: string }) => {
              item.prompt = `Never say ${item.name}.`;
              return rule(item.name);
            };
            const patch: object[] = [];
            for (const { kind, from, to } of steps) {
              const at = model.length > 0 ? from % model.length : 0;
              const into = to % (model.length + 1);
              if (kind === 'add' || kind === 'append') {
                const item = fresh();
                model.splice(kind === 'add' ? into : model.length, 0, item);
                patch.push({
                  op: 'add',
                  path: kind === 'add' ? `/data/${into}` : '/data/-',
                  value: value(item),
                });
              } else if (kind === 'rename')
                patch.push({ op: 'replace', path: '/name', value: `Set ${from}` });
              else if (model.length === 0) continue;
              else if (kind === 'edit')
                patch.push({
                  op: 'replace',
                  path: `/data/${at}/guardrail_prompt`,
                  value: (model[at]!.prompt = `p${names++}`),
                });
              else if (kind === 'tag') patch.push({ op: 'add', path: `/data/${at}/tags`, value: [`t${to}`] });
              else if (kind === 'test')
                patch.push({ op: 'test', path: `/data/${at}/guardrail_name`, value: model[at]!.name });
              else if (kind === 'remove') {
                model.splice(at, 1);
                patch.push({ op: 'remove', path: `/data/${at}` });
              } else if (kind === 'replace') {
                model[at] = fresh();
                patch.push({ op: 'replace', path: `/data/${at}`, value: value(model[at]) });
              } else if (kind === 'copy') {
                model.splice(into, 0, { ...model[at]!, uuid: null });
                patch.push({ op: 'copy', from: `/data/${at}`, path: `/data/${into}` });
              } else {
                const target = to % model.length;
                model.splice(target, 0, ...model.splice(at, 1));
                patch.push({ op: 'move', from: `/data/${at}`, path: `/data/${target}` });
              }
            }
            const answered = (await change(id, patch)).result as GuardrailSet;
            assert.deepEqual(answered, await readSet(id));
            assert.deepEqual(
              answered.data.map((item) => [item.guardrail_name, item.guardrail_prompt]),
              model.map((item) => [item.name, item.prompt]),
            );
            for (const [index, { uuid }] of answered.data.entries()) {
              if (model[index]!.uuid !== null)
                assert.equal(uuid, model[index]!.uuid, `item ${index} after ${JSON.stringify(patch)}`);
              else assert.ok(!known.has(uuid), `item ${index} is new after ${JSON.stringify(patch)}`);
            }
            const uuids = answered.data.map((item) => item.uuid);
            assert.equal(new Set(uuids).size, uuids.length);
            const rows = await world.service.context.store.db
              .selectFrom('guardrails')
              .select('uuid')
              .where('set_id', '=', id)
              .execute();
            assert.deepEqual(rows.map((row) => row.uuid).sort(), [...uuids].sort());
            for (const uuid of before) if (!uuids.includes(uuid!)) await gone(uuid!);
            for (const uuid of uuids) known.add(uuid);
          }
          await remove(id);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('an item and its set are one thing', async () => {
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
      assert.equal(await refused(a!.uuid, patch), code);
    assert.equal(
      (
        await world.refused(patchGuardrail, {
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
    const left = await tagOf(id);
    await change(id, []);
    assert.equal(await tagOf(id), left);
    assert.equal(
      (await world.refused(deleteGuardrail, { credential: BOB, params: { guardrails_id: b!.uuid } })).code,
      'forbidden',
    );
    await remove(id);
    await gone(id);
    await gone(b!.uuid);
    assert.ok(!(await flat()).some((row) => row.guardrails_id === id));
  });

  test('PALs are cleaned of what goes', async () => {
    const id = await set(['a', 'b', 'c']);
    const [a, b, c] = (await readSet(id)).data.map((item) => item.uuid) as [string, string, string];
    const alone = (await single()).uuid;
    const pal_id = await world.pal({ guardrail_ids: [a, alone, b, c], guardrails_id: id });
    const other = await world.pal({ guardrail_ids: [alone] });
    const untouched = (await pal(other)).answer.headers.get('etag');
    const refers = async () => {
      const { guardrail_ids, guardrails_id } = (await pal(pal_id)).result;
      return [guardrail_ids, guardrails_id ?? null];
    };
    await remove(a);
    assert.deepEqual(await refers(), [[alone, b, c], id]);
    await change(id, [{ op: 'remove', path: '/data/1' }]);
    assert.deepEqual(await refers(), [[alone, b], id]);
    await change(id, [{ op: 'replace', path: '/data/0/guardrail_name', value: 'x' }]);
    assert.deepEqual(await refers(), [[alone, b], id]);
    assert.equal((await pal(other)).answer.headers.get('etag'), untouched);
    await remove(id);
    assert.deepEqual(await refers(), [[alone], null]);
    await remove(alone);
    assert.deepEqual([await refers(), (await pal(other)).result.guardrail_ids], [[[], null], []]);
  });

  test('a PAL refers to what exists, up to 50 in total', async () => {
    const fields = { system_prompt: 'x', default_face_id: SYSTEM_FACE.id };
    const alone = (await single('a', { tags: ['own'] })).uuid;
    const why = async (more: object, credential = ALICE) =>
      world.refused(createPal, { credential, body: { ...fields, ...more } });
    assert.deepEqual(await why({ guardrail_ids: [alone, 'nothing'] }), {
      code: 'unknown_reference',
      text: 'Unknown guardrail nothing.',
      retryAfter: undefined,
    });
    assert.equal((await why({ guardrails_id: 'g0' })).code, 'unknown_reference');
    assert.equal((await why({ guardrail_ids: [alone] }, BOB)).code, 'unknown_reference');
    const big = await set(Array.from({ length: 30 }, (_, index) => `s${index}`));
    assert.equal((await why({ guardrails_id: big }, BOB)).code, 'unknown_reference');
    const mirrored = (await readSet(big)).data.map((item) => item.uuid);
    const tagged = await Promise.all(
      Array.from({ length: 19 }, (_, index) => single(`t${index}`, { tags: ['many', `t${index}`] })),
    );
    // 30 of the set, named twice, 19 by tag and one by id: 50 guardrails, each counted once.
    const pal_id = await world.pal({
      guardrail_ids: [alone, ...mirrored.slice(0, 10)],
      guardrail_tags: ['many', 't1'],
      guardrails_id: big,
    });
    const extra = await single('extra');
    const patch = (body: JsonPatch) => world.call(patchPal, { credential: ALICE, params: { pal_id }, body });
    const refusal = await world.refused(patchPal, {
      credential: ALICE,
      params: { pal_id },
      body: [{ op: 'add', path: '/guardrail_ids/-', value: extra.uuid }],
    });
    assert.deepEqual(
      [refusal.code, refusal.text],
      ['invalid_request', 'A PAL can have at most 50 guardrails in total.'],
    );
    assert.match(
      (await why({ guardrail_ids: [alone, extra.uuid], guardrail_tags: ['many'], guardrails_id: big })).text,
      /at most 50/,
    );
    // A tag's guardrails come and go; the rest of the PAL can still be changed.
    await single('late', { tags: ['many'] });
    await patch([{ op: 'replace', path: '/pal_name', value: 'Renamed' }]);
    await patch([{ op: 'replace', path: '/guardrail_tags', value: [] }]);
    assert.match(
      (
        await world.refused(patchPal, {
          credential: ALICE,
          params: { pal_id },
          body: [{ op: 'replace', path: '/guardrail_tags', value: ['many'] }],
        })
      ).text,
      /at most 50/,
    );
    assert.equal(tagged.length, 19);
  });

  test('no reference outlives what it names, whoever comes first', async () => {
    const id = await set(['a']);
    const { uuid } = (await readSet(id)).data[0]!;
    const refer = () => world.pal({ guardrail_ids: [uuid], guardrails_id: id });
    const old = await Promise.all(Array.from({ length: 6 }, () => world.pal()));
    const patches = old.map((pal_id) => async () => {
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
    const racers = await Promise.allSettled([
      ...Array.from({ length: 6 }, refer),
      ...patches.slice(0, 3).map((patch) => patch()),
      edit(),
      remove(id),
      edit(),
      ...patches.slice(3).map((patch) => patch()),
      ...Array.from({ length: 6 }, refer),
    ]);
    for (const racer of racers) {
      if (racer.status === 'rejected')
        assert.ok(
          ['unknown_reference', 'guardrail_not_found'].includes((racer.reason as ServiceError).code),
          String(racer.reason),
        );
      else if (typeof racer.value === 'string') {
        const { guardrail_ids, guardrails_id } = (await pal(racer.value)).result;
        assert.deepEqual([guardrail_ids, guardrails_id ?? null], [[], null]);
      }
    }
  });
});
