import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { needsEmbeddedDatabase } from '../../surroundings.ts';
import {
  CONVERSATION_EVENTS,
  ConversationCallback,
  getCallbackSecret,
  listCallbacks,
} from '../../../src/contract/callbacks.ts';
import {
  createConversation,
  deleteConversation,
  endConversation,
  getConversation,
  postCanvasInteraction,
} from '../../../src/contract/conversations.ts';
import { joinRoom, leaveRoom, readRoom, writeRoom } from '../../../src/contract/rooms.ts';
import { ManualClock } from '../../../src/runtime/clock.ts';
import { Receiver } from '../receiver.ts';
import { createFreshFolder } from '../fresh-database.ts';
import { ALICE, BOB, openWorld } from '../world.ts';
import {
  HOUR,
  clock,
  create,
  end,
  untilIdle,
  list,
  endConversationOnce,
  onlyCallback,
  receiver,
  world,
} from './callbacks-world.ts';

const OFFER = 'v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\n';
describe('callbacks', () => {
  // Proves events-1, events-2, events-3, events-12, events-14, versioning-5.
  test('a whole call sends its callbacks in order, each in the envelope and signed', async () => {
    const conversation = await create();
    const params = { conversation_id: conversation.conversation_id };
    const credential = conversation.meeting_token;
    const { answer } = await world.call(joinRoom, { params, credential, body: OFFER });
    world.media.emit({ is: 'connected', callId: conversation.conversation_id });
    await world.call(writeRoom, {
      params,
      credential,
      body: {
        message_type: 'conversation',
        event_type: 'conversation.respond',
        properties: { text: 'Hello' },
      },
    });
    const interaction = {
      interaction_id: 'i1',
      tool_call_id: 't1',
      component: 'canvas.question',
      component_version: 'v1' as const,
      type: 'submit' as const,
      value: { selected: ['a'] },
    };
    await Promise.all([1, 2, 3].map(() => world.call(postCanvasInteraction, { params, body: interaction })));
    await world.call(leaveRoom, {
      params: { ...params, session_id: answer.headers.get('location')!.split('/').at(-1)! },
      credential,
    });
    await receiver.count(5);
    await untilIdle();
    assert.deepEqual(receiver.types(), [
      'system.pal_joined',
      'system.replica_joined',
      'canvas.interaction',
      'system.shutdown',
      'application.transcription_ready',
    ]);
    const { secret } = (await world.call(getCallbackSecret, { credential: ALICE })).result;
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    for (const { headers, body, json } of receiver.received) {
      new Webhook(secret).verify(body, headers);
      assert.throws(() =>
        new Webhook(secret).verify(body.replace('conversation_id', 'conversation_ix'), headers),
      );
      const callback = ConversationCallback.parse(json);
      assert.deepEqual(Object.keys(json).sort(), [
        'conversation_id',
        'event_type',
        'message_type',
        'properties',
        'timestamp',
        'webhook_url',
      ]);
      assert.equal(callback.conversation_id, conversation.conversation_id);
      assert.equal(callback.webhook_url, receiver.url());
      assert.equal(headers['content-type'], 'application/json');
      const row = CONVERSATION_EVENTS[callback.event_type as keyof typeof CONVERSATION_EVENTS];
      assert.equal(callback.message_type, row.message_type);
      row.properties.parse(callback.properties);
    }
    const [joinEvent, legacy, card, shutdown, transcript] = receiver.received.map(
      ({ json }) => json['properties'] as Record<string, unknown>,
    );
    assert.deepEqual(joinEvent, legacy);
    assert.deepEqual(card, interaction);
    assert.equal(shutdown!['shutdown_reason'], 'participant_left_timeout reached');
    assert.deepEqual(
      (transcript!['transcript'] as { content: string }[]).map((line) => line.content).slice(0, 2),
      ['Hello, I am Nora. How can I help you?', 'Hello'],
    );
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 5);
    const { events } = (
      await world.call(getConversation, { credential: ALICE, params, query: { verbose: 'true' } })
    ).result;
    assert.deepEqual(
      events,
      receiver.received.map(({ json }) => json),
      'the verbose read shows what the callbacks carried',
    );
  });

  test('without an address there is no callback, and a deleted conversation still sends its own', async () => {
    const quietDeployment = await create(null);
    await end(quietDeployment.conversation_id);
    await untilIdle();
    assert.deepEqual(await list(quietDeployment.conversation_id), []);
    receiver.answer = () => 500;
    const secondConversation = await create();
    await world.call(deleteConversation, {
      credential: ALICE,
      params: { conversation_id: secondConversation.conversation_id },
    });
    await untilIdle();
    receiver.answer = () => 200;
    clock.move(6000);
    await untilIdle();
    assert.deepEqual(receiver.types(), ['system.shutdown', 'system.shutdown']);
    assert.equal((await onlyCallback(secondConversation.conversation_id)).status, 'delivered');
  });

  test('a change that is not stored sends no callback', async () => {
    const { callbacks, store } = world.service.context;
    await assert.rejects(
      store.db.transaction().execute(async (trx) => {
        await callbacks.queue(trx, {
          account: 1,
          subject: 'rolled-back',
          url: receiver.url(),
          body: { a: 1 },
        });
        throw new Error('no');
      }),
    );
    clock.move(10_000);
    await untilIdle();
    assert.deepEqual(receiver.received, []);
  });

  test('each account has its own list of callbacks and its own secret, which is stored sealed', async () => {
    const subject = await endConversationOnce();
    assert.deepEqual(await list(subject, BOB), []);
    const [alice, bob] = await Promise.all(
      [ALICE, BOB].map(
        async (credential) => (await world.call(getCallbackSecret, { credential })).result.secret,
      ),
    );
    assert.notEqual(alice, bob);
    const manyConversations = await Promise.all(
      Array.from(
        { length: 5 },
        async () => (await world.call(getCallbackSecret, { credential: ALICE })).result.secret,
      ),
    );
    assert.ok(manyConversations.every((secret) => secret === alice));
    const storedRows = await world.service.context.store.db
      .selectFrom('callback_secrets')
      .selectAll()
      .execute();
    assert.ok(
      storedRows.every(
        ({ sealed }) =>
          !sealed.includes(alice!.slice(6)) && !Buffer.from(sealed, 'base64').includes(Buffer.from(alice!)),
      ),
    );
    const firstPage = (await world.call(listCallbacks, { credential: ALICE, query: { limit: '2' } })).result;
    const secondPage = (
      await world.call(listCallbacks, { credential: ALICE, query: { limit: '2', page: '2' } })
    ).result;
    assert.equal(firstPage.data.length, 2);
    assert.equal(firstPage.data[0]!.subject, subject);
    assert.ok(
      firstPage.total_count > 4 &&
        !secondPage.data.some((callback) =>
          firstPage.data.some((delivery) => delivery.callback_id === callback.callback_id),
        ),
    );
    assert.ok(
      (await world.call(listCallbacks, { credential: ALICE, query: { status: 'failed' } })).result.data.every(
        (callback) => callback.status === 'failed',
      ),
    );
  });

  test('finished callbacks are deleted after 30 days', async () => {
    const [oldId, recentId] = [await endConversationOnce(), await endConversationOnce()];
    for (const [subject, days] of [
      [oldId, 30],
      [recentId, 28],
    ] as const) {
      await world.service.context.store.db
        .updateTable('callbacks')
        .set({ updated_at: new Date(clock.now() - days * 24 * HOUR) })
        .where('subject', '=', subject)
        .execute();
    }
    clock.move(24 * HOUR);
    await untilIdle();
    assert.deepEqual([(await list(oldId)).length, (await list(recentId)).length], [0, 1]);
  });
});

/** Number of crashes; set `CRASHES=20` or more for a longer run. */
const CRASHES = Number(process.env['CRASHES'] ?? 6);

test(
  'after crashes between a change and its delivery every callback arrives in order with a valid signature',
  { skip: needsEmbeddedDatabase },
  async () => {
    const receiver = await Receiver.open();
    const folder = await createFreshFolder();
    const clock = new ManualClock(Date.now());
    const open = () =>
      openWorld({ clock, dataDir: folder, environment: { OUTBOUND_ALLOWED_HOSTS: receiver.host } });
    const expected: string[] = [];
    let secret = '';
    try {
      for (let crash = 0; crash < CRASHES; crash++) {
        const world = await open();
        secret ||= (await world.call(getCallbackSecret, { credential: ALICE })).result.secret;
        // In every second round, the service dies while the receiver is holding a request. In the other rounds, the
        // receiver fails.
        receiver.answer = () => (crash % 2 === 0 ? 'silence' : 503);
        const conversation = (
          await world.call(createConversation, {
            credential: ALICE,
            body: { pal_id: await world.pal(), callback_url: receiver.url() },
          })
        ).result;
        await world.call(readRoom, {
          params: { conversation_id: conversation.conversation_id },
          credential: conversation.meeting_token,
        });
        const previousCount = receiver.received.length;
        await world.call(endConversation, {
          credential: ALICE,
          params: { conversation_id: conversation.conversation_id },
        });
        expected.push(conversation.conversation_id);
        await receiver.count(previousCount + 1);
        await world.close();
      }
      receiver.answer = () => 200;
      receiver.received.length = 0;
      const world = await open();
      const countPending = async () =>
        (await world.call(listCallbacks, { credential: ALICE, query: { status: 'pending' } })).result
          .total_count;
      await world.service.context.jobs.idle();
      clock.move(HOUR);
      await world.service.context.jobs.idle();
      // Callbacks above the host's limit are retried within a minute.
      for (let minute = 0; minute < 30 && (await countPending()) > 0; minute++) {
        clock.move(HOUR / 60);
        await world.service.context.jobs.idle();
      }
      for (const subject of expected) {
        // Callbacks are delivered at least once: a request that a crash interrupted is repeated with the same id.
        const allEntries = receiver.received.filter(({ json }) => json['conversation_id'] === subject);
        const uniqueEntries = allEntries.filter(
          ({ headers }, index) =>
            allEntries.findIndex((candidate) => candidate.headers['webhook-id'] === headers['webhook-id']) ===
            index,
        );
        assert.deepEqual(
          uniqueEntries.map(({ json }) => json.event_type),
          [
            'system.pal_joined',
            'system.replica_joined',
            'system.shutdown',
            'application.transcription_ready',
          ],
        );
        for (const { headers, body } of uniqueEntries) {
          // Compare the signatures: the library would also check the time, and this clock is ahead of it.
          const expectedSignature = new Webhook(secret).sign(
            headers['webhook-id']!,
            new Date(Number(headers['webhook-timestamp']) * 1000),
            body,
          );
          assert.equal(expectedSignature, headers['webhook-signature']);
        }
      }
      assert.equal(await countPending(), 0);
      await world.close();
    } finally {
      await receiver.close();
      fs.rmSync(folder, { recursive: true, force: true });
    }
  },
);
