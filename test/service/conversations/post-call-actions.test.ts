import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import {
  createConversation,
  deleteConversation,
  endConversation,
  getConversation,
} from '../../../src/contract/conversations.ts';
import { patchDeployment, startDeployment } from '../../../src/contract/deployments.ts';
import type { PostCallActionExecuted } from '../../../src/contract/post-call.ts';
import { ACTION_RETRIES } from '../../../src/service/conversations/post-call-actions.ts';
import { Receiver } from '../receiver.ts';
import { ALICE, openWorld, talk, type World } from '../world.ts';

const EXECUTED = 'application.post_call_action_executed';

describe('post-call actions', () => {
  let world: World;
  let receiver: Receiver;
  before(async () => {
    receiver = await Receiver.open();
    world = await openWorld({
      environment: {
        OUTBOUND_ALLOWED_HOSTS: `${receiver.host},${receiver.host.replace('127.0.0.1', 'localhost')}`,
      },
    });
  });
  after(async () => {
    await world.close();
    await receiver.close();
  });
  afterEach(() => {
    receiver.received.length = 0;
    receiver.answer = () => 200;
  });

  const untilIdle = () => world.service.context.jobs.idle();
  const create = async (post_call_actions: object[], extraFields: Record<string, unknown> = {}) =>
    (
      await world.call(createConversation, {
        credential: ALICE,
        body: {
          pal_id: await world.pal({ pal_name: 'Nora' }),
          properties: { post_call_actions },
          ...extraFields,
        } as never,
      })
    ).result;
  const end = (conversation_id: string) =>
    world.call(endConversation, { credential: ALICE, params: { conversation_id } });
  const toolEvents = async (conversation_id: string) => {
    const { events } = (
      await world.call(getConversation, {
        credential: ALICE,
        params: { conversation_id },
        query: { verbose: 'true' },
      })
    ).result;
    return events!
      .filter((event) => event.event_type === EXECUTED)
      .map((event) => event.properties as PostCallActionExecuted);
  };
  const addressOf = (path: string) => receiver.received.filter((request) => request.path === path);

  test("a deployment's headers are dropped when an action's address moves to another origin", async () => {
    const deployment_id = await world.deployment({
      post_call_actions: [
        {
          tool_name: 'CRM',
          url: receiver.url('/crm'),
          headers: { 'x-secret': 's' },
          body: { list: 'calls' },
        },
      ],
    });
    const run = async (path: string, value: unknown) => {
      receiver.received.length = 0;
      const body = [{ op: 'add', path: `/post_call_actions/0/${path}`, value }] as never;
      await world.call(patchDeployment, { credential: ALICE, params: { deployment_id }, body });
      const conversation = (await world.call(startDeployment, { params: { deployment_id }, body: {} }))
        .result;
      await end(conversation.conversation_id);
      await untilIdle();
      return receiver.received.map(({ headers, json }) => [headers['x-secret'], json['list']]);
    };
    assert.deepEqual(await run('tool_name', 'File'), [['s', 'calls']]);
    assert.deepEqual(await run('url', receiver.url('/other')), [['s', 'calls']]);
    const otherOriginUrl = receiver.url('/crm').replace('127.0.0.1', 'localhost');
    assert.notEqual(otherOriginUrl, receiver.url('/crm'));
    assert.deepEqual(await run('url', otherOriginUrl), [[undefined, 'calls']]);
    assert.deepEqual(await run('headers', { 'x-secret': 'new' }), [['new', 'calls']]);
  });

  // Proves events-18.
  test('each action is requested once after the end with the transcript, and its result is reported', async () => {
    const conversation = await create(
      [
        {
          tool_id: 'crm',
          tool_name: 'Customer file',
          url: receiver.url('/crm'),
          headers: { Authorization: 'Bearer secret-of-the-crm' },
          body: { list: 'calls', transcript: 'ours wins' },
        },
        { tool_name: 'Ticket', url: receiver.url('/ticket'), method: 'PUT' },
      ],
      { callback_url: receiver.url() },
    );
    await talk(world, conversation, 'Hello');
    await untilIdle();
    assert.equal(addressOf('/crm').length, 0, 'nothing before the end');
    await end(conversation.conversation_id);
    await end(conversation.conversation_id);
    await untilIdle();
    const [request] = addressOf('/crm');
    assert.equal(addressOf('/crm').length, 1);
    assert.equal(request!.headers['authorization'], 'Bearer secret-of-the-crm');
    assert.equal(request!.headers['idempotency-key'], `${conversation.conversation_id}.0`);
    assert.equal(request!.json['list'], 'calls');
    assert.equal(request!.json['conversation_id'], conversation.conversation_id);
    assert.equal(request!.json['shutdown_reason'], 'end_conversation_endpoint_hit');
    assert.deepEqual(
      (request!.json['transcript'] as { content: string }[]).map(({ content }) => content).slice(0, 2),
      ['Hello, I am Nora. How can I help you?', 'Hello'],
    );
    assert.equal(addressOf('/ticket').length, 1);
    const events = await toolEvents(conversation.conversation_id);
    assert.deepEqual(
      events
        .map(({ tool_name, status, response }) => ({ tool_name, status, response }))
        .sort((a, b) => a.tool_name.localeCompare(b.tool_name)),
      [
        { tool_name: 'Customer file', status: 'success', response: { http_status: 200, body: 'thanks' } },
        { tool_name: 'Ticket', status: 'success', response: { http_status: 200, body: 'thanks' } },
      ],
    );
    const crm = events.find(({ tool_id }) => tool_id === 'crm')!;
    assert.deepEqual(crm.request, { url: receiver.url('/crm'), method: 'POST', body: request!.body });
    assert.match(events.find(({ tool_id }) => tool_id !== 'crm')!.tool_id, /^t[0-9a-f]{20}$/);
    await untilIdle();
    const callbacks = addressOf('/callback').filter(({ json }) => json.event_type === EXECUTED);
    assert.equal(callbacks.length, 2);
    assert.deepEqual(
      callbacks.map(({ json }) => json['message_type']),
      ['application', 'application'],
    );
    assert.ok(
      !addressOf('/callback').some(({ body }) => body.includes('secret-of-the-crm')),
      'headers are told nobody',
    );
    assert.deepEqual(
      await world.service.context.store.db
        .selectFrom('post_call_actions')
        .selectAll()
        .where('conversation_id', '=', conversation.conversation_id)
        .execute(),
      [],
    );
  });

  // Proves events-18.
  test('a failing action is retried with the same idempotency key, and reported when it is finished', async () => {
    receiver.answer = (_, number) => (number <= 2 ? 503 : 201);
    const { conversation_id } = await create([{ tool_name: 'a', url: receiver.url('/later') }]);
    await end(conversation_id);
    for (const delay of ACTION_RETRIES) {
      await untilIdle();
      world.clock.move(delay + 2000);
    }
    await untilIdle();
    assert.deepEqual(
      addressOf('/later').map(({ headers }) => headers['idempotency-key']),
      [0, 0, 0].map(() => `${conversation_id}.0`),
    );
    assert.deepEqual(
      (await toolEvents(conversation_id)).map(({ status, response }) => [status, response.http_status]),
      [['success', 201]],
    );
  });

  test('an action that keeps failing is reported as an error, and a refused one is not retried', async () => {
    receiver.answer = ({ path }) => (path === '/down' ? 500 : 404);
    const { conversation_id } = await create([
      { tool_name: 'down', url: receiver.url('/down') },
      { tool_name: 'refused', url: receiver.url('/refused') },
      { tool_name: 'private', url: 'http://10.0.0.1/' },
    ]);
    await end(conversation_id);
    for (let hours = 0; hours < 3; hours++) {
      for (let minute = 0; minute < 60; minute += 5) {
        await untilIdle();
        world.clock.move(5 * 60_000);
      }
    }
    await untilIdle();
    assert.equal(addressOf('/down').length, ACTION_RETRIES.length + 1);
    assert.equal(addressOf('/refused').length, 1);
    const outcomes = Object.fromEntries(
      (await toolEvents(conversation_id)).map(({ tool_name, status, response }) => [
        tool_name,
        [status, response.http_status],
      ]),
    );
    assert.deepEqual(outcomes, { down: ['error', 500], refused: ['error', 404], private: ['error', null] });
  });

  test('deleting a conversation deletes its pending actions', async () => {
    receiver.answer = () => 500;
    const { conversation_id } = await create([{ tool_name: 'a', url: receiver.url('/gone') }]);
    await world.call(deleteConversation, { credential: ALICE, params: { conversation_id } });
    await untilIdle();
    const previousCount = addressOf('/gone').length;
    world.clock.move(3600_000);
    await untilIdle();
    assert.ok(previousCount <= 1);
    assert.equal(addressOf('/gone').length, previousCount);
  });

  test('invalid actions are refused with a message', async () => {
    const action = { tool_name: 'a', url: 'https://crm.example/' };
    const cases: [unknown, RegExp][] = [
      ['x', /^properties\.post_call_actions must be a list/],
      [Array.from({ length: 11 }, () => action), /must hold at most 10 actions/],
      [[{ url: action.url }], /^properties\.post_call_actions\.0\.tool_name is required/],
      [[{ ...action, url: 'ftp://x' }], /url must be an http or https address/],
      [[{ ...action, method: 'TRACE' }], /method must be one of POST/],
      [[{ ...action, headers: { Host: 'x' } }], /headers/],
      [[{ ...action, headers: { 'x-a': 'b\r\nc: d' } }], /headers.* must be printable ASCII/],
      [[{ ...action, body: 'text' }], /body/],
      [[{ ...action, body: { a: 'x'.repeat(70_000) } }], /body must be at most 65536/],
    ];
    for (const [post_call_actions, message] of cases) {
      assert.match(
        (
          await world.refusal(createConversation, {
            credential: ALICE,
            body: { pal_id: await world.pal(), properties: { post_call_actions } } as never,
          })
        ).text,
        message,
      );
    }
  });
});
