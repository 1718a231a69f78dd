import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, test } from 'node:test';
import { needsPostgres } from '../../surroundings.ts';
import {
  createConversation,
  endConversation,
  getConversation,
  deleteConversation,
} from '../../../src/contract/conversations.ts';
import { getDeployment, initDeployment, startDeployment } from '../../../src/contract/deployments.ts';
import { readRoom, reportRoom, type ReportedLine } from '../../../src/contract/rooms.ts';
import { createFreshFolder } from '../fresh-database.ts';
import { ALICE, openWorld } from '../world.ts';
import { DAILY_KEY, RUNNER_KEY, webhook, WEBHOOK_SECRET } from './daily-server.ts';
import { create, server, untilIdle, line, pass, read, receiver, tell, world } from './daily-world.ts';

describe('conversations in Daily rooms', () => {
  const report = (
    id: string,
    body: ReportedLine,
    credential = String(
      server.orders.find((order) => order.body['conversation_id'] === id)!.body['report_token'],
    ),
  ) => world.call(reportRoom, { params: { conversation_id: id }, credential, body });

  test('a room is created private with an expiry, and the visitor gets its address and a token', async () => {
    const conversation = await create({ properties: { max_call_duration: 600 } });
    const room = server.rooms.get(conversation.conversation_id)!;
    const url = `https://server.daily.co/${conversation.conversation_id}`;
    assert.equal(conversation.conversation_url, `${url}?t=${conversation.meeting_token}`);
    const privateCall = await create({ properties: { require_auth: true } });
    assert.equal(privateCall.conversation_url, `https://server.daily.co/${privateCall.conversation_id}`);
    assert.equal(room.privacy, 'private');
    assert.equal(room.properties['exp'], Math.ceil(world.clock.now() / 1000) + 600 + 300 + 120);
    assert.equal(room.properties['eject_at_room_exp'], true);
    assert.deepEqual(server.tokens.get(conversation.meeting_token), {
      room_name: conversation.conversation_id,
      user_id: 'visitor',
      user_name: 'Visitor',
      exp: room.properties['exp'],
      is_owner: false,
    });
    assert.equal((await read(conversation.conversation_id)).conversation_url, url);
    assert.equal(
      (
        await world.refusal(readRoom, {
          params: { conversation_id: conversation.conversation_id },
          credential: conversation.meeting_token,
        })
      ).code,
      'conversation_not_found',
    );
  });

  test('room properties are passed on to Daily: the size, captions and no video', async () => {
    const conversation = await create({
      properties: { max_participants: 3, audio_only: true, enable_closed_captions: true },
    });
    const { properties } = server.rooms.get(conversation.conversation_id)!;
    assert.deepEqual(
      [properties['max_participants'], properties['enable_live_captions_ui'], properties['start_video_off']],
      [3, true, true],
    );
    const order = server.orders.find(({ body }) => body['conversation_id'] === conversation.conversation_id)!;
    assert.equal(order.body['audio_only'], true);
    for (const [token, transcribes] of [
      [conversation.meeting_token, undefined],
      [String(order.body['token']), true],
    ] as const) {
      const roomToken = server.tokens.get(token)!;
      assert.deepEqual(roomToken['permissions'], { canSend: ['audio'] });
      assert.equal(roomToken['auto_start_transcription'], transcribes);
    }
  });

  test('a whole call: joins by webhook, lines by report, and an end that closes the room', async () => {
    const conversation = await create();
    const id = conversation.conversation_id;
    await tell(id, 'agent');
    await tell(id, 'agent', 'visitor');
    await report(id, line({ line_id: 'a1', role: 'assistant', content: 'Hello, I am Nora.' }));
    world.clock.move(4000);
    await Promise.all(
      [1, 2, 3].map(() => report(id, line({ line_id: 'u1', content: 'What do you sell?', duration: 2 }))),
    );
    await world.call(endConversation, { credential: ALICE, params: { conversation_id: id } });
    await receiver.count(4);
    await untilIdle();
    assert.deepEqual(receiver.types(), [
      'system.pal_joined',
      'system.replica_joined',
      'system.shutdown',
      'application.transcription_ready',
    ]);
    const { transcript } = receiver.received[3]!.json['properties'] as {
      transcript: { role: string; content: string; seconds_from_start: number; inference_id?: string }[];
    };
    assert.deepEqual(
      transcript.map(({ role, content, seconds_from_start }) => [role, content, seconds_from_start]),
      [
        ['assistant', 'Hello, I am Nora.', 0],
        ['user', 'What do you sell?', 4],
      ],
    );
    assert.equal(transcript[0]!.inference_id, 'a1');
    assert.equal(server.rooms.has(id), false);
    assert.deepEqual(server.ejected, [['visitor', 'pal-agent', 'agent']]);
    assert.equal(
      (
        await world.refusal(reportRoom, {
          params: { conversation_id: id },
          credential: world.service.context.daily!.reportToken(id),
          body: line({}),
        })
      ).code,
      'conversation_ended',
    );
  });

  test('the room receives the reason of the end before its participants are removed', async () => {
    const conversation = await create();
    const room = server.rooms.get(conversation.conversation_id)!;
    await world.call(endConversation, {
      credential: ALICE,
      params: { conversation_id: conversation.conversation_id },
    });
    await untilIdle();
    assert.deepEqual(
      room.messages.map(({ event_type, properties }) => [event_type, properties]),
      [['conversation.ended', { shutdown_reason: 'end_conversation_endpoint_hit' }]],
    );
  });

  test('without a webhook joins and leaves are still detected, and every timeout applies', async () => {
    const absentCall = await create();
    const { conversation_id: id } = await create({ properties: { participant_left_timeout: 30 } });
    server.rooms.get(id)!.present = ['visitor', 'agent'];
    await pass(20);
    server.rooms.get(id)!.present = ['agent'];
    await pass(20);
    assert.equal((await read(id)).status, 'active');
    await pass(40);
    assert.equal((await read(id)).shutdown_reason, 'participant_left_timeout reached');
    await pass(240);
    assert.equal(
      (await read(absentCall.conversation_id)).shutdown_reason,
      'participant_absent_timeout reached',
    );
    const { conversation_id: longCallId } = await create({ properties: { max_call_duration: 60 } });
    await tell(longCallId, 'visitor', 'agent');
    await pass(60);
    assert.equal((await read(longCallId)).shutdown_reason, 'max_call_duration reached');
  });

  // Proves events-10.
  test('deleting a Daily room ends its conversation', async () => {
    const { conversation_id: id } = await create();
    await tell(id, 'visitor', 'agent');
    server.rooms.delete(id);
    await pass(20);
    assert.equal((await read(id)).shutdown_reason, 'daily_room_has_been_deleted');
    assert.ok(
      receiver.received.some(
        ({ json }) =>
          (json['properties'] as { shutdown_reason?: string }).shutdown_reason ===
          'daily_room_has_been_deleted',
      ),
    );
  });

  test('if Daily does not answer, a start is refused, not counted, and creates no conversation', async () => {
    const deployment = await world.deployment({
      limits: {
        total_call_limit: 1,
        daily_call_limit: 1,
        daily_call_limit_per_user: 1,
        max_concurrent_calls: 1,
      },
    });
    const params = { deployment_id: deployment };
    for (const [path, fault] of [
      ['POST /rooms', 500],
      ['POST /rooms', 401],
      ['POST /rooms', 'no json'],
      ['POST /meeting-tokens', 429],
    ] as const) {
      server.faults.set(path, fault);
      assert.equal((await world.refusal(startDeployment, { params, body: {} })).code, 'room_unavailable');
      server.faults.clear();
    }
    assert.equal((await world.call(getDeployment, { credential: ALICE, params })).result.usage_total, 0);
    assert.equal((await world.call(initDeployment, { params })).result.is_available, true);
    const { result } = await world.call(startDeployment, { params, body: {} });
    assert.match(result.conversation_url, /^https:\/\/server\.daily\.co\//);
    assert.equal((await world.refusal(startDeployment, { params, body: {} })).code, 'total_limit');
  });

  test('a conversation whose process died before its room was created ends with the reason', async () => {
    const { conversation_id: id } = await create();
    await world.service.context.store.db
      .updateTable('conversations')
      .set({ room_url: null })
      .where('id', '=', id)
      .execute();
    await pass(40);
    assert.equal((await read(id)).shutdown_reason, 'exception_encountered_during_conversation_startup');
  });

  test('an outage of Daily ends no conversation', async () => {
    const { conversation_id: id } = await create();
    await tell(id, 'visitor', 'agent');
    server.faults.set(`GET /rooms/${id}`, 500);
    await pass(100);
    assert.equal((await read(id)).status, 'active');
    server.faults.clear();
    await pass(20);
    assert.equal((await read(id)).status, 'active');
    await world.call(deleteConversation, { credential: ALICE, params: { conversation_id: id } });
    await untilIdle();
    assert.equal(server.rooms.has(id), false);
  });

  test('only webhooks with a recent signature of Daily are accepted', async () => {
    const { conversation_id: id } = await create();
    const send = (request: { headers: Record<string, string>; payload: string }) =>
      world.service.app.inject({ method: 'POST', url: '/v2/daily/webhook', ...request });
    const signedRequest = webhook('participant.joined', id, world.clock.now());
    assert.equal((await send(signedRequest)).statusCode, 200);
    assert.equal(
      (await send({ ...signedRequest, payload: signedRequest.payload.replace('visitor', 'visitar') })).json<{
        message: string;
      }>().message,
      'The signature is missing or wrong.',
    );
    assert.equal(
      (await send({ ...signedRequest, headers: { 'content-type': 'application/json' } })).statusCode,
      401,
    );
    assert.equal(
      (
        await send(
          webhook(
            'participant.joined',
            id,
            world.clock.now(),
            Buffer.from('another secret').toString('base64'),
          ),
        )
      ).statusCode,
      401,
    );
    assert.equal(
      (await send(webhook('participant.joined', id, world.clock.now() - 400_000))).statusCode,
      401,
    );
    assert.equal(
      (await send({ headers: { 'content-type': 'application/json' }, payload: '{"test":"test"}' }))
        .statusCode,
      200,
    );
    assert.equal(
      (await send(webhook('participant.joined', 'nothing-of-ours', world.clock.now()))).statusCode,
      200,
    );
    await untilIdle();
  });

  test(
    'a second process handles the conversations that the first one started',
    { skip: needsPostgres },
    async () => {
      const otherWorld = await openWorld({
        beside: world,
        clock: world.clock,
        environment: server.environment,
      });
      const { conversation_id: id } = await create();
      await report(id, line({ line_id: 'x' }));
      await otherWorld.call(endConversation, { credential: ALICE, params: { conversation_id: id } });
      await untilIdle();
      await otherWorld.service.context.jobs.idle();
      assert.equal(server.rooms.has(id), false);
      assert.equal((await read(id)).shutdown_reason, 'end_conversation_endpoint_hit');
      await otherWorld.close();
    },
  );

  // Proves events-11.
  test('a service that restarts without Daily ends its Daily conversations and sends their callbacks', async () => {
    const ownWorld = await openWorld({
      dataDir: await createFreshFolder(),
      environment: { ...server.environment, OUTBOUND_ALLOWED_HOSTS: receiver.host },
    });
    const { dataDir } = ownWorld.service.context.config;
    const { result } = await ownWorld.call(createConversation, {
      credential: ALICE,
      body: { pal_id: await ownWorld.pal(), callback_url: receiver.url() },
    });
    const { result: over } = await ownWorld.call(createConversation, {
      credential: ALICE,
      body: { pal_id: await ownWorld.pal() },
    });
    await ownWorld.call(endConversation, {
      credential: ALICE,
      params: { conversation_id: over.conversation_id },
    });
    await ownWorld.service.context.jobs.idle();
    await ownWorld.close();
    const secondWorld = await openWorld({ dataDir, environment: { OUTBOUND_ALLOWED_HOSTS: receiver.host } });
    try {
      const reasonOf = async (conversation_id: string) =>
        (
          await secondWorld.call(getConversation, {
            credential: ALICE,
            params: { conversation_id },
            query: { verbose: 'true' } as never,
          })
        ).result;
      assert.deepEqual(
        await reasonOf(result.conversation_id).then(({ status, shutdown_reason }) => [
          status,
          shutdown_reason,
        ]),
        ['ended', 'internal error occurred at step room'],
      );
      assert.equal((await reasonOf(over.conversation_id)).shutdown_reason, 'end_conversation_endpoint_hit');
      await secondWorld.service.context.jobs.idle();
      const events = receiver.received.map(
        ({ json }) => json as { event_type: string; properties: { shutdown_reason?: string } },
      );
      assert.deepEqual(
        events
          .filter(({ event_type }) => event_type === 'system.shutdown')
          .map(({ properties }) => properties.shutdown_reason),
        ['internal error occurred at step room'],
      );
    } finally {
      await secondWorld.close();
      fs.rmSync(dataDir, { recursive: true, force: true });
    }
  });

  test('no response contains a key of Daily or of the runner', async () => {
    const conversation = await create();
    const text = JSON.stringify(await read(conversation.conversation_id));
    for (const secret of [
      DAILY_KEY,
      RUNNER_KEY,
      WEBHOOK_SECRET,
      String(server.orders[0]!.body['report_token']),
    ])
      assert.ok(!text.includes(secret));
  });
});
