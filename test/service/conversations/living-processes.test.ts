/** Processes that are alive but consider each other dead, on one PostgreSQL database. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { needsPostgres } from '../../surroundings.ts';
import { createConversation, getConversation } from '../../../src/contract/conversations.ts';
import { joinRoom, readRoom } from '../../../src/contract/rooms.ts';
import { DEAD_MS, HEARTBEAT, POLL_INTERVAL } from '../../../src/service/conversations/processes.ts';
import { ManualClock } from '../../../src/runtime/clock.ts';
import { until } from '../until.ts';
import { ALICE, openWorld, type World } from '../world.ts';

describe('a live process that missed heartbeats for a while', { skip: needsPostgres }, () => {
  let worlds: [World, World];
  const clock = new ManualClock();
  const addressOf = (name: string) => ({ ROOM_URL: `https://${name}.palkit.example` });
  before(async () => {
    const firstWorld = await openWorld({ clock, environment: addressOf('one') });
    worlds = [firstWorld, await openWorld({ clock, environment: addressOf('two'), beside: firstWorld })];
  });
  after(async () => {
    await worlds[1].close();
    await worlds[0].close();
  });

  /** Moves the clock; meanwhile, `count` processes send heartbeats and poll for orders about their calls. */
  const moveWithHeartbeats = async (milliseconds: number, count = 2) => {
    for (let elapsedMs = POLL_INTERVAL; elapsedMs <= milliseconds; elapsedMs += POLL_INTERVAL) {
      clock.move(POLL_INTERVAL);
      await until('all to look', () => clock.countWaits(POLL_INTERVAL) === count);
      if (elapsedMs % HEARTBEAT === 0) await until('all heartbeats', () => clock.countWaits(HEARTBEAT) >= 2);
    }
  };
  const enter = async ({ call, pal, media }: World) => {
    const conversation = (
      await call(createConversation, { credential: ALICE, body: { pal_id: await pal() } })
    ).result;
    const params = { conversation_id: conversation.conversation_id };
    await call(joinRoom, { params, credential: conversation.meeting_token, body: 'v=0\r\n' });
    media.emit({ is: 'connected', callId: conversation.conversation_id });
    return { ...conversation, params };
  };
  const read = async ({ params }: { params: { conversation_id: string } }) =>
    (await worlds[0].call(getConversation, { credential: ALICE, params })).result;

  test('loses no call if the database was unreachable for all', async () => {
    const calls = [await enter(worlds[0]), await enter(worlds[1])];
    // Both processes miss their heartbeats during this time.
    clock.move(DEAD_MS + HEARTBEAT);
    await until('both heartbeats', () => clock.countWaits(HEARTBEAT) === 2);
    await moveWithHeartbeats(60_000);
    for (const call of calls) {
      const { status, conversation_url } = await read(call);
      assert.deepEqual(
        { status, conversation_url },
        { status: 'active', conversation_url: call.conversation_url },
      );
    }
  });

  test('takes its visitor’s call back, and leaves it to the other process if the visitor is gone', async () => {
    const [visitedCall, emptyCall] = [await enter(worlds[1]), await enter(worlds[1])];
    worlds[1].media.emit({ is: 'lost', callId: emptyCall.conversation_id });
    // Simulate that the second process was suspended, so only the first one sent heartbeats.
    const { store } = worlds[1].service.context;
    const silent = new Date(clock.now() - DEAD_MS - HEARTBEAT);
    await store.db
      .updateTable('processes')
      .set({ seen_at: silent })
      .where('address', '=', 'https://two.palkit.example')
      .execute();
    const params = emptyCall.params;
    await worlds[0].call(readRoom, { params, credential: emptyCall.meeting_token });
    await worlds[0].call(readRoom, { params: visitedCall.params, credential: visitedCall.meeting_token });
    assert.equal(
      (await read(visitedCall)).conversation_url,
      `https://one.palkit.example/rooms/${visitedCall.conversation_id}`,
    );
    worlds[0].service.context.conversations.startReconnectTimer(visitedCall.conversation_id);
    await moveWithHeartbeats(HEARTBEAT);
    assert.equal((await read(visitedCall)).conversation_url, visitedCall.conversation_url);
    assert.equal(
      (await read(emptyCall)).conversation_url,
      `https://one.palkit.example/rooms/${emptyCall.conversation_id}`,
    );
    // The first process may have polled just before the second one took the call back.
    await moveWithHeartbeats(HEARTBEAT);
    const refusal = await worlds[0].refusal(readRoom, {
      params: visitedCall.params,
      credential: visitedCall.meeting_token,
    });
    assert.equal(refusal.code, 'room_unavailable');
    // The process that lost the call does not end it.
    await moveWithHeartbeats(35_000);
    assert.equal((await read(visitedCall)).status, 'active');
    assert.ok(
      !worlds[1].media
        .sentEvents(visitedCall.conversation_id)
        .some(({ event_type }) => event_type === 'conversation.ended'),
    );
  });

  test('that was killed has its calls again after a restart at its address, even if others took them', async () => {
    const environment = addressOf('three');
    // This process sends no heartbeats, because its clock stands still.
    const killed = await openWorld({ clock: new ManualClock(clock.now()), environment, beside: worlds[0] });
    const call = await enter(killed);
    const holder = async () =>
      (
        await worlds[0].service.context.store.db
          .selectFrom('conversations')
          .select('process_id')
          .where('id', '=', call.conversation_id)
          .executeTakeFirstOrThrow()
      ).process_id;
    const holderBefore = await holder();
    await moveWithHeartbeats(DEAD_MS + HEARTBEAT);
    const meanwhile = await holder();
    assert.notEqual(meanwhile, holderBefore);
    assert.equal((await read(call)).conversation_url, call.conversation_url);
    const secondWorld = await openWorld({ clock, environment, beside: worlds[0] });
    assert.ok(![holderBefore, meanwhile].includes(await holder()));
    await secondWorld.call(joinRoom, {
      params: call.params,
      credential: call.meeting_token,
      body: 'v=0\r\n',
    });
    secondWorld.media.emit({ is: 'connected', callId: call.conversation_id });
    await moveWithHeartbeats(35_000, 3);
    assert.equal((await read(call)).status, 'active');
    await secondWorld.close();
    await killed.close();
  });
});
