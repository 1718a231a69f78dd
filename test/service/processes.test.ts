/** Two processes of the service on one PostgreSQL database: what is counted and what is owned is so over both. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createConversation, endConversation } from '../../src/contract/conversations.ts';
import { listCallbacks } from '../../src/contract/callbacks.ts';
import { getDeployment, patchDeployment, startDeployment } from '../../src/contract/deployments.ts';
import { Refusal } from '../../src/contract/errors.ts';
import { createMemoryStore, createPinnedMemory, listPinnedMemories } from '../../src/contract/memory-stores.ts';
import { ManualClock } from '../../src/service/clock.ts';
import { Receiver } from './receiver.ts';
import { ALICE, openWorld, type World } from './world.ts';

describe('two processes on one database', { skip: process.env['TEST_DATABASE_URL'] ? false : 'needs a PostgreSQL server (TEST_DATABASE_URL)' }, () => {
  let receiver: Receiver;
  let worlds: [World, World];
  const clock = new ManualClock();
  before(async () => {
    receiver = await Receiver.open();
    const environment = { OUTBOUND_ALLOWED_HOSTS: receiver.host };
    const one = await openWorld({ clock, environment });
    worlds = [one, await openWorld({ clock, environment, beside: one })];
  });
  after(async () => {
    await worlds[1].close();
    await worlds[0].close();
    await receiver.close();
  });

  /** So many calls at once, turn by turn by one process and the other: the refusals' codes, empty where it went through. */
  const race = async (count: number, call: (world: World, index: number) => Promise<unknown>) =>
    Promise.all(Array.from({ length: count }, (_, index) => call(worlds[index % 2]!, index).then(() => '', (error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error as Error)))));
  const through = (outcomes: string[]) => outcomes.filter((code) => code === '').length;

  test('a deployment\u2019s limits let in exactly as many', async () => {
    for (const [limit, code] of [['total_call_limit', 'total_limit'], ['daily_call_limit', 'daily_limit'], ['max_concurrent_calls', 'busy']] as const) {
      const deployment_id = await worlds[0].deployment({ limits: { [limit]: 7 } });
      const outcomes = await race(30, (world) => world.start(deployment_id));
      assert.equal(through(outcomes), 7, limit);
      assert.deepEqual(new Set(outcomes), new Set(['', code]));
    }
  });

  test('wrong passwords are counted together', async () => {
    const deployment_id = await worlds[0].deployment({ password: 'lighthouse' });
    const outcomes = await race(16, (world) => world.call(startDeployment, { params: { deployment_id }, body: { password: 'wrong' } }));
    assert.equal(outcomes.filter((code) => code === 'wrong_password').length, 10);
    assert.equal(outcomes.filter((code) => code === 'too_many_attempts').length, 6);
  });

  test('a store holds thirty memories', async () => {
    const { memory_store_id } = (await worlds[0].call(createMemoryStore, { credential: ALICE, body: { pal_id: await worlds[0].pal(), participant_tag: 'a' } })).result;
    const outcomes = await race(50, (world, index) => world.call(createPinnedMemory, { credential: ALICE, params: { memory_store_id }, body: { memory: `memory ${index}` } }));
    assert.equal(through(outcomes), 30);
    assert.equal((await worlds[1].call(listPinnedMemories, { credential: ALICE, params: { memory_store_id }, query: { limit: '100' } as never })).result.total_count, 30);
  });

  test('of patches with one tag exactly one wins', async () => {
    const deployment_id = await worlds[0].deployment();
    const { answer } = await worlds[1].call(getDeployment, { credential: ALICE, params: { deployment_id } });
    const outcomes = await race(12, (world, index) => world.call(patchDeployment, { credential: ALICE, params: { deployment_id }, headers: { 'if-match': answer.headers.get('etag')! }, body: [{ op: 'replace', path: '/name', value: `name ${index}` }] }));
    assert.equal(through(outcomes), 1);
    assert.deepEqual(new Set(outcomes), new Set(['', 'version_conflict']));
  });

  test('callbacks are delivered by whoever takes them, each once and in order', async () => {
    const pal_id = await worlds[0].pal();
    const made = await Promise.all(Array.from({ length: 12 }, async (_, index) => (await worlds[index % 2]!.call(createConversation, { credential: ALICE, body: { pal_id, callback_url: receiver.url() } })).result.conversation_id));
    await Promise.all(made.map((conversation_id, index) => worlds[(index + 1) % 2]!.call(endConversation, { credential: ALICE, params: { conversation_id } })));
    clock.move(5000);
    await receiver.count(12);
    await Promise.all(worlds.map((world) => world.service.context.jobs.idle()));
    for (const conversation_id of made) {
      const { result } = await worlds[0].call(listCallbacks, { credential: ALICE, query: { subject: conversation_id } as never });
      assert.ok(result.data.length > 0);
      for (const callback of result.data) assert.deepEqual([callback.status, callback.attempts.length], ['delivered', 1]);
    }
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, receiver.received.length);
  });
});
