/** While the process, its database or its pictures are overloaded, new calls are rejected and running ones continue. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createConversation } from '../../../src/contract/conversations.ts';
import { initDeployment, startDeployment } from '../../../src/contract/deployments.ts';
import { joinRoom, readRoom } from '../../../src/contract/rooms.ts';
import {
  MAX_BUSY_FRACTION,
  eventLoopLag,
  Load,
  OVERLOAD_MEMORY_MS,
  MAX_SKIPPED_FRACTION,
  SLOW_LOOP,
  SLOW_QUERY,
  SLOW_QUEUE,
  type OverloadedPart,
} from '../../../src/service/platform/load.ts';
import { Pressure } from '../../../src/service/store/pressure.ts';
import { LoadWatch } from '../../../src/rooms/embedded/media-load.ts';
import { Media } from '../../../src/rooms/embedded/media.ts';
import { until } from '../until.ts';
import { ALICE, openWorld, type World } from '../world.ts';

describe('the measure of load', () => {
  test('refuses from the limit of each kind of load on, and for a while after it', () => {
    const now = { is: 1000, lag: 0, waited: 0, mean: 0, busy: 0, skipped: 0 };
    const load = new Load({
      now: () => now.is,
      lag: () => now.lag,
      database: () => ({ waited: now.waited, mean: now.mean }),
      media: () => ({ busy: now.busy, skipped: now.skipped }),
    });
    assert.equal(load.refusal('media'), null);
    for (const [measure, limit, burden] of [
      ['lag', SLOW_LOOP, 'process'],
      ['waited', SLOW_QUEUE, 'database'],
      ['mean', SLOW_QUERY, 'database'],
      ['busy', MAX_BUSY_FRACTION, 'media'],
      ['skipped', MAX_SKIPPED_FRACTION, 'media'],
    ] as const) {
      now[measure] = limit * 0.99;
      assert.equal(load.refusal('media'), null, measure);
      now[measure] = limit;
      assert.equal(load.refusal('media'), burden);
      // A text call does not need the media process.
      assert.equal(load.refusal('text'), burden === 'media' ? null : burden);
      now[measure] = 0;
      now.is += OVERLOAD_MEMORY_MS - 1;
      assert.equal(load.refusal('media'), burden, 'remembered');
      now.is += 1;
      assert.equal(load.refusal('media'), null, 'and forgotten');
    }
  });

  test('of the database is the longest wait and the time of a query', () => {
    let now = 0;
    const pressure = new Pressure(() => now);
    const [firstWait, secondWait] = [pressure.countWait(), pressure.countWait()];
    now = 700;
    assert.equal(pressure.measure.waited, 700);
    firstWait();
    const thirdWait = pressure.countWait();
    now = 900;
    secondWait();
    assert.equal(pressure.measure.waited, 200);
    thirdWait();
    assert.equal(pressure.measure.waited, 0);
    for (let query = 0; query < 60; query++) pressure.recordQuery(2000);
    assert.ok(pressure.measure.mean > 1900);
    for (let query = 0; query < 60; query++) pressure.recordQuery(3);
    assert.ok(pressure.measure.mean < 20, 'one that is fast again is asked again');
    for (let query = 0; query < 60; query++) pressure.recordQuery(2000);
    now += 5001;
    assert.equal(pressure.measure.mean, 0, 'nobody asked: nothing is known of it');
  });

  test('of an idle event loop is not late', () => {
    let now = 0;
    const lag = eventLoopLag(() => now);
    now = 3000;
    assert.ok(lag() < SLOW_LOOP);
  });
});

describe('an overloaded service', () => {
  let burden: OverloadedPart | null = null;
  let world: World;
  let deployment: string;
  before(async () => {
    world = await openWorld({
      load: { refusal: (medium) => (burden === 'media' && medium === 'text' ? null : burden) },
    });
    deployment = await world.deployment();
  });
  after(() => world.close());
  beforeEach(() => (burden = null));
  const start = { params: { deployment_id: '' }, body: {} };
  before(() => (start.params.deployment_id = deployment));
  const refusal = async () => {
    const { code, retryAfter } = await world.refusal(startDeployment, start);
    assert.ok((retryAfter ?? 0) > 0, 'says when to try again');
    return code;
  };

  test('refuses starts with the matching error, and a time to try again', async () => {
    burden = 'database';
    assert.equal(await refusal(), 'database_unavailable');
    burden = 'process';
    assert.equal(await refusal(), 'room_unavailable');
    burden = 'media';
    assert.equal(await refusal(), 'room_unavailable');
    burden = null;
    await world.start(deployment);
  });

  test('refuses calls that the owner begins, too', async () => {
    const pal_id = await world.pal();
    for (burden of ['database', 'process', 'media'] as const) {
      const { code, retryAfter } = await world.refusal(createConversation, {
        credential: ALICE,
        body: { pal_id },
      });
      assert.equal(code, burden === 'database' ? 'database_unavailable' : 'room_unavailable');
      assert.ok((retryAfter ?? 0) > 0);
    }
  });

  test('reports before a start that all lines are busy', async () => {
    const init = async () =>
      (await world.call(initDeployment, { params: { deployment_id: deployment } })).result;
    assert.equal((await init()).is_available, true);
    burden = 'media';
    assert.equal((await init()).unavailable_reason, 'busy');
  });

  test('accepts text calls while only its pictures are late', async () => {
    const chat = await world.deployment({ customization: { modality: 'chat' } });
    burden = 'media';
    await world.start(chat);
    burden = 'process';
    assert.equal(
      (await world.refusal(startDeployment, { params: { deployment_id: chat }, body: {} })).code,
      'room_unavailable',
    );
  });

  test('keeps running calls: visitors in text continue, and return with their picture', async () => {
    const conversation = await world.start(deployment);
    const room = {
      params: { conversation_id: conversation.conversation_id },
      credential: conversation.meeting_token,
    };
    const join = () => world.call(joinRoom, { ...room, body: 'v=0\r\n' });
    await join();
    burden = 'media';
    await join();
    await world.call(readRoom, room);
    const another = { params: room.params, credential: room.credential };
    assert.ok(await world.call(readRoom, another));
  });

  test('refuses visitors who have started and join only now', async () => {
    const conversation = await world.start(deployment);
    burden = 'media';
    const { code, retryAfter } = await world.refusal(joinRoom, {
      params: { conversation_id: conversation.conversation_id },
      credential: conversation.meeting_token,
      body: 'v=0\r\n',
    });
    assert.equal(code, 'room_unavailable');
    assert.ok((retryAfter ?? 0) > 0);
  });

  test('lets a page read the refusal, without a query to the database', async () => {
    burden = 'database';
    const { pool } = world.service.context.store;
    const connect = pool.connect.bind(pool);
    let calls = 0;
    pool.connect = ((...args: []) => (calls++, connect(...args))) as typeof pool.connect;
    try {
      const answer = await world.service.app.inject({
        method: 'POST',
        url: `/v2/deployments/${deployment}/start`,
        headers: { origin: 'https://page.example' },
        payload: {},
      });
      assert.equal(answer.statusCode, 503);
      assert.equal(answer.headers['access-control-allow-origin'], 'https://page.example');
      assert.equal(answer.headers['retry-after'], '5');
      assert.equal(calls, 0);
    } finally {
      pool.connect = connect;
    }
  });

  test('shows the load in its metrics', async () => {
    const metric = async () => (await world.service.app.inject('/metrics')).body;
    assert.match(await metric(), /^palkit_newcomers_refused\{medium="media"\} 0$/m);
    burden = 'media';
    assert.match(await metric(), /^palkit_newcomers_refused\{medium="media"\} 1$/m);
    assert.match(await metric(), /^palkit_newcomers_refused\{medium="text"\} 0$/m);
  });
});

describe('a database that hangs', () => {
  let world: World;
  before(async () => {
    world = await openWorld({});
  });
  after(() => world.close());

  test('is reported by waiting requests until they are served', async () => {
    const { store } = world.service.context;
    const clients = await Promise.all(
      Array.from({ length: store.embedded ? 1 : 10 }, () => store.pool.connect()),
    );
    const delays = store.db.selectFrom('settings').select('name').execute();
    await until('the wait to be seen', () => store.pressure.measure.waited > 0);
    for (const client of clients) client.release();
    await delays;
    // The service's own periodic queries reset the measurement.
    await until('nobody to wait', () => store.pressure.measure.waited === 0);
  });
});

test('a media process that skips pictures is reported until it recovers', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-overload-'));
  const program = path.join(folder, 'program.mjs');
  fs.writeFileSync(
    program,
    `process.on('message', ({ do: what, id }) => {
      process.send({ load: { busy: 0.5, skipped: what === 'hush' ? 0 : 0.4 }, answer: id && { id, sdp: 'v=0' } });
    });
    process.on('disconnect', () => process.exit(0));
    process.send({ ready: true });`,
  );
  const call = { callId: 'call-1', offer: 'v=0', face: 'face' };
  const media = await Media.start({ udpPort: 0, program, log: () => {} });
  try {
    assert.equal(media.load.skipped, 0);
    await media.join(call);
    await until('the word of pictures that were left out', () => media.load.skipped === 0.4);
    media.hush(call.callId);
    await until('the word that none are', () => media.load.skipped === 0);
    await media.join(call);
    await until('the word of them', () => media.load.skipped === 0.4);
    media.leave(call.callId);
    assert.equal(media.load.skipped, 0, 'who has no call misses no pictures');
  } finally {
    await media.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
});

describe("the media process's own measure", () => {
  const loop = { now: 0, active: 0 };
  const watch = () => {
    Object.assign(loop, { now: 0, active: 0 });
    return new LoadWatch({ now: () => loop.now, active: () => loop.active }, 20);
  };
  const pass = (milliseconds: number, busyShare: number) => {
    loop.now += milliseconds;
    loop.active += milliseconds * busyShare;
  };

  test('is sent once a second: the load of its loop in the less busy of the last two seconds', () => {
    const load = watch();
    pass(999, 0.5);
    assert.equal(load.takeDueMeasure(), null);
    pass(1, 0.5);
    assert.deepEqual(load.takeDueMeasure(), { busy: 0, skipped: 0 });
    assert.equal(load.takeDueMeasure(), null);
    pass(2000, 1);
    assert.deepEqual(load.takeDueMeasure(), { busy: 0.5, skipped: 0 });
    pass(1000, 1);
    assert.deepEqual(load.takeDueMeasure(), { busy: 1, skipped: 0 });
    pass(1000, 0.25);
    assert.deepEqual(load.takeDueMeasure(), { busy: 0.25, skipped: 0 });
  });

  test('counts skipped pictures for ten seconds', () => {
    const load = watch();
    for (let seconds = 0; seconds < 5; seconds++) {
      pass(1000, 1);
      load.countOmitted(25);
      assert.equal(load.takeDueMeasure()?.skipped.toFixed(2), ((seconds + 1) * 0.05).toFixed(2));
    }
    pass(9000, 0.2);
    assert.equal(load.takeDueMeasure()?.skipped, 0.05);
    pass(1000, 0.2);
    assert.equal(load.takeDueMeasure()?.skipped, 0);
  });
});
