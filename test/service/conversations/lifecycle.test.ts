import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  createConversation,
  deleteConversation,
  endConversation,
  getConversation,
  listConversations,
  listCanvasInteractions,
  postCanvasInteraction,
} from '../../../src/contract/conversations.ts';
import { joinRoom, leaveRoom, readRoom, writeRoom } from '../../../src/contract/rooms.ts';
import { deletePal } from '../../../src/contract/pals.ts';
import { sql } from 'kysely';
import type { SpeechToText } from '../../../src/agent/speech/engines.ts';
import { WRITE_RETRY_SECONDS } from '../../../src/service/conversations/retry-write.ts';
import { until } from '../until.ts';
import { ALICE, openWorld, talk } from '../world.ts';
import { OFFER, create, waitForEnd, enter, join, read, world } from './call-world.ts';

describe('a conversation', () => {
  test('a create answers like a start, and the list contains the conversation', async () => {
    const conversation = await create({}, { conversation_name: 'Interview' });
    assert.equal(conversation.conversation_name, 'Interview');
    assert.equal(
      conversation.conversation_url,
      `https://palkit.example/rooms/${conversation.conversation_id}`,
    );
    const { result } = await world.call(listConversations, {
      credential: ALICE,
      query: { status: 'active' } as never,
    });
    assert.equal(result.data[0]!.conversation_id, conversation.conversation_id);
    assert.equal((await read(conversation.conversation_id)).shutdown_reason, null);
  });

  // Proves events-6.
  test('a conversation that no visitor joins ends after the absence timeout', async () => {
    const { conversation_id } = await create({ participant_absent_timeout: 60 });
    world.clock.move(59_000);
    assert.equal((await read(conversation_id)).status, 'active');
    world.clock.move(1000);
    assert.equal((await waitForEnd(conversation_id)).shutdown_reason, 'participant_absent_timeout reached');
  });

  test('a visitor who is joining when the absence timeout expires is admitted', async () => {
    const conversation = await create({ participant_absent_timeout: 60 });
    world.clock.move(59_000);
    await join(conversation.conversation_id, conversation.meeting_token);
    world.clock.move(1000);
    assert.ok(world.clock.waits(30_000), 'it is looked at again');
    world.media.emit({ is: 'connected', callId: conversation.conversation_id });
    world.clock.move(60_000);
    assert.equal((await read(conversation.conversation_id)).status, 'active');
    // A passive text visitor would have left by then, but joining a call with sound keeps the conversation open.
    const quietConversation = await create({ participant_absent_timeout: 30 });
    const credential = quietConversation.meeting_token;
    const params = { conversation_id: quietConversation.conversation_id };
    await world.call(readRoom, { params, credential });
    world.clock.move(29_000);
    await join(quietConversation.conversation_id, credential);
    world.clock.move(1000);
    assert.ok(world.clock.waits(30_000), 'it is looked at again');
    world.media.emit({ is: 'connected', callId: quietConversation.conversation_id });
    world.clock.move(60_000);
    assert.equal((await read(quietConversation.conversation_id)).status, 'active');
  });

  // Proves events-2, events-4.
  test('a call ends at its maximum duration, counted from the join', async () => {
    const created = await create({ max_call_duration: 120 });
    world.clock.move(100_000);
    await enter(created);
    world.clock.move(119_000);
    assert.equal((await read(created.conversation_id)).status, 'active');
    world.clock.move(1000);
    const conversation = await waitForEnd(created.conversation_id);
    assert.equal(conversation.shutdown_reason, 'max_call_duration reached');
    assert.deepEqual(
      conversation.events!.map((event) => event.event_type),
      ['system.pal_joined', 'system.replica_joined', 'system.shutdown', 'application.transcription_ready'],
    );
    assert.deepEqual(conversation.events![0]!.properties, conversation.events![1]!.properties);
    assert.deepEqual(
      world.media.sentEvents(created.conversation_id).at(-1)!.event_type,
      'conversation.ended',
    );
    assert.ok(world.media.commands.some(([verb, id]) => verb === 'leave' && id === created.conversation_id));
  });

  test('a leave message ends the call at once, or after the given delay', async () => {
    const firstConversation = await create();
    const session_id = await enter(firstConversation);
    await world.call(leaveRoom, {
      params: { conversation_id: firstConversation.conversation_id, session_id },
      credential: firstConversation.meeting_token,
    });
    assert.equal(
      (await waitForEnd(firstConversation.conversation_id)).shutdown_reason,
      'participant_left_timeout reached',
    );
    const otherConversation = await create({ participant_left_timeout: 20 });
    await world.call(leaveRoom, {
      params: {
        conversation_id: otherConversation.conversation_id,
        session_id: await enter(otherConversation),
      },
      credential: otherConversation.meeting_token,
    });
    world.clock.move(19_000);
    await enter(otherConversation);
    world.clock.move(60_000);
    assert.equal(
      (await read(otherConversation.conversation_id)).status,
      'active',
      'who comes back in time keeps the call',
    );
  });

  // Proves events-8.
  test('ending a call over the API notifies the room once, and ending it again has no effect', async () => {
    const created = await create();
    await enter(created);
    const params = { conversation_id: created.conversation_id };
    assert.deepEqual((await world.call(endConversation, { credential: ALICE, params })).result, {
      conversation_id: created.conversation_id,
      status: 'ended',
    });
    await Promise.all([1, 2, 3].map(() => world.call(endConversation, { credential: ALICE, params })));
    const conversation = await read(created.conversation_id);
    assert.equal(conversation.shutdown_reason, 'end_conversation_endpoint_hit');
    assert.equal(conversation.events!.filter((event) => event.event_type === 'system.shutdown').length, 1);
    assert.equal(
      (await world.refusal(joinRoom, { params, credential: created.meeting_token, body: OFFER })).code,
      'conversation_ended',
    );
    await world.call(deleteConversation, { credential: ALICE, params });
    assert.equal(
      (await world.refusal(getConversation, { credential: ALICE, params })).code,
      'conversation_not_found',
    );
  });

  // Proves events-7.
  test('a conversation whose start fails ends and reports the reason', async () => {
    const pal_id = await world.pal();
    const { result: conversation } = await world.call(createConversation, {
      credential: ALICE,
      body: { pal_id },
    });
    await world.call(deletePal, { credential: ALICE, params: { pal_id } });
    const answer = await world.service.app.inject({
      method: 'GET',
      url: `/rooms/${conversation.conversation_id}/messages`,
      headers: { authorization: `Bearer ${conversation.meeting_token}` },
    });
    assert.equal(answer.statusCode, 409);
    assert.match(answer.json<{ error: string }>().error, /PAL .* deleted/);
    assert.equal(
      (await waitForEnd(conversation.conversation_id)).shutdown_reason,
      'exception_encountered_during_conversation_startup',
    );
  });

  // Proves events-13.
  test('the name of a known visitor labels their lines, but does not change the text', async () => {
    const conversation = await create({ participant_name: 'Ada' });
    await talk(world, conversation, 'Hello');
    await world.call(endConversation, {
      credential: ALICE,
      params: { conversation_id: conversation.conversation_id },
    });
    const transcript = (await read(conversation.conversation_id)).events!.find(
      (event) => event.event_type === 'application.transcription_ready',
    )!.properties['transcript'] as Record<string, unknown>[];
    assert.deepEqual(
      transcript.map((line) => [line['role'], line['content'], line['participant_name']]),
      [
        ['assistant', 'Hello, I am Nora. How can I help you?', undefined],
        ['user', 'Hello', 'Ada'],
        ['assistant', 'Hello! What would you like to know?', undefined],
      ],
    );
    assert.match(
      (
        await world.refusal(createConversation, {
          credential: ALICE,
          body: { pal_id: await world.pal(), properties: { participant_name: 5 } } as never,
        })
      ).text,
      /^properties\.participant_name must be a string/,
    );
  });

  // Proves events-11.
  test('a line that cannot be stored ends the call, but a brief database outage does not', async () => {
    const { db } = world.service.context.store;
    const say = (conversation: { conversation_id: string; meeting_token: string }) =>
      world.call(writeRoom, {
        params: { conversation_id: conversation.conversation_id },
        credential: conversation.meeting_token,
        body: {
          message_type: 'conversation',
          event_type: 'conversation.respond',
          properties: { text: 'unstorable' },
        },
      });
    const readStoredLines = async (conversation: { conversation_id: string }) =>
      (
        await db
          .selectFrom('transcript_lines')
          .select('content')
          .where('conversation_id', '=', conversation.conversation_id)
          .execute()
      ).map(({ content }) => content);
    const [shortCall, longCall] = [await create(), await create()];
    const addConstraint = () =>
      sql`alter table transcript_lines add constraint poison check (content <> 'unstorable') not valid`.execute(
        db,
      );
    const dropConstraint = () => sql`alter table transcript_lines drop constraint poison`.execute(db);
    await addConstraint();
    const pendingLine = say(shortCall);
    await until('the first try to fail', () => world.clock.waits(1000));
    await dropConstraint();
    world.clock.move(1000);
    await pendingLine;
    assert.ok((await readStoredLines(shortCall)).includes('unstorable'));
    assert.equal((await read(shortCall.conversation_id)).status, 'active');
    await addConstraint();
    const refusal = assert.rejects(say(longCall), { code: 'room_unavailable', retryAfter: 5 });
    for (const seconds of WRITE_RETRY_SECONDS) {
      await until(`a try to fail that is followed by another in ${seconds} s`, () =>
        world.clock.waits(seconds * 1000),
      );
      world.clock.move(seconds * 1000);
    }
    assert.equal(
      (await waitForEnd(longCall.conversation_id)).shutdown_reason,
      'internal error occurred at step transcript',
    );
    await refusal;
    await dropConstraint();
  });

  // Proves events-11.
  test('an agent failure ends only its own call', async () => {
    let isSilent = false;
    const recogniser: SpeechToText = {
      languages: ['en'],
      listen() {
        if (isSilent) throw new Error('no ears');
        return { write: () => {}, finish: async () => '' };
      },
    };
    const voicelessWorld = await openWorld({ engines: { voice: null, ears: recogniser } });
    const pal_id = await voicelessWorld.pal();
    const conversations: { conversation_id: string; meeting_token: string }[] = [];
    for (let number = 0; number < 2; number++) {
      conversations.push(
        (
          await voicelessWorld.call(createConversation, {
            credential: ALICE,
            body: { pal_id, callback_url: null },
          })
        ).result,
      );
      await voicelessWorld.call(readRoom, {
        params: { conversation_id: conversations[number]!.conversation_id },
        credential: conversations[number]!.meeting_token,
      });
    }
    const find = async (conversation_id: string) =>
      (
        await voicelessWorld.call(getConversation, {
          credential: ALICE,
          params: { conversation_id },
          query: { verbose: 'true' },
        })
      ).result;
    const [firstId, secondId] = conversations.map(({ conversation_id }) => conversation_id) as [
      string,
      string,
    ];
    isSilent = true;
    voicelessWorld.media.emit({ is: 'voice-began', callId: firstId });
    await until('the conversation to end', async () => (await find(firstId)).status !== 'active');
    assert.equal((await find(firstId)).shutdown_reason, 'internal error occurred at step agent');
    assert.equal((await find(secondId)).status, 'active');
    await voicelessWorld.close();
  });

  // Proves resources-35.
  test('creating a conversation with invalid values is refused', async () => {
    const pal_id = await world.pal();
    const cases: [Record<string, unknown>, RegExp][] = [
      [{}, /^pal_id is required/],
      [{ pal_id: 'p0' }, /^Unknown PAL/],
      [{ pal_id, face_id: 'r0' }, /^Unknown face/],
      [{ pal_id, document_ids: ['d0'] }, /^Unknown document/],
      [{ pal_id, policy: 'us' }, /^policy must be eu or null/],
      [{ pal_id, properties: { max_call_duration: 0 } }, /^properties\.max_call_duration must be from 10/],
      [{ pal_id, properties: { languages: ['de'] } }, /cannot speak de/],
      [{ pal_id, callback_url: 'ftp://x' }, /^callback_url must be an http/],
      [{ pal_id, conversation_name: 5 }, /^conversation_name must be a string/],
    ];
    for (const [body, message] of cases)
      assert.match(
        (await world.refusal(createConversation, { credential: ALICE, body: body as never })).text,
        message,
      );
  });

  test('a card interaction is stored once, and not after the end', async () => {
    const conversation = await create();
    const params = { conversation_id: conversation.conversation_id };
    const body = {
      interaction_id: 'i1',
      tool_call_id: 't1',
      component: 'canvas.question',
      component_version: 'v1' as const,
      type: 'submit' as const,
      value: { selected: ['a'], other: 'x' },
    };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => world.call(postCanvasInteraction, { params, body })),
    );
    assert.ok(answers.every(({ result }) => result.success));
    await world.call(postCanvasInteraction, {
      params,
      body: { ...body, value: { other: 'x', selected: ['a'] } },
    });
    assert.equal(
      (await world.refusal(postCanvasInteraction, { params, body: { ...body, type: 'skip' } })).code,
      'interaction_conflict',
    );
    for (const invalidValue of [
      { ...body, interaction_id: '' },
      { ...body, tool_call_id: 'x'.repeat(129) },
      { ...body, component: 'question' },
      { ...body, component_version: 'v2' },
      { ...body, type: 'click' },
    ]) {
      assert.equal(
        (await world.refusal(postCanvasInteraction, { params, body: invalidValue as never })).code,
        'invalid_request',
      );
    }
    const { result } = await world.call(listCanvasInteractions, { credential: ALICE, params });
    assert.equal(result.data.length, 1);
    assert.deepEqual(result.data[0]!.value, body.value);
    assert.equal(
      (await read(conversation.conversation_id)).events!.filter(
        (event) => event.event_type === 'canvas.interaction',
      ).length,
      1,
    );
    await world.call(endConversation, { credential: ALICE, params });
    assert.equal(
      (await world.refusal(postCanvasInteraction, { params, body: { ...body, interaction_id: 'i2' } })).code,
      'conversation_ended',
    );
  });

  test('the 121st interaction within a minute is refused', async () => {
    const conversation = await create();
    const params = { conversation_id: conversation.conversation_id };
    const post = (index: number) =>
      world.call(postCanvasInteraction, {
        params,
        body: {
          interaction_id: `i${index}`,
          tool_call_id: 't',
          component: 'canvas.question',
          component_version: 'v1',
          type: 'heartbeat',
        },
      });
    await Promise.all(Array.from({ length: 120 }, (_, index) => post(index)));
    await assert.rejects(post(121), { code: 'too_many_requests' });
  });
});
