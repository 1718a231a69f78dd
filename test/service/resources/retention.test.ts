/**
 * Conversations are deleted after the number of days that their owner chose, and a visitor's conversations as soon as
 * the owner erases them.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { changeAccount, getAccount } from '../../../src/contract/account.ts';
import {
  createConversation,
  endConversation,
  listConversations,
} from '../../../src/contract/conversations.ts';
import { createDeployment, getDeployment, patchDeployment } from '../../../src/contract/deployments.ts';
import { createMemoryStore, listMemoryStores } from '../../../src/contract/memory-stores.ts';
import { createPal } from '../../../src/contract/pals.ts';
import {
  eraseVisitor,
  MAX_ERASED_CONVERSATIONS,
  MAX_RETENTION_DAYS,
} from '../../../src/contract/retention.ts';
import { SYSTEM_FACE } from '../../../src/service/seed/seed.ts';
import { Receiver } from '../receiver.ts';
import { ALICE, BOB, openWorld, type World } from '../world.ts';

const DAY = 24 * 3600_000;
let world: World;
let receiver: Receiver;
let pal_id: string;
before(async () => {
  receiver = await Receiver.open();
  world = await openWorld({ environment: { OUTBOUND_ALLOWED_HOSTS: receiver.host } });
  pal_id = await world.pal();
});
after(async () => {
  await world.close();
  await receiver.close();
});

const untilIdle = () => world.service.context.jobs.idle();
const ids = async (credential = ALICE) =>
  (await world.call(listConversations, { credential, query: { limit: '200', sort: 'asc' } })).result.data.map(
    ({ conversation_id }) => conversation_id,
  );
const begin = async (body: object = {}, credential = ALICE) =>
  (await world.call(createConversation, { credential, body: { pal_id, ...body } })).result.conversation_id;
const end = (conversation_id: string, credential = ALICE) =>
  world.call(endConversation, { credential, params: { conversation_id } });
const createEnded = async (body: object = {}) => {
  const id = await begin(body);
  await end(id);
  await untilIdle();
  return id;
};
const setRetention = (retention_days: number | null) =>
  world.call(changeAccount, { credential: ALICE, body: { retention_days } });
const setDeploymentRetention = (deployment_id: string, value: number | null) =>
  world.call(patchDeployment, {
    credential: ALICE,
    params: { deployment_id },
    body: [{ op: 'replace', path: '/retention_days', value }],
  });
const store = () => world.service.context.store.db;

describe('retention', () => {
  beforeEach(async () => {
    await setRetention(null);
    await untilIdle();
    await store().deleteFrom('conversations').execute();
  });

  test('keeps everything unless it is set, and can be read where it is set', async () => {
    const id = await createEnded();
    world.clock.move(40 * DAY);
    await untilIdle();
    assert.deepEqual(await ids(), [id]);
    assert.equal((await setRetention(30)).result.retention_days, 30);
    assert.equal((await world.call(getAccount, { credential: ALICE })).result.retention_days, 30);
    await world.call(changeAccount, { credential: ALICE, body: { callback_url: null } });
    assert.equal((await world.call(getAccount, { credential: ALICE })).result.retention_days, 30);
    const { result } = await world.call(createDeployment, {
      credential: ALICE,
      body: { pal_id, channel: 'widget', retention_days: 7 },
    });
    assert.equal(result.retention_days, 7);
    await setDeploymentRetention(result.deployment_id, null);
    const params = { deployment_id: result.deployment_id };
    assert.equal(
      (await world.call(getDeployment, { credential: ALICE, params })).result.retention_days,
      null,
    );
    for (const invalid of [0, -1, 1.5, MAX_RETENTION_DAYS + 1, '7'])
      assert.equal(
        (
          await world.refusal(changeAccount, {
            credential: ALICE,
            body: { retention_days: invalid } as never,
          })
        ).code,
        'invalid_request',
        String(invalid),
      );
  });

  test('deletes old ended conversations with their lines and pending callbacks, but no running ones', async () => {
    receiver.answer = () => 500;
    const oldCall = await createEnded({ callback_url: receiver.url() });
    const runningCall = await begin({ properties: { participant_absent_timeout: 86_400 } });
    await setRetention(1);
    world.clock.move(DAY - 3600_000);
    await untilIdle();
    const next = await createEnded();
    assert.deepEqual((await ids()).sort(), [oldCall, runningCall, next].sort());
    world.clock.move(3600_000 + 1);
    await untilIdle();
    assert.ok(!(await ids()).includes(oldCall));
    assert.ok((await ids()).includes(next));
    assert.deepEqual(
      await store().selectFrom('callbacks').select('id').where('subject', '=', oldCall).execute(),
      [],
    );
  });

  test('of a deployment takes precedence over that of the account, whether shorter or longer', async () => {
    const [shortRetention, longRetention, noRetention] = [
      await world.deployment(),
      await world.deployment(),
      await world.deployment(),
    ];
    await setDeploymentRetention(shortRetention, 2);
    await setDeploymentRetention(longRetention, 20);
    const calls: Record<string, string> = {};
    for (const [name, deployment] of Object.entries({
      short: shortRetention,
      long: longRetention,
      none: noRetention,
    })) {
      calls[name] = (await world.start(deployment)).conversation_id;
      await end(calls[name]);
    }
    await setRetention(10);
    const remainingCalls = async () => {
      await untilIdle();
      const remainingIds = await ids();
      return Object.keys(calls).filter((name) => remainingIds.includes(calls[name]!));
    };
    assert.deepEqual(await remainingCalls(), ['short', 'long', 'none']);
    world.clock.move(3 * DAY);
    assert.deepEqual(await remainingCalls(), ['long', 'none']);
    world.clock.move(8 * DAY);
    assert.deepEqual(await remainingCalls(), ['long']);
    await setDeploymentRetention(longRetention, 5);
    assert.deepEqual(await remainingCalls(), [], 'a shorter time counts at once');
  });

  test('deletes nothing more once it is extended', async () => {
    for (let round = 0; round < 3; round++) {
      await setRetention(null);
      for (let count = 0; count < 8; count++) await createEnded();
      world.clock.move(2 * DAY);
      await setRetention(1);
      // Until the next change, the job deletes conversations one after the other.
      await setRetention(null);
      const remaining = await ids();
      await untilIdle();
      assert.deepEqual(await ids(), remaining);
    }
  });
});

describe('erasing a visitor', () => {
  const erase = async (participant_tag: string, extraFields: object = {}, credential = ALICE) =>
    (await world.call(eraseVisitor, { credential, body: { participant_tag, ...extraFields } })).result;
  const remember = (participant_tag: string, pal = pal_id, credential = ALICE) =>
    world.call(createMemoryStore, {
      credential,
      body: { pal_id: pal, participant_tag, pinned_memories: ['Likes tea.'] },
    });
  const tagsOfStores = async (credential = ALICE) =>
    (await world.call(listMemoryStores, { credential, query: { limit: '200' } })).result.data.map(
      ({ participant_tag }) => participant_tag,
    );

  test('deletes each conversation that names them, even running ones, and their memories of all PALs', async () => {
    const deployment_id = await world.deployment();
    const tag = "ann/'%_\\ 安";
    const erasedCalls = [
      await createEnded({ participant_tags: [tag] }),
      await begin({ participant_tags: ['company', tag], callback_url: receiver.url() }),
      (await world.start(deployment_id, { memory_stores: [tag] })).conversation_id,
    ];
    const otherCalls = [
      await createEnded({ participant_tags: ['company'] }),
      await begin({ participant_tags: [`${tag}2`] }),
      await begin(),
    ];
    await remember(tag);
    await remember(tag, await world.pal());
    await remember('company');
    const counters = {
      participant_tag: tag,
      conversation_count: 3,
      memory_store_count: 2,
      is_complete: true,
    };
    assert.deepEqual(await erase(tag, { dry_run: true }), counters);
    assert.ok((await ids()).includes(erasedCalls[0]!), 'a dry run erases nothing');
    assert.deepEqual(await erase(tag), counters);
    await untilIdle();
    const remainingIds = await ids();
    assert.deepEqual(
      erasedCalls.filter((id) => remainingIds.includes(id)),
      [],
    );
    assert.deepEqual(
      otherCalls.filter((id) => !remainingIds.includes(id)),
      [],
    );
    assert.deepEqual(await tagsOfStores(), ['company']);
    assert.deepEqual(
      await store().selectFrom('callbacks').select('id').where('subject', 'in', erasedCalls).execute(),
      [],
    );
    assert.deepEqual(await erase(tag), { ...counters, conversation_count: 0, memory_store_count: 0 });
  });

  test('of one account keeps the data of another', async () => {
    const otherCall = (
      await world.call(createPal, {
        credential: BOB,
        body: { system_prompt: 'x', default_face_id: SYSTEM_FACE.id },
      })
    ).result.pal_id;
    const id = await begin({ pal_id: otherCall, participant_tags: ['eve'] }, BOB);
    await remember('eve', otherCall, BOB);
    assert.equal((await erase('eve')).conversation_count, 0);
    assert.deepEqual(await ids(BOB), [id]);
    assert.deepEqual(await tagsOfStores(BOB), ['eve']);
  });

  test('twice at the same time counts each conversation once', async () => {
    for (let count = 0; count < 6; count++) await begin({ participant_tags: ['twin'] });
    const answers = await Promise.all([erase('twin'), erase('twin'), erase('twin')]);
    assert.equal(
      answers.reduce((sum, { conversation_count }) => sum + conversation_count, 0),
      6,
    );
    assert.equal((await erase('twin')).conversation_count, 0);
  });

  test('reports that one request is not enough', async () => {
    const row = await store().selectFrom('conversations').selectAll().limit(1).executeTakeFirstOrThrow();
    await store()
      .insertInto('conversations')
      .values(
        Array.from({ length: MAX_ERASED_CONVERSATIONS + 1 }, (_, index) => ({
          ...row,
          id: `cmany${index}`,
          account_id: 1,
          status: 'ended' as const,
          indexed_at: undefined,
          rating: undefined,
          language: undefined,
          objectives: null,
          handover: null,
          document: JSON.stringify({ ...row.document, participant_tags: ['many'] }),
        })),
      )
      .execute();
    const { conversation_count, is_complete } = await erase('many', { dry_run: true });
    assert.deepEqual([conversation_count, is_complete], [MAX_ERASED_CONVERSATIONS, false]);
    await store().deleteFrom('conversations').where('id', 'like', 'cmany%').execute();
  });

  test('requires a tag', async () => {
    for (const body of [
      {},
      { participant_tag: '' },
      { participant_tag: ' ' },
      { participant_tag: 'x'.repeat(201) },
    ])
      assert.equal(
        (await world.refusal(eraseVisitor, { credential: ALICE, body: body as never })).code,
        'invalid_request',
      );
  });
});
