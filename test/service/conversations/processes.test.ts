/** Two processes of the service on one PostgreSQL database: counts and ownership are correct across both. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { needsPostgres } from '../../surroundings.ts';
import { createConversation, endConversation, getConversation } from '../../../src/contract/conversations.ts';
import { listCallbacks } from '../../../src/contract/callbacks.ts';
import { getDeployment, patchDeployment, startDeployment } from '../../../src/contract/deployments.ts';
import { ApiError } from '../../../src/contract/api-error.ts';
import {
  createMemoryStore,
  createPinnedMemory,
  listPinnedMemories,
} from '../../../src/contract/memory-stores.ts';
import { joinRoom, readRoom, writeRoom } from '../../../src/contract/rooms.ts';
import { DEAD_MS } from '../../../src/service/conversations/processes.ts';
import { ManualClock } from '../../../src/runtime/clock.ts';
import { END_REQUEST_POLL_MS } from '../../../src/service/conversations/lifecycle.ts';
import { Receiver } from '../receiver.ts';
import { until } from '../until.ts';
import { sql } from 'kysely';
import { ALICE, openWorld, type World } from '../world.ts';

describe('two processes on one database', { skip: needsPostgres }, () => {
  let receiver: Receiver;
  let worlds: [World, World];
  const clock = new ManualClock();
  before(async () => {
    receiver = await Receiver.open();
    const environment = { OUTBOUND_ALLOWED_HOSTS: receiver.host };
    const firstWorld = await openWorld({ clock, environment });
    worlds = [
      firstWorld,
      await openWorld({
        clock,
        environment: { ...environment, ROOM_URL: 'https://two.palkit.example' },
        beside: firstWorld,
      }),
    ];
  });
  after(async () => {
    await worlds[1].close();
    await worlds[0].close();
    await receiver.close();
  });

  /**
   * Makes `count` concurrent calls, alternating between the two processes. Returns the error codes, and an empty text
   * for each success.
   */
  const callConcurrently = async (count: number, call: (world: World, index: number) => Promise<unknown>) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        call(worlds[index % 2]!, index).then(
          () => '',
          (error: unknown) => (error instanceof ApiError ? error.code : Promise.reject(error as Error)),
        ),
      ),
    );
  const countSuccesses = (outcomes: string[]) => outcomes.filter((code) => code === '').length;

  // Proves limits-10.
  test('two processes together never exceed the call limits of a deployment', async () => {
    for (const [limit, code] of [
      ['total_call_limit', 'total_limit'],
      ['daily_call_limit', 'daily_limit'],
      ['max_concurrent_calls', 'busy'],
    ] as const) {
      const deployment_id = await worlds[0].deployment({ limits: { [limit]: 7 } });
      const outcomes = await callConcurrently(30, (world) => world.start(deployment_id));
      assert.equal(countSuccesses(outcomes), 7, limit);
      assert.deepEqual(new Set(outcomes), new Set(['', code]));
    }
  });

  test('two processes count wrong passwords together', async () => {
    const deployment_id = await worlds[0].deployment({ password: 'lighthouse' });
    const outcomes = await callConcurrently(16, (world) =>
      world.call(startDeployment, { params: { deployment_id }, body: { password: 'wrong' } }),
    );
    assert.equal(outcomes.filter((code) => code === 'wrong_password').length, 10);
    assert.equal(outcomes.filter((code) => code === 'too_many_attempts').length, 6);
  });

  // Proves limits-1.
  test('two processes together never store more than thirty memories in a store', async () => {
    const { memory_store_id } = (
      await worlds[0].call(createMemoryStore, {
        credential: ALICE,
        body: { pal_id: await worlds[0].pal(), participant_tag: 'a' },
      })
    ).result;
    const outcomes = await callConcurrently(50, (world, index) =>
      world.call(createPinnedMemory, {
        credential: ALICE,
        params: { memory_store_id },
        body: { memory: `memory ${index}` },
      }),
    );
    assert.equal(countSuccesses(outcomes), 30);
    assert.equal(
      (
        await worlds[1].call(listPinnedMemories, {
          credential: ALICE,
          params: { memory_store_id },
          query: { limit: '100' },
        })
      ).result.total_count,
      30,
    );
  });

  test('only one of several simultaneous patches with the same tag succeeds', async () => {
    const deployment_id = await worlds[0].deployment();
    const { answer } = await worlds[1].call(getDeployment, {
      credential: ALICE,
      params: { deployment_id },
    });
    const outcomes = await callConcurrently(12, (world, index) =>
      world.call(patchDeployment, {
        credential: ALICE,
        params: { deployment_id },
        headers: { 'if-match': answer.headers.get('etag')! },
        body: [{ op: 'replace', path: '/name', value: `name ${index}` }],
      }),
    );
    assert.equal(countSuccesses(outcomes), 1);
    assert.deepEqual(new Set(outcomes), new Set(['', 'version_conflict']));
  });

  /** Moves the clock by one polling interval whenever a process waits for another process to end a call. */
  const moveUntilSettled = async <Value>(promise: Promise<Value>): Promise<Value> => {
    let isSettled = false;
    void promise.finally(() => (isSettled = true)).catch(() => {});
    while (!isSettled) {
      await until('the next look at who ends the call', () => isSettled || clock.waits(END_REQUEST_POLL_MS));
      if (!isSettled) clock.move(END_REQUEST_POLL_MS);
    }
    return promise;
  };
  const enter = async (world: World) => {
    const conversation = (
      await world.call(createConversation, {
        credential: ALICE,
        body: { pal_id: await world.pal(), callback_url: receiver.url() },
      })
    ).result;
    const params = { conversation_id: conversation.conversation_id };
    await world.call(joinRoom, { params, credential: conversation.meeting_token, body: 'v=0\r\n' });
    world.media.emit({ is: 'connected', callId: conversation.conversation_id });
    await world.call(writeRoom, {
      params,
      credential: conversation.meeting_token,
      body: {
        message_type: 'conversation',
        event_type: 'conversation.respond',
        properties: { text: 'Hello' },
      },
    });
    const { db } = world.service.context.store;
    await until('the join to be stored', async () => {
      const row = await db
        .selectFrom('conversations')
        .select('joined_at')
        .where('id', '=', conversation.conversation_id)
        .executeTakeFirst();
      return row?.joined_at;
    });
    return { ...conversation, params };
  };
  const read = async (world: World, conversation_id: string) =>
    (
      await world.call(getConversation, {
        credential: ALICE,
        params: { conversation_id },
        query: { verbose: 'true' } as never,
      })
    ).result;

  test('a conversation is joined at the process that runs it, and every process can read and end it', async () => {
    const [firstWorld, secondWorld] = worlds;
    const firstEntry = await enter(firstWorld);
    const secondEntry = await enter(secondWorld);
    assert.equal(firstEntry.conversation_url, `https://palkit.example/rooms/${firstEntry.conversation_id}`);
    assert.equal(
      secondEntry.conversation_url,
      `https://two.palkit.example/rooms/${secondEntry.conversation_id}`,
    );
    assert.equal(
      (await read(firstWorld, secondEntry.conversation_id)).conversation_url,
      secondEntry.conversation_url,
    );
    assert.equal(
      (
        await firstWorld.refusal(readRoom, {
          params: secondEntry.params,
          credential: secondEntry.meeting_token,
        })
      ).code,
      'room_unavailable',
    );
    await moveUntilSettled(
      firstWorld.call(endConversation, { credential: ALICE, params: secondEntry.params }),
    );
    const conversation = await read(firstWorld, secondEntry.conversation_id);
    assert.equal(conversation.shutdown_reason, 'end_conversation_endpoint_hit');
    // The process that ran the call has notified the room, and the call's transcript contains every line.
    assert.ok(
      secondWorld.media
        .sentEvents(secondEntry.conversation_id)
        .some(({ event_type }) => event_type === 'conversation.ended'),
    );
    const transcript = conversation.events!.find(
      ({ event_type }) => event_type === 'application.transcription_ready',
    )!.properties['transcript'] as { content: string }[];
    assert.ok(transcript.some(({ content }) => content === 'Hello'));
    await firstWorld.call(endConversation, { credential: ALICE, params: firstEntry.params });
  });

  test('a starting process takes no conversations of a live one; those of a dead process are taken over', async () => {
    const [firstWorld] = worlds;
    const thirdWorld = await openWorld({
      clock,
      environment: { OUTBOUND_ALLOWED_HOSTS: receiver.host, ROOM_URL: 'https://three.palkit.example' },
      beside: firstWorld,
    });
    const call = await enter(thirdWorld);
    // A process considers others dead only if the database has been reachable for as long as their silence.
    await until('the database to have been there long enough', async () => {
      const { rows } = await sql<{ seconds: number }>`
        select extract(epoch from now() - pg_postmaster_start_time())::float8 as seconds`.execute(
        firstWorld.service.context.store.db,
      );
      return rows[0]!.seconds * 1000 > DEAD_MS;
    });
    const secondWorld = await openWorld({
      clock,
      environment: { ROOM_URL: 'https://four.palkit.example' },
      beside: firstWorld,
    });
    assert.equal(
      (await secondWorld.refusal(readRoom, { params: call.params, credential: call.meeting_token })).code,
      'room_unavailable',
    );
    // Simulate a killed process: it is silent and has ended no call.
    await thirdWorld.service.context.store.db
      .updateTable('processes')
      .set({ seen_at: new Date(clock.now() - DEAD_MS - 1) })
      .where('address', '=', 'https://three.palkit.example')
      .execute();
    await secondWorld.call(readRoom, { params: call.params, credential: call.meeting_token });
    assert.equal(
      (await read(firstWorld, call.conversation_id)).conversation_url,
      `https://four.palkit.example/rooms/${call.conversation_id}`,
    );
    await secondWorld.call(endConversation, { credential: ALICE, params: call.params });
    await secondWorld.close();
    await thirdWorld.close();
  });

  test('a process waits at most five seconds for an answer of another process', async () => {
    const [firstWorld] = worlds;
    const thirdWorld = await openWorld({
      clock: new ManualClock(clock.now()),
      environment: { ROOM_URL: 'https://stuck.palkit.example' },
      beside: firstWorld,
    });
    const call = await enter(thirdWorld);
    const startedAt = clock.now();
    await moveUntilSettled(firstWorld.call(endConversation, { credential: ALICE, params: call.params }));
    assert.equal(clock.now() - startedAt, 5000);
    assert.equal((await read(firstWorld, call.conversation_id)).status, 'ended');
    await thirdWorld.close();
  });

  test('a draining process accepts no new calls and finishes its running ones', async () => {
    const thirdWorld = await openWorld({
      clock,
      environment: { ROOM_URL: 'https://drained.palkit.example' },
      beside: worlds[0],
    });
    const call = await enter(thirdWorld);
    let drained = false;
    const drainEnd = thirdWorld.service.drain().then(() => (drained = true));
    assert.equal((await thirdWorld.service.app.inject({ url: '/readyz' })).statusCode, 503);
    assert.equal(
      (
        await thirdWorld.refusal(createConversation, {
          credential: ALICE,
          body: { pal_id: await thirdWorld.pal() },
        })
      ).code,
      'room_unavailable',
    );
    await thirdWorld.call(readRoom, { params: call.params, credential: call.meeting_token });
    assert.equal(drained, false);
    await thirdWorld.call(endConversation, { credential: ALICE, params: call.params });
    await drainEnd;
    await thirdWorld.close();
  });

  test('any process delivers callbacks, each once and in order', async () => {
    const pal_id = await worlds[0].pal();
    const conversations = await Promise.all(
      Array.from(
        { length: 12 },
        async (_, index) =>
          (
            await worlds[index % 2]!.call(createConversation, {
              credential: ALICE,
              body: { pal_id, callback_url: receiver.url() },
            })
          ).result.conversation_id,
      ),
    );
    await Promise.all(
      conversations.map((conversation_id, index) =>
        worlds[(index + 1) % 2]!.call(endConversation, { credential: ALICE, params: { conversation_id } }),
      ),
    );
    clock.move(5000);
    await receiver.count(12);
    await Promise.all(worlds.map((world) => world.service.context.jobs.idle()));
    for (const conversation_id of conversations) {
      const { result } = await worlds[0].call(listCallbacks, {
        credential: ALICE,
        query: { subject: conversation_id },
      });
      assert.ok(result.data.length > 0);
      for (const callback of result.data)
        assert.deepEqual([callback.status, callback.attempts.length], ['delivered', 1]);
    }
    assert.equal(
      new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size,
      receiver.received.length,
    );
  });
});
