import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import pino from 'pino';
import { ManualClock } from '../../../src/runtime/clock.ts';
import { EngineError } from '../../../src/agent/language/engine-error.ts';
import { Jobs } from '../../../src/service/jobs/jobs.ts';
import { OutboundError } from '../../../src/outbound/outbound-error.ts';
import { openWorld, type World } from '../world.ts';
import { Payload, registerHeldJob } from './held-work.ts';

describe('jobs', () => {
  let world: World;
  const controllers: AbortController[] = [];
  const open = (clock = new ManualClock(), store = world.service.context.store) => {
    const jobs = new Jobs({
      store,
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

  test('an error outside the service is a warning, any other an error, both without their content', async () => {
    const lines: { level: number; fault: string; at?: string[] }[] = [];
    const clock = new ManualClock();
    const jobs = new Jobs({
      store: world.service.context.store,
      clock,
      log: pino(
        { level: 'debug' },
        { write: (text: string) => void lines.push(JSON.parse(text) as (typeof lines)[number]) },
      ),
      random: () => 1,
    });
    const stop = new AbortController();
    controllers.push(stop);
    const faults: Error[] = [
      new OutboundError('connection_failed'),
      new EngineError('worker_died', 'secret'),
      new TypeError('secret'),
    ];
    jobs.register({
      name: 'failing',
      payload: Payload,
      concurrency: 1,
      run: async () => {
        const fault = faults.shift();
        if (fault) throw fault;
      },
    });
    await jobs.start(stop.signal);
    await enqueue(jobs, 'failing', 'x');
    for (const seconds of [0, 2, 4, 8]) {
      clock.move(seconds * 1000);
      await jobs.idle();
    }
    assert.deepEqual(
      lines.map(({ level, fault, at }) => [level, fault, at !== undefined]),
      [
        [40, 'connection_failed', true],
        [50, 'worker_died', true],
        [50, 'TypeError', true],
      ],
    );
    assert.ok(!JSON.stringify(lines).includes('secret'));
  });

  test('a job exists exactly if its transaction commits, and starts at once', async () => {
    const { jobs, start } = open();
    const { started, count, names } = registerHeldJob(jobs, 'a');
    await start();
    await assert.rejects(
      db()
        .transaction()
        .execute(async (trx) => {
          await jobs.enqueue(trx, 'a', { payload: { name: 'rolled back' } });
          throw new Error('no');
        }),
    );
    await enqueue(jobs, 'a', 'committed');
    await count(1);
    assert.deepEqual(names(), ['committed']);
    started[0]!.finish();
    await jobs.idle();
    assert.deepEqual(await storedJobs('a'), []);
  });

  test('a limited number of a kind runs at once; other kinds are not delayed', async () => {
    const { jobs, start } = open();
    const few = registerHeldJob(jobs, 'few', 2);
    const otherWork = registerHeldJob(jobs, 'other');
    await start();
    for (let number = 1; number <= 5; number++) await enqueue(jobs, 'few', `n${number}`);
    await enqueue(jobs, 'other', 'other');
    await Promise.all([few.count(2), otherWork.count(1)]);
    assert.deepEqual(few.names(), ['n1', 'n2']);
    few.started[0]!.finish();
    await few.count(3);
    assert.deepEqual(few.names(), ['n1', 'n2', 'n3']);
    for (let number = 1; number < 5; number++) {
      await few.count(number + 1);
      few.started[number]!.finish();
    }
    otherWork.started[0]!.finish();
    await jobs.idle();
    assert.deepEqual(few.names(), ['n1', 'n2', 'n3', 'n4', 'n5']);
  });

  test('a job waits for its time, and a failed one longer after each failure', async () => {
    const { jobs, clock, start } = open();
    const { started, count } = registerHeldJob(jobs, 'later');
    await start();
    await enqueue(jobs, 'later', 'x', { runAt: clock.now() + 60_000 });
    clock.move(58_000);
    await jobs.idle();
    assert.equal(started.length, 0);
    clock.move(2000);
    await count(1);
    started[0]!.fail();
    await jobs.idle();
    clock.move(2000);
    await count(2);
    assert.equal(started[1]!.job.attempt, 2);
    started[1]!.fail();
    await jobs.idle();
    clock.move(2000);
    await jobs.idle();
    assert.equal(started.length, 2, 'four seconds the second time');
    clock.move(2000);
    await count(3);
    started[2]!.finish({ again: clock.now() + 10_000 });
    await jobs.idle();
    clock.move(10_000);
    await count(4);
    assert.equal(started[3]!.job.attempt, 1, 'going on as planned is no failure');
    started[3]!.finish();
    await jobs.idle();
  });

  test('a key exists once; requested during its run, it runs once more', async () => {
    const { jobs, start } = open();
    const { started, count, names } = registerHeldJob(jobs, 'keyed');
    await start();
    await Promise.all(['one', 'two', 'three'].map((name) => enqueue(jobs, 'keyed', name, { key: 'k' })));
    await count(1);
    assert.equal((await storedJobs('keyed')).length, 1);
    await enqueue(jobs, 'keyed', 'four', { key: 'k' });
    await enqueue(jobs, 'keyed', 'five', { key: 'k' });
    started[0]!.finish();
    await count(2);
    started[1]!.finish();
    await jobs.idle();
    assert.equal(names().length, 2);
    assert.deepEqual(await storedJobs('keyed'), []);
  });

  test('`runNow` runs a waiting job at once', async () => {
    const { jobs, clock, start } = open();
    const { started, count } = registerHeldJob(jobs, 'hurried');
    await start();
    await enqueue(jobs, 'hurried', 'x', { key: 'k', runAt: clock.now() + 3600_000 });
    await enqueue(jobs, 'hurried', 'x', { key: 'k' });
    await jobs.idle();
    assert.equal(started.length, 0, 'asking again does not move its time');
    await db()
      .transaction()
      .execute((trx) => jobs.runNow(trx, 'hurried', 'k'));
    await count(1);
    started[0]!.finish();
    await jobs.idle();
  });

  test('a lease is kept while its process lives and taken over when it has died', async () => {
    const [livingProcess, dyingProcess] = [open(), open()];
    const firstWork = registerHeldJob(dyingProcess.jobs, 'leased');
    await livingProcess.start();
    await dyingProcess.start();
    await enqueue(dyingProcess.jobs, 'leased', 'x');
    await firstWork.count(1);
    const secondRun = registerHeldJob(livingProcess.jobs, 'leased');
    for (let minute = 0; minute < 10; minute++) {
      for (const step of [20_000, 20_000, 20_000]) {
        const leaseBefore = (await storedJobs('leased'))[0]!.lease_until!.getTime();
        dyingProcess.clock.move(step);
        while ((await storedJobs('leased'))[0]!.lease_until!.getTime() === leaseBefore);
        livingProcess.clock.move(step);
        await livingProcess.jobs.idle();
      }
    }
    assert.equal(secondRun.started.length, 0, 'a run of ten minutes stays where it is');
    livingProcess.clock.move(61_000);
    await secondRun.count(1);
    assert.equal(secondRun.started[0]!.job.attempt, 2);
    // The process that was considered dead is notified and finishes; its result no longer counts.
    dyingProcess.clock.move(20_000);
    await assert.rejects(
      new Promise((_, reject) =>
        firstWork.started[0]!.job.signal.addEventListener('abort', () => reject(new Error('told')), {
          once: true,
        }),
      ),
      /told/,
    );
    await dyingProcess.jobs.idle();
    assert.equal((await storedJobs('leased')).length, 1);
    secondRun.started[0]!.finish();
    await livingProcess.jobs.idle();
    assert.equal((await storedJobs('leased')).length, 0);
  });

  test('one signal stops the queue: a running job is free at once and its run is not counted', async () => {
    const [stopping, otherWorker] = [open(), open()];
    const firstRun = registerHeldJob(stopping.jobs, 'stopped');
    await stopping.start();
    await otherWorker.start();
    await enqueue(stopping.jobs, 'stopped', 'x');
    await firstRun.count(1);
    stopping.stop.abort();
    await stopping.jobs.idle();
    const [row] = await storedJobs('stopped');
    assert.deepEqual([row!.owner, row!.lease_until, row!.attempts], [null, null, 0]);
    const secondRun = registerHeldJob(otherWorker.jobs, 'stopped');
    otherWorker.clock.move(2000);
    await secondRun.count(1);
    assert.equal(secondRun.started[0]!.job.attempt, 1);
    secondRun.started[0]!.finish();
    await otherWorker.jobs.idle();
  });

  test('a job that is claimed during the stop is free at once, and never runs', async () => {
    await enqueue(open().jobs, 'late', 'x');
    const { store } = world.service.context;
    // The claim is the first use of the database, or the second if the start releases leases of dead processes.
    let remainingJobs = store.embedded ? 2 : 1;
    const stoppedByClaim = new Proxy(store, {
      get(target, name) {
        // Abort the job during the claim.
        if (name === 'db' && --remainingJobs === 0) queueMicrotask(() => stopping.stop.abort());
        return Reflect.get(target, name) as unknown;
      },
    });
    const stopping = open(new ManualClock(), stoppedByClaim);
    const startedJobs: string[] = [];
    stopping.jobs.register({
      name: 'late',
      payload: Payload,
      concurrency: 1,
      run: async ({ payload, signal }) => {
        startedJobs.push(payload.name);
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      },
    });
    await stopping.start();
    await stopping.jobs.idle();
    assert.deepEqual([startedJobs, remainingJobs <= 0], [[], true]);
    const [row] = await storedJobs('late');
    assert.deepEqual([row!.owner, row!.attempts], [null, 0]);
  });

  test('several processes share the work, each job by one of them', async () => {
    const bothProcesses = [open(), open()];
    const startedJobs: string[] = [];
    for (const { jobs, start } of bothProcesses) {
      jobs.register({
        name: 'common',
        payload: Payload,
        concurrency: 3,
        run: async ({ payload }) => void startedJobs.push(payload.name),
      });
      await start();
    }
    const names = Array.from({ length: 60 }, (_, number) => `n${number}`);
    await Promise.all(names.map((name, number) => enqueue(bothProcesses[number % 2]!.jobs, 'common', name)));
    for (const { jobs } of bothProcesses) await jobs.idle();
    assert.deepEqual(startedJobs.sort(), names.sort());
    assert.deepEqual(await storedJobs('common'), []);
  });

  test('an invalid payload is a failure, and does not stop the queue', async () => {
    const { jobs, start } = open();
    const { started, count } = registerHeldJob(jobs, 'shaped');
    await start();
    await db()
      .transaction()
      .execute((trx) => jobs.enqueue(trx, 'shaped', { payload: { other: 1 } }));
    await enqueue(jobs, 'shaped', 'right');
    await count(1);
    started[0]!.finish();
    await jobs.idle();
    assert.equal((await storedJobs('shaped')).length, 1);
  });

  test('readiness reports the jobs, and the log the reason', async (t) => {
    const warn = t.mock.method(world.service.context.log, 'warn');
    registerHeldJob(world.service.context.jobs, 'ready');
    const answer = await world.service.app.inject({ url: '/readyz' });
    assert.deepEqual(answer.json(), { status: 'ready', database: 'reachable', jobs: 'reachable' });
    const { db: store } = world.service.context.store;
    await store.schema.alterTable('jobs').renameTo('hidden').execute();
    assert.equal((await world.service.app.inject({ url: '/readyz' })).statusCode, 503);
    assert.deepEqual(
      warn.mock.calls.map((call) => call.arguments.at(-1)),
      ['not ready: The database does not answer.'],
    );
    world.clock.move(2000);
    await world.service.context.jobs.idle();
    await store.schema.alterTable('hidden').renameTo('jobs').execute();
    const readiness = await world.service.app.inject({ url: '/readyz' });
    assert.deepEqual(
      [readiness.statusCode, readiness.json()],
      [503, { error: 'The jobs cannot be reached.' }],
    );
    world.clock.move(2000);
    await world.service.context.jobs.idle();
    assert.equal((await world.service.app.inject({ url: '/readyz' })).statusCode, 200);
  });
});
