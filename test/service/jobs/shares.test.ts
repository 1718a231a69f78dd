/** Accounts get equal portions of the runs of a kind of job. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import pino from 'pino';
import { ManualClock } from '../../../src/runtime/clock.ts';
import { Jobs } from '../../../src/service/jobs/jobs.ts';
import { openWorld, type World } from '../world.ts';
import { Payload, registerHeldJob } from './held-work.ts';

describe('shares of accounts', () => {
  let world: World;
  const controllers: AbortController[] = [];
  const open = (clock = new ManualClock()) => {
    const jobs = new Jobs({
      store: world.service.context.store,
      clock,
      log: pino({ level: 'silent' }),
      random: () => 1,
    });
    const stop = new AbortController();
    controllers.push(stop);
    return { jobs, clock, stop, start: () => jobs.start(stop.signal) };
  };
  const db = () => world.service.context.store.db;
  const enqueue = (
    jobs: Jobs,
    kind: string,
    name: string,
    extraFields: { key?: string; runAt?: number; account?: number } = {},
  ) =>
    db()
      .transaction()
      .execute((trx) => jobs.enqueue(trx, kind, { payload: { name }, ...extraFields }));
  const storedJobs = async (kind: string) =>
    await db().selectFrom('jobs').selectAll().where('kind', '=', kind).execute();

  before(async () => {
    world = await openWorld();
  });
  beforeEach(async () => {
    for (const stop of controllers.splice(0)) stop.abort();
    await db().deleteFrom('jobs').execute();
  });
  after(() => world.close());

  test('one account has a limited share of the runs of a kind, even without others', async () => {
    const { jobs, start } = open();
    const sharedWork = registerHeldJob(jobs, 'shared', 4, 2);
    for (let number = 0; number < 5; number++) await enqueue(jobs, 'shared', `one ${number}`, { account: 1 });
    await enqueue(jobs, 'shared', 'two', { account: 2 });
    await enqueue(jobs, 'shared', 'nobody', {});
    await start();
    await sharedWork.count(4);
    assert.deepEqual(sharedWork.names().sort(), ['nobody', 'one 0', 'one 1', 'two']);
    sharedWork.started.find(({ job }) => job.payload.name === 'one 0')!.finish();
    await sharedWork.count(5);
    assert.equal(sharedWork.names()[4], 'one 2');
    for (const { finish } of sharedWork.started) finish();
    await sharedWork.count(7);
    for (const { finish } of sharedWork.started) finish();
    await jobs.idle();
  });

  test('a kind without a share keeps one run free for other accounts', async () => {
    const { jobs, start } = open();
    const kind = registerHeldJob(jobs, 'spare', 3);
    for (let number = 0; number < 9; number++) await enqueue(jobs, 'spare', `one ${number}`, { account: 1 });
    await start();
    await kind.count(2);
    await enqueue(jobs, 'spare', 'two', { account: 2 });
    await kind.count(3);
    assert.deepEqual(kind.names(), ['one 0', 'one 1', 'two']);
    // An account without a run goes before accounts with runs, even if their jobs have waited longer.
    await enqueue(jobs, 'spare', 'nobody');
    kind.started[0]?.finish();
    await kind.count(4);
    assert.equal(kind.names()[3], 'nobody');
    for (let index = 0; index < 12; index++) kind.started[index]?.finish();
    for (let startedCount = 5; startedCount <= 11; startedCount++) {
      await kind.count(startedCount);
      for (const { finish } of kind.started) finish();
    }
    await jobs.idle();
  });

  test('an account without a running job comes first, also if another process serves the others', async () => {
    const [otherProcess, ownProcess] = [open(), open()];
    await ownProcess.start();
    await otherProcess.start();
    const remoteWork = registerHeldJob(otherProcess.jobs, 'fair', 3, 2);
    for (const name of ['a0', 'a1', 'a2']) await enqueue(otherProcess.jobs, 'fair', name, { account: 1 });
    await remoteWork.count(2);
    await enqueue(ownProcess.jobs, 'fair', 'b0', { account: 2, runAt: ownProcess.clock.now() + 1000 });
    const ownWork = registerHeldJob(ownProcess.jobs, 'fair', 2, 1);
    ownProcess.clock.move(2000);
    await ownWork.count(2);
    assert.deepEqual(ownWork.names(), ['b0', 'a2'], 'b0 was due later and is served first');
    for (const { finish } of [...remoteWork.started, ...ownWork.started]) finish();
    await Promise.all([otherProcess.jobs.idle(), ownProcess.jobs.idle()]);
  });

  test('two racing processes run each job once and leave a run free for every other account', async () => {
    const running = [new Map<string, number>(), new Map<string, number>()];
    const startedJobs: string[] = [];
    let maximum = 0;
    const bothProcesses = [open(), open()];
    for (const [index, { jobs, start }] of bothProcesses.entries()) {
      jobs.register({
        name: 'raced',
        payload: Payload,
        concurrency: 4,
        share: 3,
        run: async ({ payload, account }) => {
          const ownJob = running[index]!;
          const count = (ownJob.get(String(account)) ?? 0) + 1;
          ownJob.set(String(account), count);
          maximum = Math.max(maximum, count);
          startedJobs.push(payload.name);
          await new Promise((resolve) => setImmediate(resolve));
          ownJob.set(String(account), ownJob.get(String(account))! - 1);
        },
      });
      await start();
    }
    const names = Array.from({ length: 90 }, (_, number) => `n${number}`);
    await Promise.all(
      names.map((name, number) =>
        enqueue(bothProcesses[number % 2]!.jobs, 'raced', name, { account: number % 9 === 0 ? 2 : 1 }),
      ),
    );
    for (const { clock, jobs } of bothProcesses) {
      clock.move(2000);
      await jobs.idle();
    }
    for (const { jobs } of bothProcesses) await jobs.idle();
    assert.deepEqual(startedJobs.sort(), names.sort());
    assert.ok(maximum <= 3, `one account had ${maximum} of 4 runs`);
    assert.deepEqual(await storedJobs('raced'), []);
  });
});
