import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createConversation } from '../../../src/contract/conversations.ts';
import type { ServiceError } from '../../../src/contract/service-error.ts';
import {
  changePinnedMemory,
  createMemoryStore,
  createPinnedMemory,
  deleteMemoryStore,
  deletePinnedMemory,
  getMemoryStore,
  listMemoryStores,
  listPinnedMemories,
} from '../../../src/contract/memory-stores.ts';
import { deletePal } from '../../../src/contract/pals.ts';
import { ALICE, BOB, openWorld, talk, type World } from '../world.ts';

const SPACED_TIMESTAMP = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
const FAMILY = '👨🏽‍👩🏽‍👧🏽‍👦🏽';

describe('memory stores', () => {
  let world: World;
  let pal_id: string;
  before(async () => {
    world = await openWorld();
    pal_id = await world.pal({ pal_name: 'Nora' });
  });
  after(() => world.close());

  let tags = 0;
  const create = async (fields: Record<string, unknown> = {}) =>
    (
      await world.call(createMemoryStore, {
        credential: ALICE,
        body: { pal_id, participant_tag: `visitor-${++tags}`, ...fields },
      })
    ).result;
  const pinMemory = (memory_store_id: string, memory: unknown, credential = ALICE) =>
    world.call(createPinnedMemory, { credential, params: { memory_store_id }, body: { memory } as never });
  const refusedPin = (memory_store_id: string, body: unknown, credential = ALICE) =>
    world.refusal(createPinnedMemory, { credential, params: { memory_store_id }, body: body as never });

  // Proves resources-1.
  test('a memory store can be created, read, listed and deleted', async () => {
    const store = await create({
      participant_tag: 'ann',
      pinned_memories: ['Likes tea.', { memory: 'Has a red bike.' }],
    });
    assert.match(store.memory_store_id, /^m[a-z0-9]{16,63}$/);
    assert.deepEqual(
      store.pinned_memories!.map(({ memory }) => memory),
      ['Likes tea.', 'Has a red bike.'],
    );
    assert.match(store.created_at, SPACED_TIMESTAMP);
    const params = { memory_store_id: store.memory_store_id };
    assert.deepEqual((await world.call(getMemoryStore, { credential: ALICE, params })).result, store);
    world.clock.move(1000);
    await create({ participant_tag: 'ben' });
    const list = async (query: Record<string, unknown>, credential = ALICE) =>
      (await world.call(listMemoryStores, { credential, query })).result;
    assert.deepEqual(
      (await list({})).data.map(({ participant_tag }) => participant_tag),
      ['ben', 'ann'],
    );
    assert.equal((await list({ limit: 1, page: 2 })).data[0]!.participant_tag, 'ann');
    assert.deepEqual(
      [
        (await list({ participant_tag: 'ann' })).total_count,
        (await list({ pal_id: 'p0' })).total_count,
        (await list({}, BOB)).total_count,
      ],
      [1, 0, 0],
    );
    await world.call(deleteMemoryStore, { credential: ALICE, params });
    assert.equal(
      (await world.refusal(getMemoryStore, { credential: ALICE, params })).code,
      'memory_store_not_found',
    );
    await create({ participant_tag: 'ann' });
  });

  test('creating a store with invalid values is refused with a message', async () => {
    const cases: [Record<string, unknown>, RegExp][] = [
      [{ participant_tag: 'x' }, /^pal_id is required/],
      [{ pal_id }, /^participant_tag is required/],
      [{ pal_id, participant_tag: ' ' }, /^participant_tag must not be empty/],
      [{ pal_id, participant_tag: 7 }, /^participant_tag must be a string/],
      [{ pal_id, participant_tag: 'x'.repeat(201) }, /^participant_tag must be at most 200/],
      [{ pal_id: 'p00000000000000000000', participant_tag: 'x' }, /^Unknown PAL/],
      [{ pal_id, participant_tag: 'x', pinned_memories: 'a' }, /^pinned_memories must be a list/],
      [
        { pal_id, participant_tag: 'x', pinned_memories: Array.from({ length: 31 }, () => 'a') },
        /^pinned_memories must hold at most 30/,
      ],
      [{ pal_id, participant_tag: 'x', pinned_memories: ['a', ' '] }, /^pinned_memories\.1 must be/],
      [
        { pal_id, participant_tag: 'x', pinned_memories: [{ memory: 'a' }, 7] },
        /^pinned_memories\.1 must be a text/,
      ],
    ];
    for (const [body, message] of cases)
      assert.match(
        (await world.refusal(createMemoryStore, { credential: ALICE, body: body as never })).text,
        message,
        JSON.stringify(body).slice(0, 100),
      );
    assert.equal(
      (await world.refusal(createMemoryStore, { credential: BOB, body: { pal_id, participant_tag: 'x' } }))
        .code,
      'unknown_reference',
    );
  });

  test('only one of several simultaneous creates for one PAL and participant succeeds', async () => {
    const attempts = await Promise.allSettled(
      Array.from({ length: 20 }, () => create({ participant_tag: 'raced', pinned_memories: ['a'] })),
    );
    assert.equal(attempts.filter((attempt) => attempt.status === 'fulfilled').length, 1);
    assert.ok(
      attempts.every(
        (attempt) =>
          attempt.status === 'fulfilled' || (attempt.reason as ServiceError).code === 'memory_store_exists',
      ),
    );
    await create({ participant_tag: 'raced', pal_id: await world.pal() });
  });

  // Proves endpoints-1, resources-6, resources-8.
  test('a pinned memory can be created, listed, changed and deleted', async () => {
    const { memory_store_id } = await create();
    const { result } = await pinMemory(memory_store_id, 'Likes tea.');
    assert.deepEqual(Object.keys(result).sort(), ['created_at', 'memory', 'memory_id', 'updated_at']);
    assert.match(result.created_at, SPACED_TIMESTAMP);
    await pinMemory(memory_store_id, 'Has a dog.');
    world.clock.move(61_000);
    const params = { memory_store_id, memory_id: result.memory_id };
    const { result: changedMemory } = await world.call(changePinnedMemory, {
      credential: ALICE,
      params,
      body: { memory: 'Likes coffee.' },
    });
    assert.deepEqual([changedMemory.memory, changedMemory.created_at], ['Likes coffee.', result.created_at]);
    assert.ok(changedMemory.updated_at > result.updated_at);
    const list = async (query: Record<string, unknown> = {}) =>
      (
        await world.call(listPinnedMemories, {
          credential: ALICE,
          params: { memory_store_id },
          query,
        })
      ).result;
    assert.deepEqual(
      (await list()).data.map(({ memory }) => memory),
      ['Likes coffee.', 'Has a dog.'],
    );
    assert.deepEqual(
      [(await list({ limit: 1, page: 2 })).data[0]!.memory, (await list({ limit: 1 })).total_count],
      ['Has a dog.', 2],
    );
    await world.call(deletePinnedMemory, { credential: ALICE, params });
    assert.equal(
      (await world.refusal(deletePinnedMemory, { credential: ALICE, params })).code,
      'memory_not_found',
    );
    assert.equal(
      (await world.refusal(changePinnedMemory, { credential: ALICE, params, body: { memory: 'a' } })).code,
      'memory_not_found',
    );
    const otherStore = await create();
    const [remainingMemory] = (await list()).data;
    assert.equal(
      (
        await world.refusal(deletePinnedMemory, {
          credential: ALICE,
          params: { memory_store_id: otherStore.memory_store_id, memory_id: remainingMemory!.memory_id },
        })
      ).code,
      'memory_not_found',
      'not by way of another store',
    );
  });

  // Proves errors-2, limits-2, resources-7.
  test('a memory has 1 to 500 characters, counted as graphemes', async () => {
    const { memory_store_id } = await create();
    for (const memory of [
      'a',
      'x'.repeat(500),
      FAMILY.repeat(500),
      'é'.repeat(500),
      '\r\n'.repeat(499) + 'a',
    ])
      assert.equal((await pinMemory(memory_store_id, memory)).result.memory, memory);
    for (const memory of [
      '',
      ' \n\t\u00a0\u3000',
      'x'.repeat(501),
      `${FAMILY.repeat(500)}a`,
      7,
      null,
      ['a'],
      `a${'\u0301'.repeat(30_000)}`,
    ]) {
      const refusal = await refusedPin(memory_store_id, { memory });
      assert.equal(refusal.code, 'invalid_request');
      assert.match(refusal.text, /^memory must be/);
    }
    assert.match((await refusedPin(memory_store_id, {})).text, /^memory is required/);
    const { memory_id } = (await pinMemory(memory_store_id, 'b')).result;
    assert.equal(
      (
        await world.refusal(changePinnedMemory, {
          credential: ALICE,
          params: { memory_store_id, memory_id },
          body: { memory: 'x'.repeat(501) },
        })
      ).code,
      'invalid_request',
    );
  });

  // Proves errors-2, limits-1.
  test('a store accepts exactly 30 memories under concurrent requests, and one more after a deletion', async () => {
    const { memory_store_id } = await create({ pinned_memories: ['first'] });
    const attempts = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) => pinMemory(memory_store_id, `memory ${index}`)),
    );
    assert.equal(attempts.filter((attempt) => attempt.status === 'fulfilled').length, 29);
    assert.ok(
      attempts.every(
        (attempt) =>
          attempt.status === 'fulfilled' || (attempt.reason as ServiceError).code === 'memory_store_full',
      ),
    );
    const { result } = await world.call(listPinnedMemories, {
      credential: ALICE,
      params: { memory_store_id },
    });
    assert.deepEqual([result.total_count, result.data.length], [30, 30]);
    await world.call(deletePinnedMemory, {
      credential: ALICE,
      params: { memory_store_id, memory_id: result.data[7]!.memory_id },
    });
    await pinMemory(memory_store_id, 'room for one');
    assert.equal((await refusedPin(memory_store_id, { memory: 'one too many' })).code, 'memory_store_full');
  });

  // Proves errors-2, limits-3, resources-1.
  test('only the owner has access; unknown and malformed ids answer 404 with the error field', async () => {
    const { memory_store_id } = await create();
    assert.equal((await refusedPin(memory_store_id, { memory: 'a' }, BOB)).code, 'forbidden');
    for (const id of ['m', 'mABC', 'x12345', 'm-1', `m${'a'.repeat(64)}`, 'm00000000000000000000'])
      assert.equal((await refusedPin(id, { memory: 'a' })).code, 'memory_store_not_found', id);
    const answer = await world.service.app.inject({
      url: '/v2/memory-stores/mABC/pinned',
      headers: { 'x-api-key': ALICE },
    });
    assert.deepEqual([answer.statusCode, Object.keys(answer.json<object>())], [404, ['error']]);
  });

  test('deleting a PAL deletes its stores', async () => {
    const deletedPal = await world.pal();
    const { memory_store_id } = await create({ pal_id: deletedPal });
    await world.call(deletePal, { credential: ALICE, params: { pal_id: deletedPal } });
    assert.equal((await refusedPin(memory_store_id, { memory: 'a' })).code, 'memory_store_not_found');
  });

  describe('in a conversation', () => {
    const QUESTION = 'Which bicycle colour?';
    const startCall = async (deployment_id: string, memory_stores: string[]) =>
      talk(world, await world.start(deployment_id, { memory_stores }), QUESTION);

    // Proves endpoints-15.
    test("a single value selects the PAL's own store with this tag", async () => {
      const ownPal = await world.pal();
      const deployment_id = await world.deployment({ pal_id: ownPal });
      await create({
        pal_id: ownPal,
        participant_tag: 'ann',
        pinned_memories: ['Her bicycle colour is red.'],
      });
      await create({
        pal_id: await world.pal(),
        participant_tag: 'ben',
        pinned_memories: ['His bicycle colour is blue.'],
      });
      assert.match(await startCall(deployment_id, ['ann']), /red/);
      assert.match(await startCall(deployment_id, ['ann', 'ann']), /red/);
      for (const values of [['ben'], ['nobody'], []])
        assert.match(
          await startCall(deployment_id, values),
          /did not find/,
          "another PAL's store is not opened, none is made",
        );
      assert.equal(
        (await world.call(listMemoryStores, { credential: ALICE, query: { pal_id: ownPal } })).result
          .total_count,
        1,
      );
    });

    // Proves endpoints-15.
    test('several values select every store of the PAL with one of these tags', async () => {
      const ownPal = await world.pal();
      const deployment_id = await world.deployment({ pal_id: ownPal });
      await create({
        pal_id: ownPal,
        participant_tag: 'ann',
        pinned_memories: ['Her bicycle colour is red.'],
      });
      await create({
        pal_id: ownPal,
        participant_tag: 'house',
        pinned_memories: ['The house number is seven.'],
      });
      await create({
        pal_id: ownPal,
        participant_tag: 'cleo',
        pinned_memories: ['The secret word is walnut.'],
      });
      const conversation = await world.start(deployment_id, { memory_stores: ['ann', 'house'] });
      assert.match(await talk(world, conversation, QUESTION), /red/);
      assert.match(await talk(world, conversation, 'Which house number?'), /seven/);
      assert.match(await talk(world, conversation, 'Which secret word?'), /did not find/);
    });

    test('a conversation of the owner can name stores, and they give no access to documents', async () => {
      const pal_id = await world.pal();
      await create({ pal_id, participant_tag: 'ann', pinned_memories: ['Her bicycle colour is red.'] });
      const converse = async (fields: object) =>
        (await world.call(createConversation, { credential: ALICE, body: { pal_id, ...fields } })).result;
      assert.match(await talk(world, await converse({ memory_stores: ['ann'] }), QUESTION), /red/);
      const { conversation_id } = await converse({ memory_stores: ['ann'], participant_tags: ['staff'] });
      const { document } = await world.service.context.store.db
        .selectFrom('conversations')
        .select('document')
        .where('id', '=', conversation_id)
        .executeTakeFirstOrThrow();
      assert.deepEqual([document.memory_stores, document.participant_tags], [['ann'], ['staff']]);
    });

    // Proves endpoints-15.
    test('the id of a store does not select it', async () => {
      const ownPal = await world.pal();
      const deployment_id = await world.deployment({ pal_id: ownPal });
      const { memory_store_id } = await create({
        pal_id: ownPal,
        participant_tag: 'ann',
        pinned_memories: ['Her bicycle colour is red.'],
      });
      assert.match(await startCall(deployment_id, [memory_store_id]), /did not find/);
      assert.match(await startCall(deployment_id, [memory_store_id, 'x']), /did not find/);
      await create({
        pal_id: ownPal,
        participant_tag: memory_store_id,
        pinned_memories: ['The bicycle colour is green.'],
      });
      assert.match(await startCall(deployment_id, [memory_store_id]), /green/, 'only as the tag of another');
    });

    test('participant_tags of a conversation with a key follow the same rules', async () => {
      const ownPal = await world.pal();
      await create({
        pal_id: ownPal,
        participant_tag: 'ann',
        pinned_memories: ['Her bicycle colour is red.'],
      });
      const ask = async (participant_tags: string[]) =>
        talk(
          world,
          (
            await world.call(createConversation, {
              credential: ALICE,
              body: { pal_id: ownPal, participant_tags },
            })
          ).result,
          QUESTION,
        );
      assert.match(await ask(['ann']), /red/);
      assert.match(await ask(['zoe', 'ann']), /red/);
      assert.match(await ask(['zoe']), /did not find/);
    });

    test('memories are never suggested as topics', async () => {
      const ownPal = await world.pal();
      await create({
        pal_id: ownPal,
        participant_tag: 'ann',
        pinned_memories: ['# Debt\n\nOwes ten.', '# Doctor\n\nSees one.'],
      });
      const { result } = await world.call(createConversation, {
        credential: ALICE,
        body: { pal_id: ownPal, participant_tags: ['ann'] },
      });
      assert.equal(await talk(world, result, 'Zebra?'), 'I did not find that in my documents.');
    });
  });
});
