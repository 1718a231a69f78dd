/** A callback that its receiver did not accept is retried, and abandoned after the last attempt. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { getCallback, listCallbacks, retryCallback, SAME_RETRY_MS } from '../../../src/contract/callbacks.ts';
import { readRoom } from '../../../src/contract/rooms.ts';
import { ALICE, BOB } from '../world.ts';
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

describe('callbacks', () => {
  // Proves events-24.
  test('a callback that fails is retried with the same id and a new signature, then given up', async () => {
    const answers = [500, 404, 302, 401, 199, 503, 429, 400, 300, 418];
    receiver.answer = (_, number) =>
      number <= 10
        ? answers[number - 1] === 302
          ? { status: 302, headers: { location: receiver.url('/elsewhere') } }
          : answers[number - 1] === 199
            ? 500
            : answers[number - 1]!
        : 200;
    const subject = await endConversationOnce();
    await untilIdle();
    for (let wait = 1; wait < 10; wait++) {
      const dueAt = Date.parse((await onlyCallback(subject)).next_attempt_at!);
      clock.move(dueAt - 1 - clock.now());
      await untilIdle();
      assert.equal(receiver.received.length, wait, 'no attempt comes early');
      // The service notices due jobs within two seconds.
      clock.move(2001);
      await untilIdle();
    }
    clock.move(6 * HOUR);
    await untilIdle();
    const callback = await onlyCallback(subject);
    assert.equal(callback.status, 'failed');
    assert.equal(callback.next_attempt_at, null);
    assert.deepEqual(
      callback.attempts.map((attempt) => attempt.status_code),
      [500, 404, 302, 401, 500, 503, 429, 400, 300, 418],
    );
    assert.equal(receiver.received.length, 10);
    assert.ok(
      receiver.received.every((request) => request.path === '/callback'),
      'redirects are not followed',
    );
    assert.equal(
      new Set(receiver.received.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size,
      1,
    );
    assert.equal(receiver.received[0]!.headers['webhook-id'], callback.callback_id);
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size, 10);
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-signature'])).size, 10);
    const waitRange =
      Date.parse(callback.attempts.at(-1)!.attempted_at) - Date.parse(callback.attempts[0]!.attempted_at);
    assert.ok(waitRange > 20 * HOUR && waitRange <= 24 * HOUR);

    const secondResponse = await world.call(retryCallback, {
      credential: ALICE,
      params: { callback_id: callback.callback_id },
    });
    assert.equal(secondResponse.answer.status, 202);
    assert.equal(secondResponse.result.status, 'pending');
    await untilIdle();
    const deliveredCallback = (
      await world.call(getCallback, { credential: ALICE, params: { callback_id: callback.callback_id } })
    ).result;
    assert.equal(deliveredCallback.status, 'delivered');
    assert.equal(deliveredCallback.attempts.length, 11);
    assert.equal(receiver.received[10]!.headers['webhook-id'], callback.callback_id);
  });

  test('a delivery fails if the receiver is unreachable or does not answer for 10 seconds', async () => {
    receiver.answer = (_, number) => (number === 1 ? 'silence' : 200);
    const { conversation_id } = await create();
    await end(conversation_id);
    await receiver.count(1);
    clock.move(9999);
    assert.deepEqual((await onlyCallback(conversation_id)).attempts, []);
    clock.move(1);
    await untilIdle();
    const waitingCallback = await onlyCallback(conversation_id);
    assert.deepEqual(
      waitingCallback.attempts.map(({ status_code, failure, duration }) => ({
        status_code,
        failure,
        duration,
      })),
      [{ status_code: null, failure: 'timed_out', duration: 10_000 }],
    );
    assert.equal(Date.parse(waitingCallback.next_attempt_at!), clock.now() + 5000);
    clock.move(6000);
    await untilIdle();
    assert.equal((await onlyCallback(conversation_id)).status, 'delivered');
    for (const [url, failure] of [
      ['http://127.0.0.1:1234/', 'address_refused'],
      ['http://169.254.169.254/latest', 'address_refused'],
      ['http://user:pw@example.com/', 'invalid_url'],
    ] as const) {
      const { conversation_id: subject } = await create(url);
      await end(subject);
      await untilIdle();
      assert.deepEqual(
        (await onlyCallback(subject)).attempts.map((attempt) => attempt.failure),
        [failure],
      );
      assert.equal((await onlyCallback(subject)).status, 'pending');
    }
  });

  test('Retry-After delays the next try, and status 410 stops the retries', async () => {
    receiver.answer = (_, number) =>
      number === 1 ? { status: 503, headers: { 'retry-after': '600' } } : 410;
    const subject = await endConversationOnce();
    clock.move(590_000);
    await untilIdle();
    assert.equal(receiver.received.length, 1);
    clock.move(12_000);
    await untilIdle();
    assert.equal(receiver.received.length, 2);
    assert.equal((await onlyCallback(subject)).status, 'failed');
    clock.move(24 * HOUR);
    await untilIdle();
    assert.equal(receiver.received.length, 2);
  });

  // Proves events-24.
  test('a callback waits for earlier callbacks of its conversation, but not of other conversations', async () => {
    receiver.answer = ({ json }) => (json.event_type === 'system.pal_joined' ? 500 : 200);
    const conversation = await create();
    await world.call(readRoom, {
      params: { conversation_id: conversation.conversation_id },
      credential: conversation.meeting_token,
    });
    await end(conversation.conversation_id);
    await untilIdle();
    const otherConversation = await endConversationOnce();
    assert.equal((await onlyCallback(otherConversation)).status, 'delivered');
    assert.deepEqual(receiver.types(), ['system.pal_joined', 'system.shutdown']);
    const waitingCallbacks = await list(conversation.conversation_id);
    assert.deepEqual(
      waitingCallbacks.map((callback) => [
        callback.event_type,
        callback.status,
        callback.attempts.length,
        callback.next_attempt_at !== null,
      ]),
      [
        ['system.pal_joined', 'pending', 1, true],
        ['system.replica_joined', 'pending', 0, false],
        ['system.shutdown', 'pending', 0, false],
        ['application.transcription_ready', 'pending', 0, false],
      ],
    );
    receiver.answer = () => 200;
    await world.call(retryCallback, {
      credential: ALICE,
      params: { callback_id: waitingCallbacks[0]!.callback_id },
    });
    await untilIdle();
    assert.deepEqual(receiver.types().slice(2), [
      'system.pal_joined',
      'system.replica_joined',
      'system.shutdown',
      'application.transcription_ready',
    ]);
    // After an abandoned callback, later callbacks are delivered.
    receiver.received.length = 0;
    receiver.answer = ({ json }) => (json.event_type === 'system.pal_joined' ? 410 : 204);
    const next = await create();
    await world.call(readRoom, {
      params: { conversation_id: next.conversation_id },
      credential: next.meeting_token,
    });
    await end(next.conversation_id);
    await untilIdle();
    assert.deepEqual(
      (await list(next.conversation_id)).map((callback) => callback.status),
      ['failed', 'delivered', 'delivered', 'delivered'],
    );
  });

  test('a manual retry during a delivery sends the callback once more', async () => {
    receiver.answer = (_, number) => (number === 1 ? 'silence' : 200);
    const { conversation_id } = await create();
    await end(conversation_id);
    await receiver.count(1);
    await world.call(retryCallback, {
      credential: ALICE,
      params: { callback_id: (await onlyCallback(conversation_id)).callback_id },
    });
    clock.move(10_000);
    await receiver.count(2);
    await untilIdle();
    const callback = await onlyCallback(conversation_id);
    assert.deepEqual(
      [callback.status, callback.attempts.map((attempt) => attempt.status_code)],
      ['delivered', [null, 200]],
    );
  });

  test('two simultaneous manual retries send the callback once, also during its first delivery', async () => {
    const subject = await endConversationOnce();
    const { callback_id } = await onlyCallback(subject);
    const press = () => world.call(retryCallback, { credential: ALICE, params: { callback_id } });
    receiver.answer = () => 'silence';
    const answers = await Promise.all([press(), press(), press()]);
    assert.ok(answers.every(({ answer, result }) => answer.status === 202 && result.status === 'pending'));
    await receiver.count(2);
    clock.move(9000);
    await press();
    receiver.answer = () => 200;
    clock.move(1000);
    await untilIdle();
    const waitingCallback = await onlyCallback(subject);
    assert.deepEqual([waitingCallback.status, waitingCallback.attempts.length], ['pending', 2]);
    await press();
    await untilIdle();
    assert.deepEqual(
      [(await onlyCallback(subject)).status, (await onlyCallback(subject)).attempts.length],
      ['delivered', 3],
    );
    await press();
    await untilIdle();
    assert.equal(receiver.received.length, 3, 'a press after the delivery, but within ten seconds');
    clock.move(SAME_RETRY_MS);
    await press();
    await untilIdle();
    assert.equal(receiver.received.length, 4);
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1);
  });

  test('callbacks are listed by conversation, deployment and event, with status and attempts', async () => {
    const deployment_id = await world.deployment({ callback_url: receiver.url() });
    const { conversation_id } = await world.start(deployment_id);
    await end(conversation_id);
    await endConversationOnce();
    await untilIdle();
    const listCallbackIds = async (query: Record<string, string | undefined>, credential = ALICE) =>
      (await world.call(listCallbacks, { credential, query })).result.data;
    for (const query of [{ deployment_id }, { conversation_id }, { deployment_id, conversation_id }]) {
      const [callback, ...otherCallbacks] = await listCallbackIds(query);
      assert.deepEqual(otherCallbacks, []);
      assert.deepEqual(
        [callback!.subject, callback!.status, callback!.attempts.map(({ status_code }) => status_code)],
        [conversation_id, 'delivered', [200]],
      );
    }
    assert.equal((await listCallbackIds({ deployment_id, event_type: 'system.shutdown' })).length, 1);
    assert.equal((await listCallbackIds({ deployment_id, event_type: 'system.pal_joined' })).length, 0);
    assert.equal((await listCallbackIds({ deployment_id, status: 'failed' })).length, 0);
    assert.deepEqual(await listCallbackIds({ deployment_id }, BOB), []);
    assert.deepEqual(await listCallbackIds({ conversation_id }, BOB), []);
  });
});
