/** The connection of a call can be lost and resumed, works in text without WebRTC, and needs a valid token. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createConversation, endConversation } from '../../../src/contract/conversations.ts';
import { joinRoom, leaveRoom, readRoom, roomServers, writeRoom } from '../../../src/contract/rooms.ts';
import { AgentEvent } from '../../../src/contract/room-events.ts';
import { until } from '../until.ts';
import { ALICE, openWorld } from '../world.ts';
import { OFFER, create, waitForEnd, enter, join, read, world } from './call-world.ts';

describe('a conversation', () => {
  // Proves events-5.
  test('a visitor who reconnects within half a minute misses no message', async () => {
    const conversation = await create();
    const { conversation_id } = conversation;
    await enter(conversation);
    world.media.emit({ is: 'lost', callId: conversation_id });
    world.clock.move(29_000);
    world.media.emit({ is: 'message', callId: conversation_id, data: '{' });
    await enter(conversation);
    const eventsBefore = world.media.sentEvents(conversation_id).length;
    world.media.emit({
      is: 'message',
      callId: conversation_id,
      data: JSON.stringify({
        message_type: 'conversation',
        event_type: 'conversation.resume',
        properties: { after: 0 },
      }),
    });
    const sequence = world.media
      .sentEvents(conversation_id)
      .slice(eventsBefore)
      .map((message) => message.seq);
    assert.deepEqual(
      sequence,
      sequence.map((_, index) => index + 1),
    );
    assert.ok(sequence.length > 0);
    world.media.emit({ is: 'lost', callId: conversation_id });
    world.clock.move(30_000);
    assert.equal((await waitForEnd(conversation_id)).shutdown_reason, 'participant_left_timeout reached');
  });

  test("the old page's leave message, sent while a reloaded page joins, does not end the call", async () => {
    for (const hasWebRtc of [true, false]) {
      const conversation = await create();
      const { conversation_id, meeting_token } = conversation;
      const session_id = await enter(conversation);
      const previousCount = world.media.commands.length;
      let release!: () => void;
      world.media.gate = new Promise((resolve) => (release = resolve));
      const repeatedEvents = world
        .call(joinRoom, {
          params: { conversation_id },
          credential: meeting_token,
          body: hasWebRtc ? OFFER : 'no offer',
        })
        .then(
          () => true,
          () => false,
        );
      await until('the media process to be asked to join', () =>
        world.media.commands
          .slice(previousCount)
          .some(([verb, id]) => verb === 'join' && id === conversation_id),
      );
      await world.call(leaveRoom, { params: { conversation_id, session_id }, credential: meeting_token });
      assert.equal((await read(conversation_id)).status, 'active');
      release();
      assert.equal(await repeatedEvents, hasWebRtc);
      if (hasWebRtc) {
        world.media.emit({ is: 'connected', callId: conversation_id });
        world.clock.move(60_000);
        assert.equal((await read(conversation_id)).status, 'active');
      } else
        assert.equal((await waitForEnd(conversation_id)).shutdown_reason, 'participant_left_timeout reached');
      world.media.gate = Promise.resolve();
    }
  });

  test('a crash of the media process counts as a lost connection', async () => {
    const conversation = await create();
    await enter(conversation);
    world.media.emit({ is: 'crashed', callIds: [conversation.conversation_id] });
    assert.equal((await read(conversation.conversation_id)).status, 'active');
    await enter(conversation);
    world.clock.move(60_000);
    assert.equal((await read(conversation.conversation_id)).status, 'active');
  });

  test('forged, foreign and expired tokens are refused', async () => {
    const [firstCall, secondCall] = [
      await create({ max_call_duration: 60, participant_absent_timeout: 3000 }),
      await create(),
    ];
    const params = { conversation_id: firstCall.conversation_id };
    for (const credential of ['forged', secondCall.meeting_token, `${firstCall.meeting_token}x`]) {
      assert.equal(
        (await world.refusal(joinRoom, { params, credential, body: OFFER })).code,
        'invalid_token',
      );
      assert.equal((await world.refusal(roomServers, { params, credential })).code, 'invalid_token');
      assert.equal((await world.refusal(readRoom, { params, credential })).code, 'invalid_token');
      assert.equal(
        (await world.refusal(writeRoom, { params, credential, body: { event_type: 'conversation.ping' } }))
          .code,
        'invalid_token',
      );
      assert.equal(
        (await world.refusal(leaveRoom, { params: { ...params, session_id: 's1' }, credential })).code,
        'invalid_token',
      );
    }
    assert.equal(
      (
        await world.service.app.inject({
          method: 'POST',
          url: `/rooms/${firstCall.conversation_id}/session`,
          headers: { 'content-type': 'application/sdp' },
          payload: OFFER,
        })
      ).statusCode,
      401,
    );
    assert.equal(
      (await world.refusal(joinRoom, { params, credential: firstCall.meeting_token, body: 'no offer' })).code,
      'invalid_offer',
    );
    await enter(firstCall);
    world.clock.move(58_000);
    await join(firstCall.conversation_id, firstCall.meeting_token);
    // The token expires after the maximum duration of the call, the wait for the first visitor, and a minute.
    const row = await world.service.context.store.db
      .selectFrom('conversations')
      .select('token_expires_at')
      .where('id', '=', firstCall.conversation_id)
      .executeTakeFirstOrThrow();
    await world.service.context.store.db
      .updateTable('conversations')
      .set({ token_expires_at: new Date(world.clock.now()).toISOString() })
      .where('id', '=', firstCall.conversation_id)
      .execute();
    assert.ok(row.token_expires_at.getTime() > world.clock.now());
    assert.equal(
      (await world.refusal(roomServers, { params, credential: firstCall.meeting_token })).code,
      'expired_token',
    );
  });

  // Proves events-12.
  test('without WebRTC the same conversation continues in text, with the same messages', async () => {
    const conversation = await create();
    const params = { conversation_id: conversation.conversation_id };
    const credential = conversation.meeting_token;
    const firstResponse = await world.call(readRoom, { params, credential });
    const events = firstResponse.result.data.map((message) => AgentEvent.parse(message));
    assert.equal(events[0]!.event_type, 'conversation.ready');
    // The response is delayed until there is a message.
    const poll = world.call(readRoom, { params, credential, query: { after: '100', wait: '25' } });
    await world.call(writeRoom, {
      params,
      credential,
      body: {
        message_type: 'conversation',
        event_type: 'conversation.respond',
        properties: { text: 'Hello' },
      },
    });
    await world.call(writeRoom, { params, credential, body: { event_type: 'unheard.of' } });
    world.clock.move(25_000);
    assert.deepEqual((await poll).result, { data: [], ended: false });
    await world.call(endConversation, { credential: ALICE, params });
    const lastResponse = (await world.call(readRoom, { params, credential })).result;
    assert.equal(lastResponse.ended, true);
    const utterances = lastResponse.data
      .map((message) => AgentEvent.parse(message))
      .filter((event) => event.event_type === 'conversation.utterance');
    assert.deepEqual(
      utterances.map((event) => event.properties),
      [
        { role: 'pal', speech: 'Hello, I am Nora. How can I help you?' },
        { role: 'user', speech: 'Hello' },
        { role: 'pal', speech: 'Hello! What would you like to know?' },
      ],
    );
    const transcript = (await read(conversation.conversation_id)).events!.find(
      (event) => event.event_type === 'application.transcription_ready',
    )!.properties['transcript'] as Record<string, unknown>[];
    assert.deepEqual(
      transcript.map((line) => [line['role'], line['content']]),
      [
        ['assistant', 'Hello, I am Nora. How can I help you?'],
        ['user', 'Hello'],
        ['assistant', 'Hello! What would you like to know?'],
      ],
    );
    assert.ok(
      transcript.every(
        (line) =>
          typeof line['timestamp'] === 'number' &&
          typeof line['seconds_from_start'] === 'number' &&
          typeof line['duration'] === 'number',
      ),
    );
    assert.ok('inference_id' in transcript[0]! && !('inference_id' in transcript[1]!));
  });

  // Proves events-5.
  test('a text visitor who stops polling counts as gone', async () => {
    const conversation = await create();
    await world.call(readRoom, {
      params: { conversation_id: conversation.conversation_id },
      credential: conversation.meeting_token,
    });
    world.clock.move(40_000);
    world.clock.move(30_000);
    assert.equal(
      (await waitForEnd(conversation.conversation_id)).shutdown_reason,
      'participant_left_timeout reached',
    );
  });

  // Proves events-11.
  test('an unrecoverable media crash ends the calls that used media, but not those in text', async () => {
    const [firstCall, secondCall] = [await create(), await create()];
    for (const conversation of [firstCall, secondCall]) await enter(conversation);
    const callIds = [firstCall.conversation_id, secondCall.conversation_id];
    world.media.emit({ is: 'crashed', callIds });
    await world.call(readRoom, {
      params: { conversation_id: secondCall.conversation_id },
      credential: secondCall.meeting_token,
    });
    world.media.emit({ is: 'beyond-repair', callIds });
    assert.equal(
      (await waitForEnd(firstCall.conversation_id)).shutdown_reason,
      'internal error occurred at step media',
    );
    assert.equal((await read(secondCall.conversation_id)).status, 'active');
  });

  test('joined calls count towards the limit; one too many is refused and can try again', async () => {
    const smallWorld = await openWorld({ environment: { ROOM_MAXIMUM_CALLS: '2' } });
    const pal_id = await smallWorld.pal();
    const conversations: { conversation_id: string; meeting_token: string }[] = [];
    for (let number = 0; number < 4; number++)
      conversations.push(
        (await smallWorld.call(createConversation, { credential: ALICE, body: { pal_id } })).result,
      );
    const enterAt = (index: number) => ({
      params: { conversation_id: conversations[index]!.conversation_id },
      credential: conversations[index]!.meeting_token,
      body: OFFER,
    });
    await smallWorld.call(joinRoom, enterAt(0));
    await smallWorld.call(joinRoom, enterAt(1));
    assert.equal((await smallWorld.refusal(joinRoom, enterAt(2))).code, 'room_unavailable');
    assert.equal(
      (await smallWorld.refusal(createConversation, { credential: ALICE, body: { pal_id } })).code,
      'room_unavailable',
    );
    await smallWorld.call(joinRoom, enterAt(0));
    await smallWorld.call(endConversation, {
      credential: ALICE,
      params: { conversation_id: conversations[0]!.conversation_id },
    });
    await smallWorld.call(joinRoom, enterAt(2));
    await smallWorld.close();
  });
});
